// A table or column that is added has to be carried, or to be named here with the reason why not.
import assert from "node:assert/strict"
import { openMigrations } from "../../lib/index.ts"
import { archived } from "../../lib/layers/Accounts.ts"
import { postgres, sqlite } from "../../lib/sql/Dialect.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { sqlAt } from "../support/sql.ts"

const left = new Map([
  ["rewards_migration", "describes the database"],
  ["rewards_score", "is folded from the ledger"],
  ["rewards_rung", "is folded from the ledger"],
  ["rewards_day", "is folded from the ledger"],
  ["rewards_rule_day", "is folded from the ledger"],
  ["rewards_refusal", "counts approximately, and no record depends on it"],
  ["rewards_fold", "says how far it is folded"],
  ["rewards_token", "is short-lived"],
  ["rewards_reset", "is short-lived"],
  ["rewards_secrets_key", "decrypts what the archive contains, and is kept apart from it"],
  ["rewards_otp", "is short-lived"],
  ["rewards_known_address", "is short-lived"],
  ["rewards_code", "is short-lived"],
  ["rewards_grant_token", "is short-lived"],
  ["rewards_mail", "belongs to the sender of the database"],
  ["rewards_mailed_alert", "belongs to the sender of the database"],
  ["rewards_delivery", "belongs to the sender of the database"],
  ["rewards_rate", "counts a minute"],
  ["rewards_pending_event", "gets its id, and so its place in the feed, after the export"],
  ["rewards_webhook.due_at", "belongs to the sender of the database"],
  ["rewards_webhook.leased_by", "belongs to the sender of the database"]
])

describe("the tables of an archive", () => {
  it("are read in pages by their key, in its order, from the key of the last row on", () => {
    for (const { name, page } of archived()) {
      for (const dialect of [sqlite, postgres]) {
        const text = page.text(dialect, 1).replaceAll(/\s+/g, " ")
        const [, order] = / ORDER BY (t\.\w+(?:, t\.\w+)*) LIMIT 500$/.exec(text) ?? []
        // A table with one row for each partner has no other key.
        const isSingle = name === "feed" || name === "test_side"
        assert.equal(order === undefined, isSingle, `${name}: ${text}`)
        assert.ok(isSingle || text.includes(`(${order}) > (`), `${name}: ${text}`)
      }
    }
  })

  it("are all tables with all columns, but for those that are left with a reason", async () => {
    const database = `sqlite:${await freshFile()}`
    const tables = await openMigrations({ database, accounts: true })
    await tables.up()
    await tables.close()
    const columns = await sqlAt(database)(
      `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND m.name LIKE 'rewards_%'`
    )
    const carried = new Set([
      ...[
        ...["id", "name", "reference", "created_at"],
        ...["approve_above", "clock_offset", "expiry_notice", "remember_erased", "retired_at"]
      ].map((column) => `rewards_partner.${column}`),
      ...archived().flatMap(({ columns, table }) => columns.map((column) => `${table}.${column}`))
    ])
    const found = columns.map(({ column, table }) => ({ table: String(table), name: `${table}.${column}` }))
    assert.ok(found.length > 150, `only ${found.length} columns were found`)
    const forgotten = found.filter(
      ({ name, table }) => !carried.has(name) && !left.has(table) && !left.has(name)
    )
    assert.deepEqual(forgotten, [])
    const needless = Array.from(left.keys()).filter(
      (key) => carried.has(key) || !found.some(({ name, table }) => name === key || table === key)
    )
    assert.deepEqual(needless, [])
  })
})
