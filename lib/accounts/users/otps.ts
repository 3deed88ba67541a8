import { randomInt } from "node:crypto"
import { Duration, Effect, Struct } from "effect"
import { now } from "../../rewards/clock.ts"
import { smallestId } from "../../schema/Id.ts"
import { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { emailKey } from "../Identity.ts"
import { verificationCode } from "../mail/letters.ts"
import { Mails, writeMailIf } from "../mail/Mails.ts"
import { digest, matchesDigest } from "../secret.ts"
import { otps, users } from "../tables.ts"
import { User, withInitials } from "./User.ts"

/** One-time passwords that are mailed to users to verify their e-mail addresses. */

/** How many times one OTP can be tried. A CHECK constraint of the table has the same limit. */
const maxTries = 5
/** The largest number of OTPs that a user gets in the hour from `window_at`. A CHECK constraint of the table has the same limit. */
const maxIssued = 5

const digits = 6
const lifetime = Duration.toMillis("10 minutes")
const issuePeriod = Duration.toMillis("1 hour")

/** An id that no user has. For an unknown address, the statements run with this id, so that every call runs the same statements. */
const noUser = smallestId

/** Salts an OTP with the user id. Without a salt, a table with the hashes of all possible OTPs would reveal every stored OTP. */
const salted = (userId: string, otp: string): string => `${userId}${otp}`

/** Finds and locks the user of an address, so that concurrent calls for one user run one after the other. */
const lockByEmail = users.by("emailKey").lock(...Struct.keys(User.fields))

/** Stores an OTP, which replaces the old one. Returns no row after five OTPs in an hour, or if the user is verified or unknown. */
const issueOtp = statement({
  input: { userId: "uuid", hash: "text", at: "instant", hourAgo: "instant", expiresAt: "instant" },
  output: otps.row("userId"),
  sql: `INSERT INTO rewards_otp (user_id, hash, issued, tries, window_at, expires_at)
    SELECT u.id, input.hash, 1, 0, input.at, input.expires_at
    FROM input CROSS JOIN rewards_user u
    WHERE u.id = input.user_id AND u.email_verified_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, tries = 0, expires_at = excluded.expires_at,
      issued = CASE WHEN rewards_otp.window_at > (SELECT hour_ago FROM input) THEN rewards_otp.issued + 1 ELSE 1 END,
      window_at = CASE WHEN rewards_otp.window_at > (SELECT hour_ago FROM input)
        THEN rewards_otp.window_at ELSE excluded.window_at END
    WHERE rewards_otp.issued < ${maxIssued} OR rewards_otp.window_at <= (SELECT hour_ago FROM input)
    RETURNING user_id`
})

/** Counts a try before the OTP is compared, so that concurrent calls cannot exceed the limit. */
const tryOtp = statement({
  input: { userId: "uuid", at: "instant" },
  output: otps.row("hash"),
  sql: `UPDATE rewards_otp SET tries = rewards_otp.tries + 1 FROM input
    WHERE rewards_otp.user_id = input.user_id AND rewards_otp.tries < ${maxTries}
      AND rewards_otp.expires_at > input.at
    RETURNING rewards_otp.hash`
})

/** Issues and checks OTPs, in the caller's transaction. */
export const makeUserOtps = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const mails = yield* Mails

  /** Mails a new OTP if `issueOtp` allows it. Returns whether it was mailed, and when it expires. */
  const issue = Effect.fnUntraced(function* (to: Pick<User, "id" | "email" | "fullname">, at: Date) {
    const after = (millis: number) => new Date(at.getTime() + millis)
    const otp = String(randomInt(10 ** digits)).padStart(digits, "0")
    const expiresAt = after(lifetime)
    const issued = yield* database.run(issueOtp, [
      { userId: to.id, hash: digest(salted(to.id, otp)), at, hourAgo: after(-issuePeriod), expiresAt }
    ])
    const isIssued = issued.length === 1
    const name = withInitials(to.fullname)
    const letter = verificationCode({ name, code: otp, minutes: lifetime / 60_000 })
    yield* writeMailIf(isIssued, { to: to.email, letter, expiresAt }, { database, mails })
    return { isIssued, expiresAt }
  })

  return {
    issue,

    /** Mails a new OTP to the user with this e-mail address, if `issueOtp` allows it. Records the call in the audit trail. */
    issueTo: Effect.fnUntraced(function* (email: string) {
      const [user] = yield* database.run(lockByEmail, [{ emailKey: emailKey(email) }])
      const { isIssued } = yield* issue(user ?? { id: noUser, email, fullname: email }, yield* now)
      // The outcome is `done` even if no code was mailed, because the caller gets the same answer.
      const detail = isIssued ? "a code was mailed" : "no code was mailed"
      const userId = isIssued ? user?.id : undefined
      yield* audit.record({ action: "user.resend", outcome: "done", actor: email, userId, detail })
    }),

    /** Counts a try. Returns whether the OTP is right, and the user of the address, if there is one. */
    check: Effect.fnUntraced(function* (email: string, otp: string) {
      const [user] = yield* database.run(lockByEmail, [{ emailKey: emailKey(email) }])
      const userId = user?.emailVerifiedAt === null ? user.id : noUser
      const [code] = yield* database.run(tryOtp, [{ userId, at: yield* now }])
      return { user, isRight: matchesDigest(salted(userId, otp), code?.hash) }
    })
  }
})
