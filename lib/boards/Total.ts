import { Schema } from "effect"
import * as Coins from "../rewards/Coins.ts"
import { PartnerId } from "../rewards/Id.ts"
import type * as Documented from "../schema/Documented.ts"
import { type CrossCheck, isDay, mustBe, required } from "../schema/Input.ts"

export const millisOfDay = 86_400_000

/** The largest number of days in one request. */
export const mostDays = 366

/** A calendar day in UTC. */
export const Day = Schema.String.pipe(
  Schema.filter(isDay, { jsonSchema: { format: "date" } }),
  mustBe("a day, such as 2026-01-31")
)

export const ListTotals = Schema.Struct({
  partnerId: required(PartnerId),
  from: Schema.optional(Day),
  to: Schema.optional(Day)
})
export type ListTotalsInput = Documented.Of<typeof ListTotals, Documented.ListTotalsInput>

/** The number of days from 1970-01-01 to a day. */
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

/**
 * What a partner's members earned and spent on one day, and what was adjusted. A reversal or refund counts on the day on which it was
 * made.
 */
export const DayTotals = Schema.Struct({
  day: Schema.String,
  /** The number of awards that paid coins. */
  awards: Schema.Int,
  /** The coins of these awards. */
  awarded: Coins.Amount,
  reversals: Schema.Int,
  reversed: Coins.Amount,
  /** The number of transfers to the partner. */
  transfers: Schema.Int,
  /** The coins of these transfers. They returned to the partner. */
  returned: Coins.Amount,
  refunds: Schema.Int,
  refunded: Coins.Amount,
  /** The number of adjustments and of reversals of adjustments. */
  adjustments: Schema.Int,
  /** The coins that adjustments and their reversals added to wallets. */
  credited: Coins.Amount,
  /** The coins that adjustments and their reversals removed from wallets. */
  debited: Coins.Amount
})
export type DayTotals = typeof DayTotals.Type

export const Totals = Schema.Struct({
  /** The coins in all wallets now, as decimal text. The sum can exceed the largest `Coins.Amount`. */
  outstanding: Schema.String,
  /** Every day of the range, including days on which all totals are 0. */
  days: Schema.Array(DayTotals)
})
export type Totals = typeof Totals.Type
