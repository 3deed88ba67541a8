import type { Dialect } from "../../sql/Dialect.ts"

/** What users have allowed partners, and how partners' own words for users and users come together. */
export const authorization = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, instant } = dialect.types
  const still = dialect.tableOptions({ updatedOften: false })
  const busy = dialect.tableOptions({ updatedOften: true })
  return [
    // One consent of one user. Everything that came of it hangs on it, so that one update takes all of it back.
    `CREATE TABLE rewards_grant (
      created_at ${instant} NOT NULL,
      revoked_at ${instant},
      partner_id ${uuid} NOT NULL,
      application_id ${uuid} NOT NULL,
      id ${uuid} NOT NULL,
      user_id ${uuid} NOT NULL REFERENCES rewards_user (id),
      scopes ${text} NOT NULL,
      PRIMARY KEY (partner_id, id),
      FOREIGN KEY (partner_id, application_id) REFERENCES rewards_application (partner_id, id)
    )${busy}`,
    "CREATE INDEX rewards_grant_user ON rewards_grant (partner_id, user_id)",

    // A code that was used stays until it is forgotten with its grant: only so can it be seen to come back.
    `CREATE TABLE rewards_code (
      created_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      used_at ${instant},
      partner_id ${uuid} NOT NULL,
      grant_id ${uuid} NOT NULL,
      hash ${text} NOT NULL PRIMARY KEY,
      redirect_uri ${text} NOT NULL,
      challenge ${text},
      FOREIGN KEY (partner_id, grant_id) REFERENCES rewards_grant (partner_id, id)
    )${busy}`,
    "CREATE INDEX rewards_code_grant ON rewards_code (partner_id, grant_id)",

    // Scopes are there where a refresh asked for less than the grant has: for that one access token.
    `CREATE TABLE rewards_grant_token (
      created_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      used_at ${instant},
      partner_id ${uuid} NOT NULL,
      grant_id ${uuid} NOT NULL,
      hash ${text} NOT NULL PRIMARY KEY,
      kind ${text} NOT NULL,
      scopes ${text},
      FOREIGN KEY (partner_id, grant_id) REFERENCES rewards_grant (partner_id, id),
      CONSTRAINT rewards_grant_token_kind CHECK (kind IN ('access', 'refresh')),
      CONSTRAINT rewards_grant_token_used CHECK (used_at IS NULL OR kind = 'refresh')
    )${busy}`,
    "CREATE INDEX rewards_grant_token_grant ON rewards_grant_token (partner_id, grant_id, expires_at)",

    // A member goes by the partner's own id; the user of the service behind it is the same member. One of each.
    `CREATE TABLE rewards_link (
      created_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL,
      user_id ${uuid} NOT NULL REFERENCES rewards_user (id),
      member_id ${uuid} NOT NULL,
      PRIMARY KEY (partner_id, user_id),
      UNIQUE (partner_id, member_id),
      FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id)
    )${still}`,

    // The record that the partner's own address gave for a member, as it was then.
    `CREATE TABLE rewards_member_data (
      fetched_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL,
      member_id ${uuid} NOT NULL,
      tag ${text} NOT NULL,
      data ${text} NOT NULL,
      PRIMARY KEY (partner_id, member_id),
      FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id)
    )${busy}`
  ]
}
