// Runs the tests of behaviour on a Citus cluster: `CITUS_URL=postgres://… npm run test:citus`. The URL is that of a database on the
// coordinator with the extension and its nodes; tests create databases of their own on all nodes. `-- --short` runs
// some of the files, `-- test/webhooks/postgres.test.ts` one.
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
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
  "release/racesOnPostgres.ts",
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
  "release/boardProcesses.ts",
  "release/eventProcesses.ts",
  "events/interleavings.test.ts",
  "release/webhooksKilled.ts",
  "release/serviceProcesses.ts",
  "accounts/races.test.ts",
  "rewards/races/newcomers.test.ts",
  "release/sweeping.ts",
  "accounts/testSides/postgres.test.ts",
  "alerts/mails/postgres.test.ts",
  "sql/cluster.test.ts",
  "sql/roles.test.ts",
  "cluster/export.test.ts",
  "cluster/slow.test.ts"
]
/** These start a cluster of their own, so they run after all others, one at a time. */
const alone = ["cluster/moving.test.ts", "cluster/node-away.test.ts"]

const asked = process.argv.slice(2)
const isShort = asked[0] === "--short"
const inTests = (files: ReadonlyArray<string>) => files.map((file) => `./test/${file}`)
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
    { stdio: "inherit", env: { ...process.env, TEST_WHOLE: "1" } }
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

/** The files of a report, with the numbers of their tests. */
const filesIn = (xml: string) =>
  Array.from(xml.matchAll(/<testsuite [^>]*>/g), ([each]) => attributes(each))
    // The suites inside of a file have a line.
    .filter(({ line }) => line === undefined)
    .map(({ failures, file, skipped, tests, time }) => {
      const [failed, left] = [Number(failures), Number(skipped)]
      return { file, failed, skipped: left, passed: Number(tests) - failed - left, seconds: Number(time) }
    })

/** `, 2 skipped`; empty without any. */
const some = (count: number, what: string): string => (count === 0 ? "" : `, ${count} ${what}`)

const print = (xml: string): void => {
  for (const { failed, file, passed, seconds, skipped } of filesIn(xml)) {
    const others = some(skipped, "skipped") + some(failed, "failed")
    console.log(
      `${failed === 0 ? "ok  " : "FAIL"} ${file}: ${passed} tests${others}, ${Math.round(seconds)} s`
    )
  }
  for (const [, test = ""] of xml.matchAll(/(<testcase [^>]*>)\s*<skipped/g))
    console.log(`skipped: ${plain(attributes(test).name)}`)
  for (const [, test = ""] of xml.matchAll(/(<testcase [^>]*>)\s*<failure/g))
    console.log(`failed: ${plain(attributes(test).name)}`)
}

console.log("\ntest:citus")
const reports = results.map(({ report }) => (existsSync(report) ? readFileSync(report, "utf8") : ""))
rmSync(folder, { recursive: true, force: true })
for (const report of reports) print(report)
const status = results.find((result) => result.status !== 0)?.status ?? 0
const found = reports.flatMap(filesIn)
const sum = (count: (file: (typeof found)[number]) => number): number =>
  found.reduce((all, file) => all + count(file), 0)
const files = rounds.flatMap((round) => round.files).length
const seconds = Math.round((performance.now() - started) / 1000)
const total = `${sum((file) => file.passed)} tests of ${files} files passed in ${seconds} s`
console.log(
  status === 0
    ? total
    : `FAIL: ${total}${some(
        sum((file) => file.failed),
        "failed"
      )}, exit code ${status}`
)
process.exit(status)
