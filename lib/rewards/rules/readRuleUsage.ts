import { type Context, Effect } from "effect"
import { smallestId } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { given, statement } from "../../sql/Statement.ts"
import { noTally } from "../awards/decide.ts"
import { limitsUsed } from "../awards/Explanation.ts"
import { type Counter, keysOfRule, noCounts } from "../limits/Counters.ts"
import { makeStoredCounters } from "../limits/storedCounters.ts"
import { readByIds } from "../members/memberList.ts"
import { tallies } from "../tables.ts"
import { type Rule, type StoredRule, UserLimit } from "./Rule.ts"
import { describeProgress, type ListProgress, type RuleUsage } from "./RuleUsage.ts"

/** The largest number of tallies that a page of progress reads. */
export const maxTallies = 500

/** Reads tallies of a rule, with and without progress, in the order of the members' ids. */
export const readProgress = statement({
  input: { partnerId: "uuid", ruleId: "uuid", after: "uuid", most: "integer" },
  output: tallies.row("memberId", "progress"),
  sql: `SELECT t.member_id, t.progress FROM rewards_tally t
    WHERE t.partner_id = ${given("partner_id")} AND t.rule_id = ${given("rule_id")}
      AND t.member_id > ${given("after")}
    ORDER BY t.member_id LIMIT ${given("most")}`
})

const usageOf = (rule: StoredRule, at: Date, counters: ReadonlyMap<string, Counter>): RuleUsage => {
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
    limits: limitsUsed(
      { limits, maxNumberOfParticipant, userLimitAward: UserLimit.Unlimited() },
      { participants, tally: noTally, used }
    )
  }
}

/** Reads the usage of rules, and the members in the middle of a cycle. Locks nothing. */
export const makeReadRuleUsage = (database: Context.Tag.Service<Database>) => {
  const storedCounters = makeStoredCounters(database)

  return {
    usage: Effect.fnUntraced(function* (rules: ReadonlyArray<StoredRule>, at: Date) {
      const keys = rules.flatMap((rule) => keysOfRule(rule, at))
      const { found } = yield* database.send(storedCounters.rowsOf(keys))
      const counters = yield* storedCounters.withCounted(keys, found, rules, at)
      return rules.map((rule) => usageOf(rule, at, counters))
    }),

    progress: Effect.fnUntraced(function* (rule: Rule, { after, limit, partnerId }: ListProgress) {
      if (rule.terms._tag === "Single") return { data: [], hasMore: false, next: null }
      const read = yield* database.run(readProgress, [
        { partnerId, ruleId: rule.id, after: after ?? smallestId, most: maxTallies }
      ])
      // Sub-rules that are inactive now do not count as done.
      const found = read
        .map(({ memberId, progress }) => ({ memberId, ...describeProgress(rule, progress) }))
        .filter(({ done }) => done > 0)
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : read.length < maxTallies ? undefined : read.at(-1)
      const members = yield* database.run(
        readByIds,
        page.map(({ memberId }) => ({ partnerId, id: memberId }))
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
