import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { openRewards } from "../../lib/index.ts"
import { startLaurel } from "../cli/laurel.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { sqlAt } from "../support/sql.ts"
import { eventually, soon } from "../support/wait.ts"

const freshSqlite = async (): Promise<string> => `sqlite:${await freshFile()}`

/** Milliseconds for a long file, on a machine that is busy. */
const patience = 300_000

for (const [name, open, count] of [
  ["SQLite", freshSqlite, 20_000],
  ["PostgreSQL", migratedDatabase, 10_000]
] as const) {
  describe(`import-balances of ${count} lines on ${name}`, () => {
    it(
      "that was killed in the middle goes on, and adjusts nobody twice",
      async () => {
        const database = await open()
        const rewards = await openRewards({ database, accounts: { sendWebhooks: false } })
        try {
          const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
          const file = `${await freshFile()}.csv`
          const lines = Array.from(
            { length: count },
            (_, index) => `customer-${index},${index + 1},"Old, moved"`
          )
          writeFileSync(file, `userId,coins,reason\n${lines.join("\n")}`)
          const args = [
            "import-balances",
            file,
            "--partner",
            partnerId,
            "--onboard",
            "--database",
            database,
            "--json"
          ]
          const imported = async () => {
            const [row] = await sqlAt(database)("SELECT COUNT(*) AS count FROM rewards_adjustment")
            return Number(row?.count)
          }

          const { child, ended } = await startLaurel(args)
          await eventually("the first lines", imported, (found) => found > 0)
          child.kill("SIGKILL")
          assert.notEqual((await ended).code, 0)
          const before = await imported()
          assert.ok(before > 0 && before < count, String(before))

          const again = await startLaurel(args)
          const { code, err, out } = await soon("the second import", again.ended, { within: patience })
          assert.equal(code, 0, err)
          assert.deepEqual(JSON.parse(out), {
            lines: count,
            coins: String((count * (count + 1)) / 2),
            adjusted: count - before,
            replayed: before,
            bad: 0,
            problems: []
          })
          assert.equal(await imported(), count)
          const { coins } = await rewards.members.wallet({ partnerId, userId: `customer-${count - 1}` })
          assert.equal(coins, String(count))
          assert.deepEqual(await rewards.verify(), [])
        } finally {
          await rewards.close()
        }
      },
      2 * patience
    )
  })
}
