import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, identity, Stream } from "effect"

/**
 * What our drivers add to the connections of `@effect/sql`, and the connection inside a transaction (`Gate`). Each addition is
 * optional, because a host can use another client.
 */

/** A statement to send. */
export interface Request {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
  /** On a distributed database, the partner whose node runs the statement. */
  readonly partner?: string
}

/** The rows of the answers, one list for each request. */
export type Answers = ReadonlyArray<ReadonlyArray<unknown>>

/**
 * A connection that sends several requests before it waits for the first answer, as `./postgres` does. The first request may begin a
 * transaction, and the last may end it.
 */
export interface Pipeline extends Connection {
  /** Sends requests in their order. Stops at the first error and fails with it. */
  readonly executeAll: (requests: ReadonlyArray<Request>) => Effect.Effect<Answers, SqlError>
}

export const isPipeline = (connection: Connection): connection is Pipeline =>
  typeof Reflect.get(connection, "executeAll") === "function"

/** Sends requests in their order. On a connection without a pipeline, each request waits for the answer to the previous request. */
export const executeAll = (
  connection: Connection,
  requests: ReadonlyArray<Request>
): Effect.Effect<Answers, SqlError> => {
  if (isPipeline(connection)) return connection.executeAll(requests)
  const execute = ({ text, parameters }: Request) => connection.execute(text, parameters, undefined)
  const [only, ...others] = requests
  return only !== undefined && others.length === 0
    ? Effect.map(execute(only), (rows) => [rows])
    : Effect.forEach(requests, execute)
}

/**
 * Collects all rows before the caller reads the first one: a statement with unread rows would block the connection, and a cursor
 * would need a transaction.
 */
export const streamBy =
  (execute: Connection["execute"]): Connection["executeStream"] =>
  (text, parameters, transform) =>
    Stream.unwrap(Effect.map(execute(text, parameters, transform), Stream.fromIterable))

const opening = /^\s*(BEGIN|START\s+TRANSACTION)\b/i
const closing = /^\s*(COMMIT|END|ROLLBACK(?!\s+(WORK\s+|TRANSACTION\s+)?TO\b))\b/i
const committing = /^\s*(COMMIT|END)\b/i

/** Whether a statement begins a transaction. A host may begin one by hand, on a connection that it has reserved. */
export const begins = (text: string): boolean => opening.test(text)

/** Whether a statement ends the transaction of its connection. ROLLBACK TO SAVEPOINT does not. */
export const ends = (text: string): boolean => closing.test(text)

export const commits = (text: string): boolean => committing.test(text)

/**
 * True if the statements of a fiber may take any amount of time. Otherwise `./postgres` treats the server as lost when it does
 * not answer within `answerTimeout`.
 */
export class Patience extends Context.Reference<Patience>()("rewards/Patience", {
  defaultValue: (): boolean => false
}) {}

/** For statements that read or write whole tables, and for statements that wait for such work of another process. */
export const patiently = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.mapInputContext(effect, (context: Context.Context<R>) => Context.add(context, Patience, true))

/** A caller in the queue of `Turns`. */
export interface Turn {
  admitted: boolean
  resume: () => void
}

/** Lets one effect run at a time, in the order of arrival. */
export class Turns {
  readonly #waiting = new Set<Turn>()
  #busy = false

  /**
   * Runs the effect while no other effect of this queue runs. `restore` applies only to the wait. A caller that is interrupted while
   * it waits leaves the queue. If it has just been admitted, the next caller is admitted instead.
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

  /** Like `alone`, but with less overhead, for a caller that cannot be interrupted. */
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

  /** Waits until the turn is admitted. The caller must then call `leave`, even if it was interrupted. */
  admission(turn: Turn): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (!this.#busy) return this.#admit(turn, Effect.void)
      return Effect.async<void>((resume) => {
        turn.resume = () => resume(Effect.void)
        this.#waiting.add(turn)
      })
    })
  }

  /** Ends an admitted turn and admits the next one. Removes a waiting turn from the queue. A second call does nothing. */
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

/** A host may pass one connection in two wrappers. This common counter keeps the names of the savepoints distinct. */
const ofHosts: Counter = { count: 0 }

const gates = new WeakMap<Connection, Gate>()

/**
 * A connection inside a transaction, for the effects of that transaction. It runs one statement or one whole savepoint at a time, in
 * the order of arrival. Otherwise a statement of one fiber could run inside the savepoint of another fiber. Then it could be rolled
 * back with this savepoint after it was reported as successful. The effects of a savepoint have their own gate, so they do not wait
 * for the savepoint that they are in.
 */
export class Gate extends Turns implements Pipeline {
  /** The connection itself, for the statements that open and close the transaction. */
  readonly raw: Connection
  readonly #around: Gate | undefined
  readonly #savepoints: Counter
  readonly #callbacks: Array<() => void> = []
  #ended = false

  private constructor(raw: Connection, around: Gate | undefined, savepoints: Counter) {
    super()
    this.raw = raw
    this.#around = around
    this.#savepoints = savepoints
  }

  /** The gate of a connection on which the host has begun a transaction. Every caller gets the same gate. */
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
    return new Gate(this.raw, this, this.#savepoints)
  }

  /** Whether the transaction has been closed or rolled back. */
  get ended(): boolean {
    return this.#ended
  }

  /** Registers a callback to run after COMMIT. Does nothing in a host's own transaction, because its COMMIT is not seen here. */
  afterCommit(callback: () => void): void {
    const isHosts = this.#around === undefined && this.#savepoints === ofHosts
    if (!isHosts) this.#callbacks.push(callback)
  }

  /**
   * Called after COMMIT, to run the registered callbacks. Also called after RELEASE SAVEPOINT: then the callbacks are registered with
   * the transaction around the savepoint.
   */
  closed(): void {
    for (const callback of this.#callbacks) {
      if (this.#around === undefined) callback()
      else this.#around.afterCommit(callback)
    }
  }

  /**
   * Closes or rolls back the transaction. First waits for statements that are running or queued, such as those of a forked fiber.
   * Every later statement is refused, because it would run outside of the transaction.
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

  /** Creates a statement only when it may run, because SQLite runs it as soon as it is created. */
  #statement<A>(statement: () => Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> {
    const run = Effect.suspend(() => (this.ended ? Effect.fail(hasEnded()) : statement()))
    return this.alone(run, identity)
  }

  readonly execute: Connection["execute"] = (text, parameters, transform) =>
    this.#statement(() => this.raw.execute(text, parameters, transform))

  readonly executeRaw: Connection["executeRaw"] = (text, parameters) =>
    this.#statement(() => this.raw.executeRaw(text, parameters))

  readonly executeValues: Connection["executeValues"] = (text, parameters) =>
    this.#statement(() => this.raw.executeValues(text, parameters))

  readonly executeUnprepared: Connection["executeUnprepared"] = (text, parameters, transform) =>
    this.#statement(() => this.raw.executeUnprepared(text, parameters, transform))

  readonly executeAll = (requests: ReadonlyArray<Request>): Effect.Effect<Answers, SqlError> =>
    this.#statement(() => executeAll(this.raw, requests))

  readonly executeStream = streamBy(this.execute)
}

/** The failure of a statement that is sent after its transaction has ended. */
export const hasEnded = (): SqlError =>
  new SqlError({
    message: "The transaction has ended",
    cause: new Error("a statement was sent after the transaction that it belongs to had ended")
  })
