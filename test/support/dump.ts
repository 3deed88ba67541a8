// All rows of the library, to check that nothing changed. Boards are folded a moment after the ledger has changed, and hold nothing
// that the ledger does not: their rows are left out. So are pending events, which only a host's transaction writes: a process moves
// those of other tests at any time.
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

type Dump = Readonly<Record<string, ReadonlyArray<string>>>

const tableNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    sqlite: () => sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`,
    orElse: () =>
      sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
  })
  return rows.map(({ name }) => name).filter((name) => name.startsWith("rewards_"))
})

const leftOut = [
  "rewards_day",
  "rewards_fold",
  "rewards_pending_event",
  "rewards_refusal",
  "rewards_rule_day",
  "rewards_rung",
  "rewards_score"
]

/** The rows of the library's other tables as text, sorted. */
export const dump: Effect.Effect<Dump, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const names = yield* tableNames
  const tables = yield* Effect.forEach(names, (name) =>
    Effect.map(
      sql`SELECT * FROM ${sql(name)} WHERE ${sql.literal(leftOut.includes(name) ? "1 = 0" : "1 = 1")}`,
      (rows): [string, ReadonlyArray<string>] => [name, rows.map((row) => JSON.stringify(row)).sort()]
    )
  )
  return Object.fromEntries(tables)
})
