import type { EventId } from "../../events/Event.ts"
import { patienceWithReceiver, retryAt, waitUntil } from "../retrySchedule.ts"
import type { Attempt } from "../signedPost.ts"
import type { ClaimedWebhook } from "./leases.ts"
import { type ReceiverHealth, resultOf } from "./results.ts"

/** A delivery that waits to be sent. */
export interface QueuedDelivery {
  readonly eventId: EventId
  /** The number of earlier attempts. */
  readonly attempts: number
  readonly body: Uint8Array
}

/** The window of a `LeasedWebhook` before its first attempt. */
const firstWindow = 2
const largestWindow = 16

/** Postpones `due` to `earliest` if that is later. Either may be null; without `due`, the result is null. */
const notBefore = (due: Date | null, earliest: Date | null): Date | null => {
  if (due === null || earliest === null) return due
  return due < earliest ? earliest : due
}

/** The HTTP status with which a receiver says that it wants no more requests. */
const gone = 410

/**
 * The state of a webhook that this process has leased. The window is the number of attempts that may run at once. It grows with each
 * success and shrinks with each failure.
 */
export class LeasedWebhook {
  webhook: ClaimedWebhook
  /** Whether there may be events for which no delivery was written yet. */
  hasNewEvents = true
  /** Whether this process must stop its work on the webhook, because the lease has ended or is about to end. */
  isLost = false
  /** Whether this process has to release the webhook, even if deliveries are due. */
  isYielding = false
  /** When to read due deliveries again, by `performance.now()`. */
  nextReadAt = 0
  /** The number of pending deliveries, if it is known. */
  pending: number | undefined
  /** Whether new events have to wait, because too many deliveries are pending. */
  isFull = false
  failingSince: Date | null
  heldUntil: Date | null = null
  readonly queue: Array<QueuedDelivery> = []
  /** Deliveries that are in the queue, that are being sent, or whose result is not written yet. */
  readonly known = new Set<EventId>()
  /** The number of running attempts. */
  active = 0
  window = firstWindow
  readonly startedAt = performance.now()
  #waiting: (() => void) | undefined
  #woken = false

  constructor(webhook: ClaimedWebhook) {
    this.webhook = webhook
    this.failingSince = webhook.failingSince
  }

  /** Continues with a new lease of the webhook, which also contains changes that the partner has made meanwhile. */
  renew(webhook: ClaimedWebhook): void {
    this.webhook = webhook
    this.failingSince = webhook.failingSince
    this.heldUntil = null
    this.isLost = false
    this.hasNewEvents = true
    this.nextReadAt = 0
    this.wake()
  }

  /** Calls the callback that was passed to `onWake`. If there is none, the next call of `onWake` calls back at once. */
  readonly wake = (): void => {
    this.#woken = true
    this.#waiting?.()
  }

  /** Calls back at the next call of `wake`. If `wake` was called since the last callback, calls back at once. */
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

  /** Updates the state after an attempt, and decides when the next attempt is due. `chance` is passed to `retryAt`. */
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
    return { result: resultOf(this.webhook, eventId, attempts, attempt, notBefore(again, heldUntil)), health }
  }

  /** Returns why the webhook must be paused after this attempt; undefined if it stays active. */
  reasonToPause({ at, delivered, status }: Attempt): string | undefined {
    if (delivered) return undefined
    if (status === gone) return "its receiver answered 410 Gone"
    const { failingSince } = this
    return failingSince !== null && at.getTime() - failingSince.getTime() >= patienceWithReceiver
      ? "its receiver has failed for three days"
      : undefined
  }

  /** Records that the result of an attempt is written, or that the attempt was interrupted. `isDone` is true if no attempt follows. */
  settled(eventId: EventId, isDone: boolean): void {
    this.known.delete(eventId)
    if (isDone && this.pending !== undefined) this.pending -= 1
    if (isDone && this.isFull) this.hasNewEvents = true
    this.wake()
  }

  /** Whether no more attempts may start. */
  get hasEnded(): boolean {
    return this.isLost || this.isYielding || this.webhook.isRemoved
  }

  /** Whether the next delivery of the queue may be sent now. */
  get mayStart(): boolean {
    return !this.hasEnded && this.queue.length > 0 && this.active < this.window
  }

  /** Whether more deliveries should be read into the queue. */
  get needsDeliveries(): boolean {
    return !this.hasEnded && this.queue.length === 0
  }

  /** Whether this process has nothing left to do for the webhook. */
  get isDone(): boolean {
    return this.known.size === 0 && (this.hasEnded || !this.hasNewEvents)
  }

  /** Empties the queue. Its deliveries stay due in the table. */
  dropQueue(): void {
    for (const { eventId } of this.queue) this.known.delete(eventId)
    this.queue.length = 0
  }
}
