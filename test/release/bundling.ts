// Runs the line of docs/bundling.md on a project that has no driver, and bundles the client for a browser.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import { blocksIn } from "../docs/blocks.ts"
import { emptyFolder, root } from "../readme/project.ts"
import { describe, it } from "../support/effect.ts"
import { findNode } from "../support/runtimes.ts"
import { tool } from "../support/tools.ts"

const run = (command: string, args: ReadonlyArray<string>, cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })

/** Packages that every installation has. The drivers are missing. */
const installed = [
  "effect",
  "hash-wasm",
  "nodemailer",
  "fast-check",
  "@effect/platform",
  "@effect/sql",
  "@effect/experimental"
]

/** A project with the built library. It is built here, not in `dist`, which another test builds at the same time. */
const project = (): string => {
  const folder = emptyFolder()
  const own = join(folder, "node_modules/laurel-rewards")
  run(join(root, "node_modules/.bin/tsc"), ["-p", "lib", "--outDir", join(own, "dist")], root)
  cpSync(join(root, "package.json"), join(own, "package.json"))
  for (const name of installed) {
    const path = join(folder, "node_modules", name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(root, "node_modules", name), path)
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }))
  return folder
}

const app = `import { openRewards } from "laurel-rewards"

let onWarning
const warned = new Promise((resolve) => {
  onWarning = resolve
})
const mail = { url: "smtp://127.0.0.1:1", from: "shop@shop.example" }
const [database = "sqlite::memory:"] = process.argv.slice(2)
const rewards = await openRewards({ database, accounts: { mail }, onWarning })
const password = "Secret-123"
const user = { email: "ada@shop.example", fullname: "Ada", phone: "0801234567", tag: "ada", countryCode: "+234" }
const { tag } = await rewards.users.create({ ...user, password, confirmPassword: password })
console.log(tag, await warned)
await rewards.close()
`

const page = `import { createClient } from "laurel-rewards/client"
globalThis.client = createClient({ baseUrl: "https://rewards.example", accessToken: "token" })
`

const words = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? "")

const bundler = async (): Promise<string> => join(await tool("bundler"), "node_modules/.bin/esbuild")

describe("a bundle", () => {
  it("of a server runs without node_modules, sends mail, and names a driver that is missing", async () => {
    const node = await findNode()
    assert.ok("path" in node, "missing" in node ? node.missing : "")
    const folder = project()
    writeFileSync(join(folder, "app.js"), app)
    const [line] = blocksIn("docs/bundling.md").filter(({ language }) => language === "sh")
    const [npx, esbuild, ...options] = words(line?.code.trim() ?? "")
    assert.deepEqual([npx, esbuild], ["npx", "esbuild"])
    run(await bundler(), options, folder)
    const target = emptyFolder()
    cpSync(join(folder, "out"), join(target, "out"), { recursive: true })
    writeFileSync(join(target, "package.json"), JSON.stringify({ type: "module", private: true }))
    assert.match(run(node.path, ["out/app.js"], target), /^ada .*ECONNREFUSED/)
    assert.throws(
      () => run(node.path, ["out/app.js", "postgres://127.0.0.1:1/x"], target),
      /RewardsError: database needs the package @effect\/sql-pg/
    )

    writeFileSync(join(folder, "page.js"), page)
    const browser = "page.js --bundle --minify --format=esm --platform=browser --outfile=page.min.js"
    run(await bundler(), browser.split(" "), folder)
    const { byteLength } = gzipSync(readFileSync(join(folder, "page.min.js")))
    assert.ok(byteLength < 40_000, `the client has ${byteLength} bytes gzipped`)
  }, 180_000)
})
