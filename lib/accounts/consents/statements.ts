import { Schema } from "effect"
import { partnerName } from "../../rewards/sql.ts"
import { Id, Instant, Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

/** A user's grants that are not revoked, newest first. Each sign-in makes one, and old ones are deleted. */
export const findGrants = statement({
  input: { user_id: "uuid" },
  output: Schema.Struct({
    clientId: Schema.String,
    applicationName: Schema.String,
    partnerName: Schema.String,
    scopes: Schema.String,
    createdAt: Instant
  }),
  sql: `SELECT a.client_id AS "clientId", a.name AS "applicationName", ${partnerName("a.partner_id")} AS "partnerName",
      g.scopes, g.created_at AS "createdAt"
    FROM input CROSS JOIN rewards_grant g
    JOIN rewards_application a ON a.partner_id = g.partner_id AND a.id = g.application_id
    WHERE g.user_id = input.user_id AND g.revoked_at IS NULL ORDER BY g.created_at DESC, g.id DESC LIMIT 1000`
})

/** Locks a user's grants that are not revoked: for one application, or for all if none is given. */
export const lockGrants = statement({
  input: { user_id: "uuid", client_id: "text?" },
  output: Schema.Struct({ partnerId: Id("PartnerId"), id: Uuid, clientId: Schema.String }),
  sql: ({ lock }) => `SELECT g.partner_id AS "partnerId", g.id, a.client_id AS "clientId"
    FROM input CROSS JOIN rewards_grant g
    JOIN rewards_application a ON a.partner_id = g.partner_id AND a.id = g.application_id
    WHERE g.user_id = input.user_id AND g.revoked_at IS NULL
      AND (input.client_id IS NULL OR a.client_id = input.client_id)${lock("g", "g.partner_id, g.id")}`
})

export const revokeGrants = statement({
  input: { partner_id: "uuid", id: "uuid", at: "instant" },
  sql: `UPDATE rewards_grant SET revoked_at = input.at FROM input
    WHERE rewards_grant.partner_id = input.partner_id AND rewards_grant.id = input.id`
})
