import { type Context, Effect, Layer } from "effect"
import { Fact } from "../rewards/events/Fact.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { EventLog, type Feeds, type LockedFeed, type Occurrence, type Subscribers } from "../rewards/ports.ts"
import { encoderOf } from "../schema/Compiled.ts"
import * as Batch from "../sql/Batch.ts"
import { Database } from "../sql/Database.ts"
import { EventSignals } from "./EventSignals.ts"
import {
  hasSubscriber,
  holdUnsubscribed,
  insertFeed,
  lapsedAt,
  lockFeeds,
  readSubscriptions
} from "./feeds.ts"
import { insertPending, movePending, type NewEvent, withIds, writeEvents } from "./pendingEvents.ts"
import { feeds } from "./tables.ts"

const lockFreeFeeds = feeds.lockFree()

const rowsOf = (partners: ReadonlyArray<PartnerId>) => partners.map((partnerId) => ({ partnerId }))

const partnersOf = (rows: ReadonlyArray<{ readonly partnerId: PartnerId }>) =>
  rows.map(({ partnerId }) => partnerId)

const subscribers = (partners: ReadonlyArray<PartnerId>): Batch.Batch<Subscribers> =>
  Batch.map(Batch.of(readSubscriptions, rowsOf(partners)), (found) => (at) => {
    const { false: others = [], true: subscribed = [] } = Object.groupBy(found, (feed) =>
      hasSubscriber(feed, at) ? "true" : "false"
    )
    return { subscribed: partnersOf(subscribed), others: partnersOf(others) }
  })

const encodeFact = encoderOf(Fact)

const newEvent = ({ fact, partnerId, requestId }: Occurrence, createdAt: Date): NewEvent => {
  const { type, data } = encodeFact(fact)
  return { partnerId, type, createdAt, requestId, data: JSON.stringify(data) }
}

const make = (
  database: Context.Tag.Service<Database>,
  { notify }: Context.Tag.Service<EventSignals>
): Context.Tag.Service<EventLog> => {
  /** The id of the last pending event of this process. The ids of a transaction ascend, because one process writes them all. */
  let lastPending: string | null = null

  const pendingOf = (found: ReadonlyArray<NewEvent>, at: Date) => {
    const rows = withIds(lastPending, at, found)
    lastPending = rows.at(-1)?.id ?? lastPending
    return rows
  }

  const collected = (partnerId: PartnerId, feed: LockedFeed | "unlocked") =>
    feed === "unlocked" || !feed.hasPending
      ? Effect.succeed([partnerId, feed] as const)
      : Effect.map(
          movePending(database, partnerId, feed.last, true),
          (last) => [partnerId, { last, hasPending: false }] as const
        )

  return {
    open: (partnerId) =>
      Batch.of(insertFeed, [{ partnerId, lastEvent: null, readAt: null, subscriptions: 0 }]),
    subscribers,
    holdUnsubscribed: (partners, at) =>
      Batch.map(
        Batch.of(
          holdUnsubscribed,
          partners.map((partnerId) => ({ partnerId, lapsedAt: lapsedAt(at) }))
        ),
        partnersOf
      ),
    unlocked: (partners) => new Map(partners.map((partnerId) => [partnerId, "unlocked"])),
    lockFree: (partners) => Batch.map(Batch.of(lockFreeFeeds, rowsOf(partners)), partnersOf),
    lock: (partners) =>
      Batch.map(
        Batch.of(lockFeeds, rowsOf(partners)),
        (found): Feeds =>
          new Map(
            found.map(({ hasPending, lastEvent, partnerId }) => [partnerId, { last: lastEvent, hasPending }])
          )
      ),
    collect: (locked) =>
      Array.from(locked.values()).some((feed) => feed !== "unlocked" && feed.hasPending)
        ? Effect.map(
            Effect.forEach(locked, ([partnerId, feed]) => collected(partnerId, feed)),
            (all) => new Map(all)
          )
        : Effect.succeed(locked),
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
