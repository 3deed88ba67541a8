import { setImmediate } from "node:timers"
import { Cause, Context, Effect, Exit, Metric, MetricBoundaries, Runtime, type Scope } from "effect"
import { DatabaseUnavailable, LockTimeout, TransactionConflict } from "../../sql/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { QueueFull } from "../Errors.ts"
import { type Lane, Lanes, type Part, sizeOf } from "./GroupCommit/Lanes.ts"
import { Rests } from "./GroupCommit/Rests.ts"

/**
 * Writes commands in groups: while one group of a partner is being written, its next one gathers. There is no timer; a lone
 * command is written at once. A partner's commands keep their order of arrival, those submitted together stay in one group,
 * and every caller gets its outcomes only after they are durable.
 *
 * Partners have a queue each and take turns (`Lanes`). A few writers write groups of different partners at the same time,
 * so a partner whose rows another transaction holds keeps one writer waiting, and no other partner. Where there is one writer, a
 * partner that keeps it busy rests between its groups while another partner is active (`Rests`).
 *
 * A caller that is interrupted stops waiting; its commands are written all the same. When a group fails, it is split, so
 * that only the submissions at fault fail: by partner when another transaction holds a row, then by the rows that are
 * held, and one by one after a defect or when conflicts do not end.
 */
export interface GroupCommit<Item, Result> {
  /** Writes an item of so many commands. */
  readonly submit: (
    partner: string,
    item: Item,
    size: number
  ) => Effect.Effect<Result, DatabaseFailure | QueueFull>
  /** How many commands have been submitted and have no result yet. */
  readonly pending: () => number
}

/** Writes items in one transaction, all of them or none; a result for each, in their order. */
export interface Writer<Item, Result> {
  readonly write: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, DatabaseFailure>
  /** After a lock time-out: for each item, whether it needs a row that another transaction holds now. */
  readonly isBlocked: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<boolean>, DatabaseFailure>
}

export interface GroupCommitOptions {
  /** The most commands in one group (1000); a submission that is larger is a group of its own. */
  readonly maxGroup?: number | undefined
  /** The most commands that may wait, of all partners together (40 000). */
  readonly capacity?: number | undefined
  /** The most commands of one partner that may wait (half of the capacity). */
  readonly partnerCapacity?: number | undefined
  /** Groups that are written at the same time: 3 on PostgreSQL, always 1 on SQLite. */
  readonly writers?: number | undefined
  /**
   * Whether one transaction may hold commands of several partners, while more of them are ready than there are writers
   * (true). On a distributed PostgreSQL, false keeps every transaction with one partner.
   */
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

/** Milliseconds for which writers may keep the event loop from reading sockets, where more groups are ready. */
const longest = 5

export const make = <Item, Result>(
  { write, isBlocked }: Writer<Item, Result>,
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
    const lanes = new Lanes<One>({ maxGroup, mixPartners })
    let closed = false
    /** Writers that run, and those of them that look for the next group. */
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
    ) => {
      const failure = Exit.isFailure(exit) ? Exit.failCause(exit.cause) : undefined
      const results = Exit.isSuccess(exit) ? exit.value : []
      submissions.forEach(({ resume, size }, index) => {
        pending -= size
        resume(failure ?? Exit.succeed(resultAt(results, index)))
      })
    }

    const writeOneByOne = (submissions: ReadonlyArray<One>): Effect.Effect<void> =>
      Effect.forEach(
        submissions,
        (one) => Effect.map(Effect.exit(write([one.item])), (exit) => settle([one], exit)),
        { discard: true }
      )

    /** Submissions that need a held row have waited for long enough and fail; the others are written without them. */
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
        if (parts.length > 1) return Effect.sync(() => lanes.split(parts))
        return Effect.ensuring(
          writeUnblocked(submissions, failure),
          Effect.sync(() => lanes.release(parts))
        )
      }
      const isMessy =
        (Exit.isFailure(failure) && Cause.isDie(failure.cause)) ||
        failed((error) => error instanceof TransactionConflict)
      return Effect.ensuring(
        isMessy && submissions.length > 1
          ? writeOneByOne(submissions)
          : Effect.sync(() => settle(submissions, failure)),
        Effect.sync(() => lanes.release(parts))
      )
    }

    const endRest = (lane: Lane<One>): void => {
      lanes.endRest(lane)
      wake()
    }

    const restAfter = (parts: ReadonlyArray<Part<One>>, size: number, took: number): void => {
      if (writers > 1 || closed) return
      for (const { lane, submissions } of parts) {
        const rest = rests.after(lane.partner, sizeOf(submissions) / size, took, performance.now())
        if (rest === 0) continue
        lanes.rest(lane)
        setTimeout(endRest, rest, lane)
      }
    }

    const writeGroup = (parts: ReadonlyArray<Part<One>>): Effect.Effect<void> => {
      const submissions = parts.flatMap((part) => part.submissions)
      const size = sizeOf(submissions)
      const began = performance.now()
      groupSizes.unsafeUpdate(size, [])
      waitingCommands.unsafeUpdate(lanes.waiting, [])
      return Effect.flatMap(Effect.exit(write(itemsOf(submissions))), (exit) => {
        if (Exit.isFailure(exit)) return afterFailure(parts, submissions, Exit.failCause(exit.cause))
        restAfter(parts, size, performance.now() - began)
        lanes.release(parts)
        settle(submissions, exit)
        return Effect.void
      })
    }

    /** Starts a writer for what is ready, unless one is about to look for it or all are at work. */
    const wake = (): void => {
      if (looking > 0 || running >= writers || lanes.isEmpty) return
      running += 1
      looking += 1
      fork(drain)
    }

    const next: Effect.Effect<boolean> = Effect.suspend(() => {
      const group = lanes.take(writers - running + 1)
      if (group === undefined) return Effect.succeed(false)
      looking -= 1
      wake()
      return Effect.map(writeGroup(group), () => {
        looking += 1
        return true
      })
    })

    /**
     * One turn of the event loop, during which the writer still counts as busy. A write to SQLite blocks the event loop, so
     * requests that arrived meanwhile are still in their sockets. Without a turn each of them would be a group of its own.
     */
    let turned = performance.now()
    const turn = Effect.async<void>((resume) => {
      setImmediate(() => {
        turned = performance.now()
        resume(Effect.void)
      })
    })
    /** Where more groups are ready, sockets are read between two writes too, so that a new request waits for one at most. */
    const turnWhenDue = Effect.suspend(() => (performance.now() - turned < longest ? Effect.void : turn))

    // Fibers that are ready now submit first. Only when none of them does, the event loop gets a turn.
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
        lanes.endRests()
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
          if (lanes.waiting + size > capacity) return resume(Effect.fail(new QueueFull({ capacity })))
          if (lanes.waitingOf(partner) + size > partnerCapacity) {
            return resume(Effect.fail(new QueueFull({ capacity: partnerCapacity })))
          }
          lanes.push(partner, { item, size, resume })
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
