import {
  Chunk,
  Context,
  Deferred,
  Effect,
  Either,
  Layer,
  Option,
  Queue,
  Schedule,
  type Scope,
  Stream
} from "effect"
import { now } from "../rewards/clock.ts"
import { PartnerNotFound } from "../rewards/Errors.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { Orderers } from "../rewards/orderers/Orderers.ts"
import { check, type Divergence, runChecks } from "../rewards/verification/Check.ts"
import { firstIdOf, largestId, smallestId } from "../schema/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../schema/Input.ts"
import { maxPageBytes } from "../schema/Page.ts"
import { Database } from "../sql/Database.ts"
import { type DatabaseFailure, isReadOnly } from "../sql/Failure.ts"
import { onRealTime, repeatOnRealTime } from "../sql/RealTime.ts"
import { statement } from "../sql/Statement.ts"
import {
  type Event,
  type EventId,
  type EventLimits,
  type EventPage,
  type FoundEvents,
  ListEvents,
  type ListEventsInput,
  NewestEvents,
  type NewestEventsInput,
  oneStart,
  StreamEvents,
  type StreamEventsInput
} from "./Event.ts"
import { EventSignals, type EventsListener } from "./EventSignals.ts"
import { makeStoredEvents } from "./Events/storedEvents.ts"
import { feedsPerPage, type ListedFeed, listFeeds, lockFeed, lockFeeds, removeSubscription } from "./feeds.ts"
import { listPartners, openFeed, partnersPerPage, setLastEvent } from "./pendingEvents.ts"
import { ReadTurn } from "./ReadTurn.ts"
import { makeSubscriptions } from "./subscriptions.ts"
import { events } from "./tables.ts"

/**
 * The feed of each partner: changes of its awards, coins, members and rules, in the order in which they were committed. Events are
 * written only while the partner has a subscription, or for about a day after its feed was read. They are stored for 30 days.
 *
 * Before a transaction gives ids to its events, it locks the feed until COMMIT. So events are committed in the order of their ids, and
 * a reader that continues after the last id misses no event. On PostgreSQL, a host's transaction adds events without this lock. Its
 * events get their ids after its COMMIT, from the next transaction that reads or writes the feed.
 */
export class Events extends Context.Tag("rewards/Events")<
  Events,
  {
    /** Returns a page of a partner's events, oldest first. This call counts as a read of the feed. */
    readonly list: (
      input: ListEventsInput | Unparsed
    ) => Effect.Effect<EventPage, InvalidInput | DatabaseFailure>

    /**
     * Returns the id of the event before the last `newest` events. A reader that passes this id as `after` starts with these events. If
     * there is no earlier event, the id is below the ids of all events. With `types`, only the last 1,000 events are searched. This call
     * counts as a read of the feed.
     */
    readonly beforeNewest: (
      input: NewestEventsInput | Unparsed
    ) => Effect.Effect<EventId, InvalidInput | DatabaseFailure>

    /**
     * Returns a page of the events after `after`, or of the oldest stored events if `after` is null. It does not count as a read of the
     * feed.
     */
    readonly read: (
      partnerId: PartnerId,
      after: EventId | null,
      most: EventLimits
    ) => Effect.Effect<EventPage, DatabaseFailure>

    /**
     * Reads events by their ids. Returns the first events that fit into `bytes` bytes together, but at least one event. Also returns the
     * ids of removed events.
     */
    readonly find: (
      partnerId: PartnerId,
      ids: ReadonlyArray<EventId>,
      bytes: number
    ) => Effect.Effect<FoundEvents, DatabaseFailure>

    /** Adds a subscription, and locks the feed until COMMIT. Call it in the transaction that adds the subscriber. */
    readonly subscribe: (partnerId: PartnerId) => Effect.Effect<void, PartnerNotFound | DatabaseFailure>

    /** Ends one subscription. Call it in the transaction that removes the subscriber. */
    readonly unsubscribe: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>

    /** Returns the id of a partner's newest event, or null. Inside a transaction, it locks the feed: no event is added until COMMIT. */
    readonly last: (partnerId: PartnerId) => Effect.Effect<EventId | null, DatabaseFailure>

    /**
     * Returns the stored events of a partner, and then each new event, in order and without gaps, until the engine closes. It starts after
     * an event, with the newest events, or with the oldest stored event. It waits while the database is unavailable.
     */
    readonly stream: (input: StreamEventsInput | Unparsed) => Stream.Stream<Event, InvalidInput>

    /** Calls the listener when a partner has new events, until the scope closes. A call can be lost. */
    readonly watch: (listener: EventsListener) => Effect.Effect<void, never, Scope.Scope>

    /**
     * Moves pending events, which hosts' transactions have committed, into the feeds. This also happens when a feed is read or written,
     * and automatically every minute.
     */
    readonly collect: () => Effect.Effect<void, DatabaseFailure>

    /**
     * Removes events that are older than 30 days, and all events of test sides that were emptied. Returns their number. This also happens
     * automatically every hour.
     */
    readonly forget: () => Effect.Effect<number, DatabaseFailure>

    /**
     * Reports events whose id is above `last_event` of their feed. The next event of such a feed could get a smaller id, and readers would
     * miss it.
     */
    readonly verify: () => Effect.Effect<ReadonlyArray<Divergence>, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Events, never, Database | EventSignals | Orderers> = Layer.suspend(() =>
    Layer.scoped(this, make)
  )
}

const parseList = parser(ListEvents, oneStart)
const parseNewest = parser(NewestEvents, oneStart)
const parseStream = parser(StreamEvents, oneStart)

/** How long a stream waits for a signal before it reads the table again. */
const pollEvery = "2 seconds"

/** How much a stream reads at once. The stream keeps this much in memory while its reader does not read. */
const streamPage: EventLimits = { count: 100, bytes: 65_536 }

const retention = 30 * 24 * 60 * 60 * 1000

const eventsPerRemoval = 1000

/** Removes old events. It finds them by the time in their ids. */
const removeEvents = statement({
  input: { partnerId: "uuid", before: "uuid" },
  output: events.row("id"),
  sql: `DELETE FROM rewards_event WHERE partner_id = (SELECT partner_id FROM input) AND id IN (
      SELECT e.id FROM rewards_event e
      WHERE e.partner_id = (SELECT partner_id FROM input) AND e.id < (SELECT before FROM input)
      ORDER BY e.id LIMIT ${eventsPerRemoval})
    RETURNING id`
})

/** Checks of stored events. */
export const checks = [
  check(
    "no event is above the newest of its feed",
    ({
      idText
    }) => `SELECT f.partner_id, 'feed' AS subject, COALESCE(${idText("f.last_event")}, 'none') AS stored,
       ${idText("e.id")} AS found
     FROM rewards_feed f CROSS JOIN rewards_event e
     WHERE e.partner_id = f.partner_id AND (f.last_event IS NULL OR e.id > f.last_event)`
  )
]

const make = Effect.gen(function* () {
  const database = yield* Database
  const orderers = yield* Orderers
  const signals = yield* EventSignals
  /** Moves the pending events of a partner into its feed, and notifies listeners after COMMIT. */
  const openAndNotify = (partnerId: PartnerId) =>
    Effect.map(database.transaction(openFeed(database, partnerId)), ({ hasNew }) => {
      if (hasNew) signals.notify([partnerId])
    })

  /** Moves the pending events of a partner into its feed. Does nothing on a read-only replica, or in a host's transaction. */
  const collectOf = (partnerId: PartnerId) =>
    database.inHostTransaction.pipe(
      Effect.flatMap((ofHost) => (ofHost ? Effect.void : openAndNotify(partnerId))),
      Effect.catchIf(isReadOnly, () => Effect.void)
    )

  const { beforeNewest, find, page, read } = makeStoredEvents(database, orderers, collectOf)
  const { markRead, subscribe } = makeSubscriptions(database)
  // Ends the streams when the engine closes.
  const closed = yield* Effect.acquireRelease(Deferred.make<void>(), (each) =>
    Deferred.succeed(each, undefined)
  )

  /**
   * Makes a stream. It reads the next events when its reader has received all earlier events. It waits while the database is unavailable.
   */
  const follow = ({ after, newest, partnerId, types }: StreamEvents) =>
    Effect.gen(function* () {
      const inTurn = yield* ReadTurn
      const wake = yield* Queue.dropping<void>(1)
      // Listens before the first read, so that the signal of a later event is not missed.
      yield* signals.listen((notified) => {
        if (notified === partnerId) wake.unsafeOffer(undefined)
      })
      const pause = onRealTime(Effect.timeoutOption(Queue.take(wake), pollEvery))

      /** Marks the feed as read and runs `read`. Retries while the database is unavailable. */
      const persist = <A>(read: Effect.Effect<A, DatabaseFailure>): Effect.Effect<A> =>
        Effect.catchAll(Effect.zipRight(markRead(partnerId), read), () =>
          Effect.zipRight(Effect.delay(pause, "100 millis"), persist(read))
        )

      const next = (after: EventId | undefined): Effect.Effect<EventPage> =>
        Effect.flatMap(
          persist(
            inTurn(
              page({ partnerId, after, newest: undefined, types, limit: streamPage.count }, streamPage.bytes)
            )
          ),
          (found) =>
            found.data.length > 0 || found.hasMore
              ? Effect.succeed(found)
              : Effect.zipRight(pause, next(after))
        )

      const begin = newest === undefined ? after : yield* persist(beforeNewest({ newest, partnerId, types }))
      return Stream.paginateChunkEffect(begin, (from) =>
        Effect.map(
          next(from),
          ({ data, next: to }) => [Chunk.unsafeFromArray(data), Option.some(to ?? from)] as const
        )
      )
    })

  /** Removes events of a retired partner, which nobody reads. Once there are none, the feed is not listed any more. */
  const clear = Effect.fnUntraced(function* (partnerId: PartnerId) {
    // Commands that were accepted before can still add events.
    yield* database.run(lockFeed, [{ partnerId }])
    const rows = yield* database.run(removeEvents, [{ partnerId, before: largestId }])
    if (rows.length < eventsPerRemoval) yield* database.run(setLastEvent, [{ partnerId, lastEvent: null }])
    return rows
  })

  /** Removes a partner's old events in short transactions, so that writers do not wait for long. */
  const forgetOf = Effect.fnUntraced(function* ({ isRetired, partnerId }: ListedFeed, before: string) {
    const slice = isRetired ? clear(partnerId) : database.run(removeEvents, [{ partnerId, before }])
    let removed = 0
    for (;;) {
      const rows = yield* database.transaction(slice)
      removed += rows.length
      if (rows.length < eventsPerRemoval) return removed
    }
  })

  const collect = Effect.fnUntraced(function* () {
    let after: string | undefined = smallestId
    while (after !== undefined) {
      const found: ReadonlyArray<{ readonly partnerId: PartnerId }> = yield* database.run(listPartners, [
        { after }
      ])
      for (const { partnerId } of found) yield* collectOf(partnerId)
      after = found.length < partnersPerPage ? undefined : found.at(-1)?.partnerId
    }
  })

  yield* collect().pipe(
    Effect.catchAllCause((cause) => Effect.logWarning("Pending events could not be moved", cause)),
    (effect) => repeatOnRealTime(effect, Schedule.spaced("1 minute")),
    Effect.interruptible,
    Effect.forkScoped
  )

  const forget = Effect.fnUntraced(function* () {
    const before = firstIdOf(new Date((yield* now).getTime() - retention))
    let after: string | undefined = smallestId
    let removed = 0
    while (after !== undefined) {
      const feeds: ReadonlyArray<ListedFeed> = yield* database.run(listFeeds, [{ after }])
      for (const feed of feeds) removed += yield* forgetOf(feed, before)
      after = feeds.length < feedsPerPage ? undefined : feeds.at(-1)?.partnerId
    }
    return removed
  })

  yield* forget().pipe(
    // A replica is read-only. The processes that use the primary server remove the events.
    Effect.catchIf(isReadOnly, () => Effect.succeed(0)),
    Effect.catchAllCause((cause) => Effect.logWarning("Old events could not be removed", cause)),
    (effect) => repeatOnRealTime(effect, Schedule.spaced("1 hour")),
    Effect.interruptible,
    Effect.forkScoped
  )

  return Events.of({
    list: Effect.fn("Events.list")(function* (input) {
      const asked = yield* parseList(input)
      yield* markRead(asked.partnerId)
      return yield* page(asked, maxPageBytes)
    }),

    beforeNewest: Effect.fn("Events.beforeNewest")(function* (input) {
      const asked = yield* parseNewest(input)
      yield* markRead(asked.partnerId)
      return yield* beforeNewest(asked)
    }),

    read: Effect.fn("Events.read")(read),

    find: Effect.fn("Events.find")(find),

    subscribe: Effect.fn("Events.subscribe")(function* (partnerId) {
      if (!(yield* subscribe(partnerId))) return yield* new PartnerNotFound({ partnerId })
    }),

    unsubscribe: Effect.fn("Events.unsubscribe")(function* (partnerId) {
      yield* database.transaction(database.run(removeSubscription, [{ partnerId }]))
    }),

    last: Effect.fn("Events.last")(function* (partnerId) {
      const [feed] = yield* database.transaction(database.run(lockFeeds, [{ partnerId }]))
      return feed?.lastEvent ?? null
    }),

    stream: (input) =>
      Either.match(parseStream(input), {
        onLeft: Stream.fail,
        onRight: (asked) => Stream.interruptWhenDeferred(Stream.unwrapScoped(follow(asked)), closed)
      }),

    watch: signals.listen,

    collect: Effect.fn("Events.collect")(collect),

    forget: Effect.fn("Events.forget")(forget),

    verify: Effect.fn("Events.verify")(() => runChecks(database, checks))
  })
})
