import type { SqlClient } from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { type InvalidInput, invalid } from "../schema/Input.ts"

export interface UrlOptions {
  /** PostgreSQL only: the largest number of connections in the pool; 10 by default. */
  readonly maxConnections?: number | undefined
  /** PostgreSQL only: whether to prepare statements on the server; true by default. */
  readonly prepare?: boolean | undefined
  /** PostgreSQL only: milliseconds to wait for an answer. After that, the statement fails and its connection is closed. */
  readonly answerTimeout?: number | undefined
  /** PostgreSQL only: when this signal is aborted, all connections are closed at once, even connections in use. */
  readonly cut?: AbortSignal | undefined
}

const sqliteOf = (filename: string) =>
  "Bun" in globalThis
    ? Effect.map(
        load(() => import("./sqlite-bun.ts")),
        (driver) => driver.layer({ filename })
      )
    : Effect.map(
        load(() => import("./sqlite-node.ts"), "SQLite needs Node 22.13 or newer, Deno 2.2 or newer, or Bun"),
        (driver) => driver.layer({ filename })
      )

const postgresOf = (url: string, options: UrlOptions) =>
  Effect.map(
    load(() => import("./postgres.ts")),
    (driver) => driver.layer({ url, ...options })
  )

/** Loads a driver only when it is needed, because no runtime has all drivers. */
const load = <A>(module: () => Promise<A>, message = "this runtime cannot load the database driver") =>
  Effect.tryPromise({
    try: module,
    catch: (cause) => new SqlError({ cause, message })
  })

/** Returns the file name in the URL of a SQLite database; undefined for other URLs. */
export const sqliteFilename = (url: string): string | undefined => /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]

/** Opens the database at a URL: `sqlite:./data/rewards.db`, `sqlite::memory:` or `postgres://…`. */
export const layerFromUrl = (
  url: string,
  options: UrlOptions = {}
): Layer.Layer<SqlClient, SqlError | InvalidInput> => {
  if (/^postgres(ql)?:\/\//.test(url)) return Layer.unwrapEffect(postgresOf(url, options))
  const filename = sqliteFilename(url)
  return filename === undefined
    ? Layer.fail(
        invalid("database", "must start with sqlite: or postgres://, as in sqlite:./data/rewards.db")
      )
    : Layer.unwrapEffect(sqliteOf(filename))
}
