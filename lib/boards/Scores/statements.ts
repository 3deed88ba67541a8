import { Schema } from "effect"
import { Bool, Bytes, Id, Integer } from "../../sql/Row.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"
import { locate } from "../ladder.ts"
import { addScores, later } from "../score.ts"

/** A rung after its count changed. */
export const Counted = Schema.Struct({
  partnerId: Id("PartnerId"),
  board: Integer,
  rankKey: Bytes,
  level: Integer,
  members: Integer
})

/**
 * Takes the shared lock under which a partner's rungs are not moved. The locks are taken in one order, so that
 * transactions do not deadlock.
 */
export const shareRungs = statement({
  input: { partner_id: "uuid" },
  sql: ({ bucket, hold }) =>
    `SELECT ${hold("shared", "bucket")} AS held
     FROM (SELECT DISTINCT ${bucket("partner_id")} AS bucket FROM input ORDER BY bucket) AS buckets`
})

/** The net change of each rung of a level, from those of the level below, or from the rank keys themselves. */
const net = (
  { bytes }: Pick<Fragments, "bytes">,
  level: number,
  below: string
): string => `net${level} AS MATERIALIZED (
    SELECT partner_id, board, rung AS rank_key, SUM(members) AS members FROM (
      SELECT partner_id, board, members, ${locate(bytes, level, below, `${below}.rank_key`)} AS rung FROM ${below}
    ) AS step
    GROUP BY partner_id, board, rung HAVING SUM(members) <> 0
  )`

/**
 * The rank keys that members leave and reach by their gains, computed before the scores change. PostgreSQL's SUM is
 * a decimal, so it is cast before it becomes a rank key. The plus sign keeps both databases from using the index over
 * the whole board.
 */
const moves = ({ rankKey }: Pick<Fragments, "rankKey">, gained: string): string => `held AS MATERIALIZED (
    SELECT g.partner_id, g.board, g.member_id, s.rank_key AS former,
      CAST(COALESCE(s.score, 0) + g.score AS BIGINT) AS score,
      ${later("s.reached_ms", "g.reached_ms")} AS reached_ms
    FROM ${gained} g LEFT JOIN rewards_score s
      ON s.partner_id = g.partner_id AND s.member_id = g.member_id AND +s.board = g.board
  ), moved AS MATERIALIZED (
    SELECT partner_id, board, former AS rank_key, -1 AS members FROM held WHERE former IS NOT NULL
    UNION ALL
    SELECT partner_id, board, ${rankKey("score", "reached_ms", "member_id")}, 1 FROM held
  )`

/**
 * Counts the members that leave and reach each rung of each level, as one net change for each rung. A move within a
 * rung changes nothing on its level or above. Each process writes a stripe of its own, in the order of the key.
 * `meanwhile` is a further relation of the same statement.
 */
export const countMoves = (fragments: Fragments, gained: string, meanwhile = ""): string =>
  `${moves(fragments, gained)}, ${meanwhile}${net(fragments, 1, "moved")}, ${net(fragments, 2, "net1")}, ${net(fragments, 3, "net2")}
  INSERT INTO rewards_rung (partner_id, board, level, rank_key, stripe, members)
  SELECT partner_id, board, level, rank_key, (SELECT MAX(stripe) FROM input), members FROM (
    SELECT partner_id, board, 1 AS level, rank_key, members FROM net1
    UNION ALL SELECT partner_id, board, 2, rank_key, members FROM net2
    UNION ALL SELECT partner_id, board, 3, rank_key, members FROM net3
  ) AS net WHERE true
  ORDER BY partner_id, board, level, rank_key
  ON CONFLICT (partner_id, board, level, rank_key, stripe) DO UPDATE
  SET members = rewards_rung.members + excluded.members
  RETURNING partner_id AS "partnerId", board, rank_key AS "rankKey", level, members`

const gain = {
  partner_id: "uuid",
  board: "integer",
  member_id: "uuid",
  score: "integer",
  reached_ms: "integer",
  stripe: "integer"
} as const

/** PostgreSQL updates scores and rungs in one statement: it reads the state before the statement. */
export const keepScores = statement({
  input: gain,
  output: Counted,
  sql: (fragments) => `, ${countMoves(fragments, "input", `added AS (${addScores("input")}), `)}`
})

/** SQLite cannot write two tables in one statement, so it counts first and then adds. */
export const countGains = statement({
  input: gain,
  output: Counted,
  sql: (fragments) => `, ${countMoves(fragments, "input")}`
})

export const addGains = statement({ input: gain, sql: addScores("input") })

/** Takes the exclusive lock on a partner's rungs until commit; answers whether it was taken. */
const holdRungs = (how: "alone" | "alone, at once") =>
  statement({
    input: { partner_id: "uuid" },
    output: Schema.Struct({ held: Bool }),
    sql: ({ bucket, hold }) => `SELECT ${hold(how, bucket("partner_id"))} AS held FROM input`
  })

export const waitForRungs = holdRungs("alone")
export const tryRungs = holdRungs("alone, at once")
