import { createHash, hash, randomBytes, timingSafeEqual } from "node:crypto"

/** A random secret of 256 bits in base64url, which URLs and headers can carry unescaped. */
export const newSecret = (): string => randomBytes(32).toString("base64url")

/**
 * The form in which a secret is stored. A plain SHA-256 is enough, because 256 random bits cannot be guessed; a slow
 * password hash would only cost time on every request.
 */
export const digest = (secret: string): string => hash("sha256", secret, "base64url")

const absent = Buffer.alloc(32)

/** Compares a secret with the stored digest. It takes the same time for every input, also when nothing is stored. */
export const isSecret = (secret: string, stored: string | undefined): boolean => {
  const wanted = stored === undefined ? absent : Buffer.from(stored, "base64url")
  const given = createHash("sha256").update(secret).digest()
  return wanted.length === given.length && timingSafeEqual(wanted, given) && stored !== undefined
}
