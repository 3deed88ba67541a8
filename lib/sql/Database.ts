import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { Context, Effect, Exit, Layer, Option, Schedule, Scope } from "effect"
import * as Dialect from "./Dialect.ts"
import { classify, classifyCommit, type DatabaseFailure } from "./Failure.ts"
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
     * Runs the effect in a write transaction, which on SQLite holds the write lock from its first moment. A conflict
     * with another writer starts it over, a few times, after a random pause. Inside a transaction that the host has
     * opened it is a savepoint of that transaction: the host's commit decides, and a conflict is the host's to retry.
     */
    readonly transaction: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | DatabaseFailure, R>

    /** Whether the calling fiber is inside a transaction of this database already. */
    readonly inTransaction: Effect.Effect<boolean>

    /** For table definitions: a text without parameters. */
    readonly define: (text: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const execute = (connection: Connection, text: string) => connection.executeUnprepared(text, [], undefined)

/** Between 5 ms and about a second, nine tries in all. */
const conflictRetry = Schedule.exponential("5 millis").pipe(
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(8))
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dialect = sql.onDialectOrElse({
    sqlite: () => Option.some(Dialect.sqlite),
    pg: () => Option.some(Dialect.postgres),
    orElse: () => Option.none<Dialect.Dialect>()
  })
  if (Option.isNone(dialect)) {
    return yield* Effect.dieMessage(
      "laurel-rewards runs on SQLite and PostgreSQL; this SqlClient speaks neither"
    )
  }
  const begin = dialect.value.begin

  const current = Effect.map(Effect.context<never>(), Context.getOption(SqlClient.TransactionConnection))

  const query = (text: string, parameters: ReadonlyArray<unknown>) =>
    Effect.flatMap(current, (connection) =>
      Option.isSome(connection)
        ? connection.value[0].execute(text, parameters, undefined)
        : sql.unsafe(text, parameters).withoutTransform
    ).pipe(Effect.catchAll(classify))

  const savepoint =
    (connection: Connection, depth: number) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore) => {
        const name = `rewards_${depth}`
        return Effect.gen(function* () {
          yield* Effect.catchAll(execute(connection, `SAVEPOINT ${name}`), classify)
          const exit = yield* Effect.exit(
            restore(Effect.provideService(effect, SqlClient.TransactionConnection, [connection, depth]))
          )
          const end = Exit.isSuccess(exit)
            ? execute(connection, `RELEASE SAVEPOINT ${name}`)
            : // When even this fails the host's transaction is lost, and the host sees why from the exit.
              Effect.ignore(execute(connection, `ROLLBACK TO SAVEPOINT ${name}`))
          yield* Effect.catchAll(end, classify)
          return yield* exit
        })
      })

  const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const body = Effect.gen(function* () {
          const connection = yield* restore(Scope.extend(sql.reserve, scope)).pipe(Effect.catchAll(classify))
          yield* Effect.catchAll(execute(connection, begin), classify)
          const exit = yield* Effect.exit(
            restore(Effect.provideService(effect, SqlClient.TransactionConnection, [connection, 0]))
          )
          if (Exit.isFailure(exit)) {
            yield* Effect.ignore(execute(connection, "ROLLBACK"))
            return yield* exit
          }
          yield* execute(connection, "COMMIT").pipe(
            Effect.tapError(() => Effect.ignore(execute(connection, "ROLLBACK"))),
            Effect.catchAll(classifyCommit)
          )
          return exit.value
        })
        return yield* Effect.onExit(body, (exit) => Scope.close(scope, exit))
      })
    )

  return Database.of({
    dialect: dialect.value,
    run: (statement, rows) =>
      rows.length === 0
        ? Effect.succeed([])
        : Effect.map(
            query(statement.text(dialect.value, rows.length), statement.parameters(dialect.value, rows)),
            statement.decode
          ),
    transaction: (effect) =>
      Effect.flatMap(current, (connection) =>
        Option.isSome(connection)
          ? savepoint(connection.value[0], connection.value[1] + 1)(effect)
          : Effect.retry(outermost(effect), {
              schedule: conflictRetry,
              while: (error) => typeof error === "object" && error !== null && isConflict(error)
            })
      ),
    inTransaction: Effect.map(current, Option.isSome),
    define: (text) => Effect.asVoid(query(text, []))
  })
})

const isConflict = (error: object): boolean => "_tag" in error && error._tag === "TransactionConflict"
