import { Array as Arr, Either, Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { required } from "../../schema/Input.ts"
import * as Coins from "../Coins.ts"
import { PartnerId } from "../Id.ts"
import { Per, Period } from "../limits/Limit.ts"
import { instantsOf, type TimeFields } from "../lots/period.ts"
import { UserId } from "../members/Member.ts"
import { type Rule, RuleName, UserLimit } from "../rules/Rule.ts"
import { SuppressedBy } from "./Award.ts"
import {
  type AwardCounts,
  AwardRefusal,
  type DecidableRule,
  type DecidedAward,
  decide,
  suppressedBy
} from "./decide.ts"

export const ExplainAward = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  ruleName: required(RuleName),
  amount: Schema.optional(Coins.PositiveDecimal)
})
export type ExplainAwardInput = Documented.Of<typeof ExplainAward, Documented.ExplainAwardInput>

/** A limit, and how much of it is used. `used` and `max` are numbers of awards or participants, or decimal amounts of coins. */
export const LimitStanding = Schema.Struct({
  per: Per,
  period: Period,
  measure: Schema.Literal("awards", "coins", "participants"),
  used: Schema.String,
  max: Schema.String,
  /** When the current window ends; null if it never ends. */
  resetsAt: Schema.NullOr(Schema.Date)
})
export type LimitStanding = typeof LimitStanding.Type

/** The outcome that an award would have now, and why. */
export const Explanation = Schema.Struct({
  outcome: Schema.Literal("pays", "counts", "suppressed", "refused"),
  wouldPay: Schema.Boolean,
  coins: Coins.Amount,
  /** When these coins would mature; null if they would not have to wait, or if the award would not pay. */
  maturesAt: Schema.NullOr(Schema.Date),
  /** When these coins would expire; null if they would not, or if the award would not pay. */
  expiresAt: Schema.NullOr(Schema.Date),
  /** The error that the award would fail with. */
  refusal: Schema.NullOr(AwardRefusal),
  suppressedBy: Schema.NullOr(SuppressedBy),
  /** Why the award would be refused or suppressed. */
  reason: Schema.NullOr(Schema.String),
  /** The progress before the award. A payment needs `of` completions or sub-rules; `done` of them are finished. */
  progress: Schema.Struct({ done: Schema.Int, of: Schema.Int }),
  /**
   * True if the award names a sub-rule that the member has already finished in this cycle. The award would be recorded, but it would change
   * nothing.
   */
  alreadyDone: Schema.Boolean,
  /** The limits of the rule: first `maxNumberOfParticipant`, then `userLimitAward` if it is set, then the `limits` of the rule. */
  limits: Schema.Array(LimitStanding)
})
export type Explanation = typeof Explanation.Type

/** Returns the number of bits that are 1. */
const bits = (value: number): number => value.toString(2).replaceAll("0", "").length

export const progressOf = ({ terms }: Pick<Rule, "terms">, progress: number): Explanation["progress"] => {
  switch (terms._tag) {
    case "Single":
      return { done: 0, of: 1 }
    case "Batched":
      return { done: progress, of: terms.completionNumber }
    case "Combined": {
      const active = terms.subRules.reduce(
        (set, { status }, index) => (status === "active" ? set | (1 << index) : set),
        0
      )
      return { done: bits(progress & active), of: bits(active) }
    }
  }
}

export const limitsUsed = (
  rule: Pick<Rule, "limits" | "maxNumberOfParticipant" | "userLimitAward">,
  { participants, tally, used }: AwardCounts
): ReadonlyArray<LimitStanding> => {
  const { limits, maxNumberOfParticipant: places, userLimitAward } = rule
  const found: Array<LimitStanding> = []
  const add = (
    limit: Pick<LimitStanding, "per" | "period" | "resetsAt">,
    measure: LimitStanding["measure"],
    used: string,
    max: string
  ) => found.push({ per: limit.per, period: limit.period, measure, used, max, resetsAt: limit.resetsAt })

  const ever = { period: "ever", resetsAt: null } as const
  add({ ...ever, per: "rule" }, "participants", String(participants), String(places))
  if (UserLimit.$is("AtMost")(userLimitAward)) {
    add({ ...ever, per: "member" }, "awards", String(tally.paid), String(userLimitAward.awards))
  }
  for (const [index, { awards, coins, per, period }] of limits.entries()) {
    const now = Arr.unsafeGet(used, index)
    const limit = { per, period, resetsAt: now.resetsAt }
    if (awards !== undefined) add(limit, "awards", String(now.awards), String(awards))
    if (coins !== undefined) add(limit, "coins", Coins.format(now.coins), Coins.format(coins))
  }
  return found
}

export const explain = (
  rule: DecidableRule & TimeFields,
  counts: AwardCounts,
  award: DecidedAward
): Explanation => {
  const decided = decide(rule, counts, award)
  const known = {
    coins: Coins.zero,
    maturesAt: null,
    expiresAt: null,
    wouldPay: false,
    refusal: null,
    suppressedBy: null,
    reason: null,
    progress: progressOf(rule, counts.tally.progress),
    alreadyDone: false,
    limits: limitsUsed(rule, counts)
  }
  if (Either.isLeft(decided)) {
    return { ...known, outcome: "refused", refusal: decided.left, reason: decided.left.message }
  }
  const decision = decided.right
  switch (decision._tag) {
    case "Paid":
      return {
        ...known,
        outcome: "pays",
        wouldPay: true,
        coins: decision.coins,
        ...instantsOf(rule, award.at)
      }
    case "Counted":
      return {
        ...known,
        outcome: "counts",
        alreadyDone: decision.tally.progress === counts.tally.progress
      }
    case "Suppressed": {
      const { reason } = decision
      return { ...known, outcome: "suppressed", suppressedBy: suppressedBy(reason), reason: reason.message }
    }
  }
}
