import { words } from "../../words/boards.ts"
import { type Language, language, locales } from "../../words/language.ts"

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

const monthsIn = (of: Language): ReadonlyArray<string> =>
  Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2000, month)).toLocaleString(locales[of].dates, { month: "long", timeZone: "UTC" })
  )

/** The names of the months. */
export const months = monthsIn(language)

/** The same as the API spells them. */
export const monthsOfApi = monthsIn("en")

export const boards = [
  ["points", words.boards.points],
  ["earner", words.boards.earner],
  ["spender", words.boards.spender]
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

/** Describes what the board counts. */
export const boardSentence = ({ board, month, year }: BoardQuery): string => {
  if (board === "points") return words.counting.points
  const counted = words.counting[board]
  if (year === undefined) return counted.ever
  return month === undefined ? counted.year(year) : counted.month(months[month - 1] ?? "", year)
}
