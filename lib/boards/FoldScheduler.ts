import { Context, Data, Deferred, Effect, Exit, Layer, Metric } from "effect"
import type { PartnerId } from "../rewards/Id.ts"
import { NewTransfers } from "../rewards/ports.ts"
import { Database, Timeouts } from "../sql/Database.ts"
import { DatabaseUnavailable, LockTimeout } from "../sql/Errors.ts"
import { type DatabaseFailure, isReadOnly } from "../sql/Failure.ts"
import { onRealTime } from "../sql/RealTime.ts"
import { Folds, type TransferRange } from "./Folds.ts"

/** The result of a read of boards. `pending` is true if the ledger has transfers that are not on the boards yet. */
export interface BoardRead {
  readonly pending: boolean
}

/**
 * Decides when to fold. A fold adds the new transfers of a partner to its boards. A read that finds pending transfers requests a fold
 * and waits for it. After new transfers of this process, a background fold is queued within five seconds, or at once if the partner has
 * 4,000 new transfers. A process runs at most two queued folds at a time, to leave connections for other work.
 */
export class FoldScheduler extends Context.Tag("rewards/FoldScheduler")<
  FoldScheduler,
  {
    /**
     * Reads boards of a partner with every transfer that was committed before the call. Inside a host's transaction, the result also
     * includes the transfers of that transaction. In this case the fold is rolled back after the read, to release the lock of the
     * boards. On a read-only database nothing is folded, so the newest transfers can be missing.
     */
    readonly readUpToDate: <A extends BoardRead>(
      partnerId: PartnerId,
      read: Effect.Effect<A, DatabaseFailure>
    ) => Effect.Effect<A, DatabaseFailure>
  }
>() {
  static readonly layer = ({
    backgroundFolds = true
  }: FoldSchedulerOptions = {}): Layer.Layer<FoldScheduler, never, NewTransfers | Database | Folds> =>
    Layer.scoped(this, make(backgroundFolds))
}

export interface FoldSchedulerOptions {
  /** True by default: transfers are added to the boards soon after COMMIT. If false, the next read of the boards adds them. */
  readonly backgroundFolds?: boolean | undefined
}

/** Milliseconds between the first new transfer of any partner and the time at which all partners with new transfers are queued. */
const backgroundDelay = 5000

/** A partner with this many new transfers is queued at once. */
const backgroundTransfers = 4000

/** Milliseconds before a fold is tried again if another transaction holds the lock. */
const retryDelay = 5

/** The number of workers that run queued folds. On SQLite only one transaction can write at a time. */
const workersOn = { sqlite: 1, postgres: 2 }

const foldedTransfers = Metric.counter("rewards_folded_transfers_total", {
  description: "Transfers added to the boards"
})

/** This error rolls a transaction back. `answer` is the result of a read in that transaction. */
class RolledBack<A> extends Data.TaggedError("RolledBack")<{ readonly answer: A }> {}

/** Returns true if all transfers of `ranges` are folded. `pending` are the transfers of the partner that are not folded. */
const areFolded = (ranges: ReadonlyArray<TransferRange>, pending: ReadonlyArray<TransferRange>): boolean =>
  ranges.every(
    ({ accountId, until }) => (pending.find((each) => each.accountId === accountId)?.since ?? until) >= until
  )

const make = (background: boolean) =>
  Effect.gen(function* () {
    const database = yield* Database
    const folds = yield* Folds
    const newTransfers = yield* NewTransfers
    const { lock } = yield* Timeouts
    const queue = new FoldQueue(backgroundTransfers)
    const closed = yield* Deferred.make<never, DatabaseFailure>()

    /**
     * Is called if another transaction holds the lock. Ends the wait of reads whose transfers are already folded. Fails reads that have
     * waited for longer than the lock time-out. Queues a new fold for the other reads.
     */
    const retry = ({ partnerId, waiting }: QueuedFold, pending: ReadonlyArray<TransferRange>) => {
      const now = performance.now()
      const left = waiting.flatMap(({ done, locked = { since: now, transfers: pending } }) => {
        const isFolded = areFolded(locked.transfers, pending)
        if (!isFolded && now - locked.since < lock) return [{ done, locked }]
        Deferred.unsafeDone(done, isFolded ? Exit.void : Exit.fail(new LockTimeout()))
        return []
      })
      if (left.length === 0) {
        // A background fold is repeated later, because the other transaction may not have seen the newest transfers.
        if (waiting.length === 0) queue.moved(partnerId, 1)
        return Effect.void
      }
      // Waits in a separate fiber, so that the worker can fold other partners.
      const add = Effect.sync(() => queue.add({ partnerId, waiting: left }))
      return Effect.asVoid(Effect.forkDaemon(Effect.delay(add, retryDelay)))
    }

    const perform = (queued: QueuedFold) =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(folds.fold(queued.partnerId))
        if (Exit.isSuccess(exit)) {
          if (exit.value._tag === "Locked") return yield* retry(queued, exit.value.pending)
          foldedTransfers.unsafeUpdate(exit.value.folded, [])
          if (exit.value.left > 0) return queue.add(queued)
        } else if (queued.waiting.length === 0) {
          yield* Effect.logWarning(
            "boards were not folded in the background; the next read folds them",
            exit.cause
          )
        }
        for (const { done } of queued.waiting) Deferred.unsafeDone(done, Exit.asVoid(exit))
      })

    const worker = Effect.forever(
      Effect.uninterruptibleMask((restore) => Effect.flatMap(restore(queue.next), perform))
    )

    if (background) yield* newTransfers.listen((partnerId, transfers) => queue.moved(partnerId, transfers))
    const workers = Array.from({ length: workersOn[database.dialect.name] }, () => worker)
    yield* Effect.addFinalizer(() =>
      Deferred.fail(closed, new DatabaseUnavailable({ reason: "closed", committed: "no" }))
    )
    yield* Effect.all([Effect.forever(queue.addMovedAfter(backgroundDelay)), ...workers], {
      concurrency: "unbounded",
      discard: true
    }).pipe(onRealTime, Effect.interruptible, Effect.forkScoped)

    const requestFold = (partnerId: PartnerId) =>
      Effect.raceFirst(Effect.flatMap(queue.request(partnerId), Deferred.await), Deferred.await(closed))

    /** Folds in the host's transaction. */
    const foldHere = (
      partnerId: PartnerId,
      since = performance.now()
    ): Effect.Effect<void, DatabaseFailure> =>
      Effect.flatMap(folds.fold(partnerId), (result) => {
        if (result._tag === "Done") return result.left > 0 ? foldHere(partnerId) : Effect.void
        return performance.now() - since < lock
          ? Effect.delay(foldHere(partnerId, since), retryDelay)
          : Effect.fail(new LockTimeout())
      })

    const readHere = <A>(partnerId: PartnerId, read: Effect.Effect<A, DatabaseFailure>) =>
      Effect.zipRight(onRealTime(foldHere(partnerId)), read).pipe(
        Effect.flatMap((answer) => new RolledBack({ answer })),
        database.transaction,
        Effect.catchTag("RolledBack", ({ answer }) => Effect.succeed(answer))
      )

    return FoldScheduler.of({
      readUpToDate: (partnerId, read) =>
        Effect.flatMap(read, (found) =>
          found.pending
            ? Effect.flatMap(database.inTransaction, (inside) =>
                inside ? readHere(partnerId, read) : Effect.zipRight(requestFold(partnerId), read)
              ).pipe(Effect.catchIf(isReadOnly, () => Effect.succeed(found)))
            : Effect.succeed(found)
        )
    })
  })

/** A read that waits for a fold. `done` ends the wait. */
interface WaitingRead {
  readonly done: Deferred.Deferred<void, DatabaseFailure>
  /**
   * Set if another transaction held the lock. `since` is the time at which this happened first. `transfers` are the transfers that were
   * pending at that time. The read waits until they are folded.
   */
  readonly locked?: { readonly since: number; readonly transfers: ReadonlyArray<TransferRange> } | undefined
}

/** A partner to fold, and the reads that wait for this fold. A background fold has no waiting reads. */
interface QueuedFold {
  readonly partnerId: PartnerId
  readonly waiting: ReadonlyArray<WaitingRead>
}

/**
 * The partners to fold, each at most once. Folds for reads alternate with background folds. Otherwise many reads could delay
 * background folds forever.
 */
export class FoldQueue {
  readonly #requested = new Map<PartnerId, ReadonlyArray<WaitingRead>>()
  /** Partners that are due for a background fold. */
  readonly #due = new Set<PartnerId>()
  /** The number of new transfers of each partner. */
  readonly #moved = new Map<PartnerId, number>()
  #lastWasRequested = false
  readonly #most: number
  readonly #hasFold = Effect.unsafeMakeLatch()
  readonly #hasMoved = Effect.unsafeMakeLatch()

  /** With `most` new transfers, a partner is queued for a background fold at once. */
  constructor(most: number) {
    this.#most = most
  }

  /** Counts new transfers of a partner. */
  moved(partnerId: PartnerId, transfers: number): void {
    const moved = (this.#moved.get(partnerId) ?? 0) + transfers
    this.#moved.set(partnerId, moved)
    this.#hasMoved.unsafeOpen()
    if (moved >= this.#most) this.add({ partnerId, waiting: [] })
  }

  /** Requests a fold that starts after this call. */
  request(partnerId: PartnerId): Effect.Effect<Deferred.Deferred<void, DatabaseFailure>> {
    return Effect.map(Deferred.make<void, DatabaseFailure>(), (done) => {
      this.add({ partnerId, waiting: [{ done }] })
      return done
    })
  }

  /** Adds a partner at the end of the queue. A queued partner keeps its position. */
  add({ partnerId, waiting }: QueuedFold): void {
    if (waiting.length === 0) this.#due.add(partnerId)
    else this.#requested.set(partnerId, [...(this.#requested.get(partnerId) ?? []), ...waiting])
    this.#hasFold.unsafeOpen()
  }

  /** Takes the next fold. Waits while the queue is empty. */
  readonly next: Effect.Effect<QueuedFold> = Effect.suspend(() => {
    const fold = this.#take()
    if (fold !== undefined) return Effect.succeed(fold)
    this.#hasFold.unsafeClose()
    return Effect.zipRight(this.#hasFold.await, this.next)
  })

  /** Waits until any partner has new transfers, and then for `milliseconds`. Then queues all partners with new transfers. */
  addMovedAfter(milliseconds: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#moved.size === 0) this.#hasMoved.unsafeClose()
      return Effect.zipRight(
        this.#hasMoved.await,
        Effect.delay(
          Effect.sync(() => {
            for (const partnerId of this.#moved.keys()) this.add({ partnerId, waiting: [] })
            this.#moved.clear()
          }),
          milliseconds
        )
      )
    })
  }

  #take(): QueuedFold | undefined {
    const [requested] = this.#requested
    const [due] = this.#due
    this.#lastWasRequested = requested !== undefined && !(this.#lastWasRequested && due !== undefined)
    if (this.#lastWasRequested && requested !== undefined) return this.#taken(...requested)
    // Reads that also wait for a fold of this partner are completed by the same fold.
    return due === undefined ? undefined : this.#taken(due, this.#requested.get(due) ?? [])
  }

  #taken(partnerId: PartnerId, waiting: ReadonlyArray<WaitingRead>): QueuedFold {
    this.#requested.delete(partnerId)
    this.#due.delete(partnerId)
    this.#moved.delete(partnerId)
    return { partnerId, waiting }
  }
}
