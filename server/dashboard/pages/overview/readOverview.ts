import { call } from "../../api.ts"
import type { Statistics } from "../../contract.ts"
import { type Range, rangeBefore } from "./range.ts"

/** The most lines that the feed shows. */
export const newest = 8

/** What happened in a range, and in the range before. */
export interface Compared {
  readonly now: Statistics
  readonly before: Statistics
}

export const readStatistics = async (range: Range, signal?: AbortSignal): Promise<Compared> => {
  const [now, before] = await Promise.all(
    [range, rangeBefore(range)].map(({ from, to }) =>
      call("statistics.ofPartner", { query: { from, to }, ...(signal && { signal }) })
    )
  )
  if (now === undefined || before === undefined) throw new Error("a range was not read")
  return { now, before }
}

/** Reads the newest awards and events. Before the first award, also what is left to do until it. */
export const readOverview = async (signal: AbortSignal) => {
  const [awards, events] = await Promise.all([
    call("rules.awards", { query: { limit: String(newest) }, signal }),
    call("events.list", { query: { newest: String(newest) }, signal })
  ])
  const start = { awards: awards.data, events: events.data, next: events.next }
  if (awards.data.length > 0) return { start, toDo: undefined }
  const [rules, members, activities] = await Promise.all([
    call("rules.list", { query: { status: "active", limit: "1" }, signal }),
    call("members.list", { query: { limit: "1" }, signal }),
    call("activities.list", { query: { limit: "1" }, signal })
  ])
  const done = { rule: rules.data.length > 0, member: members.data.length > 0 }
  // Once activities come to a rule that decides, there is nothing to award by hand.
  return { start, toDo: done.rule && activities.data.length > 0 ? undefined : done }
}

type Overview = Awaited<ReturnType<typeof readOverview>>
/** The awards and events at the time of the read. */
export type Start = Overview["start"]
