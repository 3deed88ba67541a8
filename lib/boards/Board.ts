import { ParseResult, Schema } from "effect"
import * as Coins from "../rewards/Coins.ts"
import { MemberId } from "../rewards/Id.ts"
import { Count, mustBe } from "../schema/Input.ts"

/**
 * An `earner` board ranks members by the coins of their awards and of adjustments with `points`. A `spender` board ranks them by the
 * coins that they moved to the partner. Coins that were reversed or refunded do not count.
 */
export const BoardType = Schema.Literal("earner", "spender").pipe(mustBe('"earner" or "spender"'))
export type BoardType = typeof BoardType.Type

/** A calendar month in UTC; `month` counts from 1. */
export interface MonthOfYear {
  readonly year: number
  readonly month: number
}

export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
] as const

/** SQLite compares instants as text, so every instant on a board must have a year of four digits. */
export const Year = Count.pipe(
  Schema.filter((year) => year >= 1970 && year <= 2999, {
    jsonSchema: { pattern: "^(19[7-9][0-9]|2[0-9]{3})$", minimum: 1970, maximum: 2999 }
  }),
  mustBe("a year from 1970 to 2999")
)

/** Reads the number or English name of a month. Returns 0 for any other input. */
const monthNumber = (input: string | number): number => {
  const text = String(input).toLowerCase()
  const named = monthNames.findIndex((name) => name.toLowerCase() === text)
  return /^([1-9]|1[0-2])$/.test(text) ? Number(text) : named + 1
}

export const Month = Schema.transformOrFail(
  Schema.Union(Schema.String, Schema.Number),
  Schema.Int.pipe(Schema.between(1, 12)),
  {
    strict: true,
    decode: (input, _, ast) => {
      const month = monthNumber(input)
      return month === 0 ? ParseResult.fail(new ParseResult.Type(ast, input)) : ParseResult.succeed(month)
    },
    encode: (month) => ParseResult.succeed(month)
  }
).pipe(
  mustBe("a month from 1 to 12 or its English name"),
  Schema.annotations({ jsonSchema: { type: ["string", "number"], minimum: 1, maximum: 12 } })
)

/** Numbers the boards of a partner: 0 and 1 are the all-time boards, and each month has two larger numbers. */
export const boardNumber = (type: BoardType, month: MonthOfYear | null): number =>
  2 * (month === null ? 0 : month.year * 12 + month.month) + (type === "earner" ? 0 : 1)

/** Returns the first instant of a month, and the first instant after the month. */
export const bounds = ({ year, month }: MonthOfYear): { readonly since: Date; readonly until: Date } => ({
  since: new Date(Date.UTC(year, month - 1)),
  until: new Date(Date.UTC(year, month))
})

/** Returns the months of a year that have begun at the time `now`. */
export const monthsBegun = (year: number, now: Date): ReadonlyArray<MonthOfYear> =>
  monthNames
    .map((_, index) => ({ year, month: index + 1 }))
    .filter((month) => bounds(month).since.getTime() <= now.getTime())

/** The score and position of one member. Both are 0 for a member whose score is not above 0. */
export const UserPosition = Schema.Struct({
  userId: Schema.String,
  amount: Coins.Amount,
  position: Schema.Int
})
export type UserPosition = typeof UserPosition.Type

export const PointsEntry = Schema.Struct({
  id: MemberId,
  userId: Schema.String,
  points: Coins.Amount,
  /** When the member was onboarded. */
  createdAt: Schema.Date,
  /** The time of the member's last paid award, adjustment with `points`, or reversal. */
  updatedAt: Schema.Date
})
export type PointsEntry = typeof PointsEntry.Type

export const CoinsEntry = Schema.Struct({ userId: Schema.String, coins: Coins.Amount })
export type CoinsEntry = typeof CoinsEntry.Type

const page = <A, I>(entry: Schema.Schema<A, I>) =>
  Schema.Struct({
    userPosition: Schema.NullOr(UserPosition),
    entries: Schema.Array(entry),
    count: Schema.Int,
    currentPage: Schema.Int,
    nextPage: Schema.NullOr(Schema.Int),
    prevPage: Schema.NullOr(Schema.Int),
    lastPage: Schema.Int
  })

export const PointsPage = page(PointsEntry)
export type PointsPage = typeof PointsPage.Type

export const CoinsPage = page(CoinsEntry)
export type CoinsPage = typeof CoinsPage.Type

export const CoinsYear = Schema.Struct({
  year: Schema.Int,
  months: Schema.Array(
    Schema.Struct({
      month: Schema.Int,
      name: Schema.Literal(...monthNames),
      entries: Schema.Array(CoinsEntry)
    })
  )
})
export type CoinsYear = typeof CoinsYear.Type

/** Returns the page numbers of an answer. An empty board has one page. For a page past the end, `prevPage` is the last page. */
export const pagesAround = (
  count: number,
  page: number,
  size: number
): Pick<PointsPage, "count" | "currentPage" | "nextPage" | "prevPage" | "lastPage"> => {
  const lastPage = Math.max(1, Math.ceil(count / size))
  return {
    count,
    currentPage: page,
    nextPage: page < lastPage ? page + 1 : null,
    prevPage: page > 1 ? Math.min(page - 1, lastPage) : null,
    lastPage
  }
}
