import { erasedCoinsOf } from "../lots/erasedCoins.ts"
import { currentOf } from "../sql.ts"
import { byId, check, checkBy, hasOne } from "./Check.ts"

/** Checks of pending awards, and of the lots of coins that expire. */

/** Makes a check of lots `l`. The SQL continues a SELECT after the columns `partner_id` and `subject`. */
const byLot = (name: string, sql: string) =>
  check(
    name,
    ({ idText }) =>
      `SELECT l.partner_id, ${idText("l.member_id")} || ' ' || CAST(l.expires_at AS TEXT) AS subject, ${sql}`
  )

/**
 * Returns SQL for the lots `l`, each with sums `s` over the changes `e` of the lot. A change has the kind of its transfer. Each lot also
 * gets a change by 0 coins, so that an inner join finds all lots: Citus cannot route an outer join with a union.
 */
const withSums = (sums: string): string => `rewards_lot l JOIN (
     SELECT e.partner_id, e.member_id, e.expires_at, ${sums}
     FROM (
       SELECT c.partner_id, c.member_id, c.expires_at, c.coins, c.expired, t.kind
       FROM rewards_lot_entry c JOIN rewards_transfer t ON t.partner_id = c.partner_id AND t.id = c.transfer_id
       UNION ALL
       SELECT p.partner_id, p.credit_account, p.expires_at, p.amount, CAST(0 AS BIGINT), p.kind
       FROM rewards_transfer p WHERE p.expires_at IS NOT NULL
       UNION ALL
       SELECT o.partner_id, o.member_id, o.expires_at, CAST(0 AS BIGINT), CAST(0 AS BIGINT), NULL FROM rewards_lot o
     ) e
     GROUP BY e.partner_id, e.member_id, e.expires_at
   ) s ON s.partner_id = l.partner_id AND s.member_id = l.member_id AND s.expires_at = l.expires_at`

const sumIf = (condition: string, coins = "e.coins"): string =>
  `SUM(CASE WHEN ${condition} THEN ${coins} ELSE 0 END)`

const awarded = sumIf("e.kind IN ('award', 'maturity') OR (e.kind = 'adjustment' AND e.coins > 0)")

/** SQL for the spent coins, as a negative sum. Refunds, and reversals of debits, return spent coins. */
const spent = sumIf(
  `e.kind IN ('user_partner_transfer', 'user_partner_refund') OR (e.kind = 'adjustment' AND e.coins < 0)
       OR (e.kind = 'adjustment_reversal' AND e.coins > 0)`
)

/** SQL for the reversed coins, as a negative sum. Reversals take back coins that are in the lot, and coins of the lot that have expired. */
const reversed = `${sumIf("e.kind = 'award_reversal' OR (e.kind = 'adjustment_reversal' AND e.coins < 0)")}
       + ${sumIf("e.kind = 'expired_reversal'", "e.expired")}`

/** SQL that is true if the change `e` of a lot agrees with the kind of its transfer `t`. */
const fits = `CASE
       WHEN t.kind IN ('award', 'maturity', 'user_partner_refund') THEN e.coins > 0 AND e.expired = 0 AND t.credit_account = e.member_id
       WHEN t.kind IN ('user_partner_transfer', 'award_reversal') THEN e.coins < 0 AND e.expired = 0 AND t.debit_account = e.member_id
       WHEN t.kind IN ('adjustment', 'adjustment_reversal') THEN
         e.expired = 0 AND e.member_id = CASE WHEN e.coins > 0 THEN t.credit_account ELSE t.debit_account END
       WHEN t.kind = 'expiry' THEN
         e.coins = -t.amount AND e.expired = t.amount AND t.created_at = e.expires_at AND t.debit_account = e.member_id
       WHEN t.kind = 'erasure' THEN e.coins < 0 AND e.expired = -e.coins AND t.debit_account = e.member_id
       WHEN t.kind = 'merge' THEN (t.debit_account = e.member_id AND e.coins <= 0 AND e.expired <= 0)
         OR (t.credit_account = e.member_id AND e.coins >= 0 AND e.expired >= 0)
       WHEN t.kind = 'expired_reversal' THEN e.coins = 0 AND e.expired = -t.amount
       ELSE FALSE END`

/**
 * SQL for the coins that merges added to the lot. The sum is negative for a lot of a merged member, because the merge took them from it.
 */
const brought = sumIf("e.kind = 'merge'", "e.coins + e.expired")

/**
 * SQL for the coins of a change. A merge changes the lots of two members by the same coins, so only the changes of the lots that receive
 * coins count.
 */
const moved = "CASE WHEN t.kind = 'merge' AND e.member_id = t.debit_account THEN 0 ELSE ABS(e.coins) END"

const pendingAccounts = "(SELECT partner_id, id, owner FROM rewards_account WHERE kind = 'pending')"
const transfersOf = (kind: string): string =>
  `(SELECT partner_id, id FROM rewards_transfer WHERE kind = '${kind}')`

/** SQL for the coins of a pending award `w` that were taken back before it matured. */
const takenBefore = `COALESCE((SELECT SUM(b.amount) FROM rewards_reversal v
       JOIN rewards_transfer b ON b.partner_id = v.partner_id AND b.id = v.id AND b.kind = 'pending_reversal'
       WHERE v.partner_id = w.partner_id AND v.award_id = w.id), 0)`

/** Returns SQL that is true if the wallet of the member is closed. Then the member was erased or merged, and has no coins any more. */
const isClosed = (partner: string, member: string): string =>
  `EXISTS (SELECT 1 FROM rewards_account c WHERE c.partner_id = ${partner} AND c.id = ${member} AND c.closed_at IS NOT NULL)`

export const timeChecks = [
  hasOne("every pending account has its member", pendingAccounts, ["id"], "rewards_member", "o.id = f.owner"),
  checkBy("owner")(
    "a member has one pending account",
    `SELECT partner_id, owner, COUNT(*) AS stored, 1 AS found FROM ${pendingAccounts} AS a GROUP BY partner_id, owner`
  ),
  byId(
    "a pending account has the coins of its pending awards",
    `SELECT a.partner_id, a.id, a.balance AS stored, COALESCE(SUM(w.coins), 0) AS found
     FROM rewards_account a LEFT JOIN rewards_pending w ON w.partner_id = a.partner_id AND w.member_id = a.owner
     WHERE a.kind = 'pending' GROUP BY a.partner_id, a.id, a.balance`
  ),
  hasOne(
    "every pending award has its award",
    "rewards_pending",
    ["id"],
    "rewards_award",
    `o.id = f.id AND ${currentOf("o.partner_id", "o.member_id")} = f.member_id AND o.awarded`
  ),
  hasOne(
    "every pending award has its transfer",
    "rewards_pending",
    ["id"],
    transfersOf("pending_award"),
    "o.id = f.id"
  ),
  hasOne(
    "every award into a pending account has its pending award",
    transfersOf("pending_award"),
    ["id"],
    "rewards_pending",
    "o.id = f.id"
  ),
  hasOne(
    "every pending award whose coins will expire has its lot",
    "(SELECT partner_id, id, member_id, expires_at FROM rewards_pending WHERE expires_at IS NOT NULL)",
    ["id"],
    "rewards_lot",
    "o.member_id = f.member_id AND o.expires_at = f.expires_at"
  ),
  byId(
    "a pending award has the coins that were not reversed",
    `SELECT w.partner_id, w.id, w.coins AS stored,
       CASE WHEN ${isClosed("w.partner_id", "w.member_id")} THEN 0 ELSE t.amount - ${takenBefore} END AS found
     FROM rewards_pending w JOIN rewards_transfer t ON t.partner_id = w.partner_id AND t.id = w.id
     WHERE w.matured_at IS NULL`
  ),
  byId(
    "a matured award has one transfer of the coins that were not reversed before",
    `SELECT w.partner_id, w.id, COALESCE(m.amount, 0) AS stored, t.amount - ${takenBefore} AS found
     FROM rewards_pending w JOIN rewards_transfer t ON t.partner_id = w.partner_id AND t.id = w.id
     LEFT JOIN rewards_transfer m ON m.partner_id = w.partner_id AND m.id = w.maturity_id AND m.kind = 'maturity'
       AND ${currentOf("m.partner_id", "m.credit_account")} = w.member_id AND m.created_at = w.matured_at
       AND EXISTS (SELECT 1 FROM rewards_account d
         WHERE d.partner_id = m.partner_id AND d.id = m.debit_account AND d.owner = m.credit_account)
     WHERE w.matured_at IS NOT NULL`
  ),
  hasOne(
    "every maturity has its award",
    transfersOf("maturity"),
    ["id"],
    "rewards_pending",
    "o.maturity_id = f.id AND o.matured_at IS NOT NULL"
  ),
  byId(
    "coins that matured are in the lot of their award",
    `SELECT w.partner_id, w.id, CAST(w.expires_at AS TEXT) AS stored, COALESCE(CAST(m.expires_at AS TEXT), 'none') AS found
     FROM rewards_pending w JOIN rewards_transfer m ON m.partner_id = w.partner_id AND m.id = w.maturity_id
     WHERE w.expires_at IS NOT NULL`
  ),
  hasOne(
    "every lot has its member",
    "(SELECT DISTINCT partner_id, member_id FROM rewards_lot)",
    ["member_id"],
    "rewards_member",
    "o.id = f.member_id"
  ),
  hasOne(
    "every change of a lot has its transfer",
    "(SELECT DISTINCT partner_id, transfer_id FROM rewards_lot_entry)",
    ["transfer_id"],
    "rewards_transfer",
    "o.id = f.transfer_id"
  ),
  check(
    "every change of a lot has its lot",
    ({
      idText
    }) => `SELECT f.partner_id, ${idText("f.member_id")} || ' ' || CAST(f.expires_at AS TEXT) AS subject,
       1 AS stored, COUNT(o.partner_id) AS found
     FROM (SELECT DISTINCT partner_id, member_id, expires_at FROM rewards_lot_change) f LEFT JOIN rewards_lot o
       ON o.partner_id = f.partner_id AND o.member_id = f.member_id AND o.expires_at = f.expires_at
     GROUP BY f.partner_id, f.member_id, f.expires_at`
  ),
  byLot(
    "the coins of a lot are the sum of its changes",
    `l.coins AS stored, COALESCE(s.coins, 0) AS found FROM ${withSums("SUM(e.coins) AS coins")}`
  ),
  byLot(
    "the expired coins of a lot are the sum of its changes",
    `l.expired AS stored, COALESCE(s.expired, 0) AS found FROM ${withSums("SUM(e.expired) AS expired")}`
  ),
  byLot(
    "the coins that a lot received are left, spent, expired or reversed",
    `COALESCE(s.awarded + s.brought, 0) AS stored, l.coins - COALESCE(s.spent, 0) + l.expired - COALESCE(s.reversed, 0) AS found
     FROM ${withSums(`${awarded} AS awarded, ${brought} AS brought, ${spent} AS spent, ${reversed} AS reversed`)}`
  ),
  byLot(
    "the expirations of a lot are the number of its expiries",
    `l.expirations AS stored, COALESCE(s.times, 0) AS found FROM ${withSums(`${sumIf("e.kind = 'expiry'", "1")} AS times`)}`
  ),
  byLot(
    "the maturing coins of a lot are those of its pending awards",
    `l.maturing AS stored, COALESCE(s.coins, 0) AS found FROM rewards_lot l LEFT JOIN (
       SELECT partner_id, member_id, expires_at, SUM(coins) AS coins FROM rewards_pending GROUP BY partner_id, member_id, expires_at
     ) s ON s.partner_id = l.partner_id AND s.member_id = l.member_id AND s.expires_at = l.expires_at`
  ),
  byId(
    "no wallet has fewer coins than its lots",
    `SELECT a.partner_id, a.id, a.balance AS stored, SUM(l.coins) AS found
     FROM rewards_account a JOIN rewards_lot l ON l.partner_id = a.partner_id AND l.member_id = a.id
     GROUP BY a.partner_id, a.id, a.balance HAVING SUM(l.coins) > a.balance`
  ),
  byId(
    "a wallet says when something is due next",
    `SELECT partner_id, id, COALESCE(CAST(MAX(next_due) AS TEXT), 'never') AS stored, COALESCE(CAST(MIN(at) AS TEXT), 'never') AS found
     FROM (
       SELECT partner_id, id, 1 AS wallet, next_due, NULL AS at FROM rewards_account WHERE kind = 'wallet'
       UNION ALL SELECT partner_id, member_id, 0, NULL, matures_at FROM rewards_pending WHERE coins > 0
       UNION ALL SELECT partner_id, member_id, 0, NULL, expires_at FROM rewards_lot WHERE coins > 0
     ) AS instants GROUP BY partner_id, id HAVING MAX(wallet) = 1`
  ),
  byId(
    "a transfer changes lots as its kind says",
    `SELECT e.partner_id, e.transfer_id AS id, CAST(e.coins AS TEXT) || ' and ' || CAST(e.expired AS TEXT) AS stored,
       t.kind || ' of ' || CAST(t.amount AS TEXT) AS found
     FROM rewards_lot_change e JOIN rewards_transfer t ON t.partner_id = e.partner_id AND t.id = e.transfer_id
     WHERE NOT (${fits})`
  ),
  byId(
    "a transfer changes lots by at most its coins, and by exactly its coins if it paid into a lot",
    `SELECT t.partner_id, t.id, t.amount AS stored, SUM(${moved}) AS found
     FROM rewards_lot_change e JOIN rewards_transfer t ON t.partner_id = e.partner_id AND t.id = e.transfer_id
     GROUP BY t.partner_id, t.id, t.amount, t.kind
     HAVING SUM(${moved}) > t.amount OR t.kind IN ('award', 'maturity') OR (t.kind = 'adjustment' AND MIN(e.coins) > 0)`
  ),
  hasOne(
    "every expiry has its lot",
    transfersOf("expiry"),
    ["id"],
    "rewards_lot_entry",
    "o.transfer_id = f.id"
  ),
  hasOne(
    "every reversal of expired coins has its transfer",
    "(SELECT partner_id, id, expired_id FROM rewards_reversal WHERE expired_id IS NOT NULL)",
    ["id"],
    transfersOf("expired_reversal"),
    "o.id = f.expired_id"
  ),
  hasOne(
    "every transfer of expired coins back to issuance has its reversal",
    transfersOf("expired_reversal"),
    ["id"],
    "rewards_reversal",
    "o.expired_id = f.id"
  ),
  byId(
    "expired coins were taken back from the lot that the reversed coins were paid into",
    `SELECT v.partner_id, v.id, 1 AS stored, COUNT(o.id) AS found
     FROM rewards_reversal v
     LEFT JOIN rewards_pending w ON w.partner_id = v.partner_id AND w.id = v.award_id
     LEFT JOIN rewards_lot_entry e ON e.partner_id = v.partner_id AND e.transfer_id = v.expired_id
     LEFT JOIN rewards_transfer o ON o.partner_id = v.partner_id AND o.id = COALESCE(w.maturity_id, v.award_id, v.transfer_id)
       AND ${currentOf("o.partner_id", "o.credit_account")} = ${currentOf("e.partner_id", "e.member_id")} AND o.expires_at = e.expires_at
     WHERE v.expired_id IS NOT NULL AND (e.transfer_id IS NOT NULL OR NOT EXISTS (
         SELECT 1 FROM rewards_account c WHERE c.partner_id = v.partner_id AND c.closed_at <= v.created_at AND c.id IN (
           SELECT ${currentOf("a.partner_id", "a.member_id")} FROM rewards_award a WHERE a.partner_id = v.partner_id AND a.id = v.award_id
           UNION ALL SELECT ${currentOf("p.partner_id", "p.credit_account")} FROM rewards_transfer p WHERE p.partner_id = v.partner_id AND p.id = v.transfer_id)))
     GROUP BY v.partner_id, v.id`
  ),
  hasOne(
    "every erased member has a closed wallet",
    "rewards_erasure",
    ["member_id"],
    "rewards_account",
    "o.id = f.member_id AND o.closed_at = f.created_at"
  ),
  byId(
    "every closed wallet is that of an erased or merged member",
    `SELECT partner_id, id, MAX(closed) AS stored, SUM(ended) AS found FROM (
       SELECT partner_id, id, 1 AS closed, 0 AS ended FROM rewards_account WHERE closed_at IS NOT NULL
       UNION ALL SELECT partner_id, member_id, 0, 1 FROM rewards_erasure
       UNION ALL SELECT partner_id, id, 0, 1 FROM rewards_member WHERE current_id <> id
     ) AS endings GROUP BY partner_id, id HAVING MAX(closed) = 1`
  ),
  check(
    "an erased member has one id and no attributes",
    ({ idText }) => `SELECT e.partner_id, ${idText("e.member_id")} AS subject, 1 AS stored,
       (SELECT COUNT(*) FROM rewards_member_id i WHERE i.partner_id = e.partner_id AND i.member_id = e.member_id)
       + (SELECT COUNT(*) FROM rewards_attribute b WHERE b.partner_id = e.partner_id AND b.member_id = e.member_id) AS found
     FROM rewards_erasure e`
  ),
  hasOne(
    "every merged member has a closed wallet",
    "(SELECT partner_id, id FROM rewards_member WHERE current_id <> id)",
    ["id"],
    "rewards_account",
    "o.id = f.id AND o.closed_at IS NOT NULL"
  ),
  hasOne(
    "every successor of an erased member is a member",
    "(SELECT partner_id, member_id, successor_id FROM rewards_erasure WHERE successor_id IS NOT NULL)",
    ["member_id"],
    "rewards_member",
    "o.id = f.successor_id"
  ),
  hasOne(
    "every remembered id is that of an erased member",
    "(SELECT DISTINCT partner_id, member_id FROM rewards_erased_id)",
    ["member_id"],
    "rewards_erasure",
    "o.member_id = f.member_id"
  ),
  checkBy("member_id")(
    "no successor of an erased member has a successor",
    `SELECT e.partner_id, e.member_id, 0 AS stored, COUNT(s.member_id) AS found
     FROM rewards_erasure e JOIN rewards_erasure s ON s.partner_id = e.partner_id AND s.member_id = e.successor_id
     WHERE s.successor_id IS NOT NULL GROUP BY e.partner_id, e.member_id`
  ),
  check(
    "reversals took back no more coins from an erased member than had expired",
    ({
      idText
    }) => `SELECT partner_id, subject, 0 AS stored, CASE WHEN coins < 0 THEN coins ELSE 0 END AS found FROM (
       SELECT e.partner_id, ${idText("e.member_id")} AS subject,
         ${erasedCoinsOf(
           "e.partner_id",
           "e.member_id",
           `(SELECT p.id FROM rewards_account p
           WHERE p.partner_id = e.partner_id AND p.owner = e.member_id AND p.kind = 'pending')`
         )} AS coins
       FROM rewards_erasure e) AS left_over`
  ),
  check(
    "no transfer has the id of a future expiry or maturity",
    ({ idText }) => `SELECT d.partner_id, ${idText("d.id")} AS subject, 0 AS stored, COUNT(t.id) AS found
     FROM (
       SELECT partner_id, expiry_id AS id FROM rewards_lot
       UNION ALL SELECT partner_id, maturity_id FROM rewards_pending WHERE matured_at IS NULL
     ) AS d JOIN rewards_transfer t ON t.partner_id = d.partner_id AND t.id = d.id
     GROUP BY d.partner_id, d.id`
  )
]
