import { BoundedMap } from "../../schema/BoundedMap.ts"

export const periods = ["day", "week", "month", "year", "ever"] as const
export type Period = (typeof periods)[number]

/** The time from `startsAt` (inclusive) to `endsAt` (exclusive). `endsAt` is null if the window has no end. */
export interface Window {
  readonly startsAt: Date
  readonly endsAt: Date | null
}

/** A window in milliseconds. The cache stores numbers, because a caller could change a Date. */
interface WindowMillis {
  readonly start: number
  readonly end: number
}

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour

/** The last instant that a Date can represent. */
const latest = 8.64e15

/** Larger than the offset of any zone at any time. */
const largestOffset = 16 * hour

/** The window that was computed last for each zone and period. The map is bounded, because partners choose the zones. */
const spans = new BoundedMap<WindowMillis>(1_000)

/** This bound is lower than that of `spans`, because a formatter takes more memory. */
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

/**
 * Returns the difference between local time and UTC at an instant. It is exact to the second, because some offsets of the 1970s are not
 * whole minutes.
 */
const offsetAt = (formatter: Intl.DateTimeFormat, at: number): number => {
  // Near `latest`, a Date cannot represent the local time. No zone changes its offset in the two days before `latest`.
  const instant = Math.floor(Math.min(at, latest - 2 * day) / second) * second
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatter.formatToParts(instant)) shown[type] = Number(value)
  const { year = 0, month = 0, day: date = 0, hour: hours = 0, minute = 0, second: seconds = 0 } = shown
  return Date.UTC(year, month - 1, date, hours, minute, seconds) - instant
}

/**
 * Returns the first instant after `from`, up to and including `to`, that has another offset than `from`. `from` and `to` are at most 32
 * hours apart. No zone changes its offset twice in such a short time.
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
 * Returns the first instant whose local time is `local` or later. `local` is written as if it were UTC. If clocks show it twice, the result
 * is the first of the two instants. If clocks skip it, the result is the end of the gap.
 */
const firstInstantOf = (formatter: Intl.DateTimeFormat, local: number): number => {
  let from = local - largestOffset
  for (;;) {
    const reached = local - offsetAt(formatter, from)
    if (reached <= from) return from
    const change = changeBetween(formatter, from, reached)
    if (change === undefined) return reached
    from = change
  }
}

/** Returns the local midnight at which a period starts. `later` is 0 for the period that contains `local`, 1 for the next period. */
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
    // `midnight` can be NaN, because `Date.UTC` returns NaN for a time that a Date cannot represent.
    const end = midnight <= latest ? firstInstantOf(formatter, midnight) : Number.POSITIVE_INFINITY
    if (at < end) return { start, end }
    // Clocks went back over midnight. The local date is the previous date again, but the new window has started.
    start = end
  }
}

/**
 * Returns the window that contains an instant of 1970 or later, by the calendar of a time zone. Weeks start on Monday. If clocks go back
 * over midnight after a window has started, this window continues.
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

/** The offset of a zone on a UTC day, for days on which it does not change. A key is the start of a day and a zone. */
const offsets = new BoundedMap<number>(5_000)

const offsetOn = (timeZone: string, at: number): number => {
  const start = Math.floor(at / day) * day
  const key = `${start} ${timeZone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const formatter = formatterOf(timeZone)
  const offset = offsetAt(formatter, at)
  // No zone changes its offset twice within a day, so a day with the same offset at both ends has no change.
  const isSame = offsetAt(formatter, start) === offset && offsetAt(formatter, start + day) === offset
  return isSame ? offsets.remember(key, offset) : offset
}

/** Returns the local time at an instant, written as if it were UTC. Throws a RangeError for an unknown time zone. */
export const localTime = (timeZone: string, at: Date): Date =>
  new Date(at.getTime() + offsetOn(timeZone, at.getTime()))

/** Returns the day of an instant in a zone, in days from 1970. */
export const localDayOf = (timeZone: string, at: Date): number =>
  Math.floor(localTime(timeZone, at).getTime() / day)

/**
 * Returns the instant at which clocks show a local time, which is written as if it were UTC. It is the first of two such instants, or the
 * end of the gap if clocks skip the local time.
 */
export const instantOf = (timeZone: string, local: Date): Date => {
  const shown = local.getTime()
  const before = shown - largestOffset
  const reached = shown - offsetOn(timeZone, before)
  // On most days the offset is cached and does not change. The change is searched only if the offset at `reached` is not the offset at
  // `before`.
  return offsetOn(timeZone, reached) === shown - reached
    ? new Date(reached)
    : new Date(firstInstantOf(formatterOf(timeZone), shown))
}

/** The three-letter names in the IANA database. Some runtimes also accept other names, such as the ambiguous IST. */
const abbreviations = new Set("CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET".split(" "))

/** Whether this runtime knows the IANA time zone with this name. Case does not matter. Refuses offsets such as "+01:00". */
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
