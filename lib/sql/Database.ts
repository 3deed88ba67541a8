import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Option, Random, Schedule } from "effect"
import { type Batch, succeed } from "./Batch.ts"
import * as Dialect from "./Dialect.ts"
import { TransactionConflict } from "./Errors.ts"
import { classify, classifyCommit, type DatabaseFailure, uncertain } from "./Failure.ts"
import { holdOf } from "./Hold.ts"
import { patiently } from "./Patience.ts"
import { type Answers, executeAll, type Request } from "./Pipeline.ts"
import { onRealTime, retryOnRealTime } from "./RealTime.ts"
import type { Statement } from "./Statement.ts"
import * as Transaction from "./Transaction.ts"

/**
 * Runs the statements of every service. It needs only a `SqlClient`, and uses its connections directly: the client's own
 * statements cost about 30 µs each for a span and a compilation, these 2 µs.
 */
export class Database extends Context.Tag("rewards/Database")<
  Database,
  {
    readonly dialect: Dialect.Dialect

    /** Runs one statement over all the rows at once, in the current transaction if there is one. Does nothing without rows. */
    readonly run: <Row, A>(
      statement: Statement<Row, A>,
      rows: ReadonlyArray<Row>
    ) => Effect.Effect<ReadonlyArray<A>, DatabaseFailure>

    /**
     * Runs the statements of a batch in their order on one connection, in the current transaction if there is one. A
     * connection of `./postgres` sends all of them before it waits for the first answer.
     */
    readonly send: <A>(batch: Batch<A, TransactionConflict>) => Effect.Effect<A, DatabaseFailure>

    /**
     * Runs the effect in a write transaction, which on SQLite holds the write lock from the start. After a conflict with
     * another writer it starts over, up to ten times in all, with random pauses. Inside of another transaction it is a
     * savepoint: the outer transaction commits, and its owner retries a conflict.
     *
     * Neither a statement nor a transaction can be interrupted. They are short, and `@effect/sql-pg` answers an interruption by
     * cancelling the connection's statement, which can by then be that of another fiber, or by losing a new connection.
     */
    readonly transaction: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | DatabaseFailure, R>

    /** The same without time-outs, for work that may take or wait for long: migrations, and boards that are written anew. */
    readonly patientTransaction: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | DatabaseFailure, R>

    /**
     * A transaction that reads, decides and writes, in two exchanges on a connection of `./postgres`: the first batch is sent
     * with BEGIN, and the last with COMMIT. The answers to the last batch are read after it has been committed, so a write
     * that must not happen has to fail in the database, by a constraint.
     */
    readonly transactionOn: <A, B, E, R>(
      first: Batch<A, TransactionConflict>,
      decide: (found: A) => Effect.Effect<Batch<B>, E, R>
    ) => Effect.Effect<B, E | DatabaseFailure, R>

    /**
     * The same for work that can be done again: its commit does not wait for the disk, so a crash may undo it. On SQLite, and
     * inside of another transaction, it is `transactionOn`.
     */
    readonly relaxedTransactionOn: <A, B, E, R>(
      first: Batch<A, TransactionConflict>,
      decide: (found: A) => Effect.Effect<Batch<B>, E, R>
    ) => Effect.Effect<B, E | DatabaseFailure, R>

    /**
     * Runs reads of any length that all see one state of the database, while others go on writing. It waits for no
     * writer, and no writer for it; PostgreSQL keeps the rows that it can see until it ends.
     */
    readonly snapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseFailure, R>

    /** Whether the calling fiber is inside a transaction. */
    readonly inTransaction: Effect.Effect<boolean>

    /**
     * Calls back when the current transaction has committed, or at once outside of a transaction. Does not call back when the
     * transaction is undone, nor when the host commits it with a client that is not one of our drivers, because that commit is
     * not seen here. The callback must not throw.
     */
    readonly afterCommit: (callback: () => void) => Effect.Effect<void>

    /** Runs a text without parameters, such as a table definition. */
    readonly define: (text: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

/** How long a transaction waits, in milliseconds. PostgreSQL only: on SQLite the driver waits for the write lock. */
export class Timeouts extends Context.Reference<Timeouts>()("rewards/Timeouts", {
  defaultValue: (): {
    /** For a row that another transaction holds; then it fails with a `LockTimeout`. */
    readonly lock: number
    /** Between two statements, until the server ends a transaction whose process hangs and frees its locks. */
    readonly idle: number
  } => ({ lock: 3000, idle: 15_000 })
}) {}

/** Replaces the lock time-out, where one is given. */
export const withLockTimeout = (milliseconds: number | undefined): Layer.Layer<never> =>
  milliseconds === undefined
    ? Layer.empty
    : Layer.effect(
        Timeouts,
        Effect.map(Timeouts, (timeouts) => ({ ...timeouts, lock: milliseconds }))
      )

/** Eight more attempts after the first two, with pauses from 5 ms to about a second, for at most 10 seconds. */
const conflictRetry = Schedule.exponential("5 millis").pipe(
  Schedule.upTo("10 seconds"),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(8))
)

/** The pause before the second attempt. It is random, so that two transactions in conflict do not meet again. */
const pause = onRealTime(Effect.flatMap(Random.nextIntBetween(1, 10), (millis) => Effect.sleep(millis)))

const setTimeouts = `SELECT set_config('lock_timeout', $1, true),
  set_config('idle_in_transaction_session_timeout', $2, true)`

const setRelaxed = `${setTimeouts}, set_config('synchronous_commit', 'off', true)`

const isConflict = (error: unknown): boolean => error instanceof TransactionConflict

const nothing = succeed(undefined)

/** Failing to decode answers after COMMIT is a defect of ours, but its caller must not take it for an undone transaction. */
const readCommitted =
  <A>(batch: Batch<A>) =>
  (answers: Answers): Effect.Effect<A, DatabaseFailure> => {
    try {
      return batch.read(answers)
    } catch (error) {
      return Effect.fail(uncertain(String(error)))
    }
  }

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const timeouts = yield* Timeouts
  const dialect = yield* sql.onDialectOrElse({
    sqlite: () => Effect.succeed(Dialect.sqlite),
    pg: () => Effect.succeed(Dialect.postgres),
    orElse: () =>
      Effect.dieMessage(
        "laurel-rewards runs on SQLite and PostgreSQL; this SqlClient is for another database"
      )
  })

  const hold = holdOf(sql)

  /** On the connection of the running transaction, or on one of its own. */
  const onConnection = <A, B>(
    use: (connection: Connection) => Effect.Effect<A, SqlError>,
    onSuccess: (answer: A) => Effect.Effect<B, DatabaseFailure>
  ): Effect.Effect<B, DatabaseFailure> => {
    const used = (connection: Connection) =>
      Effect.matchEffect(use(connection), { onFailure: classify, onSuccess })
    return Transaction.withCurrent((current) =>
      Option.isSome(current) ? used(current.value[0]) : Effect.uninterruptible(hold(used, classify))
    )
  }

  const query = <A>(
    text: string,
    parameters: ReadonlyArray<unknown>,
    decode: (rows: ReadonlyArray<unknown>) => A
  ): Effect.Effect<A, DatabaseFailure> =>
    onConnection(
      (connection) => connection.execute(text, parameters, undefined),
      (rows) => Effect.succeed(decode(rows))
    )

  const requestsOf = ({ steps }: Batch<unknown, unknown>): ReadonlyArray<Request> =>
    steps.map(({ text, parameters }) => ({ text: text(dialect), parameters: parameters(dialect) }))

  const send = <A>(batch: Batch<A, TransactionConflict>): Effect.Effect<A, DatabaseFailure> => {
    if (batch.steps.length === 0) return batch.read([])
    const requests = requestsOf(batch)
    return onConnection((connection) => executeAll(connection, requests), batch.read)
  }

  const options: Transaction.TransactionOptions<DatabaseFailure> = {
    hold,
    begin: dialect.begin,
    interruptible: false,
    onFailure: (error, committing) => (committing ? classifyCommit(error) : classify(error))
  }

  // Sent in one message with BEGIN, and local to the transaction: a pooler may give its connection to others.
  const limitsOf = (lock: number, text = setTimeouts): ReadonlyArray<Request> =>
    dialect.name === "postgres" ? [{ text, parameters: [String(lock), String(timeouts.idle)] }] : []
  const limits = limitsOf(timeouts.lock)
  const patience = limitsOf(0)
  const relaxed = limitsOf(timeouts.lock, setRelaxed)

  const begin = <A, B, E, R>(
    waiting: ReadonlyArray<Request>,
    first: Batch<A, TransactionConflict>,
    decide: (found: A) => Effect.Effect<Batch<B>, E, R>
  ) =>
    Transaction.withCurrent((current): Effect.Effect<B, E | DatabaseFailure, R> => {
      const nested = Option.isSome(current)
      const endWith = (last: Batch<B>): Transaction.Ending<B, DatabaseFailure> => ({
        last: requestsOf(last),
        read: nested ? last.read : readCommitted(last)
      })
      const once = Transaction.run<B, E | DatabaseFailure, R, DatabaseFailure>(options, {
        first: nested ? requestsOf(first) : [...waiting, ...requestsOf(first)],
        decide: (answers) =>
          Effect.map(
            Effect.flatMap(first.read(nested ? answers : answers.slice(waiting.length)), decide),
            endWith
          )
      })
      if (nested) return once
      // The schedule is made only after a conflict: making it costs as much as a small transaction.
      return Effect.catchAll(once, (error) =>
        isConflict(error)
          ? retryOnRealTime(Effect.zipRight(pause, once), conflictRetry, isConflict)
          : Effect.fail(error)
      )
    })

  return Database.of({
    dialect,
    run: (statement, rows) =>
      rows.length === 0
        ? Effect.succeed([])
        : query(statement.text(dialect, rows.length), statement.parameters(dialect, rows), statement.decode),
    send,
    transaction: (effect) => begin(limits, nothing, () => Effect.map(effect, succeed)),
    patientTransaction: (effect) => patiently(begin(patience, nothing, () => Effect.map(effect, succeed))),
    transactionOn: (first, decide) => begin(limits, first, decide),
    relaxedTransactionOn: (first, decide) => begin(relaxed, first, decide),
    snapshot: (effect) =>
      patiently(
        Transaction.run(
          { ...options, begin: dialect.beginSnapshot, interruptible: true },
          {
            first: dialect.name === "postgres" ? [{ text: setTimeouts, parameters: ["0", "0"] }] : [],
            decide: () => Effect.map(effect, (value) => ({ last: [], read: () => Effect.succeed(value) }))
          }
        )
      ),
    inTransaction: Transaction.withCurrent((current) => Effect.succeed(Option.isSome(current))),
    afterCommit: Transaction.afterCommit,
    define: (text) => query(text, [], () => undefined)
  })
})
