import { Effect, Schema } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Member } from "../../rewards/members/Member.ts"
import { isId } from "../../schema/Id.ts"
import { fold, maxSearched } from "../../schema/Prefix.ts"
import type { Database } from "../../sql/Database.ts"
import { given, statement } from "../../sql/Statement.ts"
import type { UserScope } from "../authorization/Authorization.ts"
import { users, visibleNames } from "../tables.ts"

/** The values of users that a partner may see, by the scopes of their grants, and the names by which it may search them. */

/**
 * An SQL condition: the user has a grant for the partner that is not revoked and covers the scope. `partner` and `user`
 * are SQL expressions. A scalar subquery makes PostgreSQL look up each row. For EXISTS it may read the grants of all users first.
 */
export const covers = (partner: string, user: string, scope: UserScope): string =>
  `(SELECT 1 FROM rewards_grant g WHERE g.partner_id = ${partner} AND g.user_id = ${user}
    AND g.revoked_at IS NULL AND (' ' || g.scopes || ' ') LIKE '% ${scope} %' LIMIT 1) IS NOT NULL`

/** A value that the user does not allow the partner to see is null, and does not leave the database. */
const allowed = (column: string, scope: UserScope): string =>
  `CASE WHEN ${covers("input.partner_id", "u.id", scope)} THEN u.${column} END`

const Allowed = Schema.NullOr(Schema.String)

/** A user with the values that the user allows a partner to see at this moment. */
const VisibleUser = Schema.Struct({
  id: users.fields.id,
  name: Allowed,
  email: Allowed,
  tag: Allowed
})
export type VisibleUser = typeof VisibleUser.Type

export const findVisibleUsers = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: VisibleUser,
  sql: `SELECT u.id, ${allowed("fullname", "fullname")} AS name, ${allowed("email", "email")} AS email,
      ${allowed("tag", "profile")} AS tag
    FROM input CROSS JOIN rewards_user u WHERE u.id = input.id`
})

/** The ids of a member that can be the id of a user. */
const userIdsOf = ({ linkedId, userId }: Member): ReadonlyArray<string> =>
  [userId, linkedId].filter((id) => id !== null).filter((id) => isId(id))

/** The users behind members, by the ids of the members. */
export const visibleUsersOf = Effect.fnUntraced(function* (
  database: Database["Type"],
  partnerId: PartnerId,
  members: ReadonlyArray<Member>
) {
  const rows = yield* database.run(
    findVisibleUsers,
    members.flatMap(userIdsOf).map((id) => ({ partnerId, id }))
  )
  const byId = new Map(rows.map((user) => [user.id, user]))
  return new Map<string, VisibleUser>(
    members.flatMap((member) =>
      userIdsOf(member)
        .flatMap((id) => byId.get(id) ?? [])
        .map((user) => [member.id, user] as const)
    )
  )
})

/**
 * A tag or a name in the form in which it is searched: without regard to case, and short enough for an index. Removes characters
 * that a database cannot store as text, which a partner's record may contain.
 */
export const searchKey = (name: string): string =>
  Array.from(fold(name.replaceAll("\u0000", "").toWellFormed()))
    .slice(0, maxSearched)
    .join("")

const ofUser = { partnerId: "uuid", userId: "uuid" } as const

/** A condition: the user of `row` allows the partner of `row` the scope of `row`. */
const isAllowed = (row: string): string =>
  `CASE ${row}.scope WHEN 'profile' THEN ${covers(`${row}.partner_id`, `${row}.user_id`, "profile")}
    ELSE ${covers(`${row}.partner_id`, `${row}.user_id`, "fullname")} END`

const lockNames = visibleNames.by("partnerId", "userId").lock("userId")

const deleteHidden = statement({
  input: ofUser,
  sql: `DELETE FROM rewards_visible_name WHERE partner_id IN ${given("partner_id")}
    AND (partner_id, user_id) IN (SELECT partner_id, user_id FROM input) AND NOT ${isAllowed("rewards_visible_name")}`
})

const findNames = users.find("tag", "fullname")

const insertAllowed = statement({
  input: { ...ofUser, scope: "text", name: "text" },
  sql: ({ owner, source }) => `INSERT INTO rewards_visible_name (partner_id, user_id, scope, name)
    SELECT ${owner()}, input.user_id, input.scope, input.name FROM ${source()} WHERE ${isAllowed("input")}
    ON CONFLICT (partner_id, user_id, scope) DO UPDATE SET name = excluded.name`
})

/** A user, and a partner that has or had a grant of the user. */
interface UserOfPartner {
  readonly partnerId: PartnerId
  readonly userId: string
}

/**
 * Deletes the names that partners may no longer search, after grants have ended, in the same transaction. A concurrent consent locks
 * the same rows: the first statement waits for it, and the second sees its grant.
 */
export const hideNames = Effect.fnUntraced(function* (
  database: Database["Type"],
  ended: ReadonlyArray<UserOfPartner>
) {
  yield* database.run(lockNames, ended)
  yield* database.run(deleteHidden, ended)
})

/** Stores the names that a partner may search after a grant was made, in the same transaction, and deletes the others. */
export const showNames = Effect.fnUntraced(function* (database: Database["Type"], given: UserOfPartner) {
  yield* hideNames(database, [given])
  const [user] = yield* database.run(findNames, [{ id: given.userId }])
  if (user === undefined) return
  yield* database.run(insertAllowed, [
    { ...given, scope: "fullname", name: searchKey(user.fullname) },
    { ...given, scope: "profile", name: searchKey(user.tag) }
  ])
})
