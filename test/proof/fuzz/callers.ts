// Who sends the fuzzer's requests: a partner, a user and an API key of a real service.

import { logIn, newCaller, post } from "../../server/caller.ts"
import { newPkce } from "../../support/oauth.ts"
import { makeHarvest } from "./harvest.ts"

const ecosystem = "demo"
const userPassword = "plain secret"

/** Operations that end sessions are sent by a partner that has no other use. */
const ending = new Set(["iam.logout", "iam.logoutAll", "iam.logoutLogins"])

export const makeCallers = async (url: string) => {
  const [own, spare] = [await newCaller(url), await newCaller(url)]
  const api = `${url}/api/v1`
  const details = await own.get(url, `/${ecosystem}/partners`)
  const key = await own.post(url, "/laas/iam/api-keys", { name: "fuzz", scopes: ["read"] })
  const tag = `fuzz-${crypto.randomUUID().slice(0, 8)}`
  const user = { email: `${tag}@example.org`, fullname: tag, phone: "8012345678", tag, countryCode: "+1" }
  await post(`${api}/user`, { ...user, password: userPassword, confirmPassword: userPassword })
  const { challenge: codeChallenge, verifier: codeVerifier } = newPkce()
  const clientId = String(details.body.data.clientId)
  const authorization = `${api}/${ecosystem}/users/authorization`
  const consent = await post(`${authorization}/authorization-code`, {
    clientId,
    tag,
    password: userPassword,
    codeChallenge,
    codeChallengeMethod: "S256"
  })
  const code = new URL(String(consent.body.data.redirectUrl)).searchParams.get("code")
  const tokens = await post(`${authorization}/token`, {
    grantType: "authorization_code",
    clientId,
    code,
    codeVerifier
  })
  const { accessToken: userToken, refreshToken } = tokens.body.data
  const { apiKey, apiSecret } = key.body.data
  const basic = Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")
  const known = new Map<string, Array<string>>([
    ["eco", [ecosystem, ecosystem, ecosystem, "another"]],
    ["userId", ["ada", "ben"]],
    ["ruleName", ["visit"]],
    ["clientId", [clientId]],
    ["client_id", [clientId]],
    ["partnerId", [String(details.body.data.partnerId)]],
    ["tag", [tag]],
    ["redirect_uri", ["https://shop.example/return"]],
    ["response_type", ["code"]],
    ["grantType", ["authorization_code", "refresh_token"]],
    ["grant_type", ["authorization_code", "refresh_token"]],
    ["refreshToken", [String(refreshToken)]],
    ["month", ["1", "12", "January"]],
    ["types", ["award.paid", "award.paid,coins.transferred"]],
    ["timeZone", ["UTC", "Asia/Kathmandu"]],
    // Nobody is asked at these addresses, and no address is looked up for long.
    ...["url", "redirectUrl", "webRedirectUrl", "mobileRedirectUrl", "userDetailsUrl"].map(
      (name): [string, Array<string>] => [name, ["https://nowhere.invalid/x"]]
    )
  ])

  return {
    ...makeHarvest(known),
    credentials: async (operation: string, security: string): Promise<string> => {
      if (security === "basic") return `Basic ${basic}`
      if (security === "userBearer") return `Bearer ${userToken}`
      if (!ending.has(operation)) return `Bearer ${own.token}`
      return `Bearer ${await logIn(url, spare.email, spare.password)}`
    }
  }
}
