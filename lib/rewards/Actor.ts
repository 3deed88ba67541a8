import { Context, Effect } from "effect"

/**
 * The caller: the name of a login or an API key, and the network address. The host provides the caller when it calls the core.
 * Commands of a caller without a name are not recorded in the audit trail (`Trail`).
 */
export class Actor extends Context.Reference<Actor>()("rewards/Actor", {
  defaultValue: (): { readonly name: string | undefined; readonly address: string | undefined } => ({
    name: undefined,
    address: undefined
  })
}) {}

/**
 * The id of the request that causes a write; null if there is none. Events contain this id, so that a receiver can recognize the
 * events of its own requests. A retry with another request id still counts as the same command.
 */
export class RequestId extends Context.Reference<RequestId>()("rewards/RequestId", {
  defaultValue: (): string | null => null
}) {}

/** The caller that ordered a command. */
export interface Orderer {
  readonly name: string
  readonly address: string | undefined
}

/** The cause of a command: the caller (undefined if it has no name), and the id of the request. */
export const orderedBy = Effect.zipWith(Actor, RequestId, ({ address, name }, requestId) => ({
  by: name === undefined ? undefined : { name, address },
  requestId
}))
