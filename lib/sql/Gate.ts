import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, identity, Stream } from "effect"
import { type Answers, executeAll, type Pipeline, type Request } from "./Connections.ts"

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

interface Counter {
  count: number
}

/** A host may give us one connection in two wrappers. One counter for all keeps their savepoints apart. */
const ofHosts: Counter = { count: 0 }

const gates = new WeakMap<Connection, Gate>()

/**
 * A connection inside a transaction, for the effects of that transaction. It admits one at a time, in order of arrival: a
 * single statement, or a whole savepoint. Otherwise a statement of one fiber would run inside the savepoint of another, and
 * would be undone with it after its caller was told that it had succeeded. The effects of a savepoint get a gate of their
 * own, so they do not wait for the savepoint that they are in.
 */
export class Gate implements Pipeline {
  readonly #raw: Connection
  readonly #around: Gate | undefined
  readonly #savepoints: Counter
  readonly #callbacks: Array<() => void> = []
  readonly #turns = new Turns()
  #ended = false

  private constructor(raw: Connection, around: Gate | undefined, savepoints: Counter) {
    this.#raw = raw
    this.#around = around
    this.#savepoints = savepoints
  }

  /** The gate of a connection on which the host has begun a transaction. The same for every caller. */
  static of(connection: Connection): Gate {
    if (connection instanceof Gate) return connection
    const gate = gates.get(connection) ?? new Gate(connection, undefined, ofHosts)
    gates.set(connection, gate)
    return gate
  }

  /** The gate of a new transaction. */
  static begin(connection: Connection): Gate {
    return new Gate(connection, undefined, { count: 0 })
  }

  /** The gate of a savepoint inside this transaction. */
  inside(): Gate {
    return new Gate(this.#raw, this, this.#savepoints)
  }

  /** The connection itself, for the statements that open and close the transaction. */
  get raw(): Connection {
    return this.#raw
  }

  /** Whether the transaction has been closed or undone. */
  get ended(): boolean {
    return this.#ended
  }

  /** Calls back when the transaction has committed. One that the host began commits unseen, and keeps no callbacks. */
  afterCommit(callback: () => void): void {
    const isHosts = this.#around === undefined && this.#savepoints === ofHosts
    if (!isHosts) this.#callbacks.push(callback)
  }

  /** Calls back after COMMIT. The callbacks of a savepoint become those of the transaction around it. */
  closed(): void {
    for (const callback of this.#callbacks) {
      if (this.#around === undefined) callback()
      else this.#around.afterCommit(callback)
    }
  }

  /**
   * Closes or undoes the transaction: after what runs in it, so that a fiber that was left behind has all of its effects in
   * the transaction or none. Every later statement is refused, because it would run outside of the transaction.
   */
  end<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const last = Effect.suspend(() => {
      this.#ended = true
      return effect
    })
    return this.alone(last, identity)
  }

  /** A name that no other savepoint of the transaction has. */
  savepoint(depth: number): string {
    this.#savepoints.count += 1
    return `rewards_${depth}_${this.#savepoints.count}`
  }

  /** Runs the effect while no other runs here: see `Turns`. */
  alone<A, E, R>(
    effect: Effect.Effect<A, E, R>,
    restore: (wait: Effect.Effect<void>) => Effect.Effect<void>
  ): Effect.Effect<A, E, R> {
    return this.#turns.alone(effect, restore)
  }

  /** A statement is made only when it may run, because SQLite runs it as soon as it is made. */
  #statement<A>(statement: () => Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> {
    const run = Effect.suspend(() => (this.ended ? Effect.fail(hasEnded()) : statement()))
    return this.alone(run, identity)
  }

  readonly execute: Connection["execute"] = (text, parameters, transform) =>
    this.#statement(() => this.#raw.execute(text, parameters, transform))

  readonly executeRaw: Connection["executeRaw"] = (text, parameters) =>
    this.#statement(() => this.#raw.executeRaw(text, parameters))

  readonly executeValues: Connection["executeValues"] = (text, parameters) =>
    this.#statement(() => this.#raw.executeValues(text, parameters))

  readonly executeUnprepared: Connection["executeUnprepared"] = (text, parameters, transform) =>
    this.#statement(() => this.#raw.executeUnprepared(text, parameters, transform))

  readonly executeAll = (requests: ReadonlyArray<Request>): Effect.Effect<Answers, SqlError> =>
    this.#statement(() => executeAll(this.#raw, requests))

  /** All rows are collected first: a stream that is read slowly would keep all others waiting. */
  readonly executeStream: Connection["executeStream"] = (text, parameters, transform) =>
    Stream.unwrap(Effect.map(this.execute(text, parameters, transform), Stream.fromIterable))
}

/** The failure of a statement that comes after its transaction. */
export const hasEnded = (): SqlError =>
  new SqlError({
    message: "The transaction has ended",
    cause: new Error("a statement was sent after the transaction that it belongs to had ended")
  })
