import { Buffer } from "node:buffer"
import { createHash } from "node:crypto"

/**
 * A hash of a request. It is stored with the idempotency key, and compared when the key is used again. 128 bits of a SHA-256 are
 * enough, because only requests with the same key are compared.
 */
export const fingerprintOf = (request: unknown): Uint8Array =>
  createHash("sha256").update(JSON.stringify(request)).digest().subarray(0, 16)

export const isSameRequest = (fingerprint: Uint8Array, other: Uint8Array): boolean =>
  Buffer.compare(fingerprint, other) === 0
