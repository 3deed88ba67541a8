import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Layer, RcRef, type Scope } from "effect"
import type { PartnerId } from "../rewards/Id.ts"
import { Database } from "../sql/Database.ts"
import { noticesOf } from "../sql/Connections.ts"
import { makeOutbox, partnersIn } from "./Signals/outbox.ts"

/** Called with a partner that has new events. It must not throw. */
export type EventsListener = (partnerId: PartnerId) => void

/**
 * Tells listeners which partners have new events, once these are committed: those of this process at once, and on PostgreSQL
 * those of other processes a moment later. It is a hint that can be lost: a reader that must not miss anything also looks at the
 * table from time to time.
 */
export class Signals extends Context.Tag("rewards/EventSignals")<
  Signals,
  {
    readonly tell: (partners: Iterable<PartnerId>) => void
    /** Adds a listener until the scope closes. While there is one, other processes are listened to. */
    readonly listen: (listener: EventsListener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<Signals, never, Database | SqlClient.SqlClient> = Layer.suspend(() =>
    Layer.scoped(this, make)
  )
}

/** The name of the channel on PostgreSQL. */
const channel = "rewards_events"

const make = Effect.gen(function* () {
  const database = yield* Database
  const notices = noticesOf(yield* SqlClient.SqlClient)
  const listeners = new Set<EventsListener>()
  const tellHere = (partners: Iterable<PartnerId>) => {
    for (const partnerId of partners) for (const listener of listeners) listener(partnerId)
  }

  // Of its own notices a process has heard already.
  const self = crypto.randomUUID()
  const tellOthers =
    database.dialect.name === "postgres" ? yield* makeOutbox(database, channel, self) : undefined

  // Kept for a moment after the last listener, so that readers that come and go do not connect each time.
  const others = yield* RcRef.make({
    acquire:
      notices === undefined
        ? Effect.void
        : notices.listen(channel, (payload) => tellHere(partnersIn(payload, self))),
    idleTimeToLive: "10 seconds"
  })

  return Signals.of({
    tell: (partners) => {
      tellHere(partners)
      tellOthers?.(partners)
    },
    listen: (listener) =>
      Effect.zipRight(
        Effect.acquireRelease(
          Effect.sync(() => void listeners.add(listener)),
          () => Effect.sync(() => void listeners.delete(listener))
        ),
        RcRef.get(others)
      )
  })
})
