import { Schema } from "effect"
import * as Row from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { partsOf } from "../sql.ts"
import { members } from "../tables.ts"

/** Returns SQL for a sum over the transfers `t` that pass a condition. */
const sumOf = (from: string, where: string): string =>
  `COALESCE((SELECT SUM(t.amount) FROM ${from} WHERE ${where}), 0)`

/**
 * Returns SQL for the coins of a member that were moved to the partner's `expired` side and were not taken back by reversals. `pending` is
 * the id of the member's pending account.
 */
export const erasedCoinsOf = (partner: string, member: string, pending: string): string =>
  `CAST(${sumOf(
    "rewards_transfer t",
    `t.partner_id = ${partner} AND t.debit_account IN (${partsOf(partner, member)}) AND t.kind IN ('expiry', 'erasure')`
  )}
    + ${sumOf(
      "rewards_transfer t",
      `t.partner_id = ${partner} AND t.debit_account = ${pending} AND t.kind = 'pending_erasure'`
    )}
    - ${sumOf(
      "rewards_award a CROSS JOIN rewards_reversal v CROSS JOIN rewards_transfer t",
      `a.partner_id = ${partner} AND a.member_id IN (${partsOf(partner, member)}) AND v.partner_id = a.partner_id AND v.award_id = a.id
      AND t.partner_id = a.partner_id AND t.id = v.expired_id`
    )}
    - ${sumOf(
      "rewards_transfer p CROSS JOIN rewards_reversal v CROSS JOIN rewards_transfer t",
      `p.partner_id = ${partner} AND p.credit_account IN (${partsOf(partner, member)}) AND v.partner_id = p.partner_id AND v.transfer_id = p.id
      AND t.partner_id = p.partner_id AND t.id = v.expired_id`
    )} AS BIGINT)`

/** Reads the coins that reversals can still take back from erased members. The locks of their wallets protect the result. */
export const readErasedCoins = statement({
  input: { partnerId: "uuid", memberId: "uuid", pending: "uuid" },
  output: Schema.Struct({ memberId: members.fields.id, coins: Row.Coins }),
  sql: `SELECT input.member_id, ${erasedCoinsOf("input.partner_id", "input.member_id", "input.pending")} AS coins FROM input`
})
