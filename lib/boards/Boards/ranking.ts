import { type Context, Effect, Schema } from "effect"
import * as Coins from "../../rewards/Coins.ts"
import type { MemberId, PartnerId } from "../../rewards/Id.ts"
import { firstMembers, memberBy, memberColumn } from "../../rewards/sql.ts"
import { maxPageSize } from "../../schema/Page.ts"
import type { Database } from "../../sql/Database.ts"
import { Bool, Instant, Integer } from "../../sql/Row.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"
import { type BoardType, boardNumber, bounds, type MonthOfYear, monthNames } from "../Board.ts"
import { isPending } from "../Folds.ts"
import { boardOf, end, levels, once, start, withMembersBefore } from "../rungs.ts"
import { scores } from "../tables.ts"

/**
 * Reads pages and positions from scores and rungs: see `levels`.
 *
 * The SQL of these statements follows `WITH input AS (…)`, so further common table expressions start with a comma. SQLite reads tables
 * that are joined by CROSS JOIN in the order of the statement.
 */

/** Returns SQL for the score that the board shows: at most `Coins.max`. The sum of all coins that a member ever earned can be larger. */
const shown = (score: string): string =>
  `CASE WHEN ${score} > ${Coins.max} THEN ${Coins.max} ELSE ${score} END`

/** Returns SQL for the bytes of a rank key that contain the score. A higher score has smaller bytes. */
const scorePart = (rankKey: string): string => `substr(${rankKey}, 1, 8)`

/**
 * Returns SQL that finds the member by the user id in a column of `input`. `userId` is the name of this column. The SQL returns the columns
 * `id`, `score` and `members`. `members` is the number of members before `rankKey`, which is an SQL expression over the member's score row
 * `s`. `score` and `members` are NULL for a member without a score above 0.
 */
const memberOnBoard = (bytes: Fragments["bytes"], userId: string, rankKey: string): string =>
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
 * Returns SQL that finds the rung of one level that covers the first member of the page. `passed` is the number of members before the
 * rung.
 */
const rungOfPage = (level: number): string => {
  const above = level === 3 ? "start" : `under${level + 1}`
  return `under${level} AS MATERIALIZED (
    SELECT rank_key, passed, until FROM (
      SELECT rank_key, (SELECT passed FROM ${above}) + SUM(members) OVER (ORDER BY rank_key) - members AS passed,
        COALESCE(LEAD(rank_key) OVER (ORDER BY rank_key), (SELECT until FROM ${above})) AS until
      FROM rewards_rung
      WHERE ${rungOfBoard} AND level = ${level}
        AND rank_key >= (SELECT rank_key FROM ${above}) AND rank_key < (SELECT until FROM ${above})
    ) AS rung
    WHERE passed <= (SELECT skipped FROM start) ORDER BY rank_key DESC LIMIT 1
  )`
}

const { memberId, reachedMs, score } = scores.fields

/** The columns that all rows of a page repeat. An empty page is one row without a member. */
const head = {
  pending: Bool,
  count: Integer,
  page: Integer,
  askedId: Schema.NullOr(memberId),
  askedScore: Schema.NullOr(score),
  askedAbove: Schema.NullOr(Integer),
  aroundId: Schema.NullOr(memberId)
}

const PageRow = Schema.Union(
  Schema.Struct({ ...head, memberId, userId: Schema.String, score, createdAt: Instant, reachedMs }),
  Schema.Struct({ ...head, memberId: Schema.Null })
)

/**
 * Reads a page, the number of members and a position from one snapshot. If the member `around` has a score, the statement reads the
 * page that lists this member. Otherwise it reads page `page`.
 */
export const readPage = statement({
  input: {
    partnerId: "uuid",
    board: "integer",
    page: "integer",
    size: "integer",
    userId: "text?",
    around: "text?"
  },
  output: PageRow,
  sql: ({ bytes }) => `, asked AS MATERIALIZED (${memberOnBoard(bytes, "user_id", scorePart("s.rank_key"))}
     ), holder AS MATERIALIZED (${memberOnBoard(bytes, "around", "s.rank_key")}
     ), start AS MATERIALIZED (
       SELECT (page - 1) * size AS skipped, page, 0 AS passed, ${bytes(start)} AS rank_key, ${bytes(end)} AS until
       FROM (SELECT size, COALESCE((SELECT members FROM holder) / size + 1, page) AS page FROM input) AS chosen
     ), ${levels.map(rungOfPage).join(", ")}, first AS MATERIALIZED (
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
     SELECT h.pending, h.count, h.page, h.asked_id, h.asked_score, h.asked_above, h.around_id, p.member_id,
       ${memberColumn("user_id", "h.partner_id", "p.member_id")} AS user_id, ${shown("p.score")} AS score,
       ${memberColumn("created_at", "h.partner_id", "p.member_id")} AS created_at, p.reached_ms
     FROM head h LEFT JOIN page p ON true
     ORDER BY p.rank_key`
})

/** Returns one row, even if no member has the user id. */
export const readPosition = statement({
  input: { partnerId: "uuid", board: "integer", userId: "text" },
  output: Schema.Struct({
    pending: Bool,
    memberId: Schema.NullOr(memberId),
    score: Schema.NullOr(score),
    above: Schema.NullOr(Integer)
  }),
  sql: ({ bytes }) => `SELECT ${isPending("input.partner_id")} AS pending,
     asked.id AS member_id, ${shown("asked.score")} AS score, asked.members AS above
   FROM input LEFT JOIN (${memberOnBoard(bytes, "user_id", scorePart("s.rank_key"))}) AS asked ON true`
})

/**
 * Returns SQL for the first members of one month. PostgreSQL plans with the inner LIMIT, because it does not know the outer LIMIT's value.
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
 * Reads the first members of each month. `input` has one row for each month, and all rows have the same partner and size. If a month
 * has fewer than `size` members with a score, members without a score follow, in the order of onboarding. Members who were onboarded after
 * the month are left out. If no month has a member, the statement returns one row without a month.
 */
export const readMonths = statement({
  input: { partnerId: "uuid", month: "integer", board: "integer", until: "instant", size: "integer" },
  output: Schema.Union(
    Schema.Struct({ pending: Bool, month: Integer, userId: Schema.String, score }),
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
     ), ranked AS (
       ${monthNames.map((_, index) => firstOf(index + 1)).join(" UNION ALL ")}
     ), filled AS (
       SELECT month, partner_id, member_id, score, rank_key, NULL AS created_at FROM ranked
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
     SELECT state.pending, p.month, ${memberColumn("user_id", "p.partner_id", "p.member_id")} AS user_id,
       ${shown("p.score")} AS score
     FROM state LEFT JOIN placed p ON p.nth <= state.size
     ORDER BY p.month, p.nth`
})

/** One board of a partner: of one month, or of all time if `month` is null. */
export interface BoardKey {
  readonly partnerId: PartnerId
  readonly type: BoardType
  readonly month: MonthOfYear | null
}

/** A page by its number, or the page that lists the member `around`. `userId` requests the position of a member. */
export interface PageRequest {
  readonly page?: number | undefined
  readonly size: number
  readonly userId?: string | undefined
  readonly around?: string | undefined
}

/** A member's score and position. Both are 0 for a member without a score. */
export interface MemberPosition {
  readonly score: Coins.Coins
  readonly position: number
}

/** Returns the position of a member, or null if no member has the user id. `above` is the number of members with a higher score. */
const positionOf = (
  memberId: MemberId | null,
  score: Coins.Coins | null,
  above: number | null
): MemberPosition | null => {
  if (memberId === null) return null
  return score === null || above === null
    ? { score: Coins.zero, position: 0 }
    : { score, position: above + 1 }
}

const keyOf = ({ month, partnerId, type }: BoardKey) => ({ partnerId, board: boardNumber(type, month) })

export const makeRanking = (database: Context.Tag.Service<Database>) => ({
  /** Reads a page. `asked` is the position of the member with `userId`; null if `userId` is not given or belongs to no member. */
  page: (board: BoardKey, { around, page = 1, size, userId }: PageRequest) => {
    const input = { ...keyOf(board), page, size, userId: userId ?? null, around: around ?? null }
    return Effect.map(database.run(readPage, [input]), (rows) => {
      const [first] = rows
      return {
        pending: first?.pending ?? false,
        count: first?.count ?? 0,
        page: first?.page ?? page,
        members: rows.filter((row) => row.memberId !== null),
        asked: first === undefined ? null : positionOf(first.askedId, first.askedScore, first.askedAbove),
        aroundFound: first !== undefined && first.aroundId !== null
      }
    })
  },

  /** Reads the position of one member. `asked` is null if no member has the user id. */
  position: (board: BoardKey, userId: string) =>
    Effect.map(database.run(readPosition, [{ ...keyOf(board), userId }]), ([found]) => ({
      pending: found?.pending ?? false,
      asked: found === undefined ? null : positionOf(found.memberId, found.score, found.above)
    })),

  /** Reads the first members of each month, grouped by the number of the month. In each month, members without a score come last. */
  months: (
    { partnerId, type }: Omit<BoardKey, "month">,
    months: ReadonlyArray<MonthOfYear>,
    size: number
  ) => {
    const inputs = months.map((month) => ({
      ...keyOf({ month, partnerId, type }),
      month: month.month,
      until: bounds(month).until,
      size
    }))
    return Effect.map(database.run(readMonths, inputs), (rows) => ({
      pending: rows[0]?.pending ?? false,
      months: Map.groupBy(
        rows.filter((row) => row.month !== null),
        ({ month }) => month
      )
    }))
  }
})
