import { Duration } from "effect"

/** The pause after each attempt, a little more than three days in total. */
const pauses = [
  "5 seconds",
  "30 seconds",
  "2 minutes",
  "10 minutes",
  "1 hour",
  "1 hour",
  "2 hours",
  "4 hours",
  "8 hours",
  "8 hours",
  "12 hours",
  "12 hours",
  "12 hours",
  "12 hours"
] as const

/** A webhook whose receiver has failed for this long, without a success, is paused. In milliseconds. */
export const patienceWithReceiver = Duration.toMillis("3 days")

/** The longest wait that a receiver can ask for. */
const longestWait = Duration.toMillis("1 day")

/**
 * When an event is sent again after this many attempts; null after the last one. `chance`, from 0 to 1, makes the pause
 * up to a fifth longer, so that deliveries that failed together are not repeated together. It is never shorter, so that the last
 * attempt is at least three days after the first.
 */
export const retryAt = (attempts: number, at: Date, chance: number): Date | null => {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : new Date(at.getTime() + Duration.toMillis(pause) * (1 + 0.2 * chance))
}

/** Until when a receiver asks to wait, by a `Retry-After` header in seconds or as a date; null if it does not. */
export const waitUntil = (header: string | undefined, at: Date): Date | null => {
  const value = header?.trim() ?? ""
  const until = /^\d{1,15}$/.test(value) ? at.getTime() + Number(value) * 1000 : dateIn(value)
  if (Number.isNaN(until) || until <= at.getTime()) return null
  return new Date(Math.min(until, at.getTime() + longestWait))
}

/** An HTTP date starts with the name of a day. `Date.parse` alone would accept almost any text. */
const dateIn = (value: string): number => (/^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : Number.NaN)
