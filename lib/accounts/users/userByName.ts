import { statement } from "../../sql/Statement.ts"
import { users } from "../tables.ts"

/** Finds a user by tag or e-mail address. A tag contains no @, so at most one user is found. */
export const findUserByName = statement({
  input: { name: "text" },
  output: users.row("id", "passwordHash"),
  sql: `SELECT u.id, u.password_hash FROM input CROSS JOIN rewards_user u WHERE u.tag = input.name
    UNION ALL
    SELECT u.id, u.password_hash FROM input CROSS JOIN rewards_user u WHERE u.email_key = input.name`
})
