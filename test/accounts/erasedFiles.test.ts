import assert from "node:assert/strict"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Summary } from "../../lib/entries/http.ts"
import { openCast } from "../support/cast.ts"
import { describe, it } from "../support/effect.ts"
import { freshFolder } from "../support/files.ts"
import { sqlAt } from "../support/sql.ts"
import { eraseWhole, personIn } from "./suite/personalData.ts"

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
