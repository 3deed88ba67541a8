import { type Context, Effect, Schema } from "effect"
import { smallestId } from "../../schema/Id.ts"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { firstOf } from "../../schema/Page.ts"
import { rangeOf } from "../../schema/Prefix.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { given, statement } from "../../sql/Statement.ts"
import { now } from "../clock.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { readSettled } from "../lots/dueEntries.ts"
import { accounts, isCurrent, members } from "../tables.ts"
import type { ListedRow, ListMembers } from "./Member.ts"

const ListedMember = Schema.extend(
  members.row(...members.except("currentId")),
  Schema.Struct({
    linkedId: Schema.NullOr(Schema.String),
    coins: accounts.fields.balance,
    nextDue: accounts.fields.nextDue
  })
)
type MemberRow = typeof ListedMember.Type

const of = (table: string, id: string) =>
  `${table}.partner_id = page.partner_id AND ${table}.${id} = page.member_id`

/** The columns of the members in `page`. Subqueries keep PostgreSQL from reading all members for a join. */
const columns = `page.member_id AS id, page.partner_id,
  (SELECT m.user_id FROM rewards_member m WHERE ${of("m", "id")}) AS user_id,
  (SELECT l.user_id FROM rewards_member_id l WHERE ${of("l", "member_id")} AND l.linked) AS linked_id,
  (SELECT m.created_at FROM rewards_member m WHERE ${of("m", "id")}) AS created_at,
  (SELECT m.ordered_by FROM rewards_member m WHERE ${of("m", "id")}) AS ordered_by,
  (SELECT a.balance FROM rewards_account a WHERE ${of("a", "id")}) AS coins,
  (SELECT a.next_due FROM rewards_account a WHERE ${of("a", "id")}) AS next_due`

/** Reads members in the order of `id`, which is the order of onboarding. */
export const readAfter = statement({
  input: { partnerId: "uuid", after: "uuid", size: "integer" },
  output: ListedMember,
  sql: `SELECT ${columns}
    FROM (
      SELECT p.partner_id, p.id AS member_id FROM rewards_member p
      WHERE p.partner_id = ${given("partner_id")} AND p.id > ${given("after")} AND ${isCurrent("p")}
      ORDER BY p.id LIMIT ${given("size")}
    ) AS page
    ORDER BY page.member_id`
})

export const readByIds = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: ListedMember,
  sql: `SELECT ${columns}
    FROM (
      SELECT p.partner_id, p.id AS member_id FROM input CROSS JOIN rewards_member p
      WHERE p.partner_id = input.partner_id AND p.id = input.id
    ) AS page`
})

/** Returns SQL for the smallest id of a member from `from` to below `until`; NULL if there is none. */
export const firstUserIdOf = (partner: string, member: string, from: string, until: string): string =>
  `(SELECT min(f.user_id) FROM rewards_member_id f
    WHERE f.partner_id = ${partner} AND f.member_id = ${member} AND f.user_id >= ${from} AND f.user_id < ${until})`

export const findFirstUserId = statement({
  input: { partnerId: "uuid", memberId: "uuid", prefix: "text", until: "text" },
  output: Schema.Struct({ userId: Schema.NullOr(Schema.String) }),
  sql: `SELECT ${firstUserIdOf("input.partner_id", "input.member_id", "input.prefix", "input.until")} AS user_id FROM input`
})

/**
 * Reads members with an id that is at least `prefix` and less than `until`, in the order of these ids. If several ids of a member are in
 * this range, the smallest id counts. The page starts at the id `starts`, and omits the id `shown`, which was the last id of the previous
 * page.
 */
export const readFound = statement({
  input: {
    partnerId: "uuid",
    prefix: "text",
    until: "text",
    starts: "text",
    shown: "text",
    size: "integer"
  },
  output: ListedMember,
  sql: `SELECT ${columns}
    FROM (
      SELECT i.partner_id, i.member_id, i.user_id FROM rewards_member_id i
      WHERE i.partner_id = ${given("partner_id")} AND i.user_id >= ${given("starts")} AND i.user_id < ${given("until")}
        AND i.user_id <> ${given("shown")}
        AND CASE WHEN ${firstUserIdOf("i.partner_id", "i.member_id", given("prefix"), given("until"))} = i.user_id THEN 1 END IS NOT NULL
      ORDER BY i.user_id LIMIT ${given("size")}
    ) AS page
    ORDER BY page.user_id`
})

/** If coins of a wallet are due to mature or to expire, replaces the stored balance with the balance after that. */
const settle = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  rows: ReadonlyArray<MemberRow>
) {
  const at = yield* now
  const due = rows.filter(({ nextDue }) => nextDue !== null && nextDue <= at)
  const wallets = due.map(({ id: memberId, partnerId }) => ({ partnerId, memberId }))
  const settled = yield* readSettled(database, wallets, at)
  return rows.map(
    ({ coins, nextDue: _, ...row }): ListedRow => ({ ...row, coins: settled.get(row.id)?.balance ?? coins })
  )
})

/** Reads members by their ids. */
export const readMembers = (
  database: Context.Tag.Service<Database>,
  partnerId: PartnerId,
  ids: ReadonlyArray<MemberId>
): Effect.Effect<ReadonlyArray<ListedRow>, DatabaseFailure> =>
  Effect.flatMap(
    database.run(
      readByIds,
      ids.map((id) => ({ partnerId, id }))
    ),
    (rows) => settle(database, rows)
  )

/** Returns the error for an `after` that is not in the result of the search. */
export const notFound = (): InvalidInput =>
  invalid("after", "must be the id of a member that the search finds")

export const makeList = (database: Context.Tag.Service<Database>) => {
  /** Returns the id by which a search finds a member. */
  const foundBy = Effect.fnUntraced(function* (partnerId: PartnerId, search: string, memberId: MemberId) {
    const { from: prefix, until } = rangeOf(search)
    const [found] = yield* database.run(findFirstUserId, [{ partnerId, memberId, prefix, until }])
    return found?.userId ?? (yield* notFound())
  })

  return Effect.fnUntraced(function* ({ partnerId, search, after, limit }: ListMembers) {
    const size = limit + 1
    const page = (rows: ReadonlyArray<MemberRow>) =>
      Effect.map(settle(database, rows), (settled) => firstOf(settled, limit, ({ id }) => id))
    if (search === undefined) {
      return yield* page(yield* database.run(readAfter, [{ partnerId, after: after ?? smallestId, size }]))
    }
    const shown = after === undefined ? "" : yield* foundBy(partnerId, search, after)
    const { from: prefix, until } = rangeOf(search)
    const range = { partnerId, prefix, until, starts: shown || prefix, shown, size }
    return yield* page(yield* database.run(readFound, [range]))
  })
}
