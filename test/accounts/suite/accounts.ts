// Accounts and consents, inserted as rows: creating them through the service would hash a password each time.
import { randomUUID } from "node:crypto"
import { searchedNames } from "../../../lib/accounts/members/visibility.ts"
import { digest, newPartnerSecret } from "../../../lib/accounts/secret.ts"

const at = "'2026-01-01T00:00:00.000Z'"
const later = "'2999-01-01T00:00:00.000Z'"

export interface Account {
  readonly id: string
  readonly tag: string
}

/** An account with this tag, and the statement that inserts it. */
export const accountRow = (
  tag: string,
  { email = `${tag}@example.org`, fullname = `${tag} fullname`, isVerified = false } = {}
): Account & { readonly sql: string } => {
  const id = randomUUID()
  return {
    id,
    tag,
    sql: `INSERT INTO rewards_user (id, tag, email, email_key, fullname, phone, country_code, is_adult, password_hash,
      created_at, email_verified_at) VALUES (UUID '${id}', '${tag}', '${email}', '${email}', '${fullname}', '0', '+1',
      false, '', ${at}, ${isVerified ? at : "NULL"})`
  }
}

/** A grant of the user. The partner has one application. */
export const consentRow = (
  partnerId: string,
  userId: string,
  scopes = "profile"
): { readonly id: string; readonly sql: string } => {
  const id = randomUUID()
  return {
    id,
    sql: `INSERT INTO rewards_grant (created_at, partner_id, application_id, id, user_id, scopes)
      SELECT ${at}, partner_id, id, UUID '${id}', UUID '${userId}', '${scopes}' FROM rewards_application
      WHERE partner_id = UUID '${partnerId}'`
  }
}

/** A grant of each user whose tag is like this. */
export const consentRows = (partnerId: string, tags: string, scopes: string): string =>
  `INSERT INTO rewards_grant (created_at, partner_id, application_id, id, user_id, scopes)
    SELECT ${at}, a.partner_id, a.id, u.id, u.id, '${scopes}' FROM rewards_application a CROSS JOIN rewards_user u
    WHERE a.partner_id = UUID '${partnerId}' AND u.tag LIKE '${tags}'`

/** One statement for several that insert a row into the same columns. */
export const inOne = (inserts: ReadonlyArray<string>): string => {
  const [first = ""] = inserts
  const rowIn = (insert: string) => insert.slice(insert.indexOf("VALUES") + "VALUES".length)
  return `${first.slice(0, first.indexOf("VALUES"))} VALUES ${inserts.map(rowIn).join(", ")}`
}

export const revokeConsents = (partnerId: string, userId: string): string =>
  `UPDATE rewards_grant SET revoked_at = ${at} WHERE partner_id = UUID '${partnerId}' AND user_id = UUID '${userId}'`

const newToken = (partnerId: string) => {
  const token = newPartnerSecret(partnerId)
  return { token, hash: digest(token) }
}

/** An access token of a partner's owner. */
export const partnerTokenRow = (partnerId: string, scopes: string) => {
  const { hash, token } = newToken(partnerId)
  return {
    token,
    sql: `INSERT INTO rewards_token (created_at, expires_at, last_used_at, partner_id, id, person_id, hash, scopes)
      SELECT ${at}, ${later}, ${at}, partner_id, UUID '${randomUUID()}', id, '${hash}', '${scopes}'
      FROM rewards_person WHERE partner_id = UUID '${partnerId}' AND role = 'owner'`
  }
}

/** An access token of a grant. */
export const tokenRow = (
  partnerId: string,
  grantId: string
): { readonly token: string; readonly sql: string } => {
  const { hash, token } = newToken(partnerId)
  return {
    token,
    sql: `INSERT INTO rewards_grant_token (created_at, expires_at, partner_id, grant_id, hash, kind)
      VALUES (${at}, ${later}, UUID '${partnerId}', UUID '${grantId}', '${hash}', 'access')`
  }
}

/** An owner and an application for a partner that was registered without them. */
export const registrationRows = (partnerId: string): ReadonlyArray<string> => [
  `INSERT INTO rewards_person (created_at, updated_at, partner_id, id, role, ecosystem, email, password_hash) VALUES
    (${at}, ${at}, UUID '${partnerId}', UUID '${randomUUID()}', 'owner', 'shop', '${partnerId}@partners.example', '')`,
  `INSERT INTO rewards_application
    (created_at, partner_id, id, ecosystem, client_id, name, redirect_url, user_details_url) VALUES
    (${at}, UUID '${partnerId}', UUID '${randomUUID()}', 'shop', '${partnerId}', 'x', 'https://x.example', 'https://x.example')`
]

/** The record that a partner has supplied for a member. It is found by the tag. */
export const recordRow = (
  partnerId: string,
  memberId: string,
  record: { readonly fullname: string },
  tag = "own"
): string =>
  `INSERT INTO rewards_member_data (fetched_at, partner_id, member_id, tag, tag_key, data) VALUES
    (${at}, UUID '${partnerId}', UUID '${memberId}', '${tag}', '${tag}', '${JSON.stringify(record).replaceAll("'", "''")}')`

/** The texts by which the name in a member's record is found. */
export const nameRows = (partnerId: string, memberId: string, { fullname }: { readonly fullname: string }) =>
  `INSERT INTO rewards_member_name (partner_id, member_id, name) VALUES ${searchedNames(fullname)
    .map((name) => `(UUID '${partnerId}', UUID '${memberId}', '${name.replaceAll("'", "''")}')`)
    .join(", ")}`
