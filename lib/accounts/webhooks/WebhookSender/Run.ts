import type { EventId } from "../../../events/Event.ts"
import type { Claimed } from "./statements.ts"

/** A delivery that is to be sent. */
export interface Item {
  readonly eventId: EventId
  /** Before this one. */
  readonly attempts: number
  readonly body: Uint8Array
}

/** Attempts at once to a receiver of which nothing is known yet, and to one that answers well. */
const firstWindow = 2
const largestWindow = 16

/**
 * What this process knows of a webhook that it has leased. The window is how many attempts may run at once: it grows with each
 * success and shrinks with each failure, so that a receiver that does not answer takes few of the process's slots.
 */
export class Run {
  webhook: Claimed
  /** Whether there may be events that the webhook has not got. */
  hasNews = true
  /** Whether this process may no longer work on it, because its lease has ended or was ended. */
  isLost = false
  /** Whether it is to be released, although there is more to do. */
  isYielding = false
  /** When the table is to be searched for deliveries that are due, in milliseconds of the process. */
  looksAt = 0
  /** Deliveries that wait in the table, as far as is known, and whether they are so many that new events have to wait. */
  pending: number | undefined
  isFull = false
  failingSince: Date | null
  heldUntil: Date | null = null
  readonly queue: Array<Item> = []
  /** Deliveries in the queue, under way, or whose outcome is not written yet. */
  readonly known = new Set<EventId>()
  /** Attempts under way. */
  active = 0
  window = firstWindow
  readonly startedAt = performance.now()
  #waiting: (() => void) | undefined
  #woken = false

  constructor(webhook: Claimed) {
    this.webhook = webhook
    this.failingSince = webhook.failingSince
  }

  /** The webhook was leased again while this run still worked on it: what a partner has changed counts from now on. */
  renew(webhook: Claimed): void {
    this.webhook = webhook
    this.failingSince = webhook.failingSince
    this.heldUntil = null
    this.isLost = false
    this.hasNews = true
    this.looksAt = 0
    this.wake()
  }

  /** Has the run look for work. */
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

  succeeded(): void {
    this.window = Math.min(largestWindow, this.window + 1)
  }

  failed(): void {
    this.window = Math.max(1, Math.floor(this.window / 2))
  }

  /** The outcome of a delivery has been written. */
  settled(eventId: EventId, isDone: boolean): void {
    this.known.delete(eventId)
    if (isDone && this.pending !== undefined) this.pending -= 1
    if (isDone && this.isFull) this.hasNews = true
    this.wake()
  }

  /** Whether it starts no more attempts. */
  get hasEnded(): boolean {
    return this.isLost || this.isYielding || this.webhook.isRemoved
  }

  /** Whether another attempt may start now. */
  get mayStart(): boolean {
    return !this.hasEnded && this.queue.length > 0 && this.active < this.window
  }

  get mayFill(): boolean {
    return !this.hasEnded && this.queue.length === 0
  }

  get isDone(): boolean {
    return this.known.size === 0 && (this.hasEnded || !this.hasNews)
  }

  /** What was not started stays due in the table. */
  dropQueue(): void {
    for (const { eventId } of this.queue) this.known.delete(eventId)
    this.queue.length = 0
  }
}
