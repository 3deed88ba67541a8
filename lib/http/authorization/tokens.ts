import { Duration, Effect } from "effect"
import { Audit } from "../../accounts/audit/Audit.ts"
import { Authorizations, clientActor, type TokenSet } from "../../accounts/authorization/Authorizations.ts"
import { GrantRefused } from "../../accounts/Errors.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { InvalidInput, invalid, Unparsed } from "../../schema/Input.ts"
import type { Empty } from "../answerSchemas.ts"
import type { ServiceFailure } from "../failure.ts"
import { type EndpointHandler, type Incoming, type Services, tokenOf } from "../handle.ts"
import { inOAuthNames, jsonName, oauthName, type Tokens } from "./schemas.ts"

/** Returns the fields of a request by their JSON names. A form's field without a value counts as absent (RFC 6749, 3.2). */
const fieldsOf = ({ body, eco, isForm }: Incoming): Readonly<Record<string, unknown>> => {
  if (!isForm) return { ...body, ecosystem: eco }
  const given = Object.entries(body).filter(([, value]) => value !== "")
  return { ...Object.fromEntries(given.map(([name, value]) => [jsonName(name), value])), ecosystem: eco }
}

/** If the caller sent a form, an `InvalidInput` error names the fields by their OAuth names. */
const inCallersNames = <A, E, R>({ isForm }: Incoming, effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, (error) =>
    isForm && error instanceof InvalidInput
      ? new InvalidInput({
          faults: error.faults.map(({ field, problem }) => ({ field: oauthName(field), problem }))
        })
      : error
  )

/** Returns the session of the partner's own access token, if the request has one. An invalid token is refused and audited. */
const authenticatedIn = ({ request }: Incoming, action: "grant.exchange" | "grant.refresh", actor: string) =>
  Effect.gen(function* () {
    if (!request.headers.has("authorization")) return undefined
    return yield* (yield* Sessions).check(yield* tokenOf(request))
  }).pipe(
    Effect.catchTag("Unauthorized", () =>
      Effect.gen(function* () {
        const reason =
          "the Authorization header must be absent, or must be Bearer with the partner's own access token"
        yield* (yield* Audit).record({ action, outcome: "refused", actor, detail: reason })
        return yield* new GrantRefused({ code: "invalid_client", reason })
      })
    )
  )

const granted = (incoming: Incoming): Effect.Effect<TokenSet, ServiceFailure, Services> =>
  Effect.gen(function* () {
    const authorizations = yield* Authorizations
    const { grantType, ...fields } = fieldsOf(incoming)
    const client = clientActor(fields.clientId)
    switch (grantType) {
      case "authorization_code": {
        const authenticated = yield* authenticatedIn(incoming, "grant.exchange", client)
        return yield* authorizations.exchange(new Unparsed(fields), authenticated)
      }
      case "refresh_token": {
        const authenticated = yield* authenticatedIn(incoming, "grant.refresh", client)
        return yield* authorizations.refresh(new Unparsed(fields), authenticated?.partnerId)
      }
      case undefined:
        return yield* invalid("grantType", "is required")
      default:
        return yield* typeof grantType === "string"
          ? new GrantRefused({
              code: "unsupported_grant_type",
              reason: "the grant type must be authorization_code or refresh_token"
            })
          : invalid("grantType", "must be text")
    }
  })

/** RFC 6749, 5.1 requires both headers in an answer with tokens. */
const uncached = { "cache-control": "no-store", pragma: "no-cache" }

export const issueTokens: EndpointHandler<"public", typeof Tokens.Encoded> = Effect.fnUntraced(
  function* (incoming) {
    const { accessToken, expiresIn, refreshToken, scopes } = yield* inCallersNames(
      incoming,
      granted(incoming)
    )
    const data: typeof Tokens.Encoded = {
      accessToken,
      tokenType: "Bearer",
      expiresIn: Duration.toSeconds(expiresIn),
      refreshToken,
      scope: scopes.join(" ")
    }
    if (!incoming.isForm) return { message: "Tokens issued successfully", data }
    const headers = { "content-type": "application/json; charset=utf-8", ...uncached }
    return { status: 200, headers, text: JSON.stringify(inOAuthNames(data)) }
  }
)

export const revokeToken: EndpointHandler<"public", typeof Empty.Encoded> = Effect.fnUntraced(
  function* (incoming) {
    const authorizations = yield* Authorizations
    yield* inCallersNames(incoming, authorizations.revoke(new Unparsed(fieldsOf(incoming))))
    return incoming.isForm
      ? { status: 200, headers: uncached, text: "" }
      : { message: "Token revoked successfully", data: {} }
  }
)
