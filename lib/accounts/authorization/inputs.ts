import { Schema } from "effect"
import { type CrossCheck, mustBe, required, text } from "../../schema/Input.ts"
import { Ecosystem } from "../Identity.ts"
import { challengePattern, deviceTypes, maxState } from "./Authorization.ts"

const ClientId = Schema.String.pipe(mustBe("the clientId that onboarding returned"))

/** Has no `mustBe` message, because that message repeats the value. */
const Secret = Schema.String

const Verifier = Secret.pipe(
  Schema.pattern(/^[A-Za-z0-9._~-]{43,128}$/, {
    description: "43 to 128 of the characters A-Z a-z 0-9 - . _ ~",
    message: () => "must be 43 to 128 of the characters A-Z a-z 0-9 - . _ ~"
  })
)

/** The native form: request, login and consent in one call, for applications that ask for the password themselves. */
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
export type RequestCodeInput = typeof RequestCode.Encoded

/**
 * PKCE defaults to the method `plain`, which is not supported, so a challenge needs an explicit method. A method
 * without a challenge is refused, since the client expects a protection that it would not get.
 */
export const checkRequestCode: CrossCheck = ({ codeChallenge, codeChallengeMethod }) =>
  codeChallenge !== undefined && codeChallengeMethod === undefined
    ? [{ field: "codeChallengeMethod", problem: "is required with codeChallenge: S256" }]
    : codeChallenge === undefined && codeChallengeMethod !== undefined
      ? [{ field: "codeChallenge", problem: "is required with codeChallengeMethod" }]
      : []

/**
 * All fields that a token request can carry. Fields that the grant type does not use are ignored if they are text.
 */
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
export type ExchangeCodeInput = typeof ExchangeCode.Encoded

export const RefreshTokens = Schema.Struct({ ...tokenRequest, refreshToken: required(Secret) })
export type RefreshTokensInput = typeof RefreshTokens.Encoded

export const RevokeToken = Schema.Struct({
  ecosystem: required(Ecosystem),
  clientId: required(ClientId),
  token: required(Secret),
  tokenTypeHint: Schema.optional(Schema.String.pipe(mustBe("access_token or refresh_token")))
})
export type RevokeTokenInput = typeof RevokeToken.Encoded
