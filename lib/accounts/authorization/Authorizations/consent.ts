import { Duration, Effect } from "effect"
import { now } from "../../../rewards/clock.ts"
import type { PartnerId } from "../../../rewards/Id.ts"
import { Ids, takeOne } from "../../../rewards/Ids.ts"
import { Members } from "../../../rewards/members/Members.ts"
import { Database } from "../../../sql/Database.ts"
import { Audit } from "../../audit/Audit.ts"
import { showNames } from "../../members/visibility.ts"
import { digest, newSecret } from "../../secret.ts"
import { UserLogins } from "../../users/UserLogins.ts"
import type { AuthorizationRequest } from "../Authorization.ts"
import { forgetDead } from "./forget.ts"
import { insertCode, insertGrant } from "./statements.ts"

/** Long enough for the client to follow the redirect and exchange the code. */
const codeLifetime = Duration.toMillis("60 seconds")

export interface Consent {
  readonly request: AuthorizationRequest
  readonly tag: string
  readonly password: string
}

export interface Refusal {
  readonly request: AuthorizationRequest
  readonly reason: string
}

/**
 * Handles the user's decision: consent with a password, or refusal. The partner can read the audit trail, so the trail
 * names the client, not the user: a tag needs the user's consent, and typed text may be a misplaced password.
 */
export const makeConsent = Effect.gen(function* () {
  const database = yield* Database
  const audit = yield* Audit
  const ids = yield* Ids
  const members = yield* Members
  const logins = yield* UserLogins

  /** Makes the user a member of the partner, unless a member with this id or link exists. */
  const admit = (partnerId: PartnerId, userId: string) =>
    Effect.catchTags(members.onboard({ partnerId, userId }), {
      InvalidInput: Effect.die,
      PartnerNotFound: Effect.die
    })

  const approve = (request: AuthorizationRequest, userId: string) =>
    Effect.gen(function* () {
      const { challenge, client, redirectUri, scopes } = request
      const { applicationId, clientId, partnerId } = client
      const at = yield* now
      const created_at = at.toISOString()
      const code = newSecret()
      const id = yield* takeOne(ids)
      const allowed = scopes.join(" ")
      yield* admit(partnerId, userId)
      yield* forgetDead(database, { partnerId, userId, at })
      yield* database.run(insertGrant, [
        {
          partner_id: partnerId,
          application_id: applicationId,
          id,
          user_id: userId,
          scopes: allowed,
          created_at
        }
      ])
      yield* showNames(database, { partnerId, userId })
      yield* database.run(insertCode, [
        {
          partner_id: partnerId,
          grant_id: id,
          hash: digest(code),
          redirect_uri: redirectUri,
          challenge: challenge ?? null,
          created_at,
          expires_at: new Date(at.getTime() + codeLifetime).toISOString()
        }
      ])
      yield* audit.record({
        action: "consent.give",
        outcome: "done",
        actor: clientId,
        partnerId,
        userId,
        detail: allowed
      })
      return code
    })

  const refuse = Effect.fn("Authorizations.refuse")(function* ({ reason, request }: Refusal) {
    const { clientId: actor, partnerId } = request.client
    yield* audit.record({ action: "consent.refuse", outcome: "refused", actor, partnerId, detail: reason })
  })

  return {
    refuse,
    consent: Effect.fn("Authorizations.consent")(function* ({ password, request, tag }: Consent) {
      const user = yield* Effect.tapErrorTag(logins.check({ tag, password }), "Unauthorized", ({ reason }) =>
        refuse({ request, reason })
      )
      return yield* database.transaction(Effect.zipRight(logins.hold(user), approve(request, user.id)))
    })
  }
})
