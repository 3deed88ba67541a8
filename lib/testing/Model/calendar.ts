import type { Period } from "../../index.ts"

/**
 * Windows of the calendar, in the simplest way: two times are in the same window if `Intl` shows the same date for both.
 * Local dates never go back in the time zones of the harness.
 */

const hour = 3_600_000
const day = 24 * hour

/** Caches a function. A full cache is emptied. */
const cached = <A>(size: number, make: (key: string) => A): ((key: string) => A) => {
  const known = new Map<string, { readonly value: A }>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found.value
    if (known.size >= size) known.clear()
    const value = make(key)
    known.set(key, { value })
    return value
  }
}

const formatter = cached(
  50,
  (timeZone) =>
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit"
    })
)

interface Local {
  /** "2027-12-31" */
  readonly date: string
  readonly hour: string
}

const localOf = cached(10_000, (key): Local => {
  const [timeZone = "", at] = key.split(" ")
  const shown = new Map(
    formatter(timeZone)
      .formatToParts(Number(at))
      .map(({ type, value }) => [type, value])
  )
  return {
    date: `${shown.get("year")}-${shown.get("month")}-${shown.get("day")}`,
    hour: shown.get("hour") ?? ""
  }
})

const local = (timeZone: string, at: number): Local => localOf(`${timeZone} ${at}`)

/** The Monday of a date's week. */
const mondayOf = (date: string): string => {
  const at = new Date(`${date}T00:00:00Z`)
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - sinceMonday * day).toISOString().slice(0, 10)
}

/** Names the window that contains a time. */
export const windowOf = (timeZone: string, period: Period, at: number): string => {
  if (period === "ever") return "ever"
  const { date } = local(timeZone, at)
  if (period === "week") return `week of ${mondayOf(date)}`
  return period === "day" ? date : date.slice(0, period === "month" ? 7 : 4)
}

/** Longer than any window of the period. */
const longest = { day: 50 * hour, week: 9 * day, month: 33 * day, year: 368 * day }

const ends = new Map<string, number>()

/** The first moment after the window that contains a time, or null if the window never ends. */
export const endOf = (timeZone: string, period: Period, at: number): number | null => {
  if (period === "ever") return null
  const window = windowOf(timeZone, period, at)
  const key = `${timeZone} ${window}`
  let inside = at
  let after = ends.get(key) ?? at + longest[period]
  if (ends.has(key)) return after
  while (after - inside > 1) {
    const middle = Math.floor((inside + after) / 2)
    if (windowOf(timeZone, period, middle) === window) inside = middle
    else after = middle
  }
  if (ends.size > 10_000) ends.clear()
  ends.set(key, after)
  return after
}

/** The first moment of the next day. */
export const nextMidnight = (timeZone: string, at: number): number => endOf(timeZone, "day", at) ?? at

/** The first moment of the next day that does not have 24 hours; of the next day in zones without such days. */
export const nextClockChange = (timeZone: string, at: number): number => {
  const first = nextMidnight(timeZone, at)
  for (let days = 1; days < 370; days++) {
    if (local(timeZone, first + days * day).hour !== "00") return first + (days - 1) * day
  }
  return first
}
