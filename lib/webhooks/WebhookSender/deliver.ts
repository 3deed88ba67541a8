import { Cause, type Context, Effect, type Exit, FiberSet, Random, Schema } from "effect"
import type { Event, EventId } from "../../events/Event.ts"
import type { Events } from "../../events/Events.ts"
import { now } from "../../rewards/clock.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import type { EventBody } from "../ports.ts"
import type { Attempt, makeSignedPost } from "../signedPost.ts"
import { deliveries, webhooks } from "../tables.ts"
import type { LeasedWebhook, QueuedDelivery } from "./LeasedWebhook.ts"
import type { ClaimedWebhook } from "./leases.ts"
import { type makeResults, resultOf } from "./results.ts"
import type { makeSlots } from "./slots.ts"

export interface DeliverOptions {
  readonly database: Context.Tag.Service<Database>
  readonly events: Context.Tag.Service<Events>
  readonly bodyOf: Context.Tag.Service<EventBody>
  readonly process: string
  /** While a webhook has this many pending deliveries, no further events are read for it. */
  readonly maxPending: number
  readonly post: Effect.Effect.Success<ReturnType<typeof makeSignedPost>>
  readonly results: Pick<Effect.Effect.Success<ReturnType<typeof makeResults>>, "pause" | "record">
  readonly slots: ReturnType<typeof makeSlots>
  /** The running attempts. The caller interrupts them when the process stops. */
  readonly attempts: FiberSet.FiberSet<void>
}

const key = { partnerId: "uuid", id: "uuid" } as const

/** Reads due deliveries of a webhook that this process still has leased. */
const readDue = statement({
  input: { ...key, process: "uuid", at: "instant", size: "integer" },
  output: deliveries.row("eventId", "attempts"),
  sql: `SELECT d.event_id, d.attempts FROM input CROSS JOIN rewards_webhook w CROSS JOIN rewards_delivery d
    WHERE w.partner_id = input.partner_id AND w.id = input.id AND w.leased_by = input.process AND w.status = 'active'
      AND d.partner_id = input.partner_id AND d.webhook_id = input.id AND d.due_at <= input.at
    ORDER BY d.due_at LIMIT (SELECT size FROM input)`
})

/** Counts pending deliveries. The count stops at `size`. */
const countPending = statement({
  input: { ...key, size: "integer" },
  output: Schema.Struct({ count: Integer }),
  sql: `SELECT COUNT(*) AS count FROM (
      SELECT 1 FROM rewards_delivery d
      WHERE d.partner_id = (SELECT partner_id FROM input) AND d.webhook_id = (SELECT id FROM input)
        AND d.due_at IS NOT NULL
      LIMIT (SELECT size FROM input)
    ) AS waiting`
})

/** Stores the last event that was read for a webhook. The same transaction writes the deliveries of the events up to this one. */
const advance = webhooks.by("partnerId", "id", "leasedBy").change({
  set: ["lastEvent"],
  where: `rewards_webhook.status = 'active'
    AND (rewards_webhook.last_event IS NULL OR rewards_webhook.last_event < input.last_event)`,
  returning: ["id"]
})

const insertDeliveries = deliveries.insert({
  columns: ["partnerId", "webhookId", "eventId", "type", "createdAt", "dueAt"],
  unlessExists: ["partnerId", "webhookId", "eventId"]
})

/**
 * The limits of one read: the number of events, and the bytes of their stored data and texts. Events stay in memory until they are sent.
 */
const page = { count: 128, bytes: 65_536 }
/** The milliseconds between two searches for due deliveries, such as retries and redeliveries. */
const readInterval = 1000
/** The longest time that the loop of a webhook waits for `wake`, in milliseconds. */
const longestWait = 1000

/** Returns the result of an attempt that got no answer. */
const unsent = (at: Date, error: string): Attempt => ({
  delivered: false,
  at,
  status: null,
  answer: null,
  error,
  duration: 0,
  retryAfter: undefined
})

/**
 * Makes a function that delivers the events of a webhook, which this process must have leased. The function returns when nothing is due,
 * when the lease is lost, or when the webhook has to be released.
 */
export const makeDeliver = (options: DeliverOptions) => {
  const { attempts, bodyOf, database, events, maxPending, post, process, results, slots } = options

  const queued = (event: Event, before: number): QueuedDelivery => ({
    eventId: event.id,
    attempts: before,
    body: Buffer.from(bodyOf(event))
  })

  /** Gives up a delivery whose event was deleted. */
  const giveUp = Effect.fnUntraced(function* (webhook: ClaimedWebhook, eventId: EventId, attempts: number) {
    const attempt = unsent(yield* now, "its event is older than 30 days and was deleted")
    const result = resultOf(webhook, eventId, attempts, attempt, null)
    yield* Effect.async<void>((resume) => results.record(result, undefined, () => resume(Effect.void)))
  })

  /** Reads due deliveries and their events, and queues them. */
  const queueDue = Effect.fnUntraced(function* (leased: LeasedWebhook) {
    const { id, partnerId } = leased.webhook
    leased.nextReadAt = performance.now() + readInterval
    // Known deliveries are also due in the table until their results are written.
    const size = page.count + leased.known.size
    const found = yield* database.run(readDue, [{ partnerId, id, process, at: yield* now, size }])
    if (found.length === size) leased.nextReadAt = 0
    const due = found.filter(({ eventId }) => !leased.known.has(eventId))
    if (due.length === 0) return
    const attemptsOf = new Map(due.map(({ attempts, eventId }) => [eventId, attempts]))
    const { data, removed } = yield* events.find(partnerId, Array.from(attemptsOf.keys()), page.bytes)
    if (data.length + removed.length < attemptsOf.size) leased.nextReadAt = 0
    const attemptsBefore = (eventId: EventId) => attemptsOf.get(eventId) ?? 0
    leased.enqueue(data.map((event) => queued(event, attemptsBefore(event.id))))
    yield* Effect.forEach(
      removed,
      (eventId) => giveUp(leased.webhook, eventId, attemptsBefore(eventId) + 1),
      {
        concurrency: "unbounded",
        discard: true
      }
    )
  })

  /** Returns whether `maxPending` deliveries are pending. */
  const isFull = Effect.fnUntraced(function* (leased: LeasedWebhook) {
    const { id, partnerId } = leased.webhook
    if (leased.pending === undefined || leased.pending >= maxPending) {
      const [counted] = yield* database.run(countPending, [{ partnerId, id, size: maxPending }])
      leased.pending = counted?.count ?? 0
    }
    return leased.pending >= maxPending
  })

  /**
   * Writes the deliveries of the wanted events, and stores `last` as the webhook's last event. Writes nothing and returns false if the
   * lease is lost, or if the webhook is not active any more.
   */
  const writeDeliveries = (
    { webhook: { id, partnerId } }: LeasedWebhook,
    wanted: ReadonlyArray<Event>,
    last: Event,
    at: Date
  ) =>
    database.relaxedTransactionOn(
      Batch.of(advance, [{ partnerId, id, leasedBy: process, lastEvent: last.id }]),
      (advanced) => {
        if (advanced.length === 0) return Effect.succeed(Batch.succeed(false))
        const delivery = { partnerId, webhookId: id, createdAt: at, dueAt: at }
        const rows = wanted.map(({ id: eventId, type }) => ({ ...delivery, eventId, type }))
        return Effect.succeed(Batch.map(Batch.of(insertDeliveries, rows), () => true))
      }
    )

  /** Reads the next new events, and writes and queues their deliveries. */
  const queueNewEvents = Effect.fnUntraced(function* (leased: LeasedWebhook) {
    leased.isFull = yield* isFull(leased)
    // `hasNewEvents` is reset before the events are read. An event that is committed during the read sets it again.
    leased.hasNewEvents = false
    if (leased.isFull) return
    const { lastEvent, partnerId, types } = leased.webhook
    const { data, hasMore } = yield* events.read(partnerId, lastEvent, page)
    const last = data.at(-1)
    if (last === undefined) return
    if (hasMore) leased.hasNewEvents = true
    const wanted = data.filter(({ type }) => types.length === 0 || types.includes(type))
    if (!(yield* writeDeliveries(leased, wanted, last, yield* now))) {
      leased.isLost = true
      return
    }
    leased.webhook = { ...leased.webhook, lastEvent: last.id }
    leased.pending = (leased.pending ?? 0) + wanted.length
    leased.enqueue(wanted.map((event) => queued(event, 0)))
  })

  /** Records the result of an attempt. After the write, calls back with the reason to pause the webhook, if there is one. */
  const settle = (
    leased: LeasedWebhook,
    delivery: QueuedDelivery,
    attempt: Attempt,
    chance: number,
    callback: (reason: string | undefined) => void
  ): void => {
    const { health, result } = leased.judge(delivery, attempt, chance)
    if (leased.heldUntil !== null) leased.isYielding = true
    if (leased.mayStart) leased.wake()
    results.record(result, health, () => {
      const reason = leased.isLost ? undefined : leased.reasonToPause(attempt)
      // `isLost` is set before `settled` wakes the loop. Otherwise the loop would release the webhook before it is paused.
      if (reason !== undefined) leased.isLost = true
      leased.settled(delivery.eventId, result.dueAt === null)
      callback(reason)
    })
  }

  /** Records the result of a failed attempt. Pauses the webhook if there is a reason. */
  const settleFailed = Effect.fnUntraced(function* (
    leased: LeasedWebhook,
    delivery: QueuedDelivery,
    attempt: Attempt
  ) {
    const chance = yield* Random.next
    const reason = yield* Effect.async<string | undefined>((resume) =>
      settle(leased, delivery, attempt, chance, (reason) => resume(Effect.succeed(reason)))
    )
    if (reason !== undefined) yield* results.pause(leased.webhook, reason)
  })

  /** Handles the end of an attempt: its result, an interruption, or a defect. */
  const handleExit = (leased: LeasedWebhook, delivery: QueuedDelivery, exit: Exit.Exit<Attempt>) => {
    leased.active -= 1
    if (exit._tag === "Success") {
      if (!exit.value.delivered) return settleFailed(leased, delivery, exit.value)
      return Effect.sync(() => settle(leased, delivery, exit.value, 0, () => {}))
    }
    // The attempt was interrupted, because the process stops. The delivery stays due.
    if (Cause.isInterruptedOnly(exit.cause)) {
      return Effect.sync(() => leased.settled(delivery.eventId, false))
    }
    return Effect.zipRight(
      Effect.logError("Sending to a webhook failed with a defect", exit.cause),
      Effect.flatMap(now, (at) =>
        settleFailed(leased, delivery, unsent(at, "internal error of the service; see its log"))
      )
    )
  }

  const send = (leased: LeasedWebhook, delivery: QueuedDelivery, releaseSlot: () => void) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(
        Effect.exit(restore(post(leased.webhook.partnerId, leased.webhook, delivery.eventId, delivery.body))),
        (exit) => {
          releaseSlot()
          return Effect.catchAllCause(handleExit(leased, delivery, exit), (cause) =>
            Effect.logWarning("The result of a webhook attempt cannot be handled", cause)
          )
        }
      )
    )

  /** Starts attempts. `LeasedWebhook.window` limits the attempts of the webhook, and `slots` limits the attempts of the process. */
  const startAttempts = Effect.fnUntraced(function* (leased: LeasedWebhook) {
    while (leased.mayStart) {
      const releaseSlot = yield* slots.take(leased.webhook.partnerId)
      // The state may have changed while the webhook waited for a slot.
      const delivery = leased.mayStart ? leased.queue.shift() : undefined
      if (delivery === undefined) return releaseSlot()
      leased.active += 1
      yield* FiberSet.run(attempts, send(leased, delivery, releaseSlot))
    }
  })

  /** Waits until `leased` is woken, or for `longestWait`. */
  const waitForWake = (leased: LeasedWebhook) =>
    Effect.async<void>((resume) => {
      const timer = setTimeout(leased.wake, longestWait)
      leased.onWake(() => {
        clearTimeout(timer)
        resume(Effect.void)
      })
      return Effect.sync(() => clearTimeout(timer))
    })

  return Effect.fnUntraced(function* (leased: LeasedWebhook) {
    while (true) {
      if (leased.needsDeliveries) {
        if (performance.now() >= leased.nextReadAt) yield* queueDue(leased)
        while (leased.queue.length === 0 && leased.hasNewEvents && !leased.isLost)
          yield* queueNewEvents(leased)
      }
      yield* startAttempts(leased)
      if (leased.hasEnded) leased.dropQueue()
      if (leased.isDone) return
      if (!leased.needsDeliveries || !leased.hasNewEvents) yield* waitForWake(leased)
    }
  })
}
