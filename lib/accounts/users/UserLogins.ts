import { Context, Effect, Layer, Schema } from "effect"
import type { QueueFull } from "../../rewards/Errors.ts"
import { type InvalidInput, parser, required } from "../../schema/Input.ts"
import { text } from "../../schema/Text.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Unauthorized } from "../Errors.ts"
import { emailKey } from "../Identity.ts"
import { Passwords } from "../passwords/Passwords.ts"

export type UserLoginInput = typeof UserLogin.Encoded

/** Verifies users by tag or e-mail address and password. The caller records the outcome. */
export class UserLogins extends Context.Tag("rewards/UserLogins")<
  UserLogins,
  {
    /** The same error, after the same work, for an unknown user and for a wrong password. */
    readonly check: (
      input: UserLoginInput
    ) => Effect.Effect<{ readonly id: string }, InvalidInput | Unauthorized | QueueFull | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<UserLogins, never, Database | Passwords> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const UserLogin = Schema.Struct({ tag: required(text(1, 254)), password: required(Schema.String) })

/**
 * Searches both keys for every name. A tag never contains an @ and an e-mail address always does, so at most one
 * matches.
 */
const find = statement({
  input: { name: "text" },
  output: Schema.Struct({ id: Schema.String, passwordHash: Schema.String }),
  sql: `SELECT u.id, u.password_hash AS "passwordHash" FROM input CROSS JOIN rewards_user u WHERE u.tag = input.name
    UNION ALL
    SELECT u.id, u.password_hash FROM input CROSS JOIN rewards_user u WHERE u.email_key = input.name`
})

/** Replaces only the hash that was verified, so that a concurrent change of the password is kept. */
const rehash = statement({
  input: { id: "uuid", stored: "text", password_hash: "text" },
  sql: `UPDATE rewards_user SET password_hash = input.password_hash FROM input
    WHERE rewards_user.id = input.id AND rewards_user.password_hash = input.stored`
})

const parse = parser(UserLogin)

const make = Effect.gen(function* () {
  const database = yield* Database
  const passwords = yield* Passwords

  return UserLogins.of({
    check: Effect.fn("UserLogins.check")(function* (input) {
      const { password, tag } = yield* parse(input)
      const [user] = yield* database.run(find, [{ name: emailKey(tag.trim()) }])
      const correct = yield* passwords.verify(password, user?.passwordHash)
      if (user === undefined || !correct)
        return yield* new Unauthorized({ reason: "tag or password is wrong" })
      const { id, passwordHash: stored } = user
      if (passwords.isOutdated(stored)) {
        const password_hash = yield* passwords.hash(password)
        yield* database.run(rehash, [{ id, stored, password_hash }])
      }
      return { id }
    })
  })
})
