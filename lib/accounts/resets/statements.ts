import { Schema } from "effect"
import { partnerName } from "../../rewards/sql.ts"
import { Id } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

/**
 * Locks the login with this address until commit. Every transaction that changes a login and its link locks the login
 * first.
 */
export const lockAccount = statement({
  input: { ecosystem: "text", email: "text" },
  output: Schema.Struct({ partnerId: Id("PartnerId"), name: Schema.String }),
  sql: ({ lock }) => `SELECT l.partner_id AS "partnerId", ${partnerName("l.partner_id")} AS name
    FROM input CROSS JOIN rewards_login l
    WHERE l.ecosystem = input.ecosystem AND l.email = input.email${lock("l", "l.partner_id")}`
})

/** The links that a partner can get in an hour. A CHECK constraint of the table states the same limit. */
const maxLinks = 5

const places = Array.from({ length: maxLinks }, (_, index) => `SELECT ${index + 1} AS place`).join(
  " UNION ALL "
)

/**
 * Adds a link beside those that are still valid, in a place that no link of the last hour has. Returns no row, and
 * writes nothing, if there is no such place or the partner has no login. The caller has locked the login.
 */
export const writeReset = statement({
  input: {
    partner_id: "uuid",
    hash: "text",
    hour_ago: "instant",
    created_at: "instant",
    expires_at: "instant"
  },
  output: Schema.Struct({ partnerId: Id("PartnerId") }),
  sql: `INSERT INTO rewards_reset (partner_id, place, hash, created_at, expires_at)
    SELECT l.partner_id, p.place, input.hash, input.created_at, input.expires_at
    FROM input JOIN rewards_login l ON l.partner_id = input.partner_id CROSS JOIN (${places}) p
    WHERE NOT EXISTS (SELECT 1 FROM rewards_reset r
      WHERE r.partner_id = l.partner_id AND r.place = p.place AND r.created_at > input.hour_ago)
    ORDER BY p.place LIMIT 1
    ON CONFLICT (partner_id, place) DO UPDATE
    SET hash = excluded.hash, created_at = excluded.created_at, expires_at = excluded.expires_at
    RETURNING partner_id AS "partnerId"`
})

export const Found = Schema.Struct({ partnerId: Id("PartnerId"), email: Schema.String, name: Schema.String })

export const findReset = statement({
  input: { hash: "text", ecosystem: "text", at: "instant" },
  output: Found,
  sql: `SELECT l.partner_id AS "partnerId", l.email, ${partnerName("l.partner_id")} AS name
    FROM input CROSS JOIN rewards_reset r
    JOIN rewards_login l ON l.partner_id = r.partner_id
    WHERE r.hash = input.hash AND r.expires_at > input.at AND l.ecosystem = input.ecosystem`
})

/** Deletes all links of the partner if this one is among them and has not expired. */
export const useReset = statement({
  input: { partner_id: "uuid", hash: "text", at: "instant" },
  output: Schema.Struct({ partnerId: Id("PartnerId") }),
  sql: `DELETE FROM rewards_reset WHERE partner_id IN (
      SELECT r.partner_id FROM input CROSS JOIN rewards_reset r
      WHERE r.partner_id = input.partner_id AND r.hash = input.hash AND r.expires_at > input.at)
    RETURNING partner_id AS "partnerId"`
})

/** Deletes a partner's links, so that a link mailed to a former address does not work. */
export const dropResets = statement({
  input: { partner_id: "uuid" },
  sql: `DELETE FROM rewards_reset WHERE partner_id IN (SELECT partner_id FROM input)`
})

export const setPassword = statement({
  input: { partner_id: "uuid", password_hash: "text", updated_at: "instant" },
  sql: `UPDATE rewards_login SET password_hash = input.password_hash, updated_at = input.updated_at
    FROM input WHERE rewards_login.partner_id = input.partner_id`
})
