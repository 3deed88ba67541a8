// A process that increments a counter in a database file, one transaction at a time.
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const { layer } = process.versions.bun
  ? await import("../../lib/drivers/sqlite-bun.ts")
  : await import("../../lib/drivers/sqlite-node.ts")
const [filename = ":memory:", times = "0"] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.zipRight(
      sql`CREATE TABLE IF NOT EXISTS counter (one INTEGER PRIMARY KEY, n INTEGER)`,
      sql`INSERT INTO counter VALUES (1, 0) ON CONFLICT DO NOTHING`
    )
  )
  const increment = sql.withTransaction(
    Effect.flatMap(sql<{ n: number }>`SELECT n FROM counter`, (rows) =>
      Effect.zipRight(Effect.yieldNow(), sql`UPDATE counter SET n = ${Number(rows[0]?.n) + 1}`)
    )
  )
  yield* Effect.repeatN(increment, Number(times) - 1)
})

await Effect.runPromise(Effect.provide(program, layer({ filename })))
