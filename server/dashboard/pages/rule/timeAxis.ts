import type { LimitUsage, Rule } from "../../contract.ts"

/** The time of a rule from its start to its end, or until after today. Positions are shares of it, from 0 to 1. */
export interface TimeAxis {
  /** The first day that is shown, such as 2026-09-01, in the rule's time zone. */
  readonly from: string
  /** The day after the last one. */
  readonly until: string
  readonly days: number
  readonly today: string
  readonly now: number
  /** True if the rule began before the axis. */
  readonly isCut: boolean
  readonly hasEnd: boolean
}

const day = 86_400_000

/** A statistic has at most this many days. */
const mostDays = 400

/** The least number of days that the axis shows. */
const fewestDays = 14

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local day of an instant, such as 2026-09-01. */
export const dayIn = (at: number, timeZone: string): string => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}

const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / day
const dateOf = (number: number): string => new Date(number * day).toISOString().slice(0, 10)

/** The time at which a record was made, which its id begins with. */
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

export const axisOf = (
  { endsAt, id, startsAt, timeZone }: Pick<Rule, "endsAt" | "id" | "startsAt" | "timeZone">,
  now: number
): TimeAxis => {
  const today = dayIn(now, timeZone)
  const begun = startsAt === null ? madeAt(id) : Date.parse(startsAt)
  const ended = endsAt === null ? undefined : Date.parse(endsAt)
  const start = numberOf(dayIn(begun, timeZone))
  // The end is the first instant at which the rule does not run.
  const last = ended === undefined ? numberOf(today) : numberOf(dayIn(ended - 1, timeZone))
  const shown = Math.max(last, numberOf(today) > last ? last : numberOf(today))
  const first = Math.max(start, Math.min(shown, numberOf(today)) - mostDays + 1)
  const open = ended === undefined ? Math.ceil((shown - first + 1) * 1.15) : shown - first + 1
  const days = Math.max(fewestDays, open)
  const share = (numberOf(today) + 0.5 - first) / days
  return {
    from: dateOf(first),
    until: dateOf(first + days),
    days,
    today,
    now: Math.min(1, Math.max(0, share)),
    isCut: first > start,
    hasEnd: ended !== undefined
  }
}

/** How far a day is from the start of the axis. */
export const placeOf = ({ days, from }: TimeAxis, date: string): number =>
  (numberOf(date) - numberOf(from)) / days

/** The range of days for the statistics of the rule; undefined if it has not begun. */
export const rangeOf = (axis: TimeAxis): { readonly from: string; readonly to: string } | undefined => {
  const last = dateOf(numberOf(axis.until) - 1)
  const to = last < axis.today ? last : axis.today
  return axis.from > axis.today ? undefined : { from: axis.from, to }
}

interface PaidDay {
  readonly day: string
  readonly coins: string
}

/** "At this pace" is the mean of so many of the last days that paid. */
const paceDays = 4

/** The day until which the budget lasts at this pace; undefined without a budget, or if fewer days paid. */
export const budgetEnd = (
  usage: ReadonlyArray<LimitUsage>,
  days: ReadonlyArray<PaidDay>,
  today: string
): string | undefined => {
  const budget = usage.find(
    ({ measure, per, period }) => measure === "coins" && per === "rule" && period === "ever"
  )
  const paid = days.filter(({ coins }) => Number(coins) > 0).slice(-paceDays)
  const [first] = paid
  if (budget === undefined || first === undefined || paid.length < paceDays) return undefined
  const mean = paid.reduce((sum, { coins }) => sum + Number(coins), 0) / paid.length
  const gap = (numberOf(paid.at(-1)?.day ?? first.day) - numberOf(first.day)) / (paid.length - 1)
  const left = Math.max(0, Number(budget.max) - Number(budget.used))
  return dateOf(numberOf(today) + Math.round((left / mean) * Math.max(gap, 1)))
}
