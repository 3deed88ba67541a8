import type { Fragments } from "../sql/Statement.ts"

/**
 * How a board counts. Its members are sorted by rank key; rungs mark some of the rank keys. A rung of level 1 holds
 * the number of members from its rank key to the next rung of level 1, a rung of level 2 the number up to the next
 * rung of level 2, and so on. Every rung of a level is also a rung of the level below, and the first rung of each
 * level has the empty rank key, which sorts before all members. So the number of members before a rank key is a sum
 * over a few rungs of each level and a few members, and the n-th member is found by the same way down.
 */
export const levels = [3, 2, 1] as const

/**
 * A rung of level 1 that holds more than `mostMembers` is divided into rungs of `fewMembers`; a rung of a higher
 * level that covers more than `mostRungs` is divided into rungs over `fewRungs`. The two numbers differ much, because
 * a division costs as much as a small group of awards.
 */
export const mostMembers = 256
export const fewMembers = 64
export const mostRungs = 128
export const fewRungs = 32

type BytesOf = Fragments["bytes"]

/** The empty rank key, and bytes that sort after every rank key: a rank key begins with a byte below 32. */
export const start = new Uint8Array(0)
export const end = Uint8Array.of(0xff)

/**
 * The board that a row of scores stands on, as the index over the order has it. NULL where the score is not above 0: such a row
 * is on no page and counts nowhere.
 */
export const boardOf = (alias: string): string => `CASE WHEN ${alias}.score > 0 THEN ${alias}.board END`

const sameBoard = (alias: string, board: string): string =>
  `${alias}.partner_id = ${board}.partner_id AND ${alias}.board = ${board}.board`

/** The rank key of the rung that holds a rank key. `board` is a relation with the columns `partner_id` and `board`. */
export const locate = (bytes: BytesOf, level: string | number, board: string, rankKey: string): string =>
  `COALESCE((SELECT r.rank_key FROM rewards_rung r
     WHERE ${sameBoard("r", board)} AND r.level = ${level} AND r.rank_key <= ${rankKey}
     ORDER BY r.rank_key DESC LIMIT 1), ${bytes(start)})`

/** The rank key of the next rung, or the end. */
export const next = (bytes: BytesOf, level: string | number, board: string, rankKey: string): string =>
  `COALESCE((SELECT r.rank_key FROM rewards_rung r
     WHERE ${sameBoard("r", board)} AND r.level = ${level} AND r.rank_key > ${rankKey}
     ORDER BY r.rank_key LIMIT 1), ${bytes(end)})`

/** Makes a database compute the columns of a subquery once instead of once for every use. */
export const once = "LIMIT 1 OFFSET 0"

/**
 * One row with these columns of `from`, and the number of `members` before its rank key; NULL where it has none.
 * `from` is one row with the partner, the board and the rank key.
 */
export const withMembersBefore = (bytes: BytesOf, columns: ReadonlyArray<string>, from: string): string => {
  const of = (alias: string) => columns.map((column) => `${alias}.${column}`).join(", ")
  const sum = (level: number, since: string, until: string) =>
    `COALESCE((SELECT SUM(c.members) FROM rewards_rung c
       WHERE ${sameBoard("c", "at")} AND c.level = ${level} AND c.rank_key >= ${since} AND c.rank_key < ${until}), 0)`
  // PostgreSQL adds up to a decimal, which would not divide into whole pages.
  return `SELECT ${of("at")}, CASE WHEN at.rank_key IS NOT NULL THEN CAST(
      ${sum(3, bytes(start), "at.l3")} + ${sum(2, "at.l3", "at.l2")} + ${sum(1, "at.l2", "at.l1")}
      + (SELECT COUNT(*) FROM rewards_score s
         WHERE s.partner_id = at.partner_id AND ${boardOf("s")} = at.board AND s.rank_key >= at.l1 AND s.rank_key < at.rank_key) AS BIGINT) END AS members
    FROM (
      SELECT ${of("f")}, f.partner_id, f.board, f.rank_key,
        ${levels.map((level) => `${locate(bytes, level, "f", "f.rank_key")} AS l${level}`).join(", ")}
      FROM (${from}) AS f ${once}
    ) AS at`
}
