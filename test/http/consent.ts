// A user who allows the known partner what a request is about.
import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { Schema } from "effect"
import type { Known } from "./known.ts"
import { createUser, userPassword } from "./people.ts"
import { post } from "./service.ts"

const tag = "consenting"

/** One user for all requests of a service: hashing a password is slow by design. */
const users = new WeakMap<Known, Promise<string>>()

const Application = Schema.Struct({ client_id: Schema.String })
const Issued = Schema.Struct({ data: Schema.Struct({ redirectUrl: Schema.String }) })
const Tokens = Schema.Struct({
  data: Schema.Struct({ accessToken: Schema.String, refreshToken: Schema.String })
})

/** What a request for a code needs of the user and the application. */
export const consentOf = async (known: Known) => {
  const user = users.get(known) ?? createUser(known.service, tag)
  users.set(known, user)
  await user
  const [row] = await known.sql(
    `SELECT client_id FROM rewards_application WHERE partner_id = '${known.partner.partnerId}'`
  )
  return { clientId: Schema.decodeUnknownSync(Application)(row).client_id, tag, password: userPassword }
}

export const newCode = async (known: Known) => {
  const codeVerifier = randomBytes(32).toString("base64url")
  const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url")
  const consent = await consentOf(known)
  const { body } = await known.service.send(
    post("/shop/users/authorization/authorization-code", {
      ...consent,
      codeChallenge,
      codeChallengeMethod: "S256"
    })
  )
  const { redirectUrl } = Schema.decodeUnknownSync(Issued)(body).data
  const code = new URL(redirectUrl).searchParams.get("code") ?? assert.fail(redirectUrl)
  return { clientId: consent.clientId, code, codeVerifier }
}

export const newTokens = async (known: Known) => {
  const exchange = await newCode(known)
  const { body } = await known.service.send(
    post("/shop/users/authorization/token", { grantType: "authorization_code", ...exchange })
  )
  const { accessToken, refreshToken } = Schema.decodeUnknownSync(Tokens)(body).data
  return { clientId: exchange.clientId, accessToken, refreshToken }
}
