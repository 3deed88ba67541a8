import { Schema } from "effect"
import { Count, mustBe } from "../../schema/Input.ts"
import { instantOf, localTime } from "../limits/calendar.ts"

const maxPendingDays = 365

/** After how many days an award matures. Until then, its coins are pending. */
export const PendingDays = Count.pipe(
  Schema.filter((days) => days <= maxPendingDays, {
    jsonSchema: {
      pattern: "^([1-9]|[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]|36[0-5])$",
      maximum: maxPendingDays
    }
  }),
  mustBe(`a whole number of days from 1 to ${maxPendingDays}`)
)

/** Years, months and days in this order. At least one of them is given, and none is 0. */
const pattern = /^P(?=[1-9])(?:([1-9]\d{0,3})Y)?(?:([1-9]\d{0,3})M)?(?:([1-9]\d{0,3})D)?$/

interface Period {
  readonly months: number
  readonly days: number
}

/** Reads the months and days of a period. Returns undefined for a text of another form. */
const parse = (text: string): Period | undefined => {
  const match = pattern.exec(text)
  if (match === null) return undefined
  const [years = 0, months = 0, days = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  return { months: years * 12 + months, days }
}

const maxMonths = 120

/**
 * Whether the period ends at most ten years after its start, whatever day it starts on. A year can be as short as 365 days, and a month
 * as short as 28.
 */
const isShortEnough = ({ days, months }: Period): boolean => {
  const left = maxMonths - months
  return left >= 0 && days <= Math.floor(left / 12) * 365 + (left % 12) * 28
}

const isPeriod = (text: string): boolean => {
  const period = parse(text)
  return period !== undefined && isShortEnough(period)
}

/** After how long coins expire: an ISO 8601 period of years, months and days. The text is stored as the caller wrote it. */
export const CoinsExpire = Schema.String.pipe(
  Schema.filter(isPeriod, { jsonSchema: { pattern: pattern.source } }),
  Schema.brand("CoinsExpire"),
  mustBe(
    "a period of whole years, months and days, such as P1Y, P90D or P1Y6M10D, of at least 1 day and at most 10 years from any day on"
  )
)
export type CoinsExpire = typeof CoinsExpire.Type

const day = 86_400_000

/** The latest instant. All instants are written with a year of four digits. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const atMostLast = (at: Date): Date => new Date(Math.min(at.getTime(), lastInstant))

/** Returns the same day `months` months later, at midnight, or the last day of that month if the month is too short. */
const monthsAfter = (date: Date, months: number): number => {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth))
}

/**
 * Returns the end of the local day on which the period ends. Years and months are added to the local date first, then days. A day ends at
 * the next midnight. If clocks skip this midnight, the result is the end of the gap. If they show it twice, the result is the first of the
 * two instants.
 */
export const endOfDayAfter = (timeZone: string, period: CoinsExpire, from: Date): Date => {
  const parts = parse(period)
  if (parts === undefined) throw new Error(`not a period: ${period}`)
  const { days, months } = parts
  const midnight = monthsAfter(localTime(timeZone, from), months) + (days + 1) * day
  return atMostLast(instantOf(timeZone, new Date(midnight)))
}

/**
 * Returns the same local time `days` local days later. If clocks skip this time, the result is the end of the gap. If they show it twice,
 * the result is the first of the two instants.
 */
export const sameTimeAfter = (timeZone: string, days: number, from: Date): Date =>
  atMostLast(instantOf(timeZone, new Date(localTime(timeZone, from).getTime() + days * day)))

/** Returns the last local day on which coins are valid that expire at an instant. */
export const lastDayOf = (timeZone: string, expiresAt: Date): string =>
  atMostLast(localTime(timeZone, new Date(expiresAt.getTime() - 1)))
    .toISOString()
    .slice(0, 10)

/** The fields of a rule that say when its coins mature and expire. */
export interface TimeFields {
  readonly pendingDays: number | null
  readonly coinsExpire: CoinsExpire | null
  readonly timeZone: string
}

/** When coins mature, and when they expire. Null if they need not wait, or do not expire. */
export interface Instants {
  readonly maturesAt: Date | null
  readonly expiresAt: Date | null
}

/** Returns the instants without those that are null. */
export const knownInstants = ({ expiresAt, maturesAt }: Instants) => ({
  ...(maturesAt !== null && { maturesAt }),
  ...(expiresAt !== null && { expiresAt })
})

const none: Instants = { maturesAt: null, expiresAt: null }

/** The instants that were last computed for each rule. All awards of a group have the same time, so they use the same instants. */
const latest = new WeakMap<TimeFields, { readonly at: number; readonly instants: Instants }>()

/** Returns the instants at which coins of a payment at `at` mature and expire. */
export const instantsOf = (rule: TimeFields, at: Date): Instants => {
  const { coinsExpire, pendingDays, timeZone } = rule
  if (coinsExpire === null && pendingDays === null) return none
  const known = latest.get(rule)
  if (known?.at === at.getTime()) return known.instants
  const maturesAt = pendingDays === null ? null : sameTimeAfter(timeZone, pendingDays, at)
  const instants = {
    maturesAt,
    expiresAt: coinsExpire === null ? null : endOfDayAfter(timeZone, coinsExpire, maturesAt ?? at)
  }
  latest.set(rule, { at: at.getTime(), instants })
  return instants
}
