import assert from "node:assert/strict"
import { addressKey } from "../../../lib/http/limits/address.ts"
import type { Handler } from "../../../lib/http.ts"
import { callerAddress } from "../../../server/address.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { address, call, newPartner, newWatch, openEngine } from "./world.ts"

const watch = newWatch()
const engine = await openEngine("sqlite::memory:", watch)
afterAll(engine.close)

/** A public request that fails early: it counts all the same. */
const knock = (handler: Handler, from: string) =>
  call(handler, "POST", "/user", { body: {}, headers: { "x-test-address": from } })

const login = (handler: Handler, email: string, password: string) =>
  call(handler, "POST", "/demo/partners/login", { body: { email, password } })

describe("requests from one address to public routes", () => {
  it("are refused past the limit, until the minute is over; other addresses are not", async () => {
    const handler = engine.handler({ address, rateLimits: { public: 3 } })
    for (const left of [2, 1, 0]) {
      const answer = await knock(handler, "192.0.2.1")
      assert.equal(answer.status, 400)
      assert.equal(answer.headers.get("ratelimit-policy"), '"address";q=3;w=60')
      assert.equal(answer.headers.get("ratelimit"), `"address";r=${left};t=45`)
    }
    const refused = await knock(handler, "192.0.2.1")
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("retry-after"), "45")
    assert.equal(refused.headers.get("ratelimit"), '"address";r=0;t=45')
    assert.equal(refused.headers.get("ratelimit-policy"), '"address";q=3;w=60')
    assert.deepEqual(refused.body, {
      status: "failed",
      message: "Too many requests",
      data: {
        errorType: "rate limited",
        appErrorCode: "",
        error: "no more than 3 requests a minute from one address: try again in 45 seconds"
      }
    })
    assert.equal((await knock(handler, "192.0.2.2")).status, 400)
    watch.now += 45_000
    assert.equal((await knock(handler, "192.0.2.1")).status, 400)
    watch.now += 15_000
  })

  it("are 300 a minute unless told, and any number with 0 or without an address", async () => {
    const usual = engine.handler({ address })
    assert.match((await knock(usual, "192.0.2.1")).headers.get("ratelimit-policy") ?? "", /q=300/)
    for (const handler of [engine.handler({ address, rateLimits: { public: 0 } }), engine.handler()]) {
      const answer = await knock(handler, "192.0.2.1")
      assert.deepEqual([answer.status, answer.headers.get("ratelimit")], [400, null])
    }
  })

  it("are counted for a whole IPv6 network, and for an IPv4 address in every form", () => {
    assert.equal(addressKey("192.0.2.1"), "192.0.2.1")
    assert.equal(addressKey("::ffff:192.0.2.1"), "192.0.2.1")
    assert.equal(addressKey("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64")
    assert.equal(addressKey("2001:0DB8:1:2::9"), "2001:db8:1:2::/64")
    assert.equal(addressKey("2001:db8::1"), "2001:db8:0:0::/64")
    assert.equal(addressKey("::1"), "0:0:0:0::/64")
    assert.equal(addressKey("fe80::1%eth0"), "fe80:0:0:0::/64")
  })

  it("come from the peer, or from as many proxies back as the deployment has", () => {
    const request = new Request("http://x", {
      headers: { "x-forwarded-for": "6.6.6.6, 192.0.2.1, 10.0.0.1" }
    })
    assert.equal(callerAddress(request, "10.0.0.2", 0), "10.0.0.2")
    assert.equal(callerAddress(request, "10.0.0.2", 1), "10.0.0.1")
    assert.equal(callerAddress(request, "10.0.0.2", 2), "192.0.2.1")
    assert.equal(callerAddress(new Request("http://x"), "10.0.0.2", 1), "10.0.0.2")
  })
})

describe("failed logins of one account", () => {
  it("are refused past the limit, also with the right password; other accounts are not, and success does not count", async () => {
    const handler = engine.handler({ rateLimits: { failures: 3 } })
    await newPartner(handler, "one@shop.example")
    await newPartner(handler, "two@shop.example")
    for (const _ of [1, 2, 3]) {
      assert.equal((await login(handler, "one@shop.example", "Sesame-123")).status, 200)
      assert.equal((await login(handler, "One@Shop.example", "wrong")).status, 401)
    }
    const refused = await login(handler, "one@shop.example", "Sesame-123")
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("retry-after"), "45")
    assert.equal(refused.headers.get("ratelimit-policy"), '"account";q=3;w=60')
    assert.match(String(refused.body.data.error), /^no more than 3 failed tries a minute for one account/)
    assert.equal((await login(handler, "two@shop.example", "Sesame-123")).status, 200)
    watch.now += 60_000
    assert.equal((await login(handler, "one@shop.example", "Sesame-123")).status, 200)
  })

  it("that arrive together do not slip through: ten at once are three tries", async () => {
    const handler = engine.handler({ rateLimits: { failures: 3 } })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => login(handler, "nobody@shop.example", "wrong"))
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [401, 401, 401, 429, 429, 429, 429, 429, 429, 429])
  })

  it("do not include requests that are malformed", async () => {
    const handler = engine.handler({ rateLimits: { failures: 1 } })
    for (const _ of [1, 2, 3]) {
      const answer = await call(handler, "POST", "/demo/partners/login", {
        body: { email: "x@shop.example" }
      })
      assert.equal(answer.status, 400)
    }
  })
})

describe("requests of one partner", () => {
  it("are refused past the limit; other partners are not, and a bad token is not counted", async () => {
    const handler = engine.handler({ rateLimits: { partner: 2 } })
    const one = await newPartner(handler, "three@shop.example")
    const two = await newPartner(handler, "four@shop.example")
    const list = (headers: Readonly<Record<string, string>>) =>
      call(handler, "GET", "/laas/rules", { headers })
    assert.equal((await list({ authorization: "Bearer unknown" })).status, 401)
    assert.equal((await list(one)).headers.get("ratelimit"), '"partner";r=1;t=45')
    assert.equal((await list(one)).status, 200)
    const refused = await list(one)
    assert.equal(refused.status, 429)
    assert.match(String(refused.body.data.error), /^no more than 2 requests a minute for one partner/)
    assert.equal((await list(two)).status, 200)
  })
})
