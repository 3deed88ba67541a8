import { Buffer } from "node:buffer"
import { createHash } from "node:crypto"

/**
 * Identifies a request: it is stored with the idempotency key and compared with that of the next request under the same key. Half of
 * a SHA-256 is enough: two requests of one partner under one key do not have the same 128 bits by accident. A partner that finds two
 * such requests on purpose, in 2^64 attempts, only gets the answer to its own first request for the second.
 */
export const fingerprintOf = (request: unknown): Uint8Array =>
  createHash("sha256").update(JSON.stringify(request)).digest().subarray(0, 16)

export const isSameRequest = (fingerprint: Uint8Array, other: Uint8Array): boolean =>
  Buffer.compare(fingerprint, other) === 0
