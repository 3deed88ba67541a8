/** The board, period, page and member in the address. */
export interface BoardQuery {
  readonly board: "points" | "earner" | "spender"
  /** Absent for all time. */
  readonly year: number | undefined
  /** Counts from 1. Absent for a whole year. */
  readonly month: number | undefined
  readonly page: number
  /** The member whose page is shown, instead of a page by number. */
  readonly around: string
  /** The member who is marked. */
  readonly userId: string
}

/** The names of the months, as the API spells them. */
export const months = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month)).toLocaleString("en", { month: "long", timeZone: "UTC" })
)

export const boards = [
  ["points", "Points"],
  ["earner", "Coins earned"],
  ["spender", "Coins spent"]
] as const

const wholeIn = (text: string | null, from: number, to: number): number | undefined => {
  const value = Number(text ?? "")
  return Number.isInteger(value) && value >= from && value <= to ? value : undefined
}

/** Ignores invalid values in the address. */
export const boardQueryOf = (query: URLSearchParams): BoardQuery => {
  const board = boards.find(([name]) => name === query.get("board"))?.[0] ?? "points"
  const year = board === "points" ? undefined : wholeIn(query.get("year"), 1970, 2999)
  const around = query.get("around") ?? ""
  return {
    board,
    year,
    month: year === undefined ? undefined : wholeIn(query.get("month"), 1, 12),
    page: wholeIn(query.get("page"), 1, Number.MAX_SAFE_INTEGER) ?? 1,
    around,
    userId: around || (query.get("userId") ?? "")
  }
}

/** "in March 2026", "in 2026" or "at any time". */
export const timeOf = ({ month, year }: BoardQuery): string =>
  year === undefined ? "at any time" : month === undefined ? `in ${year}` : `in ${months[month - 1]} ${year}`

const what = {
  points:
    "All coins that a member ever earned. Spending them does not lower the points; reversing an award does.",
  earner: "Coins that you awarded",
  spender: "Coins that members redeemed"
} as const

/** Describes what the board counts. */
export const boardSentence = (query: BoardQuery): string =>
  query.board === "points"
    ? what.points
    : `${what[query.board]} ${timeOf(query)}${query.year === undefined ? "" : ", by the calendar in UTC"}.`
