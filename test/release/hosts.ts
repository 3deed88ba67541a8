import assert from "node:assert/strict"
import { install, start, uninstall } from "../examples/application.ts"
import { programs } from "../examples/programs.ts"
import { newCaller, type Reply } from "../server/caller.ts"
import { sendChunks } from "../server/chunked.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { findBun, findDeno, findNode, type MissingRuntime, type Runtime } from "../support/runtimes.ts"

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
  {
    file: "host-fastify.ts",
    name: "Fastify on Node",
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

const placeOrder = async (url: string, query: Readonly<Record<string, string>>) => {
  const response = await fetch(`${url}/orders/7?${new URLSearchParams(query)}`, { method: "POST" })
  return { status: response.status, text: await response.text() }
}

/** A failure from the handler, which must look the same through every host. */
const isEnvelope = ({ body }: Reply) => Object.keys(body).sort().join() === "data,message,status"

beforeAll(install)
afterAll(uninstall)
programs()

describe("the service mounted in an application", () => {
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
