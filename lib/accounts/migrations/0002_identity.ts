import type { Dialect } from "../../sql/Dialect.ts"

/** Who partners and users are, and what they may call. Passwords and tokens are stored only as hashes. */
export const identity = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, integer, boolean, instant } = dialect.types
  const options = dialect.tableOptions({ updatedOften: false })
  return [
    `CREATE TABLE rewards_login (
      updated_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL PRIMARY KEY REFERENCES rewards_partner (id),
      ecosystem ${text} NOT NULL,
      email ${text} NOT NULL,
      password_hash ${text} NOT NULL,
      UNIQUE (ecosystem, email)
    )${options}`,

    `CREATE TABLE rewards_application (
      created_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      id ${uuid} NOT NULL,
      client_id ${text} NOT NULL UNIQUE,
      name ${text} NOT NULL,
      redirect_url ${text} NOT NULL,
      web_redirect_url ${text},
      mobile_redirect_url ${text},
      user_details_url ${text} NOT NULL,
      PRIMARY KEY (partner_id, id)
    )${options}`,

    `CREATE TABLE rewards_token (
      created_at ${instant} NOT NULL,
      expires_at ${instant} NOT NULL,
      revoked_at ${instant},
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      hash ${text} NOT NULL PRIMARY KEY,
      scopes ${text} NOT NULL
    )${options}`,

    `CREATE TABLE rewards_user (
      created_at ${instant} NOT NULL,
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
    )${options}`,

    // A code is kept as a hash, once per user: a new one replaces the old.
    `CREATE TABLE rewards_otp (
      expires_at ${instant} NOT NULL,
      tries ${integer} NOT NULL DEFAULT 0,
      user_id ${uuid} NOT NULL PRIMARY KEY REFERENCES rewards_user (id),
      hash ${text} NOT NULL
    )${options}`,

    // Mails are written in the transaction that causes them, so that none is lost and none is sent for nothing.
    `CREATE TABLE rewards_mail (
      created_at ${instant} NOT NULL,
      sent_at ${instant},
      id ${uuid} NOT NULL PRIMARY KEY,
      recipient ${text} NOT NULL,
      subject ${text} NOT NULL,
      body ${text} NOT NULL
    )${options}`
  ]
}
