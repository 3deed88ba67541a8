import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect, Either, Exit, Layer, ManagedRuntime, type Runtime } from "effect"
import { layerFromUrl } from "../drivers/url.ts"
import type { Failure } from "../http/failure.ts"
import type { StartFailure } from "../rewards/Core.ts"
import type { CoreFailure } from "../rewards/CoreFailure.ts"
import { type HostClock, layerClock } from "../rewards/clock.ts"
import type { Ledger } from "../rewards/ledger/Ledger.ts"
import { type InvalidInput, invalid } from "../schema/Input.ts"
import { Database } from "../sql/Database.ts"
import { DatabaseUnavailable } from "../sql/Errors.ts"
import { isUsable, type WingMigrations } from "../sql/Migrations.ts"
import { makeClose } from "./closing.ts"
import { connectionOf, type QueryClient } from "./connection.ts"
import type { Run } from "./promised.ts"
import type { RewardsError } from "./RewardsError.ts"
import { forwardWarnings } from "./warnings.ts"

export interface EngineOptions {
  /** `sqlite:./data/rewards.db`, `sqlite::memory:`, `postgres://…`, or any layer that gives a `SqlClient`. */
  readonly database: string | Layer.Layer<SqlClient.SqlClient, SqlError | InvalidInput>
  /** PostgreSQL by address only: how many connections the pool may open. */
  readonly maxConnections?: number | undefined
  /** PostgreSQL by address only: whether statements stay prepared on the server (true); see `./postgres`. */
  readonly prepare?: boolean | undefined
  /** PostgreSQL only: milliseconds that a write waits for a row of another transaction (3000), then `LockTimeout`. */
  readonly lockTimeout?: number | undefined
  /**
   * PostgreSQL by address only: milliseconds after which a server that does not answer counts as lost (20 000, or five lock
   * time-outs, if that is more), then `DatabaseUnavailable`. Must be at least twice the lock time-out.
   */
  readonly answerTimeout?: number | undefined
  /**
   * Milliseconds that `close` waits for running writes (10 000). Then it cuts the connections that were opened here, and the database
   * rolls back what was not committed.
   */
  readonly closeTimeout?: number | undefined
  /**
   * The clock for awards, limits, months, tokens and codes; `Date` by default. A test clock may stand still and be moved. Sleeps,
   * time-outs and retries take real time.
   */
  readonly clock?: HostClock | undefined
  /** Called with each warning for the operator, such as a mail that cannot be sent. By default warnings are printed. */
  readonly onWarning?: ((message: string) => void) | undefined
  /**
   * For hosts that use Effect: loggers and a tracer for the engine's log messages and spans. `onWarning` is then not called.
   */
  readonly telemetry?: Layer.Layer<never> | undefined
}

/** The methods that every opened engine has. */
export interface Opened<Methods> {
  /**
   * The same methods inside a transaction that the host has opened on its own connection to the same PostgreSQL
   * database: the host's writes and the coins are committed or rolled back together. Calls on one connection wait for each other. Pass
   * the connection itself, not a wrapper of it, and await each call before using the connection directly: a call that is
   * refused rolls back to its savepoint, and with it everything that was sent on the connection meanwhile.
   */
  readonly within: (client: QueryClient) => Methods
  /**
   * Whether the database answers, has all migrations that this version knows, and no breaking migration of a newer version.
   */
  readonly ready: () => Promise<boolean>
  /** Waits for running writes, for at most `closeTimeout`, then closes the connections that were opened here. */
  readonly close: () => Promise<void>
}

/** The services of an engine, their Promise form, and how their failures are thrown. */
interface Engine<Services, F extends Failure, Methods> {
  readonly layer: Layer.Layer<Services | Ledger, StartFailure | InvalidInput, SqlClient.SqlClient>
  readonly wings: ReadonlyArray<WingMigrations>
  readonly methods: (run: Run<Services | Ledger, F>) => Methods
  readonly errorOf: (failure: F) => RewardsError
}

/** An award that waits for a row must get its `LockTimeout` before the server counts as lost. */
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

/** Opens the database, brings the tables up to date, and returns the engine as plain promises, with its runtime. */
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
  let closed = false

  const run: Run<Services | Ledger | Database, F | CoreFailure> = async (effect) => {
    if (closed) throw errorOf(new DatabaseUnavailable({ reason: "closed", committed: "no" }))
    const exit = await managed.runPromiseExit(effect)
    if (Exit.isSuccess(exit)) return exit.value
    throw Either.match(Cause.failureOrCause(exit.cause), { onLeft: errorOf, onRight: Cause.squash })
  }

  const close = makeClose({
    dispose: () => managed.dispose(),
    cut: () => cutting.abort(),
    warn: onWarning ?? console.warn,
    timeout: closeTimeout
  })

  await run(Effect.void)
  const client = {
    ...methods(run),
    within: (host: QueryClient) => {
      const connection = connectionOf(host)
      return methods((effect) =>
        run(Effect.provideService(effect, SqlClient.TransactionConnection, [connection, 0]))
      )
    },
    ready: () => run(isUsable(wings)).catch(() => false),
    close: () => {
      closed = true
      return close()
    }
  }
  return { client, runtime: await managed.runtime() }
}

/** Drivers are optional peers: the error names the driver that a host has not installed. */
const missingPackage = /Cannot find (?:package|module) '((?:@[^/']+\/)?[^/']+)/

/** The newest version of a driver may need a newer `effect` than ours. `package.json` states these too; a test compares them. */
export const driverVersions: Readonly<Record<string, string>> = {
  "@effect/sql-pg": "^0.50.3",
  "@effect/sql-sqlite-bun": "^0.50.2",
  pg: "^8.16.3"
}

export const openingFailure = (error: SqlError | InvalidInput) => {
  if (!(error instanceof SqlError)) return error
  const [, name] = missingPackage.exec(String(error.cause)) ?? []
  if (name === undefined) return new DatabaseUnavailable({ reason: error.message, committed: "no" })
  const range = driverVersions[name]
  const wanted = range === undefined ? name : `${name}@${range}`
  return invalid("database", `needs the package ${name}: install "${wanted}" beside laurel-rewards`)
}
