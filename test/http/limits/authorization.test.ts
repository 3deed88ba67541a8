import assert from "node:assert/strict"
import type { Handler } from "../../../lib/http.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { call, openEngine, partnerBody } from "./world.ts"

const engine = await openEngine()
afterAll(engine.close)

const password = "plain secret"
const path = "/demo/users/authorization"
const site = "https://rewards.test"

/** An application and a user of the test's own. */
const newcomers = async (handler: Handler, name: string) => {
  const { body } = await call(handler, "POST", "/demo/partners", {
    body: partnerBody(`${name}@shop.example`)
  })
  await call(handler, "POST", "/user", {
    body: {
      email: `${name}@example.org`,
      fullname: name,
      password,
      confirmPassword: password,
      phone: "801 234 5678",
      tag: name,
      countryCode: "+234"
    }
  })
  return { clientId: String(body.data.clientId), tag: name }
}

const code = (handler: Handler, clientId: string, tag: string, given: string) =>
  call(handler, "POST", `${path}/authorization-code`, { body: { clientId, tag, password: given } })

/** Looks at the page and sends its form. */
const signIn = async ({ fetch }: Handler, client_id: string, tag: string, given: string) => {
  const asked = {
    response_type: "code",
    client_id,
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256"
  }
  const shown = await fetch(new Request(`${site}/api/v1${path}?${new URLSearchParams(asked)}`))
  const csrf = /name="csrf" value="([^"]+)"/.exec(await shown.text())?.[1] ?? ""
  const cookie = (shown.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? ""
  const form = { ...asked, csrf, tag, password: given, decision: "allow" }
  const body = new URLSearchParams(form)
  return fetch(new Request(`${site}/api/v1${path}`, { method: "POST", headers: { cookie }, body }))
}

describe("tries at a user's account", () => {
  it("the native form is refused past the limit, also with the right password; other users are not", async () => {
    const handler = engine.handler({ rateLimits: { failures: 3 } })
    const [one, two] = [await newcomers(handler, "native"), await newcomers(handler, "other")]
    for (let right = 0; right < 4; right++) {
      assert.equal((await code(handler, one.clientId, one.tag, password)).status, 200)
    }
    for (const tag of [one.tag, ` ${one.tag.toUpperCase()}`, one.tag]) {
      assert.equal((await code(handler, one.clientId, tag, "guess")).status, 401)
    }
    const refused = await code(handler, one.clientId, one.tag, password)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("ratelimit-policy"), '"account";q=3;w=60')
    assert.equal((await code(handler, one.clientId, two.tag, password)).status, 200)
  })

  it("the page is refused past the limit, as a page", async () => {
    const handler = engine.handler({ publicUrl: site, rateLimits: { failures: 2 } })
    const { clientId, tag } = await newcomers(handler, "browser")
    for (let right = 0; right < 3; right++) {
      assert.equal((await signIn(handler, clientId, tag, password)).status, 303)
    }
    for (let wrong = 0; wrong < 2; wrong++) {
      assert.equal((await signIn(handler, clientId, tag, "guess")).status, 401)
    }
    const refused = await signIn(handler, clientId, tag, password)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("content-type"), "text/html; charset=utf-8")
    assert.ok(Number(refused.headers.get("retry-after")) > 0)
  })

  it("a user that nobody is is refused past the limit too", async () => {
    const handler = engine.handler({ rateLimits: { failures: 2 } })
    const { clientId } = await newcomers(handler, "unknowing")
    const statuses = []
    for (let tries = 0; tries < 3; tries++) {
      statuses.push((await code(handler, clientId, "nobody", "guess")).status)
    }
    assert.deepEqual(statuses, [401, 401, 429])
  })
})
