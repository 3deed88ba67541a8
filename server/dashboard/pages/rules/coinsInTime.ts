import type { Rule } from "../../contract.ts"
import { words as current } from "../../words/sentence.ts"

// When the coins of an award mature, and when they expire, in the words of the API, of the form and of the rule's sentence.

/** The period after which coins expire, as unchecked texts of the form. If all are empty, coins do not expire. */
export interface PeriodValues {
  readonly years: string
  readonly months: string
  readonly days: string
}

export const noPeriod: PeriodValues = { years: "", months: "", days: "" }

const pattern = /^P(?=[1-9])(?:([1-9][0-9]{0,3})Y)?(?:([1-9][0-9]{0,3})M)?(?:([1-9][0-9]{0,3})D)?$/

export const periodValuesOf = (period: string | null): PeriodValues => {
  const [, years = "", months = "", days = ""] = pattern.exec(period ?? "") ?? []
  return { years, months, days }
}

/** The period as the API reads it; empty for none. */
export const periodOf = ({ days, months, years }: PeriodValues): string => {
  const given = [`${years.trim()}Y`, `${months.trim()}M`, `${days.trim()}D`].filter((part) => part.length > 1)
  const counting = given.filter((part) => !/^0+.$/.test(part))
  return given.length === 0 ? "" : `P${counting.length === 0 ? "0D" : counting.join("")}`
}

const isPeriod = (text: string): boolean => {
  if (!pattern.test(text)) return false
  const { days, months, years } = periodValuesOf(text)
  const left = 120 - Number(years) * 12 - Number(months)
  // A year can be as short as 365 days, and a month as short as 28.
  return left >= 0 && Number(days) <= Math.floor(left / 12) * 365 + (left % 12) * 28
}

/** The fault of the period, in the API's words. A test compares both. */
export const periodFault = (values: PeriodValues): string | undefined => {
  const period = periodOf(values)
  return period === "" || isPeriod(period)
    ? undefined
    : `must be a period of whole years, months and days, such as P1Y, P90D or P1Y6M10D, of at least 1 day and at most 10 years from any day on, got ${JSON.stringify(period)}`
}

const isDays = (text: string): boolean => /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= 365

/** The fault of the days until coins mature, in the API's words. */
export const daysFault = (given: string): string | undefined => {
  const text = given.trim()
  return text === "" || isDays(text)
    ? undefined
    : `must be a whole number of days from 1 to 365, got ${JSON.stringify(text)}`
}

/** Both fields as the API has them. A form has an empty text instead of null. */
export type CoinsInTime = Pick<Rule, "pendingDays" | "coinsExpire">

export const isInTime = ({ coinsExpire, pendingDays }: CoinsInTime): boolean =>
  Boolean(pendingDays?.trim() || coinsExpire)

/** Whether the fields that are given are valid. */
export const isTimeComplete = ({ coinsExpire, pendingDays }: CoinsInTime): boolean =>
  daysFault(pendingDays ?? "") === undefined && (!coinsExpire || isPeriod(coinsExpire))

const numbersOf = (period: string): [years: number, months: number, days: number] => {
  const { days, months, years } = periodValuesOf(period)
  return [Number(years), Number(months), Number(days)]
}

/** A period in words: "1 year", or "1 year, 6 months and 10 days". */
export const periodText = (period: string): string => current.period(...numbersOf(period))

/** When coins mature and expire, as a sentence; empty for coins that can be spent at once and do not expire. */
export const timeSentence = ({ coinsExpire, pendingDays }: CoinsInTime, words = current): string => {
  if (!pendingDays?.trim()) return coinsExpire ? words.expire(...numbersOf(coinsExpire)) : ""
  return coinsExpire
    ? words.matureAndExpire(Number(pendingDays), ...numbersOf(coinsExpire))
    : words.mature(Number(pendingDays))
}
