import assert from "node:assert/strict"
import { resetToken } from "../../accounts/suite/codes.ts"
import { password, userPassword } from "../../support/bodies.ts"
import { patch, post, withBasic } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { tally } from "../../support/expect.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { type Http, type HttpPartner, openWorld } from "../../support/world.ts"
import { address, from, midMinute } from "./frozen.ts"

const world = await openWorld("sqlite::memory:", { watch: midMinute() })
const postgres = migratedDatabase().then((url) => openWorld(url, { watch: midMinute() }))
afterAll(async () => {
  await world.close()
  await (await postgres).close()
})

const login = (email: string, given: string) => post("/shop/partners/login", { email, password: given })

const keyLogin = (http: Http, key: string, secret: string) =>
  http.send(withBasic(post("/laas/iam/login"), key, secret))
const forgot = (http: Http, email: string, eco = "shop") =>
  http.send(post(`/${eco}/partners/forgot-password`, { email }))

describe("failed attempts on an account", () => {
  it("an API key is refused past the limit, also with its secret; other keys are not", async () => {
    const http = world.http({ rateLimits: { failures: 3 } })
    const partner = await http.partner("keys")
    const [one, two] = [await partner.key(["read"]), await partner.key(["read"])]
    for (let right = 0; right < 5; right++) {
      assert.equal((await keyLogin(http, one.apiKey, one.apiSecret)).status, 200)
    }
    for (let wrong = 0; wrong < 3; wrong++) {
      assert.equal((await keyLogin(http, one.apiKey, "guess")).status, 401)
    }
    const refused = await keyLogin(http, one.apiKey, one.apiSecret)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("ratelimit-policy"), '"account";q=3;w=60')
    assert.equal((await keyLogin(http, two.apiKey, two.apiSecret)).status, 200)
  })

  it("an unknown key is refused past the limit too", async () => {
    const http = world.http({ rateLimits: { failures: 2 } })
    const statuses = []
    for (let tries = 0; tries < 3; tries++) statuses.push((await keyLogin(http, "rk_0", "x")).status)
    assert.deepEqual(statuses, [401, 401, 429])
  })

  it("a partner's password cannot be guessed with its token; what needs no password still works", async () => {
    const http = world.http({ rateLimits: { failures: 2 } })
    const [one, two] = [await http.partner("robbed"), await http.partner("other")]
    const change = async ({ as }: HttpPartner, body: object) =>
      (await http.send(as(patch("/shop/partners", body)))).status
    const moved = (currentPassword: string) => ({ email: "moved@shop.example", currentPassword })
    assert.equal(await change(one, { email: "moved@shop.example" }), 400)
    assert.equal(await change(one, moved("guess 1")), 401)
    assert.equal(await change(one, moved("guess 2")), 401)
    assert.equal(await change(one, moved(password)), 429)
    assert.equal(await change(one, { partnerName: "Robbed" }), 200)
    assert.equal(await change(two, moved(password)), 200)
  })

  it("no address gets more mails than the limit, known or unknown, in upper or lower case", async () => {
    const http = world.http({ rateLimits: { failures: 2 } })
    await http.partner("pestered")
    for (const name of ["pestered", "unknown"]) {
      assert.equal((await forgot(http, `${name}@partners.example`)).status, 200)
      assert.equal((await forgot(http, ` ${name.toUpperCase()}@partners.example`)).status, 200)
      assert.equal((await forgot(http, `${name}@partners.example`)).status, 429)
      assert.equal((await forgot(http, `${name}@partners.example`, "bank")).status, 200)
    }
  })
})

const counters = [
  { name: "memory", store: "memory", open: async () => world },
  { name: "SQLite", store: "database", open: async () => world },
  { name: "PostgreSQL", store: "database", open: () => postgres }
] as const

for (const { name, open, store } of counters) {
  describe(`failed attempts on an account from several addresses, counted in ${name}`, () => {
    it("lock out the address that they come from; the right password works from another", async () => {
      const http = (await open()).http({ address, rateLimits: { failures: 3, store } })
      const { email } = await http.partner(`guessed-${name.toLowerCase()}`)
      const tried = async (given: string, where: string) =>
        (await http.send(from(login(email, given), where))).status
      for (let wrong = 0; wrong < 3; wrong++) assert.equal(await tried("guess", "192.0.2.1"), 401)
      assert.equal(await tried(password, "192.0.2.1"), 429)
      assert.equal(await tried(password, "192.0.2.2"), 200)
    })

    it("are limited for all addresses together, and a refused one leaves its own address its tries", async () => {
      const http = (await open()).http({ address, rateLimits: { failures: 1, public: 0, store } })
      const [{ email }, other] = [
        await http.partner(`hunted-${name.toLowerCase()}`),
        await http.partner(`calm-${name.toLowerCase()}`)
      ]
      const tried = async (account: string, given: string, last: number) =>
        await http.send(from(login(account, given), `192.0.2.${last}`))
      for (let last = 1; last <= 10; last++) assert.equal((await tried(email, "guess", last)).status, 401)
      const refused = await tried(email, password, 11)
      assert.equal(refused.status, 429)
      assert.equal(refused.headers.get("ratelimit-policy"), '"account";q=10;w=60')
      assert.equal((await tried(other.email, password, 1)).status, 200)
    })
  })
}

/** The nth /64 of a /56, the nth /56 of a /48, and the nth /48. */
const inNet56 = (index: number) => `2001:db8:56:${(0x4100 + index).toString(16)}::1`
const inNet48 = (index: number) => `2001:db8:48:${(index * 0x100).toString(16)}::1`
const net48 = (index: number) => `2001:db8:${(0x1000 + index).toString(16)}::1`

for (const { name, open, store } of counters) {
  describe(`failed attempts from the networks of one attacker, counted in ${name}`, () => {
    const attacked = async (label: string, failures: number) => {
      const world = await open()
      const http = world.http({ address, rateLimits: { failures, public: 0, store } })
      const { email } = await http.partner(`${label}-${name.toLowerCase()}`)
      const tried = async (given: string, where: string) => await http.send(from(login(email, given), where))
      const guessed = async (count: number, placeOf: (index: number) => string) => {
        const statuses: Array<number> = []
        for (let index = 0; index < count; index++) {
          statuses.push((await tried("guess", placeOf(index))).status)
        }
        return tally(statuses.map(String))
      }
      return { world, http, email, tried, guessed }
    }

    it("ten from each of ten /64 of one /56 do not lock the owner out", async () => {
      const { guessed, tried } = await attacked("neighbours", 10)
      assert.deepEqual(await guessed(100, (index) => inNet56(index % 10)), { 401: 20, 429: 80 })
      assert.equal((await tried(password, "2001:db8:57::1")).status, 200)
      const neighbour = await tried(password, inNet56(20))
      assert.deepEqual(
        [neighbour.status, neighbour.headers.get("ratelimit-policy")],
        [429, '"account";q=20;w=60']
      )
    })

    it("a /48 has a larger limit than a /56", async () => {
      const { guessed, tried } = await attacked("site", 2)
      assert.deepEqual(await guessed(20, inNet48), { 401: 8, 429: 12 })
      assert.equal((await tried(password, "2001:db8:49::1")).status, 200)
      assert.equal((await tried(password, inNet48(30))).status, 429)
    })

    it("from everywhere do not lock out an address that has logged in before", async () => {
      const { guessed, tried } = await attacked("faithful", 2)
      const [home, cafe] = ["192.0.2.50", "2001:db8:ca:fe::1"]
      for (const place of [home, cafe]) assert.equal((await tried(password, place)).status, 200)
      assert.deepEqual(await guessed(40, net48), { 401: 20, 429: 20 })
      assert.equal((await tried(password, "192.0.2.51")).status, 429)
      for (const place of [home, cafe, "2001:db8:ca:fe::2"]) {
        assert.equal((await tried(password, place)).status, 200)
      }
      for (const wrong of ["guess 1", "guess 2"]) assert.equal((await tried(wrong, home)).status, 401)
      const refused = await tried(password, home)
      assert.deepEqual([refused.status, refused.headers.get("ratelimit-policy")], [429, '"account";q=2;w=60'])
    })

    it("lock out all addresses of an account that has a new password", async () => {
      const { email, guessed, tried, world } = await attacked("renewed", 1)
      assert.equal((await tried(password, "192.0.2.60")).status, 200)
      const token = await resetToken(world, email)
      const change = { token, password: "An0ther-word", confirmPassword: "An0ther-word" }
      assert.equal((await world.send(post("/shop/partners/reset-password", change))).status, 200)
      await guessed(10, net48)
      assert.equal((await tried("An0ther-word", "192.0.2.60")).status, 429)
    })

    it("do not lock out a user by the tag or the e-mail address, who has logged in by either", async () => {
      const world = await open()
      const http = world.http({ address, rateLimits: { failures: 1, public: 0, store } })
      const tag = `faithful-${name.toLowerCase()}`
      const { clientId } = await http.partner(`app-${tag}`)
      await http.user(tag)
      const path = "/shop/users/authorization/authorization-code"
      const tried = async (as: string, given: string, where: string) =>
        (await http.send(from(post(path, { clientId, tag: as, password: given }), where))).status
      assert.equal(await tried(tag, userPassword, "192.0.2.70"), 200)
      for (const as of [tag, `${tag}@example.org`]) {
        for (let index = 0; index < 10; index++) assert.equal(await tried(as, "guess", net48(index)), 401)
        assert.equal(await tried(as, userPassword, "192.0.2.71"), 429)
        assert.equal(await tried(as, userPassword, "192.0.2.70"), 200)
      }
    })

    it("by text that no account has as its name are refused, not answered with an error", async () => {
      const http = (await open()).http({ address, rateLimits: { failures: 1, public: 0, store } })
      const { clientId } = await http.partner(`nul-${name.toLowerCase()}`)
      const path = "/shop/users/authorization/authorization-code"
      const body = { clientId, tag: "no\0body", password: "guess" }
      const statuses = []
      for (let index = 0; index < 12; index++) {
        statuses.push((await http.send(from(post(path, body), net48(index)))).status)
      }
      assert.deepEqual(new Set(statuses.map((status) => status < 500)), new Set([true]), statuses.join())
    })
  })
}

describe("an account whose name looks like another with an address", () => {
  it("does not count for the other", async () => {
    const http = world.http({ address, rateLimits: { failures: 2, store: "database" } })
    const { email } = await http.partner("aped")
    for (const name of [`${email} 192.0.2.5`, `192.0.2.5 partner shop ${email}`]) {
      for (let wrong = 0; wrong < 4; wrong++) await http.send(from(login(name, "guess"), "192.0.2.6"))
    }
    assert.equal((await http.send(from(login(email, password), "192.0.2.5"))).status, 200)
  })
})
