import { type Context, Effect, Layer } from "effect"
import { Fact } from "../rewards/events/Fact.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { EventLog, type Feeds, type LockedFeed, type Occurrence } from "../rewards/ports.ts"
import { encoderOf } from "../schema/Compiled.ts"
import * as Batch from "../sql/Batch.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { EventSignals } from "./EventSignals.ts"
import { hasSubscriber, holdUnsubscribed, insertFeed, lapsedAt, lockFeeds } from "./feeds.ts"
import { insertPending, movePending, type NewEvent, withIds, writeEvents } from "./pendingEvents.ts"
import { feeds } from "./tables.ts"

const lockFreeFeeds = feeds.lockFree()
const findFeeds = feeds.find("partnerId", "subscriptions", "readAt")

const rowsOf = (partners: ReadonlyArray<PartnerId>) => partners.map((partnerId) => ({ partnerId }))

const partnersOf = (rows: ReadonlyArray<{ readonly partnerId: PartnerId }>) =>
  rows.map(({ partnerId }) => partnerId)

const encodeFact = encoderOf(Fact)

const newEvent = ({ fact, orderedBy, partnerId, requestId }: Occurrence, createdAt: Date): NewEvent => {
  const { type, data } = encodeFact(fact)
  return { partnerId, type, createdAt, requestId, orderedBy, data: JSON.stringify(data) }
}

const make = (
  database: Context.Tag.Service<Database>,
  { notify }: Context.Tag.Service<EventSignals>
): Context.Tag.Service<EventLog> => {
  /** The id of the last pending event of this process. New pending events get ids above it, so the ids in a transaction ascend. */
  let lastPending: string | null = null

  /**
   * The partners that had a subscriber when this process last locked their feeds. So `lock` can choose the mode of the lock without a
   * read. If a partner has gained a subscriber since then, `collect` locks the feed exclusively.
   */
  const subscribed = new Set<PartnerId>()

  /** Groups partners by the mode in which `lock` locks their feeds. */
  const byMode = (partners: ReadonlyArray<PartnerId>) =>
    Object.groupBy(partners, (partnerId) => (subscribed.has(partnerId) ? "exclusive" : "shared"))

  /** Locks feeds exclusively, and returns the feeds that have a subscriber. */
  const lockSubscribed = (partners: ReadonlyArray<PartnerId>, at: Date) =>
    Batch.map(Batch.of(lockFeeds, rowsOf(partners)), (found): Feeds => {
      const feeds = new Map<PartnerId, LockedFeed>()
      for (const feed of found) {
        const { hasPending, lastEvent, partnerId } = feed
        if (hasSubscriber(feed, at)) feeds.set(partnerId, { last: lastEvent, hasPending })
        else subscribed.delete(partnerId)
      }
      return feeds
    })

  /** Locks the feeds without a subscriber in share mode. Returns the other partners. */
  const lockUnsubscribed = (partners: ReadonlyArray<PartnerId>, at: Date) =>
    Batch.map(
      Batch.of(
        holdUnsubscribed,
        partners.map((partnerId) => ({ partnerId, lapsedAt: lapsedAt(at) }))
      ),
      (held) => {
        if (held.length === partners.length) return []
        const locked = new Set(partnersOf(held))
        const missed = partners.filter((partnerId) => !locked.has(partnerId))
        for (const partnerId of missed) subscribed.add(partnerId)
        return missed
      }
    )

  /** Gives ids to pending events. */
  const pendingOf = (found: ReadonlyArray<NewEvent>, at: Date) => {
    const rows = withIds(lastPending, at, found)
    lastPending = rows.at(-1)?.id ?? lastPending
    return rows
  }

  /** Moves the pending events of a partner into its feed, if the feed is locked. */
  const collected = (partnerId: PartnerId, feed: LockedFeed | "unlocked") =>
    feed === "unlocked" || !feed.hasPending
      ? Effect.succeed([partnerId, feed] as const)
      : Effect.map(
          movePending(database, partnerId, feed.last, true),
          (last) => [partnerId, { last, hasPending: false }] as const
        )

  const collectAll = (feeds: Feeds): Effect.Effect<Feeds, DatabaseFailure> =>
    Array.from(feeds.values()).some((feed) => feed !== "unlocked" && feed.hasPending)
      ? Effect.map(
          Effect.forEach(feeds, ([partnerId, feed]) => collected(partnerId, feed)),
          (all) => new Map(all)
        )
      : Effect.succeed(feeds)

  return {
    open: (partnerId) =>
      Batch.of(insertFeed, [{ partnerId, lastEvent: null, readAt: null, subscriptions: 0 }]),
    subscribed: (partners, at) =>
      Batch.map(Batch.of(findFeeds, rowsOf(partners)), (found) =>
        partnersOf(found.filter((feed) => hasSubscriber(feed, at)))
      ),
    unlocked: (partners) => ({
      feeds: new Map(partners.map((partnerId) => [partnerId, "unlocked"])),
      missed: []
    }),
    lockFree: (partners) => {
      const { exclusive = [], shared = [] } = byMode(partners)
      return Batch.map(Batch.of(lockFreeFeeds, rowsOf(exclusive)), (free) => [...partnersOf(free), ...shared])
    },
    lock: (partners, at) => {
      const { exclusive = [], shared = [] } = byMode(partners)
      return Batch.all({ feeds: lockSubscribed(exclusive, at), missed: lockUnsubscribed(shared, at) })
    },
    collect: ({ feeds, missed }, at) =>
      missed.length === 0
        ? collectAll(feeds)
        : Effect.flatMap(database.send(lockSubscribed(missed, at)), (more) =>
            collectAll(new Map([...feeds, ...more]))
          ),
    append: (open, occurrences, at) =>
      Effect.sync(() => {
        const pending: Array<NewEvent> = []
        const written = Array.from(
          Map.groupBy(occurrences, ({ partnerId }) => partnerId),
          ([partnerId, some]) => {
            const feed = open.get(partnerId)
            if (feed === undefined) throw new Error(`the feed of partner ${partnerId} is not open`)
            const found = some.map((occurrence) => newEvent(occurrence, at))
            if (feed !== "unlocked") return withIds(feed.last, at, found)
            pending.push(...found)
            return []
          }
        )
        return Batch.inOrder([writeEvents(written), Batch.of(insertPending, pendingOf(pending, at))])
      }),
    notify
  }
}

/** Provides the port `EventLog`, through which the core writes events. */
export const layerEventLog: Layer.Layer<never, never, Database | EventSignals> = Layer.effect(
  EventLog,
  Effect.zipWith(Database, EventSignals, make)
)
