// The order of the locks of an update. PostgreSQL only: SQLite has one writer.
import assert from "node:assert/strict"
import pg from "pg"
import { post } from "../support/calls.ts"
import { describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { activity } from "../support/nodes.ts"
import { eventually } from "../support/wait.ts"
import { openWorld } from "../support/world.ts"

describe("PostgreSQL: an audited update of a rule", () => {
  it("locks the partner before the rule, as other updates do, so that they do not deadlock", async () => {
    const url = await migratedDatabase()
    const world = await openWorld(url)
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    const { as, partnerId, rule } = await world.partner("locking")
    const id = await rule({ status: "inactive", when: { activity: "order.placed" } })
    await other.query("BEGIN")
    await other.query(`SELECT 1 FROM rewards_partner WHERE id = '${partnerId}' FOR NO KEY UPDATE`)
    const reply = world.send(as(post("/laas/rules/update-rule", { id, status: "active" })))
    const waiting = async () => {
      // Within a transaction pg_stat_activity is cached until the snapshot is cleared.
      await other.query("SELECT pg_stat_clear_snapshot()")
      const { rows } = await other.query<{ count: string }>(
        `SELECT count(*) FROM ${activity} WHERE datname = current_database() AND wait_event_type = 'Lock'`
      )
      return Number(rows[0]?.count)
    }
    await eventually("the update waits for the partner", waiting, (count) => count > 0)
    const found = await other.query(
      `SELECT 1 FROM rewards_rule WHERE partner_id = '${partnerId}' AND id = '${id}' FOR NO KEY UPDATE NOWAIT`
    )
    assert.equal(found.rows.length, 1)
    await other.query("COMMIT")
    assert.equal((await reply).status, 200)
    await other.end()
    await world.close()
  })
})
