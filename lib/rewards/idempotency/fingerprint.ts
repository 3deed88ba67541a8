import { createHash } from "node:crypto"

/** Two requests with one idempotency key are the same request when their fingerprints are equal. */
export const fingerprintOf = (request: unknown): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("base64url")
