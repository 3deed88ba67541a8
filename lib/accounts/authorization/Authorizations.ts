import { Context, Effect, Layer } from "effect"
import type { QueueFull } from "../../rewards/Errors.ts"
import type { Ids } from "../../rewards/Ids.ts"
import type { Members } from "../../rewards/members/Members.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { Audit } from "../audit/Audit.ts"
import { type ApplicationNotFound, GrantRefused, type Unauthorized } from "../Errors.ts"
import type { Authenticated } from "../sessions/Session.ts"
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
 * The authorization server, which follows OAuth 2.1. Applications are public clients. A code is bound to its client,
 * redirect address and challenge, and is valid once within 60 seconds. A user's consent is one grant, and every code
 * and token refers to it, so revoking that row ends all of them. The audit trail records every success and every
 * refusal.
 */
export class Authorizations extends Context.Tag("rewards/Authorizations")<
  Authorizations,
  {
    /** Validates an authorization request from a browser. */
    readonly inspect: (
      request: AuthorizationParameters
    ) => Effect.Effect<AuthorizationRequest, ApplicationNotFound | AuthorizationRefused | DatabaseFailure>

    /** Records the user's consent: creates the member, the grant and a code. Returns the code. */
    readonly consent: (
      consent: Consent
    ) => Effect.Effect<string, InvalidInput | Unauthorized | QueueFull | DatabaseFailure>

    /** Records a refusal: the user declined, or the submitted form is not valid. */
    readonly refuse: (refusal: Refusal) => Effect.Effect<void, DatabaseFailure>

    /** Request, login and consent in one call, for native applications. The challenge is optional. */
    readonly requestCode: (
      input: RequestCodeInput
    ) => Effect.Effect<
      IssuedCode,
      InvalidInput | ApplicationNotFound | GrantRefused | Unauthorized | QueueFull | DatabaseFailure
    >

    /**
     * Exchanges a code for tokens. `authenticated` is the session of the partner whose access token came with the
     * request.
     */
    readonly exchange: (
      input: ExchangeCodeInput,
      authenticated?: Authenticated | undefined
    ) => Effect.Effect<TokenSet, InvalidInput | GrantRefused | DatabaseFailure>

    /**
     * Exchanges a refresh token for new tokens. The partner's access token is optional; if given, it must be that of
     * the client's partner.
     */
    readonly refresh: (
      input: RefreshTokensInput,
      authenticated?: string | undefined
    ) => Effect.Effect<TokenSet, InvalidInput | GrantRefused | DatabaseFailure>

    readonly revoke: (
      input: RevokeTokenInput
    ) => Effect.Effect<void, InvalidInput | GrantRefused | DatabaseFailure>

    readonly check: (token: string) => Effect.Effect<UserSession, Unauthorized | DatabaseFailure>

    /** The user of a session. `ecosystem` must be the partner's own. */
    readonly profile: (
      session: Readonly<Record<"partnerId" | "userId", string>>,
      ecosystem: string
    ) => Effect.Effect<Profile, Unauthorized | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Authorizations, never, Database | Audit | Ids | Members | UserLogins> =
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
