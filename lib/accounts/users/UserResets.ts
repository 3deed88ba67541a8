import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import type { QueueFull } from "../../rewards/Errors.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { withdrawConsents } from "../consents/Consents.ts"
import { CodeRefused } from "../Errors.ts"
import { checkPasswordsMatch } from "../Identity.ts"
import { passwordChanged } from "../mail/letters.ts"
import { Mails } from "../mail/Mails.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { otps } from "../tables.ts"
import { hashOtp, makeUserOtps, withInitials } from "./otps.ts"
import {
  ForgotUserPassword,
  type ForgotUserPasswordInput,
  ResetUserPassword,
  type ResetUserPasswordInput
} from "./User.ts"

/**
 * Password resets for users, by a mailed OTP. An OTP is valid for 10 minutes and five tries. A user gets at most five OTPs an hour.
 * Neither method reveals whether an account exists.
 */
export class UserResets extends Context.Tag("rewards/UserResets")<
  UserResets,
  {
    /** Mails a new OTP, which replaces the old one. */
    readonly forgot: (
      input: ForgotUserPasswordInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /**
     * Sets the password and verifies the e-mail address. Revokes all consents, because someone else who knew the old password may have
     * given them.
     */
    readonly reset: (
      input: ResetUserPasswordInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | CodeRefused | QueueFull | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<UserResets, never, Audit | Database | Mails | Passwords> = Layer.suspend(
    () => Layer.effect(this, make)
  )
}

/** Sets the password. Also verifies the e-mail address, because the user received the OTP there. */
const setPassword = statement({
  input: { id: "uuid", passwordHash: "text", at: "instant" },
  sql: `UPDATE rewards_user SET password_hash = input.password_hash,
      email_verified_at = COALESCE(rewards_user.email_verified_at, input.at)
    FROM input WHERE rewards_user.id = input.id`
})

/** Deletes the OTP, if it has the given hash and has not expired. */
const useOtp = statement({
  input: { userId: "uuid", hash: "text", at: "instant" },
  output: otps.row("userId"),
  sql: `DELETE FROM rewards_otp WHERE purpose = 'reset' AND user_id IN (SELECT user_id FROM input)
      AND hash IN (SELECT hash FROM input) AND expires_at > (SELECT at FROM input)
    RETURNING user_id`
})

const parseForgot = parser(ForgotUserPassword)
const parseReset = parser(ResetUserPassword, checkPasswordsMatch)

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const mails = yield* Mails
  const passwords = yield* Passwords
  const userOtps = yield* makeUserOtps

  const refuse = (actor: string, userId: string | undefined) =>
    audit.record({ action: "user.reset", outcome: "refused", actor, userId })

  /** Counts a try. Returns the user if the OTP is right; otherwise records a refusal. */
  const tryOtp = Effect.fnUntraced(function* (email: string, otp: string) {
    const { isRight, user } = yield* userOtps.check("reset", email, otp)
    if (isRight) return user
    yield* refuse(email, user?.id)
  })

  const change = Effect.fnUntraced(function* (
    user: { readonly id: string; readonly email: string; readonly fullname: string },
    otp: string,
    passwordHash: string
  ) {
    const at = yield* now
    yield* database.run(setPassword, [{ id: user.id, passwordHash, at }])
    const used = yield* database.run(useOtp, [{ userId: user.id, hash: hashOtp(user.id, otp), at }])
    // Another transaction has used or replaced the OTP, or the OTP has expired. The failure rolls back the new password.
    if (used.length === 0) return yield* new CodeRefused()
    const detail = "the user has a new password"
    yield* withdrawConsents(database, audit, { userId: user.id, clientId: null }, detail)
    const letter = passwordChanged({ name: withInitials(user.fullname) })
    yield* mails.write({ to: user.email, letter, expiresAt: null })
    yield* audit.record({ action: "user.reset", outcome: "done", actor: user.email, userId: user.id })
  })

  return UserResets.of({
    forgot: Effect.fn("UserResets.forgot")(function* (input) {
      const { email } = yield* parseForgot(input)
      yield* database.transaction(userOtps.issueTo("reset", email, "user.forgot"))
    }),

    reset: Effect.fn("UserResets.reset")(function* (input) {
      const { email, otp, password } = yield* parseReset(input)
      const user = yield* database.transaction(tryOtp(email, otp))
      if (user === undefined) return yield* new CodeRefused()
      // The password is hashed only if the OTP is right, because hashing is slow. `change` then deletes the OTP.
      const passwordHash = yield* passwords.hash(password)
      yield* database
        .transaction(change(user, otp, passwordHash))
        .pipe(Effect.tapErrorTag("CodeRefused", () => refuse(email, user.id)))
    })
  })
})
