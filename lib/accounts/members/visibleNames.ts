import { Effect, Schema } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { covers } from "../authorization/grants.ts"
import { nameKey } from "./nameKey.ts"

const ofUser = { partner_id: "uuid", user_id: "uuid" } as const

/** A condition: the user of `row` allows the partner of `row` the scope of `row`. */
const isAllowed = (row: string): string =>
  `CASE ${row}.scope WHEN 'profile' THEN ${covers(`${row}.partner_id`, `${row}.user_id`, "profile")}
    ELSE ${covers(`${row}.partner_id`, `${row}.user_id`, "fullname")} END`

const lockNames = statement({
  input: ofUser,
  output: Schema.Struct({ userId: Uuid }),
  sql: ({ lock }) => `SELECT n.user_id AS "userId" FROM input CROSS JOIN rewards_visible_name n
    WHERE n.partner_id = input.partner_id AND n.user_id = input.user_id${lock("n", "n.partner_id, n.user_id, n.scope")}`
})

const deleteHidden = statement({
  input: ofUser,
  sql: `DELETE FROM rewards_visible_name WHERE (partner_id, user_id) IN (SELECT partner_id, user_id FROM input)
    AND NOT ${isAllowed("rewards_visible_name")}`
})

const findNames = statement({
  input: { id: "uuid" },
  output: Schema.Struct({ tag: Schema.String, fullname: Schema.String }),
  sql: "SELECT u.tag, u.fullname FROM input CROSS JOIN rewards_user u WHERE u.id = input.id"
})

const insertAllowed = statement({
  input: { ...ofUser, scope: "text", name: "text" },
  sql: `INSERT INTO rewards_visible_name (partner_id, user_id, scope, name)
    SELECT partner_id, user_id, scope, name FROM input WHERE ${isAllowed("input")}
    ON CONFLICT (partner_id, user_id, scope) DO UPDATE SET name = excluded.name`
})

/** A user and a partner to whom the user allows something, or did. */
export interface Allowance {
  readonly partnerId: PartnerId
  readonly userId: string
}

/**
 * Drops the names that partners may no longer see from what they search, after grants have ended, in the same transaction. A
 * consent that is given at the same moment holds the rows: the first statement waits for it, the second sees its grant.
 */
export const hideNames = Effect.fnUntraced(function* (
  database: Database["Type"],
  ended: ReadonlyArray<Allowance>
) {
  const rows = ended.map(({ partnerId, userId }) => ({ partner_id: partnerId, user_id: userId }))
  yield* database.run(lockNames, rows)
  yield* database.run(deleteHidden, rows)
})

/** Makes what a partner searches fit a user's grants, after one was made, in the same transaction. */
export const showNames = Effect.fnUntraced(function* (database: Database["Type"], given: Allowance) {
  yield* hideNames(database, [given])
  const [user] = yield* database.run(findNames, [{ id: given.userId }])
  if (user === undefined) return
  const row = { partner_id: given.partnerId, user_id: given.userId }
  yield* database.run(insertAllowed, [
    { ...row, scope: "fullname", name: nameKey(user.fullname) },
    { ...row, scope: "profile", name: nameKey(user.tag) }
  ])
})
