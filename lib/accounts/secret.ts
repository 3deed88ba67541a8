import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

/** What opens a door: 256 random bits, in letters that an address and a header can hold. */
export const newSecret = (): string => randomBytes(32).toString("base64url")

/**
 * A secret as it is stored. Its 256 bits cannot be guessed, so one SHA-256 protects it as well as the work of a
 * password hash would, and costs a busy route nothing.
 */
export const digest = (secret: string): string => createHash("sha256").update(secret).digest("base64url")

const nobodys = Buffer.alloc(32)

/** Whether a secret is the one that was stored, in the same time whatever it is, and also when none was. */
export const isSecret = (secret: string, stored: string | undefined): boolean => {
  const wanted = stored === undefined ? nobodys : Buffer.from(stored, "base64url")
  const given = createHash("sha256").update(secret).digest()
  return wanted.length === given.length && timingSafeEqual(wanted, given) && stored !== undefined
}
