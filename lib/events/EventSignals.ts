import * as SqlClient from "@effect/sql/SqlClient"
import { Array as Arr, Context, Effect, Layer, Queue, RcRef, type Scope } from "effect"
import { PartnerId } from "../rewards/Id.ts"
import { Database } from "../sql/Database.ts"
import { noticesOf } from "../sql/Notices.ts"
import { onRealTime } from "../sql/RealTime.ts"
import { statement } from "../sql/Statement.ts"

/** A function that is called with the id of a partner that has new events. It must not throw. */
export type EventsListener = (partnerId: PartnerId) => void

/**
 * Notifies listeners that a partner has new events. On PostgreSQL, the listeners of all processes are notified, if the driver can
 * listen. A signal can be lost, so readers must also read the table from time to time.
 */
export class EventSignals extends Context.Tag("rewards/EventSignals")<
  EventSignals,
  {
    /** Signals that these partners have new events. Call it after COMMIT. */
    readonly notify: (partners: Iterable<PartnerId>) => void
    /** Adds a listener until the scope closes. Signals of other processes arrive only while there is a listener. */
    readonly listen: (listener: EventsListener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<EventSignals, never, Database | SqlClient.SqlClient> = Layer.suspend(
    () => Layer.scoped(this, make)
  )
}

/** A message in this channel has the id of the sending process and then the ids of partners, separated by commas. */
const channel = "rewards_events"
const separator = ","

/** Milliseconds between two rounds of messages. Between the rounds, partners with new events are collected. */
const sendEvery = 25

/** The largest number of partners in one message. PostgreSQL limits a message to 8,000 bytes. */
const maxPartners = 200

/** Runs outside of other transactions, because PostgreSQL commits transactions with messages one at a time. */
const sendMessage = statement({
  input: { channel: "text", payload: "text" },
  sql: "SELECT pg_notify(input.channel, input.payload) FROM input"
})

/** Returns the partners in a message of another process. Returns none for a message of this process (`self`). */
const partnersIn = (payload: string, self: string): ReadonlyArray<PartnerId> => {
  const [sender, ...partners] = payload.split(separator)
  return sender === self
    ? []
    : partners.map((partnerId) => PartnerId.make(partnerId, { disableValidation: true }))
}

/** Makes the function that notifies other processes. It sends messages at most once in `sendEvery` milliseconds. */
const makeNotifyOthers = (database: Context.Tag.Service<Database>, self: string) =>
  Effect.gen(function* () {
    const pending = new Set<PartnerId>()
    const wake = yield* Queue.dropping<void>(1)

    const send = Effect.suspend(() => {
      const messages = Arr.chunksOf(pending, maxPartners).map((partners) => ({
        channel,
        payload: [self, ...partners].join(separator)
      }))
      pending.clear()
      return database.run(sendMessage, messages)
    })

    yield* Queue.take(wake).pipe(
      // A signal that cannot be sent is lost. A PostgreSQL error that `classify` does not know is a defect, which must not end the loop.
      Effect.zipRight(Effect.catchAllCause(send, () => Effect.void)),
      Effect.zipRight(Effect.sleep(sendEvery)),
      Effect.forever,
      onRealTime,
      Effect.interruptible,
      Effect.forkScoped
    )

    return (partners: Iterable<PartnerId>): void => {
      for (const partnerId of partners) pending.add(partnerId)
      wake.unsafeOffer(undefined)
    }
  })

const make = Effect.gen(function* () {
  const database = yield* Database
  const notices = noticesOf(yield* SqlClient.SqlClient)
  const listeners = new Set<EventsListener>()
  const notifyHere = (partners: Iterable<PartnerId>) => {
    for (const partnerId of partners) for (const listener of listeners) listener(partnerId)
  }

  const self = crypto.randomUUID()
  const notifyOthers =
    database.dialect.name === "postgres" ? yield* makeNotifyOthers(database, self) : undefined

  // Listens to other processes. The connection stays open for 10 seconds after the last listener was removed, because another listener may
  // be added soon.
  const others = yield* RcRef.make({
    acquire:
      notices === undefined
        ? Effect.void
        : notices.listen(channel, (payload) => notifyHere(partnersIn(payload, self))),
    idleTimeToLive: "10 seconds"
  })

  return EventSignals.of({
    notify: (partners) => {
      notifyHere(partners)
      notifyOthers?.(partners)
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
