import { type Context, Effect, Metric, Queue, Schedule } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import { onRealTime, retryOnRealTime } from "../../../sql/RealTime.ts"
import type { Attempt } from "../post.ts"
import type { Claimed } from "./statements.ts"
import { writeHealth, writeResults } from "./statements.ts"

/** The outcome of one attempt, and what is to become of the delivery. */
export interface Result {
  readonly webhook: Pick<Claimed, "partnerId" | "id">
  readonly eventId: string
  /** Including this one. */
  readonly attempts: number
  readonly attempt: Attempt
  /** When it is tried again; null if it was delivered or used all its attempts. */
  readonly dueAt: Date | null
}

/** How the receiver of a webhook is, if that has changed. */
export interface Health {
  readonly failingSince: Date | null
  readonly heldUntil: Date | null
}

export interface RecorderOptions {
  readonly database: Context.Tag.Service<Database>
  readonly process: string
  /** Whether other work of this process has to go first. */
  readonly isBusy: () => boolean
}

interface Entry {
  readonly result: Result
  readonly health: Health | undefined
  readonly onWritten: () => void
}

const mostAtOnce = 500
/**
 * Milliseconds between two transactions. A steady stream of results is then a few transactions a second, which matters on SQLite with
 * its one writer, and fewer while other work has to go first. A crash loses the results of a pause: their events are delivered once more.
 */
const pause = 20
const pauseWhileBusy = 200

const outcomes = Metric.counter("rewards_webhook_attempts_total", {
  description: "Tries to deliver an event to a webhook by outcome"
})
const count = (outcome: "delivered" | "delayed" | "given_up", by: number) =>
  by === 0 ? Effect.void : Metric.incrementBy(Metric.tagged(outcomes, "outcome", outcome), by)

const stateOf = ({ attempt, dueAt }: Result): "pending" | "delivered" | "failed" => {
  if (attempt.delivered) return "delivered"
  return dueAt === null ? "failed" : "pending"
}

const rowOf = (result: Result) => {
  const { attempt, attempts, dueAt, eventId, webhook } = result
  const ended = new Date(attempt.at.getTime() + attempt.duration).toISOString()
  return {
    partner_id: webhook.partnerId,
    webhook_id: webhook.id,
    event_id: eventId,
    attempts,
    state: stateOf(result),
    due_at: dueAt?.toISOString() ?? null,
    attempted_at: ended,
    delivered_at: attempt.delivered ? ended : null,
    status: attempt.status,
    duration: attempt.duration,
    answer: attempt.answer,
    error: attempt.error
  }
}

/** An outcome that is not recorded causes a second delivery, so recording it is retried for a while. */
const persistence = Schedule.exponential("50 millis").pipe(Schedule.jittered, Schedule.upTo("5 seconds"))

/**
 * Writes the results of all webhooks of this process together. A commit does not wait for the disk: what a crash undoes is
 * delivered once more.
 */
export const makeRecorder = ({ database, isBusy, process }: RecorderOptions) =>
  Effect.gen(function* () {
    const entries = yield* Queue.unbounded<Entry>()

    const write = Effect.fnUntraced(function* (some: ReadonlyArray<Entry>) {
      // The last one of each webhook: a statement must not change a row twice.
      const health = new Map(
        some.flatMap(({ health, result: { webhook } }) =>
          health === undefined ? [] : [[`${webhook.partnerId} ${webhook.id}`, { health, webhook }] as const]
        )
      )
      const rows = Array.from(health.values(), ({ health: { failingSince, heldUntil }, webhook }) => ({
        partner_id: webhook.partnerId,
        id: webhook.id,
        process,
        failing_since: failingSince?.toISOString() ?? null,
        held_until: heldUntil?.toISOString() ?? null
      }))
      const results = Batch.of(
        writeResults,
        some.map(({ result }) => rowOf(result))
      )
      yield* database.relaxedTransactionOn(Batch.succeed(undefined), () =>
        Effect.succeed(Batch.inOrder([results, Batch.of(writeHealth, rows)]))
      )
      for (const state of ["delivered", "pending", "failed"] as const) {
        const outcome = { delivered: "delivered", pending: "delayed", failed: "given_up" } as const
        yield* count(outcome[state], some.filter(({ result }) => stateOf(result) === state).length)
      }
    })

    const writeSome = Effect.fnUntraced(function* (some: ReadonlyArray<Entry>) {
      yield* retryOnRealTime(write(some), persistence).pipe(
        Effect.catchAllCause((cause) => Effect.logWarning("Outcomes of webhooks cannot be written", cause))
      )
      for (const { onWritten } of some) onWritten()
    })

    const writeNext = Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(Queue.takeBetween(entries, 1, mostAtOnce)), (some) =>
        writeSome(Array.from(some))
      )
    )

    const rest = Effect.suspend(() => onRealTime(Effect.sleep(isBusy() ? pauseWhileBusy : pause)))

    return {
      /** Writes results until it is interrupted. */
      run: Effect.forever(Effect.zipRight(writeNext, rest)),
      /** Calls back when the result has been written, or writing it was given up. */
      record: (result: Result, health: Health | undefined, onWritten: () => void): void =>
        void entries.unsafeOffer({ result, health, onWritten })
    }
  })
