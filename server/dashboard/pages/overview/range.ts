import { dayName } from "../../parts/days.ts"

const millisOfDay = 86_400_000

/** Days of the overview, in UTC. Both ends are included. */
export interface Range {
  readonly from: string
  readonly to: string
  /** The number of days up to today that the reader has chosen; undefined for own dates. */
  readonly last: number | undefined
}

export const choices = [7, 30, 90] as const
const byDefault = 30

/** The largest number of days that the service answers. */
export const mostDays = 400

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / millisOfDay
const dayAt = (number: number): string => new Date(number * millisOfDay).toISOString().slice(0, 10)
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(numberOf(text)) && dayAt(numberOf(text)) === text

export const lengthOf = ({ from, to }: Pick<Range, "from" | "to">): number =>
  numberOf(to) - numberOf(from) + 1

const lastDays = (last: number, today: string): Range => ({
  from: dayAt(numberOf(today) - last + 1),
  to: today,
  last
})

/** Why days are no range; undefined if they are one. */
export const rangeFault = (from: string, to: string): string | undefined => {
  if (!isDay(from) || !isDay(to)) return "needs a first and a last day"
  const length = lengthOf({ from, to })
  if (length < 1) return "the last day must not be before the first"
  return length > mostDays ? `a range has at most ${mostDays} days, this one has ${length}` : undefined
}

/** The range in the address: its last days, or own dates. What is no range is the last 30 days. */
export const rangeIn = (query: URLSearchParams, today: string): Range => {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""]
  if (rangeFault(from, to) === undefined) return { from, to, last: undefined }
  const days = Number(query.get("days"))
  return lastDays(choices.find((each) => each === days) ?? byDefault, today)
}

/** The address of a choice: the default has none. */
export const queryOfLast = (last: number) => ({
  days: last === byDefault ? undefined : String(last),
  from: undefined,
  to: undefined
})

/** As many days, directly before. */
export const rangeBefore = (range: Range): Range => {
  const first = numberOf(range.from)
  return { from: dayAt(first - lengthOf(range)), to: dayAt(first - 1), last: undefined }
}

/** "19 Oct – 17 Nov". */
export const rangeWords = ({ from, to }: Pick<Range, "from" | "to">, now = Date.now()): string =>
  from === to ? dayName(from, now) : `${dayName(from, now)} – ${dayName(to, now)}`
