import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { findBun } from "../../support/runtimes.ts"
import { Violations } from "../../support/Violations.ts"
import { enough } from "../../testing/runs.ts"
import type { Check } from "../check.ts"
import { databases, emptyDatabase } from "../databases.ts"
import { spawnModel } from "../model/spawn.ts"
import { compare, type Worker } from "../parity/compare.ts"

/** Far to the west and to the east of UTC: when it is New Year there, one of them has yesterday and the other tomorrow. */
const zones = ["America/New_York", "Pacific/Kiritimati"]

/** The last hours of a year before a leap year, of a leap year, and the hours in which New York changes its clocks. */
const starts = [
  "2023-12-31T20:00:00.000Z",
  "2024-12-31T21:30:00.000Z",
  "2024-02-29T22:00:00.000Z",
  "2025-03-09T05:00:00.000Z",
  "2025-11-02T04:00:00.000Z"
]

/** The suites that know months or days. */
const suites: Readonly<Record<"sqlite" | "postgres", ReadonlyArray<string>>> = {
  sqlite: [
    "test/boards/sqlite-bun.test.ts",
    "test/rewards/sqlite-bun.test.ts",
    "test/rewards/calendar.test.ts",
    "test/rewards/decide.test.ts",
    "test/http/programme-sqlite.test.ts",
    "test/http/sqlite.test.ts"
  ],
  postgres: [
    "test/boards/postgres.test.ts",
    "test/rewards/postgres.test.ts",
    "test/http/programme-postgres.test.ts",
    "test/http/postgres.test.ts",
    "test/archive/archive.test.ts"
  ]
}
const quickSuites: Readonly<Record<"sqlite" | "postgres", ReadonlyArray<string>>> = {
  sqlite: [
    "test/boards/sqlite-bun.test.ts",
    "test/rewards/calendar.test.ts",
    "test/http/programme-sqlite.test.ts"
  ],
  postgres: ["test/boards/postgres.test.ts", "test/http/programme-postgres.test.ts"]
}

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The address of a PostgreSQL whose sessions are in a time zone. */
const inZone = (url: string, zone: string): string => {
  const address = new URL(url)
  address.searchParams.set("options", `-c TimeZone=${zone}`)
  return address.href.replaceAll("+", "%20")
}

/** Runs test files in a process in a time zone, and returns how many tests passed. */
const testIn = async (zone: string, files: ReadonlyArray<string>): Promise<number> => {
  const bun = findBun()
  if ("missing" in bun) throw new Error(bun.missing)
  const server = process.env.TEST_DATABASE_URL
  const child = spawn(bun.path, ["test", "--timeout", "60000", ...files], {
    cwd: root,
    env: {
      ...process.env,
      TEST_WHOLE: "1",
      TZ: zone,
      ...(server && { TEST_DATABASE_URL: inZone(server, zone) })
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text))
  const [code] = await once(child, "close")
  const failures = output.split("\n").filter((line) => /\(fail\)|^error/.test(line))
  assert.equal(
    code,
    0,
    `tests failed in ${zone}:\n${failures.slice(0, 20).join("\n")}\n${output.slice(-2000)}`
  )
  return Number(/(\d+) pass/.exec(output)?.[1] ?? assert.fail(output.slice(-2000)))
}

/** One round is one year's end or change of clocks. */
export const timeZones: Check = {
  name: "zones",
  claim:
    "months, days and limits are the same in every time zone of the process and of the database's session",
  unit: "starts of the clock",
  rounds: { short: 2, full: starts.length },
  databases,
  runsTests: true,
  run: async ({ database, form, progress, rounds, seed }) => {
    const worker = async (zone: string): Promise<Worker> => {
      const url = await emptyDatabase(database)
      return {
        name: zone,
        runtime: "bun",
        url: database === "postgres" ? inZone(url, zone) : url,
        env: { TZ: zone }
      }
    }
    const violations = new Violations("differences")
    const count = form === "short" ? 5 : 40
    for (const [index, start] of starts.slice(0, rounds).entries()) {
      const workers = await Promise.all(["UTC", ...zones].map(worker))
      await compare(workers, { seed: seed + index, count, start, progress: () => {}, violations })
      progress(index + 1)
    }
    let tests = 0
    let sequences = 0
    for (const zone of zones) {
      if (form === "full" && database === "sqlite") {
        const size = { form: "short", rounds: enough.seeds, seed, progress: () => {} } as const
        sequences += Number((await spawnModel("bun", size, { TZ: zone })).seeds)
      }
      const files = form === "short" ? quickSuites : suites
      tests += await testIn(zone, database === "sqlite" ? files.sqlite : files.postgres)
    }
    const figures = violations.figures()
    return {
      "texts compared": violations.examined("differences"),
      "tests passed": tests,
      "sequences of the model": sequences,
      ...figures
    }
  }
}
