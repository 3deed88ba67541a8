import { Cause, Effect, type Exit, FiberSet, Random } from "effect"
import { now } from "../../../rewards/clock.ts"
import type { Attempt, makePost } from "../post.ts"
import { judge, reasonToPause } from "./attempt.ts"
import type { makeFill } from "./fill.ts"
import type { makePause } from "./pause.ts"
import type { makeRecorder } from "./Recorder.ts"
import type { Item, Run } from "./Run.ts"
import type { makeSlots } from "./Slots.ts"

export interface WorkOptions {
  readonly post: Effect.Effect.Success<ReturnType<typeof makePost>>
  readonly fill: ReturnType<typeof makeFill>
  readonly pause: ReturnType<typeof makePause>
  readonly record: Effect.Effect.Success<ReturnType<typeof makeRecorder>>["record"]
  readonly slots: ReturnType<typeof makeSlots>
  /** How long a receiver may fail before its webhook is paused, in milliseconds. */
  readonly patience: number
  /** The attempts under way, which the caller interrupts when the process stops. */
  readonly attempts: FiberSet.FiberSet<void>
}

/** How long a run waits for an outcome before it looks for more work, in milliseconds. */
const longestWait = 1000

const unsent = (at: Date, error: string): Attempt => ({
  delivered: false,
  at,
  status: null,
  answer: null,
  error,
  duration: 0,
  retryAfter: undefined
})

/** Works on one leased webhook until nothing is due, it is lost, or it has to make room. */
export const makeWork = (options: WorkOptions) => {
  const { attempts, fill, patience, pause, post, record, slots } = options

  /** Notes the outcome of an attempt. Calls back when it is written, with the reason if the webhook is to be paused. */
  const settle = (
    run: Run,
    item: Item,
    attempt: Attempt,
    chance: number,
    callback: (reason: string | undefined) => void
  ): void => {
    const { health, result } = judge(run, item, attempt, chance)
    if (run.heldUntil !== null) run.isYielding = true
    if (run.mayStart) run.wake()
    record(result, health, () => {
      const reason = run.isLost ? undefined : reasonToPause(run, attempt, patience)
      // Before the run goes on: it would release a webhook that is to be paused.
      if (reason !== undefined) run.isLost = true
      run.settled(item.eventId, result.dueAt === null)
      callback(reason)
    })
  }

  const settleFailed = Effect.fnUntraced(function* (run: Run, item: Item, attempt: Attempt) {
    const chance = yield* Random.next
    const reason = yield* Effect.async<string | undefined>((resume) =>
      settle(run, item, attempt, chance, (reason) => resume(Effect.succeed(reason)))
    )
    if (reason !== undefined) yield* pause(run.webhook, reason)
  })

  const ended = (run: Run, item: Item) => (exit: Exit.Exit<Attempt>) => {
    run.active -= 1
    if (exit._tag === "Success") {
      if (!exit.value.delivered) return settleFailed(run, item, exit.value)
      return Effect.sync(() => settle(run, item, exit.value, 0, () => {}))
    }
    // The process stops: the delivery stays due.
    if (Cause.isInterruptedOnly(exit.cause)) return Effect.sync(() => run.settled(item.eventId, false))
    return Effect.zipRight(
      Effect.logError("Sending to a webhook has a fault", exit.cause),
      Effect.flatMap(now, (at) =>
        settleFailed(run, item, unsent(at, "a fault of the service; its log has more"))
      )
    )
  }

  const failed = (cause: Cause.Cause<unknown>) =>
    Effect.logWarning("What follows from an attempt of a webhook cannot be written", cause)

  const send = (run: Run, item: Item, release: () => void) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.exit(restore(post(run.webhook, item.eventId, item.body))), (exit) => {
        release()
        return Effect.catchAllCause(ended(run, item)(exit), failed)
      })
    )

  /** Starts as many attempts as the receiver's window and the process's slots allow. */
  const startAttempts = Effect.fnUntraced(function* (run: Run) {
    while (run.mayStart) {
      const release = yield* slots.take(run.webhook.partnerId)
      // Things may have changed while it waited.
      const item = run.mayStart ? run.queue.shift() : undefined
      if (item === undefined) return release()
      run.active += 1
      yield* FiberSet.run(attempts, send(run, item, release))
    }
  })

  const giveUp = Effect.fnUntraced(function* (run: Run, { attempts, eventId }: Omit<Item, "body">) {
    const { id, partnerId } = run.webhook
    const attempt = unsent(yield* now, "its event is older than 30 days and was deleted")
    const result = { webhook: { id, partnerId }, eventId, attempts, attempt, dueAt: null }
    yield* Effect.async<void>((resume) => record(result, undefined, () => resume(Effect.void)))
  })

  const woken = (run: Run) =>
    Effect.async<void>((resume) => {
      const timer = setTimeout(run.wake, longestWait)
      run.onWake(() => {
        clearTimeout(timer)
        resume(Effect.void)
      })
      return Effect.sync(() => clearTimeout(timer))
    })

  return Effect.fnUntraced(function* (run: Run) {
    while (true) {
      if (run.mayFill) {
        const gone = yield* fill(run)
        yield* Effect.forEach(gone, (each) => giveUp(run, each), { concurrency: "unbounded", discard: true })
      }
      yield* startAttempts(run)
      if (run.hasEnded) run.dropQueue()
      if (run.isDone) return
      if (!run.mayFill || !run.hasNews) yield* woken(run)
    }
  })
}
