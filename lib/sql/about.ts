import { type Context, Effect, Schema } from "effect"
import type { Database } from "./Database.ts"
import { Instant } from "./Row.ts"
import { statement } from "./Statement.ts"

const About = Schema.Struct({ version: Schema.String, now: Instant })

const statements = {
  sqlite: statement({
    input: {},
    output: About,
    sql: "SELECT 'SQLite ' || sqlite_version() AS version, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS now"
  }),
  postgres: statement({
    input: {},
    output: About,
    sql: "SELECT 'PostgreSQL ' || current_setting('server_version') AS version, clock_timestamp() AS now"
  })
}

/** What database it is, and what time it is by its clock. */
export const aboutDatabase = (database: Context.Tag.Service<Database>) =>
  Effect.flatMap(database.run(statements[database.dialect.name], [{}]), ([found]) =>
    found === undefined ? Effect.dieMessage("the database does not tell its version") : Effect.succeed(found)
  )
