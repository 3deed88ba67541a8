import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { deviceTypes } from "../../accounts/authorization/Authorization.ts"
import { Id, Instant, Unset, Whole } from "./envelope.ts"
import { password, text } from "./request.ts"

const clientId = text(
  "The application's clientId",
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
)
const tag = text("The user's tag or e-mail address", "ada", { maxLength: 254 })
const scope = text(
  "Less than the user has allowed, for the new access token alone; only with refresh_token",
  "profile"
)
const redirectUri = text(
  "Exactly one of the application's registered addresses, as text",
  "https://acme.example/return"
)
const state = text("Comes back as it is", "af0ifjsldkj", { maxLength: 2048 })
const codeChallenge = text(
  "The SHA-256 of the verifier in base64url (PKCE)",
  "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
)
const codeVerifier = text(
  "What the code challenge was made of: 43 to 128 characters",
  "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)
const code = text(
  "The code of the redirect: for one use within 60 seconds",
  "SplxlOBeZQQYbYS6WxSbIA-4u7vZ0f2k9c1mN3pR5tE"
)
const refreshToken = text(
  "The newest refresh token: for one use",
  "tGzv3JOkF0XG5Qx2TlKWIA-8q1wY4e7r0u3i6o9p2sD"
)
const grantType = text("authorization_code, or refresh_token", "authorization_code")
const token = text(
  "A refresh token, which ends all that was allowed with it, or an access token",
  "tGzv3JOkF0XG5Qx2TlKWIA-8q1wY4e7r0u3i6o9p2sD"
)
const tokenTypeHint = text("refresh_token or access_token; it is found without", "refresh_token")

/** The native form: the app itself has asked for the password. */
export const RequestCodeBody = Schema.Struct({
  clientId,
  tag,
  password: password("The user's password"),
  redirectUri: Schema.optional(redirectUri),
  state: Schema.optional(state),
  codeChallenge: Schema.optional(codeChallenge),
  codeChallengeMethod: Schema.optional(Schema.Literal("S256"))
}).annotations({ identifier: "RequestCode" })

export const CodeIssued = Schema.Struct({
  redirectUrl: Schema.String.annotations({
    description: "The registered address with code, iss and, where one was given, state"
  })
}).annotations({ identifier: "CodeIssued" })

/** What browsers and OAuth clients send. */
const urlEncoded = { kind: "UrlParams" } as const

/** The page's own form: the request again, and what the person typed and chose. */
export const ConsentForm = Schema.Struct({
  response_type: Schema.optional(Schema.String),
  client_id: Schema.optional(Schema.String),
  redirect_uri: Schema.optional(Schema.String),
  scope: Schema.optional(Schema.String),
  state: Schema.optional(Schema.String),
  code_challenge: Schema.optional(Schema.String),
  code_challenge_method: Schema.optional(Schema.String),
  deviceType: Schema.optional(Schema.Literal(...deviceTypes)),
  tag: Schema.optional(Schema.String),
  password: Schema.optional(Schema.String),
  csrf: Schema.optional(Schema.String),
  decision: Schema.optional(Schema.Literal("allow", "deny"))
})
  .annotations({ identifier: "ConsentForm" })
  .pipe(HttpApiSchema.withEncoding(urlEncoded))

export const TokenBody = Schema.Struct({
  grantType,
  clientId,
  code: Schema.optional(code),
  redirectUri: Schema.optional(redirectUri),
  codeVerifier: Schema.optional(codeVerifier),
  refreshToken: Schema.optional(refreshToken),
  scope: Schema.optional(scope)
}).annotations({ identifier: "TokenRequest" })

/** The same under the names of RFC 6749. */
export const TokenForm = Schema.Struct({
  grant_type: grantType,
  client_id: clientId,
  code: Schema.optional(code),
  redirect_uri: Schema.optional(redirectUri),
  code_verifier: Schema.optional(codeVerifier),
  refresh_token: Schema.optional(refreshToken),
  scope: Schema.optional(scope)
})
  .annotations({ identifier: "TokenForm" })
  .pipe(HttpApiSchema.withEncoding(urlEncoded))

const expiresIn = Whole.annotations({ jsonSchema: { type: "integer", description: "Seconds" } })

export const Tokens = Schema.Struct({
  accessToken: Schema.String,
  tokenType: Schema.Literal("Bearer"),
  expiresIn,
  refreshToken: Schema.String,
  scope: Schema.String
}).annotations({ identifier: "Tokens" })

export const OAuthTokens = Schema.Struct({
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  expires_in: expiresIn,
  refresh_token: Schema.String,
  scope: Schema.String
}).annotations({ identifier: "OAuthTokens", description: "The answer to a form (RFC 6749, 5.1)" })

export const RevokeBody = Schema.Struct({
  clientId,
  token,
  tokenTypeHint: Schema.optional(tokenTypeHint)
}).annotations({ identifier: "RevokeToken" })

export const RevokeForm = Schema.Struct({
  client_id: clientId,
  token,
  token_type_hint: Schema.optional(tokenTypeHint)
})
  .annotations({ identifier: "RevokeForm" })
  .pipe(HttpApiSchema.withEncoding(urlEncoded))

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

/** Where everything is (RFC 8414). */
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
