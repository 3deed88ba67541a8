import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { it } from "../support/effect.ts"
import { findDeno, findNode } from "../support/runtimes.ts"

const file = fileURLToPath(new URL("../accounts/details/runtimes.ts", import.meta.url))

const runtimes = [
  {
    name: "Node",
    found: await findNode(),
    flags: ["--experimental-strip-types", "--no-warnings"],
    passed: /# fail 0/
  },
  {
    name: "Deno",
    found: await findDeno(),
    flags: ["test", "--allow-all", "--no-check", "--no-lock"],
    passed: /\| 0 failed/
  }
]

for (const { flags, found, name, passed } of runtimes) {
  if ("missing" in found) {
    it.skip(`the fetch of user details on ${name}: ${found.missing}`)
  } else {
    it(`on ${name} ${found.version} the fetch of user details has the same protections as on Bun`, async () => {
      const env = { ...process.env, NO_COLOR: "1" }
      const args = name === "Node" ? [...flags, "--test-reporter=tap", file] : [...flags, file]
      const { stdout } = await promisify(execFile)(found.path, args, {
        env,
        maxBuffer: 16 * 1024 * 1024
      }).catch((error: { readonly stdout: string; readonly stderr: string }) =>
        assert.fail(`${error.stdout}\n${error.stderr}`)
      )
      assert.match(stdout, passed)
    })
  }
}
