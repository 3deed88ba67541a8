import { Schema } from "effect"
import { given, statement } from "../../sql/Statement.ts"
import { lots } from "../tables.ts"

/**
 * Reads the sums from which `Liability` computes its answer. The sums at a past time `at` are computed backwards: from the current sums,
 * minus the transfers after `at`. So sums of the recent past are found quickly, however long the ledger is.
 */

/** A sum can exceed the largest 64-bit integer. So it is read as two columns: the sum is `high` times this number, plus `low`. */
const base = 1_000_000_000

const sumOf = (coins: string): string =>
  `CAST(COALESCE(SUM(${coins} / ${base}), 0) AS TEXT) AS high, CAST(COALESCE(SUM(${coins} % ${base}), 0) AS TEXT) AS low`

export interface SplitSum {
  readonly high: string
  readonly low: string
}

export const joined = ({ high, low }: SplitSum): bigint => BigInt(high) * BigInt(base) + BigInt(low)

const isAdjustment = "t.kind IN ('adjustment', 'adjustment_reversal')"

/**
 * The kinds whose transfers are read from the start of the ledger. The other sums follow from the balances of accounts. The index by kind
 * has the condition `kind <> 'award'`. SQLite uses the index only for a statement that has this condition, too.
 */
const counted = [
  "award_reversal",
  "pending_reversal",
  "expired_reversal",
  "adjustment",
  "adjustment_reversal"
] as const

/**
 * Returns SQL for the transfers that pass a condition, with the columns name and coins. The coins of an adjustment are negative if they
 * left a wallet.
 */
const transfersOf = (where: string): string =>
  `(SELECT CASE WHEN ${isAdjustment} THEN 'adjusted' ELSE t.kind END AS name,
      CASE WHEN ${isAdjustment} AND EXISTS (
        SELECT 1 FROM rewards_member m WHERE m.partner_id = ${given("partner_id")} AND m.id = t.debit_account
      ) THEN -t.amount ELSE t.amount END AS coins
    FROM rewards_transfer t WHERE t.partner_id = ${given("partner_id")} AND ${where}) AS x`

const isLater = `t.id >= ${given("later")} AND t.created_at > ${given("at")}`

/** SQL for coins in lots that end after `at`, with the columns expires_at, time_zone and coins. */
const inLots: ReadonlyArray<string> = [
  `SELECT l.expires_at, l.time_zone, l.coins FROM rewards_lot l
   WHERE l.partner_id = ${given("partner_id")} AND l.content > 0 AND l.expiry_id >= ${given("later")}`,
  // Awards that matured by `at`, but whose maturity is not written yet.
  `SELECT l.expires_at, l.time_zone, w.coins FROM rewards_pending w CROSS JOIN rewards_lot l
   WHERE w.partner_id = ${given("partner_id")} AND w.coins > 0 AND w.maturity_id < ${given("later")}
     AND l.partner_id = ${given("partner_id")} AND l.member_id = w.member_id AND l.expires_at = w.expires_at
     AND l.expires_at > ${given("at")}`,
  `SELECT l.expires_at, l.time_zone, -e.coins FROM rewards_transfer t CROSS JOIN rewards_lot_entry e CROSS JOIN rewards_lot l
   WHERE t.partner_id = ${given("partner_id")} AND ${isLater}
     AND e.partner_id = ${given("partner_id")} AND e.transfer_id = t.id
     AND l.partner_id = ${given("partner_id")} AND l.member_id = e.member_id AND l.expires_at = e.expires_at
     AND l.expires_at > ${given("at")}`,
  // Transfers whose coins all went into one lot. They have no entry.
  `SELECT l.expires_at, l.time_zone, -t.amount FROM rewards_transfer t CROSS JOIN rewards_lot l
   WHERE t.partner_id = ${given("partner_id")} AND ${isLater} AND t.expires_at > ${given("at")}
     AND l.partner_id = ${given("partner_id")} AND l.member_id = t.credit_account AND l.expires_at = t.expires_at`
]

/** SQL for the columns of a lot, in sums that belong to no lot. */
const plain = `${given("at")} AS expires_at, '' AS time_zone`

const parts: ReadonlyArray<string> = [
  // The current balances of the partner's own accounts, by kind.
  `SELECT 'side' AS part, a.kind AS name, ${plain}, ${sumOf("a.balance")} FROM rewards_account a
   WHERE a.partner_id = ${given("partner_id")} AND kind NOT IN ('wallet', 'pending') GROUP BY a.kind`,
  ...counted.map(
    (
      kind
    ) => `SELECT 'counted', x.name, ${plain}, ${sumOf("x.coins")} FROM ${transfersOf(`t.kind <> 'award' AND t.kind = '${kind}'`)}
   GROUP BY x.name`
  ),
  `SELECT 'later', x.name, ${plain}, ${sumOf("x.coins")} FROM ${transfersOf(isLater)} GROUP BY x.name`,
  // Expired credits that were taken back by the reversals of adjustments.
  `SELECT 'undone', '', ${plain}, ${sumOf("t.amount")} FROM rewards_reversal v CROSS JOIN rewards_transfer t
   WHERE v.partner_id = ${given("partner_id")} AND v.transfer_id IS NOT NULL AND v.expired_id IS NOT NULL
     AND t.partner_id = ${given("partner_id")} AND t.id = v.expired_id AND t.created_at <= ${given("at")}`,
  `SELECT 'pending', '', ${plain}, ${sumOf("w.coins")} FROM rewards_pending w
   WHERE w.partner_id = ${given("partner_id")} AND w.coins > 0 AND w.maturity_id >= ${given("later")}`,
  // Lots that expired by `at`, but whose expiry is not written yet.
  `SELECT 'due', '', ${plain}, ${sumOf("(l.coins + l.maturing)")} FROM rewards_lot l
   WHERE l.partner_id = ${given("partner_id")} AND l.content > 0 AND l.expiry_id < ${given("later")}`,
  `SELECT 'lot', '', y.expires_at, y.time_zone, ${sumOf("y.coins")} FROM (${inLots.join(" UNION ALL ")}) AS y
   GROUP BY y.expires_at, y.time_zone`
]

/**
 * Reads all sums in one statement, so that they show the same state. `later` is `afterDue(at)`: records after `at` have this id or a larger
 * one.
 */
export const readSums = statement({
  input: { partnerId: "uuid", at: "instant", later: "uuid" },
  output: Schema.Struct({
    part: Schema.String,
    name: Schema.String,
    expiresAt: lots.fields.expiresAt,
    timeZone: lots.fields.timeZone,
    high: Schema.String,
    low: Schema.String
  }),
  sql: parts.join("\n UNION ALL ")
})
