import { Buffer } from "node:buffer"
import { createHash } from "node:crypto"

/**
 * What of a request is stored with its idempotency key, to tell whether a later request with the key is the same. Half of a
 * SHA-256 is enough: it is compared with the fingerprint of one other request, that of the same partner under the same key, and
 * 128 bits do not become equal by accident. Who made two requests with equal fingerprints on purpose, which takes 2^64
 * attempts, would only get the answer to his own first request for the second.
 */
export const fingerprintOf = (request: unknown): Uint8Array =>
  createHash("sha256").update(JSON.stringify(request)).digest().subarray(0, 16)

export const isSameRequest = (fingerprint: Uint8Array, other: Uint8Array): boolean =>
  Buffer.compare(fingerprint, other) === 0
