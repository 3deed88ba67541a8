import assert from "node:assert/strict"
import { get, withBearer } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { dataOf, openSite, own, type Site, signIn } from "./site.ts"

let opened: Site | undefined
const at = () => opened ?? assert.fail("the site did not open")
beforeAll(async () => {
  opened = await openSite()
})
afterAll(() => opened?.world.close())

const rules = "/dashboard/api/v1/laas/rules"
const rule = { name: "first order", coinValue: "10", maxNumberOfParticipant: "5", condition: "orders" }

const write = (cookie: string, headers: Record<string, string>, body: object = rule): RequestInit => ({
  method: "POST",
  headers: { cookie, "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

describe("a session of the dashboard", () => {
  it("is a cookie that no script can read, and no answer holds the token", async () => {
    const { ask, world } = at()
    const { email } = await world.partner("cookie")
    const answer = await ask("/dashboard/session?ecosystem=shop", {
      method: "POST",
      headers: { ...own, "content-type": "application/json" },
      body: JSON.stringify({ email, password: "Str0ng!secret" })
    })
    const cookie = answer.headers.get("set-cookie") ?? ""
    assert.match(
      cookie,
      /^laurel-dashboard=shop\.\d+\.[\w-]{65}; HttpOnly; SameSite=Strict; Path=\/dashboard; Max-Age=14400$/
    )
    const token = /\.([\w-]{65});/.exec(cookie)?.[1] ?? ""
    const text = await answer.text()
    assert.ok(!text.includes(token))
    const { data } = JSON.parse(text)
    assert.deepEqual([data.session.ecosystem, data.ecosystems], ["shop", null])
    const looked = await ask("/dashboard/session", { headers: { cookie: cookie.split(";")[0] ?? "" } })
    assert.deepEqual((await dataOf(looked)).session.ecosystem, "shop")
  })

  it("has a cookie for this host and https only if the service is reached by https", async () => {
    const site = await openSite({ publicUrl: "https://rewards.example" })
    const { email } = await site.world.partner("secure")
    assert.match(await signIn(site, email), /^__Host-laurel-dashboard=/)
    const out = await site.ask("/dashboard/session", { method: "DELETE", headers: own })
    assert.match(
      out.headers.get("set-cookie") ?? "",
      /^__Host-laurel-dashboard=; HttpOnly; SameSite=Strict; Path=\/; Secure; Max-Age=0$/
    )
    await site.world.close()
  })

  it("reaches the API as its partner, and answers as the API does", async () => {
    const { ask, world } = at()
    const { email } = await world.partner("reach")
    const cookie = await signIn(at(), email)
    const created = await ask(`${rules}/create-rule`, write(cookie, own))
    assert.equal(created.status, 201)
    const listed = await ask(`${rules}?limit=1`, { headers: { cookie } })
    assert.deepEqual((await dataOf(listed)).data[0].name, "first order")
    const refused = await ask(`${rules}/create-rule`, write(cookie, own, {}))
    assert.deepEqual([refused.status, (await dataOf(refused)).errorType], [400, "invalid"])
    const file = await ask(`${rules}.csv?limit=1`, { headers: { cookie, accept: "text/html" } })
    assert.match(file.headers.get("content-type") ?? "", /^text\/csv/)
    assert.match(file.headers.get("content-disposition") ?? "", /^attachment; filename="rules-/)
    assert.match(await file.text(), /^\uFEFF?id,name,/)
    assert.equal((await ask(`${rules}.csv`, { headers: own })).status, 401)
    const details = await ask("/dashboard/api/v1/shop/partners", { headers: { cookie } })
    assert.deepEqual((await dataOf(details)).email, email)
    assert.equal((await ask("/dashboard/api/v1/other/partners", { headers: { cookie } })).status, 403)
  })

  it("does nothing for a page of another origin, or without the page's own header", async () => {
    const { ask, world } = at()
    const partner = await world.partner("strangers")
    const cookie = await signIn(at(), partner.email)
    const strangers: ReadonlyArray<Record<string, string>> = [
      { "sec-fetch-site": "same-origin" },
      { ...own, "sec-fetch-site": "cross-site" },
      { ...own, "sec-fetch-site": "same-site" },
      { ...own, "sec-fetch-site": "none" },
      { "x-laurel-dashboard": "1", origin: "https://evil.example" },
      { "x-laurel-dashboard": "1", origin: "null" }
    ]
    for (const headers of strangers) {
      const answer = await ask(`${rules}/create-rule`, write(cookie, headers))
      assert.deepEqual(
        [answer.status, (await dataOf(answer)).errorType],
        [403, "forbidden"],
        JSON.stringify(headers)
      )
      assert.equal(
        (await ask("/dashboard/session", { ...write(cookie, headers), method: "DELETE" })).status,
        403
      )
    }
    assert.equal((await ask(rules, { headers: { cookie, "sec-fetch-site": "cross-site" } })).status, 403)
    assert.deepEqual((await dataOf(await ask(rules, { headers: { cookie } }))).data, [])
  })

  it("reaches the test side under a path of its own, whatever side another page shows", async () => {
    const { ask, world } = at()
    const { email } = await world.partner("sides")
    const live = await signIn(at(), email)
    const testRules = rules.replace("/dashboard", "/dashboard/test")
    const side = (method: string, cookie: string, search = "") =>
      ask(`/dashboard/session/test-side${search}`, { method, headers: { ...own, cookie } })
    // There is no test side yet.
    assert.equal((await side("POST", live)).status, 400)
    assert.equal((await ask(testRules, { headers: { cookie: live } })).status, 401)
    assert.equal((await ask("/dashboard/api/v1/laas/iam/test-side", write(live, own, {}))).status, 201)
    const entered = await side("POST", live)
    const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    assert.match(cookie, /^laurel-dashboard=shop\.\d+\.[\w-]{65}\.test_[\w-]{65}\.test$/)
    assert.ok(!(await entered.text()).includes("test_"))
    const shown = await ask("/dashboard/session", { headers: { cookie } })
    assert.equal((await dataOf(shown)).session.isTest, true)
    assert.equal((await ask(`${testRules}/create-rule`, write(cookie, own))).status, 201)
    assert.deepEqual((await dataOf(await ask(rules, { headers: { cookie } }))).data, [])
    assert.equal((await dataOf(await ask(testRules, { headers: { cookie } }))).data.length, 1)
    // The pages that open next show the live side.
    const left = await side("DELETE", cookie)
    assert.equal((await dataOf(left)).session.isTest, false)
    // Another token, without a change of the side that is shown.
    const quiet = await side("POST", live, "?show=no")
    assert.equal((await dataOf(quiet)).session.isTest, false)
    assert.equal((await ask("/dashboard/session/test-side", { headers: { cookie } })).status, 405)
    assert.equal(
      (await ask("/dashboard/session/test-side", { method: "POST", headers: { cookie } })).status,
      403
    )
  })

  it("is required, even for a request with a token of its own", async () => {
    const { ask, world } = at()
    const { accessToken } = await world.partner("bearer")
    for (const headers of [
      {},
      { authorization: `Bearer ${accessToken}` },
      { cookie: "laurel-dashboard=shop.1.short" }
    ]) {
      const answer = await ask(rules, { headers: { ...own, ...headers } })
      assert.deepEqual([answer.status, (await dataOf(answer)).errorType], [401, "unauthorized"])
    }
  })

  it("ends after signing out, while other sessions and the tokens of API keys stay valid", async () => {
    const { ask, world } = at()
    const partner = await world.partner("leaver")
    const machine = await world.logInWithKey(await partner.key())
    const [cookie, elsewhere] = [await signIn(at(), partner.email), await signIn(at(), partner.email)]
    const out = await ask("/dashboard/session", { method: "DELETE", headers: { ...own, cookie } })
    assert.equal(out.status, 200)
    assert.match(out.headers.get("set-cookie") ?? "", /^laurel-dashboard=;.*Max-Age=0$/)
    assert.equal((await ask(rules, { headers: { cookie } })).status, 401)
    assert.equal((await ask(rules, { headers: { cookie: elsewhere } })).status, 200)
    assert.equal((await world.send(partner.as(get("/laas/rules")))).status, 200)
    assert.equal((await world.send(withBearer(get("/laas/rules"), machine))).status, 200)
    const again = await ask("/dashboard/session", { method: "DELETE", headers: { ...own, cookie } })
    assert.equal(again.status, 200)
  })

  it("reports a missing or wrong ecosystem, and passes the API's refusal on", async () => {
    const { ask } = at()
    const enter = async (search: string, body: object) => {
      const answer = await ask(`/dashboard/session${search}`, write("", own, body))
      return [answer.status, (await dataOf(answer)).error, answer.headers.get("set-cookie")]
    }
    assert.deepEqual(await enter("", {}), [400, "ecosystem is required", null])
    assert.equal((await enter("?ecosystem=../laas", {}))[0], 400)
    const wrong = await enter("?ecosystem=shop", { email: "no@one.example", password: "Wr0ng!secret" })
    assert.deepEqual(wrong, [401, "email or password is wrong", null])
  })

  it("is counted by the address of the page's caller", async () => {
    const originals = new WeakMap<Request, Request>()
    const { world } = at()
    const limited = world.http({
      rateLimits: { public: 2 },
      address: (request) => (originals.get(request) ?? request).headers.get("x-address") ?? undefined
    })
    const { ask, world: unused } = await openSite({
      api: limited.fetch,
      onForward: (request, original) => void originals.set(request, original)
    })
    const enter = (address: string) =>
      ask("/dashboard/session?ecosystem=shop", write("", { ...own, "x-address": address }, {}))
    const statuses = [
      await enter("192.0.2.1"),
      await enter("192.0.2.1"),
      await enter("192.0.2.1"),
      await enter("192.0.2.2")
    ]
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [400, 400, 429, 400]
    )
    await unused.close()
  })
})
