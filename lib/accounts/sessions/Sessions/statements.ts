import { Schema } from "effect"
import { Id, Uuid } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"
import { StoredScopes as Scopes } from "../../keys/ApiKey.ts"

export const findLogin = statement({
  input: { ecosystem: "text", email: "text" },
  output: Schema.Struct({ partnerId: Id("PartnerId"), passwordHash: Schema.String }),
  sql: `SELECT l.partner_id AS "partnerId", l.password_hash AS "passwordHash"
    FROM input CROSS JOIN rewards_login l
    WHERE l.ecosystem = input.ecosystem AND l.email = input.email`
})

/** Locks the login until commit if its hash is still this one. */
export const lockLogin = statement({
  input: { partner_id: "uuid", password_hash: "text" },
  output: Schema.Struct({ partnerId: Id("PartnerId") }),
  sql: ({ lock }) => `SELECT l.partner_id AS "partnerId" FROM input CROSS JOIN rewards_login l
    WHERE l.partner_id = input.partner_id AND l.password_hash = input.password_hash${lock("l", "l.partner_id")}`
})

/** Stores the same password, hashed with today's cost. */
export const rehash = statement({
  input: { partner_id: "uuid", password_hash: "text", new_hash: "text", updated_at: "instant" },
  sql: `UPDATE rewards_login SET password_hash = input.new_hash, updated_at = input.updated_at
    FROM input
    WHERE rewards_login.partner_id = input.partner_id AND rewards_login.password_hash = input.password_hash`
})

export const findKey = statement({
  input: { key: "text" },
  output: Schema.Struct({ partnerId: Id("PartnerId"), hash: Schema.String }),
  sql: `SELECT k.partner_id AS "partnerId", k.hash FROM input CROSS JOIN rewards_api_key k WHERE k.key = input.key`
})

/**
 * Updates a key that is not revoked, which locks it until commit: a concurrent revocation comes either before, or
 * after the token was issued and then ends the token too.
 */
export const useKey = statement({
  input: { key: "text", at: "instant" },
  output: Schema.Struct({ id: Uuid, partnerId: Id("PartnerId"), scopes: Scopes }),
  sql: `UPDATE rewards_api_key SET last_used_at = input.at FROM input
    WHERE rewards_api_key.key = input.key AND rewards_api_key.revoked_at IS NULL
    RETURNING rewards_api_key.id, rewards_api_key.partner_id AS "partnerId", rewards_api_key.scopes`
})
