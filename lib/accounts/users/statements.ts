import { Schema } from "effect"
import { Bool, Instant, Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { maxIssued, maxTries } from "./codes.ts"

export const insertUser = statement({
  input: {
    id: "uuid",
    tag: "text",
    email: "text",
    email_key: "text",
    fullname: "text",
    phone: "text",
    country_code: "text",
    is_adult: "boolean",
    date_of_birth: "text?",
    password_hash: "text",
    created_at: "instant"
  },
  output: Schema.Struct({ id: Uuid }),
  sql: `INSERT INTO rewards_user (id, tag, email, email_key, fullname, phone, country_code, is_adult, date_of_birth,
      password_hash, created_at)
    SELECT id, tag, email, email_key, fullname, phone, country_code, is_adult, date_of_birth, password_hash, created_at
    FROM input WHERE true
    ON CONFLICT DO NOTHING RETURNING id`
})

export const findTag = statement({
  input: { tag: "text" },
  output: Schema.Struct({ id: Uuid }),
  sql: `SELECT u.id FROM input CROSS JOIN rewards_user u WHERE u.tag = input.tag`
})

/** Returns which of these ids belong to users of the service. */
export const findUsers = statement({
  input: { id: "uuid" },
  output: Schema.Struct({ id: Uuid }),
  sql: `SELECT u.id FROM input CROSS JOIN rewards_user u WHERE u.id = input.id`
})

/** The same, and keeps the users from being removed until commit. */
export const holdUsers = statement({
  input: { id: "uuid" },
  output: Schema.Struct({ id: Uuid }),
  sql: ({ lock }) =>
    `SELECT u.id FROM input CROSS JOIN rewards_user u WHERE u.id = input.id${lock("u", "u.id", "share")}`
})

/** Finds the user of an address and locks the row, so that concurrent calls for one user run one after the other. */
export const lockByEmail = statement({
  input: { email_key: "text" },
  output: Schema.Struct({
    id: Uuid,
    tag: Schema.String,
    email: Schema.String,
    fullname: Schema.String,
    phone: Schema.String,
    countryCode: Schema.String,
    isAdult: Bool,
    dateOfBirth: Schema.NullOr(Schema.String),
    createdAt: Instant,
    emailVerifiedAt: Schema.NullOr(Instant)
  }),
  sql: ({ lock }) =>
    `SELECT u.id, u.tag, u.email, u.fullname, u.phone, u.country_code AS "countryCode", u.is_adult AS "isAdult",
       u.date_of_birth AS "dateOfBirth", u.created_at AS "createdAt", u.email_verified_at AS "emailVerifiedAt"
     FROM input CROSS JOIN rewards_user u WHERE u.email_key = input.email_key${lock("u", "u.id")}`
})

export const verifyEmail = statement({
  input: { id: "uuid", at: "instant" },
  output: Schema.Struct({ id: Uuid }),
  sql: `UPDATE rewards_user SET email_verified_at = input.at FROM input
    WHERE rewards_user.id = input.id AND rewards_user.email_verified_at IS NULL
    RETURNING rewards_user.id`
})

/**
 * Replaces the OTP, unless the user has received the maximum for this hour. A user whose address is verified gets none
 * to verify it.
 */
export const issueCode = statement({
  input: {
    user_id: "uuid",
    purpose: "text",
    hash: "text",
    at: "instant",
    hour_ago: "instant",
    expires_at: "instant"
  },
  output: Schema.Struct({ userId: Uuid }),
  sql: `INSERT INTO rewards_otp (user_id, purpose, hash, issued, tries, window_at, expires_at)
    SELECT u.id, input.purpose, input.hash, 1, 0, input.at, input.expires_at
    FROM input CROSS JOIN rewards_user u
    WHERE u.id = input.user_id AND (input.purpose = 'reset' OR u.email_verified_at IS NULL)
    ON CONFLICT (user_id, purpose) DO UPDATE SET hash = excluded.hash, tries = 0, expires_at = excluded.expires_at,
      issued = CASE WHEN rewards_otp.window_at > (SELECT hour_ago FROM input) THEN rewards_otp.issued + 1 ELSE 1 END,
      window_at = CASE WHEN rewards_otp.window_at > (SELECT hour_ago FROM input)
        THEN rewards_otp.window_at ELSE excluded.window_at END
    WHERE rewards_otp.issued < ${maxIssued} OR rewards_otp.window_at <= (SELECT hour_ago FROM input)
    RETURNING user_id AS "userId"`
})

/** Counts the try before the OTP is compared, so that concurrent calls cannot compare more than the maximum. */
export const tryCode = statement({
  input: { user_id: "uuid", purpose: "text", at: "instant" },
  output: Schema.Struct({ hash: Schema.String }),
  sql: `UPDATE rewards_otp SET tries = rewards_otp.tries + 1 FROM input
    WHERE rewards_otp.user_id = input.user_id AND rewards_otp.purpose = input.purpose AND rewards_otp.tries < ${maxTries}
      AND rewards_otp.expires_at > input.at
    RETURNING rewards_otp.hash`
})

export const deleteCode = statement({
  input: { user_id: "uuid", purpose: "text" },
  sql: `DELETE FROM rewards_otp WHERE (user_id, purpose) IN (SELECT user_id, purpose FROM input)`
})
