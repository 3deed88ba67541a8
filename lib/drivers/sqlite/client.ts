import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { type Duration, Effect, ExecutionStrategy, Exit, Layer, Scope } from "effect"
import type { Hold } from "../../sql/Connections.ts"
import { Turns } from "../../sql/Gate.ts"
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
    const connect = Effect.gen(function* () {
      const connection = guard(yield* open(filename), busyTimeout)
      yield* Effect.forEach(pragmas, (text) => connection.executeUnprepared(text, [], undefined), {
        discard: true
      })
      return connection
    })
    return yield* Client.make({
      ...exclusively(filename === ":memory:" ? yield* kept(connect) : yield* renewed(connect)),
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

type Connect = Effect.Effect<GuardedConnection, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity>

/** The connection to use now. */
type Current = Effect.Effect<GuardedConnection, SqlError.SqlError>

/** A database in memory is lost with its connection. */
const kept = (connect: Connect) => Effect.map(connect, (connection): Current => Effect.succeed(connection))

/**
 * SQLite opens a file that cannot be written as read-only, and the connection stays read-only when the file becomes writable. So a
 * connection that has refused a write is replaced before its next use, unless the host has made it read-only. The old one is closed
 * first, because connections of one process share their state of the file.
 */
const renewed = (connect: Connect) =>
  Effect.gen(function* () {
    const reactivity = yield* Reactivity.Reactivity
    const around = yield* Effect.scope
    let current: { readonly connection: GuardedConnection; readonly scope: Scope.CloseableScope } | undefined
    const openOne = Effect.gen(function* () {
      const scope = yield* Scope.fork(around, ExecutionStrategy.sequential)
      const connection = yield* connect.pipe(
        Scope.extend(scope),
        Effect.provideService(Reactivity.Reactivity, reactivity),
        Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
      )
      current = { connection, scope }
      return connection
    })
    yield* openOne
    const renew = Effect.gen(function* () {
      if (current === undefined) return yield* openOne
      const { connection, scope } = current
      const [row] = yield* connection.executeValues("PRAGMA query_only", [])
      if (row?.[0] !== 0) return connection
      current = undefined
      yield* Scope.close(scope, Exit.void)
      return yield* openOne
    })
    return Effect.suspend(() =>
      current === undefined || current.connection.isReadOnly() ? renew : Effect.succeed(current.connection)
    )
  })

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
const exclusively = (current: Current) => {
  const turns = new Turns()

  const acquirer: SqlConnection.Connection.Acquirer = Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.scope, (scope) => {
      const turn = turns.turn()
      const leave = Effect.sync(() => turns.leave(turn))
      return Effect.zipRight(restore(turns.admission(turn)), current).pipe(
        Effect.onError(() => leave),
        Effect.tap(({ settle }) => Scope.addFinalizer(scope, Effect.zipRight(settle, leave)))
      )
    })
  )

  const hold: Hold = (use, unavailable, restore) => {
    const held = Effect.matchEffect(current, {
      onFailure: unavailable,
      onSuccess: (connection) =>
        Effect.matchCauseEffect(use(connection), {
          onFailure: (cause) => settled(connection, Effect.failCause(cause)),
          onSuccess: (value) => settled(connection, Effect.succeed(value))
        })
    })
    return restore === undefined ? turns.uninterrupted(held) : turns.alone(held, restore)
  }

  return { acquirer, hold }
}

const settled = <A, E>({ isOpen, settle }: GuardedConnection, exit: Effect.Effect<A, E>) =>
  isOpen() ? Effect.zipRight(settle, exit) : exit

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
