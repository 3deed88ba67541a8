import { createHash, randomInt } from "node:crypto"
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { EmailTaken, TagTaken } from "../domain/Errors.ts"
import { emailKey } from "../domain/Identity.ts"
import { type InvalidInput, parser } from "../domain/Input.ts"
import {
  CreateUser,
  type CreateUserInput,
  checkCreateUser,
  nationalDigits,
  type User
} from "../domain/User.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { statement } from "../sql/Statement.ts"
import { now } from "./clock.ts"
import { Ids } from "./Ids.ts"
import { Mails } from "./Mails.ts"
import { Passwords } from "./Passwords.ts"

/** Accounts of the service. A new one gets a mail with a code that proves its address. */
export class Users extends Context.Tag("rewards/Users")<
  Users,
  {
    readonly create: (
      input: CreateUserInput
    ) => Effect.Effect<User, InvalidInput | TagTaken | EmailTaken | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Users, never, Database | Ids | Passwords | Mails> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const codeLifetime = Duration.toMillis("10 minutes")

const insertUser = statement({
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
  output: Schema.Struct({ id: Schema.String }),
  sql: `INSERT INTO rewards_user (id, tag, email, email_key, fullname, phone, country_code, is_adult, date_of_birth,
      password_hash, created_at)
    SELECT id, tag, email, email_key, fullname, phone, country_code, is_adult, date_of_birth, password_hash, created_at
    FROM input WHERE true
    ON CONFLICT DO NOTHING RETURNING id`
})

const findTag = statement({
  input: { tag: "text" },
  output: Schema.Struct({ id: Schema.String }),
  sql: `SELECT u.id FROM input CROSS JOIN rewards_user u WHERE u.tag = input.tag`
})

/** Which of these ids are users of the service. */
export const findUsers = statement({
  input: { id: "uuid" },
  output: Schema.Struct({ id: Schema.String }),
  sql: `SELECT u.id FROM input CROSS JOIN rewards_user u WHERE u.id = input.id`
})

const insertCode = statement({
  input: { user_id: "uuid", hash: "text", issued: "integer", window_at: "instant", expires_at: "instant" },
  sql: `INSERT INTO rewards_otp (user_id, hash, issued, window_at, expires_at)
    SELECT user_id, hash, issued, window_at, expires_at FROM input`
})

const parse = parser(CreateUser, checkCreateUser)

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids
  const passwords = yield* Passwords
  const mails = yield* Mails

  const sendCode = (user: User) =>
    Effect.gen(function* () {
      const code = String(randomInt(1_000_000)).padStart(6, "0")
      yield* database.run(insertCode, [
        {
          user_id: user.id,
          // The id is the salt: a table of a million hashes must not open all codes at once.
          hash: createHash("sha256").update(`${user.id}${code}`).digest("base64url"),
          issued: 1,
          window_at: user.createdAt.toISOString(),
          expires_at: new Date(user.createdAt.getTime() + codeLifetime).toISOString()
        }
      ])
      yield* mails.write({
        to: user.email,
        subject: `${code} is your verification code`,
        body: `Hello ${user.fullname},\n\nyour verification code is ${code}. It is valid for 10 minutes.\n\nIf you did not create an account, ignore this mail.\n`
      })
    })

  const insert = (input: CreateUser, passwordHash: string) =>
    Effect.gen(function* () {
      const createdAt = yield* now
      const [id = ""] = yield* ids.take(1)
      const user: User = {
        id,
        tag: input.tag,
        email: input.email,
        fullname: input.fullname.toLowerCase(),
        phone: `0${nationalDigits(input.phone, input.countryCode)}`,
        countryCode: input.countryCode,
        isAdult: input.isAdult,
        dateOfBirth: input.dateOfBirth ?? null,
        createdAt
      }
      const inserted = yield* database.run(insertUser, [
        {
          id,
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
      yield* sendCode(user)
      return user
    })

  return Users.of({
    create: Effect.fn("Users.create")(function* (input) {
      const user = yield* parse(input)
      const passwordHash = yield* passwords.hash(user.password)
      return yield* database.transaction(insert(user, passwordHash))
    })
  })
})
