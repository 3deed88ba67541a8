import { setImmediate } from "node:timers"
import { Cause, Context, Effect, Exit, Metric, MetricBoundaries, Runtime, type Scope } from "effect"
import { DatabaseUnavailable, LockTimeout, TransactionConflict } from "../../sql/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { QueueFull } from "../Errors.ts"
import { type Part, type PartnerQueue, PartnerQueues, Rests, sizeOf } from "./GroupCommit/PartnerQueues.ts"

/**
 * Writes commands in groups: while one group of a partner is being written, the next one fills. There is no timer; a lone
 * command is written at once. The commands of a partner are written in the order of arrival, commands that were submitted together
 * stay in one group, and every caller gets its outcomes only after they are durable.
 *
 * Each partner has a queue, and partners take turns (`PartnerQueues`). A few writers write groups of different partners at the same
 * time, so a partner whose rows another transaction has locked blocks one writer and no other partner. With a single writer, a partner
 * that keeps it busy rests between its groups while another partner is active (`Rests`).
 *
 * A caller that is interrupted stops waiting; its commands are still written. When a group fails, it is split, so that only the
 * submissions that caused the failure fail: by partner after a lock time-out, then by the locked rows, and one by one after a defect or
 * when conflicts do not end.
 */
export interface GroupCommit<Item, Result> {
  /** Writes an item that holds `size` commands. */
  readonly submit: (
    partner: string,
    item: Item,
    size: number
  ) => Effect.Effect<Result, DatabaseFailure | QueueFull>
  /** The number of commands that were submitted and have no result yet. */
  readonly pending: () => number
}

/** Writes items in one transaction, all or none, and returns a result for each, in their order. */
export interface Writer<Item, Result> {
  readonly write: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, DatabaseFailure>
  /** Whether one transaction can hold items of several partners (true). */
  readonly canMix?: () => boolean
  /** After a lock time-out: for each item, whether it needs a row that another transaction has locked now. */
  readonly isBlocked: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<boolean>, DatabaseFailure>
}

export interface GroupCommitOptions {
  /** The largest number of commands in one group (1000). A larger submission is a group of its own. */
  readonly maxGroup?: number | undefined
  /** The largest number of commands of all partners that wait (40 000). */
  readonly capacity?: number | undefined
  /** The largest number of commands of one partner that wait (half of the capacity). */
  readonly partnerCapacity?: number | undefined
  /** The number of groups that are written at the same time: 3 on PostgreSQL, always 1 on SQLite. */
  readonly writers?: number | undefined
  /** Whether one transaction may hold commands of several partners, while more partners are ready than writers (true). */
  readonly mixPartners?: boolean | undefined
}

interface Submission<Item, Result> {
  readonly item: Item
  readonly size: number
  readonly resume: (exit: Exit.Exit<Result, DatabaseFailure>) => void
}

/** Metrics: the size of groups, and the number of commands that wait. */
const groupSizes = Metric.histogram(
  "rewards_group_size",
  MetricBoundaries.fromIterable([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000]),
  "Commands written in one transaction"
)
const waitingCommands = Metric.gauge("rewards_queue_depth", { description: "Commands waiting to be written" })

/** How long, in milliseconds, writers may block the event loop while more groups are ready. */
const longest = 5

export const make = <Item, Result>(
  { write, isBlocked, canMix = () => true }: Writer<Item, Result>,
  {
    maxGroup = 1000,
    capacity = 40_000,
    partnerCapacity = Math.ceil(capacity / 2),
    writers = 1,
    mixPartners = true
  }: GroupCommitOptions
): Effect.Effect<GroupCommit<Item, Result>, never, Scope.Scope> =>
  Effect.gen(function* () {
    type One = Submission<Item, Result>
    // The writers run without the services and spans of the caller that happened to start them.
    const fork = Runtime.runFork(Runtime.updateContext(yield* Effect.runtime<never>(), () => Context.empty()))
    const queues = new PartnerQueues<One>({ maxGroup, mixPartners })
    let closed = false
    /** Writers that run, and how many of them are about to take a group. */
    let running = 0
    let looking = 0
    /** Commands without a result. */
    let pending = 0
    let onIdle = () => {}
    const rests = new Rests()

    const itemsOf = (submissions: ReadonlyArray<One>) => submissions.map(({ item }) => item)

    const settle = (
      submissions: ReadonlyArray<One>,
      exit: Exit.Exit<ReadonlyArray<Result>, DatabaseFailure>
    ) =>
      submissions.forEach(({ resume, size }, index) => {
        pending -= size
        resume(Exit.map(exit, (results) => resultAt(results, index)))
      })

    const writeOneByOne = (submissions: ReadonlyArray<One>): Effect.Effect<void> =>
      Effect.forEach(
        submissions,
        (one) => Effect.map(Effect.exit(write([one.item])), (exit) => settle([one], exit)),
        { discard: true }
      )

    /** Submissions that need a locked row have waited long enough and fail. The others are written without them. */
    const writeUnblocked = (
      submissions: ReadonlyArray<One>,
      failure: Exit.Exit<never, DatabaseFailure>
    ): Effect.Effect<void> =>
      Effect.flatMap(Effect.exit(isBlocked(itemsOf(submissions))), (probed) => {
        const blocked = Exit.isSuccess(probed) ? probed.value : submissions.map(() => true)
        settle(
          submissions.filter((_, index) => blocked[index] === true),
          failure
        )
        const rest = submissions.filter((_, index) => blocked[index] !== true)
        return rest.length === 0
          ? Effect.void
          : Effect.map(Effect.exit(write(itemsOf(rest))), (exit) => settle(rest, exit))
      })

    const afterFailure = (
      parts: ReadonlyArray<Part<One>>,
      submissions: ReadonlyArray<One>,
      failure: Exit.Exit<never, DatabaseFailure>
    ): Effect.Effect<void> => {
      const failed = (test: (error: unknown) => boolean) =>
        Exit.isFailure(failure) && Array.from(Cause.failures(failure.cause)).some(test)
      if (failed((error) => error instanceof LockTimeout)) {
        if (parts.length > 1) return Effect.sync(() => queues.split(parts))
        return Effect.ensuring(
          writeUnblocked(submissions, failure),
          Effect.sync(() => queues.release(parts))
        )
      }
      const isDefectOrConflict =
        (Exit.isFailure(failure) && Cause.isDie(failure.cause)) ||
        failed((error) => error instanceof TransactionConflict)
      return Effect.ensuring(
        isDefectOrConflict && submissions.length > 1
          ? writeOneByOne(submissions)
          : Effect.sync(() => settle(submissions, failure)),
        Effect.sync(() => queues.release(parts))
      )
    }

    const endRest = (queue: PartnerQueue<One>): void => {
      queues.endRest(queue)
      wake()
    }

    const restAfter = (parts: ReadonlyArray<Part<One>>, size: number, took: number): void => {
      if (writers > 1 || closed) return
      for (const { queue, submissions } of parts) {
        const rest = rests.after(queue.partner, sizeOf(submissions) / size, took, performance.now())
        if (rest === 0) continue
        queues.rest(queue)
        setTimeout(endRest, rest, queue)
      }
    }

    const writeGroup = (parts: ReadonlyArray<Part<One>>): Effect.Effect<void> => {
      const submissions = parts.flatMap((part) => part.submissions)
      const size = sizeOf(submissions)
      const began = performance.now()
      groupSizes.unsafeUpdate(size, [])
      waitingCommands.unsafeUpdate(queues.waiting, [])
      return Effect.flatMap(Effect.exit(write(itemsOf(submissions))), (exit) => {
        if (Exit.isFailure(exit)) return afterFailure(parts, submissions, Exit.failCause(exit.cause))
        restAfter(parts, size, performance.now() - began)
        queues.release(parts)
        settle(submissions, exit)
        return Effect.void
      })
    }

    /** Starts a writer if a group is ready, no writer is about to take it, and not all writers are busy. */
    const wake = (): void => {
      if (looking > 0 || running >= writers || queues.isEmpty) return
      running += 1
      looking += 1
      fork(drain)
    }

    const next: Effect.Effect<boolean> = Effect.suspend(() => {
      const group = queues.take(writers - running + 1, canMix())
      if (group === undefined) return Effect.succeed(false)
      looking -= 1
      wake()
      return Effect.map(writeGroup(group), () => {
        looking += 1
        return true
      })
    })

    /**
     * Waits for one turn of the event loop. A write to SQLite blocks the event loop, so requests that arrived meanwhile are still in
     * their sockets. Without the turn, each of them would be a group of its own.
     */
    let turned = performance.now()
    const turn = Effect.async<void>((resume) => {
      setImmediate(() => {
        turned = performance.now()
        resume(Effect.void)
      })
    })
    /** Lets sockets be read between two writes while more groups are ready, so that a new request waits for one group at most. */
    const turnWhenDue = Effect.suspend(() => (performance.now() - turned < longest ? Effect.void : turn))

    // Fibers that are ready now submit first. If none does, the event loop gets a turn.
    const drain: Effect.Effect<void> = Effect.flatMap(Effect.zipRight(Effect.yieldNow(), next), (written) =>
      written
        ? Effect.zipRight(turnWhenDue, drain)
        : Effect.flatMap(Effect.zipRight(turn, next), (writtenNow) =>
            writtenNow
              ? drain
              : Effect.sync(() => {
                  looking -= 1
                  running -= 1
                  if (running === 0) onIdle()
                })
          )
    )

    yield* Effect.addFinalizer(() =>
      Effect.async<void>((resume) => {
        closed = true
        queues.endRests()
        wake()
        if (running === 0) return resume(Effect.void)
        onIdle = () => resume(Effect.void)
      })
    )

    return {
      pending: () => pending,
      submit: (partner, item, size) =>
        Effect.async((resume) => {
          if (closed)
            return resume(Effect.fail(new DatabaseUnavailable({ reason: "closed", committed: "no" })))
          if (queues.waiting + size > capacity) return resume(Effect.fail(new QueueFull({ capacity })))
          if (queues.waitingOf(partner) + size > partnerCapacity) {
            return resume(Effect.fail(new QueueFull({ capacity: partnerCapacity })))
          }
          queues.push(partner, { item, size, resume })
          rests.submitted(partner, performance.now())
          pending += size
          wake()
        })
    }
  })

const resultAt = <Result>(results: ReadonlyArray<Result>, index: number): Result => {
  const result = results[index]
  if (result === undefined)
    throw new Error(`a group gave ${results.length} results, and number ${index + 1} is needed`)
  return result
}
