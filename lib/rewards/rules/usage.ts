import { type Context, Effect, Schema } from "effect"
import { pageOf } from "../../schema/Page.ts"
import type { Database } from "../../sql/Database.ts"
import { noTally } from "../awards/decide.ts"
import { LimitStanding, standingsOf } from "../awards/Explanation.ts"
import { RuleId } from "../Id.ts"
import { type Counter, type CounterKey, keysOf, noCounts } from "../limits/Counters.ts"
import { makeStoredCounters } from "../limits/storedCounters.ts"
import { type RuleCore, UserLimit } from "./Rule.ts"

/** What a rule as a whole has used: its places, and its limits per rule in their running windows. */
export const RuleUsage = Schema.Struct({
  ruleId: RuleId,
  ruleName: Schema.String,
  limits: Schema.Array(LimitStanding)
})
export type RuleUsage = typeof RuleUsage.Type

export const RuleUsagePage = pageOf(RuleUsage)
export type RuleUsagePage = typeof RuleUsagePage.Type

const keysOfRule = (rule: RuleCore, at: Date): ReadonlyArray<CounterKey> =>
  keysOf(rule, rule.id, at).filter(({ per }) => per === "rule")

const usageOf = (rule: RuleCore, at: Date, counters: ReadonlyMap<string, Counter>): RuleUsage => {
  const limits = rule.limits.filter(({ per }) => per === "rule")
  const keys = keysOfRule(rule, at)
  const used = limits.map(({ period }) => {
    const key = keys.find((each) => each.period === period)
    return { ...noCounts, ...(key && counters.get(key.text)), resetsAt: key?.endsAt ?? null }
  })
  const { maxNumberOfParticipant, participants } = rule
  return {
    ruleId: rule.id,
    ruleName: rule.name,
    limits: standingsOf(
      { limits, maxNumberOfParticipant, userLimitAward: UserLimit.Unlimited() },
      { participants, tally: noTally, used }
    )
  }
}

/** Reads what rules have used now. It locks nothing. */
export const makeUsage = (database: Context.Tag.Service<Database>) => {
  const windows = makeStoredCounters(database)

  return Effect.fnUntraced(function* (rules: ReadonlyArray<RuleCore>, at: Date) {
    const keys = rules.flatMap((rule) => keysOfRule(rule, at))
    if (keys.length === 0) return rules.map((rule) => usageOf(rule, at, new Map()))
    const { found } = yield* database.send(windows.rowsOf(keys))
    const until = new Map(rules.map(({ countedUntil, id }) => [id, countedUntil]))
    // Windows that may have paid before the rule got these counters, and have no row yet.
    const uncounted = keys.filter(({ ruleId, startsAt, text }) => {
      const last = until.get(ruleId) ?? null
      return last !== null && startsAt <= last && !found.has(text)
    })
    const counters =
      uncounted.length === 0 ? found : new Map([...found, ...(yield* windows.countAwards(uncounted))])
    return rules.map((rule) => usageOf(rule, at, counters))
  })
}
