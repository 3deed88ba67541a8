import type { Dialect } from "../../sql/Dialect.ts"

/**
 * The tables of accounts. Passwords, tokens, codes and secrets are stored as hashes only. Keys of a partner's rows
 * start with the partner's id. A hash or an id of 256 random bits needs no unique index, only an index for lookups.
 *
 * Two tables are not partitioned by partner, because lookups do not know the partner yet: `rewards_login` is found by
 * ecosystem and e-mail address, `rewards_user` by tag or e-mail address. A distributed PostgreSQL replicates them to
 * every node.
 */
export const tables = (dialect: Dialect): ReadonlyArray<string> => [
  ...partnerTables(dialect),
  ...userTables(dialect),
  ...grantTables(dialect),
  ...serviceTables(dialect)
]

const partnerTables = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, integer, instant } = dialect.types
  const still = dialect.tableOptions({ updatedOften: false })
  const busy = dialect.tableOptions({ updatedOften: true })
  return [
    `CREATE TABLE rewards_login (
      updated_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL PRIMARY KEY REFERENCES rewards_partner (id),
      ecosystem ${text} NOT NULL,
      email ${text} NOT NULL,
      password_hash ${text} NOT NULL,
      UNIQUE (ecosystem, email)
    )${still}`,

    `CREATE TABLE rewards_application (
      created_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      id ${uuid} NOT NULL,
      client_id ${text} NOT NULL,
      name ${text} NOT NULL,
      redirect_url ${text} NOT NULL,
      web_redirect_url ${text},
      mobile_redirect_url ${text},
      user_details_url ${text} NOT NULL,
      PRIMARY KEY (partner_id, id)
    )${still}`,
    "CREATE INDEX rewards_application_client ON rewards_application (client_id)",

    `CREATE TABLE rewards_api_key (
      created_at ${instant} NOT NULL,
      last_used_at ${instant},
      revoked_at ${instant},
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      id ${uuid} NOT NULL,
      key ${text} NOT NULL,
      hash ${text} NOT NULL,
      name ${text} NOT NULL,
      scopes ${text} NOT NULL,
      PRIMARY KEY (partner_id, id)
    )${busy}`,
    "CREATE INDEX rewards_api_key_key ON rewards_api_key (key)",

    // Revoked and expired tokens are deleted, so no row of an invalid token can be mistaken for a valid one.
    `CREATE TABLE rewards_token (
      created_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      api_key_id ${uuid},
      hash ${text} NOT NULL,
      scopes ${text} NOT NULL,
      PRIMARY KEY (partner_id, hash),
      FOREIGN KEY (partner_id, api_key_id) REFERENCES rewards_api_key (partner_id, id)
    )${still}`,
    "CREATE INDEX rewards_token_hash ON rewards_token (hash)",
    "CREATE INDEX rewards_token_partner ON rewards_token (partner_id, expires_at)",

    // The reset links of the last hour. Each row is one of five places; a new link takes a place that is free or was
    // taken more than an hour ago, so no partner gets more than five mails an hour. Using one link deletes all.
    `CREATE TABLE rewards_reset (
      place ${integer} NOT NULL,
      created_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL REFERENCES rewards_login (partner_id),
      hash ${text} NOT NULL,
      PRIMARY KEY (partner_id, place),
      CONSTRAINT rewards_reset_place CHECK (place BETWEEN 1 AND 5)
    )${still}`,
    "CREATE INDEX rewards_reset_hash ON rewards_reset (hash)"
  ]
}

const userTables = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, integer, boolean, instant } = dialect.types
  const still = dialect.tableOptions({ updatedOften: false })
  const busy = dialect.tableOptions({ updatedOften: true })
  return [
    `CREATE TABLE rewards_user (
      created_at ${instant} NOT NULL,
      email_verified_at ${instant},
      id ${uuid} NOT NULL PRIMARY KEY,
      is_adult ${boolean} NOT NULL,
      tag ${text} NOT NULL UNIQUE,
      email ${text} NOT NULL,
      email_key ${text} NOT NULL UNIQUE,
      fullname ${text} NOT NULL,
      phone ${text} NOT NULL,
      country_code ${text} NOT NULL,
      date_of_birth ${text},
      password_hash ${text} NOT NULL
    )${still}`,

    // One OTP per user and purpose: a new one replaces the old one. CHECK constraints limit the tries of one OTP and
    // the OTPs of an hour.
    `CREATE TABLE rewards_otp (
      issued ${integer} NOT NULL,
      tries ${integer} NOT NULL DEFAULT 0,
      window_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      user_id ${uuid} NOT NULL REFERENCES rewards_user (id),
      purpose ${text} NOT NULL,
      hash ${text} NOT NULL,
      PRIMARY KEY (user_id, purpose),
      CONSTRAINT rewards_otp_purpose CHECK (purpose IN ('verify', 'reset')),
      CONSTRAINT rewards_otp_issued CHECK (issued BETWEEN 1 AND 5),
      CONSTRAINT rewards_otp_tries CHECK (tries BETWEEN 0 AND 5)
    )${busy}`,

    // The record that the partner's `userDetailsUrl` returned for a member. The foreign key is deferred: when two
    // members are joined, the core deletes one member before the record moves, in the same transaction. The keys are the tag
    // and the full name without regard to case, by which members are searched.
    `CREATE TABLE rewards_member_data (
      fetched_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL,
      member_id ${uuid} NOT NULL,
      tag ${text} NOT NULL,
      tag_key ${dialect.sortedText} NOT NULL,
      name_key ${dialect.sortedText} NOT NULL,
      data ${text} NOT NULL,
      PRIMARY KEY (partner_id, member_id),
      FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id)
        DEFERRABLE INITIALLY DEFERRED
    )${busy}`,
    "CREATE INDEX rewards_member_data_tag ON rewards_member_data (partner_id, tag_key, member_id)",
    "CREATE INDEX rewards_member_data_name ON rewards_member_data (partner_id, name_key, member_id)"
  ]
}

/** Grants, codes and tokens. */
const grantTables = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, instant } = dialect.types
  const busy = dialect.tableOptions({ updatedOften: true })
  return [
    // One consent of one user. Codes and tokens refer to it, so one update revokes all of them.
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
    // Finds a user's consents to all partners.
    "CREATE INDEX rewards_grant_of_user ON rewards_grant (user_id)",

    // The tags (scope profile) and full names (scope fullname) by which a partner finds its members, without regard to case.
    // A row is a hint for the search and permits nothing: the search asks the grants, too.
    `CREATE TABLE rewards_visible_name (
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      user_id ${uuid} NOT NULL REFERENCES rewards_user (id),
      scope ${text} NOT NULL,
      name ${dialect.sortedText} NOT NULL,
      PRIMARY KEY (partner_id, user_id, scope),
      CONSTRAINT rewards_visible_name_scope CHECK (scope IN ('profile', 'fullname'))
    )${busy}`,
    "CREATE INDEX rewards_visible_name_name ON rewards_visible_name (partner_id, scope, name, user_id)",

    // A used code is kept as long as its grant, so that a second use is recognised.
    `CREATE TABLE rewards_code (
      created_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      used_at ${instant},
      partner_id ${uuid} NOT NULL,
      grant_id ${uuid} NOT NULL,
      hash ${text} NOT NULL,
      redirect_uri ${text} NOT NULL,
      challenge ${text},
      PRIMARY KEY (partner_id, hash),
      FOREIGN KEY (partner_id, grant_id) REFERENCES rewards_grant (partner_id, id)
    )${busy}`,
    "CREATE INDEX rewards_code_hash ON rewards_code (hash)",
    "CREATE INDEX rewards_code_grant ON rewards_code (partner_id, grant_id)",

    // `scopes` is set if a refresh asked for fewer scopes than the grant has. It applies to that access token only.
    `CREATE TABLE rewards_grant_token (
      created_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      used_at ${instant},
      partner_id ${uuid} NOT NULL,
      grant_id ${uuid} NOT NULL,
      hash ${text} NOT NULL,
      kind ${text} NOT NULL,
      scopes ${text},
      PRIMARY KEY (partner_id, hash),
      FOREIGN KEY (partner_id, grant_id) REFERENCES rewards_grant (partner_id, id),
      CONSTRAINT rewards_grant_token_kind CHECK (kind IN ('access', 'refresh')),
      CONSTRAINT rewards_grant_token_used CHECK (used_at IS NULL OR kind = 'refresh')
    )${busy}`,
    "CREATE INDEX rewards_grant_token_hash ON rewards_grant_token (hash)",
    "CREATE INDEX rewards_grant_token_grant ON rewards_grant_token (partner_id, grant_id, expires_at)"
  ]
}

/** Tables that do not belong to one partner. */
const serviceTables = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, integer, instant } = dialect.types
  const still = dialect.tableOptions({ updatedOften: false })
  const busy = dialect.tableOptions({ updatedOften: true })
  return [
    // Mails are written in the transaction that causes them, so that none is lost and none is sent after a rollback.
    // A mail is due, sent, or given up with a reason. A sent mail has no body, because the body may contain a valid
    // code.
    `CREATE TABLE rewards_mail (
      attempts ${integer} NOT NULL DEFAULT 0,
      created_at ${instant} NOT NULL,
      expires_at ${instant},
      due_at ${instant},
      sent_at ${instant},
      id ${uuid} NOT NULL PRIMARY KEY,
      recipient ${text} NOT NULL,
      subject ${text} NOT NULL,
      body ${text} NOT NULL,
      html ${text} NOT NULL,
      error ${text},
      CONSTRAINT rewards_mail_state CHECK (sent_at IS NULL OR due_at IS NULL),
      CONSTRAINT rewards_mail_forgotten CHECK (sent_at IS NULL OR (body = '' AND html = ''))
    )${busy}`,
    "CREATE INDEX rewards_mail_due ON rewards_mail (due_at) WHERE due_at IS NOT NULL",
    "CREATE INDEX rewards_mail_expiry ON rewards_mail (expires_at) WHERE due_at IS NOT NULL",

    // The audit trail. Entries about unknown accounts have neither partner nor user. An entry outlives its user, so the
    // user's id is no foreign key.
    `CREATE TABLE rewards_audit (
      created_at ${instant} NOT NULL,
      id ${uuid} NOT NULL PRIMARY KEY,
      partner_id ${uuid} REFERENCES rewards_partner (id),
      user_id ${uuid},
      action ${text} NOT NULL,
      outcome ${text} NOT NULL,
      actor ${text} NOT NULL,
      address ${text},
      detail ${text},
      CONSTRAINT rewards_audit_outcome CHECK (outcome IN ('done', 'refused'))
    )${still}`,
    "CREATE INDEX rewards_audit_partner ON rewards_audit (partner_id, id)",
    // Finds entries without partner and user by age, to delete them. The first two columns are always NULL; without
    // them SQLite would prefer the index above.
    `CREATE INDEX rewards_audit_anonymous ON rewards_audit (partner_id, user_id, id)
      WHERE partner_id IS NULL AND user_id IS NULL`,
    // The first column has the same value in all rows; it makes SQLite prefer this index over the primary key.
    "CREATE INDEX rewards_audit_refused ON rewards_audit (outcome, id) WHERE outcome = 'refused'",

    // The requests per minute that processes have leased, for rate limits that all processes share.
    `CREATE TABLE rewards_rate (
      minute ${integer} NOT NULL,
      taken ${integer} NOT NULL,
      allowed ${integer} NOT NULL,
      name ${text} NOT NULL,
      PRIMARY KEY (minute, name)
    )${busy}`
  ]
}
