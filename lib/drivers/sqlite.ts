import { closeSync, mkdirSync, openSync } from "node:fs"
import { dirname } from "node:path"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { type Duration, Effect, ExecutionStrategy, Exit, Layer, Schedule, Scope } from "effect"
import { meaningOf, saysReadOnly } from "../sql/Codes.ts"
import { begins, ends, streamBy, Turns } from "../sql/Connections.ts"
import { onRealTime } from "../sql/RealTime.ts"
import { type Hold, makeClient } from "../sql/Transaction.ts"

export interface SqliteOptions {
  /**
   * A path, or `:memory:` for a database that is lost when the layer closes. Missing folders are created. Only the user of the process
   * can read a new file or folder.
   */
  readonly filename: string
  /** How long a statement waits while another connection writes; 5 seconds by default. */
  readonly busyTimeout?: Duration.DurationInput | undefined
}

/** Opens a database with the SQLite driver of the runtime. */
export type Open = (
  filename: string
) => Effect.Effect<DriverConnection, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity>

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
    return yield* makeClient({
      // A database in memory would be lost with its connection, so this connection is never replaced.
      ...exclusively(filename === ":memory:" ? Effect.succeed(yield* connect) : yield* renewed(connect)),
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

type Current = Effect.Effect<GuardedConnection, SqlError.SqlError>

/**
 * Makes the effect that returns the current connection to a file. If SQLite cannot write a file, it opens the file as read-only, and the
 * connection stays read-only even if the file becomes writable. So a connection that has refused a write is replaced before its next use,
 * unless it refused the write because the host has set `PRAGMA query_only`.
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
  // `guard` waits for locks. SQLite would block the thread, and all other fibers with it.
  "PRAGMA busy_timeout = 0",
  "PRAGMA journal_mode = WAL",
  "PRAGMA synchronous = FULL",
  "PRAGMA foreign_keys = ON",
  // 32 MiB. The default is 2 MiB.
  "PRAGMA cache_size = -32768",
  // Copies the log into the file after 4,000 pages (about 16 MiB). The default is 1,000 pages.
  "PRAGMA wal_autocheckpoint = 4000",
  // Without this, INSERT OR REPLACE deletes rows without firing the triggers that forbid deletions.
  "PRAGMA recursive_triggers = ON",
  // The schema of a tampered file must not call unsafe functions.
  "PRAGMA trusted_schema = OFF"
]

/** Lets one fiber at a time use the connection. Otherwise a statement could become part of another fiber's transaction. */
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

/** Ends the use of a connection: rolls back a transaction that was left open. */
const settled = <A, E>({ isOpen, settle }: GuardedConnection, exit: Effect.Effect<A, E>) =>
  isOpen() ? Effect.zipRight(settle, exit) : exit

const prepareFolder = (filename: string) =>
  Effect.try({
    try: () => {
      if (filename === ":memory:") return
      // For an empty name, SQLite would open a temporary database.
      if (filename.trim() === "") throw new Error("the filename is empty")
      if (filename.startsWith("file:")) throw new Error("the filename must be a path, not a file: URL")
      mkdirSync(dirname(filename), { recursive: true, mode: 0o700 })
      createPrivateFile(filename)
    },
    catch: (cause) => new SqlError.SqlError({ cause })
  })

/**
 * Creates the file, because other users could read a file that SQLite creates. SQLite gives its `-wal` and `-shm` files the permissions
 * of this file.
 */
const createPrivateFile = (filename: string): void => {
  try {
    closeSync(openSync(filename, "wx", 0o600))
  } catch {
    // The file exists, or SQLite reports why it cannot be created.
  }
}

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** The part of a connection that the SQLite driver of the runtime provides. */
export type DriverConnection = Omit<SqlConnection.Connection, "executeStream">

interface GuardedConnection extends SqlConnection.Connection {
  /** Returns whether a transaction is open, or was open until SQLite rolled it back. */
  readonly isOpen: () => boolean
  /** Rolls back a transaction that the last user of the connection has left open. */
  readonly settle: Effect.Effect<void>
  /** Returns whether a statement was refused because the database is read-only. */
  readonly isReadOnly: () => boolean
}

/**
 * Adds two guarantees to the connection of a driver. If another connection has locked the database, a statement waits without blocking
 * the thread. If SQLite rolls a transaction back because of an error, later statements of the transaction fail. Otherwise they would
 * be committed one by one.
 */
const guard = (raw: DriverConnection, busyTimeout: Duration.DurationInput): GuardedConnection => {
  let transaction: "none" | "open" | "lost" = "none"
  let readOnly = false
  const control = (text: string) => raw.executeUnprepared(text, [], undefined)

  // BEGIN succeeds only if SQLite has no open transaction.
  const checkTransaction = Effect.matchEffect(control("BEGIN"), {
    onFailure: () => Effect.void,
    onSuccess: () => {
      transaction = "lost"
      return Effect.ignore(control("ROLLBACK"))
    }
  })

  const patience = Schedule.exponential("1 millis", 1.5).pipe(
    Schedule.union(Schedule.spaced("10 millis")),
    Schedule.jittered,
    Schedule.upTo(busyTimeout)
  )

  const recover = <A>(statement: Effect.Effect<A, SqlError.SqlError>, error: SqlError.SqlError) => {
    const outcome = isBusy(error)
      ? onRealTime(Effect.retry(statement, { schedule: patience, while: isBusy }))
      : Effect.fail(error)
    return Effect.tapError(outcome, ({ cause }) => {
      if (saysReadOnly(cause)) readOnly = true
      return transaction === "open" ? checkTransaction : Effect.void
    })
  }

  // Callers run the returned effect at once, so `transaction` cannot change between this check and the statement.
  const attempt = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
    transaction === "lost"
      ? Effect.fail(rolledBack())
      : Effect.catchAll(statement, (error) => recover(statement, error))

  // `transaction` is set before BEGIN and reset after COMMIT, so that an interruption cannot hide an open transaction.
  const follow = <A>(text: string, statement: Effect.Effect<A, SqlError.SqlError>) => {
    if (begins(text)) {
      return Effect.suspend(() => {
        transaction = "open"
        return attempt(statement)
      })
    }
    if (!ends(text)) return attempt(statement)
    return Effect.tap(attempt(statement), () => {
      transaction = "none"
    })
  }

  const execute: SqlConnection.Connection["execute"] = (text, parameters, transform) =>
    attempt(raw.execute(text, bindable(parameters), transform))

  return {
    execute,
    executeRaw: (text, parameters) => attempt(raw.executeRaw(text, bindable(parameters))),
    executeValues: (text, parameters) => attempt(raw.executeValues(text, bindable(parameters))),
    executeUnprepared: (text, parameters, transform) =>
      follow(text, raw.executeUnprepared(text, bindable(parameters), transform)),
    executeStream: streamBy(execute),
    isReadOnly: () => readOnly,
    isOpen: () => transaction !== "none",
    settle: Effect.suspend(() => {
      const open = transaction === "open"
      transaction = "none"
      return open ? Effect.ignore(control("ROLLBACK")) : Effect.void
    })
  }
}

const rolledBack = () =>
  new SqlError.SqlError({
    message: "SQLite has rolled the transaction back after an earlier failure",
    cause: new Error("no transaction is active")
  })

const isBusy = ({ cause }: SqlError.SqlError): boolean => meaningOf(cause) === "busy"

const bindable = (parameters: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  parameters.some(needsBinding) ? parameters.map(bind) : parameters

const needsBinding = (value: unknown): boolean =>
  typeof value === "boolean" || value === undefined || value instanceof Date

/** Converts values that SQLite cannot store. `undefined` becomes NULL, as with `pg`. */
const bind = (value: unknown): unknown =>
  typeof value === "boolean" ? Number(value) : value instanceof Date ? value.toISOString() : (value ?? null)
