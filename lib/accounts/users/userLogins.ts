import { Effect } from "effect"
import { parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { Unauthorized } from "../Errors.ts"
import { emailKey } from "../Identity.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { users } from "../tables.ts"
import { UserLogin, type UserLoginInput } from "./User.ts"

/** A user whose password was right, and the stored hash that it was compared with. */
interface VerifiedUser {
  readonly id: string
  readonly passwordHash: string
}

/**
 * Searches both keys for every name. A tag never contains an @ and an e-mail address always does, so at most one
 * matches.
 */
const findUser = statement({
  input: { name: "text" },
  output: users.row("id", "passwordHash"),
  sql: `SELECT u.id, u.password_hash FROM input CROSS JOIN rewards_user u WHERE u.tag = input.name
    UNION ALL
    SELECT u.id, u.password_hash FROM input CROSS JOIN rewards_user u WHERE u.email_key = input.name`
})

/** Replaces only the hash that was verified, so that it does not undo a concurrent change of the password. */
const rehash = statement({
  input: { id: "uuid", verifiedHash: "text", newHash: "text" },
  sql: `UPDATE rewards_user SET password_hash = input.new_hash FROM input
    WHERE rewards_user.id = input.id AND rewards_user.password_hash = input.verified_hash`
})

const lockUser = statement({
  input: { id: "uuid", passwordHash: "text" },
  output: users.row("id"),
  sql: ({ lock }) => `SELECT u.id FROM input CROSS JOIN rewards_user u
    WHERE u.id = input.id AND u.password_hash = input.password_hash${lock("u", "u.id", "share")}`
})

const wrong = () => new Unauthorized({ reason: "tag or password is wrong" })

const parse = parser(UserLogin)

/** Verifies users by tag or e-mail address and password. The caller records the outcome. */
export const makeUserLogins = Effect.gen(function* () {
  const database = yield* Database
  const passwords = yield* Passwords

  return {
    /** The same error, after the same work, for an unknown user and for a wrong password. */
    check: Effect.fn("UserLogins.check")(function* (input: UserLoginInput) {
      const { password, tag } = yield* parse(input)
      const [user] = yield* database.run(findUser, [{ name: emailKey(tag.trim()) }])
      const correct = yield* passwords.verify(password, user?.passwordHash)
      if (user === undefined || !correct) return yield* wrong()
      const { id, passwordHash: verifiedHash } = user
      if (!passwords.isOutdated(verifiedHash)) return user
      const newHash = yield* passwords.hash(password)
      yield* database.run(rehash, [{ id, verifiedHash, newHash }])
      return { id, passwordHash: newHash }
    }),

    /**
     * Checks in the caller's transaction that the password is still the verified one, and locks the account until commit. A
     * concurrent reset comes either before, or after and then ends what this transaction has issued.
     */
    hold: Effect.fn("UserLogins.hold")(function* (user: VerifiedUser) {
      const locked = yield* database.run(lockUser, [user])
      if (locked.length === 0) return yield* wrong()
    })
  }
})
