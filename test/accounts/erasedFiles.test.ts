import assert from "node:assert/strict"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Summary } from "../../lib/entries/http.ts"
import { openCast } from "../support/cast.ts"
import { describe, it } from "../support/effect.ts"
import { freshFolder } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { type Sql, sqlAt } from "../support/sql.ts"
import { eraseWhole, personIn } from "./suite/personalData.ts"

/** Returns those texts that a file of a PostgreSQL database contains. Its statistics are files of its own catalogue. */
const textsInFiles = async (sql: Sql, texts: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const quoted = texts.map((text) => `('${text.replaceAll("'", "''")}')`).join(", ")
  const found = await sql(`SELECT DISTINCT t.value FROM (VALUES ${quoted}) AS t (value)
    CROSS JOIN pg_class c
    CROSS JOIN LATERAL pg_read_binary_file(pg_relation_filepath(c.oid), true) AS f (bytes)
    WHERE pg_relation_filepath(c.oid) IS NOT NULL AND NOT c.relisshared
      AND position(convert_to(t.value, 'UTF8') IN f.bytes) > 0`)
  return found.map(({ value }) => String(value)).toSorted()
}

describe("the files of a PostgreSQL database", () => {
  it("hold no text and no id of an erased person after VACUUM FULL and ANALYZE", async () => {
    const url = await migratedDatabase()
    const sql = sqlAt(url)
    const world = await openCast(url)
    const { personal, userId, do: act } = await personIn(world, "nia@example.org", "filed")
    const texts = [...Object.values(personal), userId].toSorted()
    const holding = async () => {
      await sql("CHECKPOINT")
      return textsInFiles(sql, texts)
    }
    assert.deepEqual(await holding(), texts)
    await eraseWhole(act, userId)
    await world.close()
    await sql("VACUUM FULL")
    await sql("ANALYZE")
    // The catalogue has the old statistics until it is rewritten, too.
    await sql("VACUUM FULL pg_catalog.pg_statistic")
    assert.deepEqual(await holding(), [])
  })
})

describe("the files of a SQLite database", () => {
  it("hold no text and no id of an erased person after VACUUM, and neither does the log of requests", async () => {
    const directory = await freshFolder()
    mkdirSync(directory)
    const path = join(directory, "rewards.db")
    const summaries: Array<Summary> = []
    const world = await openCast(`sqlite:${path}`, { onAnswer: (summary) => void summaries.push(summary) })
    const { personal, userId, do: act } = await personIn(world, "nia@example.org", "filed")
    const texts = [...Object.values(personal), userId]
    const holding = () => {
      const files = readdirSync(directory).map((name) => readFileSync(join(directory, name)))
      return texts.filter((text) => files.some((file) => file.includes(text)))
    }
    assert.deepEqual(holding(), texts)
    await eraseWhole(act, userId)
    await world.close()
    const sql = sqlAt(`sqlite:${path}`)
    await sql("VACUUM")
    await sql("PRAGMA wal_checkpoint(TRUNCATE)")
    assert.deepEqual(holding(), [])
    assert.ok(summaries.length > 10)
    assert.deepEqual(
      texts.filter((text) => JSON.stringify(summaries).includes(text)),
      []
    )
  })
})
