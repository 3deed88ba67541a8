import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { ExchangeCode, RefreshTokens, RevokeToken } from "../../accounts/authorization/inputs.ts"
import { required } from "../../schema/Input.ts"
import { requestBody } from "../requestSchemas.ts"
import { clientId, redirectUri, urlEncoded } from "./requests.ts"

const tokenNotes = {
  grantType: { description: "authorization_code, or refresh_token", example: "authorization_code" },
  clientId,
  code: {
    description: "The code of the redirect: for one use within 60 seconds",
    example: "SplxlOBeZQQYbYS6WxSbIA-4u7vZ0f2k9c1mN3pR5tE"
  },
  redirectUri,
  codeVerifier: {
    description: "What the code challenge was made of",
    example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  },
  refreshToken: {
    description: "The newest refresh token: for one use",
    example: "tGzv3JOkF0XG5Qx2TlKWIA-8q1wY4e7r0u3i6o9p2sD"
  },
  scope: {
    description: "Less than the user has allowed, for the new access token alone; only with refresh_token",
    example: "profile"
  }
}

const { clientId: client, codeVerifier, redirectUri: redirect, refreshToken, scope } = ExchangeCode.fields
const { code } = RefreshTokens.fields
const grantType = required(Schema.String)

/** Which of the fields are needed depends on the grant. */
export const TokenBody = requestBody(
  "TokenRequest",
  Schema.Struct({
    grantType,
    clientId: client,
    code,
    redirectUri: redirect,
    codeVerifier,
    refreshToken,
    scope
  }),
  tokenNotes
)

/** The same under the names of RFC 6749. */
export const TokenForm = requestBody(
  "TokenForm",
  Schema.Struct({
    grant_type: grantType,
    client_id: client,
    code,
    redirect_uri: redirect,
    code_verifier: codeVerifier,
    refresh_token: refreshToken,
    scope
  }),
  {
    grant_type: tokenNotes.grantType,
    client_id: clientId,
    code: tokenNotes.code,
    redirect_uri: redirectUri,
    code_verifier: tokenNotes.codeVerifier,
    refresh_token: tokenNotes.refreshToken,
    scope: tokenNotes.scope
  }
).pipe(HttpApiSchema.withEncoding(urlEncoded))

const token = {
  description: "A refresh token, which ends all that was allowed with it, or an access token",
  example: "tGzv3JOkF0XG5Qx2TlKWIA-8q1wY4e7r0u3i6o9p2sD"
}
const hint = { description: "The kind of token; it is found without", example: "refresh_token" }

export const RevokeBody = requestBody("RevokeToken", RevokeToken.omit("ecosystem"), {
  clientId,
  token,
  tokenTypeHint: hint
})

export const RevokeForm = requestBody(
  "RevokeForm",
  Schema.Struct({
    client_id: RevokeToken.fields.clientId,
    token: RevokeToken.fields.token,
    token_type_hint: RevokeToken.fields.tokenTypeHint
  }),
  { client_id: clientId, token, token_type_hint: hint }
).pipe(HttpApiSchema.withEncoding(urlEncoded))
