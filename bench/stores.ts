import * as Postgres from "../lib/drivers/postgres.ts"
import * as Sqlite from "../lib/drivers/sqlite-bun.ts"
import type { Bench } from "./bench.ts"
import type { Store } from "./race.ts"

export const connections = 16

export const sqlite = (bench: Bench): Store => ({
  name: "SQLite",
  place: bench.sqliteFile,
  client: (filename) => Sqlite.layer({ filename })
})

export const postgres = (bench: Bench): Store => ({
  name: "PostgreSQL",
  place: bench.postgresUrl,
  client: (url) => Postgres.layer({ url, maxConnections: connections })
})
