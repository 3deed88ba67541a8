import { BoundedMap } from "../../schema/BoundedMap.ts"

export const periods = ["day", "week", "month", "year", "ever"] as const
export type Period = (typeof periods)[number]

/** From `startsAt` on, and before `endsAt`. `endsAt` is null for "ever", and for a window that ends after the last Date. */
export interface Window {
  readonly startsAt: Date
  readonly endsAt: Date | null
}

/** A window in milliseconds. A caller could change a Date, so the cache holds none. */
interface WindowMillis {
  readonly start: number
  readonly end: number
}

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour

/** The last instant of a Date. */
const latest = 8.64e15

/** More than the offset of any zone at any time, including local mean times on the far side of the date line. */
const largestOffset = 16 * hour

/** The last window by zone and period. Nearly every award asks for the same one again. Bounded, because partners choose the zones. */
const spans = new BoundedMap<WindowMillis>(1_000)

/** Far fewer than windows: a formatter takes tens of kilobytes, and is needed only when a window has ended. */
const formatters = new BoundedMap<Intl.DateTimeFormat>(50)

const formatterOf = (timeZone: string): Intl.DateTimeFormat =>
  formatters.get(timeZone) ??
  formatters.remember(
    timeZone,
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric"
    })
  )

/** Local time minus UTC at an instant, to the second: some offsets of the 1970s are not whole minutes. */
const offsetAt = (formatter: Intl.DateTimeFormat, at: number): number => {
  // Local time at the very end of the range of Date may be outside it. No zone changes in its last two days.
  const instant = Math.floor(Math.min(at, latest - 2 * day) / second) * second
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatter.formatToParts(instant)) shown[type] = Number(value)
  const { year = 0, month = 0, day: date = 0, hour: hours = 0, minute = 0, second: seconds = 0 } = shown
  return Date.UTC(year, month - 1, date, hours, minute, seconds) - instant
}

/**
 * The first instant after `from`, up to and including `to`, with another offset than `from`. They are at most 32 hours
 * apart, and no zone has ever changed twice within three days, so equal offsets at both mean no change between them.
 */
const changeBetween = (formatter: Intl.DateTimeFormat, from: number, to: number): number | undefined => {
  const offset = offsetAt(formatter, from)
  if (offsetAt(formatter, to) === offset) return undefined
  let same = from
  let changed = to
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2)
    if (offsetAt(formatter, middle) === offset) same = middle
    else changed = middle
  }
  return changed
}

/**
 * The first instant whose local time is `midnight` or later; local times are given as if they were UTC. Of two equal
 * midnights it is the first, and of a midnight that was skipped, the end of the gap. It never falls when `midnight`
 * rises, so windows that start and end at such instants neither overlap nor leave gaps.
 */
const firstInstantOf = (formatter: Intl.DateTimeFormat, midnight: number): number => {
  let from = midnight - largestOffset
  for (;;) {
    const reached = midnight - offsetAt(formatter, from)
    if (reached <= from) return from
    const change = changeBetween(formatter, from, reached)
    if (change === undefined) return reached
    from = change
  }
}

/** The local midnight that starts the period of a local time, or one of the periods after it. */
const midnightOf = (period: Exclude<Period, "ever">, local: number, later: number): number => {
  const date = new Date(local)
  const days = Math.floor(local / day)
  switch (period) {
    case "day":
      return (days + later) * day
    case "week":
      // Day 0 was a Thursday, three days after a Monday.
      return (Math.floor((days + 3) / 7) * 7 - 3 + later * 7) * day
    case "month":
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
    case "year":
      return Date.UTC(date.getUTCFullYear() + later, 0)
  }
}

const spanOf = (timeZone: string, period: Exclude<Period, "ever">, at: number): WindowMillis => {
  const formatter = formatterOf(timeZone)
  const local = Math.min(at + offsetAt(formatter, at), latest)
  let start = firstInstantOf(formatter, midnightOf(period, local, 0))
  for (let later = 1; ; later++) {
    const midnight = midnightOf(period, local, later)
    // Not a number when it is outside the range of Date.
    const end = midnight <= latest ? firstInstantOf(formatter, midnight) : Number.POSITIVE_INFINITY
    if (at < end) return { start, end }
    // The clock went back over midnight: the local date is the old one again, but the new window has started.
    // DateTime.startOf of Effect gives the old day here, so that its days overlap.
    start = end
  }
}

/**
 * The window of a period that holds an instant of 1970 or later, by the calendar of a time zone. Weeks start on Monday.
 * A window starts at the first instant whose local date is in the period. It continues when clocks go back over midnight after
 * that. Throws a RangeError for a time zone that the runtime does not know.
 */
export const windowOf = (timeZone: string, period: Period, at: Date): Window => {
  if (period === "ever") return { startsAt: new Date(0), endsAt: null }
  const instant = at.getTime()
  const key = `${period} ${timeZone}`
  const known = spans.get(key)
  const span =
    known !== undefined && known.start <= instant && instant < known.end
      ? known
      : spans.remember(key, spanOf(timeZone, period, instant))
  return { startsAt: new Date(span.start), endsAt: span.end <= latest ? new Date(span.end) : null }
}

/** The names of three letters in the IANA database. V8 knows others from ICU, such as IST, that mean several zones. */
const abbreviations = new Set("CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET".split(" "))

/**
 * Whether a name is one of the IANA database that this runtime knows, in upper or lower case. Refuses what only some
 * runtimes accept: offsets such as "+01:00", and names that ICU added.
 */
export const isTimeZone = (name: string): boolean => {
  if (!/^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)*$/i.test(name) || name.length > 64) return false
  if (/^SystemV\//i.test(name)) return false
  if (name.length === 3 && !abbreviations.has(name.toUpperCase())) return false
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name })
    return true
  } catch {
    return false
  }
}
