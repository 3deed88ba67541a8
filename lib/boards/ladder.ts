/**
 * How a board counts. Its members stand in one order; rungs mark some rank keys in it. A rung of level 1 counts the members
 * from its rank_key to that of the next rung of level 1, and so on: every rung of a level is also one of the level below, and
 * each level's first rung is the empty rank_key, before everybody. So the members before any rank_key are a sum over a few rungs
 * of each level and a few members, and the n-th member is found the same way down.
 */
export const levels = [3, 2, 1] as const
export const top = 3

/**
 * A rung of level 1 with more than the most members is divided into rungs with few, and likewise for rungs over rungs. In
 * between there is room, since a division costs as much as a small group of awards.
 */
export const mostMembers = 256
export const fewMembers = 64
export const mostRungs = 128
export const fewRungs = 32

/** After every rank_key. */
export const end = "~"

const sameBoard = (alias: string, board: string): string =>
  `${alias}.partner_id = ${board}.partner_id AND ${alias}.board = ${board}.board`

/** The rank_key of the rung that counts a rank_key. `board` is a relation with the partner and the board in it. */
export const locate = (level: string | number, board: string, rankKey: string): string =>
  `COALESCE((SELECT r.rank_key FROM rewards_rung r
     WHERE ${sameBoard("r", board)} AND r.level = ${level} AND r.rank_key <= ${rankKey}
     ORDER BY r.rank_key DESC LIMIT 1), '')`

/** The rank_key of the next rung, or the end. */
export const next = (level: string | number, board: string, rankKey: string): string =>
  `COALESCE((SELECT MIN(r.rank_key) FROM rewards_rung r
     WHERE ${sameBoard("r", board)} AND r.level = ${level} AND r.rank_key > ${rankKey}), '${end}')`

/** Keeps a database from working out a row's columns anew for every use of them. */
export const once = "LIMIT 1 OFFSET 0"

/**
 * A row with these columns of `from`, and the number of `members` before its rank_key: none where it has no rank_key. `from` is
 * one row with the board and the rank_key in it.
 */
export const withMembersBefore = (columns: ReadonlyArray<string>, from: string): string => {
  const of = (alias: string) => columns.map((column) => `${alias}.${column}`).join(", ")
  const sum = (level: number, since: string, until: string) =>
    `COALESCE((SELECT SUM(c.members) FROM rewards_rung c
       WHERE ${sameBoard("c", "at")} AND c.level = ${level} AND c.rank_key >= ${since} AND c.rank_key < ${until}), 0)`
  // PostgreSQL adds up to a decimal, which would not divide into whole pages.
  return `SELECT ${of("at")}, CASE WHEN at.rank_key IS NOT NULL THEN CAST(
      ${sum(3, "''", "at.l3")} + ${sum(2, "at.l3", "at.l2")} + ${sum(1, "at.l2", "at.l1")}
      + (SELECT COUNT(*) FROM rewards_score s
         WHERE ${sameBoard("s", "at")} AND s.rank_key >= at.l1 AND s.rank_key < at.rank_key) AS BIGINT) END AS members
    FROM (
      SELECT ${of("f")}, f.partner_id, f.board, f.rank_key,
        ${levels.map((level) => `${locate(level, "f", "f.rank_key")} AS l${level}`).join(", ")}
      FROM (${from}) AS f ${once}
    ) AS at`
}
