import { Effect, Either } from "effect"
import { now } from "../../../rewards/clock.ts"
import { parser } from "../../../schema/Input.ts"
import { Database } from "../../../sql/Database.ts"
import { Audit } from "../../audit/Audit.ts"
import { digest } from "../../secret.ts"
import { type Client, scopesOf, type UserScope } from "../Authorization.ts"
import { RefreshTokens, type RefreshTokensInput } from "../inputs.ts"
import { clientOrRefuse } from "./clients.ts"
import { endGrant, refuse, settle } from "./outcome.ts"
import { claimRefreshToken, findToken } from "./statements.ts"
import { issueTokens } from "./tokens.ts"

const parse = parser(RefreshTokens)

/**
 * Returns the requested scopes, null if the request names none, or undefined if the grant does not contain them all.
 */
const narrowedTo = (
  scope: string | undefined,
  grantScopes: string
): ReadonlyArray<UserScope> | null | undefined => {
  if (scope === undefined) return null
  const granted = new Set<string>(grantScopes.split(" "))
  const asked = scopesOf(scope)
  return asked?.every((each) => granted.has(each)) === true ? asked : undefined
}

/**
 * Exchanges a refresh token for new tokens, once: each use issues the next refresh token. A second use means that the
 * token was copied. The server cannot tell the thief from the client, so it revokes the grant.
 */
export const makeRefresh = Effect.gen(function* () {
  const database = yield* Database
  const audit = yield* Audit

  const attempt = (input: typeof RefreshTokens.Type, client: Client, authenticated: string | undefined) =>
    Effect.gen(function* () {
      const at = yield* now
      const hash = digest(input.refreshToken)
      const [token] = yield* database.run(findToken, [{ hash }])
      if (token?.kind !== "refresh" || token.applicationId !== client.applicationId)
        return refuse("the refresh token is unknown: ask the user again")
      const { userId } = token
      const again = Effect.as(
        endGrant(database, audit, client, token, "a refresh token was used again", at),
        refuse("the refresh token was used before: everything that it gave has ended", userId)
      )
      if (token.used) return yield* again
      if (token.revoked || token.expiresAt <= at)
        return refuse("the refresh token has expired or was revoked: ask the user again", userId)
      if (authenticated !== undefined && authenticated !== client.partnerId)
        return refuse("the access token is of another partner than the client", userId, "invalid_client")
      const narrowed = narrowedTo(input.scope, token.grantScopes)
      if (narrowed === undefined)
        return refuse("the scope must be of what the user has allowed", userId, "invalid_scope")
      const claimed = yield* database.run(claimRefreshToken, [{ hash, at: at.toISOString() }])
      if (claimed.length === 0) return yield* again
      const tokens = yield* issueTokens(database, token, at, narrowed ?? undefined)
      const { clientId: actor, partnerId } = client
      yield* audit.record({ action: "grant.refresh", outcome: "done", actor, partnerId, userId })
      return Either.right(tokens)
    })

  return Effect.fn("Authorizations.refresh")(function* (
    input: RefreshTokensInput,
    authenticated?: string | undefined
  ) {
    const given = yield* parse(input)
    const client = yield* clientOrRefuse(database, audit, "grant.refresh", given)
    return yield* settle(database, audit, "grant.refresh", client, attempt(given, client, authenticated))
  })
})
