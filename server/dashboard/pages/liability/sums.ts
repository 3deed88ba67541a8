import type { Data } from "../../contract.ts"
import { dayOf, monthWords } from "../../parts/days.ts"
import { decimalOf, partsOf } from "../../parts/decimals.ts"

export type Liability = Data<"coins.liability">
type Month = Liability["expiring"][number]

const total = (coins: ReadonlyArray<string>): bigint => coins.reduce((sum, each) => sum + partsOf(each), 0n)

/** All coins that members have or will have: those in wallets and pending ones. */
export const owed = ({ outstanding, pending }: Liability): string => decimalOf(total([outstanding, pending]))

/** The coins in wallets that do not expire. */
export const lasting = ({ expiring, outstanding }: Liability): string =>
  decimalOf(partsOf(outstanding) - total(expiring.map(({ coins }) => coins)))

const monthAfter = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** The month with which the plot begins. Coins of a zone west of UTC can belong to the month before. */
const firstOf = ({ at, expiring }: Liability): string => {
  const current = dayOf(at).slice(0, 7)
  const first = expiring[0]?.month ?? current
  return first < current ? first : current
}

/** So many months from the first on, also those in which no coins expire, and the coins that expire later. */
export const monthsOf = (
  of: Liability,
  count: number
): { readonly months: ReadonlyArray<Month>; readonly later: string } => {
  const first = firstOf(of)
  const known = new Map(of.expiring.map(({ coins, month }) => [month, coins]))
  const months = Array.from({ length: count }, (_, index) => {
    const month = monthAfter(first, index)
    return { month, coins: known.get(month) ?? "0" }
  })
  const end = monthAfter(first, count)
  const later = of.expiring.filter(({ month }) => month >= end).map(({ coins }) => coins)
  return { months, later: decimalOf(total(later)) }
}

/** The months that count as soon. */
const soon = 3

/** The coins that expire in the first months, and the last of these months. */
export const expiringSoon = (of: Liability): { readonly coins: string; readonly until: string } => {
  const { months } = monthsOf(of, soon)
  return {
    coins: decimalOf(total(months.map(({ coins }) => coins))),
    until: monthWords(months.at(-1)?.month ?? "")
  }
}

/** The months that a plot shows: up to the last with coins, but at least half a year and at most two years. */
export const shownMonths = (of: Liability): number => {
  const { months } = monthsOf(of, 24)
  const last = months.findLastIndex(({ coins }) => coins !== "0")
  return Math.max(6, last + 1)
}

const figures = ["outstanding", "pending", "expired", "awarded", "spent", "reversed", "adjusted"] as const

/** The answer as a table: a row for each figure, and one for each month in which coins expire. */
export const tableOf = (of: Liability): ReadonlyArray<ReadonlyArray<string>> => [
  ["at", "figure", "month", "coins"],
  ...figures.map((figure) => [of.at, figure, "", of[figure]]),
  ...of.expiring.map(({ coins, month }) => [of.at, "expiring", month, coins])
]
