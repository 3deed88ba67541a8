import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { partnerBody } from "../support/bodies.ts"
import { dataIn, get, post, requestOf, withBearer, withHeaders, withKey } from "../support/calls.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { matches } from "../support/pattern.ts"
import { openWorld } from "../support/world.ts"
import { midMinute } from "./limits/frozen.ts"
import { unfinished } from "./unfinished.ts"

const world = await openWorld("sqlite::memory:", { watch: midMinute() })
afterAll(world.close)

describe("HEAD", () => {
  it("answers as GET does, without the body", async () => {
    const http = world.http()
    const { as } = await http.partner("head")
    for (const [path, status] of [
      ["/laas/rules", 200],
      ["/laas/get-user-coin-data?userId=nobody", 400],
      ["/nothing/at/all", 404]
    ] as const) {
      const whole = await http.fetch(requestOf(as(get(path))))
      const head = await http.fetch(requestOf(as({ ...get(path), method: "HEAD" })))
      assert.equal(head.status, status)
      assert.equal(await head.text(), "")
      assert.equal(head.headers.get("content-type"), whole.headers.get("content-type"))
      assert.equal(head.headers.get("content-length"), String((await whole.arrayBuffer()).byteLength))
    }
  })

  it("is not allowed where GET is not", async () => {
    const { body, headers, status } = await world.send({ ...get("/user"), method: "HEAD" })
    assert.deepEqual([status, headers.get("allow"), body], [405, "POST, OPTIONS", undefined])
  })
})

describe("a page for people", () => {
  it("fails as a page, whatever a request without a JSON body says about its content type", async () => {
    const reset = "/shop/partners/reset-password"
    const asJson = { "content-type": "application/json" }
    const form = withHeaders(get(`${reset}?token=x`), asJson)
    const consent = { ...post("/shop/users/authorization", {}), headers: asJson }
    for (const call of [form, consent]) {
      const { headers, status } = await world.send(call)
      assert.ok(status >= 400)
      assert.equal(headers.get("content-type"), "text/html; charset=utf-8")
    }
    // Where JSON is taken, a program gets the envelope.
    const { body, status } = await world.send(post(reset, { token: "x" }))
    assert.equal(status, 400)
    assert.match(String(dataIn(body).error), /password is required/)
  })
})

describe("Idempotency-Key", () => {
  it("is checked wherever it is sent, and the failure names the header", async () => {
    const http = world.http()
    const { as } = await http.partner("key")
    for (const path of [
      "/laas/rules/award",
      "/laas/rules/create-rule",
      "/laas/coins/transfer-from-user-wallet"
    ]) {
      for (const key of ["", "k".repeat(256), "é"]) {
        const { body, status } = await http.send(withKey(as(post(path, {})), key))
        assert.equal(status, 400)
        assert.match(
          String(dataIn(body).error),
          /^Idempotency-Key must be 1 to 255 printable characters, got "/
        )
      }
    }
  })
})

describe("a request that takes too long", () => {
  it("is answered with 503 in the envelope, and is stopped", async () => {
    const http = world.http({ timeout: 20 })
    const response = await http.fetch(unfinished(post("/user", "")).request)
    assert.equal(response.status, 503)
    assert.equal(response.headers.get("retry-after"), "1")
    assert.deepEqual(await response.json(), {
      status: "failed",
      message: "Service unavailable",
      data: {
        errorType: "unavailable",
        appErrorCode: "",
        error:
          "no answer within 0.02 seconds; the request may still take effect: try again with the same Idempotency-Key"
      }
    })
    await http.dispose()
  })

  it("does nothing if the rest of the body arrives later", async () => {
    const http = world.http({ timeout: 20 })
    const { as } = await world.partner("late")
    const slow = unfinished(as(post("/laas/rules/create-rule", "")))
    assert.equal((await http.fetch(slow.request)).status, 503)
    slow.finish({ name: "late", coinValue: "1", maxNumberOfParticipant: "1", condition: "Comes late" })
    await setTimeout(20)
    const { body, status } = await world.send(as(get("/laas/rules")))
    assert.equal(status, 200)
    matches(body, {
      status: "success",
      message: "Rules returned successfully",
      data: { data: [], hasMore: false, next: null }
    })
  })
})

describe("a request that is refused because of its credentials or a rate limit", () => {
  const award = post("/laas/rules/award", {})

  it("is refused without reading its body", async () => {
    const http = world.http({ rateLimits: { partner: 1 } })
    const partner = await http.partner("unread")
    const token = await http.logInWithKey(await partner.key(["read"]))
    for (const [call, status] of [
      [award, 401],
      [withBearer(award, "unknown"), 401],
      [withBearer(award, token), 403],
      [partner.as(award), 429]
    ] as const) {
      const request = requestOf(call)
      assert.equal((await http.fetch(request)).status, status)
      assert.equal(request.bodyUsed, false)
    }
  })
})

describe("a disposed handler", () => {
  it("finishes what is running, and refuses the rest", async () => {
    const http = world.http()
    const slow = unfinished(post("/shop/partners", ""))
    const first = http.fetch(slow.request)
    let disposed = false
    const disposal = http.dispose().then(() => {
      disposed = true
    })
    const refused = await http.send(get("/laas/rules"))
    assert.deepEqual([refused.status, dataIn(refused.body).errorType], [503, "unavailable"])
    assert.equal(disposed, false)
    slow.finish({ ...partnerBody, email: "last@partners.example" })
    assert.equal((await first).status, 201)
    await disposal
  })
})
