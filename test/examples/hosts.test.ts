// Runs the examples of hosts unchanged, in a folder where the package is installed as npm installs it.
import assert from "node:assert/strict"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { newCaller, type Reply } from "../server/caller.ts"
import { sendChunks } from "../server/chunked.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { findBun, findDeno, findNode, type MissingRuntime, type Runtime } from "../support/runtimes.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const home = mkdtempSync(join(tmpdir(), "laurel-hosts-"))
const application = join(home, "application")
const children = new Set<ChildProcess>()

const hosts: ReadonlyArray<{
  readonly file: string
  readonly name: string
  readonly runtime: Runtime | MissingRuntime
  readonly flags: ReadonlyArray<string>
}> = [
  {
    file: "host-node-http.ts",
    name: "Node's http",
    runtime: await findNode(),
    flags: ["--experimental-strip-types"]
  },
  {
    file: "host-express.ts",
    name: "Express on Node",
    runtime: await findNode(),
    flags: ["--experimental-strip-types"]
  },
  { file: "host-hono.ts", name: "Hono on Bun", runtime: findBun(), flags: ["run"] },
  {
    file: "host-deno.ts",
    name: "Deno",
    runtime: await findDeno(),
    flags: ["run", "--allow-all", "--no-check"]
  }
]

/** The application's folder, with the built package in its node_modules and our dependencies in the folder above. */
const install = async (): Promise<void> => {
  const installed = join(application, "node_modules/laurel-rewards")
  mkdirSync(installed, { recursive: true })
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"))
  const manifest = { type: "module", dependencies: { "laurel-rewards": "*" } }
  writeFileSync(join(application, "package.json"), JSON.stringify(manifest))
  for (const { file } of hosts) cpSync(join(root, "examples", file), join(application, file))
  cpSync(join(root, "package.json"), join(installed, "package.json"))
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const bun = findBun()
  if ("missing" in bun) throw new Error(bun.missing)
  // The types are checked on the packed package in test/readme/package.test.ts.
  const output = ["--noCheck", "--singleThreaded", "--outDir", join(installed, "dist")]
  await promisify(execFile)(bun.path, [compiler, "-p", join(root, "lib"), ...output])
}

const start = async (runtime: Runtime, flags: ReadonlyArray<string>, file: string) => {
  const { PATH, HOME } = process.env
  const child = spawn(runtime.path, [...flags, file], {
    cwd: application,
    env: { PATH, HOME, NO_COLOR: "1", PORT: "0", DATABASE_URL: `sqlite:${join(home, `${file}.db`)}` },
    stdio: ["ignore", "pipe", "pipe"]
  })
  children.add(child)
  child.once("exit", () => children.delete(child))
  const ended = once(child, "close")
  let output = ""
  child.stderr.on("data", (chunk) => (output += chunk))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /^listening on (http:\/\/localhost:\d+)$/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
      output += `${line}\n`
    })
    ended.then(() => reject(new Error(`${file} ended before it listened:\n${output}`)))
  })
  const stop = () => {
    child.kill("SIGTERM")
    return ended
  }
  return { url, output: () => output, stop }
}

const placeOrder = async (url: string, query: Readonly<Record<string, string>>) => {
  const response = await fetch(`${url}/orders/7?${new URLSearchParams(query)}`, { method: "POST" })
  return { status: response.status, text: await response.text() }
}

/** A failure from the handler, which must look the same through every host. */
const isEnvelope = ({ body }: Reply) => Object.keys(body).sort().join() === "data,message,status"

describe("the service mounted in an application", () => {
  beforeAll(install)
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL")
    rmSync(home, { recursive: true, force: true })
  })

  for (const { file, flags, name, runtime } of hosts) {
    if ("missing" in runtime) {
      it.skip(`${name}: ${runtime.missing}`)
      continue
    }
    it(`${name} (${runtime.version}): HTTP and the library share one engine`, async () => {
      const host = await start(runtime, flags, file)
      const partner = await newCaller(host.url)
      const rule = {
        name: "first order",
        coinValue: "10",
        maxNumberOfParticipant: "5",
        condition: "an order"
      }
      const created = await partner.post(host.url, "/laas/rules/create-rule", rule)
      assert.equal(created.status, 201, JSON.stringify(created.body))
      const member = await partner.post(host.url, "/laas/users", { userId: "ada" })
      assert.equal(member.status, 200)
      const partnerId = String(member.body.data.partnerId)

      // The same order twice, in process.
      for (const _ of [1, 2]) {
        const order = await placeOrder(host.url, { partnerId, userId: "ada" })
        assert.equal(order.status, 201, order.text)
        assert.deepEqual(JSON.parse(order.text), { order: "/orders/7", coins: "10" })
      }
      const wallet = await partner.get(host.url, "/laas/get-user-coin-data?userId=ada")
      assert.equal(wallet.body.data.totalPartnerCoins, "10")

      const unknown = await partner.get(host.url, "/laas/nothing")
      assert.deepEqual([unknown.status, isEnvelope(unknown)], [404, true])
      assert.equal(unknown.body.data.error, "no such route: /api/v1/laas/nothing")
      const huge = await partner.post(host.url, "/laas/rules/award", { narration: "x".repeat(70_000) })
      assert.deepEqual([huge.status, isEnvelope(huge)], [413, true])
      // 1.6 MB of unknown length: the answer arrives although the caller still sends.
      const endless = await sendChunks(host.url, "/api/v1/laas/rules/award", partner.token, 100)
      assert.match(endless, /^HTTP\/1\.1 413 .*the body must be no larger than 65536 bytes/s)
      assert.match(created.headers.get("ratelimit") ?? "", /^"partner";r=\d+;t=\d+$/)
      const head = await fetch(`${host.url}/api/v1/laas/rules`, {
        method: "HEAD",
        headers: { authorization: `Bearer ${partner.token}` }
      })
      assert.deepEqual([head.status, await head.text()], [200, ""])
      // The host gives the handler the caller's address, so public routes are rate limited.
      const login = await fetch(`${host.url}/api/v1/demo/partners/login`, { method: "POST" })
      assert.deepEqual([login.status, login.headers.has("ratelimit")], [415, true])

      const [code] = await host.stop()
      assert.equal(code, 0, host.output())
    })
  }
})
