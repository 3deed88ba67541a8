import { Effect } from "effect"
import { now } from "../../../rewards/clock.ts"
import { parser } from "../../../schema/Input.ts"
import { Database } from "../../../sql/Database.ts"
import { Audit } from "../../audit/Audit.ts"
import { digest } from "../../secret.ts"
import type { Client } from "../Authorization.ts"
import { RevokeToken, type RevokeTokenInput } from "../inputs.ts"
import { clientOrRefuse } from "./clients.ts"
import { endGrant } from "./outcome.ts"
import { deleteAccessToken, findToken } from "./statements.ts"

const parse = parser(RevokeToken)

/**
 * Revocation (RFC 7009). A refresh token ends its grant with all tokens; an access token ends only itself. The token
 * type hint is not needed. A token of another client is left alone, and the answer is the same.
 */
export const makeRevoke = Effect.gen(function* () {
  const database = yield* Database
  const audit = yield* Audit

  const attempt = (token: string, client: Client) =>
    Effect.gen(function* () {
      const { clientId: actor, partnerId } = client
      const hash = digest(token)
      const [found] = yield* database.run(findToken, [{ hash }])
      if (found?.applicationId !== client.applicationId) return false
      if (found.kind === "refresh") {
        yield* endGrant(database, audit, client, found, "a refresh token was revoked", yield* now)
        return true
      }
      const deleted = yield* database.run(deleteAccessToken, [{ hash }])
      if (deleted.length === 0) return true
      const { userId } = found
      const detail = "an access token was revoked"
      yield* audit.record({ action: "grant.revoke", outcome: "done", actor, partnerId, userId, detail })
      return true
    })

  return Effect.fn("Authorizations.revoke")(function* (input: RevokeTokenInput) {
    const given = yield* parse(input)
    const client = yield* clientOrRefuse(database, audit, "grant.revoke", given)
    if (yield* database.transaction(attempt(given.token, client))) return
    const { clientId: actor, partnerId } = client
    const detail = "the token is not one of this client"
    yield* audit.record({ action: "grant.revoke", outcome: "refused", actor, partnerId, detail })
  })
})
