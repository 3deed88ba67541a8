import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"
import {
  deviceTypes,
  ExchangeCode,
  RefreshTokens,
  RequestCode,
  RevokeToken
} from "../../accounts/authorization/Authorization.ts"
import { UserPassword } from "../../accounts/Identity.ts"
import { required } from "../../schema/Input.ts"
import { described, Id, Instant, Unset } from "../answerSchemas.ts"
import { AccessToken } from "../partners/api.ts"
import { password, requestBody, requestQuery } from "../requestSchemas.ts"

const clientId = {
  description: "The application's clientId",
  example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
}
const redirectUri = {
  description: "The address to return to, exactly as it was registered",
  example: "https://acme.example/return"
}
const scopes = "One or more of profile, email and fullname, separated by spaces; profile by default"
const deviceType = { description: "web or mobile: chooses one of the registered addresses to return to" }

type OAuthName<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${OAuthName<Rest>}`
  : Name

/** Returns the OAuth name of a field: `grant_type` for `grantType`. */
export const oauthName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns the JSON name of a form's field: `grantType` for `grant_type`. */
export const jsonName = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())

export const inOAuthNames = <Fields extends object>(fields: Fields) => {
  const renamed = Object.entries(fields).map(([name, field]) => [oauthName(name), field])
  return Object.fromEntries(renamed) as { readonly [Name in keyof Fields as OAuthName<Name>]: Fields[Name] }
}

const optional = Schema.optional(Schema.String)

/** The parameters of an authorization request. All are optional here: the service checks them and shows errors on a page. */
const requestParameters = {
  response_type: optional,
  client_id: optional,
  redirect_uri: optional,
  scope: optional,
  state: optional,
  code_challenge: optional,
  code_challenge_method: optional
}

export const parameterNames: ReadonlyArray<string> = [...Object.keys(requestParameters), "deviceType"]

export const PageQuery = requestQuery(Schema.Struct({ ...requestParameters, deviceType: optional }), {
  response_type: { description: "`code`" },
  client_id: { description: "The application's clientId" },
  redirect_uri: { description: "One of the application's registered addresses, unchanged; optional" },
  scope: { description: scopes },
  state: { description: "Returned unchanged; up to 2048 characters" },
  code_challenge: { description: "The SHA-256 of the code verifier in base64url (PKCE, RFC 7636)" },
  code_challenge_method: { description: "`S256`" },
  deviceType
})

const urlEncoded = { kind: "UrlParams" } as const

/** The form of the sign-in page: the parameters of the request, and the user's login and decision. */
export const ConsentForm = Schema.Struct({
  ...requestParameters,
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

/** The body of a request by a native app, which asks for the password itself. */
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
      description: "The SHA-256 of the code verifier in base64url (PKCE)",
      example: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    },
    codeChallengeMethod: { description: "The only supported method" }
  }
)

const tokenNotes = {
  grantType: { description: "authorization_code, or refresh_token", example: "authorization_code" },
  clientId,
  code: {
    description: "The code of the redirect, valid for one use within 60 seconds",
    example: "SplxlOBeZQQYbYS6WxSbIA-4u7vZ0f2k9c1mN3pR5tE"
  },
  redirectUri: { ...redirectUri, description: "The address to which the code was sent; optional" },
  codeVerifier: {
    description: "The text whose SHA-256 is the code challenge",
    example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  },
  refreshToken: {
    description: "The newest refresh token, valid for one use",
    example: "tGzv3JOkF0XG5Qx2TlKWIA-8q1wY4e7r0u3i6o9p2sD"
  },
  scope: {
    description:
      "With refresh_token: the scopes of the new access token, if it needs fewer scopes than the user allowed",
    example: "profile"
  }
}

/** `code` and `refreshToken` are both optional here, because the grant type decides which one is required. */
const tokenFields = {
  grantType: required(Schema.String),
  ...ExchangeCode.pick("clientId").fields,
  ...RefreshTokens.pick("code").fields,
  ...ExchangeCode.pick("redirectUri", "codeVerifier", "refreshToken", "scope").fields
}

export const TokenBody = requestBody("TokenRequest", Schema.Struct(tokenFields), tokenNotes)

/** The fields of `TokenBody` with their OAuth names. */
export const TokenForm = requestBody(
  "TokenForm",
  Schema.Struct(inOAuthNames(tokenFields)),
  inOAuthNames(tokenNotes)
).pipe(HttpApiSchema.withEncoding(urlEncoded))

const Revocation = RevokeToken.omit("ecosystem")
const revocationNotes = {
  clientId,
  token: {
    description: "A refresh token or an access token. Revoking a refresh token ends all tokens of its grant",
    example: "tGzv3JOkF0XG5Qx2TlKWIA-8q1wY4e7r0u3i6o9p2sD"
  },
  tokenTypeHint: { description: "The kind of token; it may be omitted", example: "refresh_token" }
}

export const RevokeBody = requestBody("RevokeToken", Revocation, revocationNotes)

export const RevokeForm = requestBody(
  "RevokeForm",
  Schema.Struct(inOAuthNames(Revocation.fields)),
  inOAuthNames(revocationNotes)
).pipe(HttpApiSchema.withEncoding(urlEncoded))

export const CodeIssued = Schema.Struct({
  redirectUrl: described(
    Schema.String,
    "The registered address with code and iss, and with state if the request has it"
  )
}).annotations({ identifier: "CodeIssued" })

export const Tokens = Schema.Struct({
  ...AccessToken.fields,
  refreshToken: Schema.String,
  scope: Schema.String
}).annotations({ identifier: "Tokens" })

export const OAuthTokens = Schema.Struct(inOAuthNames(Tokens.fields)).annotations({
  identifier: "OAuthTokens",
  description: "The answer to a form (RFC 6749, 5.1)"
})

export const Me = Schema.Struct({
  id: described(Id, "The user's id"),
  userId: described(
    Schema.String,
    "The partner's own id for the user, if the two are linked; otherwise the user's id"
  ),
  scope: described(Schema.String, "The scopes that the user has allowed"),
  tag: Schema.optional(Schema.String),
  phone: Schema.optional(Schema.String),
  countryCode: Schema.optional(Schema.String),
  isAdult: Schema.optional(Schema.Boolean),
  dateOfBirth: Schema.optional(Schema.NullOr(Schema.String)),
  avatar: Schema.optional(Unset),
  gender: Schema.optional(Unset),
  dateJoined: Schema.optional(Instant),
  email: Schema.optional(described(Schema.String, "Only if the user has verified the address")),
  emailVerified: Schema.optional(Schema.Boolean),
  fullname: Schema.optional(Schema.String)
}).annotations({ identifier: "Me" })

const words = Schema.Array(Schema.String)

/** The metadata of the authorization server (RFC 8414). */
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
