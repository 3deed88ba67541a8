import { Deferred, Effect } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"

/** A fold to make. */
export interface Due<E> {
  readonly partnerId: PartnerId
  /** Those who asked for it. */
  readonly waiting: ReadonlyArray<Deferred.Deferred<void, E>>
  /** When it was first found that another transaction holds the boards, if it was. */
  readonly heldSince?: number | undefined
}

type Rest<E> = Omit<Due<E>, "partnerId">

/**
 * Which partners are to be folded, in which order: first those that are asked for, then those that have waited or moved
 * enough. Each partner is there once, and behind those that came before it.
 */
export class Agenda<E> {
  /** Partners that are asked for, each with those who wait. */
  readonly #asked = new Map<PartnerId, Rest<E>>()
  /** Partners that are due without being asked for. */
  readonly #due = new Map<PartnerId, Rest<E>>()
  /** Partners that have moved, and by how many transfers, and are not due yet. */
  readonly #young = new Map<PartnerId, number>()
  readonly #most: number
  readonly #isDue = Effect.unsafeMakeLatch()
  readonly #hasYoung = Effect.unsafeMakeLatch()

  /** A partner that moved by `most` transfers is due. */
  constructor(most: number) {
    this.#most = most
  }

  moved(partnerId: PartnerId, transfers: number): void {
    if (this.#due.has(partnerId)) return
    const moved = (this.#young.get(partnerId) ?? 0) + transfers
    if (moved >= this.#most) {
      this.#young.delete(partnerId)
      this.putBack({ partnerId, waiting: [] })
    } else {
      this.#young.set(partnerId, moved)
      this.#hasYoung.unsafeOpen()
    }
  }

  /** Asks for a fold that starts after this call. */
  ask(partnerId: PartnerId): Effect.Effect<Deferred.Deferred<void, E>> {
    return Effect.map(Deferred.make<void, E>(), (done) => {
      const { waiting = [], ...rest } = this.#asked.get(partnerId) ?? {}
      this.#asked.set(partnerId, { ...rest, waiting: [...waiting, done] })
      this.#isDue.unsafeOpen()
      return done
    })
  }

  /** Puts a partner behind all others. */
  putBack({ partnerId, waiting, heldSince }: Due<E>): void {
    const queue = waiting.length === 0 ? this.#due : this.#asked
    const more = queue.get(partnerId)?.waiting ?? []
    queue.set(partnerId, { waiting: [...waiting, ...more], heldSince })
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
    for (const queue of [this.#asked, this.#due]) {
      for (const [partnerId, rest] of queue) {
        this.#asked.delete(partnerId)
        this.#due.delete(partnerId)
        this.#young.delete(partnerId)
        return { partnerId, ...rest }
      }
    }
    return undefined
  }
}
