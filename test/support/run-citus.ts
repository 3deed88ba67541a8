// Runs the tests of behaviour on a Citus cluster: `CITUS_URL=postgres://… npm run test:citus`. The URL is that of a database on the
// coordinator with the extension and its nodes; tests create databases of their own on all nodes. `-- --short` runs
// some of the files, `-- test/webhooks/postgres.test.ts` one.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

if (!process.env.CITUS_URL) {
  console.error(
    "CITUS_URL is not set: give the address of the coordinator, such as postgres://postgres@127.0.0.1:19700/laurel"
  )
  process.exit(2)
}

/** What every change runs: races of processes, the HTTP interface, events, archives, mail, and the checks of verify. */
const short = [
  "rewards/races/processes.test.ts",
  "archive/archive.test.ts",
  "http/postgres.test.ts",
  "http/programme-postgres.test.ts",
  "events/postgres.test.ts",
  "cluster/checks.test.ts",
  "accounts/mail/postgres.test.ts"
]
/** The slowest first, so that two processes end at about the same time. */
const others = [
  "rewards/postgres.test.ts",
  "boards/postgres.test.ts",
  "accounts/postgres.test.ts",
  "accounts/engine.test.ts",
  "webhooks/postgres.test.ts",
  "boards/processes.test.ts",
  "events/processes.test.ts",
  "events/interleavings.test.ts",
  "webhooks/killed.test.ts",
  "server/processes.test.ts",
  "accounts/races.test.ts",
  "rewards/races/newcomers.test.ts",
  "sql/cluster.test.ts",
  "sql/roles.test.ts",
  "cluster/export.test.ts"
]
/** These start a cluster of their own, so they run after all others, one at a time. */
const alone = ["cluster/moving.test.ts", "cluster/node-away.test.ts"]

const asked = process.argv.slice(2)
const isShort = asked[0] === "--short"
const inTests = (files: ReadonlyArray<string>) => files.map((file) => `test/${file}`)
const rounds =
  asked.length > 0 && !isShort
    ? [{ files: asked, processes: 2 }]
    : [
        { files: inTests([...(isShort ? [] : others), ...short]), processes: 2 },
        ...(isShort ? [] : [{ files: inTests(alone), processes: 1 }])
      ]

const folder = mkdtempSync(join(tmpdir(), "laurel-citus-"))
const started = performance.now()
const results = rounds.map(({ files, processes }, round) => {
  const report = join(folder, `report-${round}.xml`)
  const { status } = spawnSync(
    "bun",
    [
      ...["run", "test/support/with-postgres.ts", "bun", "test", `--parallel=${processes}`, "--no-isolate"],
      ...["--reporter=junit", `--reporter-outfile=${report}`, ...files]
    ],
    { stdio: "inherit" }
  )
  return { report, status: status ?? 1 }
})

/** The attributes of an element of the report. */
const attributes = (element: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(element.matchAll(/(\w+)="([^"]*)"/g), ([, name, value]) => [name, value]))

const plain = (text = "") =>
  text.replace(/&(gt|lt|quot|apos|#39|amp);/g, (_, name: string) => entities[name] ?? "")
const entities: Readonly<Record<string, string>> = {
  gt: ">",
  lt: "<",
  quot: '"',
  apos: "'",
  "#39": "'",
  amp: "&"
}

const print = (xml: string): void => {
  const suites = Array.from(xml.matchAll(/<testsuite [^>]*>/g), ([each]) => attributes(each))
  for (const { failures, file, line, skipped, tests, time } of suites) {
    // The suites inside of a file have a line.
    if (line !== undefined) continue
    const [failed, left] = [Number(failures), Number(skipped)]
    const passed = Number(tests) - failed - left
    console.log(
      `  ${failed === 0 ? "ok  " : "FAIL"} ${file}: ${passed} passed, ${left} skipped, ${failed} failed, ${Math.round(Number(time))} s`
    )
  }
  for (const [, test = ""] of xml.matchAll(/(<testcase [^>]*>)\s*<skipped/g))
    console.log(`  skipped: ${plain(attributes(test).name)}`)
  for (const [, test = ""] of xml.matchAll(/(<testcase [^>]*>)\s*<failure/g))
    console.log(`  failed: ${plain(attributes(test).name)}`)
}

console.log("\ntest:citus")
try {
  for (const { report } of results) print(readFileSync(report, "utf8"))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const count = rounds.flatMap(({ files }) => files).length
console.log(`  ${count} files in ${Math.round((performance.now() - started) / 1000)} s`)
process.exit(results.find(({ status }) => status !== 0)?.status ?? 0)
