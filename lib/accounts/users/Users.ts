import { Context, Duration, Effect, Layer, Struct } from "effect"
import { now } from "../../rewards/clock.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { KnownUsers } from "../../rewards/ports.ts"
import { membersOf } from "../../rewards/sql.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { CodeRefused, EmailTaken, TagTaken } from "../Errors.ts"
import { emailKey } from "../Identity.ts"
import type { Mails } from "../mail/Mails.ts"
import { Passwords, type PasswordsBusy } from "../passwords/Passwords.ts"
import { deleteSecrets } from "../resets/resetSecrets.ts"
import { otps, users } from "../tables.ts"
import { makeUserOtps } from "./otps.ts"
import {
  CreateUser,
  type CreateUserInput,
  checkCreateUser,
  type NewUser,
  nationalDigits,
  ResendOtp,
  type ResendOtpInput,
  type User,
  VerifyOtp,
  type VerifyOtpInput
} from "./User.ts"

/**
 * User accounts. A new user gets a mail with an OTP, which verifies the e-mail address. `verifyOtp` and `resendOtp` do not reveal
 * whether an account exists.
 */
export class Users extends Context.Tag("rewards/Users")<
  Users,
  {
    /**
     * Creates an account. First removes abandoned accounts with the same tag or e-mail address. An account is abandoned if it is
     * unverified after 24 hours, has given no consent, and is not a member of any partner.
     */
    readonly create: (
      input: CreateUserInput | Unparsed
    ) => Effect.Effect<NewUser, InvalidInput | TagTaken | EmailTaken | PasswordsBusy | DatabaseFailure>

    /** Verifies an e-mail address. An OTP can be tried five times, within ten minutes. */
    readonly verifyOtp: (
      input: VerifyOtpInput | Unparsed
    ) => Effect.Effect<User, InvalidInput | CodeRefused | DatabaseFailure>

    /** Mails a new OTP, which replaces the old one. A user gets at most five OTPs an hour. A verified address gets none. */
    readonly resendOtp: (
      input: ResendOtpInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Users, never, Audit | Database | Passwords | Mails | Ids> =
    Layer.suspend(() => Layer.effect(this, make))
}

const parseCreate = parser(CreateUser, checkCreateUser)
const parseVerify = parser(VerifyOtp)
const parseResend = parser(ResendOtp)

const insertUser = users.insert({ unlessExists: [], returning: ["id"] })

const findTag = users.by("tag").find("id")

const verifyEmail = users.change({
  set: ["emailVerifiedAt"],
  where: "rewards_user.email_verified_at IS NULL",
  returning: ["id"]
})

const deleteOtps = otps.delete()

const removal = {
  action: "user.remove",
  outcome: "done",
  detail: "the account was not verified within 24 hours, and a new account uses its tag or e-mail address"
} as const

/** How long an unverified account keeps its tag and its e-mail address. */
const verificationPeriod = Duration.toMillis("24 hours")

/**
 * Locks the accounts with this tag or e-mail address that were not verified in time. Awards and consents also lock the account. So they
 * wait for the caller's transaction, which may remove the account.
 */
const lockAbandoned = statement({
  input: { tag: "text", emailKey: "text", before: "instant" },
  output: users.row("id"),
  sql: ({ lock }) => `SELECT u.id FROM input CROSS JOIN rewards_user u
    WHERE (u.tag = input.tag OR u.email_key = input.email_key) AND u.email_verified_at IS NULL
      AND u.created_at <= input.before${lock("u", "u.id")}`
})

const findConsenting = statement({
  acrossPartners: "a user can consent to any partner",
  input: { id: "uuid" },
  output: users.row("id"),
  sql: "SELECT DISTINCT g.user_id AS id FROM input CROSS JOIN rewards_grant g WHERE g.user_id = input.id"
})

const findMembers = statement({
  acrossPartners: "a user can be a member of any partner",
  input: { id: "uuid" },
  output: users.row("id"),
  sql: ({ idText }) => `SELECT DISTINCT input.id FROM input CROSS JOIN ${membersOf(idText("input.id"))}`
})

const deleteUsers = users.delete()

/** Returns the ids that belong to users. Locks these users until COMMIT, so that they are not removed. */
const lockUsers = statement({
  input: { id: "uuid" },
  output: users.row("id"),
  sql: ({ lock }) =>
    `SELECT u.id FROM input CROSS JOIN rewards_user u WHERE u.id = input.id${lock("u", "u.id", "share")}`
})

/** Lets every partner award users whom it has not onboarded. The first award, activity or credit makes such a user a member. */
export const knownUsers: Layer.Layer<never, never, Database> = Layer.effect(
  KnownUsers,
  Effect.map(Database, (database) => ({
    among: (ids) =>
      Effect.map(
        database.run(
          lockUsers,
          ids.map((id) => ({ id }))
        ),
        (users): ReadonlySet<string> => new Set(users.map(({ id }) => id))
      )
  }))
)

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const ids = yield* Ids
  const passwords = yield* Passwords
  const userOtps = yield* makeUserOtps

  /** Removes abandoned accounts with the tag or e-mail address of a new account. Otherwise anyone could block a tag forever. */
  const removeAbandoned = Effect.fnUntraced(function* ({ createdAt, email, tag }: User) {
    const before = new Date(createdAt.getTime() - verificationPeriod)
    const locked = yield* database.run(lockAbandoned, [{ tag, emailKey: emailKey(email), before }])
    const inUse = [
      ...(yield* database.run(findConsenting, locked)),
      ...(yield* database.run(findMembers, locked))
    ]
    const abandoned = locked.filter(({ id }) => !inUse.some((user) => user.id === id))
    yield* database.run(
      deleteOtps,
      abandoned.map(({ id: userId }) => ({ userId }))
    )
    yield* database.run(
      deleteSecrets,
      abandoned.map(({ id: accountId }) => ({ accountId }))
    )
    yield* database.run(deleteUsers, abandoned)
    yield* Effect.forEach(abandoned, ({ id }) => audit.record({ ...removal, actor: email, userId: id }))
  })

  const recordRefusal = (email: string) => (error: TagTaken | EmailTaken) =>
    audit.record({ action: "user.create", outcome: "refused", actor: email, detail: error.message })

  const insert = Effect.fnUntraced(function* (input: CreateUser, passwordHash: string) {
    const createdAt = yield* now
    const user: User = {
      ...Struct.omit(input, "password", "confirmPassword"),
      id: yield* takeOne(ids),
      fullname: input.fullname.toLowerCase(),
      phone: `0${nationalDigits(input.phone, input.countryCode)}`,
      dateOfBirth: input.dateOfBirth ?? null,
      createdAt,
      emailVerifiedAt: null
    }
    yield* removeAbandoned(user)
    const inserted = yield* database.run(insertUser, [
      { ...user, emailKey: emailKey(user.email), passwordHash }
    ])
    if (inserted.length === 0) {
      const owners = yield* database.run(findTag, [{ tag: user.tag }])
      return yield* owners.length > 0
        ? new TagTaken({ tag: user.tag })
        : new EmailTaken({ email: user.email })
    }
    const { expiresAt } = yield* userOtps.issue(user, createdAt)
    yield* audit.record({ action: "user.create", outcome: "done", actor: user.email, userId: user.id })
    return { ...user, emailCodeExpiresAt: expiresAt }
  })

  /** Returns undefined if the OTP is wrong or no user has the address. Does not fail, because a failure would roll back the counted try. */
  const verify = Effect.fnUntraced(function* ({ email, otp }: VerifyOtp) {
    const { isRight, user } = yield* userOtps.check(email, otp)
    const outcome = isRight ? "done" : "refused"
    yield* audit.record({ action: "user.verify", outcome, actor: email, userId: user?.id })
    if (user === undefined || !isRight) return undefined
    yield* database.run(deleteOtps, [{ userId: user.id }])
    const verified = { ...user, emailVerifiedAt: yield* now }
    return (yield* database.run(verifyEmail, [verified])).length === 1
      ? verified
      : yield* Effect.dieMessage(
          `user ${user.id} was verified by another transaction, although this transaction had locked it`
        )
  })

  return Users.of({
    create: Effect.fn("Users.create")(function* (input) {
      const user = yield* parseCreate(input)
      const passwordHash = yield* passwords.hash(user.password, user.email)
      const onRefusal = recordRefusal(user.email)
      return yield* database
        .transaction(insert(user, passwordHash))
        .pipe(Effect.tapErrorTag("TagTaken", onRefusal), Effect.tapErrorTag("EmailTaken", onRefusal))
    }),

    verifyOtp: Effect.fn("Users.verifyOtp")(function* (input) {
      const verified = yield* database.transaction(verify(yield* parseVerify(input)))
      return verified ?? (yield* new CodeRefused())
    }),

    resendOtp: Effect.fn("Users.resendOtp")(function* (input) {
      const { email } = yield* parseResend(input)
      yield* database.transaction(userOtps.issueTo(email))
    })
  })
})
