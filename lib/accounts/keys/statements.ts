import { Schema } from "effect"
import { Instant, Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { ApiKey, maxLiveKeys, StoredScopes as Scopes } from "./ApiKey.ts"

const maxListed = 2 * maxLiveKeys

export const insertKey = statement({
  input: {
    partner_id: "uuid",
    id: "uuid",
    key: "text",
    hash: "text",
    name: "text",
    scopes: "text",
    created_at: "instant",
    max: "integer"
  },
  output: Schema.Struct({ id: Uuid }),
  sql: `INSERT INTO rewards_api_key (partner_id, id, key, hash, name, scopes, created_at)
    SELECT partner_id, id, key, hash, name, scopes, created_at FROM input
    WHERE (SELECT COUNT(*) FROM rewards_api_key k
      WHERE k.partner_id = input.partner_id AND k.revoked_at IS NULL) < input.max
    RETURNING id`
})

const Row = Schema.Struct({
  ...ApiKey.fields,
  id: Uuid,
  scopes: Scopes,
  createdAt: Instant,
  lastUsedAt: Schema.NullOr(Instant),
  revokedAt: Schema.NullOr(Instant)
})

const columns = (table: string) =>
  `${table}.id, ${table}.key AS "apiKey", ${table}.name, ${table}.scopes, ${table}.created_at AS "createdAt",
    ${table}.last_used_at AS "lastUsedAt", ${table}.revoked_at AS "revokedAt"`

export const listKeys = statement({
  input: { partner_id: "uuid" },
  output: Row,
  sql: `SELECT ${columns("k")} FROM input CROSS JOIN rewards_api_key k WHERE k.partner_id = input.partner_id
    ORDER BY CASE WHEN k.revoked_at IS NULL THEN 0 ELSE 1 END, k.id DESC LIMIT ${maxListed}`
})

export const readKey = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Row,
  sql: `SELECT ${columns("k")} FROM input CROSS JOIN rewards_api_key k
    WHERE k.partner_id = input.partner_id AND k.id = input.id`
})

/** Answers with the key if it was not revoked before. */
export const revokeKey = statement({
  input: { partner_id: "uuid", id: "uuid", at: "instant" },
  output: Row,
  sql: `UPDATE rewards_api_key SET revoked_at = input.at FROM input
    WHERE rewards_api_key.partner_id = input.partner_id AND rewards_api_key.id = input.id
      AND rewards_api_key.revoked_at IS NULL
    RETURNING ${columns("rewards_api_key")}`
})
