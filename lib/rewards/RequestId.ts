import { Context } from "effect"

/**
 * The id of the request that causes a write; null if there is none. Events contain it, so that a receiver can distinguish its own
 * writes from others. Idempotency ignores it.
 */
export class RequestId extends Context.Reference<RequestId>()("rewards/RequestId", {
  defaultValue: (): string | null => null
}) {}
