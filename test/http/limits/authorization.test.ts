import assert from "node:assert/strict"
import { consentRow, tokenRow } from "../../accounts/suite/accounts.ts"
import { userPassword } from "../../support/bodies.ts"
import { get, post, withBearer } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { cookieIn, hiddenFields } from "../../support/oauth.ts"
import { type Http, openWorld } from "../../support/world.ts"
import { midMinute } from "./frozen.ts"

const world = await openWorld("sqlite::memory:", { watch: midMinute() })
afterAll(world.close)

const path = "/shop/users/authorization"
const site = "https://rewards.test"

/** An application and a user for one test. */
const newcomers = async (http: Http, name: string) => {
  const { clientId } = await http.partner(name)
  await http.user(name)
  return { clientId, tag: name }
}

const code = (http: Http, clientId: string, tag: string, given: string) =>
  http.send(post(`${path}/authorization-code`, { clientId, tag, password: given }))

/** Opens the page and submits its form. */
const signIn = async ({ fetch }: Http, client_id: string, tag: string, given: string) => {
  const asked = {
    response_type: "code",
    client_id,
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256"
  }
  const shown = await fetch(new Request(`${site}/api/v1${path}?${new URLSearchParams(asked)}`))
  const cookie = cookieIn(shown.headers)
  const form = { ...hiddenFields(await shown.text()), tag, password: given, decision: "allow" }
  const body = new URLSearchParams(form)
  return fetch(new Request(`${site}/api/v1${path}`, { method: "POST", headers: { cookie }, body }))
}

describe("requests with a user's token", () => {
  it("count for the partner that the user gave it to, together with the partner's own", async () => {
    const http = world.http({ rateLimits: { partner: 3 } })
    const { as, partnerId } = await http.partner("counted")
    const consent = consentRow(partnerId, await http.user("counted"))
    const { sql, token } = tokenRow(partnerId, consent.id)
    for (const statement of [consent.sql, sql]) await world.sql(statement)
    const me = () => http.send(withBearer(get("/shop/users/me"), token))
    const list = () => http.send(as(get("/laas/rules")))
    const first = await me()
    assert.deepEqual([first.status, first.headers.get("ratelimit")], [200, '"partner";r=2;t=45'])
    const statuses = []
    for (const call of [list, me, me, list]) statuses.push((await call()).status)
    assert.deepEqual(statuses, [200, 200, 429, 429])
  })
})

describe("failed logins to a user's account", () => {
  it("the native form is refused past the limit, also with the right password; other users are not", async () => {
    const http = world.http({ rateLimits: { failures: 3 } })
    const [one, two] = [await newcomers(http, "native"), await newcomers(http, "other")]
    for (let right = 0; right < 4; right++) {
      assert.equal((await code(http, one.clientId, one.tag, userPassword)).status, 200)
    }
    for (const tag of [one.tag, ` ${one.tag.toUpperCase()}`, one.tag]) {
      assert.equal((await code(http, one.clientId, tag, "guess")).status, 401)
    }
    const refused = await code(http, one.clientId, one.tag, userPassword)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("ratelimit-policy"), '"account";q=3;w=60')
    assert.equal((await code(http, one.clientId, two.tag, userPassword)).status, 200)
  })

  it("the page is refused past the limit, as a page", async () => {
    const http = world.http({ publicUrl: site, rateLimits: { failures: 2 } })
    const { clientId, tag } = await newcomers(http, "browser")
    for (let right = 0; right < 3; right++) {
      assert.equal((await signIn(http, clientId, tag, userPassword)).status, 303)
    }
    for (let wrong = 0; wrong < 2; wrong++) {
      assert.equal((await signIn(http, clientId, tag, "guess")).status, 401)
    }
    const refused = await signIn(http, clientId, tag, userPassword)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("content-type"), "text/html; charset=utf-8")
    assert.ok(Number(refused.headers.get("retry-after")) > 0)
  })

  it("a tag without a user is refused past the limit too", async () => {
    const http = world.http({ rateLimits: { failures: 2 } })
    const { clientId } = await newcomers(http, "unknowing")
    const statuses = []
    for (let tries = 0; tries < 3; tries++) {
      statuses.push((await code(http, clientId, "unknown", "guess")).status)
    }
    assert.deepEqual(statuses, [401, 401, 429])
  })
})
