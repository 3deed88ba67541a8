import { Context, Effect, Layer, type Scope } from "effect"
import type { PartnerId } from "../rewards/Id.ts"

/** Called with a partner that has new events. It must not throw. */
export type Listener = (partnerId: PartnerId) => void

/**
 * Tells listeners which partners have new events, once these are committed. It is a hint that can be lost: a reader that must
 * not miss anything also looks at the table from time to time.
 */
export class Signals extends Context.Tag("rewards/EventSignals")<
  Signals,
  {
    /** Tells the listeners of this process. */
    readonly tell: (partners: Iterable<PartnerId>) => void
    /** Adds a listener until the scope closes. */
    readonly listen: (listener: Listener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<Signals> = Layer.sync(this, () => {
    const listeners = new Set<Listener>()
    return {
      tell: (partners) => {
        for (const partnerId of partners) for (const listener of listeners) listener(partnerId)
      },
      listen: (listener) =>
        Effect.acquireRelease(
          Effect.sync(() => void listeners.add(listener)),
          () => Effect.sync(() => void listeners.delete(listener))
        )
    }
  })
}
