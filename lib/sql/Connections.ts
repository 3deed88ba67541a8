import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, identity, Stream } from "effect"

/** Connections of `@effect/sql`, and what our drivers add to them. A host can use another client, which lacks these additions. */

/** A statement to send. */
export interface Request {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
  /** On a distributed database, the partner whose node runs the statement. */
  readonly partner?: string
  /** Set for a statement that a process sends once, such as the definition of a table. Such a statement is not prepared. */
  readonly once?: true
}

/** The rows of the answers, one list for each request. */
export type Answers = ReadonlyArray<ReadonlyArray<unknown>>

/**
 * A connection that takes several requests at once. It can send all of them before it waits for the first answer. The first request
 * may begin a transaction, and the last may end it.
 */
export interface Pipeline extends Connection {
  /** Sends requests in their order. Fails with the first error, and does not run the requests after it. */
  readonly executeAll: (requests: ReadonlyArray<Request>) => Effect.Effect<Answers, SqlError>
}

export const isPipeline = (connection: Connection): connection is Pipeline =>
  typeof Reflect.get(connection, "executeAll") === "function"

/** Sends requests in their order. Without a pipeline, each request waits for the answer to the previous request. */
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

/** Reads all rows before the stream starts. A statement with unread rows would block the connection. */
export const streamBy =
  (execute: Connection["execute"]): Connection["executeStream"] =>
  (text, parameters, transform) =>
    Stream.unwrap(Effect.map(execute(text, parameters, transform), Stream.fromIterable))

const opening = /^\s*(BEGIN|START\s+TRANSACTION)\b/i
const closing = /^\s*(COMMIT|END|ROLLBACK(?!\s+(WORK\s+|TRANSACTION\s+)?TO\b))\b/i
const committing = /^\s*(COMMIT|END)\b/i

export const begins = (text: string): boolean => opening.test(text)

/** Returns whether a statement ends the transaction of its connection. ROLLBACK TO SAVEPOINT does not. */
export const ends = (text: string): boolean => closing.test(text)

export const commits = (text: string): boolean => committing.test(text)

/** True if the statements of a fiber may take any amount of time. Otherwise `drivers/postgres` fails them after a time-out. */
export class Patience extends Context.Reference<Patience>()("rewards/Patience", {
  defaultValue: (): boolean => false
}) {}

/** Lets statements take any amount of time, for example because they read whole tables. */
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
   * Runs the effect while no other effect of this queue runs. `restore` can make the wait interruptible. A caller that is interrupted
   * while it waits leaves the queue.
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

  /** Like `alone`. The caller must be uninterruptible. */
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

  /** Returns a new turn, which is not in the queue yet. */
  turn(): Turn {
    return { admitted: false, resume: () => {} }
  }

  /** Waits until the turn is admitted. The caller must call `leave` afterwards, even if the wait is interrupted. */
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

  /** Admits a turn, and returns what the caller runs next. */
  #admit<A>(turn: Turn, then: A): A {
    this.#busy = true
    turn.admitted = true
    return then
  }
}

interface Counter {
  count: number
}

/**
 * Numbers the savepoints in transactions that `Transaction.run` did not begin. All these transactions share the counter, because a host
 * can wrap one connection twice, and savepoints of both wrappers must have different names.
 */
const ofHosts: Counter = { count: 0 }

const gates = new WeakMap<Connection, Gate>()

/**
 * A connection inside a transaction. It runs one call or one whole savepoint at a time, in the order of arrival. Otherwise a
 * statement of one fiber could run inside the savepoint of another fiber, and be rolled back with it. The effects inside a savepoint
 * use the savepoint's own gate.
 */
export class Gate extends Turns implements Pipeline {
  /** The connection itself, for the statements that open and close the transaction. */
  readonly raw: Connection
  /** Whether a host began the transaction. The host then decides how long the transaction keeps its locks. */
  readonly ofHost: boolean
  /** For a savepoint, the gate of the transaction or savepoint that contains it. */
  readonly #around: Gate | undefined
  readonly #savepoints: Counter
  readonly #callbacks: Array<() => void> = []
  #ended = false

  private constructor(raw: Connection, ofHost: boolean, around: Gate | undefined, savepoints: Counter) {
    super()
    this.raw = raw
    this.ofHost = ofHost
    this.#around = around
    this.#savepoints = savepoints
  }

  /**
   * Returns the gate of a connection inside a transaction. A connection that is not a gate belongs to a host, and always gets the same
   * gate.
   */
  static of(connection: Connection): Gate {
    if (connection instanceof Gate) return connection
    const gate = gates.get(connection) ?? new Gate(connection, true, undefined, ofHosts)
    gates.set(connection, gate)
    return gate
  }

  /** Returns a new gate for a transaction that `Transaction.run` begins. */
  static begin(connection: Connection, ofHost: boolean): Gate {
    return new Gate(connection, ofHost, undefined, { count: 0 })
  }

  /** Returns the gate of a savepoint inside this transaction. */
  inside(): Gate {
    return new Gate(this.raw, this.ofHost, this, this.#savepoints)
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Registers a callback to run after COMMIT. Does nothing in a transaction that `Transaction.run` did not begin. */
  afterCommit(callback: () => void): void {
    const isHosts = this.#around === undefined && this.#savepoints === ofHosts
    if (!isHosts) this.#callbacks.push(callback)
  }

  /** Runs the callbacks after COMMIT. After RELEASE SAVEPOINT, registers them with the transaction around the savepoint. */
  closed(): void {
    for (const callback of this.#callbacks) {
      if (this.#around === undefined) callback()
      else this.#around.afterCommit(callback)
    }
  }

  /**
   * Runs the effect that closes or rolls back the transaction. First waits for statements that are running or queued. Later statements
   * are refused, because they would run outside of the transaction.
   */
  end<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const last = Effect.suspend(() => {
      this.#ended = true
      return effect
    })
    return this.alone(last, identity)
  }

  /** Returns a name that no other savepoint of the transaction has. */
  savepoint(depth: number): string {
    this.#savepoints.count += 1
    return `rewards_${depth}_${this.#savepoints.count}`
  }

  /** Creates a statement only when it may run, because our SQLite driver checks the transaction when a statement is created. */
  #statement<A>(statement: () => Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> {
    const run = Effect.suspend(() => (this.ended ? Effect.fail(transactionEnded()) : statement()))
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

export const transactionEnded = (): SqlError =>
  new SqlError({
    message: "The transaction has ended",
    cause: new Error("a statement was sent after its transaction had ended")
  })
