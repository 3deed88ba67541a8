/** The IANA names of time zones that the browser knows, with UTC first. */
export const timeZones: ReadonlyArray<string> = [
  "UTC",
  ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")
]

/** The time zone of the reader. */
export const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions()

const formats = new Map<string, Intl.DateTimeFormat>()

/** Undefined for a text that is not the name of a time zone. */
const formatOf = (timeZone: string): Intl.DateTimeFormat | undefined => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  try {
    const made = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
    formats.set(timeZone, made)
    return made
  } catch {
    return undefined
  }
}

export const isTimeZone = (name: string): boolean => formatOf(name) !== undefined

/** The local time of an instant, such as 2026-01-31T12:00:00, as if it were in UTC. */
const localAt = (instant: number, format: Intl.DateTimeFormat): number =>
  Date.parse(`${format.format(instant).replace(" ", "T")}Z`)

/** An instant as the value of a field for date and time, in a time zone. Empty for null. */
export const localIn = (instant: string | null, timeZone: string): string => {
  const format = formatOf(timeZone)
  return instant === null || format === undefined
    ? ""
    : new Date(localAt(Date.parse(instant), format)).toISOString().slice(0, 16)
}

/**
 * The instant of a local time in a time zone. A local time that a change of clocks repeats is the first one, and one that it skips is as
 * much later as it skips. Null for an empty text; a text that is no time stays as it is.
 */
export const instantIn = (local: string, timeZone: string): string | null => {
  if (local === "") return null
  const wanted = Date.parse(`${local}Z`)
  const format = formatOf(timeZone)
  if (Number.isNaN(wanted) || format === undefined) return local
  const day = 86_400_000
  // The offsets a day before and a day after are those on both sides of a change of clocks.
  const [before, after] = [wanted - day, wanted + day].map((at) => wanted - (localAt(at, format) - at))
  const found = [before, after].filter((at) => at !== undefined && localAt(at, format) === wanted)
  return new Date(found[0] ?? before ?? wanted).toISOString()
}
