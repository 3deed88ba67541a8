import { Schema } from "effect"
import { max } from "../../rewards/Coins.ts"
import { firstMembers, memberBy, memberColumn } from "../../rewards/sql.ts"
import { maxPageSize } from "../../schema/Page.ts"
import { Bool, Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"
import { monthNames } from "../Board.ts"
import { boardOf, end, levels, once, start, withMembersBefore } from "../ladder.ts"
import { isPending } from "../pending.ts"

/**
 * The SQL of these statements follows `WITH input AS (…)`, so further relations start with a comma. CROSS JOIN
 * makes SQLite read the tables in the order in which they are written.
 */

/**
 * The sum of all coins that a member ever earned can exceed the largest amount. The board then shows the largest
 * amount; order and positions follow the sum.
 */
const shown = (score: string): string => `CASE WHEN ${score} > ${max} THEN ${max} ELSE ${score} END`

/** Members with the same score have the same first bytes of the rank key; before them are those with a higher score. */
const ofScore = (rankKey: string): string => `substr(${rankKey}, 1, 8)`

/**
 * The member that an id leads to, with its score on the board, which is NULL unless it is above 0, and the number of `members`
 * before its rank key.
 */
const standing = (bytes: Fragments["bytes"], userId: string, rankKey: string): string =>
  withMembersBefore(
    bytes,
    ["id", "score"],
    `SELECT asked.partner_id, asked.board, asked.id, s.score, ${rankKey} AS rank_key FROM (
       SELECT partner_id, board, ${memberBy("input.partner_id", `input.${userId}`)} AS id FROM input ${once}
     ) AS asked
     LEFT JOIN rewards_score s
       ON s.partner_id = asked.partner_id AND s.member_id = asked.id AND s.board = asked.board AND s.score > 0
     WHERE asked.id IS NOT NULL ${once}`
  )

const rungOfBoard = "partner_id = (SELECT partner_id FROM input) AND board = (SELECT board FROM input)"
const scoreOfBoard = `s.partner_id = (SELECT partner_id FROM input) AND ${boardOf("s")} = (SELECT board FROM input)`

/**
 * Finds the rung that holds the first member of the page, on one level. `passed` is the number of members before
 * the rung, `until` is its end.
 */
const descend = (level: number): string => {
  const above = level === 3 ? "start" : `under${level + 1}`
  return `under${level} AS MATERIALIZED (
    SELECT rank_key, passed, until FROM (
      SELECT rank_key, (SELECT passed FROM ${above}) + SUM(members) OVER (ORDER BY rank_key) - members AS passed,
        COALESCE(LEAD(rank_key) OVER (ORDER BY rank_key), (SELECT until FROM ${above})) AS until
      FROM rewards_rung
      WHERE ${rungOfBoard} AND level = ${level}
        AND rank_key >= (SELECT rank_key FROM ${above}) AND rank_key < (SELECT until FROM ${above})
    ) AS span
    WHERE passed <= (SELECT skipped FROM start) ORDER BY rank_key DESC LIMIT 1
  )`
}

/**
 * Every row repeats the count and the position that was asked for. An empty page is one row with nothing else in it.
 */
const head = {
  pending: Bool,
  count: Integer,
  page: Integer,
  askedId: Schema.NullOr(Id("MemberId")),
  askedScore: Schema.NullOr(Coins),
  askedAbove: Schema.NullOr(Integer),
  aroundId: Schema.NullOr(Id("MemberId"))
}

const PageRow = Schema.Union(
  Schema.Struct({
    ...head,
    memberId: Id("MemberId"),
    userId: Schema.String,
    score: Coins,
    createdAt: Instant,
    reachedMs: Integer
  }),
  Schema.Struct({ ...head, memberId: Schema.Null })
)

/**
 * Page, count and position are one statement and therefore one snapshot: they agree while awards are written. The
 * page is the one that holds the member `around`, or else the one with the given number.
 */
export const readPage = statement({
  input: {
    partner_id: "uuid",
    board: "integer",
    page: "integer",
    size: "integer",
    user_id: "text?",
    around: "text?"
  },
  output: PageRow,
  sql: ({ bytes }) => `, asked AS MATERIALIZED (${standing(bytes, "user_id", ofScore("s.rank_key"))}
     ), holder AS MATERIALIZED (${standing(bytes, "around", "s.rank_key")}
     ), start AS MATERIALIZED (
       SELECT (page - 1) * size AS skipped, page, 0 AS passed, ${bytes(start)} AS rank_key, ${bytes(end)} AS until
       FROM (SELECT size, COALESCE((SELECT members FROM holder) / size + 1, page) AS page FROM input) AS chosen
     ), ${levels.map(descend).join(", ")}, first AS MATERIALIZED (
       SELECT s.rank_key FROM rewards_score s
       WHERE ${scoreOfBoard} AND s.rank_key >= (SELECT rank_key FROM under1) AND s.rank_key < (SELECT until FROM under1)
       ORDER BY s.rank_key
       LIMIT 1 OFFSET COALESCE((SELECT start.skipped - under1.passed FROM start CROSS JOIN under1), 0)
     ), page AS MATERIALIZED (
       SELECT member_id, score, reached_ms, rank_key FROM (
         SELECT s.member_id, s.score, s.reached_ms, s.rank_key FROM rewards_score s
         WHERE ${scoreOfBoard} AND s.rank_key >= (SELECT rank_key FROM first)
         ORDER BY s.rank_key LIMIT ${maxPageSize}
       ) AS following
       ORDER BY rank_key LIMIT (SELECT size FROM input)
     ), head AS MATERIALIZED (
       SELECT ${isPending("(SELECT partner_id FROM input)")} AS pending,
         (SELECT COALESCE(SUM(members), 0) FROM rewards_rung WHERE ${rungOfBoard} AND level = 3) AS count,
         (SELECT page FROM start) AS page, (SELECT id FROM asked) AS asked_id,
         (SELECT ${shown("score")} FROM asked) AS asked_score, (SELECT members FROM asked) AS asked_above,
         (SELECT id FROM holder) AS around_id, (SELECT partner_id FROM input) AS partner_id
     )
     SELECT h.pending, h.count, h.page, h.asked_id AS "askedId", h.asked_score AS "askedScore", h.asked_above AS "askedAbove",
       h.around_id AS "aroundId", p.member_id AS "memberId", ${memberColumn("user_id", "h.partner_id", "p.member_id")} AS "userId",
       ${shown("p.score")} AS score, ${memberColumn("created_at", "h.partner_id", "p.member_id")} AS "createdAt", p.reached_ms AS "reachedMs"
     FROM head h LEFT JOIN page p ON true
     ORDER BY p.rank_key`
})

/** The position of one member, without a page: one row, also when the id leads to no member. */
export const readPosition = statement({
  input: { partner_id: "uuid", board: "integer", user_id: "text" },
  output: Schema.Struct({
    pending: Bool,
    memberId: Schema.NullOr(Id("MemberId")),
    score: Schema.NullOr(Coins),
    above: Schema.NullOr(Integer)
  }),
  sql: ({ bytes }) => `SELECT ${isPending("input.partner_id")} AS pending,
     asked.id AS "memberId", ${shown("asked.score")} AS score, asked.members AS above
   FROM input LEFT JOIN (${standing(bytes, "user_id", ofScore("s.rank_key"))}) AS asked ON true`
})

/**
 * The first members of one month. Each month is a branch of its own, because SQLite can limit the rows of a board
 * only so. The literal limit tells PostgreSQL that the rows are few; the planner does not know the value of the inner
 * one.
 */
const firstOf = (month: number): string =>
  `SELECT month, partner_id, member_id, score, rank_key FROM (
     SELECT month, partner_id, member_id, score, rank_key FROM (
     SELECT ${month} AS month, s.partner_id, s.member_id, s.score, s.rank_key FROM rewards_score s
     WHERE s.partner_id = (SELECT partner_id FROM size) AND ${boardOf("s")} = (SELECT board FROM input WHERE month = ${month})
     ORDER BY s.rank_key LIMIT ${maxPageSize}
     ) AS first${month} ORDER BY rank_key LIMIT (SELECT size FROM size)
   ) AS month${month}`

/**
 * The first members of each month in one statement; `input` is a row a month, all of one partner and size. A member
 * without a score counts as having reached 0 when it was onboarded. The first `size` members are enough to fill any
 * month up: each of them is in the month's list already or can be added to it. Without members it is one row with
 * nothing else in it.
 */
export const readMonths = statement({
  input: { partner_id: "uuid", month: "integer", board: "integer", until: "instant", size: "integer" },
  output: Schema.Union(
    Schema.Struct({ pending: Bool, month: Integer, userId: Schema.String, score: Coins }),
    Schema.Struct({ pending: Bool, month: Schema.Null })
  ),
  sql: ({ bytes }) => `, size AS MATERIALIZED (
       SELECT partner_id, size FROM input LIMIT 1
     ), state AS MATERIALIZED (
       SELECT size, ${isPending("size.partner_id")} AS pending FROM size
     ), early AS MATERIALIZED (
       SELECT partner_id, member_id, created_at FROM (
         ${firstMembers("(SELECT partner_id FROM size)", maxPageSize)}
       ) AS longest
       ORDER BY created_at, member_id LIMIT (SELECT size FROM size)
     ), standing AS (
       ${monthNames.map((_, index) => firstOf(index + 1)).join(" UNION ALL ")}
     ), filled AS (
       SELECT month, partner_id, member_id, score, rank_key, NULL AS created_at FROM standing
       UNION ALL
       SELECT input.month, early.partner_id, early.member_id, 0, ${bytes(end)}, early.created_at
       FROM input CROSS JOIN early
       WHERE early.created_at < input.until AND (SELECT s.score FROM rewards_score s
         WHERE s.partner_id = early.partner_id AND s.member_id = early.member_id AND s.board = input.board
           AND s.score > 0) IS NULL
     ), placed AS (
       SELECT month, partner_id, member_id, score,
         ROW_NUMBER() OVER (PARTITION BY month ORDER BY rank_key, created_at, member_id) AS nth
       FROM filled
     )
     SELECT state.pending, p.month, ${memberColumn("user_id", "p.partner_id", "p.member_id")} AS "userId",
       ${shown("p.score")} AS score
     FROM state LEFT JOIN placed p ON p.nth <= state.size
     ORDER BY p.month, p.nth`
})
