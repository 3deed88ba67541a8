const parts = {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit"
} as const

const formats = new Map<string, Intl.DateTimeFormat>()

const partsIn = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const known = formats.get(timeZone ?? "")
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat("en-GB", { ...parts, year: "numeric", hourCycle: "h23", timeZone })
  formats.set(timeZone ?? "", made)
  return made
}

/**
 * An instant as "Tue 17 Nov, 19:24", with the year if it is another one than now, and "Today, 19:24" on the day of `now`. In the time zone
 * of the reader, or in `timeZone`.
 */
export const momentWords = (at: number, now: number, timeZone?: string): string => {
  const of = (instant: number) =>
    Object.fromEntries(
      partsIn(timeZone)
        .formatToParts(instant)
        .map(({ type, value }) => [type, value])
    )
  const [then, today] = [of(at), of(now)]
  const time = `${then.hour}:${then.minute}`
  const dayOf = ({ day, month, year }: typeof then) => `${day} ${month} ${year}`
  if (dayOf(then) === dayOf(today)) return `Today, ${time}`
  const year = then.year === today.year ? "" : ` ${then.year}`
  return `${then.weekday} ${then.day} ${then.month}${year}, ${time}`
}
