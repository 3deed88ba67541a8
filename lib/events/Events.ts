import { Context, Deferred, Effect, Layer, Schedule, type Scope, type Stream } from "effect"
import { PartnerNotFound } from "../rewards/Errors.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { type Divergence, runChecks } from "../rewards/verification/Check.ts"
import { type InvalidInput, parser } from "../schema/Input.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { repeatOnRealTime } from "../sql/RealTime.ts"
import {
  type Event,
  type EventId,
  type EventPage,
  ListEvents,
  type ListEventsInput,
  NewestEvents,
  type NewestEventsInput,
  oneStart,
  type StreamEventsInput
} from "./Event.ts"
import { makeForget } from "./Events/forget.ts"
import { makeMark } from "./Events/mark.ts"
import { makeRead } from "./Events/read.ts"
import { makeStream } from "./Events/stream.ts"
import { type EventsListener, Signals } from "./Signals.ts"
import { addSubscription, lockFeeds, removeSubscription } from "./statements.ts"
import { checks } from "./verify.ts"

/**
 * What happened to a partner's awards, coins, members and rules, in the order in which it was committed. Events are written while
 * the partner has a subscriber: a subscription, or a feed that was read within the last day. They are kept for 30 days.
 *
 * A reader that has seen an event has seen all events with smaller ids: a feed's events get their ids while their transaction
 * holds the row of the feed, which it does until commit.
 */
export class Events extends Context.Tag("rewards/Events")<
  Events,
  {
    /** A page of a partner's events after one, or with the newest, oldest first. From the first call on, and for a day after each, events are written. */
    readonly list: (input: ListEventsInput) => Effect.Effect<EventPage, InvalidInput | DatabaseFailure>

    /**
     * The event before the newest ones of a partner: `after` for a reader that begins with them. It is below all events where there
     * are no more. Of some types, the newest among the last 1,000 events. Keeps the feed alive as `list` does.
     */
    readonly beforeNewest: (
      input: NewestEventsInput
    ) => Effect.Effect<EventId, InvalidInput | DatabaseFailure>

    /** The next events after one, or from the start, for readers with a subscription of their own. Does not keep the feed alive. */
    readonly read: (
      partnerId: PartnerId,
      after: EventId | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Event>, DatabaseFailure>

    /** Those of the events that are still kept, in any order. */
    readonly find: (
      partnerId: PartnerId,
      ids: ReadonlyArray<EventId>
    ) => Effect.Effect<ReadonlyArray<Event>, DatabaseFailure>

    /** Has a partner's events written until `unsubscribe`. Belongs in the transaction that makes the subscriber; it holds the feed. */
    readonly subscribe: (partnerId: PartnerId) => Effect.Effect<void, PartnerNotFound | DatabaseFailure>

    /** Ends one subscription. Belongs in the transaction that removes the subscriber. */
    readonly unsubscribe: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>

    /**
     * The newest event of a partner, null if there was none. In a transaction it holds the feed until commit, so that the next
     * event is the first that the transaction's subscriber has to get.
     */
    readonly last: (partnerId: PartnerId) => Effect.Effect<EventId | null, DatabaseFailure>

    /**
     * A partner's events after one, with the newest or from the oldest that is kept, and then each as it happens: in order, without gaps, until
     * the engine closes. It reads on when its reader does, and waits while the database is away.
     */
    readonly stream: (input: StreamEventsInput) => Stream.Stream<Event, InvalidInput>

    /** Calls back when a partner has new events, until the scope closes. It is a hint that can be lost. */
    readonly watch: (listener: EventsListener) => Effect.Effect<void, never, Scope.Scope>

    /** Removes events that are older than 30 days, and returns how many. Runs by itself once an hour. */
    readonly forget: () => Effect.Effect<number, DatabaseFailure>

    /** Events whose readers would skip them. */
    readonly verify: () => Effect.Effect<ReadonlyArray<Divergence>, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Events, never, Database | Signals> = Layer.suspend(() =>
    Layer.scoped(this, make)
  )
}

const parseList = parser(ListEvents, oneStart)
const parseNewest = parser(NewestEvents, oneStart)

const make = Effect.gen(function* () {
  const database = yield* Database
  const signals = yield* Signals
  const { beforeNewest, find, page, read } = makeRead(database)
  const mark = makeMark(database)
  const forget = makeForget(database)
  const closed = yield* Effect.acquireRelease(Deferred.make<void>(), (each) =>
    Deferred.succeed(each, undefined)
  )

  yield* forget().pipe(
    Effect.catchAllCause((cause) => Effect.logWarning("Old events cannot be removed at the moment", cause)),
    (effect) => repeatOnRealTime(effect, Schedule.spaced("1 hour")),
    Effect.interruptible,
    Effect.forkScoped
  )

  return Events.of({
    list: Effect.fn("Events.list")(function* (input) {
      const asked = yield* parseList(input)
      yield* mark(asked.partnerId)
      return yield* page(asked)
    }),

    beforeNewest: Effect.fn("Events.beforeNewest")(function* (input) {
      const asked = yield* parseNewest(input)
      yield* mark(asked.partnerId)
      return yield* beforeNewest(asked)
    }),

    read: Effect.fn("Events.read")(read),

    find: Effect.fn("Events.find")(find),

    subscribe: Effect.fn("Events.subscribe")(function* (partnerId) {
      const found = yield* database.transaction(database.run(addSubscription, [{ partner_id: partnerId }]))
      if (found.length === 0) return yield* new PartnerNotFound({ partnerId })
    }),

    unsubscribe: Effect.fn("Events.unsubscribe")(function* (partnerId) {
      yield* database.transaction(database.run(removeSubscription, [{ partner_id: partnerId }]))
    }),

    last: Effect.fn("Events.last")(function* (partnerId) {
      const [feed] = yield* database.transaction(database.run(lockFeeds, [{ partner_id: partnerId }]))
      return feed?.lastEvent ?? null
    }),

    stream: makeStream(signals, { beforeNewest, closed, mark, page }),

    watch: signals.listen,

    forget: Effect.fn("Events.forget")(forget),

    verify: Effect.fn("Events.verify")(() => runChecks(database, checks))
  })
})
