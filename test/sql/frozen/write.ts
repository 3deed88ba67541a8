// Writes the database of a version that is about to be published, once: `bun run test/sql/frozen/write.ts 0.2.0`. Files of a
// published version are never written again.
import { existsSync, writeFileSync } from "node:fs"
import { openRewards } from "../../../lib/index.ts"
import { freshFile, removeFiles } from "../../support/files.ts"
import { freshDatabase, stopPostgres } from "../../support/postgres.ts"
import { dialects, dumpOf } from "./dump.ts"
import { fill, read } from "./programme.ts"

const [version = ""] = process.argv.slice(2)
const path = (name: string) => new URL(`${version}-${name}`, import.meta.url)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("which version? such as 0.2.0")
if (existsSync(path("sqlite.sql"))) throw new Error(`${version} is frozen`)

for (const dialect of dialects) {
  const url = dialect.name === "sqlite" ? `sqlite:${await freshFile()}` : await freshDatabase()
  let now = Date.parse("2026-10-20T09:00:00Z")
  const rewards = await openRewards({ database: url, accounts: true, clock: { now: () => now } })
  const facts = await fill(rewards, (milliseconds) => {
    now += milliseconds
  })
  await rewards.close()
  writeFileSync(path(`${dialect.name}.sql`), await dumpOf(dialect, url))
  const again = await openRewards({ database: url, accounts: true, clock: { now: () => now } })
  const expected = await read(again, facts)
  await again.close()
  writeFileSync(path(`${dialect.name}.json`), `${JSON.stringify({ now, facts, expected }, undefined, 2)}\n`)
}
await stopPostgres()
removeFiles()
