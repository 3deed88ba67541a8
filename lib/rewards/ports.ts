import { Context, Effect, Layer, type Scope } from "effect"
import * as Batch from "../sql/Batch.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import type { Orderer } from "./Actor.ts"
import type { Fact } from "./events/Fact.ts"
import type { PartnerId } from "./Id.ts"
import type { Refund, Reversal } from "./reversals/Reversal.ts"
import type { WalletTransfer } from "./transfers/Transfer.ts"

/**
 * The ports of the core. Other parts of the library (wings) provide `EventLog`, `Trail` and `KnownUsers`, whose defaults do nothing.
 * The core provides `Activity` and `Backlog` for the wings.
 */

/** A fact of a partner, and the request that caused it. */
export interface Occurrence {
  readonly partnerId: PartnerId
  readonly requestId: string | null
  readonly fact: Fact
}

/** Partners whose feeds have a subscriber, and those whose feeds have none. Partners that do not exist are in neither list. */
export interface Subscriptions {
  readonly subscribed: ReadonlyArray<PartnerId>
  readonly others: ReadonlyArray<PartnerId>
}

/** Returns which of the requested partners have a subscriber at an instant. */
export type Subscribers = (at: Date) => Subscriptions

/** A feed that the current transaction has locked. */
export interface LockedFeed {
  /** The id of the feed's newest event. */
  readonly last: string | null
  /** Whether events of hosts' transactions have no id yet. */
  readonly hasPending: boolean
}

/**
 * The feeds to which the current transaction can append. A host's transaction does not lock feeds, because it can stay open for long.
 * Its events are pending until a later transaction, which locks the feed, gives them ids.
 */
export type Feeds = ReadonlyMap<PartnerId, LockedFeed | "unlocked">

export const noFeeds: Feeds = new Map()
export const noSubscribers: Subscribers = () => ({ subscribed: [], others: [] })
const nothing = Batch.succeed(undefined)

interface EventLogInterface {
  /** Creates the feed of a new partner. */
  readonly open: (partnerId: PartnerId) => Batch.Batch<unknown>

  /** Reads which of these partners have a subscriber. */
  readonly subscribers: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<Subscribers>

  /**
   * Finds the partners that have no subscriber. Until COMMIT, they get none: a new subscriber waits, so that it misses no event of
   * this transaction.
   */
  readonly holdUnsubscribed: (
    partners: ReadonlyArray<PartnerId>,
    at: Date
  ) => Batch.Batch<ReadonlyArray<PartnerId>>

  /** The feeds of partners in a host's transaction. Events are also appended if a partner has no subscriber yet. */
  readonly unlocked: (partners: ReadonlyArray<PartnerId>) => Feeds

  /**
   * Locks the feeds of partners until COMMIT, so that the ids of events are in the order of commits. A transaction first locks rules
   * and accounts, and then feeds. After that, it inserts idempotency keys and ids of members. Another order could cause deadlocks.
   */
  readonly lock: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<Feeds>

  /** Gives ids to the pending events of locked feeds, so that they come before the events of this transaction. */
  readonly collect: (feeds: Feeds) => Effect.Effect<Feeds, DatabaseFailure>

  /** Locks the feeds that no other transaction has locked, and returns their partners. Waits for no lock. */
  readonly lockFree: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<ReadonlyArray<PartnerId>>

  /** Writes occurrences in their order. The occurrences of an unlocked feed become pending events. */
  readonly append: (
    feeds: Feeds,
    occurrences: ReadonlyArray<Occurrence>,
    at: Date
  ) => Effect.Effect<Batch.Batch<void>>

  /** Called after COMMIT with the partners that have new events. It must not throw. */
  readonly notify: (partners: Iterable<PartnerId>) => void
}

/** Writes the events of partners that have a subscriber. The events wing provides it. */
export class EventLog extends Context.Reference<EventLog>()("rewards/EventLog", {
  defaultValue: (): EventLogInterface => ({
    open: () => nothing,
    subscribers: () => Batch.succeed(noSubscribers),
    holdUnsubscribed: Batch.succeed,
    unlocked: () => noFeeds,
    lock: () => Batch.succeed(noFeeds),
    collect: Effect.succeed,
    lockFree: () => Batch.succeed([]),
    append: () => Effect.succeed(nothing),
    notify: () => undefined
  })
}) {}

/** A new transfer, reversal or refund, and who ordered it. */
export interface Order {
  readonly by: Orderer
  readonly record: WalletTransfer | Reversal | Refund
}

/** Records in the audit trail who ordered a transfer, a reversal or a refund. The accounts wing provides it. */
export class Trail extends Context.Reference<Trail>()("rewards/Trail", {
  defaultValue: (): {
    /** Writes audit entries in the transaction that writes the records. */
    readonly record: (orders: ReadonlyArray<Order>) => Effect.Effect<Batch.Batch<void>>
  } => ({ record: () => Effect.succeed(nothing) })
}) {}

/** Users who can be awarded before they are onboarded: the first award makes them members. The accounts wing provides it. */
export class KnownUsers extends Context.Reference<KnownUsers>()("rewards/KnownUsers", {
  defaultValue: (): {
    /** Returns those of the given ids that belong to users. */
    readonly among: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, DatabaseFailure>
  } => ({ among: () => Effect.succeed(new Set<string>()) })
}) {}

/** Called with a partner and the number of transfers that this process has just committed for it. It must not throw. */
export type ActivityListener = (partnerId: PartnerId, transfers: number) => void

/** Tells listeners in this process which partners have new transfers. It may miss transfers in a host's transaction. */
export class Activity extends Context.Tag("rewards/Activity")<
  Activity,
  {
    readonly notify: ActivityListener
    /** Adds a listener until the scope closes. */
    readonly listen: (listener: ActivityListener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<Activity> = Layer.sync(this, () => {
    const listeners = new Set<ActivityListener>()
    return {
      notify: (partnerId, transfers) => {
        for (const listener of listeners) listener(partnerId, transfers)
      },
      listen: (listener) =>
        Effect.acquireRelease(
          Effect.sync(() => void listeners.add(listener)),
          () => Effect.sync(() => void listeners.delete(listener))
        )
    }
  })
}

/** The number of commands of this process that have no result yet. Webhooks are sent more slowly while it is large. */
export class Backlog extends Context.Tag("rewards/Backlog")<
  Backlog,
  {
    readonly size: () => number
    /** Sets the function that returns the size. The size is 0 until then. */
    readonly follow: (size: () => number) => void
  }
>() {
  static readonly layer: Layer.Layer<Backlog> = Layer.sync(this, () => {
    let current = () => 0
    return {
      size: () => current(),
      follow: (size) => {
        current = size
      }
    }
  })
}
