// Checks whether your database keeps the guarantees of laurel-rewards. Run with `bun examples/harness.ts`.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layer } from "laurel-rewards/sqlite"
import { checkPromise, HarnessFailure } from "laurel-rewards/testing"

const folder = mkdtempSync(join(tmpdir(), "harness-"))

try {
  const report = await checkPromise({
    // Put your own SqlClient layer here. It is opened for every writer and again after every restart.
    layer: () => layer({ filename: join(folder, "rewards.db") }),
    writers: 2,
    seeds: 20
  })
  console.log(
    `${report.commands} commands in ${report.sequences} sequences, from seed ${report.seed}: all limits held`
  )
  console.log(
    `${report.accepted} accepted, ${report.replayed} replayed, ${report.restarts} restarts, refused:`
  )
  console.log(report.refused)
} catch (error) {
  console.error(error instanceof HarnessFailure ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
