import { Schema } from "effect"
import * as Coins from "../rewards/Coins.ts"
import { PartnerId, RuleId } from "../rewards/Id.ts"
import { RefusalCode, RefusingLimit } from "../rewards/refusals/Refusal.ts"
import type * as Documented from "../schema/Documented.ts"
import { type CrossCheck, isDay, mustBe, required } from "../schema/Input.ts"

export const millisOfDay = 86_400_000

/** The largest number of days in one request. */
export const mostDays = 400

/** The number of days in a range without `from` or without `to`. A range without `to` has fewer days if it would end after today. */
export const defaultDays = 30

/** A calendar day. */
export const Day = Schema.String.pipe(
  Schema.filter(isDay, { jsonSchema: { format: "date" } }),
  mustBe("a day, such as 2026-01-31")
)

const range = { from: Schema.optional(Day), to: Schema.optional(Day) }

export const ReadStatistics = Schema.Struct({ partnerId: required(PartnerId), ...range })
export type ReadStatisticsInput = Documented.Of<typeof ReadStatistics, Documented.ReadStatisticsInput>

export const ReadRuleStatistics = Schema.Struct({
  partnerId: required(PartnerId),
  id: required(RuleId),
  ...range
})
export type ReadRuleStatisticsInput = Documented.Of<
  typeof ReadRuleStatistics,
  Documented.ReadRuleStatisticsInput
>

/** Returns the number of days from 1970-01-01 to a day. */
export const dayNumberOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) / millisOfDay

export const dayOf = (number: number): string => new Date(number * millisOfDay).toISOString().slice(0, 10)

export const checkDays: CrossCheck = ({ from, to }) => {
  if (typeof from !== "string" || typeof to !== "string" || !isDay(from) || !isDay(to)) return []
  const length = dayNumberOf(to) - dayNumberOf(from) + 1
  if (length < 1) return [{ field: "to", problem: `must not be before from, which is ${from}` }]
  return length > mostDays
    ? [{ field: "from", problem: `must be less than ${mostDays} days before to, which is ${to}` }]
    : []
}

/** The first and the last day of a range, as numbers of days from 1970-01-01. */
export interface DayRange {
  readonly since: number
  readonly until: number
}

/**
 * Returns the days of a range. The range ends today by default. If only `to` is given, the range has 30 days. If only `from` is given, the
 * range has 30 days, or ends today if that is earlier.
 */
export const daysIn = (
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: number
): DayRange => {
  const first = from === undefined ? undefined : dayNumberOf(from)
  const last = first === undefined ? today : Math.min(first + defaultDays - 1, today)
  const until = to === undefined ? last : dayNumberOf(to)
  return { since: first ?? until - defaultDays + 1, until }
}

/**
 * The statistics of one day in UTC. A reversal or refund counts on the day on which it was made. Expired coins count on the day of their
 * expiry.
 */
export const DayStatistics = Schema.Struct({
  day: Schema.String,
  /** The number of awards that paid coins. */
  awards: Schema.Int,
  /** The coins of these awards, including coins that are still pending. */
  earned: Coins.Amount,
  reversals: Schema.Int,
  reversed: Coins.Amount,
  /** The number of transfers to the partner. */
  transfers: Schema.Int,
  /** The coins of these transfers. */
  spent: Coins.Amount,
  refunds: Schema.Int,
  refunded: Coins.Amount,
  /** The coins that expired, or that were erased with their member. */
  expired: Coins.Amount,
  /** The part of `reversed` and `debited` that had already expired. These coins were no longer owed. */
  unexpired: Coins.Amount,
  /** The number of adjustments and of reversals of adjustments. */
  adjustments: Schema.Int,
  /** The coins that adjustments and their reversals added to wallets. */
  credited: Coins.Amount,
  /** The coins that adjustments and their reversals removed from wallets. */
  debited: Coins.Amount,
  /** The number of awards that rules refused or suppressed. It is approximate. */
  refused: Schema.Int,
  /** The coins that were owed at the end of the day, as decimal text. If the day has not ended, the coins that are owed now. */
  owed: Schema.String
})
export type DayStatistics = typeof DayStatistics.Type

/** The coins that a rule's awards paid in a range of days. `reversed` is the part that reversals have taken back so far. */
export const RuleCost = Schema.Struct({
  ruleId: RuleId,
  ruleName: Schema.String,
  awards: Schema.Int,
  coins: Schema.String,
  reversed: Schema.String
})
export type RuleCost = typeof RuleCost.Type

/** The number of rules that are not in the list, and the sums over these rules. */
export const OtherRules = Schema.Struct({
  rules: Schema.Int,
  awards: Schema.Int,
  coins: Schema.String,
  reversed: Schema.String
})

/** A reason for which awards were refused or suppressed, and the number of these awards. */
const refusal = {
  code: RefusalCode,
  /** The limit that was reached, if `code` is `limit_reached`. Otherwise null. */
  limit: Schema.NullOr(RefusingLimit),
  count: Schema.Int
}

export const RuleRefusals = Schema.Struct({ ruleId: RuleId, ruleName: Schema.String, ...refusal })
export type RuleRefusals = typeof RuleRefusals.Type

export const Earner = Schema.Struct({
  userId: Schema.String,
  coins: Schema.String,
  /** The number of awards. Null if the list comes from the board of a month, because a board does not count awards. */
  awards: Schema.NullOr(Schema.Int)
})
export type Earner = typeof Earner.Type

export const Statistics = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  /** The time of `owed`, `outstanding` and `pending`. */
  at: Schema.Date,
  /** The sum of the coins in all wallets and the pending coins, as decimal text. The sum can exceed the largest `Coins.Amount`. */
  owed: Schema.String,
  outstanding: Schema.String,
  pending: Schema.String,
  /** Every day of the range, including days on which nothing happened. */
  days: Schema.Array(DayStatistics),
  /** The rules that paid most in the range, at most 50. */
  rules: Schema.Array(RuleCost),
  otherRules: OtherRules,
  /**
   * The ten members who earned most from `from` to `to`. If the range has more than 20,000 payments, the list comes from the board of the
   * month in which the range ends, and `from` and `to` are the first and last day of this month.
   */
  members: Schema.Struct({ from: Schema.String, to: Schema.String, data: Schema.Array(Earner) }),
  /** The most frequent reasons for which rules refused or suppressed awards, at most 50. The counts are approximate. */
  refusals: Schema.Array(RuleRefusals),
  /** The number of refused or suppressed awards that are not in `refusals`. */
  otherRefusals: Schema.Int
})
export type Statistics = typeof Statistics.Type

export const RuleDay = Schema.Struct({
  day: Schema.String,
  awards: Schema.Int,
  coins: Coins.Amount,
  reversed: Coins.Amount
})
export type RuleDay = typeof RuleDay.Type

/** A member whom a rule paid. */
export const RuleEarner = Schema.Struct({
  userId: Schema.String,
  coins: Schema.String,
  /** The number of awards that paid. */
  awards: Schema.Int
})
export type RuleEarner = typeof RuleEarner.Type

/**
 * The coins that a rule paid on each day of a range. The day of an award is its local day in the time zone that the rule had at that time.
 * A reversal counts on the day of its award. Refusals are counted by days in UTC.
 */
export const RuleStatistics = Schema.Struct({
  ruleId: RuleId,
  ruleName: Schema.String,
  timeZone: Schema.String,
  from: Schema.String,
  to: Schema.String,
  days: Schema.Array(RuleDay),
  /**
   * The ten members whom the rule paid most in the range. At most the newest 20,000 awards of the rule and its sub-rules are examined.
   * `after` is null if these are all awards of the range. Otherwise only awards after this time count.
   */
  members: Schema.Struct({ after: Schema.NullOr(Schema.Date), data: Schema.Array(RuleEarner) }),
  refusals: Schema.Array(Schema.Struct(refusal))
})
export type RuleStatistics = typeof RuleStatistics.Type
