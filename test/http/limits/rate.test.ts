import assert from "node:assert/strict"
import { makeLimiter } from "../../../lib/http/rateLimits.ts"
import { addressKey } from "../../../lib/outbound/addresses.ts"
import { callerAddress } from "../../../server/service.ts"
import { consentRow, tokenRow } from "../../accounts/suite/accounts.ts"
import { password } from "../../support/bodies.ts"
import { dataIn, get, post, withBearer } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { outcome } from "../../support/expect.ts"
import { type Http, type HttpPartner, openWorld } from "../../support/world.ts"
import { address, from, midMinute } from "./frozen.ts"

const watch = midMinute()
const world = await openWorld("sqlite::memory:", { watch })
afterAll(world.close)

/** A public request that fails early and counts as well. */
const knock = (http: Http, place: string) => http.send(from(post("/user", {}), place))

const login = (http: Http, email: string, password: string) =>
  http.send(post("/shop/partners/login", { email, password }))

describe("requests from one address to public routes", () => {
  it("are refused past the limit, until the minute is over; other addresses are not", async () => {
    const http = world.http({ address, rateLimits: { public: 3 } })
    for (const left of [2, 1, 0]) {
      const answer = await knock(http, "192.0.2.1")
      assert.equal(answer.status, 400)
      assert.equal(answer.headers.get("ratelimit-policy"), '"address";q=3;w=60')
      assert.equal(answer.headers.get("ratelimit"), `"address";r=${left};t=45`)
    }
    const refused = await knock(http, "192.0.2.1")
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
    assert.equal((await knock(http, "192.0.2.2")).status, 400)
    watch.now += 45_000
    assert.equal((await knock(http, "192.0.2.1")).status, 400)
    watch.now += 15_000
  })

  it("are limited to 300 a minute by default, and not limited with 0 or without an address", async () => {
    const usual = world.http({ address })
    assert.match((await knock(usual, "192.0.2.1")).headers.get("ratelimit-policy") ?? "", /q=300/)
    for (const http of [world.http({ address, rateLimits: { public: 0 } }), world.http()]) {
      const answer = await knock(http, "192.0.2.1")
      assert.deepEqual([answer.status, answer.headers.get("ratelimit")], [400, null])
    }
  })

  it("count for a whole IPv6 network, and for an IPv4 address in every form", () => {
    assert.equal(addressKey("192.0.2.1"), "192.0.2.1")
    assert.equal(addressKey("::ffff:192.0.2.1"), "192.0.2.1")
    assert.equal(addressKey("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64")
    assert.equal(addressKey("2001:0DB8:1:2::9"), "2001:db8:1:2::/64")
    assert.equal(addressKey("2001:db8::1"), "2001:db8:0:0::/64")
    assert.equal(addressKey("::1"), "0:0:0:0::/64")
    assert.equal(addressKey("fe80::1%eth0"), "fe80:0:0:0::/64")
  })

  it("count for an address with any port as for the address alone", async () => {
    const http = world.http({ address, rateLimits: { public: 3 } })
    const forms = ["192.0.2.9:1", "192.0.2.9:65535", "192.0.2.9", "192.0.2.9:2"]
    const networks = ["[2001:db8:9::1]:1", "[2001:db8:9::2]", "2001:db8:9::3", "[2001:db8:9::4]:2"]
    for (const [first = "", second = "", third = "", fourth = ""] of [forms, networks]) {
      for (const place of [first, second, third]) assert.equal((await knock(http, place)).status, 400)
      assert.equal((await knock(http, fourth)).status, 429)
    }
    const rows = await world.sql("SELECT DISTINCT address FROM rewards_audit WHERE address LIKE '%:65535'")
    assert.deepEqual(rows, [])
  })

  it("count for the peer's address, or for the one before the configured number of proxies", () => {
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
    const http = world.http({ rateLimits: { failures: 3 } })
    await http.partner("one")
    await http.partner("two")
    for (const _ of [1, 2, 3]) {
      assert.equal((await login(http, "one@partners.example", password)).status, 200)
      assert.equal((await login(http, "One@Partners.example", "wrong")).status, 401)
    }
    const refused = await login(http, "one@partners.example", password)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("retry-after"), "45")
    assert.equal(refused.headers.get("ratelimit-policy"), '"account";q=3;w=60')
    assert.match(
      String(dataIn(refused.body).error),
      /^no more than 3 failed attempts or requested mails a minute for one account/
    )
    assert.equal((await login(http, "two@partners.example", password)).status, 200)
    watch.now += 60_000
    assert.equal((await login(http, "one@partners.example", password)).status, 200)
  })

  it("that arrive concurrently all count: of ten, three are tried", async () => {
    const http = world.http({ rateLimits: { failures: 3 } })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => login(http, "unknown@partners.example", "wrong"))
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [401, 401, 401, 429, 429, 429, 429, 429, 429, 429])
  })

  it("do not include requests that are malformed", async () => {
    const http = world.http({ rateLimits: { failures: 1 } })
    for (const _ of [1, 2, 3]) {
      const answer = await http.send(post("/shop/partners/login", { email: "x@partners.example" }))
      assert.equal(answer.status, 400)
    }
  })
})

describe("an attempt that is given back", () => {
  it("is free again in its own minute, and not in the next one", async () => {
    const limiter = makeLimiter("account", 1)
    const tried = () => world.run(outcome(limiter.take("key")))
    const minute = () => Math.floor(watch.now / 60_000)
    const first = minute()
    assert.deepEqual([await tried(), await tried()], ["ok", "TooManyRequests"])
    await world.run(limiter.giveBack("key", first))
    assert.deepEqual([await tried(), await tried()], ["ok", "TooManyRequests"])
    watch.now += 60_000
    assert.equal(await tried(), "ok")
    await world.run(limiter.giveBack("key", first))
    assert.equal(await tried(), "TooManyRequests")
  })
})

describe("requests of one partner", () => {
  it("include those with the tokens that its users granted", async () => {
    const http = world.http({ rateLimits: { partner: 2 } })
    const [partner, userId] = [await world.partner("granted"), await world.user("granting")]
    const grant = consentRow(partner.partnerId, userId)
    const token = tokenRow(partner.partnerId, grant.id)
    for (const { sql } of [grant, token]) await world.sql(sql)
    const statuses = []
    for (let count = 0; count < 3; count++) {
      statuses.push((await http.send(withBearer(get("/shop/users/me"), token.token))).status)
    }
    assert.deepEqual(statuses, [200, 200, 429])
  })

  it("are refused past the limit; other partners are not, and a bad token is not counted", async () => {
    const http = world.http({ rateLimits: { partner: 2 } })
    const one = await http.partner("three")
    const two = await http.partner("four")
    const list = ({ as }: HttpPartner) => http.send(as(get("/laas/rules")))
    assert.equal((await http.send(withBearer(get("/laas/rules"), "unknown"))).status, 401)
    assert.equal((await list(one)).headers.get("ratelimit"), '"partner";r=1;t=45')
    assert.equal((await list(one)).status, 200)
    const refused = await list(one)
    assert.equal(refused.status, 429)
    assert.match(String(dataIn(refused.body).error), /^no more than 2 requests a minute for one partner/)
    assert.equal((await list(two)).status, 200)
  })
})

describe("the awards of a bulk", () => {
  /** A partner with a member and a rule, and its bulk awards. */
  const open = async (http: Http, name: string) => {
    const { as } = await world.partner(name)
    await world.send(
      as(
        post("/laas/rules/create-rule", {
          name: "visit",
          coinValue: "1",
          maxNumberOfParticipant: "10",
          condition: "a visit"
        })
      )
    )
    await world.send(as(post("/laas/users", { userId: "ada" })))
    const bulk = (count: number) =>
      http.send(
        as(
          post("/laas/rules/awards", {
            awards: Array.from({ length: count }, () => ({ userId: "ada", ruleName: "visit" }))
          })
        )
      )
    const coins = async () =>
      dataIn((await world.send(as(get("/laas/get-user-coin-data?userId=ada")))).body).totalPartnerCoins
    return { bulk, coins }
  }

  for (const store of ["memory", "database"] as const) {
    it(`count as a request each, and a bulk that is larger than what is left is refused whole (${store})`, async () => {
      const http = world.http({ rateLimits: { partner: 1010, store } })
      const { bulk, coins } = await open(http, `bulk-${store}`)
      const first = await bulk(1000)
      assert.equal(first.status, 201)
      assert.equal(first.headers.get("ratelimit"), '"partner";r=10;t=45')
      const refused = await bulk(11)
      assert.equal(refused.status, 429)
      assert.equal(refused.headers.get("retry-after"), "45")
      // The request itself counts, since its body was read.
      assert.equal(refused.headers.get("ratelimit"), '"partner";r=9;t=45')
      assert.match(
        String(dataIn(refused.body).error),
        /^no more than 1010 requests a minute for one partner, and each item of a bulk request counts: 10 more were requested, 9 are left/
      )
      assert.equal(await coins(), "1000")
      assert.equal((await bulk(9)).headers.get("ratelimit"), '"partner";r=0;t=45')
      assert.equal((await bulk(1)).status, 429)
      assert.equal(await coins(), "1009")
    })
  }
})
