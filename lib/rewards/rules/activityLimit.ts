import { type Context, Effect, Predicate, Schema } from "effect"
import type { Database } from "../../sql/Database.ts"
import * as Row from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import type { When } from "../activities/When.ts"
import { TooManyRulesOfActivity } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import type { Status } from "./Rule.ts"

/**
 * The largest number of active rules and sub-rules of a partner that have the same activity in `when`. It is limited, because recording an
 * activity evaluates the conditions of all of them.
 */
export const maxRulesOfActivity = 50

/** A rule or sub-rule. An active sub-rule counts even if its rule is inactive. */
interface Part {
  readonly status: Status
  readonly when?: When | null | undefined
}

const has = (value: unknown): boolean => value !== undefined && value !== null

const mayAdd = (part: unknown): boolean =>
  Predicate.isRecord(part) && (has(part.when) || part.status === "active")

/**
 * Whether an update can add an active rule or sub-rule to an activity. If so, the caller must lock the partner before the rule.
 * `update` need not be valid.
 */
export const mayAddToActivity = (update: Readonly<Record<string, unknown>>): boolean =>
  mayAdd(update) || (Array.isArray(update.rules) && update.rules.some(mayAdd))

/** Returns the activities of the active parts, each with the number of active parts that have it. */
export const activitiesOf = (parts: ReadonlyArray<Part>): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const { status, when } of parts) {
    if (status === "active" && when) found.set(when.activity, (found.get(when.activity) ?? 0) + 1)
  }
  return found
}

export const countActive = statement({
  input: { partnerId: "uuid", activity: "text" },
  output: Schema.Struct({ activity: Schema.String, count: Row.Integer }),
  sql: `SELECT c.activity, COUNT(*) AS count FROM input CROSS JOIN rewards_condition c
    WHERE c.partner_id = input.partner_id AND c.activity = input.activity AND c.status = 'active'
    GROUP BY c.activity`
})

/**
 * Makes a check that fails if a write added active rules or sub-rules to an activity that now has too many. `before` has the written parts
 * as they were before the write, and `after` as they are now. The transaction must have locked the partner before the write, so that no
 * other transaction adds a part before COMMIT.
 */
export const makeCheckActivities = (database: Context.Tag.Service<Database>) =>
  Effect.fnUntraced(function* (
    partnerId: PartnerId,
    before: ReadonlyArray<Part>,
    after: ReadonlyArray<Part>
  ) {
    const old = activitiesOf(before)
    const added = Array.from(activitiesOf(after)).filter(
      ([activity, count]) => count > (old.get(activity) ?? 0)
    )
    if (added.length === 0) return
    const counted = yield* database.run(
      countActive,
      added.map(([activity]) => ({ partnerId, activity }))
    )
    const excess = counted.find(({ count }) => count > maxRulesOfActivity)
    if (excess !== undefined) {
      return yield* new TooManyRulesOfActivity({ activity: excess.activity, max: maxRulesOfActivity })
    }
  })
