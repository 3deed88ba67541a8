import type { Random } from "./random.ts"

export const hour = 3_600_000
const hoursOfYear = 365 * 24

/** Relative activity by the hour of the day, the day of the week from Sunday, and the month. */
const ofDay = [1, 0, 0, 0, 0, 1, 4, 11, 15, 12, 10, 10, 13, 12, 9, 9, 10, 13, 14, 11, 8, 6, 4, 2]
const ofWeek = [11, 8, 8, 9, 10, 13, 15]
const ofYear = [8, 8, 9, 10, 11, 11, 8, 8, 10, 11, 12, 16]

const weightOf = (at: Date, part: number): number =>
  (ofDay[at.getUTCHours()] ?? 1) *
  (ofWeek[at.getUTCDay()] ?? 1) *
  (ofYear[at.getUTCMonth()] ?? 1) *
  // The programme grows through its year.
  (0.4 + 0.6 * part)

/** A time in the year, and the number of awards that are requested then. */
export interface Moment {
  readonly at: number
  /** How much of the year has passed, from 0 to 1. */
  readonly part: number
  readonly awards: number
}

/** The maximum number of awards in one moment. More awards are spread over the hour. */
const together = 40

/** A small demo collects up to this many awards for one moment, because each moment costs one or two transactions. */
const gathered = 9

/**
 * The year before `until`, hour by hour: `total` awards in weekly and yearly patterns. Yields nothing for hours without awards.
 */
export function* yearBefore(until: number, total: number, random: Random): Generator<Moment> {
  const start = until - hoursOfYear * hour
  const partOf = (index: number): number => index / hoursOfYear
  let sum = 0
  for (let index = 0; index < hoursOfYear; index++) {
    sum += weightOf(new Date(start + index * hour), partOf(index))
  }
  let owed = 0
  let enough = 1
  for (let index = 0; index < hoursOfYear; index++) {
    const begins = start + index * hour
    owed += (total * weightOf(new Date(begins), partOf(index))) / sum
    const isLast = index === hoursOfYear - 1
    if (owed < enough && !isLast) continue
    const due = isLast ? Math.round(owed) : Math.floor(owed)
    owed -= due
    enough = 1 + random.below(gathered)
    const moments = Math.ceil(due / together)
    for (let each = 0; each < moments; each++) {
      const at = begins + Math.floor(((each + random.next()) / moments) * hour)
      const awards = Math.floor((due * (each + 1)) / moments) - Math.floor((due * each) / moments)
      yield { at, part: partOf(index), awards }
    }
  }
}
