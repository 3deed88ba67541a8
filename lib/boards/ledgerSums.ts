import { walletMovements } from "../rewards/sql.ts"
import type { Fragments } from "../sql/Statement.ts"

/**
 * Sums over transfers of the ledger. `Folds` adds these sums to the tables of the boards, and `verify` compares the tables with them.
 * The relation `ranges` selects the transfers: see `walletMovements`.
 */

/**
 * The change of each score, one row for each board and member. Awards count on the earner boards, and transfers to the partner count
 * on the spender boards. Each counts on the all-time board and on the board of its month. Reversals and refunds are negative.
 */
export const scoreChanges = ({ millis }: Pick<Fragments, "millis">, ranges: string): string =>
  `SELECT partner_id, board, member_id, CAST(SUM(amount) AS BIGINT) AS score,
     ${millis("MAX(created_at)")} AS reached_ms
   FROM (
     SELECT m.partner_id, m.member_id, m.amount, m.created_at, 2 * b.monthly * m.month + m.type AS board
     FROM (
       SELECT partner_id, member_id, type, month, SUM(amount) AS amount, MAX(created_at) AS created_at
       FROM (${walletMovements(ranges)}) AS e
       GROUP BY partner_id, member_id, type, month
     ) AS m
     CROSS JOIN (SELECT 0 AS monthly UNION ALL SELECT 1) AS b
   ) AS entry
   GROUP BY partner_id, board, member_id`

/** For each kind of transfer: the columns for its number and coins, its type in `walletMovements`, and the sign of its amount. */
const kinds = [
  ["awards", "awarded", 0, ">"],
  ["reversals", "reversed", 0, "<"],
  ["transfers", "returned", 1, ">"],
  ["refunds", "refunded", 1, "<"]
] as const

export const dayColumns = kinds.flatMap(([count, coins, ..._]) => [count, coins])

/** The largest total that is stored. JavaScript numbers are exact up to this value. */
const largestTotal = "9000000000000000"
export const bounded = (total: string): string =>
  `CASE WHEN ${total} > ${largestTotal} THEN ${largestTotal} ELSE ${total} END`

const daySums = kinds
  .flatMap(([count, coins, type, sign]) => {
    const total = (of: string) =>
      `COALESCE(SUM(CASE WHEN type = ${type} AND sign ${sign} 0 THEN ${of} END), 0)`
    return [
      `CAST(${total("transfers")} AS BIGINT) AS ${count}`,
      `CAST(${bounded(total("coins"))} AS BIGINT) AS ${coins}`
    ]
  })
  .join(", ")

/** The totals of each day, one row for each partner and day. A reversal or refund counts on the day on which it was made. */
export const dayTotals = (
  { date, dayNumber }: Pick<Fragments, "date" | "dayNumber">,
  ranges: string
): string =>
  `SELECT partner_id, ${dayNumber("date")} AS day, ${daySums} FROM (
     SELECT e.partner_id, e.type, SIGN(e.amount) AS sign, ${date("e.created_at")} AS date,
       COUNT(*) AS transfers, SUM(ABS(e.amount)) AS coins
     FROM (${walletMovements(ranges)}) AS e
     GROUP BY e.partner_id, e.type, SIGN(e.amount), ${date("e.created_at")}
   ) AS moved
   GROUP BY partner_id, date`
