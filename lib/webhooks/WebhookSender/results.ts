import { type Context, Effect, FiberSet, Metric, Queue } from "effect"
import type { EventId } from "../../events/Event.ts"
import { now } from "../../rewards/clock.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { onRealTime, persistently } from "../../sql/RealTime.ts"
import { statement } from "../../sql/Statement.ts"
import type { WebhookAudit } from "../ports.ts"
import type { Attempt } from "../signedPost.ts"
import { deliveries, webhooks } from "../tables.ts"
import type { ClaimedWebhook, WebhookKey } from "./leases.ts"

/** The columns of a webhook that change with the outcomes of its attempts. */
export interface ReceiverHealth {
  readonly failingSince: Date | null
  readonly heldUntil: Date | null
}

export interface ResultsOptions {
  readonly database: Context.Tag.Service<Database>
  readonly audit: Context.Tag.Service<WebhookAudit>
  readonly process: string
  /** Returns whether this process has more important work. */
  readonly isBusy: () => boolean
}

interface Entry {
  readonly result: AttemptResult
  readonly health: ReceiverHealth | undefined
  readonly onWritten: () => void
}

/** Writes results of pending deliveries. A failure is not written if the number of attempts has changed since the attempt began. */
const writeResults = deliveries.change({
  set: deliveries.except(...deliveries.key, "type", "createdAt"),
  where: `rewards_delivery.due_at IS NOT NULL
    AND (rewards_delivery.attempts = input.attempts - 1 OR input.state = 'delivered')`
})

/** Writes the health of receivers. Writes nothing for a webhook that this process no longer has leased. */
const writeHealth = webhooks.by("partnerId", "id", "leasedBy").change({ set: ["failingSince", "heldUntil"] })

const pauseWebhook = statement({
  input: { partnerId: "uuid", id: "uuid", process: "uuid", reason: "text", at: "instant" },
  output: webhooks.row("id"),
  sql: `UPDATE rewards_webhook SET status = 'paused', paused_reason = input.reason, leased_by = NULL, due_at = NULL,
      updated_at = input.at
    FROM input WHERE rewards_webhook.partner_id = input.partner_id AND rewards_webhook.id = input.id
      AND rewards_webhook.leased_by = input.process AND rewards_webhook.status = 'active' RETURNING rewards_webhook.id`
})

/** The largest number of results in one transaction. */
const maxAtOnce = 500
/** The pause after each transaction, in milliseconds. */
const interval = 20
/** The pause while the process is busy. */
const intervalWhileBusy = 200

const attemptsTotal = Metric.counter("rewards_webhook_attempts_total", {
  description: "Attempts to deliver an event to a webhook, by outcome"
})
const outcomes = { delivered: "delivered", pending: "delayed", failed: "given_up" } as const

/** Returns the new values of a delivery after an attempt. `dueAt` is the time of the next attempt; null if there is none. */
export const resultOf = (
  { id: webhookId, partnerId }: WebhookKey,
  eventId: EventId,
  attempts: number,
  { answer, at, delivered, duration, error, status }: Attempt,
  dueAt: Date | null
) => {
  const attemptedAt = new Date(at.getTime() + duration)
  const deliveredAt = delivered ? attemptedAt : null
  const state: keyof typeof outcomes = delivered ? "delivered" : dueAt === null ? "failed" : "pending"
  const key = { partnerId, webhookId, eventId }
  return { ...key, attempts, state, dueAt, attemptedAt, deliveredAt, status, duration, answer, error }
}
export type AttemptResult = ReturnType<typeof resultOf>

/** Writes the results of this process in groups. If a crash loses a result, its event is delivered again. */
export const makeResults = ({ audit, database, isBusy, process }: ResultsOptions) =>
  Effect.gen(function* () {
    const entries = yield* Queue.unbounded<Entry>()
    const writes = yield* FiberSet.make<void>()

    const write = Effect.fnUntraced(function* (group: ReadonlyArray<Entry>) {
      // Only the last `health` of each webhook is written, because a statement must not change a row twice.
      const health = new Map(
        group.flatMap(({ health, result: { partnerId, webhookId: id } }) =>
          health === undefined
            ? []
            : [[`${partnerId} ${id}`, { ...health, partnerId, id, leasedBy: process }] as const]
        )
      )
      const results = group.map(({ result }) => result)
      yield* database.relaxedTransactionOn(Batch.succeed(undefined), () =>
        Effect.succeed(
          Batch.inOrder([Batch.of(writeResults, results), Batch.of(writeHealth, Array.from(health.values()))])
        )
      )
      for (const [state, outcome] of Object.entries(outcomes)) {
        const count = results.filter((result) => result.state === state).length
        if (count > 0) yield* Metric.incrementBy(Metric.tagged(attemptsTotal, "outcome", outcome), count)
      }
    })

    const writeGroup = Effect.fnUntraced(function* (group: ReadonlyArray<Entry>) {
      yield* persistently(write(group)).pipe(
        Effect.catchAllCause((cause) => Effect.logWarning("Results of webhooks cannot be written", cause))
      )
      for (const { onWritten } of group) onWritten()
    })

    /** Writes the results of each partner separately. An unreachable node must not delay the results of partners on other nodes. */
    const writeByPartner = (group: ReadonlyArray<Entry>) =>
      Effect.forEach(
        Map.groupBy(group, ({ result }) => result.partnerId).values(),
        (part) => FiberSet.run(writes, Effect.uninterruptible(writeGroup(part))),
        { discard: true }
      )

    const writeNext = Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(Queue.takeBetween(entries, 1, maxAtOnce)), (chunk) => {
        const group = Array.from(chunk)
        return database.dialect.distributed ? writeByPartner(group) : writeGroup(group)
      })
    )

    const waitForInterval = Effect.suspend(() =>
      onRealTime(Effect.sleep(isBusy() ? intervalWhileBusy : interval))
    )

    return {
      /** Writes results until it is interrupted. */
      run: Effect.forever(Effect.zipRight(writeNext, waitForInterval)),

      /** Queues a result. Calls `onWritten` when it is written, or when all tries to write it have failed. */
      record: (result: AttemptResult, health: ReceiverHealth | undefined, onWritten: () => void): void =>
        void entries.unsafeOffer({ result, health, onWritten }),

      /** Pauses a webhook that this process has leased, and notifies the partner. */
      pause: ({ id, partnerId, url }: ClaimedWebhook, reason: string) =>
        database.transaction(
          Effect.gen(function* () {
            const at = yield* now
            const paused = yield* database.run(pauseWebhook, [{ partnerId, id, process, reason, at }])
            if (paused.length === 0) return
            yield* audit.paused({ partnerId, id, host: new URL(url).host, reason })
          })
        )
    }
  })
