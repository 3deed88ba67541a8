// The counters of the engine's limits, and the windows of the calendar as an adopter might name them.
import type { LimitDraft, RuleDraft } from "../../../lib/entries/testing.ts"
import type { Fault } from "./Records.ts"

const formatters = new Map<string, Intl.DateTimeFormat>()

/** The date in a time zone. */
export const dateIn = (timeZone: string, at: number): string => {
  const known = formatters.get(timeZone)
  // In Sweden dates are written as in ISO 8601.
  const formatter = known ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" })
  formatters.set(timeZone, formatter)
  return formatter.format(at)
}

/** What clocks and calendars show in a time zone. */
export const clockIn = (timeZone: string, at: number) => {
  const date = dateIn(timeZone, at)
  const hour = new Intl.DateTimeFormat("sv-SE", { timeZone, hour: "2-digit" }).format(at)
  return { date, weekday: sinceMonday(date) + 1, hour: Number(hour) }
}

/** How many days before a date its week began. */
const sinceMonday = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

const windowAt = (timeZone: string, period: LimitDraft["period"], at: number): string => {
  if (period === "ever") return "ever"
  const date = dateIn(timeZone, at)
  if (period === "year") return date.slice(0, 4)
  if (period === "month") return date.slice(0, 7)
  if (period === "day") return date
  return `week ${Date.parse(date) / 86_400_000 - sinceMonday(date)}`
}

interface Counter {
  awards: number
  units: number
}

export class Windows {
  readonly #counters = new Map<string, Counter>()
  readonly #fault: Fault | undefined

  constructor(fault: Fault | undefined) {
    this.#fault = fault
  }

  counterOf(id: string, draft: RuleDraft, limit: LimitDraft, user: string, at: number): Counter {
    // UTC stands for the time zone of the machine.
    const zone = this.#fault === "windows of the machine's time zone" ? "UTC" : draft.timeZone
    const whose = limit.per === "rule" ? "all" : user
    const key = `${id} ${whose} ${limit.period} ${windowAt(zone, limit.period, at)}`
    const counter = this.#counters.get(key) ?? { awards: 0, units: 0 }
    this.#counters.set(key, counter)
    return counter
  }

  /** Counts a payment, or takes it or a part of it back, in all windows that contain its time. */
  count(id: string, draft: RuleDraft, user: string, at: number, awards: 1 | 0 | -1, units: number): void {
    const counters = draft.limits.map((limit) => this.counterOf(id, draft, limit, user, at))
    for (const counter of new Set(counters)) {
      counter.awards += awards
      counter.units += units
    }
  }

  /** Drops the counters of a rule. */
  forget(id: string): void {
    for (const key of this.#counters.keys()) if (key.startsWith(`${id} `)) this.#counters.delete(key)
  }
}
