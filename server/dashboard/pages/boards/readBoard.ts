import { call } from "../../api.ts"
import type { Data } from "../../contract.ts"
import { readNames } from "../../parts/names.tsx"
import { type BoardQuery, months, monthsOfApi } from "./boardQuery.ts"
import { type Entry, type Ranked, rank } from "./ranks.ts"

export interface BoardPage {
  readonly ranked: ReadonlyArray<Ranked>
  /** The position of the page's first entry in the whole list, from 1. */
  readonly order: number
  readonly count: number
  readonly page: number
  readonly last: number
  readonly next: number | null
  readonly previous: number | null
  readonly position: { readonly userId: string; readonly amount: number; readonly rank: number } | null
}

const size = 20

interface Window {
  readonly page?: string
  readonly around?: string
  readonly userId?: string
}

interface Page {
  readonly entries: ReadonlyArray<Entry>
  readonly answer: Omit<Data<"boards.points">, "data" | "userPosition" | "count">
  readonly count: number
  readonly position: BoardPage["position"]
}

type Position = {
  readonly userId: string
  readonly amount: number | string
  readonly position: number
} | null

const positionOf = (found: Position): BoardPage["position"] =>
  found && { userId: found.userId, amount: Number(found.amount), rank: found.position }

const readPoints = async (window: Window, limit: number, signal: AbortSignal): Promise<Page> => {
  const { count, data, userPosition, ...answer } = await call("boards.points", {
    query: { ...window, take: String(limit) },
    signal
  })
  const entries = data.map(({ points, updatedAt, user }) => ({
    userId: user.userId,
    coins: points,
    reachedAt: updatedAt
  }))
  return { entries, answer, count, position: positionOf(userPosition) }
}

const readCoins = async (
  { month, year }: BoardQuery,
  type: "earner" | "spender",
  window: Window,
  limit: number,
  signal: AbortSignal
): Promise<Page> => {
  const time = year === undefined || month === undefined ? {} : { year: String(year), month: String(month) }
  const query = { ...window, ...time, type, limit: String(limit) }
  const found = await call("boards.coins", { query, signal })
  if ("leaderboards" in found) throw new Error("The service answered with a year where a page was asked for.")
  const { count, data, userPosition, ...answer } = found
  const entries = data.map(({ coins, userId }) => ({ userId, coins: Number(coins) }))
  return { entries, answer, count: Number(count), position: positionOf(userPosition) }
}

/** A page of a board with competition ranks, which the answer does not contain. */
export const readBoard = async (query: BoardQuery, signal: AbortSignal): Promise<BoardPage> => {
  const { around, board, page, userId } = query
  const read = (window: Window, limit: number) =>
    board === "points" ? readPoints(window, limit, signal) : readCoins(query, board, window, limit, signal)
  const whose = userId === "" ? {} : { userId }
  const found = await read(around === "" ? { page: String(page), ...whose } : { around, ...whose }, size)
  await readNames(found.entries.map(({ userId }) => userId))
  const { currentpage, lastpage, nextpage, prevpage } = found.answer
  const order = (currentpage - 1) * size + 1
  const [top] = found.entries
  // The first entry may share its rank with the previous page, so its rank is read.
  const first =
    top === undefined || order === 1
      ? order
      : ((await read({ userId: top.userId }, 1)).position?.rank ?? order)
  return {
    ranked: rank(found.entries, order, first),
    order,
    count: found.count,
    page: currentpage,
    last: lastpage,
    next: nextpage,
    previous: prevpage,
    position: found.position
  }
}

export interface MonthOfYear {
  readonly name: string
  readonly entries: ReadonlyArray<{ readonly userId: string; readonly coins: number }>
}

/** The top members of each month that has begun, without the members with 0 coins that the answer adds. */
export const readYear = async (
  year: number,
  type: "earner" | "spender",
  signal: AbortSignal
): Promise<ReadonlyArray<MonthOfYear>> => {
  const found = await call("boards.coins", { query: { year: String(year), type, limit: "5" }, signal })
  if (!("leaderboards" in found))
    throw new Error("The service answered with a page where a year was asked for.")
  const monthsOfYear = Object.entries(found.leaderboards).map(([name, entries]) => ({
    name: months[monthsOfApi.indexOf(name)] ?? name,
    entries: entries
      .map(({ coins, userId }) => ({ userId, coins: Number(coins) }))
      .filter(({ coins }) => coins > 0)
  }))
  await readNames(monthsOfYear.flatMap(({ entries }) => entries.map(({ userId }) => userId)))
  return monthsOfYear
}
