import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { it } from "../support/effect.ts"
import { findNode } from "../support/runtimes.ts"

const node = await findNode()
const file = fileURLToPath(new URL("sqlite-node.ts", import.meta.url))

if ("missing" in node) {
  it.skip(`SQLite on Node: ${node.missing}`)
} else {
  it(`SQLite on Node ${node.version} gives the same guarantees as SQLite on Bun`, () => {
    const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"]
    const { status, stdout, stderr } = spawnSync(node.path, [...flags, file], { encoding: "utf8" })
    assert.equal(status, 0, `${stdout}\n${stderr}`)
    assert.match(stdout, /fail 0/)
  })
}
