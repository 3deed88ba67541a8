import { DatabaseSync } from "node:sqlite"
import * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import * as Sqlite from "./sqlite/client.ts"
import { connect } from "./sqlite-node/connection.ts"

export type { SqliteOptions } from "./sqlite/client.ts"

/** SQLite on Node 22.13 or newer, and on Deno, through `node:sqlite`. */
export const layer = (options: Sqlite.SqliteOptions) => Sqlite.layer(options, open)

const open: Sqlite.Open = (filename) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => new DatabaseSync(filename),
      catch: (cause) => new SqlError.SqlError({ cause })
    }),
    (database) => Effect.sync(() => database.close())
  ).pipe(Effect.map(connect))
