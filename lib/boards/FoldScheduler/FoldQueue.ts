import { Deferred, Effect } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import type { TransferRange } from "../Folds.ts"

/** A read that waits for a fold. */
export interface WaitingRead<E> {
  readonly done: Deferred.Deferred<void, E>
  /** Set while another transaction holds the lock: since when, and up to which transfers it must fold for this read. */
  readonly locked?: { readonly since: number; readonly until: ReadonlyArray<TransferRange> } | undefined
}

/** A partner to fold, and the reads that requested it. */
export interface QueuedFold<E> {
  readonly partnerId: PartnerId
  readonly waiting: ReadonlyArray<WaitingRead<E>>
}

/**
 * The partners to fold, in order, each at most once. Partners that a read requested come first. After each of them comes one that is due
 * without a request, so that reads of some partners never keep others from being folded.
 */
export class FoldQueue<E> {
  readonly #requested = new Map<PartnerId, ReadonlyArray<WaitingRead<E>>>()
  /** Partners that are due without a request. */
  readonly #due = new Set<PartnerId>()
  /** The number of transfers of partners since they were taken from the queue. */
  readonly #moved = new Map<PartnerId, number>()
  #lastWasRequested = false
  readonly #most: number
  readonly #hasFold = Effect.unsafeMakeLatch()
  readonly #hasMoved = Effect.unsafeMakeLatch()

  /** A partner is due after `most` transfers. */
  constructor(most: number) {
    this.#most = most
  }

  /** Counts transfers of a partner. */
  moved(partnerId: PartnerId, transfers: number): void {
    const moved = (this.#moved.get(partnerId) ?? 0) + transfers
    this.#moved.set(partnerId, moved)
    this.#hasMoved.unsafeOpen()
    if (moved >= this.#most) this.add({ partnerId, waiting: [] })
  }

  /** Requests a fold that starts after this call. */
  request(partnerId: PartnerId): Effect.Effect<Deferred.Deferred<void, E>> {
    return Effect.map(Deferred.make<void, E>(), (done) => {
      this.add({ partnerId, waiting: [{ done }] })
      return done
    })
  }

  /** Adds a partner at the end. If it is queued already, it keeps its place. */
  add({ partnerId, waiting }: QueuedFold<E>): void {
    if (waiting.length === 0) this.#due.add(partnerId)
    else this.#requested.set(partnerId, [...(this.#requested.get(partnerId) ?? []), ...waiting])
    this.#hasFold.unsafeOpen()
  }

  /** Waits for the next fold, and takes it. */
  readonly next: Effect.Effect<QueuedFold<E>> = Effect.suspend(() => {
    const fold = this.#take()
    if (fold !== undefined) return Effect.succeed(fold)
    this.#hasFold.unsafeClose()
    return Effect.zipRight(this.#hasFold.await, this.next)
  })

  /** Waits until a partner has moved, then for a number of milliseconds. Then all partners that have moved are due. */
  addMovedAfter(milliseconds: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#moved.size === 0) this.#hasMoved.unsafeClose()
      return Effect.zipRight(
        this.#hasMoved.await,
        Effect.delay(
          Effect.sync(() => {
            for (const partnerId of this.#moved.keys()) this.add({ partnerId, waiting: [] })
            this.#moved.clear()
          }),
          milliseconds
        )
      )
    })
  }

  #take(): QueuedFold<E> | undefined {
    const [requested] = this.#requested
    const [due] = this.#due
    this.#lastWasRequested = requested !== undefined && !(this.#lastWasRequested && due !== undefined)
    if (this.#lastWasRequested && requested !== undefined) return this.#taken(...requested)
    // This fold also serves the reads that requested the partner.
    return due === undefined ? undefined : this.#taken(due, this.#requested.get(due) ?? [])
  }

  #taken(partnerId: PartnerId, waiting: ReadonlyArray<WaitingRead<E>>): QueuedFold<E> {
    this.#requested.delete(partnerId)
    this.#due.delete(partnerId)
    this.#moved.delete(partnerId)
    return { partnerId, waiting }
  }
}
