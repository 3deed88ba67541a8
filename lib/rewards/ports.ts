import { Context, Effect, Layer, type Scope } from "effect"
import * as Batch from "../sql/Batch.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import type { ActingOrderer } from "./Actor.ts"
import type { ActivityReversal } from "./activities/Activity.ts"
import type { Adjustment } from "./adjustments/Adjustment.ts"
import type { Declined, StoredRequest, WaitingRequest } from "./approvals/Approval.ts"
import type { Fact } from "./events/Fact.ts"
import type { PartnerId } from "./Id.ts"
import type { Confirmation } from "./lots/Confirmation.ts"
import type { OrdererNumber } from "./orderers/Orderer.ts"
import type { AdjustmentReversal, Refund, Reversal } from "./reversals/Reversal.ts"
import type { WalletTransfer } from "./transfers/Transfer.ts"

/**
 * The ports of the core. Other parts of the library (wings) provide `EventLog`, `Trail` and `KnownUsers`, whose defaults do nothing. The
 * core provides `NewTransfers` and `Backlog` for the wings.
 */

/** A fact of a partner, and the request that caused it. */
export interface Occurrence {
  readonly partnerId: PartnerId
  readonly requestId: string | null
  readonly orderedBy: OrdererNumber
  readonly fact: Fact
}

/** A feed that the current transaction has locked. */
export interface LockedFeed {
  /** The id of the feed's newest event. */
  readonly last: string | null
  /** Whether the feed has pending events: see `Feeds`. */
  readonly hasPending: boolean
}

/**
 * The feeds to which the current transaction can append. On PostgreSQL, a host's transaction locks no feed, because it can stay open
 * long. Its events are pending until a later transaction locks the feed and moves them into it.
 */
export type Feeds = ReadonlyMap<PartnerId, LockedFeed | "unlocked">

/** The result of `EventLog.lock`. */
export interface LockedFeeds {
  readonly feeds: Feeds
  /**
   * The partners that have a subscriber which this process did not know of. Their feeds are not locked yet: `EventLog.collect` locks them
   * exclusively.
   */
  readonly missed: ReadonlyArray<PartnerId>
}

const nothingLocked: LockedFeeds = { feeds: new Map(), missed: [] }
const nothing = Batch.succeed(undefined)

interface EventLogInterface {
  /** Creates the feed of a new partner. */
  readonly open: (partnerId: PartnerId) => Batch.Batch<unknown>

  /** Returns the partners whose feeds have a subscriber at the time `at`. Locks nothing. */
  readonly subscribed: (partners: ReadonlyArray<PartnerId>, at: Date) => Batch.Batch<ReadonlyArray<PartnerId>>

  /**
   * Replaces `lock` in a host's transaction on PostgreSQL. Returns the feeds of all these partners, without locks. Events are appended even
   * for a partner without a subscriber.
   */
  readonly unlocked: (partners: ReadonlyArray<PartnerId>) => LockedFeeds

  /**
   * Locks the feeds of partners until COMMIT, and returns those that have a subscriber at the time `at`. These are locked exclusively
   * (missed feeds by `collect`), so that the ids of events are in the order of commits. The others are locked at least in share mode: a
   * new subscriber waits until this transaction has ended. A transaction first locks rules and accounts, and then feeds. After that, it
   * inserts ids of members and idempotency keys. Another order could cause deadlocks.
   */
  readonly lock: (partners: ReadonlyArray<PartnerId>, at: Date) => Batch.Batch<LockedFeeds>

  /** Locks missed feeds. Then moves pending events into the locked feeds, so that they come before the events of this transaction. */
  readonly collect: (locked: LockedFeeds, at: Date) => Effect.Effect<Feeds, DatabaseFailure>

  /**
   * Locks the feeds of partners with a known subscriber, but skips feeds that another transaction has locked. Returns the partners whose
   * feeds were not skipped.
   */
  readonly lockFree: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<ReadonlyArray<PartnerId>>

  /** Writes occurrences in their order. The occurrences of an unlocked feed become pending events. */
  readonly append: (
    feeds: Feeds,
    occurrences: ReadonlyArray<Occurrence>,
    at: Date
  ) => Effect.Effect<Batch.Batch<void>>

  /** Tells the log which partners have new events. It is called after COMMIT, and must not throw. */
  readonly notify: (partners: Iterable<PartnerId>) => void
}

/** The feeds of partners, to which the core appends its events. The events wing provides it. */
export class EventLog extends Context.Reference<EventLog>()("rewards/EventLog", {
  defaultValue: (): EventLogInterface => ({
    open: () => nothing,
    subscribed: () => Batch.succeed([]),
    unlocked: () => nothingLocked,
    lock: () => Batch.succeed(nothingLocked),
    collect: ({ feeds }) => Effect.succeed(feeds),
    lockFree: Batch.succeed,
    append: () => Effect.succeed(nothing),
    notify: () => undefined
  })
}) {}

/** A new record that a caller ordered, other than an award or an activity. The person who approves an adjustment orders it, too. */
export interface Order {
  readonly by: ActingOrderer
  readonly record:
    | WalletTransfer
    | Reversal
    | Confirmation
    | Refund
    | Adjustment
    | AdjustmentReversal
    | ActivityReversal
    | WaitingRequest
    | Declined
  /** The request that was approved or declined. */
  readonly request?: StoredRequest | undefined
}

/** Writes to the audit trail who gave each `Order`. The accounts wing provides it. */
export class Trail extends Context.Reference<Trail>()("rewards/Trail", {
  defaultValue: (): {
    /**
     * Writes audit entries in the transaction that writes the records. If there are requests among the records, mails those who can
     * approve.
     */
    readonly record: (orders: ReadonlyArray<Order>) => Effect.Effect<Batch.Batch<void>, DatabaseFailure>
  } => ({ record: () => Effect.succeed(nothing) })
}) {}

/** Users who need not be onboarded: their first award, activity or adjustment makes them members. The accounts wing provides it. */
export class KnownUsers extends Context.Reference<KnownUsers>()("rewards/KnownUsers", {
  defaultValue: (): {
    /** Returns the given ids that belong to users. */
    readonly among: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, DatabaseFailure>
  } => ({ among: () => Effect.succeed(new Set<string>()) })
}) {}

/** Called with a partner and the number of transfers that this process has just committed for it. It must not throw. */
export type TransferListener = (partnerId: PartnerId, transfers: number) => void

/** Tells listeners in this process which partners have new transfers. It may miss transfers in a host's transaction. */
export class NewTransfers extends Context.Tag("rewards/NewTransfers")<
  NewTransfers,
  {
    readonly notify: TransferListener
    /** Adds a listener until the scope closes. */
    readonly listen: (listener: TransferListener) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<NewTransfers> = Layer.sync(this, () => {
    const listeners = new Set<TransferListener>()
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

/** The number of queued commands of this process that have no result yet. Webhooks are sent more slowly while it is large. */
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
