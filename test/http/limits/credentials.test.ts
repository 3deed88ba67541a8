import assert from "node:assert/strict"
import type { Handler } from "../../../lib/http.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { call, newPartner, openEngine } from "./world.ts"

const engine = await openEngine()
afterAll(engine.close)

const basic = (key: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`
})

const keyLogin = (handler: Handler, key: string, secret: string) =>
  call(handler, "POST", "/laas/iam/login", { headers: basic(key, secret) })
const forgot = (handler: Handler, email: string, eco = "demo") =>
  call(handler, "POST", `/${eco}/partners/forgot-password`, { body: { email } })

describe("tries at an account", () => {
  it("an API key is refused past the limit, also with its secret; other keys are not", async () => {
    const handler = engine.handler({ rateLimits: { failures: 3 } })
    const headers = await newPartner(handler, "keys@shop.example")
    const made = async () => {
      const body = { name: "x", scopes: ["read"] }
      const { data } = (await call(handler, "POST", "/laas/iam/api-keys", { body, headers })).body
      return { key: String(data.apiKey), secret: String(data.apiSecret) }
    }
    const [one, two] = [await made(), await made()]
    for (let right = 0; right < 5; right++) {
      assert.equal((await keyLogin(handler, one.key, one.secret)).status, 200)
    }
    for (let wrong = 0; wrong < 3; wrong++) {
      assert.equal((await keyLogin(handler, one.key, "guess")).status, 401)
    }
    const refused = await keyLogin(handler, one.key, one.secret)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("ratelimit-policy"), '"account";q=3;w=60')
    assert.equal((await keyLogin(handler, two.key, two.secret)).status, 200)
  })

  it("a key that nobody has is refused past the limit too", async () => {
    const handler = engine.handler({ rateLimits: { failures: 2 } })
    const statuses = []
    for (let tries = 0; tries < 3; tries++) statuses.push((await keyLogin(handler, "rk_0", "x")).status)
    assert.deepEqual(statuses, [401, 401, 429])
  })

  it("a partner's password cannot be guessed with its token; what needs no password still works", async () => {
    const handler = engine.handler({ rateLimits: { failures: 2 } })
    const [one, two] = [
      await newPartner(handler, "robbed@shop.example"),
      await newPartner(handler, "other@shop.example")
    ]
    const change = async (headers: typeof one, body: object) =>
      (await call(handler, "PATCH", "/demo/partners", { body, headers })).status
    const moved = (currentPassword: string) => ({ email: "moved@shop.example", currentPassword })
    assert.equal(await change(one, { email: "moved@shop.example" }), 400)
    assert.equal(await change(one, moved("guess 1")), 401)
    assert.equal(await change(one, moved("guess 2")), 401)
    assert.equal(await change(one, moved("Sesame-123")), 429)
    assert.equal(await change(one, { partnerName: "Robbed" }), 200)
    assert.equal(await change(two, moved("Sesame-123")), 200)
  })

  it("no address gets more mails than the limit, whoever it belongs to, in whatever case", async () => {
    const handler = engine.handler({ rateLimits: { failures: 2 } })
    await newPartner(handler, "pestered@shop.example")
    for (const name of ["pestered", "nobody"]) {
      assert.equal((await forgot(handler, `${name}@shop.example`)).status, 200)
      assert.equal((await forgot(handler, ` ${name.toUpperCase()}@shop.example`)).status, 200)
      assert.equal((await forgot(handler, `${name}@shop.example`)).status, 429)
      assert.equal((await forgot(handler, `${name}@shop.example`, "bank")).status, 200)
    }
  })
})
