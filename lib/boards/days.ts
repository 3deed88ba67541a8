import { walletMovements } from "../rewards/sql.ts"
import type { Fragments } from "../sql/Statement.ts"

/** What is counted a day: how many transfers of each kind, and their coins. */
export const measures = [
  ["awards", "awarded", 0, ">"],
  ["reversals", "reversed", 0, "<"],
  ["transfers", "returned", 1, ">"],
  ["refunds", "refunded", 1, "<"]
] as const

export const dayColumns = measures.flatMap(([count, coins, ..._]) => [count, coins])

/** Far above every total, and exact in JavaScript: a larger one stays here. */
const most = "9000000000000000"
export const bounded = (total: string): string =>
  `CASE WHEN ${total} > ${most} THEN ${most} ELSE ${total} END`

const sums = measures
  .flatMap(([count, coins, type, sign]) => {
    const total = (of: string) =>
      `COALESCE(SUM(CASE WHEN type = ${type} AND sign ${sign} 0 THEN ${of} END), 0)`
    return [
      `CAST(${total("transfers")} AS BIGINT) AS ${count}`,
      `CAST(${bounded(total("coins"))} AS BIGINT) AS ${coins}`
    ]
  })
  .join(", ")

/**
 * What partners moved by the transfers of these spans (see `walletMovements`), one row for each partner and day. A reversal or
 * refund counts on its own day, so that a day which is over does not change any more.
 */
export const daysOf = ({ date, dayNumber }: Pick<Fragments, "date" | "dayNumber">, spans: string): string =>
  `SELECT partner_id, ${dayNumber("date")} AS day, ${sums} FROM (
     SELECT e.partner_id, e.type, SIGN(e.amount) AS sign, ${date("e.created_at")} AS date,
       COUNT(*) AS transfers, SUM(ABS(e.amount)) AS coins
     FROM (${walletMovements(spans)}) AS e
     GROUP BY e.partner_id, e.type, SIGN(e.amount), ${date("e.created_at")}
   ) AS moved
   GROUP BY partner_id, date`
