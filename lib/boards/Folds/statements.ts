import { Schema } from "effect"
import { sideVersions } from "../../rewards/sql.ts"
import { Bytes, Id, Integer } from "../../sql/Row.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"
import { bounded, dayColumns, daysOf } from "../days.ts"
import { gainsOf } from "../gains.ts"
import { locate, mostMembers } from "../ladder.ts"

const mark = { partner_id: "uuid", account_id: "uuid" } as const

/**
 * Makes the row that is the lock of a partner's boards. It looks for the row first: an insertion that meets a row which another
 * transaction has changed would wait for that transaction, even where it does nothing in the end.
 */
export const makeLock = statement({
  input: mark,
  sql: `INSERT INTO rewards_fold (partner_id, account_id, version) SELECT input.partner_id, input.account_id, 0 FROM input
     WHERE NOT EXISTS (
       SELECT 1 FROM rewards_fold f WHERE f.partner_id = input.partner_id AND f.account_id = input.account_id
     )
     ON CONFLICT (partner_id, account_id) DO NOTHING`
})

const held = (lock: (fragments: Fragments) => string) =>
  statement({
    input: mark,
    output: Schema.Struct({ version: Integer }),
    sql: (fragments) => `SELECT f.version FROM input CROSS JOIN rewards_fold f
       WHERE f.partner_id = input.partner_id AND f.account_id = input.account_id${lock(fragments)}`
  })

/** Locks a partner's boards until commit, after those who hold the lock now. */
export const waitForLock = held(({ lock }) => lock("f", "f.partner_id"))

/** Locks a partner's boards until commit; answers with no row while another transaction holds the lock. */
export const tryLock = held(({ lockFree }) => lockFree("f"))

/** The partner's accounts with transfers that are not in the scores yet. */
export const readPending = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ accountId: Id("AccountId"), since: Integer, until: Integer }),
  sql: `SELECT a.account_id AS "accountId", COALESCE(f.version, 0) AS since, a.version AS until
     FROM input CROSS JOIN (${sideVersions("(SELECT partner_id FROM input)")}) AS a
     LEFT JOIN rewards_fold f ON f.partner_id = input.partner_id AND f.account_id = a.account_id
     WHERE a.version > COALESCE(f.version, 0) ORDER BY a.account_id`
})

export const writeMarks = statement({
  input: { ...mark, until: "integer" },
  sql: `INSERT INTO rewards_fold (partner_id, account_id, version) SELECT partner_id, account_id, until FROM input WHERE true
     ON CONFLICT (partner_id, account_id) DO UPDATE SET version = excluded.version`
})

/** The later of two moments: a score's moment never goes back, whatever the clocks of several processes say. */
const later = (one: string, other: string): string =>
  `CASE WHEN ${one} > ${other} THEN ${one} ELSE ${other} END`

/** Adds what the relation `gained` holds to the scores. */
const addScores = `INSERT INTO rewards_score (partner_id, board, member_id, score, reached_ms)
  SELECT partner_id, board, member_id, score, reached_ms FROM gained WHERE true
  ON CONFLICT (partner_id, member_id, board) DO UPDATE
  SET score = rewards_score.score + excluded.score,
    reached_ms = ${later("excluded.reached_ms", "rewards_score.reached_ms")}`

/** The net change of each rung of a level, from those of the level below, or from the rank keys themselves. */
const net = ({ bytes }: Fragments, level: number, below: string): string => `net${level} AS MATERIALIZED (
    SELECT partner_id, board, rung AS rank_key, SUM(members) AS members FROM (
      SELECT partner_id, board, members, ${locate(bytes, level, below, `${below}.rank_key`)} AS rung FROM ${below}
    ) AS step
    GROUP BY partner_id, board, rung HAVING SUM(members) <> 0
  )`

/**
 * What the spans of the input gained, and the rank keys that members leave and reach by it, before the scores change. Only a score
 * above 0 has a place on the board to leave or reach.
 */
const moves = (fragments: Fragments): string => `gained AS MATERIALIZED (${gainsOf(fragments, "input")}
  ), held AS MATERIALIZED (
    SELECT g.partner_id, g.board, g.member_id, CASE WHEN s.score > 0 THEN s.rank_key END AS former,
      COALESCE(s.score, 0) + g.score AS score,
      ${later("s.reached_ms", "g.reached_ms")} AS reached_ms
    FROM gained g LEFT JOIN rewards_score s
      ON s.partner_id = g.partner_id AND s.member_id = g.member_id AND s.board = g.board
  ), moved AS MATERIALIZED (
    SELECT partner_id, board, former AS rank_key, -1 AS members FROM held WHERE former IS NOT NULL
    UNION ALL
    SELECT partner_id, board, ${fragments.rankKey("score", "reached_ms", "member_id")}, 1 FROM held WHERE score > 0
  )`

/**
 * Counts the members that leave and reach each rung of each level, as one net change for each rung. A move within a rung
 * changes nothing on its level or above.
 */
const countMoves = `INSERT INTO rewards_rung (partner_id, board, level, rank_key, members)
  SELECT partner_id, board, level, rank_key, members FROM (
    SELECT partner_id, board, 1 AS level, rank_key, members FROM net1
    UNION ALL SELECT partner_id, board, 2, rank_key, members FROM net2
    UNION ALL SELECT partner_id, board, 3, rank_key, members FROM net3
  ) AS net WHERE true
  ON CONFLICT (partner_id, board, level, rank_key) DO UPDATE
  SET members = rewards_rung.members + excluded.members
  RETURNING partner_id AS "partnerId", board, rank_key AS "rankKey", level, members`

const nets = (fragments: Fragments): string =>
  `${net(fragments, 1, "moved")}, ${net(fragments, 2, "net1")}, ${net(fragments, 3, "net2")}`

const span = { ...mark, since: "integer", until: "integer" } as const

/** A rung after its count changed. */
const Counted = Schema.Struct({
  partnerId: Id("PartnerId"),
  board: Integer,
  rankKey: Bytes,
  level: Integer,
  members: Integer
})

/**
 * Folds spans of the ledger into scores and rungs. PostgreSQL does both in one statement, which reads the state before it,
 * and answers only with rungs that hold too many members.
 */
export const foldSpans = statement({
  input: span,
  output: Counted,
  sql: (fragments) =>
    `, ${moves(fragments)}, added AS (${addScores}), ${nets(fragments)}, counted AS (${countMoves})
     SELECT "partnerId", board, "rankKey", level, members FROM counted WHERE level = 1 AND members > ${mostMembers}`
})

/** SQLite cannot write two tables in one statement, so it counts first and then adds. */
export const countSpans = statement({
  input: span,
  output: Counted,
  sql: (fragments) => `, ${moves(fragments)}, ${nets(fragments)} ${countMoves}`
})

export const addSpans = statement({
  input: span,
  sql: (fragments) => `, gained AS MATERIALIZED (${gainsOf(fragments, "input")}) ${addScores}`
})

/** Adds what the spans moved to their days. */
export const addDays = statement({
  input: span,
  sql: (
    fragments
  ) => `INSERT INTO rewards_day (partner_id, day, ${dayColumns.join(", ")}) SELECT partner_id, day, ${dayColumns.join(", ")}
    FROM (${daysOf(fragments, "input")}) AS days WHERE true
    ON CONFLICT (partner_id, day) DO UPDATE
    SET ${dayColumns.map((column) => `${column} = ${bounded(`rewards_day.${column} + excluded.${column}`)}`).join(", ")}`
})

const ofPartner = "partner_id IN (SELECT partner_id FROM input)"

export const removeScores = statement({
  input: { partner_id: "uuid" },
  sql: `DELETE FROM rewards_score WHERE ${ofPartner}`
})

export const removeRungs = statement({
  input: { partner_id: "uuid" },
  sql: `DELETE FROM rewards_rung WHERE ${ofPartner}`
})

export const removeDays = statement({
  input: { partner_id: "uuid" },
  sql: `DELETE FROM rewards_day WHERE ${ofPartner}`
})

/** The row that is the lock stays. */
export const resetMarks = statement({
  input: { partner_id: "uuid" },
  sql: `UPDATE rewards_fold SET version = 0 WHERE ${ofPartner}`
})
