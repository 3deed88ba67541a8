import { parts } from "../words/common.ts"
import { language, locales } from "../words/language.ts"

const formatsOf = (timeZone: string | undefined) => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language].dates, { ...options, timeZone })
  const date = { day: "numeric", month: "short" } as const
  return {
    weekday: format({ weekday: "short" }),
    date: format(date),
    dated: format({ ...date, year: "numeric" }),
    year: format({ year: "numeric" }),
    time: format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
  }
}

const known = new Map<string, ReturnType<typeof formatsOf>>()

/** Formats are made once for a time zone, because that takes long. */
const formatsIn = (timeZone: string | undefined): ReturnType<typeof formatsOf> => {
  const formats = known.get(timeZone ?? "") ?? formatsOf(timeZone)
  known.set(timeZone ?? "", formats)
  return formats
}

/**
 * An instant as "Tue 17 Nov, 19:24", with the year if it is another one than now, and "Today, 19:24" on the day of `now`. In the time zone
 * of the reader, or in `timeZone`.
 */
export const momentWords = (at: number, now: number, timeZone?: string): string => {
  const { date, dated, time, weekday, year } = formatsIn(timeZone)
  if (dated.format(at) === dated.format(now)) return parts.today(time.format(at))
  const day = (year.format(at) === year.format(now) ? date : dated).format(at)
  return parts.moment(parts.onDay(weekday.format(at), day), time.format(at))
}
