import { Schema } from "effect"
import { Id, Instant, Uuid } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"

export const insertToken = statement({
  input: {
    partner_id: "uuid",
    api_key_id: "uuid?",
    hash: "text",
    scopes: "text",
    created_at: "instant",
    expires_at: "instant"
  },
  sql: `INSERT INTO rewards_token (partner_id, api_key_id, hash, scopes, created_at, expires_at)
    SELECT partner_id, api_key_id, hash, scopes, created_at, expires_at FROM input`
})

export const findToken = statement({
  input: { hash: "text" },
  output: Schema.Struct({
    partnerId: Id("PartnerId"),
    scopes: Schema.String,
    expiresAt: Instant,
    actor: Schema.String
  }),
  sql: `SELECT t.partner_id AS "partnerId", t.scopes, t.expires_at AS "expiresAt",
      COALESCE(k.key, l.email, 'partner') AS actor
    FROM input CROSS JOIN rewards_token t
    LEFT JOIN rewards_login l ON l.partner_id = t.partner_id
    LEFT JOIN rewards_api_key k ON k.partner_id = t.partner_id AND k.id = t.api_key_id
    WHERE t.hash = input.hash`
})

export const deleteToken = statement({
  input: { hash: "text" },
  output: Schema.Struct({ partnerId: Id("PartnerId"), apiKeyId: Schema.NullOr(Uuid) }),
  sql: `DELETE FROM rewards_token WHERE hash IN (SELECT hash FROM input)
    RETURNING partner_id AS "partnerId", api_key_id AS "apiKeyId"`
})

/** Locks the tokens in one order, so that concurrent transactions wait for each other instead of deadlocking. */
const deleteTokens = (condition: string) =>
  statement({
    input: { partner_id: "uuid", api_key_id: "uuid?", at: "instant?" },
    sql: ({ lock }) => `DELETE FROM rewards_token WHERE hash IN (
      SELECT t.hash FROM rewards_token t CROSS JOIN input
      WHERE t.partner_id = input.partner_id${condition}${lock("t", "t.hash")})`
  })

export const deleteAll = deleteTokens("")
/** The tokens of logins with the password. */
export const deleteOfLogins = deleteTokens(" AND t.api_key_id IS NULL")
export const deleteOfKey = deleteTokens(" AND t.api_key_id = input.api_key_id")
export const deleteExpired = deleteTokens(" AND t.expires_at <= input.at")
