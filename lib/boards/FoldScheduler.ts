import { Context, Data, Deferred, Effect, Exit, Layer, Metric } from "effect"
import type { PartnerId } from "../rewards/Id.ts"
import { Activity } from "../rewards/ports.ts"
import { Database, Timeouts } from "../sql/Database.ts"
import { DatabaseUnavailable, LockTimeout } from "../sql/Errors.ts"
import { type DatabaseFailure, isReadOnly } from "../sql/Failure.ts"
import { onRealTime } from "../sql/RealTime.ts"
import { FoldQueue, type QueuedFold, type WaitingRead } from "./FoldScheduler/FoldQueue.ts"
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
     * database that is only for reading nothing is folded: the answer is as of the last fold.
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
  /** Adds transfers to the boards a moment after they were committed, before a read (true). Otherwise the first read adds all of them. */
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
    const queue = new FoldQueue<DatabaseFailure>(backgroundTransfers)
    const closed = yield* Deferred.make<never, DatabaseFailure>()

    /** Another transaction holds the lock: completes the reads that it has served, and queues the others again. */
    const retry = (
      { partnerId, waiting }: QueuedFold<DatabaseFailure>,
      pending: ReadonlyArray<TransferRange>
    ) => {
      const now = performance.now()
      const exitOf = ({ locked }: WaitingRead<DatabaseFailure>): Exit.Exit<void, LockTimeout> | undefined => {
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

    const perform = (queued: QueuedFold<DatabaseFailure>) =>
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
