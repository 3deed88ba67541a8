// Months and days are those of UTC, whatever the time zones of the process and of the database's session.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { bundled } from "../support/bundle.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { findBun } from "../support/runtimes.ts"
import { sqlAt } from "../support/sql.ts"

const worker = fileURLToPath(new URL("../boards/zones/worker.ts", import.meta.url))

/** Far to the west and to the east, each with the hour of its clocks at the beginning of 1970. */
const zones = { "America/New_York": 19, "Pacific/Kiritimati": 13 } as const

const found = {
  // A rule without a time zone of its own has the calendar of UTC, too.
  monthly: ["ok", "ok", "LimitReached", "ok"],
  thisYear: ["2", "3"],
  months: ["2024-12: 2", "2025-1: 3", "2025-2: 2", "2025-3: 0"],
  days: [
    "2024-12-31: 2 0 0 0",
    "2025-01-01: 2 0 0 0",
    "2025-01-31: 1 0 0 0",
    "2025-02-01: 3 0 1 0",
    "2025-03-01: 0 1 0 1"
  ],
  divergences: []
}

const databases = {
  SQLite: async () => `sqlite:${await freshFile()}`,
  PostgreSQL: async (zone: string) => {
    const url = await migratedDatabase()
    await sqlAt(url)(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET timezone TO '${zone}'`)
    return url
  }
}

for (const [zone, hour] of Object.entries(zones)) {
  describe(`a process in ${zone}`, () => {
    for (const [name, database] of Object.entries(databases)) {
      it(`counts by the months and days of UTC, on ${name}`, async () => {
        const bun = findBun()
        if ("missing" in bun) throw new Error(bun.missing)
        const { stdout } = await promisify(execFile)(
          bun.path,
          ["run", await bundled(worker), await database(zone)],
          { env: { ...process.env, TZ: zone } }
        )
        const session = name === "PostgreSQL" ? zone : ""
        assert.deepEqual(JSON.parse(stdout), { hour, session, found })
      })
    }
  })
}
