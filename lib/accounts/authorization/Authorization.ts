import { Either, Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import { GrantRefused } from "../Errors.ts"
import { AccessToken, Session } from "../sessions/Session.ts"

/** What a user can let a partner see. */
export const userScopes = ["profile", "email", "fullname"] as const
export const UserScope = Schema.Literal(...userScopes)
export type UserScope = typeof UserScope.Type

/** The scopes of a text, each once; nothing when a word of it is none. A text without words means the profile. */
export const scopesOf = (value: string | undefined): ReadonlyArray<UserScope> | undefined => {
  const words = new Set<string>((value ?? "").split(" ").filter((word) => word !== ""))
  if (words.size === 0) return ["profile"]
  const known = userScopes.filter((scope) => words.has(scope))
  return known.length === words.size ? known : undefined
}

/** An application as the authorization server knows it: a public client, with its registered addresses. */
export const Client = Schema.Struct({
  partnerId: PartnerId,
  applicationId: Schema.String,
  clientId: Schema.String,
  applicationName: Schema.String,
  partnerName: Schema.String,
  redirectUrl: Schema.String,
  webRedirectUrl: Schema.NullOr(Schema.String),
  mobileRedirectUrl: Schema.NullOr(Schema.String)
})
export type Client = typeof Client.Type

export const deviceTypes = ["web", "mobile"] as const
type DeviceType = (typeof deviceTypes)[number]

/** What an authorization request says. Nothing of it was checked, and all of it is chosen by whoever made the link. */
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
  /** What came more than once, and so means nothing. */
  readonly repeated?: ReadonlyArray<string> | undefined
}

/** A request that can be put to a user. */
export const AuthorizationRequest = Schema.Struct({
  client: Client,
  /** One of the client's registered addresses. */
  redirectUri: Schema.String,
  scopes: Schema.Array(UserScope),
  state: Schema.UndefinedOr(Schema.String),
  /** Without one, only the partner itself can exchange the code. */
  challenge: Schema.UndefinedOr(Schema.String)
})
export type AuthorizationRequest = typeof AuthorizationRequest.Type

/** The answer to a request that a user has allowed. */
export const IssuedCode = Schema.Struct({ code: Schema.String, request: AuthorizationRequest })
export type IssuedCode = typeof IssuedCode.Type

/** What a client gets for a code or a refresh token. */
export const TokenSet = Schema.Struct({
  ...AccessToken.fields,
  refreshToken: Schema.String,
  scopes: Schema.Array(UserScope)
})
export type TokenSet = typeof TokenSet.Type

/** What a user has allowed a partner, as the requests that it authorizes know it. */
export const UserSession = Schema.Struct({ ...Session.fields, userId: Schema.String })
export type UserSession = typeof UserSession.Type

/** All that is known of a user; what of it may be told, the session's scopes say. */
export const Profile = Schema.Struct({
  id: Schema.String,
  /** The id by which the partner knows the user: its own, where it has linked one, otherwise the user's. */
  userId: Schema.String,
  tag: Schema.String,
  email: Schema.String,
  emailVerified: Schema.Boolean,
  fullname: Schema.String,
  phone: Schema.String,
  countryCode: Schema.String,
  isAdult: Schema.Boolean,
  dateOfBirth: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Profile = typeof Profile.Type

/**
 * A request that cannot. Where the client and its address are known, they are told; where they are not, only the person
 * is, since a redirect would carry them wherever the link's maker likes.
 */
export class AuthorizationRefused extends Schema.TaggedError<AuthorizationRefused>()("AuthorizationRefused", {
  code: GrantRefused.fields.code,
  reason: Schema.String,
  redirectUri: Schema.NullOr(Schema.String),
  state: Schema.NullOr(Schema.String)
}) {
  override get message(): string {
    return this.reason
  }
}

/** An S256 challenge is a SHA-256 in base64url: 43 characters, always. */
export const challengePattern = /^[A-Za-z0-9_-]{43}$/
export const maxState = 2048

const isDeviceType = (word: string): word is DeviceType => deviceTypes.some((type) => type === word)

/** A device's own address, where it was registered; the general one otherwise. */
const addressFor = (client: Client, deviceType: DeviceType | undefined): string =>
  (deviceType === "web"
    ? client.webRedirectUrl
    : deviceType === "mobile"
      ? client.mobileRedirectUrl
      : undefined) ?? client.redirectUrl

const isRegistered = (client: Client, address: string): boolean =>
  [client.redirectUrl, client.webRedirectUrl, client.mobileRedirectUrl].includes(address)

/** Where the answer goes, or nothing when that cannot be said for certain. Addresses are compared as text, exactly. */
const targetOf = (client: Client, given: AuthorizationParameters): string | undefined => {
  const { deviceType = "", redirectUri, repeated = [] } = given
  if (repeated.includes("redirectUri") || repeated.includes("deviceType")) return undefined
  const picked = isDeviceType(deviceType) ? addressFor(client, deviceType) : undefined
  if (redirectUri === undefined) return picked ?? client.redirectUrl
  return isRegistered(client, redirectUri) && (picked ?? redirectUri) === redirectUri
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

/** The first thing wrong with a request whose client and address are right. */
const problemWith = (given: AuthorizationParameters, challengeRequired: boolean): Problem | undefined => {
  const { deviceType, repeated = [], responseType, scope, state = "" } = given
  if (repeated.length > 0) return ["invalid_request", "a parameter was given more than once"]
  if (deviceType !== undefined && !isDeviceType(deviceType))
    return ["invalid_request", "the device type must be web or mobile"]
  if (responseType === undefined) return ["invalid_request", "the response type is required: code"]
  if (responseType !== "code") return ["unsupported_response_type", "the response type must be code"]
  if (state.length > maxState)
    return ["invalid_request", `the state must have at most ${maxState} characters`]
  const challenge = challengeProblem(given, challengeRequired)
  if (challenge !== undefined) return ["invalid_request", challenge]
  if (scopesOf(scope) === undefined)
    return ["invalid_scope", `the scope must be of the words ${userScopes.join(", ")}`]
  return undefined
}

/** Decides on a request of a known client: first where an answer may go, then everything else. */
export const consider = (
  client: Client,
  given: AuthorizationParameters,
  options: { readonly challengeRequired: boolean }
): Either.Either<AuthorizationRequest, AuthorizationRefused> => {
  const redirectUri = targetOf(client, given)
  if (redirectUri === undefined) {
    const reason = "the redirect address is not one that was registered for this application and device"
    return Either.left(
      new AuthorizationRefused({ code: "invalid_request", reason, redirectUri: null, state: null })
    )
  }
  const { repeated = [], state } = given
  const problem = problemWith(given, options.challengeRequired)
  if (problem !== undefined) {
    const [code, reason] = problem
    const known = repeated.includes("state") || (state?.length ?? 0) > maxState ? null : (state ?? null)
    return Either.left(new AuthorizationRefused({ code, reason, redirectUri, state: known }))
  }
  const scopes = scopesOf(given.scope) ?? []
  return Either.right({ client, redirectUri, scopes, state, challenge: given.codeChallenge })
}

/**
 * An address with parameters of an answer. It may have a query of its own, which stays as it is, and be an app's own
 * scheme; a fragment would keep the parameters from whoever reads the query.
 */
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
