import { Context, Effect } from "effect"

/**
 * The caller: the name of a login or an API key, and the network address. The host provides it to its calls. The `Trail` gets no records
 * of a caller without a name.
 */
export class Actor extends Context.Reference<Actor>()("rewards/Actor", {
  defaultValue: (): { readonly name: string | undefined; readonly address: string | undefined } => ({
    name: undefined,
    address: undefined
  })
}) {}

/**
 * The id of the request that causes a write; null if there is none. Events contain it, so that a receiver can recognize its own writes.
 * It is not part of a fingerprint.
 */
export class RequestId extends Context.Reference<RequestId>()("rewards/RequestId", {
  defaultValue: (): string | null => null
}) {}

/** The caller that ordered a command. */
export interface Orderer {
  readonly name: string
  readonly address: string | undefined
}

/** The cause of a command: the caller if it has a name, and the request. */
export const orderedBy = Effect.zipWith(Actor, RequestId, ({ address, name }, requestId) => ({
  by: name === undefined ? undefined : { name, address },
  requestId
}))
