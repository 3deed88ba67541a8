import { Context, Effect, Layer } from "effect"
import type { QueueFull } from "../../rewards/Errors.ts"
import type { Members } from "../../rewards/members/Members.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { Audit } from "../audit/Audit.ts"
import { type ApplicationNotFound, GrantRefused, type Unauthorized } from "../Errors.ts"
import type { UserLogins } from "../users/UserLogins.ts"
import type {
  AuthorizationParameters,
  AuthorizationRefused,
  AuthorizationRequest,
  IssuedCode,
  Profile,
  TokenSet,
  UserSession
} from "./Authorization.ts"
import { type Consent, makeConsent, type Refusal } from "./Authorizations/consent.ts"
import { makeExchange } from "./Authorizations/exchange.ts"
import { makeInspect } from "./Authorizations/inspect.ts"
import { makeProfile } from "./Authorizations/profile.ts"
import { makeRefresh } from "./Authorizations/refresh.ts"
import { makeRevoke } from "./Authorizations/revoke.ts"
import {
  checkRequestCode,
  type ExchangeCodeInput,
  type RefreshTokensInput,
  RequestCode,
  type RequestCodeInput,
  type RevokeTokenInput
} from "./inputs.ts"

export { clientActor } from "./Authorizations/clients.ts"
export type { Consent, Profile, Refusal, TokenSet, UserSession }

/**
 * The authorization server, in the shape of OAuth 2.1: partners' applications are public clients, a code is bound to its
 * client, address and challenge, and is good once for a minute. A user's consent is one grant; every code and token hangs
 * on it, so that one row ends them all. All that is done or refused is in the audit trail.
 */
export class Authorizations extends Context.Tag("rewards/Authorizations")<
  Authorizations,
  {
    /** Whether a request that came through a browser can be put to a user, and who may be told if it cannot. */
    readonly inspect: (
      request: AuthorizationParameters
    ) => Effect.Effect<AuthorizationRequest, ApplicationNotFound | AuthorizationRefused | DatabaseFailure>

    /** The user's yes: it makes the member, the grant and the code, which it answers. */
    readonly consent: (
      consent: Consent
    ) => Effect.Effect<string, InvalidInput | Unauthorized | QueueFull | DatabaseFailure>

    /** Records that a request was not allowed: the user's no, or a form that is not ours. */
    readonly refuse: (refusal: Refusal) => Effect.Effect<void, DatabaseFailure>

    /** Request, login and consent in one, for callers without a browser. A challenge is optional. */
    readonly requestCode: (
      input: RequestCodeInput
    ) => Effect.Effect<
      IssuedCode,
      InvalidInput | ApplicationNotFound | GrantRefused | Unauthorized | QueueFull | DatabaseFailure
    >

    /** A code for tokens. `authenticated` is the id of the partner whose own access token came with the request. */
    readonly exchange: (
      input: ExchangeCodeInput,
      authenticated?: string | undefined
    ) => Effect.Effect<TokenSet, InvalidInput | GrantRefused | DatabaseFailure>

    /** A refresh token for new tokens. `authenticated` is not required; when it is given, it must be the client's partner. */
    readonly refresh: (
      input: RefreshTokensInput,
      authenticated?: string | undefined
    ) => Effect.Effect<TokenSet, InvalidInput | GrantRefused | DatabaseFailure>

    readonly revoke: (
      input: RevokeTokenInput
    ) => Effect.Effect<void, InvalidInput | GrantRefused | DatabaseFailure>

    readonly check: (token: string) => Effect.Effect<UserSession, Unauthorized | DatabaseFailure>

    /** The user of a session, as the partner of that session and ecosystem knows them. */
    readonly profile: (
      session: Readonly<Record<"partnerId" | "userId", string>>,
      ecosystem: string
    ) => Effect.Effect<Profile, Unauthorized | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Authorizations, never, Database | Audit | Members | UserLogins> =
    Layer.suspend(() => Layer.effect(this, make))
}

const parseRequest = parser(RequestCode, checkRequestCode)

const make = Effect.gen(function* () {
  const { consent, refuse } = yield* makeConsent
  const inspect = yield* makeInspect

  return Authorizations.of({
    consent,
    refuse,
    inspect: Effect.fn("Authorizations.inspect")((given) => inspect(given, { challengeRequired: true })),
    requestCode: Effect.fn("Authorizations.requestCode")(function* (input) {
      const { password, tag, ...given } = yield* parseRequest(input)
      const request = yield* Effect.catchTag(
        inspect({ ...given, responseType: "code" }, { challengeRequired: false }),
        "AuthorizationRefused",
        ({ code, reason }) => new GrantRefused({ code, reason })
      )
      return { code: yield* consent({ request, tag, password }), request }
    }),
    exchange: yield* makeExchange,
    refresh: yield* makeRefresh,
    revoke: yield* makeRevoke,
    ...(yield* makeProfile)
  })
})
