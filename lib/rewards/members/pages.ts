import { Schema } from "effect"
import { Coins, Id, Instant } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

const ListedMember = Schema.Struct({
  id: Id("MemberId"),
  partnerId: Id("PartnerId"),
  userId: Schema.String,
  linkedId: Schema.NullOr(Schema.String),
  createdAt: Instant,
  coins: Coins
})

const of = (table: string, id: string) =>
  `${table}.partner_id = page.partner_id AND ${table}.${id} = page.member_id`

/**
 * The members of a relation `page` of (partner_id, member_id). One look-up for each row and column: PostgreSQL cannot know
 * that a page is short, and would read all members for a join.
 */
const columns = `page.member_id AS id, page.partner_id AS "partnerId",
  (SELECT m.user_id FROM rewards_member m WHERE ${of("m", "id")}) AS "userId",
  (SELECT l.user_id FROM rewards_member_id l WHERE ${of("l", "member_id")} AND l.linked) AS "linkedId",
  (SELECT m.created_at FROM rewards_member m WHERE ${of("m", "id")}) AS "createdAt",
  (SELECT a.balance FROM rewards_account a WHERE ${of("a", "id")}) AS coins`

const given = (column: string) => `(SELECT ${column} FROM input)`

/** Members in the order of their ids, which is the order of onboarding. */
export const readAfter = statement({
  input: { partner_id: "uuid", after: "uuid", size: "integer" },
  output: ListedMember,
  sql: `SELECT ${columns}
    FROM (
      SELECT p.partner_id, p.id AS member_id FROM rewards_member p
      WHERE p.partner_id = ${given("partner_id")} AND p.id > ${given("after")}
      ORDER BY p.id LIMIT ${given("size")}
    ) AS page
    ORDER BY page.member_id`
})

/** Members by their own ids. */
export const readMembers = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: ListedMember,
  sql: `SELECT ${columns}
    FROM (
      SELECT p.partner_id, p.id AS member_id FROM input CROSS JOIN rewards_member p
      WHERE p.partner_id = input.partner_id AND p.id = input.id
    ) AS page`
})

/** The first of a member's ids from `from` on, below `until`; NULL when it has none there. The arguments are SQL expressions. */
export const firstIdOf = (partner: string, member: string, from: string, until: string): string =>
  `(SELECT min(f.user_id) FROM rewards_member_id f
    WHERE f.partner_id = ${partner} AND f.member_id = ${member} AND f.user_id >= ${from} AND f.user_id < ${until})`

/** Where a member is in the list of those with an id in a range. */
export const findFirstId = statement({
  input: { partner_id: "uuid", member_id: "uuid", prefix: "text", until: "text" },
  output: Schema.Struct({ userId: Schema.NullOr(Schema.String) }),
  sql: `SELECT ${firstIdOf("input.partner_id", "input.member_id", "input.prefix", "input.until")} AS "userId" FROM input`
})

/**
 * Members with an id from `prefix` on, below `until`, in the order of those ids. It starts with the id `starts`, and leaves the
 * id `shown` out. A member with two such ids is found by the first of them.
 */
export const readFound = statement({
  input: {
    partner_id: "uuid",
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
        AND ${firstIdOf("i.partner_id", "i.member_id", given("prefix"), given("until"))} = i.user_id
      ORDER BY i.user_id LIMIT ${given("size")}
    ) AS page
    ORDER BY page.user_id`
})
