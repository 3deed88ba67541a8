import { type Context, Effect, Schema } from "effect"
import type { Database } from "../../sql/Database.ts"
import * as Row from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { BulkTooLarge } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import type { ActivityCommand } from "./Activity.ts"

/**
 * The largest cost of a bulk of activities. One transaction writes a bulk, and on SQLite other partners wait for it. An activity costs 1,
 * plus 1 for each active rule or sub-rule that names its type, because it may earn an award of each. A rule or sub-rule costs 1 more for
 * each full KiB of its conditions, because outcomes contain the conditions that decided them.
 *
 * The cost is read before the transaction, and not again under the locks. Rules that are created in between are applied, but their cost is
 * not counted. This is harmless: a type of activity has at most 50 active rules and sub-rules, and the limit only keeps others from waiting
 * long. It does not affect results.
 */
const maxCost = 5000

const readCosts = statement({
  input: { partnerId: "uuid", activity: "text" },
  output: Schema.Struct({ activity: Schema.String, cost: Row.Integer }),
  sql: `SELECT c.activity, SUM(1 + octet_length(c.criteria) / 1024) AS cost FROM input CROSS JOIN rewards_condition c
    WHERE c.partner_id = input.partner_id AND c.activity = input.activity AND c.status = 'active'
    GROUP BY c.activity`
})

/** Makes a function that fails if a bulk of activities of one partner costs too much. */
export const makeCheckCost = (database: Context.Tag.Service<Database>) =>
  Effect.fnUntraced(function* (partnerId: PartnerId, commands: ReadonlyArray<ActivityCommand>) {
    const counts = new Map<string, number>()
    for (const { type } of commands) counts.set(type, (counts.get(type) ?? 0) + 1)
    const types = Array.from(counts.keys(), (activity) => ({ partnerId, activity }))
    let cost = commands.length
    for (const row of yield* database.run(readCosts, types))
      cost += row.cost * (counts.get(row.activity) ?? 0)
    if (cost <= maxCost) return
    // One activity is always accepted.
    const most = Math.max(1, Math.floor((commands.length * maxCost) / cost))
    if (commands.length > 1) return yield* new BulkTooLarge({ count: commands.length, most })
  })
