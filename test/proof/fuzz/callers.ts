// Who sends the fuzzer's requests: a partner, a user and an API key of a real service.

import { logIn, newCaller, post } from "../../server/caller.ts"
import { newPkce } from "../../support/oauth.ts"
import type { Random } from "../random.ts"
import type { Answer } from "./judge.ts"

const ecosystem = "demo"
const userPassword = "plain secret"

/** Operations that end sessions are sent by a partner that has no other use. */
const ending = new Set(["iam.logout", "iam.logoutAll", "iam.logoutLogins"])

/** By the operation whose answer has it, the fields that it is good for. */
const harvests: ReadonlyArray<readonly [operation: RegExp, path: RegExp, fields: ReadonlyArray<string>]> = [
  [/^rules\.(create|update)$/, /"data":\{"id":"([^"]+)"/g, ["rules id", "ruleId"]],
  [/^rules\.create$/, /"name":"([^"\\]+)"/g, ["ruleName"]],
  [/^rules\.award$/, /"data":\{"id":"([^"]+)"/g, ["awardId"]],
  [/^coins\.transfer$/, /"data":\{"id":"([^"]+)"/g, ["transactionId"]],
  [/^webhooks\.(create|list)$/, /"id":"([^"]+)"/g, ["webhooks id"]],
  [/^webhooks\.deliveries$/, /"id":"([^"]+)"/g, ["deliveryId"]],
  [/^iam\.createApiKey$/, /"data":\{"id":"([^"]+)"/g, ["iam id"]],
  [/^members\.onboard$/, /"userId":"([^"\\]+)"/g, ["userId", "around"]],
  [/^events\.list$/, /"id":"([^"]+)"/g, ["after"]]
]

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
    /** The values that fields of an operation may have. An `id` is of the operation's own kind. */
    knownFor: (operation: string): ReadonlyMap<string, ReadonlyArray<string>> => {
      const [group = ""] = operation.split(".")
      const ids = known.get(`${group} id`)
      return ids === undefined ? known : new Map([...known, ["id", ids]])
    },
    credentials: async (operation: string, security: string): Promise<string> => {
      if (security === "basic") return `Basic ${basic}`
      if (security === "userBearer") return `Bearer ${userToken}`
      if (!ending.has(operation)) return `Bearer ${own.token}`
      return `Bearer ${await logIn(url, spare.email, spare.password)}`
    },
    learn: (operation: string, { status, text }: Answer, random: Random): void => {
      if (status >= 300) return
      for (const [asked, path, fields] of harvests) {
        if (!asked.test(operation)) continue
        for (const [, value = ""] of text.matchAll(path)) {
          for (const field of fields) {
            const values = known.get(field) ?? []
            // A bounded sample: later values take the places of earlier ones.
            if (values.length < 50) values.push(value)
            else values[random.below(50)] = value
            known.set(field, values)
          }
        }
      }
    }
  }
}
