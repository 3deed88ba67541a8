import { walletMovements } from "../rewards/sql.ts"
import type { Fragments } from "../sql/Statement.ts"
import { millisOfDay } from "./Total.ts"

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
    const counts = `type = ${type} AND amount ${sign} 0`
    return [
      `COUNT(CASE WHEN ${counts} THEN 1 END) AS ${count}`,
      `CAST(${bounded(`COALESCE(SUM(CASE WHEN ${counts} THEN ABS(amount) END), 0)`)} AS BIGINT) AS ${coins}`
    ]
  })
  .join(", ")

/**
 * What partners moved by the transfers of these spans (see `walletMovements`), one row for each partner and day. A reversal or
 * refund counts on its own day, so that a day which is over does not change any more.
 */
export const daysOf = ({ millis }: Pick<Fragments, "millis">, spans: string): string =>
  `SELECT partner_id, day, ${sums} FROM (
     SELECT e.partner_id, e.type, e.amount, ${millis("e.created_at")} / ${millisOfDay} AS day
     FROM (${walletMovements(spans)}) AS e
   ) AS moved
   GROUP BY partner_id, day`
