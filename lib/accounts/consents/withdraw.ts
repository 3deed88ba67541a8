import { Effect } from "effect"
import { now } from "../../rewards/clock.ts"
import type { Database } from "../../sql/Database.ts"
import type { Audit } from "../audit/Audit.ts"
import { hideNames } from "../members/visibleNames.ts"
import { lockGrants, revokeGrants } from "./statements.ts"

/**
 * Revokes a user's grants in the caller's transaction, for one application or for all, which ends their codes and
 * tokens. The audit trail of each partner has one entry for each application. The entry names the application, because
 * the partner may no longer see the user's tag.
 */
export const makeWithdraw = (database: Database["Type"], audit: Audit["Type"]) =>
  Effect.fnUntraced(function* (userId: string, clientId: string | null, detail: string) {
    const at = (yield* now).toISOString()
    const grants = yield* database.run(lockGrants, [{ user_id: userId, client_id: clientId }])
    yield* database.run(
      revokeGrants,
      grants.map(({ id, partnerId }) => ({ partner_id: partnerId, id, at }))
    )
    const partners = new Set(grants.map(({ partnerId }) => partnerId))
    yield* hideNames(
      database,
      Array.from(partners, (partnerId) => ({ partnerId, userId }))
    )
    const owners = new Map(grants.map((grant) => [grant.clientId, grant.partnerId]))
    yield* Effect.forEach(owners, ([actor, partnerId]) =>
      audit.record({ action: "grant.revoke", outcome: "done", actor, partnerId, userId, detail })
    )
  })
