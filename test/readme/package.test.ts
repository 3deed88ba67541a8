import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { copyFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "../support/effect.ts"
import { findNode } from "../support/runtimes.ts"
import { emptyFolder, root } from "./project.ts"

const run = (command: string, args: ReadonlyArray<string>, cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })

/** The file that `npm publish` would upload. */
const pack = (): string => {
  const folder = emptyFolder()
  run("npm", ["pack", "--pack-destination", folder], root)
  const [tarball = ""] = readdirSync(folder)
  return join(folder, tarball)
}

/** A new project with the package installed and one of our examples. */
const projectWith = (install: ReadonlyArray<string>, example: string): string => {
  const folder = emptyFolder()
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }))
  const [command = "", ...args] = install
  run(command, args, folder)
  copyFileSync(join(root, example), join(folder, "example.ts"))
  return folder
}

describe("the packed package", () => {
  let packed: string | undefined
  const tarball = () => (packed ??= pack())

  it("installs into an empty Node project and awards a coin", () => {
    const node = findNode()
    assert.ok("path" in node, "missing" in node ? node.missing : "")
    const folder = projectWith(
      ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline", tarball()],
      "examples/embed-node.ts"
    )
    assert.match(run(node.path, ["example.ts"], folder), /^awarded 10, again: true, replayed: true$/m)
  }, 180_000)

  it("installs into an empty Bun project and awards a coin", () => {
    const folder = projectWith([process.execPath, "add", tarball()], "examples/embed-bun.ts")
    assert.match(run(process.execPath, ["run", "example.ts"], folder), /^awarded 2.5, ada now has 2.5$/m)
  }, 180_000)
})
