import { noMonth } from "../rewards/ledger/Account.ts"
import { currentOf, memberMovements, rulePayments, walletMovements } from "../rewards/sql.ts"
import type { Fragments } from "../sql/Statement.ts"

/**
 * Sums over transfers of the ledger. `Folds` adds these sums to the tables of the boards, and `verify` compares the tables with them.
 * The relation `ranges` selects the transfers: see `walletMovements`.
 */

/**
 * Returns SQL for the change of each score, with one row for each board and member. Awards, and adjustments with `points`, count on the
 * earner boards. Transfers to the partner count on the spender boards. Each of these counts on the all-time board and on the board of its
 * month. Transfers of a merged member count for the member that it was merged into. Reversals and refunds are negative. Other adjustments
 * have no month (`noMonth`) and do not count.
 */
export const scoreChanges = ({ millis }: Pick<Fragments, "millis">, ranges: string): string =>
  `SELECT partner_id, board, member_id, CAST(SUM(amount) AS BIGINT) AS score,
     ${millis("MAX(created_at)")} AS reached_ms
   FROM (
     SELECT m.partner_id, COALESCE(${currentOf("m.partner_id", "m.member_id")}, m.member_id) AS member_id, m.amount, m.created_at, 2 * b.column1 * m.month + m.spent AS board
     FROM (
       SELECT partner_id, member_id, CASE WHEN type = 1 THEN 1 ELSE 0 END AS spent, month, SUM(amount) AS amount,
         MAX(created_at) AS created_at
       FROM (${memberMovements(ranges)}) AS e
       WHERE month <> ${noMonth} AND type <> 3
       GROUP BY partner_id, member_id, CASE WHEN type = 1 THEN 1 ELSE 0 END, month
     ) AS m
     CROSS JOIN (VALUES (0), (1)) AS b
   ) AS entry
   GROUP BY partner_id, board, member_id`

/**
 * The sums of a day, by column. `which` selects rows of `walletMovements` by their type and the sign of their amount. `spent` is the
 * coins that members transferred to the partner. `refunded` is the coins of these transfers that went back to the members.
 */
const daySums = [
  { column: "awards", of: "transfers", which: "type = 0 AND sign > 0" },
  { column: "earned", of: "coins", which: "type = 0 AND sign > 0" },
  { column: "reversals", of: "transfers", which: "type = 0 AND sign < 0" },
  { column: "reversed", of: "coins", which: "type = 0 AND sign < 0" },
  { column: "transfers", of: "transfers", which: "type = 1 AND sign > 0" },
  { column: "spent", of: "coins", which: "type = 1 AND sign > 0" },
  { column: "refunds", of: "transfers", which: "type = 1 AND sign < 0" },
  { column: "refunded", of: "coins", which: "type = 1 AND sign < 0" },
  { column: "adjustments", of: "transfers", which: "type = 2" },
  { column: "credited", of: "coins", which: "type = 2 AND sign > 0" },
  { column: "debited", of: "coins", which: "type = 2 AND sign < 0" },
  { column: "expired", of: "coins", which: "type = 3 AND sign > 0" },
  { column: "unexpired", of: "coins", which: "type = 3 AND sign < 0" }
] as const

export const dayColumns = daySums.map(({ column }) => column)

/** The largest total that is stored. JavaScript numbers are exact up to this value. */
const largestTotal = "9000000000000000"
/** Returns SQL for a total, limited to `largestTotal`. */
export const bounded = (total: string): string =>
  `CASE WHEN ${total} > ${largestTotal} THEN ${largestTotal} ELSE ${total} END`

const sums = daySums
  .map(({ column, of, which }) => {
    const total = `COALESCE(SUM(CASE WHEN ${which} THEN ${of} END), 0)`
    return `CAST(${of === "coins" ? bounded(total) : total} AS BIGINT) AS ${column}`
  })
  .join(", ")

/**
 * Returns SQL for the totals of each day, with one row for each partner and day. A reversal or refund counts on the day on which it was
 * made.
 */
export const dayTotals = (
  { date, dayNumber }: Pick<Fragments, "date" | "dayNumber">,
  ranges: string
): string =>
  `SELECT partner_id, ${dayNumber("date")} AS day, ${sums} FROM (
     SELECT e.partner_id, e.type, SIGN(e.amount) AS sign, ${date("e.created_at")} AS date,
       SUM(e.count) AS transfers, SUM(ABS(e.amount)) AS coins
     FROM (${walletMovements(ranges)}) AS e
     GROUP BY e.partner_id, e.type, SIGN(e.amount), ${date("e.created_at")}
   ) AS moved
   GROUP BY partner_id, date`

export const ruleDayColumns = ["awards", "coins", "reversed"] as const

/**
 * Returns SQL for the coins that rules paid, with one row for each rule, UTC day and local day of its awards. A reversal counts on the day
 * of its award. An award without a stored local day has its UTC day as local day. After a change of the rule's time zone, awards with and
 * without a stored local day can have the same local day. So the rows are grouped by the stored value, and again by the local day.
 */
export const ruleDayTotals = (
  { date, dayNumber }: Pick<Fragments, "date" | "dayNumber">,
  ranges: string
): string =>
  `SELECT partner_id, rule_id, day, local_day, CAST(SUM(awards) AS BIGINT) AS awards, CAST(${bounded("SUM(coins)")} AS BIGINT) AS coins,
     CAST(${bounded("SUM(reversed)")} AS BIGINT) AS reversed
   FROM (SELECT partner_id, rule_id, ${dayNumber("date")} AS day, COALESCE(local_day, ${dayNumber("date")}) AS local_day,
       SUM(awards) AS awards, SUM(coins) AS coins, SUM(reversed) AS reversed
     FROM (SELECT e.partner_id, e.rule_id, ${date("e.created_at")} AS date, e.local_day, e.awards, e.coins, e.reversed
       FROM (${rulePayments(ranges)}) AS e) AS payment
     GROUP BY partner_id, rule_id, date, local_day) AS zoned
   GROUP BY partner_id, rule_id, day, local_day`
