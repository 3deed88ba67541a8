import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { it } from "../support/effect.ts"
import { findNode } from "../support/runtimes.ts"

const node = await findNode()
const script = fileURLToPath(new URL("sqlite-node.ts", import.meta.url))
const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"]

if ("missing" in node) {
  it.skip(`the harness on Node: ${node.missing}`)
} else {
  it(`limits hold and coins add up through random and concurrent histories: SQLite on Node ${node.version}`, async () => {
    const run = promisify(execFile)(node.path, [...flags, script], { maxBuffer: 64 * 1024 * 1024 })
    const { stdout } = await run.catch(({ stdout, stderr }) => assert.fail(`${stdout}\n${stderr}`))
    assert.match(stdout, /pass 2\b/)
    assert.match(stdout, /fail 0\b/)
  }, 600_000)
}
