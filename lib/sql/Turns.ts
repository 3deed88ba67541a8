import { Effect } from "effect"

/** A place in the queue. */
export interface Turn {
  admitted: boolean
  resume: () => void
}

/** Lets one effect run at a time, in the order of arrival. */
export class Turns {
  readonly #waiting = new Set<Turn>()
  #busy = false

  /**
   * Runs the effect while no other runs here. Only waiting is subject to `restore`. An interrupted caller leaves the queue,
   * or hands on the turn that it has just been given.
   */
  alone<A, E, R>(
    effect: Effect.Effect<A, E, R>,
    restore: (wait: Effect.Effect<void>) => Effect.Effect<void>
  ): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const turn = this.turn()
      return Effect.ensuring(
        Effect.zipRight(restore(this.admission(turn)), effect),
        Effect.sync(() => this.leave(turn))
      )
    })
  }

  /** The same for a caller that cannot be interrupted, and a few microseconds cheaper where no other runs. */
  uninterrupted<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const turn = this.turn()
      const leave = () => this.leave(turn)
      const ran = Effect.matchCauseEffect(effect, {
        onFailure: (cause) => {
          leave()
          return Effect.failCause(cause)
        },
        onSuccess: (value) => {
          leave()
          return Effect.succeed(value)
        }
      })
      return this.#busy ? Effect.zipRight(this.admission(turn), ran) : this.#admit(turn, ran)
    })
  }

  turn(): Turn {
    return { admitted: false, resume: () => {} }
  }

  /** Waits until it is the turn's time. The caller calls `leave`, whether it was interrupted or not. */
  admission(turn: Turn): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (!this.#busy) return this.#admit(turn, Effect.void)
      return Effect.async<void>((resume) => {
        turn.resume = () => resume(Effect.void)
        this.#waiting.add(turn)
      })
    })
  }

  /** Hands the turn on, if it was given, or leaves the queue. Does nothing when it is called again. */
  leave(turn: Turn): void {
    this.#waiting.delete(turn)
    if (!turn.admitted) return
    turn.admitted = false
    const [next] = this.#waiting
    if (next === undefined) {
      this.#busy = false
      return
    }
    this.#waiting.delete(next)
    next.admitted = true
    next.resume()
  }

  #admit<A>(turn: Turn, then: A): A {
    this.#busy = true
    turn.admitted = true
    return then
  }
}
