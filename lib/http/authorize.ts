import { type Context, Effect } from "effect"
import { Caller } from "../accounts/audit/Caller.ts"
import { Authorizations } from "../accounts/authorization/Authorizations.ts"
import { Forbidden, Unauthorized } from "../accounts/Errors.ts"
import { type Scope, type Session, Sessions } from "../accounts/sessions/Sessions.ts"
import { Actor } from "../rewards/Actor.ts"
import type { Callers } from "./access.ts"

const bearer = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i
const basic = /^Basic ([A-Za-z0-9+/]+=*)$/i

const bearerOf = (request: Request): string | undefined =>
  bearer.exec(request.headers.get("authorization") ?? "")?.[1]

/** The access token that a request carries. */
export const tokenOf = (request: Request): Effect.Effect<string, Unauthorized> => {
  const token = bearerOf(request)
  return token === undefined
    ? Effect.fail(new Unauthorized({ reason: "the Authorization header must be Bearer and an access token" }))
    : Effect.succeed(token)
}

const allows = (session: Session, scope: Scope | undefined): boolean =>
  scope === undefined || session.scopes.has(scope)

const tooNarrow = (scope: Scope): Forbidden =>
  new Forbidden({
    reason:
      scope === "account"
        ? "this needs the access token of a login with e-mail and password"
        : `this needs the scope ${scope}`
  })

/**
 * The same as `partnerOf` without an effect: for a token that was valid a moment ago and allows the scope. "stranger" if `stranger`
 * has to run before the token is looked up.
 */
export const trustedPartnerOf = (
  sessions: Context.Tag.Service<Sessions>,
  request: Request,
  scope: Scope | undefined,
  at: number
): Session | "stranger" | undefined => {
  const token = bearerOf(request)
  const session = token === undefined ? undefined : sessions.trusted(token, at)
  if (session === undefined || session === "stranger") return session
  return allows(session, scope) ? session : undefined
}

/**
 * The session of the partner whose token a request carries. The token must allow the scope. `stranger` runs before the look-up of
 * a token that this process has not found valid before.
 */
export const partnerOf = <E, R>(
  request: Request,
  scope: Scope | undefined,
  stranger: Effect.Effect<void, E, R>
) =>
  Effect.flatMap(tokenOf(request), (token) =>
    Effect.flatMap(Sessions, (sessions) =>
      Effect.flatMap(sessions.checkLimited(token, stranger), (session) =>
        allows(session, scope) || scope === undefined
          ? Effect.succeed(session)
          : Effect.fail(tooNarrow(scope))
      )
    )
  )

/** The session of a token that a user granted to a partner. Such tokens are always looked up, after `stranger`. */
export const userOf = Effect.fnUntraced(function* <E, R>(
  request: Request,
  stranger: Effect.Effect<void, E, R>
) {
  const token = yield* tokenOf(request)
  yield* stranger
  return yield* (yield* Authorizations).check(token)
})

/** The API key and the secret of an `Authorization: Basic` header. */
export const keyOf = (request: Request) => {
  const encoded = basic.exec(request.headers.get("authorization") ?? "")?.[1]
  const text = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf8")
  const colon = text.indexOf(":")
  return colon < 1
    ? Effect.fail(
        new Unauthorized({ reason: "the Authorization header must be Basic and an API key with its secret" })
      )
    : Effect.succeed({ key: text.slice(0, colon), secret: text.slice(colon + 1) })
}

/** Runs a partner's write, for which the audit trail names the login or the API key whose token was sent. */
export const asActor = <A, E, R>(
  { session }: Callers["partner"],
  write: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Caller, (caller) =>
    Effect.provideService(write, Actor, { name: session.actor, address: caller.address() })
  )

/** Whether the caller may read members' personal records, which the interface calls `userData`. */
export const readsRecords = ({ session }: Callers["partner"]): boolean => session.scopes.has("members:read")
