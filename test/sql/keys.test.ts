// A distributed PostgreSQL keeps the rows of a partner together. It can enforce a key only when the partner is its first column.
import assert from "node:assert/strict"
import { Effect } from "effect"
import { layer as postgres } from "../../lib/drivers/postgres.ts"
import { layer as sqlite } from "../../lib/drivers/sqlite-bun.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"
import { type Client, freshEngine, onPostgres, raw } from "../support/world.ts"

/** Tables that belong to no partner: a distributed database keeps a whole copy of each on every node. */
const shared = new Map([
  ["rewards_partner", "finds a partner by the host's reference"],
  ["rewards_person", "finds a partner by ecosystem and e-mail address"],
  ["rewards_test_side", "finds the test side of a partner"],
  ["rewards_user", "a user belongs to no partner"],
  ["rewards_otp", "belongs to a user"],
  ["rewards_reset", "belongs to a person or a user"],
  ["rewards_known_address", "belongs to a person or a user"],
  ["rewards_mail", "an outbox of the whole service"],
  ["rewards_audit", "holds attempts that reached no partner, too"],
  ["rewards_secrets_key", "the key of the whole service"],
  ["rewards_rate", "counts requests of addresses, too"],
  ["rewards_migration", "describes the database"]
])

/** SQLite is never distributed. These keys start with an id that no two partners share, and leave the partner out. */
const shortOnSqlite = new Set(["rewards_transfer_debit", "rewards_transfer_credit"])

/** Every primary key and unique index, with its first column. */
const keysOnSqlite = `SELECT m.name AS "table", l.name AS "key", i.name AS "column"
  FROM sqlite_master m JOIN pragma_index_list(m.name) l JOIN pragma_index_info(l.name) i
  WHERE m.type = 'table' AND l."unique" = 1 AND i.seqno = 0 AND m.name LIKE 'rewards_%'`

const keysOnPostgres = `SELECT t.relname AS "table", k.relname AS "key", a.attname AS "column"
  FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class k ON k.oid = i.indexrelid
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
  WHERE i.indisunique AND t.relnamespace = current_schema()::regnamespace AND t.relname LIKE 'rewards_%'`

const databases: ReadonlyArray<readonly [name: string, open: () => Promise<Client>]> = [
  ["SQLite", async () => sqlite({ filename: await freshFile() })],
  ["PostgreSQL", async () => postgres({ url: await freshDatabase() })]
]

for (const [name, open] of databases) {
  describe(`keys on ${name}`, () => {
    it.layer(freshEngine(open))("as the engine makes them", (it) => {
      it.live("every primary key and unique index of a partner's rows starts with the partner", () =>
        Effect.gen(function* () {
          const keys = yield* raw((yield* onPostgres) ? keysOnPostgres : keysOnSqlite)
          const tables = new Set(keys.map(({ table }) => String(table)))
          assert.ok(tables.size > 15, `only ${tables.size} tables have keys`)
          assert.deepEqual(
            keys.filter(
              ({ table, key, column }) =>
                column !== "partner_id" &&
                !shared.has(String(table)) &&
                !(name === "SQLite" && shortOnSqlite.has(String(key)))
            ),
            []
          )
          for (const table of shared.keys()) assert.ok(tables.has(table), `${table} has no key`)
        })
      )
    })
  })
}
