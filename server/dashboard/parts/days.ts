const day = { day: "numeric", month: "short", timeZone: "UTC" } as const
const thisYear = new Intl.DateTimeFormat("en-GB", { ...day, weekday: "short" })
const otherYear = new Intl.DateTimeFormat("en-GB", { ...day, weekday: "short", year: "numeric" })
const withYear = new Intl.DateTimeFormat("en-GB", { ...day, year: "numeric" })
const months = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" })

const startOf = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** The UTC day of an instant, such as 2026-11-17. */
export const dayOf = (at: number | string): string => new Date(at).toISOString().slice(0, 10)

/** "Tue 17 Nov", with the year if it is another one than now. */
export const dayWords = (date: string, now = Date.now()): string =>
  (date.startsWith(dayOf(now).slice(0, 4)) ? thisYear : otherYear).format(startOf(date)).replace(",", "")

/** "17 Nov 2026". */
export const dateWords = (date: string): string => withYear.format(startOf(date))

/** "Nov 2026" for 2026-11. */
export const monthWords = (month: string): string => months.format(startOf(`${month}-01`))
