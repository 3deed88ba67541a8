// Checks whether your database keeps the guarantees of laurel-rewards. Run with `bun examples/harness.ts`.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layer } from "laurel-rewards/sqlite"
import { checkPromise, HarnessFailure, layerSubject, showReport } from "laurel-rewards/testing"

const folder = mkdtempSync(join(tmpdir(), "harness-"))

try {
  // Put your own SqlClient layer here. It is opened for every writer and again after every restart.
  const subject = layerSubject(() => layer({ filename: join(folder, "rewards.db") }), { writers: 2 })
  // Each seed is another history: more seeds find more.
  console.log(showReport(await checkPromise({ subject, seeds: 5 })))
} catch (error) {
  console.error(error instanceof HarnessFailure ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
