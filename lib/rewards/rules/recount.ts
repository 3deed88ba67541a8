import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import * as Coins from "../Coins.ts"
import { LimitTooLow } from "../Errors.ts"
import { type Counter, keysOf } from "../limits/Counters.ts"
import { isCountedAlike } from "../limits/Limit.ts"
import { insertCounters, makeStoredCounters } from "../limits/storedCounters.ts"
import type { RuleCore } from "./Rule.ts"

/** How far the clocks of the processes on one database may differ, in milliseconds. */
const skew = 60 * 60 * 1000

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
  const windows = makeStoredCounters(database)

  /** Returns the rule with its generation of counters. Fails when a limit per rule is below what was paid already. */
  return Effect.fnUntraced(function* (before: RuleCore, after: RuleCore, at: Date) {
    const isNew = needsRecount(before, after)
    const countedUntil = new Date(at.getTime() + skew)
    const rule = isNew ? { ...after, generation: before.generation + 1, countedUntil } : after
    // No counter of the rule as a whole belongs to a member.
    const keys = keysOf(rule, rule.id, at).filter(({ per }) => per === "rule")
    const counted = isNew
      ? yield* windows.countAwards(keys)
      : (yield* database.send(windows.rowsOf(keys))).found
    const counters = Array.from(counted.values())
    const low = tooLow(rule, new Map(counters.map((counter) => [counter.key.period, counter])))
    if (low !== undefined) return yield* low
    if (isNew) yield* database.send(insertCounters(counters))
    return rule
  })
}
