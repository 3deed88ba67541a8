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
 * Notifies listeners after COMMIT that a partner has new events. Events of this process are signalled at once. On PostgreSQL, events
 * of other processes are signalled a moment later. A signal can be lost, so a reader that must not miss an event also reads the table
 * from time to time.
 */
export class EventSignals extends Context.Tag("rewards/EventSignals")<
  EventSignals,
  {
    readonly notify: (partners: Iterable<PartnerId>) => void
    /** Adds a listener until the scope closes. This process receives signals of other processes only while it has a listener. */
    readonly listen: (listener: EventsListener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<EventSignals, never, Database | SqlClient.SqlClient> = Layer.suspend(
    () => Layer.scoped(this, make)
  )
}

/** The channel on PostgreSQL. A message lists the id of the sending process and then the ids of partners, separated by commas. */
const channel = "rewards_events"
const separator = ","

/** The pause after messages are sent, in milliseconds. Partners with new events are collected during this pause. */
const sendEvery = 25

/** The largest number of partners in one message. PostgreSQL limits a message to 8,000 bytes. */
const maxPartners = 200

/** Runs outside of transactions. A COMMIT that sends a message waits for every other COMMIT on the server that sends a message. */
const sendMessage = statement({
  input: { channel: "text", payload: "text" },
  sql: "SELECT pg_notify(input.channel, input.payload) FROM input"
})

/**
 * The partners in a message of another process; none for a message of this process (`self`). A message can contain any text, because
 * everyone who can connect to the database can send one.
 */
const partnersIn = (payload: string, self: string): ReadonlyArray<PartnerId> => {
  const [sender, ...partners] = payload.split(separator)
  return sender === self
    ? []
    : partners.map((partnerId) => PartnerId.make(partnerId, { disableValidation: true }))
}

/** Makes the function that notifies other processes. Its messages are sent together, at most once in `sendEvery` milliseconds. */
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
      // A signal that cannot be sent is lost. Readers find the events when they read the table.
      Effect.zipRight(Effect.ignore(send)),
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

  // The connection stays open for 10 seconds after the last listener has left, so that short-lived listeners can share it.
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
