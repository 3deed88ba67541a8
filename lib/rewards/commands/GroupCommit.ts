import { setImmediate } from "node:timers"
import { Array as Arr, Cause, Context, Effect, Exit, Metric, Runtime, type Scope } from "effect"
import { DatabaseUnavailable, LockTimeout, TransactionConflict } from "../../sql/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { QueueFull } from "../Errors.ts"
import {
  isLarge,
  type Part,
  type PartnerQueue,
  PartnerQueues,
  Rests,
  sizeOf
} from "./GroupCommit/PartnerQueues.ts"

/**
 * Writes commands in groups. A new command is written at once if a writer is free and no group of its partner is being written. Otherwise
 * it waits for the next group of its partner. The commands of a partner are written in the order of arrival. Commands that were submitted
 * together stay in one group. A caller gets its result after COMMIT. If a caller is interrupted, its commands are still written.
 *
 * Each partner has a queue, and partners take turns (`PartnerQueues`). Several writers write groups of different partners at the same time.
 * A partner may have to pause after a group: if there are several writers, only after a large submission (`Rests`). During the pause, large
 * submissions of all partners wait.
 *
 * A writer may have to do other work for the group's partners first. It then does a part of this work, and the submissions go back to the
 * front of their queues (see `Writer.write`). So partners take turns while much of this work is left.
 *
 * After a lock time-out, a group of several partners is split by partner. In a group of one partner, the submissions that need a locked row
 * fail, and the others are written. After a defect, or a conflict that remains after all retries, the submissions are written one by one.
 * After any other failure, all submissions of the group fail.
 */
export interface GroupCommit<Item, Result> {
  /** Writes an item. `size` is the number of its commands. The caller can count a command more than once if it writes more rows. */
  readonly submit: (
    partner: string,
    item: Item,
    size: number
  ) => Effect.Effect<Result, DatabaseFailure | QueueFull>
  /** The number of commands that were submitted and have no result yet. */
  readonly pending: () => number
}

export interface Writer<Item, Result> {
  /**
   * Writes all items in one transaction, or none of them. Returns the results in the order of the items. Returns undefined if it did
   * a part of other work instead, which must come first. Then it must be called again with the same items.
   */
  readonly write: (
    items: ReadonlyArray<Item>
  ) => Effect.Effect<ReadonlyArray<Result> | undefined, DatabaseFailure>
  /** Whether one transaction can write items of several partners. Default: true. */
  readonly canMix?: () => boolean
  /**
   * Whether a partner is never written together with others. Default: false. All such partners together have half of the capacity of one
   * partner.
   */
  readonly isAlone?: (partner: string) => boolean
  /** The number of groups that are written at the same time, unless the options set it. Default: 1. */
  readonly writers?: () => number
  /** Called after a lock time-out. Returns for each item whether it needs a row that another transaction has locked now. */
  readonly isBlocked: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<boolean>, DatabaseFailure>
}

export interface GroupCommitOptions {
  /** The largest number of commands in one group. A larger submission is written alone. Default: 1000. */
  readonly maxGroup?: number | undefined
  /** The largest number of waiting commands of all partners. Default: 40 000. */
  readonly capacity?: number | undefined
  /** The largest number of waiting commands of one partner. Default: half of `capacity`. */
  readonly partnerCapacity?: number | undefined
  /**
   * The number of groups that are written at the same time. Default: 3 on PostgreSQL, 6 on Citus (see `CommandWriter`). Always 1 on
   * SQLite.
   */
  readonly writers?: number | undefined
  /** Whether a group may contain several partners if there are more waiting partners than free writers. Default: true. */
  readonly mixPartners?: boolean | undefined
}

interface Submission<Item, Result> {
  readonly item: Item
  readonly size: number
  readonly resume: (exit: Exit.Exit<Result, DatabaseFailure>) => void
}

const waitingCommands = Metric.gauge("rewards_queue_depth", {
  description: "Commands waiting to be written; an activity also counts the awards that it may make"
})

/** The number of milliseconds after which a writer lets the event loop run, even if more groups are ready. */
const longestTurn = 5

export const make = <Item, Result>(
  { write, isBlocked, canMix = () => true, isAlone, writers: usualWriters = () => 1 }: Writer<Item, Result>,
  {
    maxGroup = 1000,
    capacity = 40_000,
    partnerCapacity = Math.ceil(capacity / 2),
    writers,
    mixPartners = true
  }: GroupCommitOptions
): Effect.Effect<GroupCommit<Item, Result>, never, Scope.Scope> =>
  Effect.gen(function* () {
    type One = Submission<Item, Result>
    // Writers run without the services and spans of the fiber that runs `make`.
    const fork = Runtime.runFork(Runtime.updateContext(yield* Effect.runtime<never>(), () => Context.empty()))
    const queues = new PartnerQueues<One>(maxGroup, isAlone)
    let closed = false
    let running = 0
    /** The number of running writers that are about to take a group. */
    let looking = 0
    let pending = 0
    let onIdle = () => {}
    const rests = new Rests()
    const mostWriters = (): number => writers ?? usualWriters()

    const itemsOf = (submissions: ReadonlyArray<One>) => submissions.map(({ item }) => item)

    const settle = (
      submissions: ReadonlyArray<One>,
      exit: Exit.Exit<ReadonlyArray<Result>, DatabaseFailure>
    ) =>
      submissions.forEach(({ resume, size }, index) => {
        pending -= size
        resume(
          Exit.isSuccess(exit) ? Exit.succeed(Arr.unsafeGet(exit.value, index)) : Exit.failCause(exit.cause)
        )
      })

    /** Writes submissions, and settles them. Returns those that must be written again. */
    const attempt = (submissions: ReadonlyArray<One>): Effect.Effect<ReadonlyArray<One>> =>
      Effect.map(Effect.exit(write(itemsOf(submissions))), (exit) => {
        if (Exit.isFailure(exit)) settle(submissions, Exit.failCause(exit.cause))
        else if (exit.value === undefined) return submissions
        else settle(submissions, Exit.succeed(exit.value))
        return []
      })

    /** Writes the submissions of a partner one by one, in their order. Returns those that are left. */
    const writeOneByOne = ([first, ...others]: ReadonlyArray<One>): Effect.Effect<ReadonlyArray<One>> =>
      first === undefined
        ? Effect.succeed([])
        : Effect.flatMap(attempt([first]), (again) =>
            again.length > 0 ? Effect.succeed([first, ...others]) : writeOneByOne(others)
          )

    /**
     * Fails the submissions that need a locked row, because they have already waited for it. If `isBlocked` fails, all submissions fail.
     * Writes the other submissions. Returns those that are left.
     */
    const writeUnblocked = (
      submissions: ReadonlyArray<One>,
      cause: Cause.Cause<DatabaseFailure>
    ): Effect.Effect<ReadonlyArray<One>> =>
      Effect.flatMap(Effect.exit(isBlocked(itemsOf(submissions))), (probed) => {
        const [rest, blocked] = Arr.partition(submissions, (_, index) =>
          Exit.isSuccess(probed) ? probed.value[index] === true : true
        )
        settle(blocked, Exit.failCause(cause))
        return rest.length === 0 ? Effect.succeed([]) : attempt(rest)
      })

    const afterFailure = (
      parts: ReadonlyArray<Part<One>>,
      submissions: ReadonlyArray<One>,
      cause: Cause.Cause<DatabaseFailure>
    ): Effect.Effect<void> => {
      const errors = Array.from(Cause.failures(cause))
      const isTimeout = errors.some((error) => error instanceof LockTimeout)
      if (isTimeout && parts.length > 1) return Effect.sync(() => queues.putBack(parts))
      const isDefectOrConflict =
        Cause.isDie(cause) || errors.some((error) => error instanceof TransactionConflict)
      if (!isTimeout && !(isDefectOrConflict && submissions.length > 1)) {
        return Effect.sync(() => {
          settle(submissions, Exit.failCause(cause))
          queues.release(parts)
        })
      }
      return Effect.forEach(
        parts,
        (part) =>
          Effect.map(
            isTimeout ? writeUnblocked(part.submissions, cause) : writeOneByOne(part.submissions),
            (left) => queues.putBack([{ ...part, submissions: left }])
          ),
        { discard: true }
      )
    }

    const endRest = (queue: PartnerQueue<One>): void => {
      queues.endRest(queue)
      wake()
    }

    const restAfter = (parts: ReadonlyArray<Part<One>>, size: number, took: number): void => {
      if (closed) return
      for (const { queue, submissions } of parts) {
        if (mostWriters() > 1 && !submissions.some(isLarge)) continue
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
      waitingCommands.unsafeUpdate(queues.waiting, [])
      return Effect.flatMap(Effect.exit(write(itemsOf(submissions))), (exit) => {
        if (Exit.isFailure(exit)) return afterFailure(parts, submissions, exit.cause)
        restAfter(parts, size, performance.now() - began)
        if (exit.value === undefined) queues.putBack(parts)
        else {
          queues.release(parts)
          settle(submissions, Exit.succeed(exit.value))
        }
        return Effect.void
      })
    }

    /** Starts a writer if a group is ready, no running writer is about to take it, and another writer may run. */
    const wake = (): void => {
      if (looking > 0 || running >= mostWriters() || queues.isEmpty) return
      running += 1
      looking += 1
      fork(drain)
    }

    const next: Effect.Effect<boolean> = Effect.suspend(() => {
      const group = queues.take(mostWriters() - running + 1, mixPartners && canMix())
      if (group === undefined) return Effect.succeed(false)
      looking -= 1
      wake()
      return Effect.map(writeGroup(group), () => {
        looking += 1
        return true
      })
    })

    /** When a writer last let the event loop run. */
    let turned = performance.now()
    /** Lets the event loop run once. It can then read requests that arrived while a write to SQLite blocked it. */
    const turn = Effect.async<void>((resume) => {
      setImmediate(() => {
        turned = performance.now()
        resume(Effect.void)
      })
    })
    /** Lets the event loop run if no writer has done so for `longestTurn` milliseconds. */
    const turnWhenDue = Effect.suspend(() => (performance.now() - turned < longestTurn ? Effect.void : turn))

    // `yieldNow` lets ready fibers submit before the writer takes a group. If there is no group, the writer lets the event loop run once
    // and tries again. If there is still no group, the writer ends.
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
          if (isAlone?.(partner) === true && queues.waitingAlone + size > partnerCapacity / 2) {
            return resume(Effect.fail(new QueueFull({ capacity: Math.floor(partnerCapacity / 2) })))
          }
          if (queues.waitingOf(partner) + size > partnerCapacity) {
            return resume(Effect.fail(new QueueFull({ capacity: partnerCapacity })))
          }
          queues.push(partner, { item, size, resume })
          rests.submitted(partner, size, performance.now())
          pending += size
          wake()
        })
    }
  })
