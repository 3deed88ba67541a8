import assert from "node:assert/strict"
import { execFile, execFileSync } from "node:child_process"
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { emptyFolder, root } from "../readme/project.ts"
import { onBun, type ServiceRuntime } from "../server/runtimes.ts"
import { tidyUp } from "../server/service.ts"
import { pages } from "../server/suite/pages.ts"
import { telemetry } from "../server/suite/telemetry.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { findBun, findDeno, findNode, findNode22 } from "../support/runtimes.ts"
import { tool } from "../support/tools.ts"
import { copiesOf, recorded, recording, staticGraph } from "./parts/modules.ts"

afterAll(tidyUp)

const run = (
  command: string,
  args: ReadonlyArray<string>,
  cwd: string,
  env: Readonly<Record<string, string>> = {}
): string =>
  execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env }
  })

const lazily = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The file that `npm publish` would upload. */
const tarball = lazily(() => {
  const folder = emptyFolder()
  run("npm", ["pack", "--pack-destination", folder], root)
  const [name = ""] = readdirSync(folder)
  return join(folder, name)
})

const found = await findNode()
const deno = await findDeno()

/** The command line of an installed package. */
const laurel = "node_modules/laurel-rewards/dist/cli.js"

const node = (): string => {
  assert.ok("path" in found, "missing" in found ? found.missing : "")
  return found.path
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

const npmInstall = ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline"]

/** A Node project that has awarded a coin, and has written down the modules that this took. */
const awarded = lazily(() => {
  const folder = projectWith([...npmInstall, tarball()], "examples/embed-node.ts")
  const output = run(node(), [...recording(folder), "example.ts"], folder)
  return { folder, output }
})

/** The version of a driver's peer that the library is tested with. */
const pinned = (name: string): string => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return `${name}@${devDependencies[name]}`
}

const listTables = `const { DatabaseSync } = require("node:sqlite")
const tables = new DatabaseSync("data/orders.db").prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
console.log(tables.map(({ name }) => name).sort().join(" "))`

const family = ["effect", "@effect/sql", "@effect/platform", "@effect/experimental", "fast-check"]

/** Whatever has to do with logins, users, tokens, keys, mail, passwords, or HTTP. */
const unwanted = [
  /^laurel-rewards\/dist\/(accounts|client|entries(?!\/rewards\.js)|http|testing)\b/,
  /^laurel-rewards\/dist\/(layers\/Accounts|open\/(accounts|accountsMethods|mail))\.js/,
  /^(nodemailer|hash-wasm|@node-rs\/argon2)\//,
  /^@effect\/platform\/.*\/(FetchHttpClient|HttpClient|HttpApi(Client|Builder)?)\.js/
]

/** Asks the pages of the package for a page each and for the script that it names. */
const servePages = `const { builtAssets, builtDocs, makeDashboard, makeDocs } = await import("laurel-rewards/dashboard")
const api = async () => new Response()
const pages = { dashboard: makeDashboard({ api, publicUrl: "http://localhost", assets: builtAssets }), docs: makeDocs({ assets: builtDocs }) }
for (const [name, serve] of Object.entries(pages)) {
  const page = await serve(new Request("http://localhost/" + name))
  const [script] = /\\/[a-z]+\\/assets\\/[^"]+\\.js/.exec(await page.text())
  const file = await serve(new Request("http://localhost" + script))
  console.log(name, page.status, file.status, file.headers.get("content-type"))
}`

describe("the packed package", () => {
  it("installs into an empty Node project and awards a coin", () => {
    assert.match(awarded().output, /^awarded 10, again: true, replayed: true$/m)
  }, 180_000)

  it("makes the tables of rewards, boards and events there, and none for logins, users, tokens, keys or mail", () => {
    const rewards =
      "account activity activity_count adjustment approval_decision approval_request attribute award condition erased_id erasure idempotency lot lot_entry member member_id migration orderer partner pending refusal reversal rule rule_rate tally text transfer window".split(
        " "
      )
    const boards = "day fold rule_day rung score".split(" ")
    const events = ["event", "feed", "pending_event"]
    assert.deepEqual(
      run(node(), ["-e", listTables], awarded().folder).trim().split(" "),
      [...rewards, ...boards, ...events].map((name) => `rewards_${name}`).toSorted()
    )
  }, 180_000)

  it("serves the dashboard and the API reference from files of its own", () => {
    const output = run(node(), ["--input-type=module", "-e", servePages], awarded().folder)
    assert.deepEqual(
      output.trim().split("\n"),
      ["dashboard", "docs"].map((name) => `${name} 200 200 text/javascript; charset=utf-8`)
    )
  }, 180_000)

  it("brings the command line, which fills, moves and checks a database on Node and on Deno", () => {
    const { folder } = awarded()
    const at = (file: string): ReadonlyArray<string> => ["--database", `sqlite:./${file}`]
    assert.match(run(node(), [laurel, "demo", "--awards", "20", ...at("demo.db")], folder), /password: /)
    run(node(), [laurel, "export", "--output", "demo.jsonl", ...at("demo.db")], folder)
    assert.ok("path" in deno, "missing" in deno ? deno.missing : "")
    run(deno.path, ["run", "-A", laurel, "import", "demo.jsonl", ...at("copy.db")], folder)
    assert.match(run(node(), [laurel, "verify", "--json", ...at("copy.db")], folder), /"ok": true/)
    const { bin, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    assert.equal(
      run(node(), [join("node_modules/.bin", Object.keys(bin)[0] ?? ""), "--version"], folder).trim(),
      version
    )
  }, 180_000)

  it("brings one copy of effect and its family, and no driver that was not asked for", () => {
    const { folder } = awarded()
    for (const name of family) assert.deepEqual(copiesOf(folder, name), [join("node_modules", name)])
    for (const name of ["pg", "@effect/sql-pg", "@effect/sql-sqlite-bun"]) {
      assert.deepEqual(copiesOf(folder, name), [])
    }
  }, 180_000)

  it("loads no module of accounts, HTTP, mail or passwords to award a coin", () => {
    const { folder } = awarded()
    const loaded = recorded(folder)
    assert.ok(loaded.includes("laurel-rewards/dist/rewards/awards/Awards.js"), "too little was written down")
    assert.deepEqual(
      loaded.filter((path) => unwanted.some((pattern) => pattern.test(path))),
      []
    )
    const { files, packages } = staticGraph(join(folder, "node_modules"), "laurel-rewards/dist/index.js")
    assert.deepEqual(
      files.filter((path) => unwanted.some((pattern) => pattern.test(path))),
      []
    )
    assert.deepEqual(
      packages.filter((name) => !/^(effect|@effect\/(sql|experimental)|node:)/.test(name)),
      []
    )
  }, 180_000)

  it("has types that hold in a strict host, without the drivers too", () => {
    const { folder } = awarded()
    copyFileSync(join(root, "test/release/parts/typedHost.ts"), join(folder, "typedHost.ts"))
    const options =
      "--noEmit --strict --exactOptionalPropertyTypes --target es2024 --module nodenext --types node"
    const types = ["--typeRoots", join(root, "node_modules/@types")]
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    assert.equal(run(node(), [tsc, ...options.split(" "), ...types, "typedHost.ts"], folder), "")
  }, 180_000)

  it("runs on PostgreSQL once its driver is installed, still with one copy of effect", async () => {
    const { folder } = awarded()
    const DATABASE_URL = await freshDatabase()
    assert.throws(
      () => run(node(), ["example.ts"], folder, { DATABASE_URL }),
      /RewardsError: database needs the package @effect\/sql-pg: install "@effect\/sql-pg@\^0/
    )
    const [command = "", ...args] = npmInstall
    run(command, [...args, pinned("@effect/sql-pg")], folder)
    assert.match(run(node(), ["example.ts"], folder, { DATABASE_URL }), /^awarded 10, again: true/m)
    for (const name of [...family, "pg"]) assert.equal(copiesOf(folder, name).length, 1, name)
  }, 180_000)

  it("runs on Bun, both lines of Node, and Deno, on both databases", async () => {
    const { folder } = awarded()
    const [command = "", ...args] = npmInstall
    run(command, [...args, pinned("@effect/sql-pg"), pinned("@effect/sql-sqlite-bun")], folder)
    const strip = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"]
    const deno = ["run", "--allow-all", "--no-check", "--no-lock"]
    const runtimes = [
      { name: "Bun", at: findBun(), flags: ["run"] },
      { name: "Node 22", at: await findNode22(), flags: strip },
      { name: "Node", at: found, flags: strip },
      { name: "Deno", at: await findDeno(), flags: deno }
    ]
    const runs = runtimes.flatMap(({ at, flags, name }) =>
      [async () => `sqlite:./${name.replace(" ", "-")}.db`, freshDatabase].map(async (database) => {
        assert.ok("path" in at, "missing" in at ? at.missing : "")
        const env = { ...process.env, DATABASE_URL: await database() }
        const { stdout } = await promisify(execFile)(at.path, [...flags, "example.ts"], { cwd: folder, env })
        assert.match(stdout, /^awarded 10, again: true, replayed: true$/m, name)
      })
    )
    await Promise.all(runs)
  }, 180_000)

  it("has a command line that Node, Bun and Deno start", async () => {
    const { folder } = awarded()
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    const cli = join("node_modules", ".bin", "laurel-rewards")
    const deno = await findDeno()
    assert.ok("path" in deno, "missing" in deno ? deno.missing : "")
    assert.equal(run(node(), [cli, "--version"], folder).trim(), version)
    assert.equal(run(process.execPath, ["run", cli, "--version"], folder).trim(), version)
    assert.equal(run(deno.path, ["run", "-A", "--no-lock", cli, "--version"], folder).trim(), version)
  }, 180_000)

  const packaged: ServiceRuntime = {
    ...onBun,
    name: "the package on Node",
    command: () => [node(), join(awarded().folder, "node_modules/.bin/laurel-rewards"), "serve"]
  }
  pages(packaged)
  telemetry(packaged)

  it("installs into an empty Bun project with its driver and awards a coin", () => {
    const folder = projectWith(
      [process.execPath, "add", tarball(), pinned("@effect/sql-sqlite-bun")],
      "examples/embed-bun.ts"
    )
    assert.match(run(process.execPath, ["run", "example.ts"], folder), /^awarded 2.5, ada now has 2.5$/m)
    assert.equal(copiesOf(folder, "effect").length, 1)
    assert.match(
      run(process.execPath, [laurel, "migrate", "up", "--database", "sqlite:./own.db"], folder),
      /rewards tables: applied/
    )
  }, 180_000)
})

describe("the judges of packages", () => {
  it("publint finds nothing", async () => {
    const script = join(await tool("package"), "publint.mjs")
    assert.deepEqual(JSON.parse(run(node(), [script, tarball()], root)), [])
  }, 180_000)

  it("the types are right for every way of importing that the package supports", async () => {
    const cli = join(await tool("package"), "node_modules/.bin/attw")
    const output = run(node(), [cli, tarball(), "--profile", "esm-only", "--format", "json"], root)
    const { analysis }: { analysis: { types: unknown } } = JSON.parse(output)
    assert.ok(analysis.types, "attw has looked at nothing")
  }, 180_000)

  it("nothing that is exported, installed or committed is unused", async () => {
    const folder = await tool("package")
    const cli = join(folder, "node_modules/.bin/knip")
    assert.equal(run(node(), [cli, "--config", join(folder, "knip.json"), "--no-progress"], root), "")
  }, 180_000)
})
