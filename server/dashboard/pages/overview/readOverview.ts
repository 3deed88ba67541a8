import { call } from "../../api.ts"

/** The most lines that the feed shows. */
export const newest = 8

/** 60 days: the tiles compare the last 30 days with the 30 before. */
const firstDay = (): string => new Date(Date.now() - 59 * 86_400_000).toISOString().slice(0, 10)

/** Reads all data of the overview in parallel. Browsers send six requests at a time. */
export const readOverview = async (signal: AbortSignal) => {
  const active = { status: "active", limit: "100" } as const
  const [totals, board, rules, usage, awards, events] = await Promise.all([
    call("coins.totals", { query: { from: firstDay(), to: new Date().toISOString().slice(0, 10) }, signal }),
    call("boards.points", { query: { take: "1" }, signal }),
    call("rules.list", { query: active, signal }),
    call("rules.usage", { query: active, signal }),
    call("rules.awards", { query: { limit: String(newest) }, signal }),
    call("events.list", { query: { newest: String(newest) }, signal })
  ])
  const hasAward = awards.data.length > 0
  const start = { awards: awards.data, events: events.data, next: events.next }
  const read = { totals, rewarded: board.count, rules: rules.data, usage: usage.data, start }
  if (hasAward) return { ...read, toDo: undefined }
  const [members, activities] = await Promise.all([
    call("members.list", { query: { limit: "1" }, signal }),
    call("activities.list", { query: { limit: "1" }, signal })
  ])
  const done = { rule: rules.data.length > 0, member: members.data.length > 0 }
  // Once activities come to a rule that decides, there is nothing to award by hand.
  return { ...read, toDo: done.rule && activities.data.length > 0 ? undefined : done }
}

type Overview = Awaited<ReturnType<typeof readOverview>>
/** The awards and events at the time of the read. */
export type Start = Overview["start"]
