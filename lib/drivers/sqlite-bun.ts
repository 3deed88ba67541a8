import * as SqlError from "@effect/sql/SqlError"
import * as SqliteClient from "@effect/sql-sqlite-bun/SqliteClient"
import { Effect } from "effect"
import * as Sqlite from "./sqlite.ts"

export type { SqliteOptions } from "./sqlite.ts"

/** Opens SQLite on Bun. */
export const layer = (options: Sqlite.SqliteOptions) => Sqlite.layer(options, open)

const open: Sqlite.Open = (filename) =>
  Effect.suspend(() => {
    raiseCacheSize()
    return SqliteClient.make({ filename, disableWAL: true })
  }).pipe(
    Effect.flatMap((client) => client.reserve),
    // The driver throws when it cannot open the file.
    Effect.catchAllDefect((cause) => Effect.fail(new SqlError.SqlError({ cause })))
  )

const cachedStatements = 512

/**
 * Raises the number of prepared statements that Bun caches; its default is 20. The limit applies to the whole process, so it is never
 * lowered. The module is found at run time, because the library compiles without Bun's types.
 */
const raiseCacheSize = () => {
  const module = process.getBuiltinModule?.("bun:sqlite")
  const database: unknown = module && Reflect.get(module, "Database")
  if (typeof database !== "function") return
  const current: unknown = Reflect.get(database, "MAX_QUERY_CACHE_SIZE")
  if (typeof current === "number" && current < cachedStatements) {
    Reflect.set(database, "MAX_QUERY_CACHE_SIZE", cachedStatements)
  }
}
