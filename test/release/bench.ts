// The benchmarks' baselines access the library's tables directly. This test fails when a changed table breaks them.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, it } from "../support/effect.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const rowsOf = async (workload: string): Promise<number> => {
  const args = ["run", "bench/main.ts", "--quick", "--only", workload]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  return stdout.split("\n").filter((line) => line.startsWith("|") && line.includes("×")).length
}

describe("the benchmarks", () => {
  for (const [workload, rows] of [
    ["sqlite: 256 callers", 2],
    ["frameworks, accepted", 6]
  ] as const) {
    it(`run ${workload} against the hand-written baseline`, async () => {
      assert.ok((await rowsOf(workload)) >= rows)
    })
  }
})
