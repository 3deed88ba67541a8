import { parts } from "../words/common.ts"
import { language, locales } from "../words/language.ts"

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[language].dates, { ...options, timeZone: "UTC" })
const weekdays = formatOf({ weekday: "short" })
const thisYear = formatOf({ day: "numeric", month: "short" })
const withYear = formatOf({ day: "numeric", month: "short", year: "numeric" })
const months = formatOf({ month: "short", year: "numeric" })

const startOf = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** The UTC day of an instant, such as 2026-11-17. */
export const dayOf = (at: number | string): string => new Date(at).toISOString().slice(0, 10)

/** "17 Nov", with the year if it is another one than now. */
export const dayName = (date: string, now = Date.now()): string =>
  (date.startsWith(dayOf(now).slice(0, 4)) ? thisYear : withYear).format(startOf(date))

/** "Tue 17 Nov", with the year if it is another one than now. */
export const dayWords = (date: string, now = Date.now()): string =>
  parts.onDay(weekdays.format(startOf(date)), dayName(date, now))

/** "17 Nov 2026". */
export const dateWords = (date: string): string => withYear.format(startOf(date))

/** "Nov 2026" for 2026-11. */
export const monthWords = (month: string): string => months.format(startOf(`${month}-01`))
