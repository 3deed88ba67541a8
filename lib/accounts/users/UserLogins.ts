import { Context, Effect, Layer, Schema } from "effect"
import type { QueueFull } from "../../rewards/Errors.ts"
import { type InvalidInput, parser, required } from "../../schema/Input.ts"
import { text } from "../../schema/Text.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { Unauthorized } from "../Errors.ts"
import { emailKey } from "../Identity.ts"
import { Passwords } from "../passwords/Passwords.ts"

/** A user whose password was right, and the stored hash that it was compared with. */
export interface VerifiedUser {
  readonly id: string
  readonly passwordHash: string
}

export type UserLoginInput = typeof UserLogin.Encoded

/** Verifies users by tag or e-mail address and password. The caller records the outcome. */
export class UserLogins extends Context.Tag("rewards/UserLogins")<
  UserLogins,
  {
    /** The same error, after the same work, for an unknown user and for a wrong password. */
    readonly check: (
      input: UserLoginInput
    ) => Effect.Effect<VerifiedUser, InvalidInput | Unauthorized | QueueFull | DatabaseFailure>
    /**
     * Checks in the caller's transaction that the password is still the verified one, and keeps it and the account
     * until commit. A concurrent reset comes before, or after and then ends what this transaction has issued.
     */
    readonly hold: (user: VerifiedUser) => Effect.Effect<void, Unauthorized | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<UserLogins, never, Database | Passwords> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

export const UserLogin = Schema.Struct({ tag: required(text(1, 254)), password: required(Schema.String) })

/**
 * Searches both keys for every name. A tag never contains an @ and an e-mail address always does, so at most one
 * matches.
 */
const find = statement({
  input: { name: "text" },
  output: Schema.Struct({ id: Uuid, passwordHash: Schema.String }),
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

const hold = statement({
  input: { id: "uuid", password_hash: "text" },
  output: Schema.Struct({ id: Uuid }),
  sql: ({ lock }) => `SELECT u.id FROM input CROSS JOIN rewards_user u
    WHERE u.id = input.id AND u.password_hash = input.password_hash${lock("u", "u.id", "share")}`
})

const wrong = () => new Unauthorized({ reason: "tag or password is wrong" })

const parse = parser(UserLogin)

const make = Effect.gen(function* () {
  const database = yield* Database
  const passwords = yield* Passwords

  return UserLogins.of({
    check: Effect.fn("UserLogins.check")(function* (input) {
      const { password, tag } = yield* parse(input)
      const [user] = yield* database.run(find, [{ name: emailKey(tag.trim()) }])
      const correct = yield* passwords.verify(password, user?.passwordHash)
      if (user === undefined || !correct) return yield* wrong()
      const { id, passwordHash: stored } = user
      if (!passwords.isOutdated(stored)) return user
      const password_hash = yield* passwords.hash(password)
      yield* database.run(rehash, [{ id, stored, password_hash }])
      return { id, passwordHash: password_hash }
    }),

    hold: Effect.fn("UserLogins.hold")(function* ({ id, passwordHash }) {
      const held = yield* database.run(hold, [{ id, password_hash: passwordHash }])
      if (held.length === 0) return yield* wrong()
    })
  })
})
