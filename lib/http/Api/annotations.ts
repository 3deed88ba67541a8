import { HttpApiMiddleware, HttpApiSchema, HttpApiSecurity } from "@effect/platform"
import { Context, Schema } from "effect"
import { Ecosystem } from "../../accounts/Identity.ts"
import type { Scope } from "../../accounts/sessions/Sessions.ts"
import { Failure } from "../wire/envelope.ts"

const failure = Failure.annotations(HttpApiSchema.annotations({ status: 401 }))

/** A request under /laas carries a partner's access token. */
export class Authorization extends HttpApiMiddleware.Tag<Authorization>()("rewards/Authorization", {
  failure,
  security: { bearer: HttpApiSecurity.bearer }
}) {}

/** A request that carries an access token that a user has allowed a partner. */
export class UserAuthorization extends HttpApiMiddleware.Tag<UserAuthorization>()(
  "rewards/UserAuthorization",
  { failure, security: { userBearer: HttpApiSecurity.bearer } }
) {}

/** A request that carries an API key and its secret. */
export class KeyAuthorization extends HttpApiMiddleware.Tag<KeyAuthorization>()("rewards/KeyAuthorization", {
  failure,
  security: { basic: HttpApiSecurity.basic }
}) {}

/** What a partner's token must allow for an endpoint. */
export class RequiredScope extends Context.Tag("rewards/RequiredScope")<RequiredScope, Scope>() {}

/** How many bytes a request body may have, where it is not the usual number. */
export class BodyLimit extends Context.Tag("rewards/BodyLimit")<BodyLimit, number>() {}

/**
 * How an endpoint's failures look: in the envelope; as a page for people; or, where the request came as a form, in the
 * JSON that OAuth prescribes.
 */
export type Rendering = "envelope" | "page" | "oauth"
export class FailuresAs extends Context.Tag("rewards/FailuresAs")<FailuresAs, Rendering>() {}

export const eco = HttpApiSchema.param("eco", Ecosystem)
export const created = { status: 201 }

/** Query parameters come as text; the services read them, and name what is wrong with them. */
export const optional = Schema.optional(Schema.String)

/** A page for people. */
export const Html = HttpApiSchema.Text({ contentType: "text/html" })
