import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import {
  Cause,
  Effect,
  Either,
  Exit,
  Layer,
  Logger,
  LogLevel,
  ManagedRuntime,
  Option,
  type Runtime
} from "effect"
import { layerFromUrl } from "../drivers/url.ts"
import type { Failure } from "../http/failure.ts"
import { Actor } from "../rewards/Actor.ts"
import type { StartFailure } from "../rewards/Core.ts"
import type { CoreFailure } from "../rewards/CoreFailure.ts"
import { type HostClock, layerClock } from "../rewards/clock.ts"
import type { Ledger } from "../rewards/ledger/Ledger.ts"
import { type InvalidInput, invalid } from "../schema/Input.ts"
import {
  closed,
  codeOf,
  inFailedTransaction,
  isAnswer,
  isWrongAddress,
  lacksPassword,
  noTransaction
} from "../sql/Codes.ts"
import { Database } from "../sql/Database.ts"
import { DatabaseUnavailable, TransactionRequired } from "../sql/Errors.ts"
import { isUsable, type WingMigrations } from "../sql/Migrations.ts"
import { connectionOf, type QueryClient } from "./connection.ts"
import type { Run } from "./promised.ts"
import type { RewardsError } from "./RewardsError.ts"

export interface EngineOptions {
  /** `sqlite:./data/rewards.db`, `sqlite::memory:`, `postgres://…`, or any layer that provides a `SqlClient`. */
  readonly database: string | Layer.Layer<SqlClient.SqlClient, SqlError | InvalidInput>
  /** Only for `postgres://…`: how many connections the pool may open. */
  readonly maxConnections?: number | undefined
  /** Only for `postgres://…`: whether statements stay prepared on the server; true by default. */
  readonly prepare?: boolean | undefined
  /** Only for PostgreSQL: the milliseconds that a write waits for a locked row before it fails with `LockTimeout`; 3000 by default. */
  readonly lockTimeout?: number | undefined
  /**
   * Only for `postgres://…`: the milliseconds without an answer after which a call fails with `DatabaseUnavailable`. Must be at least
   * twice `lockTimeout`. Default: 20 000, or five times `lockTimeout` if that is more.
   */
  readonly answerTimeout?: number | undefined
  /**
   * How long `close` waits for running writes, in milliseconds; 10 000 by default. With `postgres://…` it then cuts the connections,
   * and the server rolls back their transactions.
   */
  readonly closeTimeout?: number | undefined
  /**
   * The clock for awards, limits, boards, tokens, codes, and due mails and webhooks; `Date` by default. Sleeps and time-outs always
   * use real time.
   */
  readonly clock?: HostClock | undefined
  /**
   * Whether this process writes what is due in time: pending awards that mature and coins that expire. True by default. Answers do not
   * depend on this option, but events do. With `false`, commands write what is due in the wallets that they use, and `sweep` writes the
   * rest.
   */
  readonly sweep?: boolean | undefined
  /** Is called with each warning for the operator, such as a mail that cannot be sent. By default warnings are printed. */
  readonly onWarning?: ((message: string) => void) | undefined
  /**
   * For hosts that use Effect: loggers and a tracer for the engine's log messages and spans. These loggers get the warnings.
   * `onWarning` is then called only if writes have not ended within `closeTimeout`.
   */
  readonly telemetry?: Layer.Layer<never> | undefined
}

/** The methods that every opened engine has. */
export interface Opened<Methods> extends Enlisting<Methods> {
  /**
   * Returns the same methods for a caller of the host, such as a colleague or a program. Records say that this caller ordered them, and so
   * does the audit trail. The name has 1 to 100 visible characters.
   */
  readonly as: (actor: string) => Methods & Enlisting<Methods>
  /** Returns whether the database answers, has all migrations of this version, and has no breaking migration of a newer version. */
  readonly ready: () => Promise<boolean>
  /** Waits for running writes, at most `closeTimeout`, then closes the connections that the engine opened. */
  readonly close: () => Promise<void>
}

/** The methods that can take part in a transaction of the host. */
export interface Enlisting<Methods> {
  /**
   * Returns the same methods in a transaction of the host, on the host's own connection to the same PostgreSQL database. The writes of the
   * host and of the engine are committed or rolled back together. Pass the connection itself, not a wrapper of it. Await each call before
   * you use the connection: a refused call rolls back everything that was sent since the call started.
   */
  readonly within: (client: QueryClient) => Methods
}

interface Engine<Services, F extends Failure, Methods> {
  readonly layer: Layer.Layer<Services | Ledger, StartFailure | InvalidInput, SqlClient.SqlClient>
  readonly wings: ReadonlyArray<WingMigrations>
  readonly methods: (run: Run<Services | Ledger, F>) => Methods
  readonly errorOf: (failure: F) => RewardsError
}

/**
 * Returns the layer of the database that the options name. `answerTimeout` must be at least twice `lockTimeout`, so that a wait for a lock
 * ends first.
 */
export const databaseOf = (
  options: Pick<EngineOptions, "answerTimeout" | "database" | "lockTimeout" | "maxConnections" | "prepare">,
  cut: AbortSignal
) => {
  const { database, lockTimeout = 3000, maxConnections, prepare } = options
  if (typeof database !== "string") return database
  const { answerTimeout = Math.max(20_000, 5 * lockTimeout) } = options
  return answerTimeout < 2 * lockTimeout
    ? Layer.fail(invalid("answerTimeout", `must be at least twice the lock time-out of ${lockTimeout} ms`))
    : layerFromUrl(database, { maxConnections, prepare, answerTimeout, cut })
}

/** Makes a function that runs effects on a runtime. The function throws a failure as a `RewardsError`, and a defect unchanged. */
export const runnerOf =
  <R, F>(managed: ManagedRuntime.ManagedRuntime<R, F>, errorOf: (failure: F) => RewardsError): Run<R, F> =>
  async (effect) => {
    const exit = await managed.runPromiseExit(effect)
    if (Exit.isSuccess(exit)) return exit.value
    throw Either.match(Cause.failureOrCause(exit.cause), { onLeft: errorOf, onRight: Cause.squash })
  }

const forwardWarnings = (onWarning: (message: string) => void): Layer.Layer<never> =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ cause, logLevel, message }) => {
      if (LogLevel.lessThan(logLevel, LogLevel.Warning)) return
      const words = (Array.isArray(message) ? message : [message]).map(String)
      const more = Cause.isEmpty(cause) ? [] : [Cause.pretty(cause, { renderErrorCause: true })]
      onWarning([...words, ...more].join(": "))
    })
  )

/** Returns whether a promise resolves within the given milliseconds. Rejects if the promise rejects in that time. */
const resolvesWithin = async (promise: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** How long `close` waits after it has cut the connections, in milliseconds. */
const afterCut = 1000

/** Opens the database, applies pending migrations, and returns the engine with Promise methods, and its runtime. */
export const openEngine = async <Services, F extends Failure, Methods>(
  options: EngineOptions,
  { layer, methods, errorOf, wings }: Engine<Services, F | CoreFailure, Methods>
): Promise<{
  readonly client: Methods & Opened<Methods>
  readonly runtime: Runtime.Runtime<Services | Ledger>
}> => {
  const { clock, closeTimeout = 10_000, onWarning } = options
  const { telemetry = onWarning === undefined ? Layer.empty : forwardWarnings(onWarning) } = options
  const cutting = new AbortController()
  const sql = databaseOf(options, cutting.signal)
  const managed = ManagedRuntime.make(
    Layer.merge(layer, Database.layer).pipe(
      Layer.provide(Layer.mapError(sql, openingFailure)),
      Layer.provide(telemetry),
      Layer.provide(clock === undefined ? Layer.empty : layerClock(clock))
    )
  )
  let closing: Promise<void> | undefined

  const runOpen = runnerOf<Services | Ledger | Database, F | CoreFailure>(managed, errorOf)
  const run: typeof runOpen = (effect) =>
    closing !== undefined
      ? Promise.reject(errorOf(new DatabaseUnavailable({ reason: closed, committed: "no" })))
      : runOpen(effect)

  const warn = onWarning ?? console.warn
  const close = async (): Promise<void> => {
    const disposed = managed.dispose()
    // Avoids an unhandled rejection after the waiting has ended.
    disposed.catch(() => {})
    if (await resolvesWithin(disposed, closeTimeout)) return
    warn(
      `Writes have not ended within ${closeTimeout / 1000} seconds of closing: the engine stops waiting for them`
    )
    cutting.abort()
    await resolvesWithin(disposed, afterCut)
  }

  const { dialect } = await run(Database)
  const enlisting = (run: typeof runOpen): Methods & Enlisting<Methods> => ({
    ...methods(run),
    within: (host) => {
      const problem = problemOf(host, dialect.name)
      if (problem !== undefined) throw errorOf(invalid("client", problem))
      const connection = connectionOf(host)
      return methods((effect) =>
        run(
          inHostTransaction(Effect.provideService(effect, SqlClient.TransactionConnection, [connection, 0]))
        )
      )
    }
  })
  const client = {
    ...enlisting(run),
    as: (name: string) => {
      const actor = Either.getOrThrowWith(Actor.host(name), errorOf)
      return enlisting((effect) => run(Effect.provideService(effect, Actor, actor)))
    },
    ready: () => run(isUsable(wings)).catch(() => false),
    close: () => {
      closing ??= close()
      return closing
    }
  }
  return { client, runtime: await managed.runtime() }
}

/** Returns whether a value is a pool of `pg`. A pool has `query` too, but sends each statement on any of its connections. */
const isPool = (host: object): boolean => "connect" in host && "totalCount" in host

/** Returns why a value cannot be the connection of a host's transaction; undefined if it can. */
const problemOf = (host: unknown, dialect: "sqlite" | "postgres"): string | undefined => {
  if (dialect === "sqlite") return "cannot be used: `within` works only on PostgreSQL"
  if (typeof host !== "object" || host === null || !("query" in host) || typeof host.query !== "function")
    return "must be a connection of pg: a Client or a PoolClient"
  return isPool(host)
    ? "must be one connection, not a pool: get one with `await pool.connect()`, and send BEGIN on it"
    : undefined
}

/** The state of the host's transaction, by the error code of PostgreSQL. */
const states = new Map<unknown, TransactionRequired["transaction"]>([
  [noTransaction, "missing"],
  [inFailedTransaction, "failed"]
])

const inHostTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    // If the host's connection is lost, its transaction is lost, too. A repeated call would run without a transaction.
    Effect.mapError((error) =>
      error instanceof DatabaseUnavailable ? new TransactionRequired({ transaction: "lost" }) : error
    ),
    Effect.catchSomeDefect((defect) =>
      Option.map(
        Option.fromNullable(defect instanceof SqlError ? states.get(codeOf(defect.cause)) : undefined),
        (transaction) => Effect.fail(new TransactionRequired({ transaction }))
      )
    )
  )

/** Finds the name of a missing driver in an error message. */
const missingPackage = /Cannot find (?:package|module) '((?:@[^/']+\/)?[^/']+)/

/** The driver versions that work with this library's version of `effect`. */
export const driverVersions: Readonly<Record<string, string>> = {
  "@effect/sql-pg": "^0.50.3",
  "@effect/sql-sqlite-bun": "^0.50.2",
  pg: "^8.16.3"
}

/**
 * Returns the reason why a database cannot be opened: the message of the database itself, or the code of a network error. The messages of
 * other errors are left out, because they can contain parts of the address and of its password.
 */
const reasonOf = ({ cause, message }: SqlError): string => {
  const code = codeOf(cause)
  if (code === undefined) return message
  const isOwn = typeof code === "number" || code.startsWith("SQLITE_") || isAnswer(cause)
  return isOwn && cause instanceof Error ? cause.message : `${message}: ${code}`
}

export const openingFailure = (error: SqlError | InvalidInput) => {
  if (!(error instanceof SqlError)) return error
  if (lacksPassword(error.cause))
    return invalid("database", "needs a password: add it to the address, or set PGPASSWORD")
  const [, name] = missingPackage.exec(String(error.cause)) ?? []
  if (name === undefined && isWrongAddress(error.cause))
    return invalid("database", `cannot be opened: ${reasonOf(error)}`)
  if (name === undefined) return new DatabaseUnavailable({ reason: reasonOf(error), committed: "no" })
  const range = driverVersions[name]
  const wanted = range === undefined ? name : `${name}@${range}`
  return invalid("database", `needs the package ${name}: install "${wanted}" beside laurel-rewards`)
}
