import { Either, Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { type CrossCheck, explainedError, mustBe, required, text } from "../../schema/Input.ts"
import { Application } from "../applications/Application.ts"
import { GrantRefused } from "../Errors.ts"
import { Ecosystem } from "../Identity.ts"
import { AccessToken, Session } from "../sessions/Session.ts"
import { User } from "../users/User.ts"

/** The scopes that a user can grant to an application. */
export const userScopes = ["profile", "email", "fullname"] as const
export const UserScope = Schema.Literal(...userScopes)
export type UserScope = typeof UserScope.Type

/** Parses scopes that are separated by spaces. No scope means `profile`. Returns undefined if a scope is unknown. */
export const scopesOf = (value: string | undefined): ReadonlyArray<UserScope> | undefined => {
  const words = new Set<string>((value ?? "").split(" ").filter((word) => word !== ""))
  if (words.size === 0) return ["profile"]
  const known = userScopes.filter((scope) => words.has(scope))
  return known.length === words.size ? known : undefined
}

/** An application as an OAuth client. Clients have no secrets. */
export const Client = Schema.Struct({
  ...Application.omit("id", "email", "userDetailsUrl").fields,
  applicationId: Application.fields.id
})
export type Client = typeof Client.Type

export const deviceTypes = ["web", "mobile"] as const
type DeviceType = (typeof deviceTypes)[number]

/** The unchecked parameters of an authorization request. They may come from a link that anyone can write. */
export interface AuthorizationParameters {
  readonly ecosystem: string
  readonly clientId?: string | undefined
  readonly redirectUri?: string | undefined
  readonly deviceType?: string | undefined
  readonly responseType?: string | undefined
  readonly scope?: string | undefined
  readonly state?: string | undefined
  readonly codeChallenge?: string | undefined
  readonly codeChallengeMethod?: string | undefined
  /** The names of parameters that the request has more than once. */
  readonly repeated?: ReadonlyArray<string> | undefined
}

/** A valid authorization request. */
export const AuthorizationRequest = Schema.Struct({
  client: Client,
  /** One of the client's registered addresses. */
  redirectUri: Schema.String,
  scopes: Schema.Array(UserScope),
  state: Schema.UndefinedOr(Schema.String),
  /**
   * The PKCE challenge. A code without a challenge can be exchanged only with the access token of the partner's login with e-mail and
   * password.
   */
  challenge: Schema.UndefinedOr(Schema.String)
})
export type AuthorizationRequest = typeof AuthorizationRequest.Type

/** The code for a request that the user has allowed. */
export const IssuedCode = Schema.Struct({ code: Schema.String, request: AuthorizationRequest })
export type IssuedCode = typeof IssuedCode.Type

/** The tokens that a client receives for a code or a refresh token. */
export const TokenSet = Schema.Struct({
  ...AccessToken.fields,
  refreshToken: Schema.String,
  scopes: Schema.Array(UserScope)
})
export type TokenSet = typeof TokenSet.Type

/** The partner, user and scopes of a valid user access token. */
export const UserSession = Schema.Struct({
  ...Session.pick("partnerId", "scopes").fields,
  userId: Schema.String
})
export type UserSession = typeof UserSession.Type

/** The data of a user's account, without secrets. The caller must show only what the session's scopes allow. */
export const Profile = Schema.Struct({
  ...User.omit("email", "emailVerifiedAt").fields,
  /** Null until the user has verified the address. */
  email: Schema.NullOr(Schema.String),
  emailVerified: Schema.Boolean,
  /** The partner's own id for the user, if the two are linked; otherwise the user's id. */
  userId: Schema.String
})
export type Profile = typeof Profile.Type

/**
 * An invalid authorization request. `redirectUri` is null if the redirect address is ambiguous or not registered. The user must then
 * not be redirected, because anyone may have written the link.
 */
export class AuthorizationRefused extends explainedError<AuthorizationRefused>()("AuthorizationRefused", {
  fields: {
    code: GrantRefused.fields.code,
    reason: Schema.String,
    redirectUri: Schema.NullOr(Schema.String),
    state: Schema.NullOr(Schema.String)
  },
  cause:
    "A request for the authorization page is invalid. If `redirectUri` is set, the user can safely be sent back to that address.",
  fix: "Send the request as OAuth 2.1 prescribes it, with PKCE and a registered address.",
  message: ({ reason }) => reason
}) {}

/** An S256 challenge is a SHA-256 digest in base64url, which always has 43 characters. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/
const maxState = 2048

const isDeviceType = (word: string): word is DeviceType => deviceTypes.some((type) => type === word)

/** Returns the registered address of the device type, or the general address if the device type has none. */
const addressFor = (client: Client, deviceType: DeviceType): string =>
  (deviceType === "web" ? client.webRedirectUrl : client.mobileRedirectUrl) ?? client.redirectUrl

const isRegistered = (client: Client, address: string): boolean =>
  [client.redirectUrl, client.webRedirectUrl, client.mobileRedirectUrl].includes(address)

/** Returns the redirect address of a request; undefined if it is ambiguous or not registered. Addresses are compared as text. */
const targetOf = (client: Client, given: AuthorizationParameters): string | undefined => {
  const { deviceType = "", redirectUri, repeated = [] } = given
  if (repeated.includes("redirectUri") || repeated.includes("deviceType")) return undefined
  const forDevice = isDeviceType(deviceType) ? addressFor(client, deviceType) : undefined
  if (redirectUri === undefined) return forDevice ?? client.redirectUrl
  return isRegistered(client, redirectUri) && (forDevice ?? redirectUri) === redirectUri
    ? redirectUri
    : undefined
}

type Problem = readonly [code: GrantRefused["code"], reason: string]

const challengeProblem = (given: AuthorizationParameters, isRequired: boolean): string | undefined => {
  const { codeChallenge, codeChallengeMethod } = given
  if (codeChallenge === undefined && codeChallengeMethod === undefined && !isRequired) return undefined
  if (codeChallenge === undefined) return "a code challenge (PKCE) is required"
  if (codeChallengeMethod !== "S256") return "the code challenge method must be S256"
  return challengePattern.test(codeChallenge)
    ? undefined
    : "the code challenge must be 43 characters of base64url, the SHA-256 of the verifier"
}

/** Returns the first fault of a request whose client and redirect address are valid. */
const problemWith = (given: AuthorizationParameters, challengeRequired: boolean): Problem | undefined => {
  const { deviceType, repeated = [], responseType, scope, state = "" } = given
  if (repeated.length > 0) return ["invalid_request", "a parameter was given more than once"]
  if (deviceType !== undefined && !isDeviceType(deviceType))
    return ["invalid_request", "the device type must be web or mobile"]
  if (responseType === undefined) return ["invalid_request", "the response type is missing: it must be code"]
  if (responseType !== "code") return ["unsupported_response_type", "the response type must be code"]
  if (state.length > maxState)
    return ["invalid_request", `the state must have at most ${maxState} characters`]
  const challenge = challengeProblem(given, challengeRequired)
  if (challenge !== undefined) return ["invalid_request", challenge]
  if (scopesOf(scope) === undefined)
    return ["invalid_scope", `the scope must consist of the words ${userScopes.join(", ")}`]
  return undefined
}

/** Validates a request of a known client. */
export const consider = (
  client: Client,
  given: AuthorizationParameters,
  options: { readonly challengeRequired: boolean }
): Either.Either<AuthorizationRequest, AuthorizationRefused> => {
  const redirectUri = targetOf(client, given)
  if (redirectUri === undefined) {
    const reason = "the redirect address is not registered for this application and device"
    return Either.left(
      new AuthorizationRefused({ code: "invalid_request", reason, redirectUri: null, state: null })
    )
  }
  const { repeated = [], state } = given
  const problem = problemWith(given, options.challengeRequired)
  if (problem !== undefined) {
    const [code, reason] = problem
    const validState = repeated.includes("state") || (state?.length ?? 0) > maxState ? null : (state ?? null)
    return Either.left(new AuthorizationRefused({ code, reason, redirectUri, state: validState }))
  }
  const scopes = scopesOf(given.scope) ?? []
  return Either.right({ client, redirectUri, scopes, state, challenge: given.codeChallenge })
}

/** Adds parameters to the query of a redirect address. Removes the fragment, because OAuth allows none in a redirect address. */
export const withParameters = (
  address: string,
  parameters: Readonly<Record<string, string | undefined>>
): string => {
  const url = new URL(address)
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value)
  url.hash = ""
  url.search = url.search === "" ? added.toString() : `${url.search}&${added.toString()}`
  return url.href
}

const ClientId = Schema.String.pipe(mustBe("the clientId that onboarding returned"))

/** A secret has no `mustBe` message, because such a message quotes the value. */
const Secret = Schema.String

const Verifier = Secret.pipe(
  Schema.pattern(/^[A-Za-z0-9._~-]{43,128}$/, {
    description: "43 to 128 of the characters A-Z a-z 0-9 - . _ ~",
    message: () => "must be 43 to 128 of the characters A-Z a-z 0-9 - . _ ~"
  })
)

/** The authorization request, login and consent in one call, for native applications that ask for the password themselves. */
export const RequestCode = Schema.Struct({
  ecosystem: required(Ecosystem),
  clientId: required(ClientId),
  tag: required(text(1, 254)),
  password: required(Secret),
  scope: Schema.optional(Schema.String.pipe(mustBe("words with spaces between them"))),
  deviceType: Schema.optional(Schema.Literal(...deviceTypes).pipe(mustBe("web or mobile"))),
  redirectUri: Schema.optional(Schema.String.pipe(mustBe("one of the registered addresses"))),
  state: Schema.optional(text(1, maxState)),
  codeChallenge: Schema.optional(
    Schema.String.pipe(Schema.pattern(challengePattern), mustBe("43 characters of base64url"))
  ),
  codeChallengeMethod: Schema.optional(Schema.Literal("S256").pipe(mustBe("S256")))
})
export type RequestCodeInput = Documented.Of<typeof RequestCode, Documented.RequestCodeInput>

/** Refuses a challenge without a method, because the default method of PKCE is `plain`, which is not supported. */
export const checkRequestCode: CrossCheck = ({ codeChallenge, codeChallengeMethod }) =>
  codeChallenge !== undefined && codeChallengeMethod === undefined
    ? [{ field: "codeChallengeMethod", problem: "is required with codeChallenge: it must be S256" }]
    : codeChallenge === undefined && codeChallengeMethod !== undefined
      ? [{ field: "codeChallenge", problem: "is required with codeChallengeMethod" }]
      : []

/** The fields of all token requests. A field that the grant type does not need must still have the right type. */
const tokenRequest = {
  ecosystem: required(Ecosystem),
  clientId: required(ClientId),
  code: Schema.optional(Secret),
  redirectUri: Schema.optional(
    Schema.String.pipe(mustBe("the redirect address of the authorization request"))
  ),
  codeVerifier: Schema.optional(Verifier),
  refreshToken: Schema.optional(Secret),
  scope: Schema.optional(Schema.String.pipe(mustBe("words with spaces between them")))
}

export const ExchangeCode = Schema.Struct({ ...tokenRequest, code: required(Secret) })
export type ExchangeCodeInput = Documented.Of<typeof ExchangeCode, Documented.ExchangeCodeInput>

export const RefreshTokens = Schema.Struct({ ...tokenRequest, refreshToken: required(Secret) })
export type RefreshTokensInput = Documented.Of<typeof RefreshTokens, Documented.RefreshTokensInput>

export const RevokeToken = Schema.Struct({
  ecosystem: required(Ecosystem),
  clientId: required(ClientId),
  token: required(Secret),
  tokenTypeHint: Schema.optional(Schema.String.pipe(mustBe("access_token or refresh_token")))
})
export type RevokeTokenInput = Documented.Of<typeof RevokeToken, Documented.RevokeTokenInput>
