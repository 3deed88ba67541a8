/** Computes when coins mature and expire. Finds instants by comparison with the local times that `Intl` shows for a time zone. */

const quarter = 15 * 60_000
const day = 24 * 4 * quarter

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the time that local clocks show, such as "2027-12-31 22:30:00.000". Texts sort by time. */
const clockAt = (timeZone: string, at: number): string => {
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const
  // The Swedish locale writes dates as in ISO 8601.
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", options)
  formatters.set(timeZone, formatter)
  return `${formatter.format(at)}.${String(at % 1000).padStart(3, "0")}`
}

const instantIn = (text: string): number => Date.parse(`${text.replace(" ", "T")}Z`)

/** Returns the first instant at which clocks show `text`. If clocks skip this text, returns the end of the gap. */
const firstAt = (timeZone: string, text: string): number => {
  const shown = instantIn(text)
  const offsets = [-day, day].map((away) => instantIn(clockAt(timeZone, shown + away)) - shown - away)
  const instants = offsets.map((offset) => shown - offset).sort((one, other) => one - other)
  const exact = instants.find((at) => clockAt(timeZone, at) === text)
  if (exact !== undefined) return exact
  // Clocks change at full quarters of an hour.
  let end = Math.ceil((shown - day) / quarter) * quarter
  while (clockAt(timeZone, end) < text) end += quarter
  return end
}

const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** Returns the same day `months` months later, or the last day of that month if the month is too short. */
const monthsAfter = (date: string, months: number): string => {
  const [year = 0, month = 0, first = 0] = date.split("-").map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(first, last))).toISOString().slice(0, 10)
}

const partsOf = (period: string) => {
  const [, years = 0, months = 0, days = 0] =
    /^P(?=\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?$/.exec(period)?.map((part) => Number(part ?? 0)) ?? []
  return { months: 12 * years + months, days }
}

/** Returns whether a period has only years, months and days, is longer than nothing, and not longer than ten years. */
export const isPeriod = (period: string): boolean => {
  const { days, months } = partsOf(period)
  return months * 31 + days > 0 && months / 12 + days / 365 <= 10
}

/** Returns the end of the local day that is `period` after `at`. Years and months are added before days. */
export const endOfDayAfter = (timeZone: string, period: string, at: number): number => {
  const { days, months } = partsOf(period)
  const last = daysAfter(monthsAfter(clockAt(timeZone, at).slice(0, 10), months), days)
  return firstAt(timeZone, `${daysAfter(last, 1)} 00:00:00.000`)
}

/** Returns the same local time `days` days later. */
export const sameTimeAfter = (timeZone: string, days: number, at: number): number => {
  const clock = clockAt(timeZone, at)
  return firstAt(timeZone, `${daysAfter(clock.slice(0, 10), days)}${clock.slice(10)}`)
}

/** Returns the last day on which coins are valid that expire at `expiresAt`. */
export const lastDayOf = (timeZone: string, expiresAt: number): string =>
  clockAt(timeZone, expiresAt - 1).slice(0, 10)
