import { Context } from "effect"

/**
 * The id of the request that causes a write, as the host knows it; null where there is none. Events carry it, so that a receiver
 * can tell its own writes from those of others. It is no part of what makes two commands the same request.
 */
export class RequestId extends Context.Reference<RequestId>()("rewards/RequestId", {
  defaultValue: (): string | null => null
}) {}
