import assert from "node:assert/strict"
import { afterAll, describe, it } from "../support/effect.ts"
import { call, openEngine } from "./limits/world.ts"

const engine = await openEngine()
afterAll(engine.close)
const shop = "https://shop.example"
const preflight = {
  origin: shop,
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,content-type"
}

const crossOrigin = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-")).sort()

describe("pages of other origins", () => {
  it("may not call, unless told", async () => {
    const handler = engine.handler()
    const answer = await call(handler, "OPTIONS", "/laas/rules/award", { headers: preflight })
    assert.equal(answer.status, 204)
    assert.equal(answer.headers.get("allow"), "POST, OPTIONS")
    assert.deepEqual(crossOrigin(answer.headers), [])
    assert.equal(answer.headers.get("vary"), null)
  })

  it("may call when their origin is listed; a preflight says what they may send", async () => {
    const handler = engine.handler({ cors: { origins: [shop] } })
    const answer = await call(handler, "OPTIONS", "/laas/rules/award", { headers: preflight })
    assert.equal(answer.status, 204)
    assert.equal(answer.headers.get("access-control-allow-origin"), shop)
    assert.equal(answer.headers.get("access-control-allow-methods"), "POST, OPTIONS")
    assert.match(answer.headers.get("access-control-allow-headers") ?? "", /authorization.*idempotency-key/)
    assert.equal(answer.headers.get("access-control-max-age"), "600")
    assert.equal(answer.headers.get("vary"), "Origin")
  })

  it("get no permission when theirs is another, and caches are told so", async () => {
    const handler = engine.handler({ cors: { origins: [shop] } })
    for (const origin of ["https://shop.example.evil", "null", "https://SHOP.example"]) {
      const answer = await call(handler, "OPTIONS", "/user", { headers: { ...preflight, origin } })
      assert.deepEqual(crossOrigin(answer.headers), [])
      assert.equal(answer.headers.get("vary"), "Origin")
    }
  })

  it("can read every answer, failures included, and its own headers", async () => {
    const handler = engine.handler({ cors: { origins: "*" } })
    const requests = [
      call(handler, "GET", "/laas/rules", { headers: { origin: shop } }),
      call(handler, "GET", "/nothing/at/all", { headers: { origin: shop } }),
      call(handler, "PUT", "/user", { headers: { origin: shop } }),
      call(handler, "POST", "/user", { body: {}, headers: { origin: shop } })
    ]
    const answers = await Promise.all(requests)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 404, 405, 400]
    )
    for (const { headers } of answers) {
      assert.equal(headers.get("access-control-allow-origin"), "*")
      assert.match(headers.get("access-control-expose-headers") ?? "", /x-request-id.*retry-after/)
    }
  })
})
