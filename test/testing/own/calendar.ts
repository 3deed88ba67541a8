// Windows of the calendar, as an adopter might name them.
import type { LimitDraft } from "../../../lib/testing.ts"

const formatters = new Map<string, Intl.DateTimeFormat>()

/** The date in a time zone. */
const dateIn = (timeZone: string, at: number): string => {
  const known = formatters.get(timeZone)
  // In Sweden dates are written as in ISO 8601.
  const formatter = known ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" })
  formatters.set(timeZone, formatter)
  return formatter.format(at)
}

/** How many days before a date its week began. */
const sinceMonday = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

export const windowAt = (timeZone: string, period: LimitDraft["period"], at: number): string => {
  if (period === "ever") return "ever"
  const date = dateIn(timeZone, at)
  if (period === "year") return date.slice(0, 4)
  if (period === "month") return date.slice(0, 7)
  if (period === "day") return date
  return `week ${Date.parse(date) / 86_400_000 - sinceMonday(date)}`
}
