import { Schema } from "effect"
import { partnerName } from "../../../rewards/sql.ts"
import { Bool, Id, Instant, Uuid } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"

/** Finds the client only under its partner's own ecosystem. */
export const findClient = statement({
  input: { client_id: "text", ecosystem: "text" },
  output: Schema.Struct({
    partnerId: Id("PartnerId"),
    applicationId: Uuid,
    clientId: Schema.String,
    applicationName: Schema.String,
    partnerName: Schema.String,
    redirectUrl: Schema.String,
    webRedirectUrl: Schema.NullOr(Schema.String),
    mobileRedirectUrl: Schema.NullOr(Schema.String)
  }),
  sql: `SELECT a.partner_id AS "partnerId", a.id AS "applicationId", a.client_id AS "clientId",
      a.name AS "applicationName", ${partnerName("a.partner_id")} AS "partnerName", a.redirect_url AS "redirectUrl",
      a.web_redirect_url AS "webRedirectUrl", a.mobile_redirect_url AS "mobileRedirectUrl"
    FROM input CROSS JOIN rewards_application a
    JOIN rewards_login l ON l.partner_id = a.partner_id
    WHERE a.client_id = input.client_id AND l.ecosystem = input.ecosystem`
})

export const insertGrant = statement({
  input: {
    partner_id: "uuid",
    application_id: "uuid",
    id: "uuid",
    user_id: "uuid",
    scopes: "text",
    created_at: "instant"
  },
  sql: `INSERT INTO rewards_grant (partner_id, application_id, id, user_id, scopes, created_at)
    SELECT partner_id, application_id, id, user_id, scopes, created_at FROM input`
})

export const insertCode = statement({
  input: {
    partner_id: "uuid",
    grant_id: "uuid",
    hash: "text",
    redirect_uri: "text",
    challenge: "text?",
    created_at: "instant",
    expires_at: "instant"
  },
  sql: `INSERT INTO rewards_code (partner_id, grant_id, hash, redirect_uri, challenge, created_at, expires_at)
    SELECT partner_id, grant_id, hash, redirect_uri, challenge, created_at, expires_at FROM input`
})

/** Columns that every query over codes and tokens returns: the grant's owner and whether it is still valid. */
const grant = {
  partnerId: Id("PartnerId"),
  grantId: Uuid,
  applicationId: Uuid,
  userId: Uuid,
  grantScopes: Schema.String,
  revoked: Bool,
  used: Bool,
  expiresAt: Instant
}

const grantColumns = `g.partner_id AS "partnerId", g.id AS "grantId", g.application_id AS "applicationId",
  g.user_id AS "userId", g.scopes AS "grantScopes", g.revoked_at IS NOT NULL AS revoked,
  x.used_at IS NOT NULL AS used, x.expires_at AS "expiresAt"`

const joinGrant = `JOIN rewards_grant g ON g.partner_id = x.partner_id AND g.id = x.grant_id`

export const findCode = statement({
  input: { hash: "text" },
  output: Schema.Struct({
    ...grant,
    redirectUri: Schema.String,
    challenge: Schema.NullOr(Schema.String)
  }),
  sql: `SELECT ${grantColumns}, x.redirect_uri AS "redirectUri", x.challenge
    FROM input CROSS JOIN rewards_code x ${joinGrant} WHERE x.hash = input.hash`
})

export const findToken = statement({
  input: { hash: "text" },
  output: Schema.Struct({ ...grant, kind: Schema.Literal("access", "refresh") }),
  sql: `SELECT ${grantColumns}, x.kind
    FROM input CROSS JOIN rewards_grant_token x ${joinGrant} WHERE x.hash = input.hash`
})

const Claimed = Schema.Struct({ hash: Schema.String })

/**
 * Marks the code as used. Of several concurrent transactions only one gets the row back; the others wait for its
 * commit and then find the code used. The same holds for `claimRefreshToken`.
 */
export const claimCode = statement({
  input: { hash: "text", at: "instant" },
  output: Claimed,
  sql: `UPDATE rewards_code SET used_at = input.at FROM input
    WHERE rewards_code.hash = input.hash AND rewards_code.used_at IS NULL RETURNING rewards_code.hash AS hash`
})

export const claimRefreshToken = statement({
  input: { hash: "text", at: "instant" },
  output: Claimed,
  sql: `UPDATE rewards_grant_token SET used_at = input.at FROM input
    WHERE rewards_grant_token.hash = input.hash AND rewards_grant_token.kind = 'refresh'
      AND rewards_grant_token.used_at IS NULL RETURNING rewards_grant_token.hash AS hash`
})

export const insertTokens = statement({
  input: {
    hash: "text",
    partner_id: "uuid",
    grant_id: "uuid",
    kind: "text",
    scopes: "text?",
    created_at: "instant",
    expires_at: "instant"
  },
  sql: `INSERT INTO rewards_grant_token (hash, partner_id, grant_id, kind, scopes, created_at, expires_at)
    SELECT hash, partner_id, grant_id, kind, scopes, created_at, expires_at FROM input`
})

export const forgetExpiredTokens = statement({
  input: { partner_id: "uuid", grant_id: "uuid", at: "instant" },
  sql: `DELETE FROM rewards_grant_token WHERE hash IN (
    SELECT t.hash FROM input CROSS JOIN rewards_grant_token t
    WHERE t.partner_id = input.partner_id AND t.grant_id = input.grant_id AND t.expires_at <= input.at)`
})

/**
 * Revokes a grant, which ends all its codes and tokens. Only the first of several concurrent calls gets the row back.
 */
export const revokeGrant = statement({
  input: { partner_id: "uuid", id: "uuid", at: "instant" },
  output: Schema.Struct({ id: Uuid }),
  sql: `UPDATE rewards_grant SET revoked_at = input.at FROM input
    WHERE rewards_grant.partner_id = input.partner_id AND rewards_grant.id = input.id
      AND rewards_grant.revoked_at IS NULL RETURNING rewards_grant.id AS id`
})

export const deleteAccessToken = statement({
  input: { hash: "text" },
  output: Claimed,
  sql: `DELETE FROM rewards_grant_token WHERE hash IN (SELECT hash FROM input) AND kind = 'access' RETURNING hash`
})
