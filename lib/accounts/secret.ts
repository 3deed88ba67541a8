import { createHash, hash, randomBytes, timingSafeEqual } from "node:crypto"
import { isTestSide } from "../rewards/partners/testSide.ts"
import { joinIds, smallestId, textOf } from "../schema/Id.ts"

/** Returns a random secret of 256 bits in base64url, which needs no escaping in URLs and headers. */
export const newSecret = (): string => randomBytes(32).toString("base64url")

/** Returns the partner id in these bytes. If the bytes are not an id, returns an id that no partner has. */
const partnerWith = (bytes: Uint8Array): string => textOf(bytes) ?? smallestId

/** The prefix of keys and tokens of test sides. */
export const testPrefix = "test_"

/** Returns the prefix of a key or secret of a partner: empty for a live partner. */
export const prefixOf = (partnerId: string): string => (isTestSide(partnerId) ? testPrefix : "")

/** Makes a secret: the id of its partner, then 256 random bits. With the id, a distributed database can look up the secret on one node. */
export const newPartnerSecret = (partnerId: string): string =>
  prefixOf(partnerId) + Buffer.from(joinIds([partnerId])).toString("base64url") + newSecret()

const testLength = testPrefix.length + 22 + 43

export const partnerOfSecret = (secret: string): string => {
  // A secret of a live partner can also begin with the letters of `testPrefix`, but it is shorter.
  const start = secret.length === testLength && secret.startsWith(testPrefix) ? testPrefix.length : 0
  return partnerWith(Buffer.from(secret.slice(start, start + 22), "base64url"))
}

/** Makes the hexadecimal digits of an API key or a client id: the id of its partner, then 128 random bits. They are not secret. */
export const newPublicKey = (partnerId: string): string =>
  Buffer.concat([joinIds([partnerId]), randomBytes(16)]).toString("hex")

export const partnerOfPublicKey = (key: string): string => partnerWith(Buffer.from(key.slice(0, 32), "hex"))

/** Returns the stored form of a secret. One SHA-256 is enough for 256 random bits, because nobody can guess them. */
export const digest = (secret: string): string => hash("sha256", secret, "base64url")

const absent = Buffer.alloc(32)

/** Compares a secret with its stored digest. The duration does not reveal whether a digest is stored. */
export const matchesDigest = (secret: string, stored: string | undefined): boolean => {
  const wanted = stored === undefined ? absent : Buffer.from(stored, "base64url")
  const given = createHash("sha256").update(secret).digest()
  return wanted.length === given.length && timingSafeEqual(wanted, given) && stored !== undefined
}
