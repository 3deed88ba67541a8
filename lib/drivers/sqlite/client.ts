import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlConnection, SqlError, Statement } from "@effect/sql"
import { type Duration, Effect, Layer, Scope } from "effect"
import * as Client from "../client.ts"
import { type GuardedConnection, guard } from "./connection.ts"

export interface SqliteOptions {
  /** A path, whose folder is created when missing, or `:memory:` for a database that ends with the layer. */
  readonly filename: string
  /** How long a statement waits for another process that is writing; 5 seconds unless told. */
  readonly busyTimeout?: Duration.DurationInput | undefined
}

/** How a runtime opens a database; what goes wrong is an SqlError or is thrown as the driver threw it. */
export type Open = (
  filename: string
) => Effect.Effect<SqlConnection.Connection, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity>

export const layer = (
  options: SqliteOptions,
  open: Open
): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.scoped(SqlClient.SqlClient, make(options, open)).pipe(Layer.provide(Reactivity.layer))

const make = ({ busyTimeout = "5 seconds", filename }: SqliteOptions, open: Open) =>
  Effect.gen(function* () {
    yield* prepareFolder(filename)
    const connection = guard(yield* open(filename), busyTimeout)
    yield* Effect.forEach(pragmas, (text) => connection.executeUnprepared(text, [], undefined), {
      discard: true
    })
    return yield* Client.make({
      acquirer: yield* exclusively(connection),
      begin: "BEGIN IMMEDIATE",
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]]
    })
  }).pipe(
    Effect.mapError(
      ({ cause }) =>
        new SqlError.SqlError({
          cause,
          message: `Cannot open the SQLite database ${JSON.stringify(filename)}: ${reason(cause)}`
        })
    )
  )

const pragmas = [
  // Waiting is the guarded connection's: SQLite would wait with the whole thread, and with it every other fiber.
  "PRAGMA busy_timeout = 0",
  // A database in memory has no log and ignores it.
  "PRAGMA journal_mode = WAL",
  "PRAGMA synchronous = FULL",
  "PRAGMA foreign_keys = ON",
  // 32 MiB, when there is as much to keep: an award touches a page of each of a dozen indexes, and 2 MiB hold too few.
  "PRAGMA cache_size = -32768",
  // Without it, INSERT OR REPLACE deletes rows past the triggers that forbid deleting them.
  "PRAGMA recursive_triggers = ON",
  // A tampered file must not get its functions run by our reading of it.
  "PRAGMA trusted_schema = OFF"
]

/**
 * One holder at a time, for one statement or for a whole transaction: the database is one connection, and a statement
 * of a bystander would otherwise become part of the transaction that happens to be open.
 */
const exclusively = (connection: GuardedConnection): Effect.Effect<SqlConnection.Connection.Acquirer> =>
  Effect.map(Effect.makeSemaphore(1), (lock) => {
    const giveBack = Effect.zipRight(connection.settle, lock.release(1))
    return Effect.uninterruptibleMask((restore) =>
      restore(lock.take(1)).pipe(
        Effect.zipRight(Effect.scope),
        Effect.flatMap((scope) => Scope.addFinalizer(scope, giveBack)),
        Effect.as(connection)
      )
    )
  })

const prepareFolder = (filename: string) =>
  Effect.try({
    try: () => {
      if (filename === ":memory:") return
      // SQLite takes an empty name for a temporary database, and would lose it without a word.
      if (filename.trim() === "") throw new Error("the filename is empty")
      if (filename.startsWith("file:")) throw new Error("give a path instead of a file: address")
      mkdirSync(dirname(filename), { recursive: true })
    },
    catch: (cause) => new SqlError.SqlError({ cause })
  })

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
