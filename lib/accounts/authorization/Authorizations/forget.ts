import { Effect, Schema } from "effect"
import type { PartnerId } from "../../../rewards/Id.ts"
import type { Database } from "../../../sql/Database.ts"
import { Uuid } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"

/** Rows are deleted an hour after they became invalid, when no running transaction can still use them. */
const margin = 60 * 60 * 1000

const findDead = statement({
  input: { partner_id: "uuid", user_id: "uuid", before: "instant" },
  output: Schema.Struct({ id: Uuid }),
  sql: `SELECT g.id FROM input CROSS JOIN rewards_grant g
    WHERE g.partner_id = input.partner_id AND g.user_id = input.user_id AND (g.revoked_at < input.before OR (
      NOT EXISTS (SELECT 1 FROM rewards_grant_token t
        WHERE t.partner_id = g.partner_id AND t.grant_id = g.id AND t.expires_at >= input.before)
      AND NOT EXISTS (SELECT 1 FROM rewards_code c
        WHERE c.partner_id = g.partner_id AND c.grant_id = g.id AND c.expires_at >= input.before)))`
})

const partsOf = (table: "rewards_grant_token" | "rewards_code") =>
  statement({
    input: { partner_id: "uuid", id: "uuid" },
    sql: `DELETE FROM ${table} WHERE hash IN (SELECT x.hash FROM input CROSS JOIN ${table} x
      WHERE x.partner_id = input.partner_id AND x.grant_id = input.id)`
  })

const deleteTokens = partsOf("rewards_grant_token")
const deleteCodes = partsOf("rewards_code")

const deleteGrants = statement({
  input: { partner_id: "uuid", id: "uuid" },
  sql: `DELETE FROM rewards_grant WHERE (partner_id, id) IN (SELECT partner_id, id FROM input)`
})

/**
 * Deletes a user's grants for a partner that are revoked or have only expired codes and tokens. It runs whenever the
 * same user consents again, so that daily logins do not fill the tables.
 */
export const forgetDead = (
  database: Database["Type"],
  dead: { readonly partnerId: PartnerId; readonly userId: string; readonly at: Date }
) =>
  Effect.gen(function* () {
    const before = new Date(dead.at.getTime() - margin).toISOString()
    const found = yield* database.run(findDead, [
      { partner_id: dead.partnerId, user_id: dead.userId, before }
    ])
    const grants = found.map(({ id }) => ({ partner_id: dead.partnerId, id }))
    yield* database.run(deleteTokens, grants)
    yield* database.run(deleteCodes, grants)
    yield* database.run(deleteGrants, grants)
  })
