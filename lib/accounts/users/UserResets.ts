import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import type { QueueFull } from "../../rewards/Errors.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { makeWithdraw } from "../consents/withdraw.ts"
import { CodeRefused } from "../Errors.ts"
import { checkPasswordsMatch, emailKey } from "../Identity.ts"
import { passwordChanged } from "../mail/letters.ts"
import { Mails } from "../mail/Mails.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { hashCode, matches, noUser } from "./codes.ts"
import { makeSend, withInitials } from "./send.ts"
import { lockByEmail, tryCode } from "./statements.ts"
import {
  ForgotUserPassword,
  type ForgotUserPasswordInput,
  ResetUserPassword,
  type ResetUserPasswordInput
} from "./User.ts"
import { claimReset, setUserPassword } from "./UserResets/statements.ts"

/**
 * Password resets for users, by an OTP that is mailed: valid for 10 minutes, five tries, and five OTPs an hour. Neither
 * method reveals whether an account exists: both give the same answers and run the same statements for an unknown
 * address.
 */
export class UserResets extends Context.Tag("rewards/UserResets")<
  UserResets,
  {
    /** Mails an OTP that replaces the old one. */
    readonly forgot: (input: ForgotUserPasswordInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /**
     * Sets the password. It proves the e-mail address, and revokes all consents, which ends all codes and tokens: one
     * who knew the old password may have given them. Signing in gives a consent again.
     */
    readonly reset: (
      input: ResetUserPasswordInput
    ) => Effect.Effect<void, InvalidInput | CodeRefused | QueueFull | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<UserResets, never, Audit | Database | Mails | Passwords> = Layer.suspend(
    () => Layer.effect(this, make)
  )
}

const parseForgot = parser(ForgotUserPassword)
const parseReset = parser(ResetUserPassword, checkPasswordsMatch)

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const mails = yield* Mails
  const passwords = yield* Passwords
  const sendCode = makeSend(database, mails)
  const withdraw = makeWithdraw(database, audit)

  const refuse = (actor: string, userId: string | undefined) =>
    audit.record({ action: "user.reset", outcome: "refused", actor, userId })

  /** Counts a try. Returns the user if the OTP was right, and records it if not. */
  const tried = Effect.fnUntraced(function* (email: string, otp: string) {
    const at = (yield* now).toISOString()
    const [user] = yield* database.run(lockByEmail, [{ email_key: emailKey(email) }])
    const userId = user?.id ?? noUser
    const [code] = yield* database.run(tryCode, [{ user_id: userId, purpose: "reset", at }])
    if (user !== undefined && matches(userId, otp, code?.hash)) return user
    yield* refuse(email, user?.id)
    return undefined
  })

  const change = Effect.fnUntraced(function* (
    user: { readonly id: string; readonly email: string; readonly fullname: string },
    otp: string,
    passwordHash: string
  ) {
    const at = (yield* now).toISOString()
    yield* database.run(setUserPassword, [{ id: user.id, password_hash: passwordHash, at }])
    // Another transaction has used or replaced the OTP meanwhile. The failure rolls back the new password.
    const claimed = yield* database.run(claimReset, [{ user_id: user.id, hash: hashCode(user.id, otp), at }])
    if (claimed.length === 0) return yield* new CodeRefused()
    yield* withdraw(user.id, null, "the user has a new password")
    const letter = passwordChanged({ name: withInitials(user.fullname) })
    yield* mails.write({ to: user.email, letter, expiresAt: null })
    yield* audit.record({ action: "user.reset", outcome: "done", actor: user.email, userId: user.id })
  })

  return UserResets.of({
    forgot: Effect.fn("UserResets.forgot")(function* (input) {
      const { email } = yield* parseForgot(input)
      yield* database.transaction(
        Effect.gen(function* () {
          const [user] = yield* database.run(lockByEmail, [{ email_key: emailKey(email) }])
          const to = user ?? { id: noUser, email, fullname: email }
          const isIssued = yield* sendCode("reset", to, yield* now)
          // Always recorded as done: the answer is the same in all cases, and a refusal would take different work.
          yield* audit.record({
            action: "user.forgot",
            outcome: "done",
            actor: email,
            userId: user?.id,
            detail: isIssued ? "a code was mailed" : "no code was mailed"
          })
        })
      )
    }),

    reset: Effect.fn("UserResets.reset")(function* (input) {
      const { email, otp, password } = yield* parseReset(input)
      const user = yield* database.transaction(tried(email, otp))
      if (user === undefined) return yield* new CodeRefused()
      // The OTP is checked first, so that an invented one does not cost a password hash. It stays valid until then.
      const passwordHash = yield* passwords.hash(password)
      yield* database
        .transaction(change(user, otp, passwordHash))
        .pipe(Effect.tapErrorTag("CodeRefused", () => refuse(email, user.id)))
    })
  })
})
