import { Context, Effect, Layer, type Scope } from "effect"
import * as Batch from "../sql/Batch.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import type { Orderer } from "./Actor.ts"
import type { Fact } from "./events/Fact.ts"
import type { PartnerId } from "./Id.ts"
import type { Refund, Reversal } from "./reversals/Reversal.ts"
import type { WalletTransfer } from "./transfers/Transfer.ts"

/** The ports of the core: services that other wings provide, and notifications for them. Every port has a default that does nothing. */

/** A fact of a partner, and the request that caused it. */
export interface Occurrence {
  readonly partnerId: PartnerId
  readonly requestId: string | null
  readonly fact: Fact
}

/** The partners that have a subscriber at an instant, among those that were asked for. */
export type Subscribers = (at: Date) => ReadonlyArray<PartnerId>

/** Feeds that the running transaction has locked, each with the id of its newest event. */
export type Feeds = ReadonlyMap<PartnerId, string | null>

export const noFeeds: Feeds = new Map()
const noSubscribers: Subscribers = () => []
const nothing = Batch.succeed(undefined)

interface EventLogInterface {
  /** Reads which of these partners have a subscriber. A partner without one costs no further statement. */
  readonly subscribers: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<Subscribers>

  /**
   * Locks the feeds of partners until COMMIT, so that the ids of events are in the order of commits. A transaction calls it after
   * it has locked rules and accounts, and before it inserts ids of members and idempotency keys, which can wait for other
   * transactions.
   */
  readonly lock: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<Feeds>

  /** Reads which of these partners have a subscriber and a feed that another transaction has locked. Waits for no lock. */
  readonly held: (partners: ReadonlyArray<PartnerId>) => Batch.Batch<Subscribers>

  /** Writes occurrences in their order. The same transaction causes them and has locked their feeds. */
  readonly append: (
    feeds: Feeds,
    occurrences: ReadonlyArray<Occurrence>,
    at: Date
  ) => Effect.Effect<Batch.Batch<void>>

  /** Called after COMMIT with the partners that have new events. It must not throw. */
  readonly notify: (partners: Iterable<PartnerId>) => void
}

/** Writes the events of partners that have a subscriber. The wing of events provides it. */
export class EventLog extends Context.Reference<EventLog>()("rewards/EventLog", {
  defaultValue: (): EventLogInterface => ({
    subscribers: () => Batch.succeed(noSubscribers),
    lock: () => Batch.succeed(noFeeds),
    held: () => Batch.succeed(noSubscribers),
    append: () => Effect.succeed(nothing),
    notify: () => undefined
  })
}) {}

/** A new transfer, reversal or refund, and who ordered it. */
export interface Order {
  readonly by: Orderer
  readonly record: WalletTransfer | Reversal | Refund
}

interface TrailInterface {
  /** Writes audit entries in the transaction that writes the records. */
  readonly record: (orders: ReadonlyArray<Order>) => Effect.Effect<Batch.Batch<void>>
}

/** The audit trail of who ordered a transfer, a reversal or a refund. Accounts provide it. */
export class Trail extends Context.Reference<Trail>()("rewards/Trail", {
  defaultValue: (): TrailInterface => ({ record: () => Effect.succeed(nothing) })
}) {}

interface KnownUsersInterface {
  /** Which of these ids belong to users. */
  readonly among: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, DatabaseFailure>
}

/** Users who can be awarded without being onboarded: the first award makes them members. Accounts provide it. */
export class KnownUsers extends Context.Reference<KnownUsers>()("rewards/KnownUsers", {
  defaultValue: (): KnownUsersInterface => ({ among: () => Effect.succeed(new Set<string>()) })
}) {}

/** Called with a partner and the number of transfers that this process has just committed for it. It must not throw. */
export type ActivityListener = (partnerId: PartnerId, transfers: number) => void

/**
 * Notifies listeners in this process of partners whose coins have moved, after COMMIT. It is only a hint: a crash loses it, and the
 * commit of a host's transaction is not reported.
 */
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

/**
 * The number of commands of this process that have been submitted and not written yet. Background work pauses while the number is
 * large, because callers wait for commands.
 */
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
