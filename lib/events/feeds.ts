import { Array as Arr, type Context, Effect, Layer } from "effect"
import { now } from "../rewards/clock.ts"
import { Fact } from "../rewards/events/Fact.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { EventLog, type Occurrence, type Subscribers } from "../rewards/ports.ts"
import { partnerName } from "../rewards/sql.ts"
import { encoderOf } from "../schema/Compiled.ts"
import * as Batch from "../sql/Batch.ts"
import type { Database } from "../sql/Database.ts"
import { isReadOnly } from "../sql/Failure.ts"
import { statement } from "../sql/Statement.ts"
import { nextEventIds, randomBytesPerId } from "./Event.ts"
import { EventSignals } from "./EventSignals.ts"
import { events, feeds } from "./tables.ts"

/**
 * The feed of a partner: its newest event, whether anyone subscribes to it, and how its events are written. A feed has a subscriber
 * while it has subscriptions, and for a day after it was read.
 */

const day = 24 * 60 * 60 * 1000

/** Milliseconds between two writes that the same feed was read. */
const markEvery = 60 * 60 * 1000

/** The number of feeds in memory with the time of that write. A feed that is not there costs one more write. */
const maxMarked = 10_000

const readSubscriptions = feeds.find("partnerId", "subscriptions", "readAt")

/** Whether a feed has a subscriber at an instant. */
const hasSubscriber = (
  { readAt, subscriptions }: { readonly readAt: Date | null; readonly subscriptions: number },
  at: Date
): boolean => subscriptions > 0 || (readAt !== null && readAt.getTime() > at.getTime() - day)

/** Locks feeds until COMMIT, in the order of their partners. */
export const lockFeeds = feeds.lock("partnerId", "lastEvent")
const findFreeFeeds = feeds.lockFree()
const setLastEvent = feeds.update("lastEvent")
const insertEvents = events.insert()

/** SQL for the id of a partner's newest event, or NULL. */
export const lastEvent = (partner: string): string =>
  `(SELECT f.last_event FROM rewards_feed f WHERE f.partner_id = ${partner})`

const partnerExists = `${partnerName("input.partner_id")} IS NOT NULL`

/** Writes that a feed was read. Inserts the feed if the partner had none, and returns nothing for an unknown partner. */
const markRead = statement({
  input: { partnerId: "uuid", readAt: "instant" },
  output: feeds.row("partnerId"),
  sql: `INSERT INTO rewards_feed (partner_id, read_at, subscriptions)
    SELECT input.partner_id, input.read_at, 0 FROM input WHERE ${partnerExists}
    ON CONFLICT (partner_id) DO UPDATE SET read_at = excluded.read_at
    RETURNING partner_id`
})

/**
 * Makes the function that writes that a partner's feed was read, so that its events are written for another day: at most one write
 * an hour for each partner and process. On a database that is only for reading it writes nothing.
 */
export const makeMarkRead = (database: Context.Tag.Service<Database>) => {
  const markedAt = new Map<PartnerId, number>()

  return Effect.fnUntraced(function* (partnerId: PartnerId) {
    const readAt = yield* now
    const since = readAt.getTime() - (markedAt.get(partnerId) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back must not leave a feed unmarked.
    if (since >= 0 && since < markEvery) return
    const remember = () => {
      if (markedAt.size >= maxMarked) markedAt.clear()
      markedAt.set(partnerId, readAt.getTime())
    }
    const write = Effect.flatMap(database.run(markRead, [{ partnerId, readAt }]), (found) =>
      found.length === 0 ? Effect.void : database.afterCommit(remember)
    )
    yield* Effect.catchIf(database.transaction(write), isReadOnly, () => Effect.void)
  })
}

/** Returns nothing for an unknown partner. */
export const addSubscription = statement({
  input: { partnerId: "uuid" },
  output: feeds.row("partnerId"),
  sql: `INSERT INTO rewards_feed (partner_id, subscriptions)
    SELECT input.partner_id, 1 FROM input WHERE ${partnerExists}
    ON CONFLICT (partner_id) DO UPDATE SET subscriptions = rewards_feed.subscriptions + 1
    RETURNING partner_id`
})

export const removeSubscription = statement({
  input: { partnerId: "uuid" },
  sql: `UPDATE rewards_feed SET subscriptions = rewards_feed.subscriptions - 1 FROM input
    WHERE rewards_feed.partner_id = input.partner_id`
})

/** The partners that have a feed, after one. */
export const listFeeds = statement({
  input: { after: "uuid", size: "integer" },
  output: feeds.row("partnerId"),
  sql: `SELECT f.partner_id FROM rewards_feed f
    WHERE f.partner_id > (SELECT after FROM input) ORDER BY f.partner_id LIMIT (SELECT size FROM input)`
})

/** The most bytes that `crypto.getRandomValues` returns at once. */
const maxRandom = 65_536

const randomBytes = (count: number): Uint8Array => {
  const bytes = new Uint8Array(count)
  for (let start = 0; start < count; start += maxRandom) {
    crypto.getRandomValues(bytes.subarray(start, start + maxRandom))
  }
  return bytes
}

const rowsOf = (partners: ReadonlyArray<PartnerId>) => partners.map((partnerId) => ({ partnerId }))

const subscribers = (partners: ReadonlyArray<PartnerId>): Batch.Batch<Subscribers> =>
  Batch.map(
    Batch.of(readSubscriptions, rowsOf(partners)),
    (found) => (at) => found.filter((feed) => hasSubscriber(feed, at)).map(({ partnerId }) => partnerId)
  )

/** The partners whose feed another transaction has locked, of those with a subscriber. */
const held = (partners: ReadonlyArray<PartnerId>): Batch.Batch<Subscribers> =>
  Batch.map(
    Batch.zip(subscribers(partners), Batch.of(findFreeFeeds, rowsOf(partners))),
    ([subscribed, found]) => {
      const free = new Set(found.map(({ partnerId }) => partnerId))
      return (at) => subscribed(at).filter((partnerId) => !free.has(partnerId))
    }
  )

const encodeFact = encoderOf(Fact)

/** The rows of new events of one partner, after its newest event. */
const eventRows = (
  partnerId: PartnerId,
  last: string | null,
  occurrences: ReadonlyArray<Occurrence>,
  createdAt: Date
) => {
  const { length } = occurrences
  const ids = nextEventIds(last, createdAt.getTime(), length, randomBytes(length * randomBytesPerId))
  return Arr.zipWith(ids, occurrences, (id, { fact, requestId }) => {
    const { type, data } = encodeFact(fact)
    return { partnerId, id, type, createdAt, requestId, data: JSON.stringify(data) }
  })
}

const make = ({ notify }: Context.Tag.Service<EventSignals>): Context.Tag.Service<EventLog> => ({
  subscribers,
  held,
  lock: (partners) =>
    Batch.map(
      Batch.of(lockFeeds, rowsOf(partners)),
      (found) => new Map(found.map(({ lastEvent, partnerId }) => [partnerId, lastEvent]))
    ),
  append: (locked, occurrences, at) =>
    Effect.sync(() => {
      const byPartner = Map.groupBy(occurrences, ({ partnerId }) => partnerId)
      const rows = Array.from(byPartner, ([partnerId, some]) => {
        const last = locked.get(partnerId)
        if (last === undefined) throw new Error(`the feed of partner ${partnerId} was not locked`)
        return eventRows(partnerId, last, some, at)
      })
      const newest = rows.flatMap((some) => some.slice(-1))
      return Batch.inOrder([
        Batch.of(
          setLastEvent,
          newest.map(({ id, partnerId }) => ({ partnerId, lastEvent: id }))
        ),
        Batch.of(insertEvents, rows.flat())
      ])
    }),
  notify
})

/** Provides the core's port `EventLog`: writes the events of partners that have a subscriber. */
export const layerEventLog: Layer.Layer<never, never, EventSignals> = Layer.effect(
  EventLog,
  Effect.map(EventSignals, make)
)
