import * as SqlClient from "@effect/sql/SqlClient"
import { Array as Arr, Context, Effect, Layer, Queue, RcRef, type Scope } from "effect"
import { PartnerId } from "../rewards/Id.ts"
import { Database } from "../sql/Database.ts"
import { noticesOf } from "../sql/Notices.ts"
import { onRealTime } from "../sql/RealTime.ts"
import { statement } from "../sql/Statement.ts"

/** Called with a partner that has new events. It must not throw. */
export type EventsListener = (partnerId: PartnerId) => void

/**
 * Notifies listeners of partners that have new events, after COMMIT: of events of this process at once, and on PostgreSQL of those of
 * other processes a moment later. A signal is a hint that can be lost, so a reader that must not miss an event also reads the table
 * from time to time.
 */
export class EventSignals extends Context.Tag("rewards/EventSignals")<
  EventSignals,
  {
    readonly notify: (partners: Iterable<PartnerId>) => void
    /** Adds a listener until the scope closes. While there is one, this process receives the signals of other processes. */
    readonly listen: (listener: EventsListener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<EventSignals, never, Database | SqlClient.SqlClient> = Layer.suspend(
    () => Layer.scoped(this, make)
  )
}

/** The channel on PostgreSQL. Its messages are the id of the sending process and the partners, with a separator between them. */
const channel = "rewards_events"
const separator = ","

/** Milliseconds between two messages. */
const sendEvery = 25

/** The most partners of one message. PostgreSQL accepts 8,000 bytes. */
const maxPartners = 200

/** Runs outside of transactions: inside, it would make all commits of the cluster that send messages wait for each other. */
const sendMessage = statement({
  input: { channel: "text", payload: "text" },
  sql: "SELECT pg_notify(input.channel, input.payload) FROM input"
})

/** The partners of another process's message. Anyone who may connect to the database can send one, so it can have any text. */
const partnersIn = (payload: string, self: string): ReadonlyArray<PartnerId> => {
  const [sender, ...partners] = payload.split(separator)
  return sender === self
    ? []
    : partners.map((partnerId) => PartnerId.make(partnerId, { disableValidation: true }))
}

/** Makes the function that notifies other processes, with at most one write in `sendEvery` milliseconds for all partners. */
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
      // When the database is available again, readers read the table.
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

  // Ignores messages that this process sent.
  const self = crypto.randomUUID()
  const notifyOthers =
    database.dialect.name === "postgres" ? yield* makeNotifyOthers(database, self) : undefined

  // Stays open for a moment after the last listener, so that readers that come and go do not connect each time.
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
