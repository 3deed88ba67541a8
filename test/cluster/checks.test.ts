import assert from "node:assert/strict"
import { citus } from "../../lib/sql/Dialect.ts"
import { statements } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { readLibrary } from "../support/library.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { onServer } from "../support/onServer.ts"

await readLibrary()

const checks = Array.from(statements, (statement) => statement.text(citus, 1)).filter((text) =>
  text.includes(" AS divergence")
)

// A statement that reads rows into an intermediate result first would compare two states of a partner.
describe("the checks of verify, on Citus", () => {
  if (!process.env.CITUS_URL) return it.skip("SKIPPED: CITUS_URL is not set", () => {})

  it("read all rows of a partner in one statement on its node, with one statement for each shard", async () => {
    assert.ok(checks.length > 30)
    const database = await migratedDatabase()
    await onServer(database, async (client) => {
      for (const text of checks) {
        const { rows } = await client.query(`EXPLAIN (COSTS OFF) ${text}`)
        const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
        assert.equal(plan.match(/Citus Adaptive/g)?.length, 1, text)
        assert.doesNotMatch(plan, /Subplan/, text)
      }
    })
  })
})
