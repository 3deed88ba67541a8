import { Context, Effect } from "effect"
import { RequestId } from "./RequestId.ts"

/**
 * Who makes a call: the name of a login or an API key, and the network address. The host provides it to its calls. A transfer
 * without a name is not passed to the `Trail`.
 */
export class Actor extends Context.Reference<Actor>()("rewards/Actor", {
  defaultValue: (): { readonly name: string | undefined; readonly address: string | undefined } => ({
    name: undefined,
    address: undefined
  })
}) {}

/** Who ordered a command. */
export interface Orderer {
  readonly name: string
  readonly address: string | undefined
}

/** The cause of a command: the actor, unless it has no name, and the request. */
export const orderedBy = Effect.zipWith(Actor, RequestId, ({ address, name }, requestId) => ({
  by: name === undefined ? undefined : { name, address },
  requestId
}))
