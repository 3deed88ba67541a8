import { setImmediate } from "node:timers"
import {
  Cause,
  Context,
  Effect,
  Exit,
  type Fiber,
  Metric,
  MetricBoundaries,
  Runtime,
  type Scope
} from "effect"
import { DatabaseUnavailable } from "../../sql/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { QueueFull } from "../Errors.ts"

/**
 * * Writes commands in groups: while one group is being written, the next one gathers. There is no timer; a lone
 * command is written at once. Commands keep their order of arrival, those submitted together stay in one group, and
 * every caller gets its outcomes only after they are durable.
 *
 * * A caller that is interrupted stops waiting; its commands are written all the same. When a group fails as a
 * defect, its submissions are written again one by one, so that only the one at fault fails.
 */
export interface GroupCommit<Command, Outcome> {
  readonly submit: (
    commands: ReadonlyArray<Command>
  ) => Effect.Effect<ReadonlyArray<Outcome>, DatabaseFailure | QueueFull>
}

interface Submission<Command, Outcome> {
  readonly commands: ReadonlyArray<Command>
  readonly resume: (exit: Exit.Exit<ReadonlyArray<Outcome>, DatabaseFailure>) => void
}

/** Metrics: the size of groups, and the number of commands that wait. */
const groupSizes = Metric.histogram(
  "rewards_group_size",
  MetricBoundaries.fromIterable([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000]),
  "Commands written in one transaction"
)
const waitingCommands = Metric.gauge("rewards_queue_depth", { description: "Commands waiting to be written" })

export interface GroupCommitOptions {
  /** The most commands in one group; a submission that is larger is a group of its own. */
  readonly maxGroup: number
  /** The most commands that may wait; beyond it, submissions are refused at once. */
  readonly capacity: number
}

/**
 * * One turn of the event loop, during which the writer still counts as busy. A write to SQLite blocks the event
 * loop, so requests that arrived meanwhile are still in their sockets. Without this turn each of them would be a
 * group of its own.
 */
const turn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

export const make = <Command, Outcome>(
  write: (commands: ReadonlyArray<Command>) => Effect.Effect<ReadonlyArray<Outcome>, DatabaseFailure>,
  { maxGroup, capacity }: GroupCommitOptions
): Effect.Effect<GroupCommit<Command, Outcome>, never, Scope.Scope> =>
  Effect.gen(function* () {
    // The writer runs without the services and spans of the caller that happened to start it.
    const fork = Runtime.runFork(Runtime.updateContext(yield* Effect.runtime<never>(), () => Context.empty()))
    let queue: Array<Submission<Command, Outcome>> = []
    let waiting = 0
    let closed = false
    let writer: Fiber.RuntimeFiber<void> | undefined

    const takeGroup = (): ReadonlyArray<Submission<Command, Outcome>> => {
      let size = 0
      const end = queue.findIndex((submission, index) => {
        size += submission.commands.length
        return index > 0 && size > maxGroup
      })
      const group = end === -1 ? queue : queue.slice(0, end)
      queue = end === -1 ? [] : queue.slice(end)
      waiting -= group.reduce((count, submission) => count + submission.commands.length, 0)
      return group
    }

    const writeGroup = (group: ReadonlyArray<Submission<Command, Outcome>>): Effect.Effect<void> =>
      Effect.flatMap(Effect.exit(write(group.flatMap((submission) => submission.commands))), (exit) => {
        if (Exit.isFailure(exit) && Cause.isDie(exit.cause) && group.length > 1) {
          return Effect.forEach(group, (submission) => writeGroup([submission]), { discard: true })
        }
        return Effect.sync(() => {
          let start = 0
          for (const { commands, resume } of group) {
            const from = start
            start += commands.length
            resume(Exit.map(exit, (outcomes) => outcomes.slice(from, from + commands.length)))
          }
        })
      })

    const writeNext: Effect.Effect<void> = Effect.suspend(() => {
      const group = takeGroup()
      const size = group.reduce((count, { commands }) => count + commands.length, 0)
      groupSizes.unsafeUpdate(size, [])
      waitingCommands.unsafeUpdate(waiting, [])
      return Effect.zipRight(writeGroup(group), drain)
    })

    const end: Effect.Effect<void> = Effect.suspend(() => {
      if (queue.length > 0) return writeNext
      writer = undefined
      return Effect.void
    })

    // Fibers that are ready now submit first. Only when none of them does, the event loop gets a turn.
    const drain: Effect.Effect<void> = Effect.zipRight(
      Effect.yieldNow(),
      Effect.suspend(() => (queue.length > 0 ? writeNext : Effect.zipRight(turn, end)))
    )

    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        closed = true
        return writer === undefined ? Effect.void : writer.await
      })
    )

    return {
      submit: (commands) =>
        Effect.async((resume) => {
          if (closed)
            return resume(Effect.fail(new DatabaseUnavailable({ reason: "closed", committed: "no" })))
          if (waiting + commands.length > capacity) {
            return resume(Effect.fail(new QueueFull({ capacity })))
          }
          queue.push({ commands, resume })
          waiting += commands.length
          writer ??= fork(drain)
        })
    }
  })
