import { Context } from "effect"

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
