// From 0.2.0 on, migrations are only added. These tests hold a database that a published version has made against the present ones.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { openRewards } from "../../lib/index.ts"
import type { Dialect } from "../../lib/sql/Dialect.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"
import { sqlAt } from "../support/sql.ts"
import { dialects, load, wings } from "./frozen/dump.ts"
import { type Facts, read } from "./frozen/programme.ts"

const folder = new URL("frozen/", import.meta.url)
const textOf = (name: string): string => readFileSync(new URL(name, folder), "utf8")
const versions = readdirSync(folder).flatMap((name) => /^(\d.*)-sqlite\.sql$/.exec(name)?.[1] ?? [])

const freshUrl = async ({ name }: Dialect): Promise<string> =>
  name === "sqlite" ? `sqlite:${await freshFile()}` : freshDatabase()

/** Everything that a migration can make. */
const schemas = {
  sqlite: ["SELECT type, name, sql FROM sqlite_master WHERE tbl_name LIKE 'rewards_%' ORDER BY type, name"],
  postgres: [
    `SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default, generation_expression
     FROM information_schema.columns WHERE table_name LIKE 'rewards_%' ORDER BY table_name, column_name`,
    `SELECT conrelid::regclass::text AS on, conname, pg_get_constraintdef(oid) AS means FROM pg_constraint
     WHERE conrelid::regclass::text LIKE 'rewards_%' AND contype <> 'n' ORDER BY 1, 2`,
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename LIKE 'rewards_%' ORDER BY 1",
    "SELECT tgname, pg_get_triggerdef(oid) AS means FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2",
    "SELECT proname, prosrc FROM pg_proc WHERE proname LIKE 'rewards_%' ORDER BY 1",
    "SELECT viewname, definition FROM pg_views WHERE viewname LIKE 'rewards_%' ORDER BY 1",
    "SELECT relname, reloptions FROM pg_class WHERE relname LIKE 'rewards_%' ORDER BY 1"
  ]
}

const schemaOf = async ({ name }: Dialect, url: string): Promise<string> => {
  const parts: Array<unknown> = []
  for (const query of schemas[name]) parts.push(await sqlAt(url)(query))
  return JSON.stringify(parts, undefined, 1).replace(/(\\n|\s)+/g, " ")
}

it("the text of every migration is the one that was published", () => {
  const published: Readonly<Record<string, string>> = JSON.parse(textOf("hashes.json"))
  const present = wings.flatMap(({ migrations, wing }) =>
    migrations.flatMap(({ id, name, up }) =>
      dialects.map((dialect): readonly [string, string] => [
        `${wing} ${id} ${name}, ${dialect.name}`,
        createHash("sha256").update(up(dialect).join("\n")).digest("hex")
      ])
    )
  )
  assert.deepEqual(
    Object.fromEntries(present),
    published,
    "a published migration never changes: write a new one, and add its hash when it is published"
  )
})

for (const dialect of dialects) {
  for (const version of versions) {
    describe(`a database that ${version} made on ${dialect.name}`, () => {
      it("opens, has the tables of a new one, and answers as it did", async () => {
        const { expected, facts, now }: { now: number; facts: Facts; expected: unknown } = JSON.parse(
          textOf(`${version}-${dialect.name}.json`)
        )
        const [old, fresh] = [await freshUrl(dialect), await freshUrl(dialect)]
        await load(old, textOf(`${version}-${dialect.name}.sql`))
        const clock = { now: () => now }
        const rewards = await openRewards({ database: old, accounts: true, clock })
        assert.ok(await rewards.ready())
        const found = await read(rewards, facts)
        await rewards.close()
        assert.deepEqual(JSON.parse(JSON.stringify(found)), expected)

        await (await openRewards({ database: fresh, accounts: true, clock })).close()
        assert.equal(await schemaOf(dialect, old), await schemaOf(dialect, fresh))
      })
    })
  }
}
