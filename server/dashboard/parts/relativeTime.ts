import { parts } from "../words/common.ts"
import { language, locales } from "../words/language.ts"

const relative = new Intl.RelativeTimeFormat(locales[language].dates, { numeric: "always" })

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Units with their seconds, each from the number of seconds on at which it is exact enough. */
const units: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, size: number, from: number]> = [
  ["year", 365.25 * day, 731 * day],
  ["month", (365.25 / 12) * day, 61 * day],
  ["day", day, 2 * day],
  ["hour", hour, hour],
  ["minute", minute, minute]
]

/**
 * How far an instant is away, such as "in 47 hours" or "59 days ago". Names no calendar day, such as "tomorrow": 47 hours from now are
 * tomorrow or the day after.
 */
export const relativeTo = (at: number, from: number): string => {
  const seconds = Math.round((at - from) / 1000)
  for (const [unit, size, least] of units) {
    if (Math.abs(seconds) >= least) return relative.format(Math.trunc(seconds / size), unit)
  }
  return Math.abs(seconds) < 10 ? parts.justNow : relative.format(seconds, "second")
}
