import { Schema } from "effect"
import type { BoardType } from "../../domain/Board.ts"
import { max } from "../../domain/Coins.ts"
import { Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { nameColumns, namedMember } from "../Members/statements.ts"

/**
 * A text here follows the relation `input`, so the relations that it names itself start with a comma. CROSS JOIN tells
 * SQLite which table to read first, as everywhere.
 */

/** Which transfers make a member's score on a board, and on which side of them the member's wallet is. */
const sides = {
  earner: { account: "credit_account", kind: "award" },
  spender: { account: "debit_account", kind: "user_partner_transfer" }
}

/**
 * All that a member earned over the years can be more than an amount may be. What is shown then is the largest amount;
 * order and positions still go by the sum itself.
 */
const shown = (score: string): string => `CASE WHEN ${score} > ${max} THEN ${max} ELSE ${score} END`

/** Score descending, then who reached it first, then id: no two members are equal, so pages never overlap. */
const order = (alias: string): string => `${alias}.score DESC, ${alias}.reached_at, ${alias}.member_id`

/** Every row tells the count and where the asked member stands; the first alone, when the page is empty. */
const head = {
  count: Integer,
  askedId: Schema.NullOr(Id("MemberId")),
  askedScore: Schema.NullOr(Coins),
  askedAbove: Integer
}

const PageRow = Schema.Union(
  Schema.Struct({
    ...head,
    memberId: Id("MemberId"),
    userId: Schema.String,
    score: Coins,
    createdAt: Instant,
    reachedAt: Instant
  }),
  Schema.Struct({ ...head, memberId: Schema.Null })
)

/** One statement and so one snapshot: the page, the count and the position agree while awards pour in. */
const page = ({ account, kind }: (typeof sides)[BoardType]) =>
  statement({
    input: {
      ...nameColumns,
      user_id: "text?",
      since: "instant",
      until: "instant",
      page: "integer",
      size: "integer"
    },
    output: PageRow,
    sql: `, score AS (
       SELECT t.${account} AS member_id, SUM(t.amount) AS score, MAX(t.created_at) AS reached_at
       FROM rewards_transfer t
       WHERE t.partner_id = (SELECT partner_id FROM input) AND t.kind = '${kind}'
         AND t.created_at >= (SELECT since FROM input) AND t.created_at < (SELECT until FROM input)
       GROUP BY t.${account}
     ), page AS (
       SELECT s.member_id, s.score, s.reached_at FROM score s ORDER BY ${order("s")}
       LIMIT (SELECT size FROM input) OFFSET (SELECT (page - 1) * size FROM input)
     ), asked AS MATERIALIZED (
       SELECT m.id, s.score FROM input
       JOIN rewards_member m ON m.partner_id = input.partner_id AND m.id = ${namedMember}
       LEFT JOIN score s ON s.member_id = m.id
     )
     SELECT (SELECT COUNT(*) FROM score) AS count,
       (SELECT id FROM asked) AS "askedId", (SELECT ${shown("score")} FROM asked) AS "askedScore",
       (SELECT COUNT(*) FROM score s WHERE s.score > (SELECT score FROM asked)) AS "askedAbove",
       m.id AS "memberId", m.user_id AS "userId", ${shown("p.score")} AS score, m.created_at AS "createdAt",
       p.reached_at AS "reachedAt"
     FROM input LEFT JOIN page p ON true
     LEFT JOIN rewards_member m ON m.partner_id = input.partner_id AND m.id = p.member_id
     ORDER BY ${order("p")}`
  })

export const readPage = { earner: page(sides.earner), spender: page(sides.spender) }

/**
 * The first members of each month in one statement; `input` is a row a month, all of one partner and size. A member who
 * earned nothing reached 0 when onboarded. The first `size` members are enough to fill any month up: each of them is in
 * the month's list already or can be put there.
 */
const months = ({ account, kind }: (typeof sides)[BoardType]) =>
  statement({
    input: { month: "integer", partner_id: "uuid", since: "instant", until: "instant", size: "integer" },
    output: Schema.Struct({ month: Integer, userId: Schema.String, score: Coins }),
    sql: `, score AS (
       SELECT input.month, t.${account} AS member_id, SUM(t.amount) AS score, MAX(t.created_at) AS reached_at
       FROM rewards_transfer t CROSS JOIN input
       WHERE t.partner_id = (SELECT partner_id FROM input LIMIT 1) AND t.kind = '${kind}'
         AND t.created_at >= (SELECT MIN(since) FROM input) AND t.created_at < (SELECT MAX(until) FROM input)
         AND t.created_at >= input.since AND t.created_at < input.until
       GROUP BY input.month, t.${account}
     ), early AS (
       SELECT m.id, m.created_at FROM rewards_member m
       WHERE m.partner_id = (SELECT partner_id FROM input LIMIT 1)
       ORDER BY m.created_at, m.id LIMIT (SELECT size FROM input LIMIT 1)
     ), standing AS (
       SELECT s.month, s.member_id, s.score, s.reached_at FROM score s
       UNION ALL
       SELECT input.month, early.id, 0, early.created_at
       FROM input CROSS JOIN early
       WHERE early.created_at < input.until
         AND NOT EXISTS (SELECT 1 FROM score s WHERE s.month = input.month AND s.member_id = early.id)
     ), placed AS (
       SELECT s.month, s.member_id, s.score,
         ROW_NUMBER() OVER (PARTITION BY s.month ORDER BY ${order("s")}) AS place
       FROM standing s
     )
     SELECT p.month, m.user_id AS "userId", ${shown("p.score")} AS score
     FROM placed p CROSS JOIN rewards_member m
     WHERE p.place <= (SELECT size FROM input LIMIT 1)
       AND m.partner_id = (SELECT partner_id FROM input LIMIT 1) AND m.id = p.member_id
     ORDER BY p.month, p.place`
  })

export const readMonths = { earner: months(sides.earner), spender: months(sides.spender) }
