import { Schema } from "effect"
import { Bool, Id, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { locate } from "./ladder.ts"

const Place = Schema.Struct({ partnerId: Id("PartnerId"), board: Integer, place: Schema.String })

/** What became of a rung. */
const Counted = Schema.Struct({ ...Place.fields, level: Integer, members: Integer })

const member = { partner_id: "uuid", board: "integer", member_id: "uuid" } as const
const gain = { ...member, score: "integer", reached_ms: "integer" } as const

/** Under this lock a partner's rungs stay where they are. In one order, so that nobody waits in a circle. */
export const shareRungs = statement({
  input: { partner_id: "uuid" },
  sql: ({ bucket, hold }) =>
    `SELECT ${hold("shared", "bucket")} AS held
     FROM (SELECT DISTINCT ${bucket("partner_id")} AS bucket FROM input ORDER BY bucket) AS buckets`
})

const scoresOf = `input CROSS JOIN rewards_score s
  WHERE s.partner_id = input.partner_id AND s.board = input.board AND s.member_id = input.member_id`

/** Adds to scores; a moment never goes back, whatever the clocks of several processes say. */
export const add = (gains: string): string =>
  `INSERT INTO rewards_score (partner_id, board, member_id, score, reached_ms)
  SELECT partner_id, board, member_id, score, reached_ms FROM ${gains} WHERE true
  ON CONFLICT (partner_id, member_id, board) DO UPDATE
  SET score = rewards_score.score + excluded.score, reached_ms = CASE
    WHEN excluded.reached_ms > rewards_score.reached_ms THEN excluded.reached_ms
    ELSE rewards_score.reached_ms END`

/** The net change of each rung of a level, from those of the level below, or from the places themselves. */
const net = (level: number, below: string): string => `net${level} AS MATERIALIZED (
    SELECT partner_id, board, stripe, rung AS place, SUM(members) AS members FROM (
      SELECT partner_id, board, stripe, members, ${locate(level, below, `${below}.place`)} AS rung FROM ${below}
    ) AS moved
    GROUP BY partner_id, board, stripe, rung HAVING SUM(members) <> 0
  )`

/**
 * Counts who left a place and who came to one, net and once for each rung of each level: a move below a common rung
 * changes nothing there or above. Each process writes a stripe of its own, in the order of the key.
 */
const count = (moved: string): string => `${net(1, moved)}, ${net(2, "net1")}, ${net(3, "net2")}
  INSERT INTO rewards_rung (partner_id, board, level, place, stripe, members)
  SELECT partner_id, board, level, place, stripe, members FROM (
    SELECT partner_id, board, 1 AS level, place, stripe, members FROM net1
    UNION ALL SELECT partner_id, board, 2, place, stripe, members FROM net2
    UNION ALL SELECT partner_id, board, 3, place, stripe, members FROM net3
  ) AS net WHERE true
  ORDER BY partner_id, board, level, place, stripe
  ON CONFLICT (partner_id, board, level, place, stripe) DO UPDATE
  SET members = rewards_rung.members + excluded.members
  RETURNING partner_id AS "partnerId", board, place, level, members`

/** PostgreSQL keeps scores and rungs in one statement: what it reads is as of before what it writes. */
export const keepScores = statement({
  input: { ...gain, stripe: "integer" },
  output: Counted,
  sql: `, former AS MATERIALIZED (
       SELECT s.partner_id, s.board, s.place FROM ${scoresOf}
     ), added AS (${add("input")} RETURNING partner_id, board, place
     ), moved AS (
       SELECT partner_id, board, place, -1 AS members, (SELECT MAX(stripe) FROM input) AS stripe FROM former
       UNION ALL
       SELECT partner_id, board, place, 1, (SELECT MAX(stripe) FROM input) FROM added
     ), ${count("moved")}`
})

/** SQLite cannot write twice in one statement, and needs three. Its places go through our hands. */
export const readScores = statement({
  input: member,
  output: Place,
  sql: `SELECT s.partner_id AS "partnerId", s.board, s.place FROM ${scoresOf}`
})

export const addScores = statement({
  input: gain,
  output: Place,
  sql: `${add("input")} RETURNING partner_id AS "partnerId", board, place`
})

export const countRungs = statement({
  input: { partner_id: "uuid", board: "integer", place: "text", members: "integer", stripe: "integer" },
  output: Counted,
  sql: `, ${count("input")}`
})

/** Whether a partner's rungs are nobody else's until commit. */
const holdRungs = (how: "alone" | "alone, at once") =>
  statement({
    input: { partner_id: "uuid" },
    output: Schema.Struct({ held: Bool }),
    sql: ({ bucket, hold }) => `SELECT ${hold(how, bucket("partner_id"))} AS held FROM input`
  })

export const waitForRungs = holdRungs("alone")
export const tryRungs = holdRungs("alone, at once")
