import { type Context, Effect } from "effect"
import { engineNow, now } from "../rewards/clock.ts"
import type { PartnerId } from "../rewards/Id.ts"
import * as Batch from "../sql/Batch.ts"
import type { Database } from "../sql/Database.ts"
import { statement } from "../sql/Statement.ts"
import type { RowOf } from "../sql/Table.ts"
import { nextEventIds, randomBytesPerId } from "./Event.ts"
import { hasSubscriber, insertMissingFeed, lockFeed } from "./feeds.ts"
import { events, feeds, pendingEvents } from "./tables.ts"

/**
 * On PostgreSQL, a host's transaction stores its events as pending events. It must not lock the feed, because it can stay open for
 * long, and other writers of the partner would wait. After its COMMIT, a short transaction locks the feed and moves the events into it.
 * If the partner has no subscriber, the short transaction deletes the events.
 */

export const setLastEvent = feeds.update("lastEvent")
const insertEvents = events.insert()
export const insertPending = pendingEvents.insert()

export const partnersPerPage = 100

/** Reads a page of partners that have pending events, in the order of their ids. The page starts after the id `after`. */
export const listPartners = statement({
  acrossPartners: "pending events of all partners are moved",
  input: { after: "uuid" },
  output: pendingEvents.row("partnerId"),
  sql: `SELECT DISTINCT p.partner_id FROM rewards_pending_event p
    WHERE p.partner_id > (SELECT after FROM input) ORDER BY p.partner_id LIMIT ${partnersPerPage}`
})

/** Finds one pending event of a partner. */
export const findPending = statement({
  input: { partnerId: "uuid" },
  output: pendingEvents.row("id"),
  sql: "SELECT p.id FROM rewards_pending_event p WHERE p.partner_id = (SELECT partner_id FROM input) LIMIT 1"
})

const takenAtOnce = 1000

const takePending = statement({
  input: { partnerId: "uuid" },
  output: pendingEvents.row(),
  sql: `DELETE FROM rewards_pending_event WHERE partner_id = (SELECT partner_id FROM input) AND id IN (
      SELECT p.id FROM rewards_pending_event p WHERE p.partner_id = (SELECT partner_id FROM input)
      ORDER BY p.id LIMIT ${takenAtOnce})
    RETURNING ${pendingEvents.list("rewards_pending_event")}`
})

/** The largest number of bytes that `crypto.getRandomValues` accepts. */
const maxRandom = 65_536

const randomBytes = (count: number): Uint8Array => {
  const bytes = new Uint8Array(count)
  for (let start = 0; start < count; start += maxRandom) {
    crypto.getRandomValues(bytes.subarray(start, start + maxRandom))
  }
  return bytes
}

export type NewEvent = Omit<RowOf<typeof events>, "id">

/** Gives ascending ids above `last` to new events. */
export const withIds = (
  last: string | null,
  at: Date,
  found: ReadonlyArray<NewEvent>
): ReadonlyArray<RowOf<typeof events>> => {
  const random = randomBytes(found.length * randomBytesPerId)
  const ids = nextEventIds(last, at.getTime(), found.length, random)
  return found.flatMap((event, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ ...event, id }]
  })
}

/** Writes new events to feeds that the current transaction has locked. `byFeed` has one list for each feed, in the order of ids. */
export const writeEvents = (byFeed: ReadonlyArray<ReadonlyArray<RowOf<typeof events>>>): Batch.Batch<void> =>
  Batch.inOrder([
    Batch.of(
      setLastEvent,
      byFeed.flatMap((some) => some.slice(-1)).map(({ id, partnerId }) => ({ partnerId, lastEvent: id }))
    ),
    Batch.of(insertEvents, byFeed.flat())
  ])

const byId = (one: { readonly id: string }, other: { readonly id: string }): number =>
  one.id < other.id ? -1 : 1

/**
 * Moves the pending events of a feed that the current transaction has locked. Without a subscriber, deletes them. Returns the id of
 * the feed's newest event.
 */
export const movePending = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  partnerId: PartnerId,
  lastEvent: string | null,
  isSubscribed: boolean
) {
  let last = lastEvent
  for (;;) {
    const found = (yield* database.run(takePending, [{ partnerId }])).toSorted(byId)
    if (isSubscribed && found.length > 0) {
      const moved = withIds(last, yield* now, found)
      yield* database.send(writeEvents([moved]))
      last = moved.at(-1)?.id ?? last
    }
    if (found.length < takenAtOnce) return last
  }
})

/**
 * Locks a feed until COMMIT and moves its pending events. The lock waits for transactions that have run `holdUnsubscribed`. Pending
 * events of open transactions are not visible yet, so a later call moves them. `hasNew` says whether the feed has new events. `isKnown` is
 * false if the partner does not exist.
 */
export const openFeed = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  partnerId: PartnerId
) {
  yield* database.run(insertMissingFeed, [{ partnerId }])
  const [feed] = yield* database.run(lockFeed, [{ partnerId }])
  if (feed === undefined) return { isKnown: false, hasNew: false }
  const last = yield* movePending(database, partnerId, feed.lastEvent, hasSubscriber(feed, yield* engineNow))
  return { isKnown: true, hasNew: last !== feed.lastEvent }
})
