import { Schema } from "effect"
import { Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import type { UserScope } from "../authorization/Authorization.ts"
import { covers } from "../authorization/grants.ts"

/** A value that the user does not allow the partner to see is null, and does not leave the database. */
const allowed = (column: string, scope: UserScope): string =>
  `CASE WHEN ${covers("input.partner_id", "u.id", scope)} THEN u.${column} END`

const Value = Schema.NullOr(Schema.String)

/** Users with the values that they allow a partner to see at this moment. */
export const findVisible = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Schema.Struct({ id: Uuid, name: Value, email: Value, tag: Value }),
  sql: `SELECT u.id, ${allowed("fullname", "fullname")} AS name, ${allowed("email", "email")} AS email,
      ${allowed("tag", "profile")} AS tag
    FROM input CROSS JOIN rewards_user u WHERE u.id = input.id`
})
