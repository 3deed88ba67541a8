// When coins of the engine mature and expire, as an adopter might compute it.
import { dateIn } from "./Windows.ts"

const quarter = 15 * 60_000
const day = 96 * quarter

/** The date and the time that clocks show, to the second. */
const wallClock = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(at)

const later = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

/** Offsets are whole quarters of an hour, so a time of the day comes back after a number of quarters. */
export const sameTimeLater = (timeZone: string, days: number, from: number): number => {
  const [date = "", time = ""] = wallClock(timeZone, from).split(" ")
  const wanted = `${later(date, days)} ${time}`
  let at = from + (days - 1) * day
  while (wallClock(timeZone, at) < wanted) at += quarter
  return wallClock(timeZone, at) === wanted ? at : Math.floor(at / quarter) * quarter
}

/** The first instant of the day after a date. */
const endOf = (timeZone: string, date: string): number => {
  let before = Date.parse(date) - day
  let after = before + 4 * day
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dateIn(timeZone, middle) > date) after = middle
    else before = middle
  }
  return after
}

/** The end of the day on which a period such as "P1Y2M3D" ends. */
export const endOfPeriod = (timeZone: string, period: string, from: number): number => {
  const parts = Object.fromEntries(
    Array.from(period.matchAll(/(\d+)([YMD])/g), ([, n, unit]) => [unit, Number(n)])
  )
  const first = new Date(dateIn(timeZone, from))
  const month = new Date(first)
  month.setUTCDate(1)
  month.setUTCMonth(month.getUTCMonth() + 12 * (parts.Y ?? 0) + (parts.M ?? 0))
  const next = new Date(month)
  next.setUTCMonth(next.getUTCMonth() + 1)
  const days = (next.getTime() - month.getTime()) / day
  month.setUTCDate(Math.min(first.getUTCDate(), days))
  return endOf(timeZone, later(month.toISOString().slice(0, 10), parts.D ?? 0))
}
