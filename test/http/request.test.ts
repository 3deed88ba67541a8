import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { afterAll, describe, it } from "../support/effect.ts"
import { call, newPartner, openEngine, partnerBody, unfinished } from "./limits/world.ts"

const engine = await openEngine()
afterAll(engine.close)

describe("HEAD", () => {
  it("answers as GET does, without the body", async () => {
    const handler = engine.handler()
    const headers = await newPartner(handler, "head@shop.example")
    for (const [path, status] of [
      ["/laas/rules", 200],
      ["/laas/get-user-coin-data?userId=nobody", 400],
      ["/nothing/at/all", 404]
    ] as const) {
      const whole = await handler.fetch(new Request(`http://rewards.test/api/v1${path}`, { headers }))
      const request = new Request(`http://rewards.test/api/v1${path}`, { method: "HEAD", headers })
      const head = await handler.fetch(request)
      assert.equal(head.status, status)
      assert.equal(await head.text(), "")
      assert.equal(head.headers.get("content-type"), whole.headers.get("content-type"))
      assert.equal(head.headers.get("content-length"), String((await whole.arrayBuffer()).byteLength))
    }
  })

  it("is not allowed where GET is not", async () => {
    const { body, headers, status } = await call(engine.handler(), "HEAD", "/user")
    assert.deepEqual([status, headers.get("allow"), body], [405, "POST, OPTIONS", undefined])
  })
})

describe("Idempotency-Key", () => {
  it("is checked wherever it is sent, and the failure names the header", async () => {
    const handler = engine.handler()
    const partner = await newPartner(handler, "key@shop.example")
    for (const path of [
      "/laas/rules/award",
      "/laas/rules/create-rule",
      "/laas/coins/transfer-from-user-wallet"
    ]) {
      for (const key of ["", "k".repeat(256), "é"]) {
        const headers = { ...partner, "idempotency-key": key }
        const { body, status } = await call(handler, "POST", path, { body: {}, headers })
        assert.equal(status, 400)
        assert.match(String(body.data.error), /^Idempotency-Key must be 1 to 255 printable characters, got "/)
      }
    }
  })
})

describe("a request that takes too long", () => {
  it("is answered with 503 in the envelope, and is not running any more", async () => {
    const handler = engine.handler({ timeout: 20 })
    const response = await handler.fetch(unfinished("/user").request)
    assert.equal(response.status, 503)
    assert.equal(response.headers.get("retry-after"), "1")
    assert.deepEqual(await response.json(), {
      status: "failed",
      message: "Service unavailable",
      data: {
        errorType: "unavailable",
        appErrorCode: "",
        error:
          "no answer within 0.02 seconds, it may come to pass yet: try again with the same Idempotency-Key"
      }
    })
    await handler.dispose()
  })

  it("does nothing when the rest of it comes after all", async () => {
    const handler = engine.handler({ timeout: 20 })
    const headers = await newPartner(engine.handler(), "late@shop.example")
    const slow = unfinished("/laas/rules/create-rule")
    slow.request.headers.set("authorization", headers.authorization)
    assert.equal((await handler.fetch(slow.request)).status, 503)
    slow.finish({ name: "late", coinValue: "1", maxNumberOfParticipant: "1", condition: "Comes late" })
    await setTimeout(20)
    const { body, status } = await call(engine.handler(), "GET", "/laas/rules", { headers })
    assert.deepEqual([status, body.data], [200, []])
  })
})

describe("a request that is refused for who sends it, or how often", () => {
  const awardBy = (headers: Readonly<Record<string, string>>) =>
    new Request("http://rewards.test/api/v1/laas/rules/award", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: "{}"
    })

  it("is not read", async () => {
    const handler = engine.handler({ rateLimits: { partner: 1 } })
    const partner = await newPartner(handler, "unread@shop.example")
    const { body } = await call(handler, "POST", "/laas/iam/api-keys", {
      headers: partner,
      body: { name: "reader", scopes: ["read"] }
    })
    const { apiKey, apiSecret } = body.data
    const basic = { authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}` }
    const { data } = (await call(handler, "POST", "/laas/iam/login", { headers: basic })).body
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: "Bearer unknown" }, 401],
      [{ authorization: `Bearer ${data.accessToken}` }, 403],
      [partner, 429]
    ] as const) {
      const request = awardBy(headers)
      assert.equal((await handler.fetch(request)).status, status)
      assert.equal(request.bodyUsed, false)
    }
  })
})

describe("more requests at once than allowed", () => {
  it("are refused at once, and let in again when there is room", async () => {
    const handler = engine.handler({ maxConcurrent: 1 })
    const slow = unfinished("/demo/partners")
    const first = handler.fetch(slow.request)
    const refused = await call(handler, "GET", "/laas/rules")
    assert.equal(refused.status, 503)
    assert.equal(refused.headers.get("retry-after"), "1")
    assert.equal(refused.body.data.error, "too many requests at once: try again")
    slow.finish(partnerBody("slow@shop.example"))
    assert.equal((await first).status, 201)
    assert.equal((await call(handler, "GET", "/laas/rules")).status, 401)
  })
})

describe("a handler that is disposed of", () => {
  it("finishes what is running, and refuses the rest", async () => {
    const handler = engine.handler()
    const slow = unfinished("/demo/partners")
    const first = handler.fetch(slow.request)
    let disposed = false
    const disposal = handler.dispose().then(() => {
      disposed = true
    })
    const refused = await call(handler, "GET", "/laas/rules")
    assert.deepEqual([refused.status, refused.body.data.errorType], [503, "unavailable"])
    assert.equal(disposed, false)
    slow.finish(partnerBody("last@shop.example"))
    assert.equal((await first).status, 201)
    await disposal
  })
})
