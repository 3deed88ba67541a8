import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { deviceTypes } from "../../accounts/authorization/Authorization.ts"
import { ExchangeCode, RefreshTokens, RequestCode, RevokeToken } from "../../accounts/authorization/inputs.ts"
import { UserPassword } from "../../accounts/Identity.ts"
import { required } from "../../schema/Input.ts"
import { Id, Instant, Unset, Whole } from "../answerSchemas.ts"
import { password, requestBody, requestQuery } from "../requestSchemas.ts"

export const clientId = {
  description: "The application's clientId",
  example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
}
export const redirectUri = {
  description: "The address to return to, exactly as it is registered",
  example: "https://acme.example/return"
}
const scopes = "Some of the words profile, email and fullname, separated by spaces; profile by default"
const deviceType = { description: "web or mobile: which of the registered addresses to return to" }

type OAuthName<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${OAuthName<Rest>}`
  : Name

/** The OAuth name of a field: `grant_type` for `grantType`. */
export const oauthName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The same fields under the names that OAuth gives them. */
export const inOAuthNames = <Fields extends object>(fields: Fields) => {
  const renamed = Object.entries(fields).map(([name, field]) => [oauthName(name), field])
  return Object.fromEntries(renamed) as { readonly [Name in keyof Fields as OAuthName<Name>]: Fields[Name] }
}

const optional = Schema.optional(Schema.String)

/** The request for an authorization code, as a browser sends it. Errors in it are answered with a page. */
const asked = {
  response_type: optional,
  client_id: optional,
  redirect_uri: optional,
  scope: optional,
  state: optional,
  code_challenge: optional,
  code_challenge_method: optional
}

export const PageQuery = requestQuery(Schema.Struct({ ...asked, deviceType: optional }), {
  response_type: { description: "`code`" },
  client_id: { description: "The application's clientId" },
  redirect_uri: { description: "Exactly one of the application's registered addresses; optional" },
  scope: { description: scopes },
  state: { description: "Returned unchanged; up to 2048 characters" },
  code_challenge: { description: "The SHA-256 of the code verifier in base64url (PKCE, RFC 7636)" },
  code_challenge_method: { description: "`S256`" },
  deviceType
})

/** The encoding of browsers and OAuth clients. */
export const urlEncoded = { kind: "UrlParams" } as const

/** The page's own form: the request again, with the person's login and decision. */
export const ConsentForm = Schema.Struct({
  ...asked,
  deviceType: Schema.optional(Schema.Literal(...deviceTypes)),
  tag: optional,
  password: optional,
  csrf: optional,
  decision: Schema.optional(Schema.Literal("allow", "deny"))
})
  .annotations({ identifier: "ConsentForm" })
  .pipe(HttpApiSchema.withEncoding(urlEncoded))

export const CodeQuery = requestQuery(RequestCode.pick("scope", "deviceType"), {
  scope: { description: scopes },
  deviceType
})

/** For native apps, which ask for the password themselves. */
export const RequestCodeBody = requestBody(
  "RequestCode",
  Schema.Struct({
    ...RequestCode.omit("ecosystem", "scope", "deviceType").fields,
    password: required(UserPassword)
  }),
  {
    clientId,
    tag: { description: "The user's tag or e-mail address", example: "ada" },
    password: password("The user's password"),
    redirectUri,
    state: { description: "Returned unchanged", example: "af0ifjsldkj" },
    codeChallenge: {
      description: "The SHA-256 of the verifier in base64url (PKCE)",
      example: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    },
    codeChallengeMethod: { description: "The only method" }
  }
)

const tokenNotes = {
  grantType: { description: "authorization_code, or refresh_token", example: "authorization_code" },
  clientId,
  code: {
    description: "The code of the redirect, valid for one use within 60 seconds",
    example: "SplxlOBeZQQYbYS6WxSbIA-4u7vZ0f2k9c1mN3pR5tE"
  },
  redirectUri,
  codeVerifier: {
    description: "The text whose hash is the code challenge",
    example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  },
  refreshToken: {
    description: "The newest refresh token, valid for one use",
    example: "tGzv3JOkF0XG5Qx2TlKWIA-8q1wY4e7r0u3i6o9p2sD"
  },
  scope: {
    description: "Fewer scopes than the user allowed, for the new access token only; only with refresh_token",
    example: "profile"
  }
}

/** Which of the fields are needed depends on the grant. */
const tokenFields = {
  grantType: required(Schema.String),
  ...ExchangeCode.pick("clientId").fields,
  ...RefreshTokens.pick("code").fields,
  ...ExchangeCode.pick("redirectUri", "codeVerifier", "refreshToken", "scope").fields
}

export const TokenBody = requestBody("TokenRequest", Schema.Struct(tokenFields), tokenNotes)

/** The same under the names of RFC 6749. */
export const TokenForm = requestBody(
  "TokenForm",
  Schema.Struct(inOAuthNames(tokenFields)),
  inOAuthNames(tokenNotes)
).pipe(HttpApiSchema.withEncoding(urlEncoded))

const token = {
  description: "A refresh token, which ends with all tokens of its grant, or an access token",
  example: "tGzv3JOkF0XG5Qx2TlKWIA-8q1wY4e7r0u3i6o9p2sD"
}
const hint = {
  description: "The kind of token; optional, because the token is found without it",
  example: "refresh_token"
}

const Revocation = RevokeToken.omit("ecosystem")
const revocationNotes = { clientId, token, tokenTypeHint: hint }

export const RevokeBody = requestBody("RevokeToken", Revocation, revocationNotes)

export const RevokeForm = requestBody(
  "RevokeForm",
  Schema.Struct(inOAuthNames(Revocation.fields)),
  inOAuthNames(revocationNotes)
).pipe(HttpApiSchema.withEncoding(urlEncoded))

export const CodeIssued = Schema.Struct({
  redirectUrl: Schema.String.annotations({
    description: "The registered address with code, iss and, if one was given, state"
  })
}).annotations({ identifier: "CodeIssued" })

const expiresIn = Whole.annotations({ jsonSchema: { type: "integer", description: "Seconds" } })

export const Tokens = Schema.Struct({
  accessToken: Schema.String,
  tokenType: Schema.Literal("Bearer"),
  expiresIn,
  refreshToken: Schema.String,
  scope: Schema.String
}).annotations({ identifier: "Tokens" })

export const OAuthTokens = Schema.Struct(inOAuthNames(Tokens.fields)).annotations({
  identifier: "OAuthTokens",
  description: "The answer to a form (RFC 6749, 5.1)"
})

/** Fields that were not granted are absent. */
export const Me = Schema.Struct({
  id: Id.annotations({ description: "The user's id" }),
  userId: Schema.String.annotations({ description: "The id by which the partner knows the user" }),
  scope: Schema.String.annotations({ description: "What the user has allowed" }),
  tag: Schema.optional(Schema.String),
  phone: Schema.optional(Schema.String),
  countryCode: Schema.optional(Schema.String),
  isAdult: Schema.optional(Schema.Boolean),
  dateOfBirth: Schema.optional(Schema.NullOr(Schema.String)),
  avatar: Schema.optional(Unset),
  gender: Schema.optional(Unset),
  dateJoined: Schema.optional(Instant),
  email: Schema.optional(Schema.String),
  emailVerified: Schema.optional(Schema.Boolean),
  fullname: Schema.optional(Schema.String)
}).annotations({ identifier: "Me" })

const words = Schema.Array(Schema.String)

/** The addresses and abilities of the authorization server (RFC 8414). */
export const Metadata = Schema.Struct({
  issuer: Schema.String,
  authorization_endpoint: Schema.String,
  token_endpoint: Schema.String,
  revocation_endpoint: Schema.String,
  scopes_supported: words,
  response_types_supported: words,
  response_modes_supported: words,
  grant_types_supported: words,
  code_challenge_methods_supported: words,
  token_endpoint_auth_methods_supported: words,
  revocation_endpoint_auth_methods_supported: words,
  authorization_response_iss_parameter_supported: Schema.Boolean
}).annotations({ identifier: "AuthorizationServerMetadata" })
