import { Context, Data, Deferred, Effect, Exit, Layer, Metric } from "effect"
import type { PartnerId } from "../rewards/Id.ts"
import { Activity } from "../rewards/ports.ts"
import { Database, Timeouts } from "../sql/Database.ts"
import { DatabaseUnavailable, LockTimeout } from "../sql/Errors.ts"
import { type DatabaseFailure, isReadOnly } from "../sql/Failure.ts"
import { onRealTime } from "../sql/RealTime.ts"
import { Folds, type TransferRange } from "./Folds.ts"

/** The answer of one statement that reads a partner's boards. If transfers were pending, it is not up to date. */
export interface BoardRead {
  readonly pending: boolean
}

/**
 * Decides when boards are folded. A read that finds transfers pending requests a fold and waits for it. In the background, a partner
 * whose coins this process has moved is folded after five seconds or 4,000 transfers, so that a read never has much to fold. After
 * a crash, the next read or award continues where the folds stopped.
 *
 * Few folds run at a time, on few connections. Partners take turns; those that a read requested come first.
 */
export class FoldScheduler extends Context.Tag("rewards/FoldScheduler")<
  FoldScheduler,
  {
    /**
     * Reads boards of a partner with every transfer that was committed before the call. Inside a host's transaction, the answer also
     * has the transfers of that transaction: it folds, reads, and rolls the fold back, so that no lock on the boards stays. On a
     * read-only database nothing is folded: the answer is as of the last fold.
     */
    readonly readUpToDate: <A extends BoardRead>(
      partnerId: PartnerId,
      read: Effect.Effect<A, DatabaseFailure>
    ) => Effect.Effect<A, DatabaseFailure>
  }
>() {
  static readonly layer = ({
    backgroundFolds = true
  }: FoldSchedulerOptions = {}): Layer.Layer<FoldScheduler, never, Activity | Database | Folds> =>
    Layer.scoped(this, make(backgroundFolds))
}

export interface FoldSchedulerOptions {
  /** Whether transfers are added to the boards shortly after COMMIT, without waiting for a read. True by default. Otherwise the first read adds all of them. */
  readonly backgroundFolds?: boolean | undefined
}

/** Milliseconds and transfers after which a partner is folded in the background. */
const backgroundDelay = 5000
const backgroundTransfers = 4000

/** Milliseconds before the next attempt while another transaction holds the lock of the boards. */
const retryDelay = 5

/** Folds at a time. On SQLite one transaction writes at a time. */
const workersOn = { sqlite: 1, postgres: 2 }

const foldedTransfers = Metric.counter("rewards_folded_transfers_total", {
  description: "Transfers added to the boards"
})

/** Carries the answer of a read out of a transaction that is rolled back. */
class RolledBack<A> extends Data.TaggedError("RolledBack")<{ readonly answer: A }> {}

/** Whether none of these transfers is pending any more. */
const areFolded = (ranges: ReadonlyArray<TransferRange>, pending: ReadonlyArray<TransferRange>): boolean =>
  ranges.every(
    ({ accountId, until }) => (pending.find((each) => each.accountId === accountId)?.since ?? until) >= until
  )

const make = (background: boolean) =>
  Effect.gen(function* () {
    const database = yield* Database
    const folds = yield* Folds
    const activity = yield* Activity
    const { lock } = yield* Timeouts
    const queue = new FoldQueue(backgroundTransfers)
    const closed = yield* Deferred.make<never, DatabaseFailure>()

    /** Called when another transaction holds the lock. Completes the reads that it has served, and queues the others again. */
    const retry = ({ partnerId, waiting }: QueuedFold, pending: ReadonlyArray<TransferRange>) => {
      const now = performance.now()
      const exitOf = ({ locked }: WaitingRead): Exit.Exit<void, LockTimeout> | undefined => {
        if (locked === undefined) return undefined
        if (areFolded(locked.until, pending)) return Exit.void
        return now - locked.since < lock ? undefined : Exit.fail(new LockTimeout())
      }
      const left = waiting.filter((read) => {
        const exit = exitOf(read)
        if (exit !== undefined) Deferred.unsafeDone(read.done, exit)
        return exit === undefined
      })
      if (left.length === 0) {
        // The fold that runs now may have begun before the last transfers.
        if (waiting.length === 0) queue.moved(partnerId, 1)
        return Effect.void
      }
      const again = left.map(({ done, locked }) => ({
        done,
        locked: locked ?? { since: now, until: pending }
      }))
      // The worker takes other partners in the meantime.
      const add = Effect.sync(() => queue.add({ partnerId, waiting: again }))
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

    if (background) yield* activity.listen((partnerId, transfers) => queue.moved(partnerId, transfers))
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

    /** Folds in the running transaction. */
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

/** A read that waits for a fold. */
interface WaitingRead {
  readonly done: Deferred.Deferred<void, DatabaseFailure>
  /** Set while another transaction holds the lock: since when, and up to which transfers it must fold for this read. */
  readonly locked?: { readonly since: number; readonly until: ReadonlyArray<TransferRange> } | undefined
}

/** A partner to fold, and the reads that requested it. */
interface QueuedFold {
  readonly partnerId: PartnerId
  readonly waiting: ReadonlyArray<WaitingRead>
}

/**
 * The partners to fold, in order, each at most once. Partners that a read requested come first. After each of them comes one that is due
 * without a request, so that reads of some partners never keep others from being folded.
 */
export class FoldQueue {
  readonly #requested = new Map<PartnerId, ReadonlyArray<WaitingRead>>()
  /** Partners that are due without a request. */
  readonly #due = new Set<PartnerId>()
  /** The number of transfers of partners since they were taken from the queue. */
  readonly #moved = new Map<PartnerId, number>()
  #lastWasRequested = false
  readonly #most: number
  readonly #hasFold = Effect.unsafeMakeLatch()
  readonly #hasMoved = Effect.unsafeMakeLatch()

  /** A partner is due after `most` transfers. */
  constructor(most: number) {
    this.#most = most
  }

  /** Counts transfers of a partner. */
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

  /** Adds a partner at the end. If it is queued already, it keeps its place. */
  add({ partnerId, waiting }: QueuedFold): void {
    if (waiting.length === 0) this.#due.add(partnerId)
    else this.#requested.set(partnerId, [...(this.#requested.get(partnerId) ?? []), ...waiting])
    this.#hasFold.unsafeOpen()
  }

  /** Waits for the next fold, and takes it. */
  readonly next: Effect.Effect<QueuedFold> = Effect.suspend(() => {
    const fold = this.#take()
    if (fold !== undefined) return Effect.succeed(fold)
    this.#hasFold.unsafeClose()
    return Effect.zipRight(this.#hasFold.await, this.next)
  })

  /** Waits until a partner has new transfers, then for a number of milliseconds. Then all partners that have moved are due. */
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
    // This fold also serves the reads that requested the partner.
    return due === undefined ? undefined : this.#taken(due, this.#requested.get(due) ?? [])
  }

  #taken(partnerId: PartnerId, waiting: ReadonlyArray<WaitingRead>): QueuedFold {
    this.#requested.delete(partnerId)
    this.#due.delete(partnerId)
    this.#moved.delete(partnerId)
    return { partnerId, waiting }
  }
}
