import { Deferred, Effect } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Span } from "../Folds.ts"

/** A read that waits for a fold. */
export interface Waiter<E> {
  readonly done: Deferred.Deferred<void, E>
  /** Set while others fold the partner: since when that is, and how far they must come to have done this one's work. */
  readonly held?: { readonly since: number; readonly until: ReadonlyArray<Span> } | undefined
}

/** A fold to make, and the reads that asked for it. */
export interface Due<E> {
  readonly partnerId: PartnerId
  readonly waiting: ReadonlyArray<Waiter<E>>
}

/**
 * Which partners are to be folded, in which order. Partners that are asked for come first; but after each of them one that has
 * waited or moved enough has its turn, so that reads of some partners never keep others from being folded. Each partner is
 * there once, and behind those that came before it.
 */
export class Agenda<E> {
  /** Partners that are asked for, each with those who wait. */
  readonly #asked = new Map<PartnerId, ReadonlyArray<Waiter<E>>>()
  /** Partners that are due without being asked for. */
  readonly #due = new Set<PartnerId>()
  /** Partners that have moved since they were taken, and by how many transfers. */
  readonly #young = new Map<PartnerId, number>()
  #wasAsked = false
  readonly #most: number
  readonly #isDue = Effect.unsafeMakeLatch()
  readonly #hasYoung = Effect.unsafeMakeLatch()

  /** A partner that moved by `most` transfers is due. */
  constructor(most: number) {
    this.#most = most
  }

  moved(partnerId: PartnerId, transfers: number): void {
    const moved = (this.#young.get(partnerId) ?? 0) + transfers
    this.#young.set(partnerId, moved)
    this.#hasYoung.unsafeOpen()
    if (moved >= this.#most) this.putBack({ partnerId, waiting: [] })
  }

  /** Asks for a fold that starts after this call. */
  ask(partnerId: PartnerId): Effect.Effect<Deferred.Deferred<void, E>> {
    return Effect.map(Deferred.make<void, E>(), (done) => {
      this.putBack({ partnerId, waiting: [{ done }] })
      return done
    })
  }

  /** Puts a partner behind all others, with those who wait for its next fold. */
  putBack({ partnerId, waiting }: Due<E>): void {
    if (waiting.length === 0) this.#due.add(partnerId)
    else this.#asked.set(partnerId, [...(this.#asked.get(partnerId) ?? []), ...waiting])
    this.#isDue.unsafeOpen()
  }

  /** Waits for the next fold to make, and takes it. */
  readonly next: Effect.Effect<Due<E>> = Effect.suspend(() => {
    const due = this.#take()
    if (due !== undefined) return Effect.succeed(due)
    this.#isDue.unsafeClose()
    return Effect.zipRight(this.#isDue.await, this.next)
  })

  /** Waits until partners have moved, and some more; then they are due. */
  age(longest: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#young.size === 0) this.#hasYoung.unsafeClose()
      return Effect.zipRight(
        this.#hasYoung.await,
        Effect.delay(
          Effect.sync(() => {
            for (const partnerId of this.#young.keys()) this.putBack({ partnerId, waiting: [] })
            this.#young.clear()
          }),
          longest
        )
      )
    })
  }

  #take(): Due<E> | undefined {
    const [asked] = this.#asked
    const [due] = this.#due
    this.#wasAsked = asked !== undefined && !(this.#wasAsked && due !== undefined)
    if (this.#wasAsked && asked !== undefined) return this.#taken(...asked)
    // Those who wait for this partner are served by its turn, too.
    return due === undefined ? undefined : this.#taken(due, this.#asked.get(due) ?? [])
  }

  #taken(partnerId: PartnerId, waiting: ReadonlyArray<Waiter<E>>): Due<E> {
    this.#asked.delete(partnerId)
    this.#due.delete(partnerId)
    this.#young.delete(partnerId)
    return { partnerId, waiting }
  }
}
