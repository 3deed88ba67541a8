import { Schema } from "effect"
import { Bytes, Id, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { boardOf, fewMembers, fewRungs, locate, mostRungs, next, start } from "../ladder.ts"

/** Statements that move rungs. The caller holds the lock of the partner's boards. */

const spot = { partner_id: "uuid", board: "integer", rank_key: "bytes" } as const

const Spot = Schema.Struct({ partnerId: Id("PartnerId"), board: Integer, rankKey: Bytes })

/** The rungs of a level above these rank keys that cover too many rungs of the level below. */
const crowded = (level: number) =>
  statement({
    input: spot,
    output: Spot,
    sql: ({ bytes }) => `SELECT p.partner_id AS "partnerId", p.board, p.rank_key AS "rankKey" FROM (
         SELECT DISTINCT partner_id, board, ${locate(bytes, level, "input", "input.rank_key")} AS rank_key FROM input
       ) AS p
       WHERE (SELECT COUNT(*) FROM rewards_rung c
         WHERE c.partner_id = p.partner_id AND c.board = p.board AND c.level = ${level - 1}
           AND c.rank_key >= p.rank_key AND c.rank_key < ${next(bytes, level, "p", "p.rank_key")}) > ${mostRungs}`
  })

/**
 * Recounts from a rank key to the next rung, in pieces of equal size: one rung at the rank key itself, and one at
 * the first member of every further piece. Level 1 counts members, the other levels count the rungs below them. The
 * rung at the rank key is kept, because it is the end of the rung before it, which the same statement may divide.
 */
const insert = (level: number) => {
  const [source, item, weight, size] =
    level === 1
      ? ["rewards_score", boardOf("item"), "1", fewMembers]
      : ["rewards_rung", `item.level = ${level - 1} AND item.board`, "item.members", fewRungs]
  return statement({
    input: spot,
    sql: ({ bytes }) => `INSERT INTO rewards_rung (partner_id, board, level, rank_key, members)
     SELECT partner_id, board, ${level}, CASE WHEN piece = 0 THEN start ELSE head END, SUM(members)
     FROM (
       SELECT partner_id, board, start, members, piece,
         FIRST_VALUE(rank_key) OVER (PARTITION BY partner_id, board, start, piece ORDER BY rank_key) AS head
       FROM (
         SELECT partner_id, board, start, rank_key, members,
           (ROW_NUMBER() OVER (PARTITION BY partner_id, board, start ORDER BY rank_key) - 1) / ${size} AS piece
         FROM (
           SELECT span.partner_id, span.board, span.start, item.rank_key,
             CASE WHEN item.rank_key IS NULL THEN 0 ELSE ${weight} END AS members
           FROM (
             SELECT partner_id, board, rank_key AS start, ${next(bytes, level, "input", "input.rank_key")} AS until FROM input
           ) AS span
           LEFT JOIN ${source} item ON item.partner_id = span.partner_id AND ${item} = span.board
             AND item.rank_key >= span.start AND item.rank_key < span.until
         ) AS items
       ) AS numbered
     ) AS pieces
     GROUP BY partner_id, board, start, piece, head
     ON CONFLICT (partner_id, board, level, rank_key) DO UPDATE SET members = excluded.members`
  })
}

export const division = [1, 2, 3].map((level) => ({
  level,
  crowded: crowded(level),
  insert: insert(level)
}))

/** The rank keys of the next rungs of level 2; the end, after the last one. */
export const nextSpan = statement({
  input: spot,
  output: Spot,
  sql: ({ bytes }) =>
    `SELECT partner_id AS "partnerId", board, ${next(bytes, 2, "input", "input.rank_key")} AS "rankKey" FROM input`
})

/** Removes rungs that hold no member on any level. Members that move on the board leave them behind. */
export const removeEmpty = statement({
  input: { ...spot, until: "bytes" },
  sql: ({ bytes }) => `DELETE FROM rewards_rung WHERE (partner_id, board, level, rank_key) IN (
       SELECT e.partner_id, e.board, l.level, e.rank_key FROM (
         SELECT r.partner_id, r.board, r.rank_key FROM input CROSS JOIN rewards_rung r
         WHERE r.partner_id = input.partner_id AND r.board = input.board AND r.level IN (1, 2, 3)
           AND r.rank_key >= input.rank_key AND r.rank_key < input.until AND r.rank_key <> ${bytes(start)}
         GROUP BY r.partner_id, r.board, r.rank_key HAVING SUM(r.members) = 0
       ) AS e CROSS JOIN (SELECT 1 AS level UNION ALL SELECT 2 UNION ALL SELECT 3) AS l
     )`
})
