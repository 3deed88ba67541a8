import { Buffer } from "node:buffer"
import { createHash } from "node:crypto"

/**
 * Returns a hash of a request. It is stored with the idempotency key, and compared when the key is used again. 128 bits of a SHA-256 are
 * enough, because only requests with the same key are compared.
 */
export const fingerprintOf = (request: unknown): Uint8Array =>
  createHash("sha256").update(JSON.stringify(request)).digest().subarray(0, 16)

/**
 * Returns the stored form of a partner's idempotency key. A key can contain the name of a person, so its text is never stored. The
 * partner's id is the salt: equal keys of two partners have different digests.
 */
export const keyDigest = (partnerId: string, key: string): Uint8Array =>
  createHash("sha256").update(`${partnerId}${key}`).digest().subarray(0, 16)

/** Returns the stored form of the id of an erased member. It differs from the digest of an equal idempotency key. */
export const idDigest = (partnerId: string, userId: string): Uint8Array =>
  createHash("sha256").update(`erased ${partnerId}${userId}`).digest().subarray(0, 16)

export const isSameRequest = (fingerprint: Uint8Array, other: Uint8Array): boolean =>
  Buffer.compare(fingerprint, other) === 0

/** Returns a JSON value in another form, in which the order of keys makes no difference: objects become sorted lists of their entries. */
export const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return ["list", value.map(canonical)]
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return ["object", entries.map(([key, each]) => [key, canonical(each)])]
}
