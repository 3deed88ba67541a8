import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { type Duration, Effect, Layer, Scope } from "effect"
import * as Client from "../client.ts"
import { type GuardedConnection, guard } from "./connection.ts"

export interface SqliteOptions {
  /** A path, whose folder is created when missing, or `:memory:` for a database that is lost when the layer closes. */
  readonly filename: string
  /** How long a statement waits for another process that is writing. 5 seconds by default. */
  readonly busyTimeout?: Duration.DurationInput | undefined
}

/** Opens a database with the driver of a runtime. */
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
  // The guarded connection waits for locks itself: SQLite would block the thread, and with it every other fiber.
  "PRAGMA busy_timeout = 0",
  // A database in memory has no log and ignores this.
  "PRAGMA journal_mode = WAL",
  "PRAGMA synchronous = FULL",
  "PRAGMA foreign_keys = ON",
  // Up to 32 MiB. An award touches a page in each of a dozen indexes, and the default of 2 MiB holds too few pages.
  "PRAGMA cache_size = -32768",
  // Pages that change often go into the file once for many commits. The log grows to about 16 MiB.
  "PRAGMA wal_autocheckpoint = 4000",
  // Without this, INSERT OR REPLACE deletes rows without firing the triggers that forbid it.
  "PRAGMA recursive_triggers = ON",
  // A tampered file must not be able to run functions when we read it.
  "PRAGMA trusted_schema = OFF"
]

/**
 * Gives the one connection to one holder at a time, for one statement or for a whole transaction. Otherwise a statement of
 * another fiber would become part of the open transaction.
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
      // SQLite would open a temporary database for an empty name, and lose it without an error.
      if (filename.trim() === "") throw new Error("the filename is empty")
      if (filename.startsWith("file:")) throw new Error("give a path instead of a file: address")
      mkdirSync(dirname(filename), { recursive: true })
    },
    catch: (cause) => new SqlError.SqlError({ cause })
  })

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
