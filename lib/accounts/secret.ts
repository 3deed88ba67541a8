import { createHash, hash, randomBytes, timingSafeEqual } from "node:crypto"
import { joinIds, smallestId, textOf } from "../schema/Id.ts"

/** A random secret of 256 bits in base64url, which URLs and headers can carry unescaped. */
export const newSecret = (): string => randomBytes(32).toString("base64url")

/** The partner with these bytes; an id that no partner has if they are none. */
const partnerWith = (bytes: Uint8Array): string => textOf(bytes) ?? smallestId

/**
 * A secret that starts with the id of its partner, so that a distributed database looks it up on one node. The 256 random bits after
 * the id are the secret part.
 */
export const newPartnerSecret = (partnerId: string): string =>
  Buffer.from(joinIds([partnerId])).toString("base64url") + newSecret()

/** The partner that a secret starts with. */
export const partnerOfSecret = (secret: string): string =>
  partnerWith(Buffer.from(secret.slice(0, 22), "base64url"))

/** A public key with the id of its partner, in hexadecimal digits. */
export const newPublicKey = (partnerId: string): string =>
  Buffer.concat([joinIds([partnerId]), randomBytes(16)]).toString("hex")

/** The partner of a public key. */
export const partnerOfPublicKey = (key: string): string => partnerWith(Buffer.from(key.slice(0, 32), "hex"))

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
