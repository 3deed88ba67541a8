import { Context, Effect } from "effect"

/**
 * The caller of the core: its name and its network address. The name is the e-mail address of a login, or an API key without its
 * secret. The audit trail (`Trail`) does not record the commands of a caller without a name.
 */
export class Actor extends Context.Reference<Actor>()("rewards/Actor", {
  defaultValue: (): { readonly name: string | undefined; readonly address: string | undefined } => ({
    name: undefined,
    address: undefined
  })
}) {}

/** The id of the request that causes a write; null if there is none. Events contain this id. */
export class RequestId extends Context.Reference<RequestId>()("rewards/RequestId", {
  defaultValue: (): string | null => null
}) {}

export interface Orderer {
  readonly name: string
  readonly address: string | undefined
}

/** The cause of a command. `by` is undefined if the caller has no name. */
export const orderedBy = Effect.zipWith(Actor, RequestId, ({ address, name }, requestId) => ({
  by: name === undefined ? undefined : { name, address },
  requestId
}))
