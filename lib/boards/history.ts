import { Schema } from "effect"
import { walletMovements } from "../rewards/sql.ts"
import { Integer } from "../sql/Row.ts"
import { type Fragments, statement } from "../sql/Statement.ts"
import { addScores } from "./score.ts"

type Instants = Pick<Fragments, "month" | "millis">

/**
 * What members gained on each board, recomputed from the ledger: of all partners, or of one. It is the sum of what the
 * awards and transfers added to the scores one by one.
 */
export const gainsOf = ({ month, millis }: Instants, partner?: string): string =>
  `SELECT partner_id, board, member_id, SUM(amount) AS score, MAX(${millis("created_at")}) AS reached_ms FROM (
     SELECT e.partner_id, e.member_id, e.amount, e.created_at,
       2 * (CASE WHEN b.monthly = 1 THEN ${month("e.created_at")} ELSE 0 END) + e.type AS board
     FROM (${walletMovements(partner)}) AS e
     CROSS JOIN (SELECT 0 AS monthly UNION ALL SELECT 1) AS b
   ) AS entry
   GROUP BY partner_id, board, member_id`

export const removeScores = statement({
  input: { partner_id: "uuid" },
  sql: "DELETE FROM rewards_score WHERE partner_id IN (SELECT partner_id FROM input)"
})

export const removeRungs = statement({
  input: { partner_id: "uuid" },
  sql: "DELETE FROM rewards_rung WHERE partner_id IN (SELECT partner_id FROM input)"
})

/** Writes all of a partner's scores, after the old ones were removed. */
export const writeScores = statement({
  input: { partner_id: "uuid" },
  sql: (fragments) =>
    `, gained AS MATERIALIZED (${gainsOf(fragments, "(SELECT partner_id FROM input)")}) ${addScores("gained")}`
})

export const readBoards = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ board: Integer }),
  sql: `SELECT DISTINCT board FROM rewards_score
     WHERE partner_id IN (SELECT partner_id FROM input)`
})
