import { Duration } from "effect"

/** The pause after each attempt, about a day in all. */
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
 * When a mail is tried again. Null if it used all attempts or would expire before the next. `chance`, from 0 to 1,
 * varies the pause by up to a fifth either way, so that mails that failed together are not retried together.
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
