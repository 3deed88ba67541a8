import { Context, Effect } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { PartnerId } from "../Id.ts"
import type { Fact } from "./Fact.ts"

/** A fact of a partner, and the request that caused it. */
export interface Occurrence {
  readonly partnerId: PartnerId
  readonly requestId: string | null
  readonly fact: Fact
}

/** Those partners of the ones asked for that have a subscriber at a moment. */
export type Wanted = (at: Date) => ReadonlyArray<PartnerId>

/** Feeds that the running transaction has locked, each with the id of its newest event. */
export type Feeds = ReadonlyMap<PartnerId, string | null>

interface Interface {
  /** Which of these partners have a subscriber. One statement by primary key: partners without one pay for nothing else. */
  readonly wanted: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<Wanted>

  /**
   * Locks the feeds of partners until commit, so that their events have ids in the order of commits. Comes after the locks of
   * rules and accounts, and before new ids of members and idempotency keys are written, which can wait for other transactions.
   */
  readonly lock: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<Feeds>

  /** Which of these partners have a subscriber, and a feed that another transaction holds. It waits for nothing. */
  readonly held: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<Wanted>

  /** What to write about occurrences, in their order, in the transaction that causes them and has locked their feeds. */
  readonly append: (
    feeds: Feeds,
    occurrences: ReadonlyArray<Occurrence>,
    at: Date
  ) => Effect.Effect<Batch.Batch<void>>

  /** Called after commit with the partners that have new events. It must not throw. */
  readonly tell: (partners: Iterable<PartnerId>) => void
}

export const noFeeds: Feeds = new Map()
const noOne: Wanted = () => []
const nothing = Batch.succeed(undefined)

/** The core's port to the log of events. By default there is no subscriber, and nothing is written or asked for. */
export class EventLog extends Context.Reference<EventLog>()("rewards/EventLog", {
  defaultValue: (): Interface => ({
    wanted: () => Batch.succeed(noOne),
    lock: () => Batch.succeed(noFeeds),
    held: () => Batch.succeed(noOne),
    append: () => Effect.succeed(nothing),
    tell: () => undefined
  })
}) {}
