import { Reactivity } from "@effect/experimental"
import { SqlClient, SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import {
  Clock,
  Duration,
  Effect,
  Either,
  Layer,
  Metric,
  MetricLabel,
  Redacted,
  Runtime,
  type Scope
} from "effect"
import { Pool } from "pg"
import * as Client from "./client.ts"
import { acquirer, type PgPool } from "./postgres/pool.ts"
import * as Prepared from "./postgres/prepared.ts"

export type { PgPoolClient, PgResult } from "./postgres/connection.ts"
export type { PgPool } from "./postgres/pool.ts"

export interface PoolOptions {
  /**
   * Keeps statements prepared on the server, which then plans them once a connection instead of every time: unless told
   * not to. Behind a pooler that cannot do so (PgBouncer before 1.21, in transaction mode) it ends by itself.
   */
  readonly prepare?: boolean | undefined
}

export interface PostgresOptions extends PoolOptions {
  /** `postgres://user:password@host:port/database`; special characters of the password percent-encoded. */
  readonly url: Redacted.Redacted | string
  /** 10 unless told. */
  readonly maxConnections?: number | undefined
  /** How long to wait for a connection, be it a new one or one that others hold; 5 seconds unless told. */
  readonly connectTimeout?: Duration.DurationInput | undefined
  /** How long an unused connection is kept; 10 minutes unless told, since a new one has to plan everything anew. */
  readonly idleTimeout?: Duration.DurationInput | undefined
  /** The name that pg_stat_activity shows; `laurel-rewards` unless told here or in the address. */
  readonly applicationName?: string | undefined
}

/** PostgreSQL through a pool of our own, which ends with the layer. */
export const layer = (options: PostgresOptions): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  provide(
    Effect.gen(function* () {
      const address = yield* parse(options.url)
      const pool = yield* ownPool(options)
      const client = yield* make(
        pool,
        [
          ["server.address", address.hostname],
          ["server.port", Number(address.port || 5432)]
        ],
        options
      )
      yield* client`SELECT 1`.pipe(
        Effect.mapError(
          ({ cause }) =>
            new SqlError.SqlError({
              cause,
              message: `Cannot reach PostgreSQL at ${address.host}${address.pathname}: ${reason(cause)}`
            })
        )
      )
      return client
    })
  )

/** PostgreSQL through the host's own pool, which stays the host's to end. */
export const layerFromPool = (pool: PgPool, options: PoolOptions = {}): Layer.Layer<SqlClient.SqlClient> =>
  provide(Effect.zipRight(hearLostConnections(pool), make(pool, [], options)))

const provide = <E>(
  client: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope | Reactivity.Reactivity>
): Layer.Layer<SqlClient.SqlClient, E> =>
  Layer.scoped(SqlClient.SqlClient, client).pipe(Layer.provide(Reactivity.layer))

const make = (
  pool: PgPool,
  spanAttributes: ReadonlyArray<readonly [string, unknown]>,
  { prepare = true }: PoolOptions
) =>
  Effect.flatMap(warner, (warn) =>
    Client.make({
      acquirer: acquirer(pool, {
        prepared: prepare ? Prepared.make(() => warn(notPrepared)) : Prepared.none
      }),
      begin: "BEGIN",
      compiler: PgClient.makeCompiler(),
      spanAttributes: [["db.system.name", "postgresql"], ...spanAttributes]
    })
  )

const notPrepared =
  "PostgreSQL lost a prepared statement, as behind a pooler that cannot keep them; going on without"

const warner = Effect.map(Effect.runtime<never>(), (runtime) => {
  const fork = Runtime.runFork(runtime)
  return (message: string): void => {
    fork(Effect.logWarning(message))
  }
})

/** The pool replaces an idle connection that is lost, but reports it as an event that, unheard, ends the process. */
const onLostConnection = Effect.map(
  warner,
  (warn) =>
    ({ message }: Error): void =>
      warn(`An idle PostgreSQL connection was lost: ${message}`)
)

const hearLostConnections = (pool: PgPool) =>
  Effect.flatMap(onLostConnection, (warn) =>
    Effect.acquireRelease(
      Effect.sync(() => pool.on("error", warn)),
      () => Effect.sync(() => pool.off("error", warn))
    )
  )

/** For whoever watches: a pool whose callers wait is too small, or its database too slow. */
const connections = Metric.gauge("rewards_pool_connections", {
  description: "Connections in use and idle, and callers waiting for one"
})

/** Made once: a metric finds its value by the list itself, and by its contents only the first time. */
const used = [MetricLabel.make("state", "used")]
const idle = [MetricLabel.make("state", "idle")]
const waiting = [MetricLabel.make("state", "waiting")]

const watch = (pool: Pool): Pool => {
  const update = () => {
    connections.unsafeUpdate(pool.totalCount - pool.idleCount, used)
    connections.unsafeUpdate(pool.idleCount, idle)
    connections.unsafeUpdate(pool.waitingCount, waiting)
  }
  return pool.on("acquire", update).on("release", update).on("remove", update)
}

const ownPool = (options: PostgresOptions) => {
  const { applicationName = "laurel-rewards", maxConnections = 10, url } = options
  const { connectTimeout = "5 seconds", idleTimeout = "10 minutes" } = options
  if (!Number.isInteger(maxConnections) || maxConnections < 1) {
    return Effect.fail(badOption("maxConnections must be a whole number of at least 1"))
  }
  return Effect.gen(function* () {
    const pool = new Pool({
      connectionString: typeof url === "string" ? url : Redacted.value(url),
      max: maxConnections,
      connectionTimeoutMillis: Duration.toMillis(connectTimeout),
      idleTimeoutMillis: Duration.toMillis(idleTimeout),
      application_name: applicationName,
      keepAlive: true,
      // Well before a firewall forgets a connection that nobody uses.
      keepAliveInitialDelayMillis: 60_000
    })
    // The listener is never taken off: a connection can be lost while the pool closes, too.
    watch(pool).on("error", yield* onLostConnection)
    // A connection that somebody still holds is not waited for longer than this.
    const end = Effect.promise(ender(pool)).pipe(Effect.interruptible, Effect.timeoutOption("5 seconds"))
    yield* Effect.addFinalizer(() => Effect.withClock(end, Clock.make()))
    return pool
  })
}

/** Ends a pool and waits until the server has let go of its connections; `end` alone returns before that. */
const ender = (pool: Pool): (() => Promise<void>) => {
  let open = 0
  let onClosed = () => {}
  pool.on("connect", () => {
    open += 1
  })
  pool.on("remove", () => {
    open -= 1
    if (open === 0) onClosed()
  })
  return async () => {
    await pool.end()
    if (open > 0) await new Promise<void>((resolve) => (onClosed = resolve))
  }
}

/** The parser's own error is dropped: it quotes the address, and with it the password. */
const parse = (url: Redacted.Redacted | string): Either.Either<URL, SqlError.SqlError> =>
  Either.try({
    try: () => new URL(typeof url === "string" ? url : Redacted.value(url)),
    catch: () =>
      badOption("The PostgreSQL url cannot be parsed; percent-encode special characters in its password")
  }).pipe(
    Either.filterOrLeft(
      ({ protocol }) => protocol === "postgres:" || protocol === "postgresql:",
      () => badOption("The PostgreSQL url must begin with postgres:// or postgresql://")
    )
  )

const badOption = (message: string) => new SqlError.SqlError({ message, cause: new Error(message) })

/** Node reports an unreachable host as an AggregateError, one error an address and no message. */
const reason = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(reason).join(", ")
  return cause instanceof Error ? cause.message : String(cause)
}
