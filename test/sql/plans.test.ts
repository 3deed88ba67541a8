import assert from "node:assert/strict"
import { Effect } from "effect"
import { layer as sqlite } from "../../lib/drivers/sqlite-bun.ts"
import { wings } from "../../lib/layers/Accounts.ts"
import { sqlite as dialect } from "../../lib/sql/Dialect.ts"
import { statements } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { readLibrary } from "../support/library.ts"
import { freshEngine, raw } from "../support/world.ts"

await readLibrary()

const tables = new Set(wings.flatMap((wing) => wing.tables.map(({ name }) => name)))

describe("plans of SQLite", () => {
  it.layer(freshEngine(async () => sqlite({ filename: await freshFile() })))("with many input rows", (it) => {
    it.live(
      "no statement makes an index of its input rows, which would mean that it reads a whole table",
      () =>
        Effect.gen(function* () {
          let read = 0
          for (const statement of statements) {
            const text = statement.text(dialect, 256)
            // Tests make statements, too, whose tables are in no wing.
            const [, table = ""] = /(?:FROM|JOIN|UPDATE|INTO) (rewards_\w+)/.exec(text) ?? []
            if (!tables.has(table)) continue
            // A few statements have the syntax of PostgreSQL alone.
            const plan = yield* Effect.option(raw(`EXPLAIN QUERY PLAN ${text}`))
            if (plan._tag === "None") continue
            const lines = plan.value.map(({ detail }) => String(detail))
            const indexed = lines.filter((line) => /VALUES CLAUSE.* USING AUTOMATIC/.test(line))
            assert.deepEqual(indexed, [], text.replace(/\(VALUES.*?\) WHERE/s, "(VALUES …) WHERE"))
            read += 1
          }
          assert.ok(read > 300, `only ${read} statements were read`)
        })
    )
  })
})
