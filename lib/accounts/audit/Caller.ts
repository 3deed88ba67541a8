import { Context } from "effect"

/**
 * The network address of the caller, if the host provides it. The HTTP layer sets it once, and the audit trail reads
 * it, so that no function in between has to pass it on. The address is computed only when it is read.
 */
export class Caller extends Context.Reference<Caller>()("rewards/Caller", {
  defaultValue: (): { readonly address: () => string | undefined } => ({ address: () => undefined })
}) {}
