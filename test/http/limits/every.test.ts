// Every route that needs no token. A new route must be added to one of these tables.
import assert from "node:assert/strict"
import { form, get, post, requestOf, withBasic, withHeaders } from "../../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { cookieIn, hiddenFields } from "../../support/oauth.ts"
import { type Http, openWorld } from "../../support/world.ts"
import { type Endpoint, endpoints } from "../endpoints.ts"
import { address, from, midMinute } from "./frozen.ts"

const world = await openWorld("sqlite::memory:", { watch: midMinute() })
afterAll(world.close)

const open = endpoints.filter(({ access }) => access === "public" || access === "key")

/** Routes that name no account, each with the reason why guessing is pointless. */
const withoutAccount: Readonly<Record<string, string>> = {
  "partners.onboard": "makes an account",
  "users.create": "makes an account",
  "partners.resetForm": "a token of 256 bits",
  "partners.resetPassword": "a token of 256 bits",
  "people.acceptForm": "a token of 256 bits",
  "people.accept": "a token of 256 bits",
  "users.resetPassword": "a code of twenty digits",
  "authorization.page": "takes no credential",
  "authorization.token": "a code or a token of 256 bits",
  "authorization.revoke": "a token of 256 bits",
  "authorization.metadata": "takes no credential"
}

/** A failed attempt on the account of this name. */
type Try = (http: Http, name: string) => Promise<Response>

let clientId = ""
beforeAll(async () => {
  clientId = (await world.partner("every")).clientId
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
  const cookie = cookieIn(page.headers)
  const fields = { ...hiddenFields(await page.text()), tag, password: "a guess", decision: "allow" }
  return fetch(requestOf(withHeaders(form(path, fields), { cookie })))
}

const email = (name: string): string => `${name}@every.example`

/** Routes where a caller can guess an account's secret or have a mail sent. */
const tries: Readonly<Record<string, Try>> = {
  "partners.login": ({ fetch }, name) =>
    fetch(requestOf(post("/shop/partners/login", { email: email(name), password: "a guess" }))),
  "partners.forgotPassword": ({ fetch }, name) =>
    fetch(requestOf(post("/shop/partners/forgot-password", { email: email(name) }))),
  "iam.login": ({ fetch }, name) => fetch(requestOf(withBasic(post("/laas/iam/login"), name, "a guess"))),
  "users.verifyOtp": ({ fetch }, name) =>
    fetch(requestOf(post("/user/verify-otp", { email: email(name), otp: "123456" }))),
  "users.resendOtp": ({ fetch }, name) => fetch(requestOf(post("/user/resend-otp", { email: email(name) }))),
  "users.forgotPassword": ({ fetch }, name) =>
    fetch(requestOf(post("/user/forgot-password", { email: email(name) }))),
  "users.consents": ({ fetch }, tag) =>
    fetch(requestOf(post("/user/consents", { tag, password: "a guess" }))),
  "users.revokeConsent": ({ fetch }, tag) =>
    fetch(requestOf(post("/user/consents/revoke", { tag, password: "a guess", clientId: "0".repeat(64) }))),
  "users.erase": ({ fetch }, tag) => fetch(requestOf(post("/user/erase", { tag, password: "a guess" }))),
  "authorization.submit": sign,
  "authorization.code": ({ fetch }, tag) =>
    fetch(
      requestOf(post("/shop/users/authorization/authorization-code", { clientId, tag, password: "a guess" }))
    )
}

/** Routes to one secret count together. All others count apart: a secret that was guessed at must not lock another door. */
const doors: ReadonlyArray<ReadonlyArray<string>> = [
  ["partners.login"],
  ["partners.forgotPassword"],
  ["iam.login"],
  ["users.verifyOtp"],
  ["users.resendOtp"],
  ["users.forgotPassword"],
  ["users.consents", "users.revokeConsent", "users.erase", "authorization.submit", "authorization.code"]
]

/** An empty request, which counts as well. */
const knockAt = ({ encodings, method, path }: Endpoint) => {
  const [encoding] = encodings
  const bare = encoding === "form" ? form(path, {}) : post(path, encoding && {})
  return requestOf(from({ ...bare, method }, "192.0.2.9"))
}

describe("every route without a token", () => {
  it("either names an account, whose failed attempts count, or is listed with a reason", () => {
    const told = [...Object.keys(tries), ...Object.keys(withoutAccount)]
    assert.deepEqual(told.toSorted(), open.map(({ name }) => name).toSorted())
  })

  for (const endpoint of open) {
    it(`${endpoint.name} counts for the address that it comes from`, async () => {
      const { fetch } = world.http({ address, rateLimits: { public: 2 } })
      const knock = async () => (await fetch(knockAt(endpoint))).status
      const [first, second, third] = [await knock(), await knock(), await knock()]
      assert.ok(first !== 429 && second !== 429)
      assert.equal(third, 429)
    })
  }

  for (const [name, attempt] of Object.entries(tries)) {
    it(`${name} counts for the account that it names, and for no other`, async () => {
      const http = world.http({ publicUrl: "http://rewards.example", rateLimits: { failures: 1 } })
      assert.notEqual((await attempt(http, "one")).status, 429)
      const refused = await attempt(http, "one")
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get("retry-after")) > 0)
      assert.notEqual((await attempt(http, "two")).status, 429)
    })
  }

  it("counts apart from the others for one account, unless it takes the same secret", async () => {
    assert.deepEqual(doors.flat().toSorted(), Object.keys(tries).toSorted())
    const http = world.http({ publicUrl: "http://rewards.example", rateLimits: { failures: 1 } })
    for (const door of doors) {
      for (const [index, name] of door.entries()) {
        const reply = await tries[name]?.(http, "same")
        assert.equal(reply?.status === 429, index > 0, `${name}: ${reply?.status}`)
      }
    }
  })
})
