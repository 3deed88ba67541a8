import type { Dialect } from "../../sql/Dialect.ts"

/**
 * Keys, resets, codes, mails, links and the audit trail. Whatever opens a door (a secret, a token, a code) is stored as
 * its hash alone. Access tokens live for hours, so their table is made anew: partners log in again after this.
 */
export const accounts = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, integer, instant } = dialect.types
  const still = dialect.tableOptions({ updatedOften: false })
  const busy = dialect.tableOptions({ updatedOften: true })
  return [
    `CREATE TABLE rewards_api_key (
      created_at ${instant} NOT NULL,
      last_used_at ${instant},
      revoked_at ${instant},
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      id ${uuid} NOT NULL,
      key ${text} NOT NULL UNIQUE,
      hash ${text} NOT NULL,
      name ${text} NOT NULL,
      scopes ${text} NOT NULL,
      PRIMARY KEY (partner_id, id)
    )${busy}`,

    // A token that is revoked or has expired is deleted: there is no state in which it could be taken for a good one.
    "DROP TABLE rewards_token",
    `CREATE TABLE rewards_token (
      created_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      api_key_id ${uuid},
      hash ${text} NOT NULL PRIMARY KEY,
      scopes ${text} NOT NULL,
      FOREIGN KEY (partner_id, api_key_id) REFERENCES rewards_api_key (partner_id, id)
    )${still}`,
    "CREATE INDEX rewards_token_partner ON rewards_token (partner_id, expires_at)",

    // One link a partner: a new one replaces the old, and using it deletes it.
    `CREATE TABLE rewards_reset (
      created_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL PRIMARY KEY REFERENCES rewards_login (partner_id),
      hash ${text} NOT NULL UNIQUE
    )${still}`,

    `ALTER TABLE rewards_user ADD COLUMN email_verified_at ${instant}`,

    // Five tries a code and five codes an hour: what a guesser can do is bounded by the row itself.
    "DROP TABLE rewards_otp",
    `CREATE TABLE rewards_otp (
      issued ${integer} NOT NULL,
      tries ${integer} NOT NULL DEFAULT 0,
      window_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      user_id ${uuid} NOT NULL PRIMARY KEY REFERENCES rewards_user (id),
      hash ${text} NOT NULL,
      CONSTRAINT rewards_otp_issued CHECK (issued BETWEEN 1 AND 5),
      CONSTRAINT rewards_otp_tries CHECK (tries BETWEEN 0 AND 5)
    )${busy}`,

    // A mail is due, or sent, or was given up with a reason. What was sent keeps no body: it may hold a live code.
    "ALTER TABLE rewards_mail RENAME TO rewards_mail_before",
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
    `INSERT INTO rewards_mail (id, recipient, subject, body, html, created_at, error)
      SELECT id, recipient, subject, body, '', created_at, 'written before mails were sent' FROM rewards_mail_before`,
    "DROP TABLE rewards_mail_before",
    "CREATE INDEX rewards_mail_due ON rewards_mail (due_at) WHERE due_at IS NOT NULL",
    "CREATE INDEX rewards_mail_expiry ON rewards_mail (expires_at) WHERE due_at IS NOT NULL",

    // Who did what to whom, from where. An attempt at nobody in particular has no partner.
    `CREATE TABLE rewards_audit (
      created_at ${instant} NOT NULL,
      id ${uuid} NOT NULL PRIMARY KEY,
      partner_id ${uuid} REFERENCES rewards_partner (id),
      user_id ${uuid} REFERENCES rewards_user (id),
      action ${text} NOT NULL,
      outcome ${text} NOT NULL,
      actor ${text} NOT NULL,
      address ${text},
      detail ${text},
      CONSTRAINT rewards_audit_outcome CHECK (outcome IN ('done', 'refused'))
    )${still}`,
    "CREATE INDEX rewards_audit_partner ON rewards_audit (partner_id, id)",
    // Those that are forgotten, by age: they would be looked for among all that concern users. Its first two columns
    // hold nothing, and are there because SQLite would otherwise take the index above for the better one.
    `CREATE INDEX rewards_audit_nobody ON rewards_audit (partner_id, user_id, id)
      WHERE partner_id IS NULL AND user_id IS NULL`,
    // Here too the first column says nothing, and wins over the primary key.
    "CREATE INDEX rewards_audit_refused ON rewards_audit (outcome, id) WHERE outcome = 'refused'"
  ]
}
