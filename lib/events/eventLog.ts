import { type Context, Effect, Layer } from "effect"
import { Fact } from "../rewards/events/Fact.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { EventLog, type Occurrence, type Subscribers } from "../rewards/ports.ts"
import { encoderOf } from "../schema/Compiled.ts"
import * as Batch from "../sql/Batch.ts"
import { nextIds, randomBytesOfId } from "./ids.ts"
import { Signals } from "./Signals.ts"
import { findFreeFeeds, insertEvents, lockFeeds, readFeeds, setLastEvent } from "./statements.ts"

/** How long a feed has a subscriber after it was read, in milliseconds. */
const readFor = 24 * 60 * 60 * 1000

const encodeFact = encoderOf(Fact)

/** The most random bytes that can be asked for at once. */
const mostRandom = 65_536

const randomBytes = (count: number): Uint8Array => {
  const bytes = new Uint8Array(count)
  for (let start = 0; start < count; start += mostRandom) {
    crypto.getRandomValues(bytes.subarray(start, start + mostRandom))
  }
  return bytes
}

const partnerRows = (partners: ReadonlyArray<PartnerId>) =>
  partners.map((partnerId) => ({ partner_id: partnerId }))

const noOne: Subscribers = () => []

const subscribers = (partners: ReadonlyArray<PartnerId>): Batch.Batch<Subscribers> =>
  Batch.map(Batch.of(readFeeds, partnerRows(partners)), (feeds) => {
    if (feeds.length === 0) return noOne
    return (at) =>
      feeds
        .filter(
          ({ readAt, subscriptions }) =>
            subscriptions > 0 || (readAt !== null && readAt.getTime() > at.getTime() - readFor)
        )
        .map(({ partnerId }) => partnerId)
  })

const held = (partners: ReadonlyArray<PartnerId>): Batch.Batch<Subscribers> =>
  Batch.map(
    Batch.zip(subscribers(partners), Batch.of(findFreeFeeds, partnerRows(partners))),
    ([subscribed, found]) => {
      const free = new Set(found.map(({ partnerId }) => partnerId))
      return (at) => subscribed(at).filter((partnerId) => !free.has(partnerId))
    }
  )

/** The rows of the events of one partner, after its newest event. */
const rowsOf = (
  partnerId: PartnerId,
  last: string | null,
  occurrences: ReadonlyArray<Occurrence>,
  at: Date
) => {
  const { length } = occurrences
  const ids = nextIds(last, at.getTime(), length, randomBytes(length * randomBytesOfId))
  const created_at = at.toISOString()
  return ids.flatMap((id, index) => {
    const occurrence = occurrences[index]
    if (occurrence === undefined) return []
    const { type, data } = encodeFact(occurrence.fact)
    const { requestId: request_id } = occurrence
    return [{ partner_id: partnerId, id, type, created_at, request_id, data: JSON.stringify(data) }]
  })
}

const make = ({ tell: notify }: Context.Tag.Service<Signals>): Context.Tag.Service<EventLog> => ({
  subscribers,
  held,
  lock: (partners) =>
    Batch.map(
      Batch.of(lockFeeds, partnerRows(partners)),
      (feeds) => new Map(feeds.map(({ lastEvent, partnerId }) => [partnerId, lastEvent]))
    ),
  append: (feeds, occurrences, at) =>
    Effect.sync(() => {
      const byPartner = Map.groupBy(occurrences, ({ partnerId }) => partnerId)
      const rows = Array.from(byPartner, ([partnerId, some]) => {
        const last = feeds.get(partnerId)
        if (last === undefined) throw new Error(`the feed of partner ${partnerId} was not locked`)
        return rowsOf(partnerId, last, some, at)
      })
      const newest = rows.flatMap((some) => some.slice(-1))
      return Batch.inOrder([
        Batch.of(
          setLastEvent,
          newest.map(({ id, partner_id }) => ({ partner_id, last_event: id }))
        ),
        Batch.of(insertEvents, rows.flat())
      ])
    }),
  notify
})

/** Writes the events of partners that have a subscriber. */
export const layer: Layer.Layer<never, never, Signals> = Layer.effect(EventLog, Effect.map(Signals, make))
