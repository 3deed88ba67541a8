import assert from "node:assert/strict"
import { Client } from "pg"
import { openRewards, RewardsError } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { sqlAt } from "../support/sql.ts"
import { eventually } from "../support/wait.ts"

const connected = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

describe("close", () => {
  it("cuts its connections after its deadline, although a write still waits for a lock", async () => {
    const url = await migratedDatabase()
    const warnings: Array<string> = []
    const rewards = await openRewards({
      database: url,
      closeTimeout: 200,
      lockTimeout: 60_000,
      onWarning: (message) => warnings.push(message)
    })
    const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
    const rule = {
      partnerId,
      name: "visit",
      coinValue: "1",
      maxNumberOfParticipant: 10,
      condition: "a visit"
    }
    await rewards.rules.create(rule)
    await rewards.members.onboard({ partnerId, userId: "ada" })
    const host = await connected(url)
    await host.query("BEGIN")
    await host.query("SELECT * FROM rewards_rule FOR UPDATE")

    const award = { partnerId, userId: "ada", ruleName: "visit" }
    const outcome = rewards.awards.award(award).catch((error: unknown) => error)
    const blocked = async () => {
      const { rows } = await host.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
      )
      return rows.length
    }
    await eventually("the award to wait for the lock", blocked, (count) => count > 0)
    const started = performance.now()
    await Promise.all([rewards.close(), rewards.close()])
    const took = performance.now() - started
    assert.ok(took >= 190, `it took ${took} ms`)
    // Had it waited for the lock, this were a LockTimeout.
    const error = await outcome
    assert.ok(error instanceof RewardsError && error._tag === "DatabaseUnavailable", String(error))
    assert.match(warnings.join("\n"), /^Writes have not ended within 0.2 seconds of closing/m)

    await host.query("COMMIT")
    const ours = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'laurel-rewards'"
    const open = async () => (await host.query(`${ours} AND datname = current_database()`)).rows.length
    await eventually("the engine's connections to close", open, (count) => count === 0)
    assert.equal((await host.query("SELECT 1 FROM rewards_award")).rows.length, 0)
    await host.end()
  })
})

describe("ready", () => {
  for (const [name, database] of [
    ["SQLite", async () => `sqlite:${await freshFile()}`],
    ["PostgreSQL", migratedDatabase]
  ] as const) {
    it(`is false while ${name} lacks a migration of this version, or has a breaking one of a newer version`, async () => {
      const url = await database()
      const [whole, core] = [
        await openRewards({ database: url, accounts: true }),
        await openRewards({ database: url })
      ]
      const query = sqlAt(url)
      const answers = async () => [await whole.ready(), await core.ready()]
      assert.deepEqual(await answers(), [true, true])
      const advance = (id: number, name: string) =>
        query(
          `INSERT INTO rewards_migration SELECT wing, ${id}, '${name}', MAX(applied_at) FROM rewards_migration GROUP BY wing`
        )
      await advance(998, "later")
      assert.deepEqual(await answers(), [true, true])
      await advance(999, "breaking: later")
      assert.deepEqual(await answers(), [false, false])
      await query("DELETE FROM rewards_migration WHERE id > 900")
      assert.deepEqual(await answers(), [true, true])
      // The core alone does not know the tables of accounts.
      await query("DELETE FROM rewards_migration WHERE wing = 'accounts'")
      assert.deepEqual(await answers(), [false, true])
      await whole.close()
      assert.equal(await whole.ready(), false)
      await core.close()
    })
  }
})
