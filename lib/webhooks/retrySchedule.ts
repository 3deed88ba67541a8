const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pause after each failed attempt, in milliseconds. The pauses add up to a little more than three days. */
const pauses = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute],
  ...[1, 1, 2, 4, 8, 8, 12, 12, 12, 12].map((hours) => hours * hour)
]

/** A webhook is paused when all its attempts have failed for this many milliseconds. */
export const patienceWithReceiver = 72 * hour

/** The longest wait that a receiver can ask for, in milliseconds. */
const longestWait = 24 * hour

/**
 * Returns the time of the next attempt after the given number of attempts; null after the last attempt. `at` is the end of the latest
 * attempt. `chance`, from 0 to 1, makes the pause up to a fifth longer. So deliveries that failed together are not sent again together.
 */
export const retryAt = (attempts: number, at: Date, chance: number): Date | null => {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : new Date(at.getTime() + pause * (1 + 0.2 * chance))
}

/**
 * Returns the end of the wait that a `Retry-After` header asks for, but at most `longestWait` after `at`. The header has seconds or a date.
 * Null if there is no wait.
 */
export const waitUntil = (header: string | undefined, at: Date): Date | null => {
  const value = header?.trim() ?? ""
  const until = /^\d{1,15}$/.test(value) ? at.getTime() + Number(value) * 1000 : dateIn(value)
  if (Number.isNaN(until) || until <= at.getTime()) return null
  return new Date(Math.min(until, at.getTime() + longestWait))
}

/** Reads an HTTP date, which starts with the name of a day. `Date.parse` alone would also accept other texts. */
const dateIn = (value: string): number => (/^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : Number.NaN)
