import assert from "node:assert/strict"
import { password } from "../../support/bodies.ts"
import { patch, post, withBasic } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
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
