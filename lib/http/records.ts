import type { Callers } from "./access.ts"
import type { Incoming } from "./incoming.ts"

/** Whether the caller may read members' personal records, which the interface calls `userData`. */
export const readsRecords = ({ session }: Callers["partner"]): boolean => session.scopes.has("members:read")

/**
 * Whether the answer to a write may hold a member's record. The answer to an idempotency key is kept for good and
 * replayed to every token that may write, so it holds no personal data.
 */
export const answersWithRecord = (request: Incoming & Callers["partner"]): boolean =>
  request.idempotencyKey === undefined && readsRecords(request)
