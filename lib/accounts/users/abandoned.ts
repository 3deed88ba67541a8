import { Duration, Effect, Schema } from "effect"
import { isMember } from "../../rewards/sql.ts"
import type { Database } from "../../sql/Database.ts"
import { Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import type { Audit } from "../audit/Audit.ts"
import { emailKey } from "../Identity.ts"

/** How long an account that is not verified keeps its tag and its e-mail address. */
const patience = Duration.toMillis("24 hours")

/**
 * Locks the accounts with this tag or e-mail address that were not verified in time. An award or a consent that would
 * make one of them known to a partner holds the same lock, so it comes before, and is seen by the next statement, or
 * after.
 */
const lockAbandoned = statement({
  input: { tag: "text", email_key: "text", before: "instant" },
  output: Schema.Struct({ id: Uuid }),
  sql: ({ lock }) => `SELECT u.id FROM input CROSS JOIN rewards_user u
    WHERE (u.tag = input.tag OR u.email_key = input.email_key) AND u.email_verified_at IS NULL
      AND u.created_at <= input.before${lock("u", "u.id")}`
})

/** Returns those of the accounts that no consent and no member refers to. */
const findUnreferred = statement({
  input: { id: "uuid" },
  output: Schema.Struct({ id: Uuid }),
  sql: ({ idText }) => `SELECT u.id FROM input CROSS JOIN rewards_user u
    WHERE u.id = input.id AND NOT EXISTS (SELECT 1 FROM rewards_grant g WHERE g.user_id = u.id)
      AND NOT ${isMember(idText("u.id"))}`
})

const deleteCodes = statement({
  input: { id: "uuid" },
  sql: `DELETE FROM rewards_otp WHERE user_id IN (SELECT id FROM input)`
})

const deleteUsers = statement({
  input: { id: "uuid" },
  sql: `DELETE FROM rewards_user WHERE id IN (SELECT id FROM input) AND email_verified_at IS NULL`
})

/**
 * Removes accounts that stand in the way of a new one and were abandoned: not verified within 24 hours, without a
 * consent, and not a member of any partner. Without this, anyone could keep an e-mail address or a tag for ever.
 */
export const makeRemoveAbandoned = (database: Database["Type"], audit: Audit["Type"]) =>
  Effect.fnUntraced(function* (wanted: { readonly tag: string; readonly email: string; readonly at: Date }) {
    const before = new Date(wanted.at.getTime() - patience).toISOString()
    const locked = yield* database.run(lockAbandoned, [
      { tag: wanted.tag, email_key: emailKey(wanted.email), before }
    ])
    const abandoned = yield* database.run(findUnreferred, locked)
    yield* database.run(deleteCodes, abandoned)
    yield* database.run(deleteUsers, abandoned)
    yield* Effect.forEach(abandoned, ({ id }) =>
      audit.record({
        action: "user.remove",
        outcome: "done",
        actor: wanted.email,
        userId: id,
        detail: "the account was not verified within 24 hours, and a new one has its tag or e-mail address"
      })
    )
  })
