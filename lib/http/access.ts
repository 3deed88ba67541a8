import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import type * as HttpMethod from "@effect/platform/HttpMethod"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context } from "effect"
import type { UserSession } from "../accounts/authorization/Authorizations.ts"
import { keyScopes } from "../accounts/keys/ApiKey.ts"
import { roles, scopesOf } from "../accounts/people/Role.ts"
import type { Scope, Session } from "../accounts/sessions/Sessions.ts"
import { Failure } from "./envelope.ts"

const failure = Failure.annotations(HttpApiSchema.annotations({ status: 401 }))

const described = <S extends HttpApiSecurity.HttpApiSecurity>(security: S, description: string): S =>
  HttpApiSecurity.annotate(security, OpenApi.Description, description)

export class Authorization extends HttpApiMiddleware.Tag<Authorization>()("rewards/Authorization", {
  failure,
  security: {
    bearer: described(HttpApiSecurity.bearer, "The access token of a partner's login, or of an API key")
  }
}) {}

export class UserAuthorization extends HttpApiMiddleware.Tag<UserAuthorization>()(
  "rewards/UserAuthorization",
  {
    failure,
    security: {
      userBearer: described(HttpApiSecurity.bearer, "An access token that a user granted to a partner")
    }
  }
) {}

export class KeyAuthorization extends HttpApiMiddleware.Tag<KeyAuthorization>()("rewards/KeyAuthorization", {
  failure,
  security: {
    basic: described(HttpApiSecurity.basic, "An API key as user name, its secret as password")
  }
}) {}

/** The part of a request that identifies its caller, for each kind of access. */
export interface Callers {
  readonly public: {}
  readonly partner: { readonly session: Session }
  readonly user: { readonly user: UserSession }
  /** An API key and its secret. The handler checks them. */
  readonly key: { readonly key: string; readonly secret: string }
}
export type Access = keyof Callers

export type Requirement = Scope | "person"

const keyScopeSet: ReadonlySet<string> = new Set(keyScopes)

/**
 * Names the people who meet a requirement that no API key can meet, such as "an owner or a manager". Undefined if an API key can meet it.
 */
export const peopleWith = (requirement: Requirement): string | undefined => {
  if (requirement === "person") return "a person"
  if (keyScopeSet.has(requirement)) return undefined
  const holders = roles.filter((role) => scopesOf[role].includes(requirement))
  return holders.map((role) => (role === "owner" ? "an owner" : `a ${role}`)).join(" or ")
}

/** Says who may call an endpoint. Each endpoint has its own guard object, by which `routes.ts` finds the handler. */
export interface Guard<A extends Access = Access> {
  readonly access: A
  /** The scope that a partner's token must have, or "person" if it must belong to a person; undefined if every valid token is enough. */
  readonly scope: Requirement | undefined
  /** True if tokens of a test side are refused, because the endpoint changes the person or the partner's own details. */
  readonly liveOnly: boolean
}
export class Guarded extends Context.Tag("rewards/Guarded")<Guarded, Guard>() {}

const guardedBy =
  <A extends Access, I extends HttpApiMiddleware.HttpApiMiddleware.AnyId, T>(
    access: A,
    middleware: Context.Tag<I, T>
  ) =>
  (scope?: Requirement, side?: "live") =>
  <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>
  ) => {
    const guard: Guard<A> = { access, scope, liveOnly: side === "live" }
    return Object.assign(endpoint.middleware(middleware).annotate(Guarded, guard), { guard })
  }

/**
 * Lets a partner call an endpoint with an access token. If a requirement is given, the token must meet it. With "live", tokens of a test
 * side are refused.
 */
export const forPartner = guardedBy("partner", Authorization)
/** Lets a partner call an endpoint with a token that a user granted to the partner. */
export const forUser = guardedBy("user", UserAuthorization)
export const forKey = guardedBy("key", KeyAuthorization)

export const forAnyone =
  () =>
  <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>
  ) => {
    const guard: Guard<"public"> = { access: "public", scope: undefined, liveOnly: false }
    return Object.assign(endpoint.annotate(Guarded, guard), { guard })
  }
