// A user who consents to a request of the known partner.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { userPassword } from "../support/bodies.ts"
import { post } from "../support/calls.ts"
import { newPkce } from "../support/oauth.ts"
import type { Known } from "./known.ts"

const tag = "consenting"

/** One user for all requests of a service, because hashing a password is slow. */
const users = new WeakMap<Known, Promise<string>>()

const Issued = Schema.Struct({ data: Schema.Struct({ redirectUrl: Schema.String }) })
const Tokens = Schema.Struct({
  data: Schema.Struct({ accessToken: Schema.String, refreshToken: Schema.String })
})

/** The fields of a code request that depend on the user and the application. */
export const consentOf = async (known: Known) => {
  const user = users.get(known) ?? known.user(tag)
  users.set(known, user)
  await user
  return { clientId: known.one.clientId, tag, password: userPassword }
}

export const newCode = async (known: Known) => {
  const { challenge: codeChallenge, verifier: codeVerifier } = newPkce()
  const consent = await consentOf(known)
  const { body } = await known.send(
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
  const { body } = await known.send(
    post("/shop/users/authorization/token", { grantType: "authorization_code", ...exchange })
  )
  const { accessToken, refreshToken } = Schema.decodeUnknownSync(Tokens)(body).data
  return { clientId: exchange.clientId, accessToken, refreshToken }
}
