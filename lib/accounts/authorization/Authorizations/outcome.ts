import { Effect, Either } from "effect"
import type { Database } from "../../../sql/Database.ts"
import type { Audit } from "../../audit/Audit.ts"
import { GrantRefused } from "../../Errors.ts"
import { hideNames } from "../../members/visibility.ts"
import type { Client, TokenSet } from "../Authorization.ts"
import { revokeGrant } from "./statements.ts"

interface Refusal {
  readonly code: GrantRefused["code"]
  readonly reason: string
  /** The user of the grant, if it was found. */
  readonly userId: string | undefined
}

/**
 * The result of an attempt. A refusal is a value and not a failure, because its writes (a used code, a revoked grant)
 * must commit.
 */
export type Outcome = Either.Either<TokenSet, Refusal>

export const refuse = (
  reason: string,
  userId?: string,
  code: GrantRefused["code"] = "invalid_grant"
): Outcome => Either.left({ code, reason, userId })

/** Runs an attempt in a transaction. A refusal is recorded and becomes a failure after the commit. */
export const settle = <E, R>(
  database: Database["Type"],
  audit: Audit["Type"],
  action: "grant.exchange" | "grant.refresh",
  client: Client,
  attempt: Effect.Effect<Outcome, E, R>
) =>
  Effect.gen(function* () {
    const outcome = yield* database.transaction(attempt)
    if (Either.isRight(outcome)) return outcome.right
    const { code, reason, userId } = outcome.left
    const { clientId: actor, partnerId } = client
    yield* audit.record({ action, outcome: "refused", actor, partnerId, userId, detail: reason })
    return yield* new GrantRefused({ code, reason })
  })

/**
 * Revokes a grant. A code or refresh token that is used twice may have been stolen, and the server cannot tell which
 * of the two uses was legitimate, so all tokens of the grant end. Only the transaction that revokes the grant records
 * it.
 */
export const endGrant = (
  database: Database["Type"],
  audit: Audit["Type"],
  client: Client,
  grant: { readonly grantId: string; readonly userId: string },
  detail: string,
  at: Date
) =>
  Effect.gen(function* () {
    const { clientId: actor, partnerId } = client
    const { grantId, userId } = grant
    const ended = yield* database.run(revokeGrant, [
      { partner_id: partnerId, id: grantId, at: at.toISOString() }
    ])
    if (ended.length === 0) return
    yield* hideNames(database, [{ partnerId, userId }])
    yield* audit.record({ action: "grant.revoke", outcome: "done", actor, partnerId, userId, detail })
  })
