import { Buffer } from "node:buffer"
import { createHash } from "node:crypto"

/**
 * A hash of a request. It is stored with the idempotency key, and compared when the key is used again. 128 bits of a SHA-256 are
 * enough: two different requests of one partner with the same key do not have the same hash by accident. A partner could find two
 * requests with the same hash in about 2^64 attempts, but gains nothing: the second request returns the answer of the first.
 */
export const fingerprintOf = (request: unknown): Uint8Array =>
  createHash("sha256").update(JSON.stringify(request)).digest().subarray(0, 16)

export const isSameRequest = (fingerprint: Uint8Array, other: Uint8Array): boolean =>
  Buffer.compare(fingerprint, other) === 0
