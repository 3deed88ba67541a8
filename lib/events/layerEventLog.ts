import { Array as Arr, type Context, Effect, Layer } from "effect"
import { Fact } from "../rewards/events/Fact.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { EventLog, type Occurrence, type Subscribers } from "../rewards/ports.ts"
import { encoderOf } from "../schema/Compiled.ts"
import * as Batch from "../sql/Batch.ts"
import { nextEventIds, randomBytesPerId } from "./Event.ts"
import { EventSignals } from "./EventSignals.ts"
import { hasSubscriber, lockFeeds, readSubscriptions } from "./feeds.ts"
import { events, feeds } from "./tables.ts"

const lockFreeFeeds = feeds.lockFree()
const setLastEvent = feeds.update("lastEvent")
const insertEvents = events.insert()

/** The largest number of bytes that `crypto.getRandomValues` accepts. */
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

const encodeFact = encoderOf(Fact)

/** The rows of a partner's new events. `last` is the id of the partner's newest event so far. */
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
  lockFree: (partners) =>
    Batch.map(Batch.of(lockFreeFeeds, rowsOf(partners)), (free) => free.map(({ partnerId }) => partnerId)),
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

/** Provides the port `EventLog`, through which the core writes events. */
export const layerEventLog: Layer.Layer<never, never, EventSignals> = Layer.effect(
  EventLog,
  Effect.map(EventSignals, make)
)
