import { Context, Effect, Layer, type Scope } from "effect"
import type { PartnerId } from "../Id.ts"

/** Called with a partner and the number of its transfers that this process has just written. It must not throw. */
export type Listener = (partnerId: PartnerId, transfers: number) => void

/**
 * Tells listeners in this process which partners' coins have moved, once that is committed. It is a hint and costs a
 * function call: it is lost with the process, and with a host's transaction whose commit is not seen here. Only the ledger is
 * certain.
 */
export class Activity extends Context.Tag("rewards/Activity")<
  Activity,
  {
    readonly tell: Listener
    /** Adds a listener until the scope closes. */
    readonly listen: (listener: Listener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<Activity> = Layer.sync(this, () => {
    const listeners = new Set<Listener>()
    return {
      tell: (partnerId, transfers) => {
        for (const listener of listeners) listener(partnerId, transfers)
      },
      listen: (listener) =>
        Effect.acquireRelease(
          Effect.sync(() => void listeners.add(listener)),
          () => Effect.sync(() => void listeners.delete(listener))
        )
    }
  })
}
