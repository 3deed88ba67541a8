import { Duration } from "effect"

/** How long to wait after the first try, the second, and so on: about a day in all. */
const pauses = [
  "2 seconds",
  "10 seconds",
  "1 minute",
  "5 minutes",
  "15 minutes",
  "1 hour",
  "2 hours",
  "4 hours",
  "8 hours",
  "8 hours"
] as const

/**
 * When a mail is tried again, or null when it is not: it was tried often enough, or would have expired by then. `chance`
 * is from 0 to 1; it spreads the tries of mails that failed together over a fifth of the pause to either side.
 */
export const retryAt = (
  mail: { readonly attempts: number; readonly expiresAt: Date | null },
  at: Date,
  chance: number
): Date | null => {
  const pause = pauses[mail.attempts - 1]
  if (pause === undefined) return null
  const again = new Date(at.getTime() + Duration.toMillis(pause) * (0.8 + 0.4 * chance))
  return mail.expiresAt !== null && again >= mail.expiresAt ? null : again
}
