import assert from "node:assert/strict"
import { type Call, get, post, withHeaders } from "../support/calls.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { openWorld } from "../support/world.ts"

const world = await openWorld()
afterAll(world.close)
const shop = "https://shop.example"
const preflight = {
  origin: shop,
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,content-type"
}

const options = (path: string): Call => ({ ...get(path), method: "OPTIONS" })

const crossOrigin = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-")).sort()

describe("pages of other origins", () => {
  it("may not call by default", async () => {
    const http = world.http()
    const answer = await http.send(withHeaders(options("/laas/rules/award"), preflight))
    assert.equal(answer.status, 204)
    assert.equal(answer.headers.get("allow"), "POST, OPTIONS")
    assert.deepEqual(crossOrigin(answer.headers), [])
    assert.equal(answer.headers.get("vary"), null)
  })

  it("may call when their origin is listed; a preflight lists what they may send", async () => {
    const http = world.http({ cors: { origins: [shop] } })
    const answer = await http.send(withHeaders(options("/laas/rules/award"), preflight))
    assert.equal(answer.status, 204)
    assert.equal(answer.headers.get("access-control-allow-origin"), shop)
    assert.equal(answer.headers.get("access-control-allow-methods"), "POST, OPTIONS")
    assert.match(answer.headers.get("access-control-allow-headers") ?? "", /authorization.*idempotency-key/)
    assert.equal(answer.headers.get("access-control-max-age"), "600")
    assert.equal(answer.headers.get("vary"), "Origin")
  })

  it("get no permission if their origin is not listed, and the answer varies by Origin", async () => {
    const http = world.http({ cors: { origins: [shop] } })
    for (const origin of ["https://shop.example.evil", "null", "https://SHOP.example"]) {
      const answer = await http.send(withHeaders(options("/user"), { ...preflight, origin }))
      assert.deepEqual(crossOrigin(answer.headers), [])
      assert.equal(answer.headers.get("vary"), "Origin")
    }
  })

  it("can read every answer, failures included, and its own headers", async () => {
    const http = world.http({ cors: { origins: "*" } })
    const requests = [
      get("/laas/rules"),
      get("/nothing/at/all"),
      { ...get("/user"), method: "PUT" },
      post("/user", {})
    ]
    const answers = await Promise.all(requests.map((call) => http.send(withHeaders(call, { origin: shop }))))
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
