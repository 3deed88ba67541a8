import { Context } from "effect"

/**
 * Where a call comes from, as far as the host knows. It is told once, at the edge, and asked where it is written down:
 * nothing in between has to pass it on, and what is not written down does not ask.
 */
export class Caller extends Context.Reference<Caller>()("rewards/Caller", {
  defaultValue: (): { readonly address: () => string | undefined } => ({ address: () => undefined })
}) {}
