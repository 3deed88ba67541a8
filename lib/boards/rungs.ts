import { type Context, Effect } from "effect"
import type { Database } from "../sql/Database.ts"
import { type Fragments, given, statement } from "../sql/Statement.ts"
import { rungs } from "./tables.ts"

/**
 * Rungs make it possible to find a position without reading the whole board. The members of a board are sorted by rank key, and rungs mark
 * some of the rank keys. A rung stores the number of members from its rank key to the next rung of the same level. Every rung of level
 * 2 or 3 is also a rung of the level below. The first rung of each level has the empty rank key, which sorts before all members.
 *
 * The number of members before a rank key is found by adding up a few rungs of each level and counting a few members. A search for the
 * n-th member goes from level 3 down to level 1.
 */
export const levels = [3, 2, 1] as const

/**
 * A rung of level 1 is divided if it counts more than `maxMembers` members. The new rungs count at most `fewMembers` each. A rung of
 * level 2 or 3 is divided if it covers more than `maxRungs` rungs of the level below. The new rungs cover at most `fewRungs` each.
 */
export const maxMembers = 256
const fewMembers = 64
const maxRungs = 128
const fewRungs = 32

/** Rungs become empty over time. Every fourth division of crowded rungs also removes some empty rungs. */
const divisionsPerSweep = 4

type BytesOf = Fragments["bytes"]

/** Sorts before every rank key. */
export const start = new Uint8Array(0)

/** Sorts after every rank key. A rank key begins with a byte below 32. */
export const end = Uint8Array.of(0xff)

/** Returns SQL for the board of a score, or NULL if the score is not above 0. The index `rewards_score_order` has the same expression. */
export const boardOf = (alias: string): string => `CASE WHEN ${alias}.score > 0 THEN ${alias}.board END`

const sameBoard = (alias: string, board: string): string =>
  `${alias}.partner_id = ${board}.partner_id AND ${alias}.board = ${board}.board`

/** Returns SQL for the rank key of the rung that covers `rankKey`. `board` is a relation with the columns `partner_id` and `board`. */
export const rungAt = (bytes: BytesOf, level: string | number, board: string, rankKey: string): string =>
  `COALESCE((SELECT r.rank_key FROM rewards_rung r
     WHERE ${sameBoard("r", board)} AND r.level = ${level} AND r.rank_key <= ${rankKey}
     ORDER BY r.rank_key DESC LIMIT 1), ${bytes(start)})`

/** Returns SQL for the rank key of the first rung after a rank key, or `end`. */
const rungAfter = (bytes: BytesOf, level: string | number, board: string, rankKey: string): string =>
  `COALESCE((SELECT r.rank_key FROM rewards_rung r
     WHERE ${sameBoard("r", board)} AND r.level = ${level} AND r.rank_key > ${rankKey}
     ORDER BY r.rank_key LIMIT 1), ${bytes(end)})`

/** The end of a subquery that returns one row. It makes the database compute the columns once instead of for every use. */
export const once = "LIMIT 1 OFFSET 0"

/**
 * Returns SQL for one row with `columns` and `members`. `members` is the number of members before the row's rank key, or NULL if the row
 * has no rank key. `from` is a SELECT of one row that has `columns`, `partner_id`, `board` and `rank_key`.
 */
export const withMembersBefore = (bytes: BytesOf, columns: ReadonlyArray<string>, from: string): string => {
  const of = (alias: string) => columns.map((column) => `${alias}.${column}`).join(", ")
  const sum = (level: number, since: string, until: string) =>
    `COALESCE((SELECT SUM(c.members) FROM rewards_rung c
       WHERE ${sameBoard("c", "at")} AND c.level = ${level} AND c.rank_key >= ${since} AND c.rank_key < ${until}), 0)`
  return `SELECT ${of("at")}, CASE WHEN at.rank_key IS NOT NULL THEN CAST(
      ${sum(3, bytes(start), "at.l3")} + ${sum(2, "at.l3", "at.l2")} + ${sum(1, "at.l2", "at.l1")}
      + (SELECT COUNT(*) FROM rewards_score s
         WHERE s.partner_id = at.partner_id AND ${boardOf("s")} = at.board AND s.rank_key >= at.l1 AND s.rank_key < at.rank_key) AS BIGINT) END AS members
    FROM (
      SELECT ${of("f")}, f.partner_id, f.board, f.rank_key,
        ${levels.map((level) => `${rungAt(bytes, level, "f", "f.rank_key")} AS l${level}`).join(", ")}
      FROM (${from}) AS f ${once}
    ) AS at`
}

const rankKeyOnBoard = { partnerId: "uuid", board: "integer", rankKey: "bytes" } as const
const RankKeyOnBoard = rungs.row("partnerId", "board", "rankKey")
type RankKeyOnBoard = typeof RankKeyOnBoard.Type

/** Finds the rungs that cover these rank keys. Returns those that cover more than `maxRungs` rungs of the level below. */
const crowdedRungs = (level: number) =>
  statement({
    input: rankKeyOnBoard,
    output: RankKeyOnBoard,
    sql: ({ bytes }) => `SELECT p.partner_id, p.board, p.rank_key FROM (
         SELECT DISTINCT partner_id, board, ${rungAt(bytes, level, "input", "input.rank_key")} AS rank_key FROM input
       ) AS p
       WHERE (SELECT COUNT(*) FROM rewards_rung c
         WHERE c.partner_id = p.partner_id AND c.board = p.board AND c.level = ${level - 1}
           AND c.rank_key >= p.rank_key AND c.rank_key < ${rungAfter(bytes, level, "p", "p.rank_key")}) > ${maxRungs}`
  })

/**
 * Divides the rungs at these rank keys into pieces of equal size. Only the last piece may be smaller. The first piece keeps the rank
 * key of the rung. Each other piece becomes a rung with the rank key of its first member on level 1, or of its first rung of the level
 * below on levels 2 and 3.
 */
const divideRungs = (level: number) => {
  const [items, item, weight, size] =
    level === 1
      ? ["rewards_score", boardOf("item"), "1", fewMembers]
      : ["rewards_rung", `item.level = ${level - 1} AND item.board`, "item.members", fewRungs]
  return statement({
    input: rankKeyOnBoard,
    sql: ({ bytes, owner, source }) => {
      const pieces = `(
       SELECT partner_id, board, start, members, piece,
         FIRST_VALUE(rank_key) OVER (PARTITION BY partner_id, board, start, piece ORDER BY rank_key) AS head
       FROM (
         SELECT partner_id, board, start, rank_key, members,
           (ROW_NUMBER() OVER (PARTITION BY partner_id, board, start ORDER BY rank_key) - 1) / ${size} AS piece
         FROM (
           SELECT part.partner_id, part.board, part.start, item.rank_key,
             CASE WHEN item.rank_key IS NULL THEN 0 ELSE ${weight} END AS members
           FROM (
             SELECT partner_id, board, rank_key AS start, ${rungAfter(bytes, level, "input", "input.rank_key")} AS until FROM input
           ) AS part
           LEFT JOIN ${items} item ON item.partner_id = part.partner_id AND ${item} = part.board
             AND item.rank_key >= part.start AND item.rank_key < part.until
         ) AS items
       ) AS numbered
     ) AS pieces`
      return `INSERT INTO rewards_rung (partner_id, board, level, rank_key, members)
     SELECT ${owner("pieces")}, pieces.board, ${level}, CASE WHEN piece = 0 THEN start ELSE head END, SUM(members)
     FROM ${source("pieces", pieces)} WHERE true
     GROUP BY ${owner("pieces")}, pieces.board, start, piece, head
     ON CONFLICT (partner_id, board, level, rank_key) DO UPDATE SET members = excluded.members`
    }
  })
}

/** The statements that find and divide the crowded rungs of each level, from the lowest level to the highest. */
export const divisions = [1, 2, 3].map((level) => ({
  level,
  crowded: crowdedRungs(level),
  divide: divideRungs(level)
}))

/** Finds the first rung of level 2 after each rank key. */
const nextOfLevel2 = statement({
  input: rankKeyOnBoard,
  output: RankKeyOnBoard,
  sql: ({ bytes }) =>
    `SELECT partner_id, board, ${rungAfter(bytes, 2, "input", "input.rank_key")} AS rank_key FROM input`
})

/** Removes the rungs from `rankKey` to `until` that count no member on any level. */
const removeEmptyRungs = statement({
  input: { ...rankKeyOnBoard, until: "bytes" },
  sql: ({ bytes }) => `DELETE FROM rewards_rung
     WHERE partner_id IN ${given("partner_id")} AND (partner_id, board, level, rank_key) IN (
       SELECT e.partner_id, e.board, l.level, e.rank_key FROM (
         SELECT r.partner_id, r.board, r.rank_key FROM input CROSS JOIN rewards_rung r
         WHERE r.partner_id = input.partner_id AND r.board = input.board AND r.level IN (1, 2, 3)
           AND r.rank_key >= input.rank_key AND r.rank_key < input.until AND r.rank_key <> ${bytes(start)}
         GROUP BY r.partner_id, r.board, r.rank_key HAVING SUM(r.members) = 0
       ) AS e CROSS JOIN (SELECT 1 AS level UNION ALL SELECT 2 UNION ALL SELECT 3) AS l
     )`
})

const boardKey = ({ board, partnerId }: Pick<RankKeyOnBoard, "board" | "partnerId">): string =>
  `${partnerId}${board}`

/** Makes the function that divides rungs with too many members. Callers of the function must hold the lock of the partner's boards. */
export const makeDivide = (database: Context.Tag.Service<Database>) => {
  /** For each board, the rank key at which the next sweep starts. */
  const sweptUntil = new Map<string, Uint8Array>()
  let divided = 0

  /** Removes empty rungs of these boards. Starts where the last sweep ended, and ends at the next rung of level 2. */
  const sweep = Effect.fnUntraced(function* (crowded: ReadonlyArray<RankKeyOnBoard>) {
    const boards = new Map(crowded.map((each) => [boardKey(each), each]))
    const from = Array.from(boards, ([key, each]) => ({ ...each, rankKey: sweptUntil.get(key) ?? start }))
    const ends = new Map(
      (yield* database.run(nextOfLevel2, from)).map((each) => [boardKey(each), each.rankKey])
    )
    yield* database.run(
      removeEmptyRungs,
      from.map((each) => ({ ...each, until: ends.get(boardKey(each)) ?? end }))
    )
    if (sweptUntil.size > 10_000) sweptUntil.clear()
    for (const [key, rankKey] of ends) {
      if (Buffer.compare(rankKey, end) === 0) sweptUntil.delete(key)
      else sweptUntil.set(key, rankKey)
    }
  })

  return Effect.fnUntraced(function* (crowded: ReadonlyArray<RankKeyOnBoard>) {
    let found = crowded
    for (const { crowded, divide, level } of divisions) {
      if (level > 1) found = yield* database.run(crowded, found)
      yield* database.run(divide, found)
    }
    divided += 1
    if (divided % divisionsPerSweep === 0) yield* sweep(crowded)
  })
}
