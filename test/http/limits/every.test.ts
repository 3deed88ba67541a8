// Every route that anybody can call without a token, taken from the contract: a new one has to say how it is limited.
import assert from "node:assert/strict"
import type { Handler } from "../../../lib/http.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { type Endpoint, endpoints } from "../endpoints.ts"
import { form, get, post, requestOf, withBasic, withHeaders } from "../service.ts"
import { address, call, openEngine, partnerBody } from "./world.ts"

const engine = await openEngine()
afterAll(engine.close)

const open = endpoints.filter(({ access }) => access === "public" || access === "key")

/** A route that names no account to guess at, and why guessing there leads nowhere. */
const withoutAccount: Readonly<Record<string, string>> = {
  "partners.onboard": "makes an account",
  "users.create": "makes an account",
  "partners.resetForm": "a token of 256 bits",
  "partners.resetPassword": "a token of 256 bits",
  "authorization.page": "takes no credential",
  "authorization.token": "a code or a token of 256 bits",
  "authorization.revoke": "a token of 256 bits",
  "authorization.metadata": "takes no credential"
}

/** A wrong try at the account of this name. */
type Try = (handler: Handler, name: string) => Promise<Response>

let clientId = ""
beforeAll(async () => {
  const { body } = await call(engine.handler(), "POST", "/shop/partners", {
    body: partnerBody("every@shop.example")
  })
  clientId = String(body.data.clientId)
})

const sign: Try = async ({ fetch }, tag) => {
  const asked = {
    response_type: "code",
    client_id: clientId,
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256"
  }
  const path = "/shop/users/authorization"
  const page = await fetch(requestOf(get(`${path}?${new URLSearchParams(asked)}`)))
  const cookie = (page.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? ""
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ""
  const fields = { ...asked, csrf, tag, password: "a guess", decision: "allow" }
  return fetch(requestOf(withHeaders(form(path, fields), { cookie })))
}

const email = (name: string): string => `${name}@every.example`

/** A route where somebody might guess at an account, or have it mailed. */
const tries: Readonly<Record<string, Try>> = {
  "partners.login": ({ fetch }, name) =>
    fetch(requestOf(post("/shop/partners/login", { email: email(name), password: "a guess" }))),
  "partners.forgotPassword": ({ fetch }, name) =>
    fetch(requestOf(post("/shop/partners/forgot-password", { email: email(name) }))),
  "iam.login": ({ fetch }, name) => fetch(requestOf(withBasic(post("/laas/iam/login"), name, "a guess"))),
  "users.verifyOtp": ({ fetch }, name) =>
    fetch(requestOf(post("/user/verify-otp", { email: email(name), otp: "123456" }))),
  "users.resendOtp": ({ fetch }, name) => fetch(requestOf(post("/user/resend-otp", { email: email(name) }))),
  "authorization.submit": sign,
  "authorization.code": ({ fetch }, tag) =>
    fetch(
      requestOf(post("/shop/users/authorization/authorization-code", { clientId, tag, password: "a guess" }))
    )
}

/** With nothing in it: it counts all the same. */
const knockAt = ({ encodings, method, path }: Endpoint) => {
  const [encoding] = encodings
  const bare = encoding === "form" ? form(path, {}) : post(path, encoding && {})
  return requestOf(withHeaders({ ...bare, method }, { "x-test-address": "192.0.2.9" }))
}

describe("every route without a token", () => {
  it("either names an account, whose tries are counted, or says why it need not", () => {
    const told = [...Object.keys(tries), ...Object.keys(withoutAccount)]
    assert.deepEqual(told.toSorted(), open.map(({ name }) => name).toSorted())
  })

  for (const endpoint of open) {
    it(`${endpoint.name} counts for the address that it comes from`, async () => {
      const { fetch } = engine.handler({ address, rateLimits: { public: 2 } })
      const knock = async () => (await fetch(knockAt(endpoint))).status
      const [first, second, third] = [await knock(), await knock(), await knock()]
      assert.ok(first !== 429 && second !== 429)
      assert.equal(third, 429)
    })
  }

  for (const [name, attempt] of Object.entries(tries)) {
    it(`${name} counts for the account that it names, and for no other`, async () => {
      const handler = engine.handler({ publicUrl: "http://rewards.example", rateLimits: { failures: 1 } })
      assert.notEqual((await attempt(handler, "one")).status, 429)
      const refused = await attempt(handler, "one")
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get("retry-after")) > 0)
      assert.notEqual((await attempt(handler, "two")).status, 429)
    })
  }
})
