import { Duration, Effect, Schema } from "effect"
import type { PartnerId } from "../../../rewards/Id.ts"
import type { Database } from "../../../sql/Database.ts"
import { Bool } from "../../../sql/Row.ts"
import { given, statement } from "../../../sql/Statement.ts"
import type { Audit } from "../../audit/Audit.ts"
import { hideNames, showNames } from "../../members/visibility.ts"
import { digest, newPartnerSecret, newSecret } from "../../secret.ts"
import { codes, grants, grantTokens } from "../../tables.ts"
import {
  type AuthorizationRequest,
  type Client,
  scopesOf,
  type TokenSet,
  type UserScope
} from "../Authorization.ts"

const codeLifetime = Duration.seconds(60)
const accessLifetime = Duration.hours(4)
/** How long a refresh token is valid. Each refresh issues a new one. */
const refreshLifetime = Duration.days(30)
/** An invalid grant stays stored for this many milliseconds, because a running transaction may still use it. */
const deletionDelay = 60 * 60 * 1000

const after = (at: Date, lifetime: Duration.Duration): Date =>
  new Date(at.getTime() + Duration.toMillis(lifetime))

const insertGrant = grants.insert({ columns: grants.except("revokedAt") })
const insertCode = codes.insert({ columns: codes.except("usedAt") })
const insertTokens = grantTokens.insert({ columns: grantTokens.except("usedAt") })

/** The fields that every query for a code or a token returns. */
const grantOutput = {
  partnerId: grants.fields.partnerId,
  grantId: grants.fields.id,
  applicationId: grants.fields.applicationId,
  userId: grants.fields.userId,
  grantScopes: Schema.String,
  revoked: Bool,
  used: Bool,
  expiresAt: codes.fields.expiresAt
}

const grantColumns = `g.partner_id, g.id AS grant_id, g.application_id, g.user_id, g.scopes AS grant_scopes,
  g.revoked_at IS NOT NULL AS revoked, x.used_at IS NOT NULL AS used, x.expires_at`

const joinGrant = `JOIN rewards_grant g ON g.partner_id = x.partner_id AND g.id = x.grant_id`

const byHash = "x.partner_id = input.partner_id AND x.hash = input.hash"

export const findCode = statement({
  input: { partnerId: "uuid", hash: "text" },
  output: Schema.Struct({
    ...grantOutput,
    redirectUri: Schema.String,
    challenge: Schema.NullOr(Schema.String)
  }),
  sql: `SELECT ${grantColumns}, x.redirect_uri, x.challenge
    FROM input CROSS JOIN rewards_code x ${joinGrant} WHERE ${byHash}`
})

export const findToken = statement({
  input: { partnerId: "uuid", hash: "text" },
  output: Schema.Struct({ ...grantOutput, kind: grantTokens.fields.kind }),
  sql: `SELECT ${grantColumns}, x.kind
    FROM input CROSS JOIN rewards_grant_token x ${joinGrant} WHERE ${byHash}`
})

/** Marks a code as used. Of several concurrent transactions, only the first gets the row back. */
export const claimCode = codes.change({
  set: ["usedAt"],
  where: "rewards_code.used_at IS NULL",
  returning: ["hash"]
})

export const claimRefreshToken = grantTokens.change({
  set: ["usedAt"],
  where: "rewards_grant_token.kind = 'refresh' AND rewards_grant_token.used_at IS NULL",
  returning: ["hash"]
})

const deleteExpiredTokens = statement({
  input: { partnerId: "uuid", grantId: "uuid", at: "instant" },
  sql: `DELETE FROM rewards_grant_token WHERE partner_id IN ${given("partner_id")} AND hash IN (
    SELECT t.hash FROM input CROSS JOIN rewards_grant_token t
    WHERE t.partner_id = input.partner_id AND t.grant_id = input.grant_id AND t.expires_at <= input.at)`
})

export const deleteAccessToken = statement({
  input: { partnerId: "uuid", hash: "text" },
  output: grantTokens.row("hash"),
  sql: `DELETE FROM rewards_grant_token
    WHERE partner_id = ${given("partner_id")} AND hash = ${given("hash")} AND kind = 'access' RETURNING hash`
})

/** Revokes a grant. Of several concurrent transactions, only the first gets the row back. */
const revokeGrant = grants.change({
  set: ["revokedAt"],
  where: "rewards_grant.revoked_at IS NULL",
  returning: ["id"]
})

const findInvalidGrants = statement({
  input: { partnerId: "uuid", userId: "uuid", before: "instant" },
  output: grants.row("partnerId", "id"),
  sql: `SELECT g.partner_id, g.id FROM input CROSS JOIN rewards_grant g
    WHERE g.partner_id = input.partner_id AND g.user_id = input.user_id AND (g.revoked_at < input.before OR (
      NOT EXISTS (SELECT 1 FROM rewards_grant_token t
        WHERE t.partner_id = g.partner_id AND t.grant_id = g.id AND t.expires_at >= input.before)
      AND NOT EXISTS (SELECT 1 FROM rewards_code c
        WHERE c.partner_id = g.partner_id AND c.grant_id = g.id AND c.expires_at >= input.before)))`
})

const deleteTokens = grantTokens.by("partnerId", "grantId").delete()
const deleteCodes = codes.by("partnerId", "grantId").delete()
const deleteGrants = grants.delete()

/**
 * Deletes a user's grants for a partner after they have been invalid for an hour. A grant is invalid if it is revoked, or if all its
 * codes and tokens have expired.
 */
const deleteInvalidGrants = Effect.fnUntraced(function* (
  database: Database["Type"],
  owner: { readonly partnerId: PartnerId; readonly userId: string },
  at: Date
) {
  const before = new Date(at.getTime() - deletionDelay)
  const invalid = yield* database.run(findInvalidGrants, [{ ...owner, before }])
  const owned = invalid.map(({ id: grantId, partnerId }) => ({ partnerId, grantId }))
  yield* database.run(deleteTokens, owned)
  yield* database.run(deleteCodes, owned)
  yield* database.run(deleteGrants, invalid)
})

/** Creates the grant with the given id, and a code for it. Returns the code. */
export const createGrant = Effect.fnUntraced(function* (
  database: Database["Type"],
  { challenge, client, redirectUri, scopes }: AuthorizationRequest,
  { grantId, userId }: { readonly grantId: string; readonly userId: string },
  at: Date
) {
  const { applicationId, partnerId } = client
  const code = newSecret()
  const own = { partnerId, redirectUri, challenge: challenge ?? null, createdAt: at }
  yield* deleteInvalidGrants(database, { partnerId, userId }, at)
  yield* database.run(insertGrant, [
    { partnerId, applicationId, id: grantId, userId, scopes: scopes.join(" "), createdAt: at }
  ])
  yield* showNames(database, { partnerId, userId })
  yield* database.run(insertCode, [
    { ...own, grantId, hash: digest(code), expiresAt: after(at, codeLifetime) }
  ])
  return code
})

interface GrantRow {
  readonly grantId: string
  readonly grantScopes: string
  readonly userId: string
}

/**
 * Issues an access token and a refresh token for a grant, and records the action. The caller's transaction must have claimed the code
 * or refresh token. `narrowed` limits the scopes of the access token, but not of the refresh token (RFC 6749, section 6).
 */
export const issueGrantTokens = Effect.fnUntraced(function* (
  database: Database["Type"],
  audit: Audit["Type"],
  action: "grant.exchange" | "grant.refresh",
  { clientId: actor, partnerId }: Client,
  { grantId, grantScopes, userId }: GrantRow,
  at: Date,
  narrowed?: ReadonlyArray<UserScope>
) {
  const [accessToken, refreshToken] = [newPartnerSecret(partnerId), newSecret()]
  const own = { partnerId, grantId, createdAt: at }
  const access = { kind: "access", hash: digest(accessToken), expiresAt: after(at, accessLifetime) }
  const refresh = { kind: "refresh", hash: digest(refreshToken), expiresAt: after(at, refreshLifetime) }
  yield* database.run(deleteExpiredTokens, [{ ...own, at }])
  yield* database.run(insertTokens, [
    { ...own, ...access, scopes: narrowed?.join(" ") ?? null },
    { ...own, ...refresh, scopes: null }
  ])
  yield* audit.record({ action, outcome: "done", actor, partnerId, userId })
  const scopes = narrowed ?? scopesOf(grantScopes) ?? []
  return { accessToken, expiresIn: accessLifetime, refreshToken, scopes } satisfies TokenSet
})

/** Revokes a grant, and so ends all its codes and tokens. Does nothing if the grant is already revoked. */
export const endGrant = Effect.fnUntraced(function* (
  database: Database["Type"],
  audit: Audit["Type"],
  { clientId: actor, partnerId }: Client,
  { grantId, userId }: GrantRow,
  detail: string,
  at: Date
) {
  const ended = yield* database.run(revokeGrant, [{ partnerId, id: grantId, revokedAt: at }])
  if (ended.length === 0) return
  yield* hideNames(database, [{ partnerId, userId }])
  yield* audit.record({ action: "grant.revoke", outcome: "done", actor, partnerId, userId, detail })
})
