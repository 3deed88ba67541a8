import type * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import type { Compiler } from "@effect/sql/Statement"
import { Cause, Context, Effect, Either, identity, Option, Scope } from "effect"
import { type Answers, executeAll, Gate, isPipeline, type Request, transactionEnded } from "./Connections.ts"

/**
 * Waits for a connection and reserves it until `use` ends. If there is no connection, runs `unavailable` instead. The caller must be
 * uninterruptible. `restore` can make the wait interruptible.
 */
export type Hold = <A, E, R>(
  use: (connection: Connection) => Effect.Effect<A, E, R>,
  unavailable: (error: SqlError) => Effect.Effect<A, E, R>,
  restore?: <B, G, S>(effect: Effect.Effect<B, G, S>) => Effect.Effect<B, G, S>
) => Effect.Effect<A, E, R>

/** Makes a `Hold` that reserves a connection in a separate scope. */
export const holdOn =
  (reserve: Connection.Acquirer): Hold =>
  (use, unavailable, restore) =>
    Effect.scopedWith((scope) => {
      const reserved = Scope.extend(reserve, scope)
      return Effect.matchEffect(restore === undefined ? reserved : restore(reserved), {
        onFailure: unavailable,
        onSuccess: use
      })
    })

const HoldId: unique symbol = Symbol.for("rewards/sql/Hold")

/** A client with its own `hold`. */
interface Holding {
  readonly [HoldId]: { readonly hold: Hold; readonly reserve: Connection.Acquirer }
}

const isHolding = (client: object): client is Holding => HoldId in client

/** Returns the `hold` of a client of our drivers. For other clients, and if the host has replaced `reserve`, makes one from `reserve`. */
export const holdOf = (client: SqlClient.SqlClient): Hold =>
  isHolding(client) && client[HoldId].reserve === client.reserve
    ? client[HoldId].hold
    : holdOn(client.reserve)

/** How `run` opens and closes transactions. */
export interface TransactionOptions<out F> {
  readonly hold: Hold
  readonly begin: string
  /** Whether a host begins the transaction. */
  readonly ofHost: boolean
  /** Whether the work and the wait for a connection can be interrupted. COMMIT and ROLLBACK can never be interrupted. */
  readonly interruptible: boolean
  /** Classifies a failed statement. `committing` is true for COMMIT and for statements that were sent together with it. */
  readonly onFailure: (error: SqlError, committing: boolean) => Effect.Effect<never, F>
}

/** The work of a transaction between BEGIN and COMMIT. */
export interface Work<out A, out E, out R> {
  /** Sent together with BEGIN, if the connection is a pipeline. */
  readonly first: ReadonlyArray<Request>
  /** Runs inside the transaction. */
  readonly decide: (answers: Answers) => Effect.Effect<Ending<A, E>, E, R>
}

export interface Ending<out A, out E> {
  /** Sent together with COMMIT, if the connection is a pipeline. */
  readonly last: ReadonlyArray<Request>
  /** Runs after COMMIT or, in a savepoint, after RELEASE SAVEPOINT. */
  readonly read: (answers: Answers) => Effect.Effect<A, E>
}

/** Returns the work of a transaction that runs one effect. `first` is sent with BEGIN, and its answers are ignored. */
export const workOf = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  first: ReadonlyArray<Request> = []
): Work<A, E, R> => ({
  first,
  decide: () => Effect.map(effect, (value) => ({ last: [], read: () => Effect.succeed(value) }))
})

/** Calls `use` with the connection and the number of open savepoints of the calling fiber's transaction, if there is one. */
export const withCurrent = <A, E, R>(
  use: (current: Option.Option<readonly [Gate, number]>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const current = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
    if (Option.isNone(current)) return use(Option.none())
    const [connection, depth] = current.value
    return use(Option.some([Gate.of(connection), depth]))
  })

/** Runs an effect without the transaction of the calling fiber. */
export const outside = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.mapInputContext(effect, (context: Context.Context<R>) => {
    const others = new Map(context.unsafeMap)
    others.delete(SqlClient.TransactionConnection.key)
    return Context.unsafeMake<R>(others)
  })

/**
 * Runs the work in a new transaction or, inside a transaction, in a savepoint. Savepoints of fibers that share a transaction run one
 * after the other. A savepoint can be interrupted while it waits for its turn.
 */
export const run = <A, E, R, F>(
  options: TransactionOptions<F>,
  work: Work<A, E, R>
): Effect.Effect<A, E | F, R> =>
  Effect.uninterruptibleMask((mask) => {
    const restore = options.interruptible ? mask : identity
    return withCurrent((current) => {
      if (Option.isSome(current)) {
        const [around, depth] = current.value
        const nested = Effect.suspend(() => {
          if (around.ended) return options.onFailure(transactionEnded(), false)
          const boundaries = savepoint(around.savepoint(depth + 1))
          return bracket(around.inside(), depth + 1, boundaries, options, restore, work)
        })
        return around.alone(nested, mask)
      }
      return options.hold<A, E | F, R>(
        (connection) =>
          bracket(Gate.begin(connection, options.ofHost), 0, whole(options.begin), options, restore, work),
        (error) => options.onFailure(error, false),
        options.interruptible ? mask : undefined
      )
    })
  })

interface Boundaries {
  readonly open: string
  readonly close: string
  readonly undo: string
}

const whole = (begin: string): Boundaries => ({ open: begin, close: "COMMIT", undo: "ROLLBACK" })

/**
 * Returns the statements of a savepoint. One statement closes it, and one statement rolls it back: no RELEASE follows the rollback.
 * Otherwise a client could find out from the response time whether the savepoint was rolled back.
 */
const savepoint = (name: string): Boundaries => ({
  open: `SAVEPOINT ${name}`,
  close: `RELEASE SAVEPOINT ${name}`,
  undo: `ROLLBACK TO SAVEPOINT ${name}`
})

/** Opens the transaction or savepoint, runs the work, and then closes it or rolls it back. */
const bracket = <A, E, R, F>(
  gate: Gate,
  depth: number,
  { open, close, undo }: Boundaries,
  { onFailure }: TransactionOptions<F>,
  restore: <B, G, S>(effect: Effect.Effect<B, G, S>) => Effect.Effect<B, G, S>,
  { first, decide }: Work<A, E, R>
): Effect.Effect<A, E | F, R> => {
  const connection = gate.raw
  // A failure of the rollback is ignored, because the failure before it is reported.
  const rollBack = Effect.suspend(() => Effect.ignore(control(connection, undo)))

  const notOpened = (cause: Cause.Cause<SqlError>) =>
    Effect.zipRight(
      rollBack,
      Either.match(Cause.failureOrCause(cause), {
        onLeft: (error) => onFailure(error, false),
        onRight: Effect.failCause
      })
    )

  const closeWith = ({ last, read }: Ending<A, E>) =>
    Effect.matchEffect(end(connection, last, close), {
      onFailure: ({ error, closing }) => Effect.zipRight(rollBack, onFailure(error, closing && depth === 0)),
      onSuccess: (answers) => {
        gate.closed()
        return read(answers)
      }
    })

  const opened = begin(connection, open, first)
  // SAVEPOINT cannot be interrupted, because it would then be unknown whether the savepoint exists.
  return Effect.matchCauseEffect(depth === 0 ? restore(opened) : opened, {
    onFailure: notOpened,
    onSuccess: (answers) =>
      // Suspended, so that the transaction is also rolled back if `decide` throws.
      Effect.suspend(() => decide(answers)).pipe(
        Effect.provideService(SqlClient.TransactionConnection, [gate, depth]),
        restore,
        Effect.matchCauseEffect({
          onFailure: (cause) => Effect.zipRight(gate.end(rollBack), Effect.failCause(cause)),
          onSuccess: (ending) => gate.end(closeWith(ending))
        })
      )
  })
}

/** Sends a statement such as BEGIN or COMMIT. */
const control = (connection: Connection, text: string) => connection.executeUnprepared(text, [], undefined)

const begin = (
  connection: Connection,
  text: string,
  first: ReadonlyArray<Request>
): Effect.Effect<Answers, SqlError> =>
  first.length > 0 && isPipeline(connection)
    ? Effect.map(connection.executeAll([{ text, parameters: [] }, ...first]), ([, ...answers]) => answers)
    : Effect.flatMap(control(connection, text), () =>
        first.length === 0 ? Effect.succeed([]) : executeAll(connection, first)
      )

/** Why a transaction did not end. If `closing` is false, COMMIT was not sent, so nothing can have been committed. */
interface NotEnded {
  readonly error: SqlError
  readonly closing: boolean
}

const end = (
  connection: Connection,
  last: ReadonlyArray<Request>,
  text: string
): Effect.Effect<Answers, NotEnded> => {
  const notEnded =
    (closing: boolean) =>
    (error: SqlError): NotEnded => ({ error, closing })
  if (last.length > 0 && isPipeline(connection)) {
    return Effect.mapBoth(connection.executeAll([...last, { text, parameters: [] }]), {
      onFailure: notEnded(true),
      onSuccess: (answers) => answers.slice(0, -1)
    })
  }
  const before = last.length === 0 ? Effect.succeed([]) : executeAll(connection, last)
  return Effect.flatMap(Effect.mapError(before, notEnded(false)), (answers) =>
    Effect.mapBoth(control(connection, text), { onFailure: notEnded(true), onSuccess: () => answers })
  )
}

/**
 * Runs the callback after COMMIT in a transaction that `run` began, or at once outside a transaction. In a transaction that `run` did not
 * begin, the callback never runs.
 */
export const afterCommit = (callback: () => void): Effect.Effect<void> =>
  withCurrent((current) =>
    Effect.sync(() => {
      if (Option.isNone(current)) callback()
      else current.value[0].afterCommit(callback)
    })
  )

export interface ClientOptions {
  /** Waits for a connection. When the scope closes, rolls back a transaction that is still open, and releases the connection. */
  readonly acquirer: Connection.Acquirer
  /** Like `acquirer`, but without a scope; made from `acquirer` by default. */
  readonly hold?: Hold | undefined
  readonly begin: string
  readonly compiler: Compiler
  readonly spanAttributes: ReadonlyArray<readonly [string, unknown]>
}

/** Makes the client of a driver. Its transactions use `run`, because transactions of `@effect/sql` turn a failed COMMIT into a defect. */
export const makeClient = ({
  acquirer,
  begin,
  compiler,
  hold = holdOn(acquirer),
  spanAttributes
}: ClientOptions): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> => {
  const options: TransactionOptions<SqlError> = {
    hold,
    begin,
    ofHost: true,
    interruptible: true,
    onFailure: (error, committing) => Effect.fail(committing ? notCommitted(error) : error)
  }
  const withTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.useSpan("sql.transaction", { kind: "client", captureStackTrace: false }, (span) => {
      for (const [key, value] of spanAttributes) span.attribute(key, value)
      return run(options, workOf(Effect.withParentSpan(effect, span)))
    })
  return Effect.map(
    SqlClient.make({ acquirer, transactionAcquirer: acquirer, compiler, spanAttributes }),
    (client) => Object.assign(client, { withTransaction, [HoldId]: { hold, reserve: client.reserve } })
  )
}

const notCommitted = ({ cause }: SqlError) =>
  new SqlError({ cause, message: "Failed to commit the transaction" })
