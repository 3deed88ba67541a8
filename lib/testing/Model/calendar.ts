import type { Period } from "../../index.ts"

/**
 * Computes the windows of limits with `Intl`. A window is a day, a week, a month, a year, or all time. Two times are on the same day if
 * `Intl` formats both as the same date.
 */

const hour = 3_600_000
const day = 24 * hour

/** Caches values by key. A full cache is emptied. */
const makeCache = <A extends object | number>(size: number) => {
  const known = new Map<string, A>()
  return (key: string, make: () => A): A => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= size) known.clear()
    const value = make()
    known.set(key, value)
    return value
  }
}

const formatters = makeCache<Intl.DateTimeFormat>(50)

const formatterOf = (timeZone: string): Intl.DateTimeFormat =>
  formatters(timeZone, () => {
    const options = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const
    return new Intl.DateTimeFormat("en-GB", { timeZone, hourCycle: "h23", ...options })
  })

interface Local {
  /** Such as "2027-12-31". */
  readonly date: string
  readonly hour: string
}

const locals = makeCache<Local>(10_000)

const local = (timeZone: string, at: number): Local =>
  locals(`${timeZone} ${at}`, () => {
    const parts = formatterOf(timeZone).formatToParts(at)
    const shown = new Map(parts.map(({ type, value }) => [type, value]))
    return {
      date: `${shown.get("year")}-${shown.get("month")}-${shown.get("day")}`,
      hour: shown.get("hour") ?? ""
    }
  })

const mondayOf = (date: string): string => {
  const at = new Date(`${date}T00:00:00Z`)
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - sinceMonday * day).toISOString().slice(0, 10)
}

/** Returns the date, the weekday (1 is Monday) and the hour that clocks show. */
export const localTimeOf = (timeZone: string, at: number) => {
  const { date, hour } = local(timeZone, at)
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return { date, weekday: weekday + 1, hour: Number(hour) }
}

/** Returns the name of the window that contains a time, such as "2027-12" for a month. */
export const windowOf = (timeZone: string, period: Period, at: number): string => {
  if (period === "ever") return "ever"
  const { date } = local(timeZone, at)
  if (period === "week") return `week of ${mondayOf(date)}`
  return period === "day" ? date : date.slice(0, period === "month" ? 7 : 4)
}

/** For each period, a duration in milliseconds that is longer than any of its windows. */
const longest = { day: 50 * hour, week: 9 * day, month: 33 * day, year: 368 * day }

const ends = makeCache<number>(10_000)

/** Returns the first moment after the window that contains a time, or null if the window never ends. */
export const endOf = (timeZone: string, period: Period, at: number): number | null => {
  if (period === "ever") return null
  const window = windowOf(timeZone, period, at)
  return ends(`${timeZone} ${window}`, () => {
    let inside = at
    let after = at + longest[period]
    while (after - inside > 1) {
      const middle = Math.floor((inside + after) / 2)
      if (windowOf(timeZone, period, middle) === window) inside = middle
      else after = middle
    }
    return after
  })
}

/** Returns the first moment of the next day. */
export const nextMidnight = (timeZone: string, at: number): number => endOf(timeZone, "day", at) ?? at

/** Returns the start of the next day with more or fewer than 24 hours. In time zones without such days: the start of the next day. */
export const nextClockChange = (timeZone: string, at: number): number => {
  const first = nextMidnight(timeZone, at)
  for (let days = 1; days < 370; days++) {
    if (local(timeZone, first + days * day).hour !== "00") return first + (days - 1) * day
  }
  return first
}
