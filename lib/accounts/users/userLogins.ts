import { Effect } from "effect"
import { parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { Unauthorized } from "../Errors.ts"
import { emailKey } from "../Identity.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { KnownAddresses } from "../rates/KnownAddresses.ts"
import { users } from "../tables.ts"
import { UserLogin, type UserLoginInput } from "./User.ts"
import { findUserByName } from "./userByName.ts"

/** Replaces the hash only if it is still the verified one. Otherwise a concurrent change of the password would be undone. */
const rehash = statement({
  input: { id: "uuid", verifiedHash: "text", newHash: "text" },
  sql: `UPDATE rewards_user SET password_hash = input.new_hash FROM input
    WHERE rewards_user.id = input.id AND rewards_user.password_hash = input.verified_hash`
})

/** Locks a user until commit if the stored hash is still the given one. */
const lockUser = statement({
  input: { id: "uuid", passwordHash: "text" },
  output: users.row("id"),
  sql: ({ lock }) => `SELECT u.id FROM input CROSS JOIN rewards_user u
    WHERE u.id = input.id AND u.password_hash = input.password_hash${lock("u", "u.id", "share")}`
})

const wrong = () => new Unauthorized({ reason: "tag or password is wrong" })

const parse = parser(UserLogin)

/** Verifies the password of a user, who is identified by tag or e-mail address. The caller records the outcome. */
export const makeUserLogins = Effect.gen(function* () {
  const database = yield* Database
  const knownAddresses = yield* KnownAddresses
  const passwords = yield* Passwords

  return {
    /** The error for an unknown user and for a wrong password. */
    wrong,

    /** Returns the user's id and password hash. An unknown user and a wrong password fail with the same error. */
    check: Effect.fn("UserLogins.check")(function* (input: UserLoginInput) {
      const { password, tag } = yield* parse(input)
      const name = emailKey(tag.trim())
      const [user] = yield* database.run(findUserByName, [{ name }])
      const correct = yield* passwords.verify(password, user?.passwordHash, name)
      if (user === undefined || !correct) return yield* wrong()
      const { id, passwordHash: verifiedHash } = user
      const isOutdated = passwords.isOutdated(verifiedHash)
      const newHash = isOutdated ? yield* passwords.hash(password, name) : verifiedHash
      if (isOutdated) yield* database.run(rehash, [{ id, verifiedHash, newHash }])
      const account = { id, passwordHash: newHash }
      yield* knownAddresses.remember(account)
      return account
    }),

    /**
     * Locks a user in the caller's transaction, in which the caller stores a consent. Fails if the hash has changed since `check`.
     * A concurrent password reset waits for the commit, and then also withdraws the new consent.
     */
    lock: Effect.fn("UserLogins.lock")(function* (user: {
      readonly id: string
      readonly passwordHash: string
    }) {
      const locked = yield* database.run(lockUser, [user])
      if (locked.length === 0) return yield* wrong()
    })
  }
})
