import { Context, Effect, Layer, Schema, Struct } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { Members } from "../../rewards/members/Members.ts"
import { memberBy, memberColumn } from "../../rewards/sql.ts"
import { isId } from "../../schema/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Bool } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { ApplicationNotFound, GrantRefused, type Unauthorized } from "../Errors.ts"
import type { Passwords, PasswordsBusy } from "../passwords/Passwords.ts"
import type { KnownAddresses } from "../rates/KnownAddresses.ts"
import { digest, partnerOfSecret } from "../secret.ts"
import { type Authenticated, unknownToken } from "../sessions/Session.ts"
import { grants, users } from "../tables.ts"
import { User } from "../users/User.ts"
import { makeUserLogins } from "../users/userLogins.ts"
import {
  type AuthorizationParameters,
  type AuthorizationRefused,
  type AuthorizationRequest,
  checkRequestCode,
  consider,
  type ExchangeCodeInput,
  type IssuedCode,
  Profile,
  type RefreshTokensInput,
  RequestCode,
  type RequestCodeInput,
  type RevokeTokenInput,
  type TokenSet,
  type UserSession
} from "./Authorization.ts"
import { createGrant } from "./Authorizations/grants.ts"
import { clientActor, clientOf, makeTokenRequests } from "./Authorizations/tokenRequests.ts"

export { clientActor } from "./Authorizations/tokenRequests.ts"
export type { Profile, TokenSet, UserSession }

/** The consent of a user to a request. `tag` is the user's tag or e-mail address. */
export interface ConsentInput {
  readonly request: AuthorizationRequest
  readonly tag: string
  readonly password: string
}

export interface ConsentRefusal {
  readonly request: AuthorizationRequest
  readonly reason: string
}

/**
 * The authorization server. It follows OAuth 2.1, except for `requestCode`. A code is bound to its client, redirect address and
 * challenge. A code works once, within 60 seconds. Each consent of a user creates one grant. Revoking a grant ends all its codes and
 * tokens.
 */
export class Authorizations extends Context.Tag("rewards/Authorizations")<
  Authorizations,
  {
    /** Validates an authorization request from a browser. */
    readonly inspect: (
      request: AuthorizationParameters
    ) => Effect.Effect<AuthorizationRequest, ApplicationNotFound | AuthorizationRefused | DatabaseFailure>

    /** Checks the password, creates the member if there is none yet, and creates a grant and a code. Returns the code. */
    readonly consent: (
      consent: ConsentInput
    ) => Effect.Effect<string, InvalidInput | Unauthorized | PasswordsBusy | DatabaseFailure>

    /** Records that the user declined, or that the submitted form is invalid. */
    readonly refuse: (refusal: ConsentRefusal) => Effect.Effect<void, DatabaseFailure>

    /** Does the authorization request, the login and the consent in one call, for native applications. The challenge is optional. */
    readonly requestCode: (
      input: RequestCodeInput | Unparsed
    ) => Effect.Effect<
      IssuedCode,
      InvalidInput | ApplicationNotFound | GrantRefused | Unauthorized | PasswordsBusy | DatabaseFailure
    >

    /** Exchanges a code for tokens. `authenticated` is the session of the partner's access token, if the request has one. */
    readonly exchange: (
      input: ExchangeCodeInput | Unparsed,
      authenticated?: Authenticated | undefined
    ) => Effect.Effect<TokenSet, InvalidInput | GrantRefused | DatabaseFailure>

    /** Exchanges a refresh token for new tokens. If the request has a partner's access token, `authenticated` is the partner's id. */
    readonly refresh: (
      input: RefreshTokensInput | Unparsed,
      authenticated?: string | undefined
    ) => Effect.Effect<TokenSet, InvalidInput | GrantRefused | DatabaseFailure>

    /** Revokes a token. Revoking a refresh token ends all tokens of its grant. */
    readonly revoke: (
      input: RevokeTokenInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | GrantRefused | DatabaseFailure>

    /** Returns the user and the scopes of a user's access token. Fails if the token is not valid. */
    readonly check: (token: string) => Effect.Effect<UserSession, Unauthorized | DatabaseFailure>

    /**
     * Returns the profile of a session's user. Fails with `Unauthorized` if `ecosystem` is not the partner's own, or if the user does not
     * exist any more.
     */
    readonly profile: (
      session: Readonly<Record<"partnerId" | "userId", string>>,
      ecosystem: string
    ) => Effect.Effect<Profile, Unauthorized | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<
    Authorizations,
    never,
    Audit | Database | Ids | KnownAddresses | Members | Passwords
  > = Layer.suspend(() => Layer.effect(this, make))
}

const findSession = statement({
  input: { partnerId: "uuid", hash: "text", at: "instant" },
  output: grants.row("partnerId", "userId", "scopes"),
  sql: `SELECT g.partner_id, g.user_id, COALESCE(t.scopes, g.scopes) AS scopes
    FROM input CROSS JOIN rewards_grant_token t
    JOIN rewards_grant g ON g.partner_id = t.partner_id AND g.id = t.grant_id
    WHERE t.partner_id = input.partner_id AND t.hash = input.hash AND t.kind = 'access' AND t.expires_at > input.at AND g.revoked_at IS NULL`
})

/**
 * Finds the partner's own id for a user. Null if the user is not a member of the partner. Returns no row if the partner does not belong
 * to the ecosystem.
 */
const findOwnId = statement({
  input: { partnerId: "uuid", userId: "uuid", ecosystem: "text" },
  output: Schema.Struct({ ownId: Schema.NullOr(Schema.String) }),
  sql: ({ idText }) =>
    `SELECT ${memberColumn("user_id", "input.partner_id", memberBy("input.partner_id", idText("input.user_id")))} AS own_id
    FROM input JOIN rewards_application a ON a.partner_id = input.partner_id AND a.ecosystem = input.ecosystem`
})

const profileColumns = Struct.keys(User.omit("email", "emailVerifiedAt").fields)

const findProfile = statement({
  onCoordinator: true,
  input: { userId: "uuid" },
  output: Schema.extend(
    users.row(...profileColumns),
    Schema.Struct({ ...Profile.pick("email").fields, emailVerified: Bool })
  ),
  sql: `SELECT u.email_verified_at IS NOT NULL AS email_verified,
      CASE WHEN u.email_verified_at IS NOT NULL THEN u.email END AS email,
      ${users.list("u", ...profileColumns)}
    FROM input CROSS JOIN rewards_user u WHERE u.id = input.user_id`
})

const parseRequest = parser(RequestCode, checkRequestCode)

const make = Effect.gen(function* () {
  const database = yield* Database
  const audit = yield* Audit
  const ids = yield* Ids
  const members = yield* Members
  const logins = yield* makeUserLogins

  const recordRefusal = (actor: string, partnerId: PartnerId | undefined, detail: string) =>
    audit.record({ action: "consent.refuse", outcome: "refused", actor, partnerId, detail })

  /** Validates a request. Records a refusal if the client or the redirect address is invalid. */
  const inspect = Effect.fnUntraced(function* (
    given: AuthorizationParameters,
    options: { readonly challengeRequired: boolean }
  ) {
    const { clientId = "", ecosystem, repeated = [] } = given
    const client = repeated.includes("clientId") ? undefined : yield* clientOf(database, ecosystem, clientId)
    if (client === undefined) {
      yield* recordRefusal(clientActor(clientId), undefined, "the client is unknown")
      return yield* new ApplicationNotFound({ clientId: clientId.slice(0, 64) })
    }
    return yield* Effect.tapError(consider(client, given, options), ({ reason, redirectUri }) =>
      redirectUri === null ? recordRefusal(client.clientId, client.partnerId, reason) : Effect.void
    )
  })

  const approve = Effect.fnUntraced(function* (request: AuthorizationRequest, userId: string) {
    const { clientId: actor, partnerId } = request.client
    const at = yield* now
    const grantId = yield* takeOne(ids)
    yield* Effect.catchTags(members.onboard({ partnerId, userId }), {
      InvalidInput: Effect.die,
      PartnerNotFound: Effect.die
    })
    const code = yield* createGrant(database, request, { grantId, userId }, at)
    const detail = request.scopes.join(" ")
    yield* audit.record({ action: "consent.give", outcome: "done", actor, partnerId, userId, detail })
    return code
  })

  // The actor is the client and not the tag. The partner can read the audit trail, but may not be allowed to see the tag.
  const refuse = Effect.fn("Authorizations.refuse")(({ reason, request }: ConsentRefusal) =>
    recordRefusal(request.client.clientId, request.client.partnerId, reason)
  )

  const consent = Effect.fn("Authorizations.consent")(function* ({ password, request, tag }: ConsentInput) {
    const user = yield* Effect.tapErrorTag(logins.check({ tag, password }), "Unauthorized", ({ reason }) =>
      refuse({ request, reason })
    )
    return yield* database.transaction(Effect.zipRight(logins.lock(user), approve(request, user.id)))
  })

  return Authorizations.of({
    consent,
    refuse,
    ...(yield* makeTokenRequests),

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

    check: Effect.fn("Authorizations.check")(function* (token) {
      const [found] = yield* database.run(findSession, [
        { partnerId: partnerOfSecret(token), hash: digest(token), at: yield* now }
      ])
      if (found === undefined) return yield* unknownToken()
      return { ...found, scopes: new Set(found.scopes.split(" ")) }
    }),

    profile: Effect.fn("Authorizations.profile")(function* ({ partnerId, userId }, ecosystem) {
      if (!isId(partnerId) || !isId(userId)) return yield* unknownToken()
      const found = yield* database.send(
        Batch.all({
          members: Batch.of(findOwnId, [{ partnerId, userId, ecosystem }]),
          profiles: Batch.of(findProfile, [{ userId }])
        })
      )
      const [profile] = found.profiles
      const [member] = found.members
      if (profile === undefined || member === undefined) return yield* unknownToken()
      return { ...profile, userId: member.ownId ?? userId }
    })
  })
})
