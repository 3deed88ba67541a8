import type { EventId } from "../../events/Event.ts"
import { patienceWithReceiver, retryAt, waitUntil } from "../retrySchedule.ts"
import type { Attempt } from "../signedPost.ts"
import type { ClaimedWebhook } from "./leases.ts"
import { type ReceiverHealth, resultOf } from "./results.ts"

/** A delivery that has to be sent. */
export interface QueuedDelivery {
  readonly eventId: EventId
  /** Before this one. */
  readonly attempts: number
  readonly body: Uint8Array
}

/** Concurrent attempts to a receiver that has not answered yet, and to one that succeeds. */
const firstWindow = 2
const largestWindow = 16

const later = (one: Date | null, other: Date | null): Date | null => {
  if (one === null || other === null) return one
  return one < other ? other : one
}

const gone = 410

/**
 * The state of a webhook that this process has leased. The window is the number of attempts that may run at once: it grows with each
 * success and shrinks with each failure, so that a receiver that does not answer takes few of the process's slots.
 */
export class LeasedWebhook {
  webhook: ClaimedWebhook
  /** Whether there may be events without a delivery. */
  hasNewEvents = true
  /** Whether this process may no longer work on it, because its lease has expired or was ended. */
  isLost = false
  /** Whether it has to be released, although there is more to do. */
  isYielding = false
  /** When to read the deliveries that are due, in milliseconds of the process. */
  nextReadAt = 0
  /** The number of pending deliveries, if it is known, and whether it is so high that new events have to wait. */
  pending: number | undefined
  isFull = false
  failingSince: Date | null
  heldUntil: Date | null = null
  readonly queue: Array<QueuedDelivery> = []
  /** Deliveries that are in the queue, that are being sent, or whose result is not written yet. */
  readonly known = new Set<EventId>()
  /** The number of attempts that run. */
  active = 0
  window = firstWindow
  readonly startedAt = performance.now()
  #waiting: (() => void) | undefined
  #woken = false

  constructor(webhook: ClaimedWebhook) {
    this.webhook = webhook
    this.failingSince = webhook.failingSince
  }

  /** The webhook was leased again while this process still works on it: a change by the partner applies from now on. */
  renew(webhook: ClaimedWebhook): void {
    this.webhook = webhook
    this.failingSince = webhook.failingSince
    this.heldUntil = null
    this.isLost = false
    this.hasNewEvents = true
    this.nextReadAt = 0
    this.wake()
  }

  /** Ends a wait for `onWake`. */
  readonly wake = (): void => {
    this.#woken = true
    this.#waiting?.()
  }

  /** Calls back at the next call of `wake`, or at once if there was one since the last callback. */
  onWake(callback: () => void): void {
    const called = () => {
      this.#woken = false
      this.#waiting = undefined
      callback()
    }
    if (this.#woken) called()
    else this.#waiting = called
  }

  enqueue(deliveries: ReadonlyArray<QueuedDelivery>): void {
    for (const delivery of deliveries) {
      this.known.add(delivery.eventId)
      this.queue.push(delivery)
    }
  }

  /** Notes the result of an attempt, and decides when the delivery is tried again. `chance` is that of `retryAt`. */
  judge({ attempts: before, eventId }: QueuedDelivery, attempt: Attempt, chance: number) {
    const attempts = before + 1
    const { delivered, retryAfter, status } = attempt
    const endedAt = new Date(attempt.at.getTime() + attempt.duration)
    const heldUntil = delivered ? null : waitUntil(retryAfter, endedAt)
    const again = delivered || status === gone ? null : retryAt(attempts, endedAt, chance)
    const failingSince = delivered ? null : (this.failingSince ?? endedAt)
    const hasChanged =
      failingSince?.getTime() !== this.failingSince?.getTime() ||
      heldUntil?.getTime() !== this.heldUntil?.getTime()
    this.failingSince = failingSince
    this.heldUntil = heldUntil
    this.window = delivered
      ? Math.min(largestWindow, this.window + 1)
      : Math.max(1, Math.floor(this.window / 2))
    const health: ReceiverHealth | undefined = hasChanged ? { failingSince, heldUntil } : undefined
    return { result: resultOf(this.webhook, eventId, attempts, attempt, later(again, heldUntil)), health }
  }

  /** Why the webhook has to be paused after an attempt; undefined if it has not. */
  reasonToPause({ at, delivered, status }: Attempt): string | undefined {
    if (delivered) return undefined
    if (status === gone) return "its receiver answered 410 Gone"
    const { failingSince } = this
    return failingSince !== null && at.getTime() - failingSince.getTime() >= patienceWithReceiver
      ? "its receiver has failed for three days"
      : undefined
  }

  /** The result of a delivery has been written. */
  settled(eventId: EventId, isDone: boolean): void {
    this.known.delete(eventId)
    if (isDone && this.pending !== undefined) this.pending -= 1
    if (isDone && this.isFull) this.hasNewEvents = true
    this.wake()
  }

  /** Whether no more attempts start. */
  get hasEnded(): boolean {
    return this.isLost || this.isYielding || this.webhook.isRemoved
  }

  /** Whether another attempt may start now. */
  get mayStart(): boolean {
    return !this.hasEnded && this.queue.length > 0 && this.active < this.window
  }

  /** Whether more deliveries can be queued. */
  get needsDeliveries(): boolean {
    return !this.hasEnded && this.queue.length === 0
  }

  get isDone(): boolean {
    return this.known.size === 0 && (this.hasEnded || !this.hasNewEvents)
  }

  /** Deliveries that were not started stay due in the table. */
  dropQueue(): void {
    for (const { eventId } of this.queue) this.known.delete(eventId)
    this.queue.length = 0
  }
}
