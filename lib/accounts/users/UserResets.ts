import { randomInt } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import { smallestId } from "../../schema/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { withdrawConsents } from "../consents/Consents.ts"
import { CodeRefused } from "../Errors.ts"
import { checkPasswordsMatch, emailKey } from "../Identity.ts"
import { passwordChanged, passwordResetCode } from "../mail/letters.ts"
import { Mails } from "../mail/Mails.ts"
import { Passwords, type PasswordsBusy } from "../passwords/Passwords.ts"
import { consumeSecret, mailSecret, minutes } from "../resets/resetSecrets.ts"
import { digest } from "../secret.ts"
import { resetSecrets, users } from "../tables.ts"
import {
  ForgotUserPassword,
  type ForgotUserPasswordInput,
  ResetUserPassword,
  type ResetUserPasswordInput,
  withInitials
} from "./User.ts"

/**
 * Password resets for users, by a mailed code of twenty digits that works once within an hour. A user has at most five valid codes. A
 * new code does not invalidate earlier ones, and tries are not counted. So nobody can prevent the owner from resetting the password.
 * Neither method reveals whether an account exists.
 */
export class UserResets extends Context.Tag("rewards/UserResets")<
  UserResets,
  {
    /** Mails a code, unless the user has five valid codes. */
    readonly forgot: (
      input: ForgotUserPasswordInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /**
     * Sets the password and verifies the e-mail address. Revokes all consents, because someone else who knew the old password may have
     * given them.
     */
    readonly reset: (
      input: ResetUserPasswordInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | CodeRefused | PasswordsBusy | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<UserResets, never, Audit | Database | Mails | Passwords> = Layer.suspend(
    () => Layer.effect(this, make)
  )
}

/** Sets the password. Also verifies the e-mail address, because the user received the code there. */
const setPassword = statement({
  input: { id: "uuid", passwordHash: "text", at: "instant" },
  sql: `UPDATE rewards_user SET password_hash = input.password_hash,
      email_verified_at = COALESCE(rewards_user.email_verified_at, input.at)
    FROM input WHERE rewards_user.id = input.id`
})

const lockByEmail = users.by("emailKey").lock("id", "email", "fullname")
const findByEmail = users.by("emailKey").find("id", "email", "fullname")

const findSecret = statement({
  input: { accountId: "uuid", hash: "text", at: "instant" },
  output: resetSecrets.row("place"),
  sql: `SELECT r.place FROM input CROSS JOIN rewards_reset r
    WHERE r.account_id = input.account_id AND r.hash = input.hash AND r.expires_at > input.at`
})

/** Makes a code: five groups of four digits. The mail separates the groups by spaces, which are not part of the code. */
const newCode = (): ReadonlyArray<string> =>
  Array.from({ length: 5 }, () => String(randomInt(10_000)).padStart(4, "0"))

const parseForgot = parser(ForgotUserPassword)
const parseReset = parser(ResetUserPassword, checkPasswordsMatch)

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const mails = yield* Mails
  const passwords = yield* Passwords

  const send = Effect.fnUntraced(function* (email: string) {
    const [user] = yield* database.run(lockByEmail, [{ emailKey: emailKey(email) }])
    const groups = newCode()
    const name = withInitials(user?.fullname ?? email)
    const letter = passwordResetCode({ name, code: groups.join(" "), minutes })
    const addressee = { id: user?.id, email: user?.email ?? email }
    const isMailed = yield* mailSecret({ database, mails }, addressee, groups.join(""), letter)
    // The outcome is `done` even if no code was mailed, because the caller gets the same answer.
    const detail = isMailed ? "a code was mailed" : "no code was mailed"
    const userId = isMailed ? user?.id : undefined
    yield* audit.record({ action: "user.forgot", outcome: "done", actor: email, userId, detail })
  })

  /** Records a refusal. Without `userId`, the entry is deleted earlier, because anybody can cause such entries by sending wrong codes. */
  const refuse = (actor: string, userId?: string) =>
    audit.record({ action: "user.reset", outcome: "refused", actor, userId })

  /** Returns the user if the code is valid. Otherwise records a refusal, and fails. */
  const find = Effect.fnUntraced(function* (email: string, hash: string) {
    const [user] = yield* database.run(findByEmail, [{ emailKey: emailKey(email) }])
    const found = yield* database.run(findSecret, [
      { accountId: user?.id ?? smallestId, hash, at: yield* now }
    ])
    if (user !== undefined && found.length > 0) return user
    yield* refuse(email)
    return yield* new CodeRefused()
  })

  const change = Effect.fnUntraced(function* (
    user: { readonly id: string; readonly email: string; readonly fullname: string },
    hash: string,
    passwordHash: string
  ) {
    const at = yield* now
    yield* database.run(setPassword, [{ id: user.id, passwordHash, at }])
    const used = yield* database.run(consumeSecret, [{ accountId: user.id, hash, at }])
    // Another transaction has used the code, or the code has expired. The failure rolls back the new password.
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
      yield* database.transaction(send(email))
    }),

    reset: Effect.fn("UserResets.reset")(function* (input) {
      const { email, otp, password } = yield* parseReset(input)
      const hash = digest(otp)
      const user = yield* find(email, hash)
      // The password is hashed only if the code is valid, because hashing is slow.
      const passwordHash = yield* passwords.hash(password, email)
      yield* database
        .transaction(change(user, hash, passwordHash))
        .pipe(Effect.tapErrorTag("CodeRefused", () => refuse(email, user.id)))
    })
  })
})
