import { randomInt } from "node:crypto"
import { Duration } from "effect"
import { digest, isSecret } from "../secret.ts"

/** What a guesser can do: so many tries at a code, and so many codes an hour. The table's own checks say the same. */
export const maxTries = 5
export const maxIssued = 5

export const lifetime = Duration.toMillis("10 minutes")
export const issuePeriod = Duration.toMillis("1 hour")

/** No user has this id. Work that is done for nobody is done under it, so that it is the same work. */
export const nobody = "00000000-0000-0000-0000-000000000000"

export const makeCode = (): string => String(randomInt(1_000_000)).padStart(6, "0")

/** The id is the salt: a table of a million hashes must not open all codes at once. */
const salted = (userId: string, code: string): string => `${userId}${code}`

export const hashCode = (userId: string, code: string): string => digest(salted(userId, code))

/** Whether the code is the one that was stored. Without a stored one the work is the same, and the answer no. */
export const matches = (userId: string, code: string, stored: string | undefined): boolean =>
  isSecret(salted(userId, code), stored)
