import { randomInt } from "node:crypto"
import { Duration, Effect, Struct } from "effect"
import { now } from "../../rewards/clock.ts"
import { smallestId } from "../../schema/Id.ts"
import { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { emailKey } from "../Identity.ts"
import { passwordResetCode, verificationCode } from "../mail/letters.ts"
import { Mails, writeMailIf } from "../mail/Mails.ts"
import { digest, isSecret } from "../secret.ts"
import { otps, users } from "../tables.ts"
import { User } from "./User.ts"

/** One-time passwords that are mailed to users: to verify an e-mail address, and to reset a password. */

/** An OTP can be tried at most this many times. A CHECK constraint of the table states the same limit. */
const maxTries = 5
/** A user gets at most this many OTPs of one purpose in an hour. A CHECK constraint of the table states the same limit. */
const maxIssued = 5

const lifetime = Duration.toMillis("10 minutes")
const issuePeriod = Duration.toMillis("1 hour")

/**
 * The purpose of an OTP. A password reset gives access to the account, so its OTP has more digits. An attacker has five tries for each
 * of five OTPs an hour. With eight digits, an attacker who guesses for a year succeeds with a probability of about 1 in 450.
 */
type Purpose = "verify" | "reset"
const digits = { verify: 6, reset: 8 }

/** An id that no user has. The statements run with it for an unknown address. */
const noUser = smallestId

/** Salts an OTP with the user id. Without a salt, one table of a million hashes would reveal every OTP of six digits. */
const salted = (userId: string, otp: string): string => `${userId}${otp}`

export const hashOtp = (userId: string, otp: string): string => digest(salted(userId, otp))

/** Names are stored in lower case. Restores the capitals for the greeting of a mail. */
export const withInitials = (fullname: string): string =>
  fullname.replace(/(?<![^\s'’-])\p{Ll}/gu, (letter) => letter.toUpperCase())

/** Finds the user of an address and locks the row, so that concurrent calls for one user run one after the other. */
const lockByEmail = users.by("emailKey").lock(...Struct.keys(User.fields))

/** Stores a new OTP in place of the old one, unless the user has received five in this hour. A verified user gets no `verify` OTP. */
const issueOtp = statement({
  input: {
    userId: "uuid",
    purpose: "text",
    hash: "text",
    at: "instant",
    hourAgo: "instant",
    expiresAt: "instant"
  },
  output: otps.row("userId"),
  sql: `INSERT INTO rewards_otp (user_id, purpose, hash, issued, tries, window_at, expires_at)
    SELECT u.id, input.purpose, input.hash, 1, 0, input.at, input.expires_at
    FROM input CROSS JOIN rewards_user u
    WHERE u.id = input.user_id AND (input.purpose = 'reset' OR u.email_verified_at IS NULL)
    ON CONFLICT (user_id, purpose) DO UPDATE SET hash = excluded.hash, tries = 0, expires_at = excluded.expires_at,
      issued = CASE WHEN rewards_otp.window_at > (SELECT hour_ago FROM input) THEN rewards_otp.issued + 1 ELSE 1 END,
      window_at = CASE WHEN rewards_otp.window_at > (SELECT hour_ago FROM input)
        THEN rewards_otp.window_at ELSE excluded.window_at END
    WHERE rewards_otp.issued < ${maxIssued} OR rewards_otp.window_at <= (SELECT hour_ago FROM input)
    RETURNING user_id`
})

/** Counts a try before the OTP is compared, so that concurrent calls cannot exceed the limit. */
const tryOtp = statement({
  input: { userId: "uuid", purpose: "text", at: "instant" },
  output: otps.row("hash"),
  sql: `UPDATE rewards_otp SET tries = rewards_otp.tries + 1 FROM input
    WHERE rewards_otp.user_id = input.user_id AND rewards_otp.purpose = input.purpose AND rewards_otp.tries < ${maxTries}
      AND rewards_otp.expires_at > input.at
    RETURNING rewards_otp.hash`
})

const letterFor = { verify: verificationCode, reset: passwordResetCode }

/** Issues and checks OTPs, in the caller's transaction. */
export const makeUserOtps = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const mails = yield* Mails

  /** Issues an OTP and mails it, if `issueOtp` allows it. Returns whether the OTP was issued. */
  const issue = Effect.fnUntraced(function* (
    purpose: Purpose,
    to: Pick<User, "id" | "email" | "fullname">,
    at: Date
  ) {
    const after = (millis: number) => new Date(at.getTime() + millis)
    const otp = String(randomInt(10 ** digits[purpose])).padStart(digits[purpose], "0")
    const expiresAt = after(lifetime)
    const issued = yield* database.run(issueOtp, [
      { userId: to.id, purpose, hash: hashOtp(to.id, otp), at, hourAgo: after(-issuePeriod), expiresAt }
    ])
    const isIssued = issued.length === 1
    const name = withInitials(to.fullname)
    const letter = letterFor[purpose]({ name, code: otp, minutes: lifetime / 60_000 })
    yield* writeMailIf(isIssued, { to: to.email, letter, expiresAt }, { database, mails })
    return isIssued
  })

  return {
    issue,

    /** Mails a new OTP to the user who has this address. Runs the same statements for an unknown address. */
    issueTo: Effect.fnUntraced(function* (
      purpose: Purpose,
      email: string,
      action: "user.resend" | "user.forgot"
    ) {
      const [user] = yield* database.run(lockByEmail, [{ emailKey: emailKey(email) }])
      const isIssued = yield* issue(purpose, user ?? { id: noUser, email, fullname: email }, yield* now)
      // The outcome is `done` even if no code was mailed. A refusal would be recorded after a rollback, and the different duration of
      // the call would reveal whether the account exists.
      const detail = isIssued ? "a code was mailed" : "no code was mailed"
      yield* audit.record({ action, outcome: "done", actor: email, userId: user?.id, detail })
    }),

    /** Counts a try. Returns the user who has this address, if there is one, and whether the OTP is right. */
    check: Effect.fnUntraced(function* (purpose: Purpose, email: string, otp: string) {
      const [user] = yield* database.run(lockByEmail, [{ emailKey: emailKey(email) }])
      const isVerified = purpose === "verify" && user?.emailVerifiedAt !== null
      const userId = user === undefined || isVerified ? noUser : user.id
      const [code] = yield* database.run(tryOtp, [{ userId, purpose, at: yield* now }])
      return { user, isRight: isSecret(salted(userId, otp), code?.hash) }
    })
  }
})
