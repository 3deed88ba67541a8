import { Context, Data, Deferred, Effect, Exit, Layer, Metric } from "effect"
import type { PartnerId } from "../rewards/Id.ts"
import { Activity } from "../rewards/ports.ts"
import { Database, Timeouts } from "../sql/Database.ts"
import { DatabaseUnavailable, LockTimeout } from "../sql/Errors.ts"
import { type DatabaseFailure, isReadOnly } from "../sql/Failure.ts"
import { onRealTime } from "../sql/RealTime.ts"
import { Agenda, type Due, type Waiter } from "./Folder/Agenda.ts"
import { Folds, type Span } from "./Folds.ts"

/** What one statement read of the boards of a partner. Where transfers are pending, it is not all that was awarded. */
export interface Snapshot {
  readonly pending: boolean
}

/**
 * Decides when boards are folded. A read that finds transfers pending asks for a fold and waits for it. Besides, a partner
 * whose coins this process has moved is folded after `longest` milliseconds or `most` transfers, so that a read never has
 * much to fold. After a crash, the next read or award goes on from where the folds stood.
 *
 * Few folds run at a time, on few connections; partners take turns, and those that are asked for come first.
 */
export class Folder extends Context.Tag("rewards/Folder")<
  Folder,
  {
    /**
     * Reads boards of a partner with every transfer that was committed before the call. In a host's transaction also with
     * those of that transaction: it folds, reads, and undoes the fold, so that the transaction holds no lock on the boards.
     * A database that is only for reading cannot fold: the answer is as of its last fold.
     */
    readonly exactly: <A extends Snapshot>(
      partnerId: PartnerId,
      read: Effect.Effect<A, DatabaseFailure>
    ) => Effect.Effect<A, DatabaseFailure>
  }
>() {
  static readonly layer = ({
    backgroundFolds = true
  }: FolderOptions = {}): Layer.Layer<Folder, never, Activity | Database | Folds> =>
    Layer.scoped(this, make(backgroundFolds))
}

export interface FolderOptions {
  /** Folds boards a moment after coins moved, before they are read (true). Otherwise the first read folds all of it. */
  readonly backgroundFolds?: boolean | undefined
}

/** Milliseconds and transfers after which a partner is folded in the background. */
const longest = 5000
const most = 4000

/** Milliseconds after which a fold is tried again while another transaction holds the boards. */
const again = 5

/** Folds at a time. On SQLite one transaction writes at a time. */
const workersOn = { sqlite: 1, postgres: 2 }

const foldedTransfers = Metric.counter("rewards_folded_transfers_total", {
  description: "Transfers added to the boards"
})

/** Carries the answer of a read out of a transaction that is undone. */
class Undone<A> extends Data.TaggedError("Undone")<{ readonly answer: A }> {}

/** Whether nothing of these spans is pending any more. */
const hasPassed = (pending: ReadonlyArray<Span>, until: ReadonlyArray<Span>): boolean =>
  until.every(
    (span) =>
      (pending.find(({ accountId }) => accountId === span.accountId)?.since ?? span.until) >= span.until
  )

const make = (background: boolean) =>
  Effect.gen(function* () {
    const database = yield* Database
    const folds = yield* Folds
    const activity = yield* Activity
    const { lock } = yield* Timeouts
    const agenda = new Agenda<DatabaseFailure>(most)
    const closed = yield* Deferred.make<never, DatabaseFailure>()

    /** Tells those who wait, and puts those back whose work others have not done yet. */
    const wait = ({ partnerId, waiting }: Due<DatabaseFailure>, pending: ReadonlyArray<Span>) => {
      const now = performance.now()
      const outcomeOf = ({ held }: Waiter<DatabaseFailure>): Exit.Exit<void, LockTimeout> | undefined => {
        if (held === undefined) return undefined
        if (hasPassed(pending, held.until)) return Exit.void
        return now - held.since < lock ? undefined : Exit.fail(new LockTimeout())
      }
      const left = waiting.filter((waiter) => {
        const outcome = outcomeOf(waiter)
        if (outcome !== undefined) Deferred.unsafeDone(waiter.done, outcome)
        return outcome === undefined
      })
      if (left.length === 0) {
        // The fold that runs now may have begun before the last transfers.
        if (waiting.length === 0) agenda.moved(partnerId, 1)
        return Effect.void
      }
      const held = left.map(({ done, held }) => ({ done, held: held ?? { since: now, until: pending } }))
      // The worker goes on with other partners meanwhile.
      const putBack = Effect.sync(() => agenda.putBack({ partnerId, waiting: held }))
      return Effect.asVoid(Effect.forkDaemon(Effect.delay(putBack, again)))
    }

    const perform = (due: Due<DatabaseFailure>) =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(folds.fold(due.partnerId))
        if (Exit.isSuccess(exit)) {
          if (exit.value._tag === "Held") return yield* wait(due, exit.value.pending)
          foldedTransfers.unsafeUpdate(exit.value.folded, [])
          if (exit.value.left > 0) return agenda.putBack(due)
        } else if (due.waiting.length === 0) {
          yield* Effect.logWarning(
            "boards were not folded in the background; the next read folds them",
            exit.cause
          )
        }
        for (const { done } of due.waiting) Deferred.unsafeDone(done, Exit.asVoid(exit))
      })

    const worker = Effect.forever(
      Effect.uninterruptibleMask((restore) => Effect.flatMap(restore(agenda.next), perform))
    )

    if (background) yield* activity.listen((partnerId, transfers) => agenda.moved(partnerId, transfers))
    const workers = Array.from({ length: workersOn[database.dialect.name] }, () => worker)
    yield* Effect.addFinalizer(() =>
      Deferred.fail(closed, new DatabaseUnavailable({ reason: "closed", committed: "no" }))
    )
    yield* Effect.all([Effect.forever(agenda.age(longest)), ...workers], {
      concurrency: "unbounded",
      discard: true
    }).pipe(onRealTime, Effect.interruptible, Effect.forkScoped)

    const catchUp = (partnerId: PartnerId) =>
      Effect.raceFirst(Effect.flatMap(agenda.ask(partnerId), Deferred.await), Deferred.await(closed))

    /** Folds in the running transaction. */
    const foldHere = (
      partnerId: PartnerId,
      since = performance.now()
    ): Effect.Effect<void, DatabaseFailure> =>
      Effect.flatMap(folds.fold(partnerId), (folded) => {
        if (folded._tag === "Done") return folded.left > 0 ? foldHere(partnerId) : Effect.void
        return performance.now() - since < lock
          ? Effect.delay(foldHere(partnerId, since), again)
          : Effect.fail(new LockTimeout())
      })

    const readHere = <A>(partnerId: PartnerId, read: Effect.Effect<A, DatabaseFailure>) =>
      Effect.zipRight(onRealTime(foldHere(partnerId)), read).pipe(
        Effect.flatMap((answer) => new Undone({ answer })),
        database.transaction,
        Effect.catchTag("Undone", ({ answer }) => Effect.succeed(answer))
      )

    return Folder.of({
      exactly: (partnerId, read) =>
        Effect.flatMap(read, (found) =>
          found.pending
            ? Effect.flatMap(database.inTransaction, (inside) =>
                inside ? readHere(partnerId, read) : Effect.zipRight(catchUp(partnerId), read)
              ).pipe(Effect.catchIf(isReadOnly, () => Effect.succeed(found)))
            : Effect.succeed(found)
        )
    })
  })
