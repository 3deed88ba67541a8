import { Context } from "effect"

/**
 * Who orders a write, as the host knows it: a login or an API key, and the network address. A host sets it around its
 * calls. Without a name, a transfer is not handed to the `Trail`.
 */
export class Actor extends Context.Reference<Actor>()("rewards/Actor", {
  defaultValue: (): { readonly name: string | undefined; readonly address: string | undefined } => ({
    name: undefined,
    address: undefined
  })
}) {}
