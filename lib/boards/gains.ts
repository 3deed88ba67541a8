import { walletMovements } from "../rewards/sql.ts"
import type { Fragments } from "../sql/Statement.ts"

/**
 * What members gained on each board by the transfers of these spans (see `walletMovements`), one row for each board and
 * member: coins earned on the boards of earners, coins given back on those of spenders, of all time and in their month.
 */
export const gainsOf = ({ millis }: Pick<Fragments, "millis">, spans: string): string =>
  `SELECT partner_id, board, member_id, CAST(SUM(amount) AS BIGINT) AS score,
     ${millis("MAX(created_at)")} AS reached_ms
   FROM (
     SELECT e.partner_id, e.member_id, e.amount, e.created_at, 2 * b.monthly * e.month + e.type AS board
     FROM (${walletMovements(spans)}) AS e
     CROSS JOIN (SELECT 0 AS monthly UNION ALL SELECT 1) AS b
   ) AS entry
   GROUP BY partner_id, board, member_id`
