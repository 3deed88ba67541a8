import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Duration, Effect, Either, Layer, Redacted, type Scope } from "effect"
import type { ClientConfig } from "pg"
import { withNotices } from "../sql/Notices.ts"
import { makeClient } from "../sql/Transaction.ts"
import { makePrepared, unprepared } from "./postgres/batch.ts"
import { connectionsOf, type PgPool } from "./postgres/connection.ts"
import { makeNotices } from "./postgres/notices.ts"
import { makeSilence, onLostConnection, openPool, warner } from "./postgres/pool.ts"

export { patiently } from "../sql/Connections.ts"
export type { PgResult } from "./postgres/batch.ts"
export type { PgPool, PgPoolClient } from "./postgres/connection.ts"

export interface PoolOptions {
  /**
   * Whether to prepare statements on the server; true by default. Some poolers, such as PgBouncer before 1.21 in transaction mode,
   * lose prepared statements. After the first such loss, statements are no longer prepared.
   */
  readonly prepare?: boolean | undefined
  /**
   * How long to wait for the answer to a statement, or to several statements that were sent together; 20 seconds by default. After
   * this time the statement fails as if the connection was lost, and the connection is closed. Choose a time well above every lock
   * time-out. The time-out does not apply inside `patiently`. `Duration.infinity` turns it off.
   */
  readonly answerTimeout?: Duration.DurationInput | undefined
}

export interface PostgresOptions extends PoolOptions {
  /** `postgres://user:password@host:port/database`, with special characters of the password percent-encoded. */
  readonly url: Redacted.Redacted | string
  /** The largest number of connections in the pool; 10 by default. */
  readonly maxConnections?: number | undefined
  /** How long to wait until a new connection is open, or until a used connection is free. 5 seconds by default. */
  readonly connectTimeout?: Duration.DurationInput | undefined
  /** How long an unused connection stays open. 10 minutes by default. */
  readonly idleTimeout?: Duration.DurationInput | undefined
  /** When this signal is aborted, all connections are closed at once, even connections in use. After that, no new connection is opened. */
  readonly cut?: AbortSignal | undefined
  /** The name that pg_stat_activity shows; `laurel-rewards` by default. An `application_name` in the URL takes precedence. */
  readonly applicationName?: string | undefined
}

/** Connects to PostgreSQL through a pool that this layer opens and closes. */
export const layer = (options: PostgresOptions): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  provide(
    Effect.gen(function* () {
      const address = yield* parse(options.url)
      const { cut, idleTimeout = "10 minutes", maxConnections = 10 } = options
      if (!Number.isInteger(maxConnections) || maxConnections < 1) {
        return yield* badOption("maxConnections must be a whole number of at least 1")
      }
      const config = configOf(options)
      const idleTimeoutMillis = Duration.toMillis(idleTimeout)
      const pool = yield* openPool({ ...config, max: maxConnections, idleTimeoutMillis }, cut)
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
      return withNotices(client, makeNotices(config, cut))
    })
  )

/** Connects to PostgreSQL through a pool that the host opens and closes. The layer does not listen for notifications of other processes. */
export const layerFromPool = (pool: PgPool, options: PoolOptions = {}): Layer.Layer<SqlClient.SqlClient> =>
  provide(Effect.zipRight(warnOfLostConnections(pool), make(pool, [], options)))

const provide = <E>(
  client: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope | Reactivity.Reactivity>
): Layer.Layer<SqlClient.SqlClient, E> =>
  Layer.scoped(SqlClient.SqlClient, client).pipe(Layer.provide(Reactivity.layer))

const make = (
  pool: PgPool,
  spanAttributes: ReadonlyArray<readonly [string, unknown]>,
  { answerTimeout = "20 seconds", prepare = true }: PoolOptions
) =>
  Effect.gen(function* () {
    const warn = yield* warner
    return yield* makeClient({
      ...connectionsOf(pool, {
        patience: "5 seconds",
        prepared: prepare ? makePrepared(() => warn(notPrepared)) : unprepared,
        silence: yield* makeSilence(Duration.toMillis(answerTimeout))
      }),
      begin: "BEGIN",
      compiler: PgClient.makeCompiler(),
      spanAttributes: [["db.system.name", "postgresql"], ...spanAttributes]
    })
  })

const notPrepared =
  "PostgreSQL lost a prepared statement, probably because of a pooler; statements are sent unprepared from now on"

const warnOfLostConnections = (pool: PgPool) =>
  Effect.flatMap(onLostConnection, (warn) =>
    Effect.acquireRelease(
      Effect.sync(() => pool.on("error", warn)),
      () => Effect.sync(() => pool.off("error", warn))
    )
  )

const configOf = (options: PostgresOptions): ClientConfig => {
  const { applicationName = "laurel-rewards", connectTimeout = "5 seconds", url } = options
  return {
    connectionString: typeof url === "string" ? url : Redacted.value(url),
    connectionTimeoutMillis: Duration.toMillis(connectTimeout),
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000
  }
}

/** Parses the URL. Replaces the error of `new URL`, because that error contains the password. */
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

/** Returns the message of an error. For an unreachable host, Node can report an AggregateError without a message, but with other errors. */
const reason = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(reason).join(", ")
  return cause instanceof Error ? cause.message : String(cause)
}
