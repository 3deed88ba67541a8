import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Option, Random, Schedule, Scope } from "effect"
import { type Answers, type Batch, succeed } from "./Batch.ts"
import * as Dialect from "./Dialect.ts"
import { TransactionConflict } from "./Errors.ts"
import { classify, classifyCommit, type DatabaseFailure, uncertain } from "./Failure.ts"
import { beginWith, endWith, executeAll, type Request } from "./Pipeline.ts"
import type { Statement } from "./Statement.ts"

/**
 * The one door to the database for every service. It is written to `SqlClient` alone, and leaves out only what would
 * cost more than the statement itself: a span and a compilation for each (about 30 µs, against 2 µs for what is left).
 */
export class Database extends Context.Tag("rewards/Database")<
  Database,
  {
    readonly dialect: Dialect.Dialect

    /** Runs one statement over all the rows at once, in the running transaction if there is one. No rows, no work. */
    readonly run: <Row, A>(
      statement: Statement<Row, A>,
      rows: ReadonlyArray<Row>
    ) => Effect.Effect<ReadonlyArray<A>, DatabaseFailure>

    /**
     * Runs the statements of a batch in their order, on one connection: that of the running transaction, if there is one.
     * Where the connection can, all are sent before the first is answered.
     */
    readonly send: <A>(batch: Batch<A, TransactionConflict>) => Effect.Effect<A, DatabaseFailure>

    /**
     * Runs the effect in a write transaction, which on SQLite holds the write lock from its first moment. A conflict
     * with another writer starts it over, a few times, after a random pause. Inside a transaction that the host has
     * opened it is a savepoint of that transaction: the host's commit decides, and a conflict is the host's to retry.
     *
     * None of these can be interrupted while it talks to the database. It is short, and an interruption would
     * make @effect/sql-pg cancel whatever the connection is doing by then, or lose a connection that is just arriving.
     */
    readonly transaction: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | DatabaseFailure, R>

    /**
     * The same for what reads, decides and writes: where the connection can, all of it in two exchanges. The first batch is
     * sent with the statement that begins the transaction, and the last with the one that commits, so nobody sees the
     * answers to that before it is done: what must not be has to fail in the database, which then undoes all of it.
     */
    readonly transactionOn: <A, B, E, R>(
      first: Batch<A, TransactionConflict>,
      decide: (found: A) => Effect.Effect<Batch<B>, E, R>
    ) => Effect.Effect<B, E | DatabaseFailure, R>

    /** Whether the calling fiber is inside a transaction of this database already. */
    readonly inTransaction: Effect.Effect<boolean>

    /**
     * Calls back once the running transaction has committed, and at once where there is none; not at all when it is
     * undone, or is the host's own, whose commit we do not see. The callback must not throw.
     */
    readonly afterCommit: (callback: () => void) => Effect.Effect<void>

    /** For table definitions: a text without parameters. */
    readonly define: (text: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

/** Pauses from 5 ms to about a second, ten tries in all; a database that is busy for long is not tried that often. */
const conflictRetry = Schedule.exponential("5 millis").pipe(
  Schedule.upTo("10 seconds"),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(8))
)

/** Two that met once must not meet again at once. */
const pause = Effect.flatMap(Random.nextIntBetween(1, 10), (millis) => Effect.sleep(millis))

const isConflict = (error: unknown): boolean => error instanceof TransactionConflict

const control = (connection: Connection, text: string) => connection.executeUnprepared(text, [], undefined)

/** A rollback that fails leaves a lost connection, which its pool discards; the first failure is the one to report. */
const undoBy = (connection: Connection, text: string) => Effect.ignore(control(connection, text))

const nothing = succeed(undefined)

/** By connection, the callbacks that wait for the commit of its transaction. */
const waiting = new WeakMap<Connection, Array<() => void>>()

const callBack = (connection: Connection): void => {
  const callbacks = waiting.get(connection) ?? []
  waiting.delete(connection)
  for (const callback of callbacks) callback()
}

interface Boundaries {
  readonly open: string
  readonly close: string
  readonly undo: string
  /** What it means when closing fails. */
  readonly closingFailure: typeof classify
}

/** What is done in a transaction: what it asks first, and what it makes of the answers. */
interface Work<out A, out E, out R> {
  readonly requests: ReadonlyArray<Request>
  readonly decide: (answers: Answers) => Effect.Effect<Closing<A>, E, R>
}

/** What a transaction ends with. */
interface Closing<out A> {
  readonly requests: ReadonlyArray<Request>
  readonly read: (answers: Answers) => Effect.Effect<A>
}

/** Work between a statement that opens and one that closes, or undoes, what it did. */
const bracket = <A, E, R>(
  connection: Connection,
  depth: number,
  { requests, decide }: Work<A, E, R>,
  { open, close, undo, closingFailure }: Boundaries
): Effect.Effect<A, E | DatabaseFailure, R> => {
  // What waits on this connection when a transaction begins was left by one that is not ours.
  if (depth === 0) waiting.delete(connection)
  const before = waiting.get(connection)?.length ?? 0
  const undone = () => {
    waiting.get(connection)?.splice(before)
    return undoBy(connection, undo)
  }
  return Effect.matchCauseEffect(
    Effect.matchEffect(beginWith(connection, open, requests), {
      onFailure: classify,
      onSuccess: (answers) =>
        Effect.provideService(decide(answers), SqlClient.TransactionConnection, [connection, depth])
    }),
    {
      onFailure: (cause) => Effect.zipRight(undone(), Effect.failCause(cause)),
      onSuccess: ({ requests, read }) =>
        Effect.matchEffect(endWith(connection, requests, close), {
          onFailure: ({ error, closing }) =>
            Effect.zipRight(undone(), closing ? closingFailure(error) : classify(error)),
          onSuccess: (answers) => {
            if (depth > 0) return read(answers)
            callBack(connection)
            // It is a defect of ours not to understand them, but whoever takes it for a failure would write all of it again.
            try {
              return read(answers)
            } catch (error) {
              return Effect.fail(uncertain(String(error)))
            }
          }
        })
    }
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dialect = yield* sql.onDialectOrElse({
    sqlite: () => Effect.succeed(Dialect.sqlite),
    pg: () => Effect.succeed(Dialect.postgres),
    orElse: () =>
      Effect.dieMessage("laurel-rewards runs on SQLite and PostgreSQL; this SqlClient speaks neither")
  })

  const withCurrent = <A, E, R>(
    use: (current: Option.Option<readonly [Connection, number]>) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) =>
      use(Context.getOption(fiber.currentContext, SqlClient.TransactionConnection))
    )

  const onConnection = <A>(use: (connection: Connection) => Effect.Effect<A, SqlError>) =>
    Effect.uninterruptible(
      Effect.scopedWith((scope) => Effect.flatMap(Scope.extend(sql.reserve, scope), use))
    )

  const query = <A>(
    text: string,
    parameters: ReadonlyArray<unknown>,
    decode: (rows: ReadonlyArray<unknown>) => A
  ): Effect.Effect<A, DatabaseFailure> =>
    withCurrent((current) =>
      Effect.matchEffect(
        Option.isSome(current)
          ? current.value[0].execute(text, parameters, undefined)
          : onConnection((connection) => connection.execute(text, parameters, undefined)),
        { onFailure: classify, onSuccess: (rows) => Effect.succeed(decode(rows)) }
      )
    )

  const requestsOf = ({ steps }: Batch<unknown, unknown>): ReadonlyArray<Request> =>
    steps.map(({ text, parameters }) => ({ text: text(dialect), parameters: parameters(dialect) }))

  const send = <A>(batch: Batch<A, TransactionConflict>): Effect.Effect<A, DatabaseFailure> => {
    if (batch.steps.length === 0) return batch.read([])
    const requests = requestsOf(batch)
    return withCurrent((current) =>
      Effect.matchEffect(
        Option.isSome(current)
          ? executeAll(current.value[0], requests)
          : onConnection((connection) => executeAll(connection, requests)),
        { onFailure: classify, onSuccess: batch.read }
      )
    )
  }

  const savepoint = <A, E, R>(connection: Connection, depth: number, work: Work<A, E, R>) => {
    const name = `rewards_${depth}`
    const boundaries = {
      open: `SAVEPOINT ${name}`,
      close: `RELEASE SAVEPOINT ${name}`,
      // One statement, as closing is: what was undone must not show by the work that it was.
      undo: `ROLLBACK TO SAVEPOINT ${name}`,
      closingFailure: classify
    }
    return Effect.uninterruptible(bracket(connection, depth, work, boundaries))
  }

  const boundaries = {
    open: dialect.begin,
    close: "COMMIT",
    undo: "ROLLBACK",
    closingFailure: classifyCommit
  }
  const outermost = <A, E, R>(work: Work<A, E, R>) =>
    Effect.uninterruptible(
      Effect.scopedWith((scope) =>
        Effect.flatMap(Effect.catchAll(Scope.extend(sql.reserve, scope), classify), (connection) =>
          bracket(connection, 0, work, boundaries)
        )
      )
    )

  const transactionOn = <A, B, E, R>(
    first: Batch<A, TransactionConflict>,
    decide: (found: A) => Effect.Effect<Batch<B>, E, R>
  ) =>
    withCurrent((current): Effect.Effect<B, E | DatabaseFailure, R> => {
      const closing = (last: Batch<B>): Closing<B> => ({ requests: requestsOf(last), read: last.read })
      const work: Work<B, E | TransactionConflict, R> = {
        requests: requestsOf(first),
        decide: (answers) => Effect.map(Effect.flatMap(first.read(answers), decide), closing)
      }
      if (Option.isSome(current)) return savepoint(current.value[0], current.value[1] + 1, work)
      const once = outermost(work)
      // The schedule is set up only when there is a conflict: it costs as much as a small transaction.
      return Effect.catchAll(once, (error) =>
        isConflict(error)
          ? Effect.retry(Effect.zipRight(pause, once), {
              schedule: conflictRetry,
              while: isConflict
            })
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
    transaction: (effect) => transactionOn(nothing, () => Effect.map(effect, succeed)),
    transactionOn,
    inTransaction: withCurrent((current) => Effect.succeed(Option.isSome(current))),
    afterCommit: (callback) =>
      withCurrent((current) =>
        Effect.sync(() => {
          if (Option.isNone(current)) return callback()
          const [connection] = current.value
          waiting.set(connection, [...(waiting.get(connection) ?? []), callback])
        })
      ),
    define: (text) => query(text, [], () => undefined)
  })
})
