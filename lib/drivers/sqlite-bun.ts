import * as SqlError from "@effect/sql/SqlError"
import * as SqliteClient from "@effect/sql-sqlite-bun/SqliteClient"
import { Effect } from "effect"
import * as Sqlite from "./sqlite.ts"

export type { SqliteOptions } from "./sqlite.ts"

/** SQLite on Bun. */
export const layer = (options: Sqlite.SqliteOptions) => Sqlite.layer(options, open)

const open: Sqlite.Open = (filename) =>
  Effect.suspend(() => {
    keepStatementsPrepared()
    return SqliteClient.make({ filename, disableWAL: true })
  }).pipe(
    Effect.flatMap((client) => client.reserve),
    // The driver throws when it cannot open the file.
    Effect.catchAllDefect((cause) => Effect.fail(new SqlError.SqlError({ cause })))
  )

const keptStatements = 512

/**
 * Bun keeps the 20 latest statements of a database prepared. We use more than that in turn, and preparing a statement costs
 * thirty times as much as running it. The limit is one for the whole process, so it is only raised. The module is looked up
 * at run time, since the library compiles without Bun's types.
 */
const keepStatementsPrepared = () => {
  const module = process.getBuiltinModule?.("bun:sqlite")
  const database: unknown = module && Reflect.get(module, "Database")
  if (typeof database !== "function") return
  const kept: unknown = Reflect.get(database, "MAX_QUERY_CACHE_SIZE")
  if (typeof kept === "number" && kept < keptStatements) {
    Reflect.set(database, "MAX_QUERY_CACHE_SIZE", keptStatements)
  }
}
