import { walletMovements } from "../rewards/sql.ts"
import type { Fragments } from "../sql/Statement.ts"

/**
 * What members gained on each board by the transfers of these spans (see `walletMovements`), one row for each board and
 * member: coins earned on the boards of earners, coins given back on those of spenders, of all time and in their month. It is 0
 * where a reversal or refund takes as much as was gained, and negative where the spans have only the reversal or refund.
 */
export const gainsOf = ({ millis }: Pick<Fragments, "millis">, spans: string): string =>
  `SELECT partner_id, board, member_id, CAST(SUM(amount) AS BIGINT) AS score,
     ${millis("MAX(created_at)")} AS reached_ms
   FROM (
     SELECT m.partner_id, m.member_id, m.amount, m.created_at, 2 * b.monthly * m.month + m.type AS board
     FROM (
       SELECT partner_id, member_id, type, month, SUM(amount) AS amount, MAX(created_at) AS created_at
       FROM (${walletMovements(spans)}) AS e
       GROUP BY partner_id, member_id, type, month
     ) AS m
     CROSS JOIN (SELECT 0 AS monthly UNION ALL SELECT 1) AS b
   ) AS entry
   GROUP BY partner_id, board, member_id`
