import { randomInt } from "node:crypto"
import { Duration } from "effect"
import { digest, isSecret } from "../secret.ts"

/**
 * Limits for guessing: the tries per OTP and the OTPs per hour. CHECK constraints of the table state the same limits.
 */
export const maxTries = 5
export const maxIssued = 5

export const lifetime = Duration.toMillis("10 minutes")
export const issuePeriod = Duration.toMillis("1 hour")

/**
 * What an OTP proves. One that resets a password gives access to the account, so it has more digits: at five tries for
 * each of five codes an hour, guessing eight digits for a year succeeds once in 450 accounts.
 */
export type Purpose = "verify" | "reset"
const digits = { verify: 6, reset: 8 }

/** An id that no user has. For an unknown user the same statements run with this id. */
export const noUser = "00000000-0000-0000-0000-000000000000"

export const makeCode = (purpose: Purpose): string =>
  String(randomInt(10 ** digits[purpose])).padStart(digits[purpose], "0")

/** The user id is the salt, so that one table of a million hashes does not reveal all OTPs. */
const salted = (userId: string, code: string): string => `${userId}${code}`

export const hashCode = (userId: string, code: string): string => digest(salted(userId, code))

/** Whether the OTP matches the stored hash. Without a stored hash it does the same work and returns false. */
export const matches = (userId: string, code: string, stored: string | undefined): boolean =>
  isSecret(salted(userId, code), stored)
