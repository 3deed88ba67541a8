import { type Context, Effect } from "effect"
import { firstIdOf } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import * as Coins from "../Coins.ts"
import { LimitTooLow } from "../Errors.ts"
import { Counter, type CounterKey, keysOf, noCounts } from "../limits/Counters.ts"
import { isCountedAlike } from "../limits/Limit.ts"
import { countOfRule } from "../limits/statements.ts"
import { makeWindows, openRows } from "../limits/windows.ts"
import type { RuleCore } from "./Rule.ts"

/** Whether a changed rule needs counters of its own: other windows, or other things to count. */
const needsRecount = (before: RuleCore, after: RuleCore): boolean =>
  !isCountedAlike(before.limits, after.limits) ||
  (after.limits.length > 0 && before.timeZone !== after.timeZone)

/** The first limit per rule that is below what its window has used. */
const tooLow = (rule: RuleCore, counters: ReadonlyMap<string, Counter>): LimitTooLow | undefined => {
  for (const [index, { per, period, awards, coins }] of rule.limits.entries()) {
    const counter = per === "rule" ? counters.get(period) : undefined
    if (counter === undefined) continue
    if (awards !== undefined && awards < counter.awards) {
      return new LimitTooLow({
        field: `limits.${index}.awards`,
        used: String(counter.awards),
        max: String(awards)
      })
    }
    if (coins !== undefined && coins < counter.coins) {
      const [used, max] = [Coins.format(counter.coins), Coins.format(coins)]
      return new LimitTooLow({ field: `limits.${index}.coins`, used, max })
    }
  }
  return undefined
}

/**
 * Fits the counters of a rule to an update. The caller has locked the rule. What the whole rule has paid in its running windows is
 * counted at once; what each member was paid, when the member is awarded next.
 */
export const makeRecount = (database: Context.Tag.Service<Database>) => {
  const windows = makeWindows(database)

  const countAwards = (keys: ReadonlyArray<CounterKey>) =>
    Effect.map(
      database.run(
        countOfRule,
        keys.map(({ partnerId, ruleId, startsAt }, asked) => ({
          partner_id: partnerId,
          rule_id: ruleId,
          starts_at: startsAt.toISOString(),
          first_id: firstIdOf(startsAt),
          asked
        }))
      ),
      (rows) => {
        const counts = new Map(rows.map((row) => [row.asked, row]))
        return keys.map((key, asked) => {
          const { awards, coins } = counts.get(asked) ?? noCounts
          return new Counter(key, { awards, coins: key.maxCoins === null ? Coins.zero : coins }, false)
        })
      }
    )

  /** Returns the rule with its generation of counters. Fails when a limit per rule is below what was paid already. */
  return Effect.fnUntraced(function* (before: RuleCore, after: RuleCore, at: Date) {
    const isNew = needsRecount(before, after)
    const rule = isNew ? { ...after, generation: before.generation + 1, countedSince: at } : after
    // No counter of the rule as a whole belongs to a member.
    const keys = keysOf(rule, rule.id, at).filter(({ per }) => per === "rule")
    const counters = isNew
      ? yield* countAwards(keys)
      : Array.from((yield* database.send(windows.rowsOf(keys))).found.values())
    const low = tooLow(rule, new Map(counters.map((counter) => [counter.key.period, counter])))
    if (low !== undefined) return yield* low
    if (isNew) yield* database.send(openRows(counters.filter(({ awards }) => awards > 0)))
    return rule
  })
}
