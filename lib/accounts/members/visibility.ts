import { Effect, Schema } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import type { MemberRow } from "../../rewards/members/Member.ts"
import { isId } from "../../schema/Id.ts"
import { fold, maxSearched } from "../../schema/Prefix.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { Bool } from "../../sql/Row.ts"
import { given, statement } from "../../sql/Statement.ts"
import type { UserScope } from "../authorization/Authorization.ts"
import { users, visibleNames } from "../tables.ts"

/**
 * Returns an SQL condition: the user has granted the scope to the partner, and the grant is not revoked. `partner` and `user` are SQL
 * expressions. The condition is a scalar subquery, because with EXISTS PostgreSQL may read the grants of all users.
 */
export const covers = (partner: string, user: string, scope: UserScope): string =>
  `(SELECT 1 FROM rewards_grant g WHERE g.partner_id = ${partner} AND g.user_id = ${user}
    AND g.revoked_at IS NULL AND (' ' || g.scopes || ' ') LIKE '% ${scope} %' LIMIT 1) IS NOT NULL`

/** The values of a user that a partner may see. Other values, and an unverified e-mail address, are null. */
export interface VisibleUser {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly tag: string | null
}

/** Finds out which scopes users have granted to a partner. Returns one row for each row of the input, even if no user has the id. */
export const findConsents = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: Schema.Struct({ id: users.fields.id, fullname: Bool, email: Bool, profile: Bool }),
  sql: `SELECT input.id, ${(["fullname", "email", "profile"] as const)
    .map((scope) => `${covers("input.partner_id", "input.id", scope)} AS ${scope}`)
    .join(", ")} FROM input`
})

export const findUsers = users.find("id", "tag", "email", "emailVerifiedAt", "fullname")

/** Returns the ids of a member that have the form of a user's id. */
const userIdsOf = ({ linkedId, userId }: MemberRow): ReadonlyArray<string> =>
  [userId, linkedId].filter((id) => id !== null).filter((id) => isId(id))

/** Finds the users of these members, with the values that the partner may see. The keys of the map are the ids of the members. */
export const visibleUsersOf = Effect.fnUntraced(function* (
  database: Database["Type"],
  partnerId: PartnerId,
  members: ReadonlyArray<MemberRow>
) {
  const keys = members.flatMap(userIdsOf).map((id) => ({ partnerId, id }))
  const found = yield* database.send(
    Batch.all({ consents: Batch.of(findConsents, keys), users: Batch.of(findUsers, keys) })
  )
  const consents = new Map(found.consents.map((consent) => [consent.id, consent]))
  const byId = new Map(
    found.users.map(({ email, emailVerifiedAt, fullname, id, tag }): readonly [string, VisibleUser] => {
      const allowed = consents.get(id)
      return [
        id,
        {
          id,
          name: allowed?.fullname === true ? fullname : null,
          email: allowed?.email === true && emailVerifiedAt !== null ? email : null,
          tag: allowed?.profile === true ? tag : null
        }
      ]
    })
  )
  return new Map<string, VisibleUser>(
    members.flatMap((member) =>
      userIdsOf(member)
        .flatMap((id) => byId.get(id) ?? [])
        .map((user) => [member.id, user] as const)
    )
  )
})

/**
 * Returns a tag or a name in the form that searches compare: in lower case, and short enough for an index. Characters that a database
 * cannot store are removed or replaced.
 */
export const searchKey = (name: string): string =>
  Array.from(fold(name.replaceAll("\u0000", "").toWellFormed()))
    .slice(0, maxSearched)
    .join("")

/** The largest number of words of a full name by which a search can find the name. */
const maxWords = 16

/**
 * Returns the texts that are stored so that searches find a full name: for each of its first words (see `maxWords`), the part of the name
 * from the start of this word. A search compares the beginnings of these texts, so it finds the name by the beginning of each of these
 * words.
 */
export const searchedNames = (fullname: string): ReadonlyArray<string> => {
  const name = searchKey(fullname).trimStart()
  const words = name.matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu)
  const starts = new Set([0, ...Array.from(words, ({ index }) => index)])
  return Array.from(starts)
    .slice(0, maxWords)
    .map((start) => name.slice(start))
}

const ofUser = { partnerId: "uuid", userId: "uuid" } as const

/** Returns an SQL condition: the user of the row has granted the partner the scope of the row. */
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
    ON CONFLICT (partner_id, user_id, scope, name) DO NOTHING`
})

/** A user, and a partner that has or had a grant of the user. */
interface UserOfPartner {
  readonly partnerId: PartnerId
  readonly userId: string
}

/**
 * Deletes the tags and full names that partners may no longer search. Runs in the transaction that ends or creates grants. The lock
 * waits for a concurrent consent to commit. So `deleteHidden` sees the new grant.
 */
export const hideNames = Effect.fnUntraced(function* (
  database: Database["Type"],
  pairs: ReadonlyArray<UserOfPartner>
) {
  yield* database.run(lockNames, pairs)
  yield* database.run(deleteHidden, pairs)
})

/** Stores the tag and the full name of a user if the partner may search them. Runs in the transaction that creates a grant. */
export const showNames = Effect.fnUntraced(function* (database: Database["Type"], pair: UserOfPartner) {
  yield* hideNames(database, [pair])
  const [user] = yield* database.run(findNames, [{ id: pair.userId }])
  if (user === undefined) return
  yield* database.run(insertAllowed, [
    ...searchedNames(user.fullname).map((name) => ({ ...pair, scope: "fullname", name })),
    { ...pair, scope: "profile", name: searchKey(user.tag) }
  ])
})
