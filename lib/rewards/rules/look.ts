import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import { now } from "../clock.ts"
import { RuleNotFound } from "../Errors.ts"
import { MemberId, type PartnerId, type RuleId } from "../Id.ts"
import { readMembers } from "../members/pages.ts"
import { assemble, assembleCore } from "./assemble.ts"
import { describeProgress, type ListProgress } from "./Progress.ts"
import { maxTallies, readById, readProgress } from "./statements.ts"
import { makeUsage } from "./usage.ts"

/** Below every id that can be made. */
const start = MemberId.make("00000000-0000-0000-0000-000000000000", { disableValidation: true })

/** Reads what a rule has paid and whom it is about to pay. It locks nothing. */
export const makeLook = (database: Context.Tag.Service<Database>) => {
  const readUsage = makeUsage(database)

  const find = Effect.fnUntraced(function* (partnerId: PartnerId, id: RuleId) {
    const rows = yield* database.run(readById, [{ partner_id: partnerId, id }])
    const [rule] = assemble(rows)
    const [core] = assembleCore(rows)
    if (rule === undefined || core === undefined) return yield* new RuleNotFound({ rule: id })
    return { rule, core }
  })

  return {
    details: Effect.fnUntraced(function* (partnerId: PartnerId, id: RuleId) {
      const { core, rule } = yield* find(partnerId, id)
      const [usage] = yield* readUsage([core], yield* now)
      return { rule, usage: usage?.limits ?? [] }
    }),

    progress: Effect.fnUntraced(function* ({ after = start, id, limit, partnerId }: ListProgress) {
      const { rule } = yield* find(partnerId, id)
      if (rule.terms._tag === "Single") return { data: [], hasMore: false, next: null }
      const read = yield* database.run(readProgress, [
        { partner_id: partnerId, rule_id: id, after, most: maxTallies }
      ])
      // What was done of sub-rules that are inactive now does not count.
      const found = read
        .map(({ memberId, progress }) => ({ memberId, ...describeProgress(rule, progress) }))
        .filter(({ done }) => done > 0)
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : read.length < maxTallies ? undefined : read.at(-1)
      const members = yield* database.run(
        readMembers,
        page.map(({ memberId }) => ({ partner_id: partnerId, id: memberId }))
      )
      const userIds = new Map(members.map(({ id, userId }) => [id, userId]))
      return {
        data: page.map((each) => ({ ...each, userId: userIds.get(each.memberId) ?? "" })),
        hasMore: last !== undefined,
        next: last?.memberId ?? null
      }
    })
  }
}
