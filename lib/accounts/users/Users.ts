import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import type { QueueFull } from "../../rewards/Errors.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { CodeRefused, EmailTaken, TagTaken } from "../Errors.ts"
import { emailKey } from "../Identity.ts"
import { Mails } from "../mail/Mails.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { makeRemoveAbandoned } from "./abandoned.ts"
import { matches, noUser } from "./codes.ts"
import { makeSend } from "./send.ts"
import { deleteCode, findTag, insertUser, lockByEmail, tryCode, verifyEmail } from "./statements.ts"
import {
  CreateUser,
  type CreateUserInput,
  checkCreateUser,
  nationalDigits,
  ResendOtp,
  type ResendOtpInput,
  type User,
  VerifyOtp,
  type VerifyOtpInput
} from "./User.ts"

/**
 * User accounts. A new user receives a mail with an OTP that proves the e-mail address. `verifyOtp` and `resendOtp`
 * do not reveal whether an account exists: they give the same answers and run the same statements for an unknown
 * address.
 */
export class Users extends Context.Tag("rewards/Users")<
  Users,
  {
    /**
     * Creates an account. The tag and the e-mail address of an account that was not verified within 24 hours, and that
     * no partner knows, are free again: the old account is removed.
     */
    readonly create: (
      input: CreateUserInput
    ) => Effect.Effect<User, InvalidInput | TagTaken | EmailTaken | QueueFull | DatabaseFailure>

    /** Proves an e-mail address, once. The fifth wrong try invalidates the OTP; a new OTP has five tries again. */
    readonly verifyOtp: (
      input: VerifyOtpInput
    ) => Effect.Effect<User, InvalidInput | CodeRefused | DatabaseFailure>

    /** Mails a new OTP that replaces the old one, at most five an hour, until the address is verified. */
    readonly resendOtp: (input: ResendOtpInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Users, never, Audit | Database | Passwords | Mails | Ids> =
    Layer.suspend(() => Layer.effect(this, make))
}

const parseCreate = parser(CreateUser, checkCreateUser)
const parseVerify = parser(VerifyOtp)
const parseResend = parser(ResendOtp)

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const ids = yield* Ids
  const passwords = yield* Passwords
  const sendCode = makeSend(database, yield* Mails)

  const removeAbandoned = makeRemoveAbandoned(database, audit)

  const refuseCreation = (email: string) => (error: TagTaken | EmailTaken) =>
    audit.record({ action: "user.create", outcome: "refused", actor: email, detail: error.message })

  const insert = (input: CreateUser, passwordHash: string) =>
    Effect.gen(function* () {
      const createdAt = yield* now
      const user: User = {
        id: yield* takeOne(ids),
        tag: input.tag,
        email: input.email,
        fullname: input.fullname.toLowerCase(),
        phone: `0${nationalDigits(input.phone, input.countryCode)}`,
        countryCode: input.countryCode,
        isAdult: input.isAdult,
        dateOfBirth: input.dateOfBirth ?? null,
        createdAt,
        emailVerifiedAt: null
      }
      yield* removeAbandoned({ tag: user.tag, email: user.email, at: createdAt })
      const inserted = yield* database.run(insertUser, [
        {
          id: user.id,
          tag: user.tag,
          email: user.email,
          email_key: emailKey(user.email),
          fullname: user.fullname,
          phone: user.phone,
          country_code: user.countryCode,
          is_adult: user.isAdult,
          date_of_birth: user.dateOfBirth,
          password_hash: passwordHash,
          created_at: createdAt.toISOString()
        }
      ])
      if (inserted.length === 0) {
        const owners = yield* database.run(findTag, [{ tag: user.tag }])
        return yield* owners.length > 0
          ? new TagTaken({ tag: user.tag })
          : new EmailTaken({ email: user.email })
      }
      yield* sendCode("verify", user, createdAt)
      yield* audit.record({ action: "user.create", outcome: "done", actor: user.email, userId: user.id })
      return user
    })

  /** Returns undefined for a wrong OTP instead of failing, so that the counted try commits. */
  const verify = ({ email, otp }: VerifyOtp) =>
    Effect.gen(function* () {
      const at = yield* now
      const [user] = yield* database.run(lockByEmail, [{ email_key: emailKey(email) }])
      const userId = user === undefined || user.emailVerifiedAt !== null ? noUser : user.id
      const [code] = yield* database.run(tryCode, [
        { user_id: userId, purpose: "verify", at: at.toISOString() }
      ])
      const isRight = matches(userId, otp, code?.hash)
      yield* audit.record({
        action: "user.verify",
        outcome: isRight ? "done" : "refused",
        actor: email,
        userId: user?.id
      })
      if (user === undefined || !isRight) return undefined
      yield* database.run(deleteCode, [{ user_id: user.id, purpose: "verify" }])
      const verified = yield* database.run(verifyEmail, [{ id: user.id, at: at.toISOString() }])
      return verified.length === 1
        ? { ...user, emailVerifiedAt: at }
        : yield* Effect.dieMessage(`user ${user.id} was verified although locked`)
    })

  return Users.of({
    create: Effect.fn("Users.create")(function* (input) {
      const user = yield* parseCreate(input)
      const passwordHash = yield* passwords.hash(user.password)
      const refuse = refuseCreation(user.email)
      return yield* database
        .transaction(insert(user, passwordHash))
        .pipe(Effect.tapErrorTag("TagTaken", refuse), Effect.tapErrorTag("EmailTaken", refuse))
    }),

    verifyOtp: Effect.fn("Users.verifyOtp")(function* (input) {
      const verified = yield* database.transaction(verify(yield* parseVerify(input)))
      return verified ?? (yield* new CodeRefused())
    }),

    resendOtp: Effect.fn("Users.resendOtp")(function* (input) {
      const { email } = yield* parseResend(input)
      yield* database.transaction(
        Effect.gen(function* () {
          const [user] = yield* database.run(lockByEmail, [{ email_key: emailKey(email) }])
          const to = user ?? { id: noUser, email, fullname: email }
          const isIssued = yield* sendCode("verify", to, yield* now)
          // Always recorded as done: the answer is the same in all cases, and a refusal would take different work.
          yield* audit.record({
            action: "user.resend",
            outcome: "done",
            actor: email,
            userId: user?.id,
            detail: isIssued ? "a code was mailed" : "no code was mailed"
          })
        })
      )
    })
  })
})
