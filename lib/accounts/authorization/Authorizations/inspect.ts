import { Effect } from "effect"
import type { PartnerId } from "../../../rewards/Id.ts"
import { Database } from "../../../sql/Database.ts"
import { Audit } from "../../audit/Audit.ts"
import { ApplicationNotFound } from "../../Errors.ts"
import { type AuthorizationParameters, consider } from "../Authorization.ts"
import { clientActor, clientOf } from "./clients.ts"

/**
 * Validates an authorization request. A request without a valid client or redirect address is recorded in the audit
 * trail.
 */
export const makeInspect = Effect.gen(function* () {
  const database = yield* Database
  const audit = yield* Audit

  const refuse = (clientId: string, partnerId: PartnerId | undefined, detail: string) =>
    audit.record({
      action: "consent.refuse",
      outcome: "refused",
      actor: clientActor(clientId),
      partnerId,
      detail
    })

  return (given: AuthorizationParameters, options: { readonly challengeRequired: boolean }) =>
    Effect.gen(function* () {
      const { clientId = "", ecosystem, repeated = [] } = given
      const client = repeated.includes("clientId")
        ? undefined
        : yield* clientOf(database, ecosystem, clientId)
      if (client === undefined) {
        yield* refuse(clientId, undefined, "the client is unknown")
        return yield* new ApplicationNotFound({ clientId: clientId.slice(0, 64) })
      }
      return yield* Effect.tapError(consider(client, given, options), ({ reason, redirectUri }) =>
        redirectUri === null ? refuse(clientId, client.partnerId, reason) : Effect.void
      )
    })
})
