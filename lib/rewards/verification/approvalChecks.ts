import { currentOf } from "../sql.ts"
import { checkBy, hasOne } from "./Check.ts"

/** Checks of requests for approval and of decisions about them. */

export const approvalChecks = [
  hasOne(
    "every request for approval has its member",
    "rewards_approval_request",
    ["id"],
    "rewards_member",
    "o.id = f.member_id"
  ),
  hasOne(
    "every request to reverse an adjustment has its adjustment",
    "(SELECT partner_id, id, adjustment_id FROM rewards_approval_request WHERE adjustment_id IS NOT NULL)",
    ["id"],
    "rewards_adjustment",
    "o.id = f.adjustment_id"
  ),
  hasOne(
    "every decision has its request",
    "rewards_approval_decision",
    ["request_id"],
    "rewards_approval_request",
    "o.id = f.request_id"
  ),
  checkBy("request_id")(
    "every approved request has the adjustment or the reversal that it allowed",
    `SELECT d.partner_id, d.request_id, 1 AS stored, CASE WHEN t.id IS NULL AND v.id IS NULL THEN 0 ELSE 1 END AS found
     FROM rewards_approval_decision d
     JOIN rewards_approval_request q ON q.partner_id = d.partner_id AND q.id = d.request_id
     LEFT JOIN rewards_transfer t ON t.partner_id = d.partner_id AND t.id = d.record_id AND q.adjustment_id IS NULL
       AND t.kind = 'adjustment' AND t.amount = q.coins
       AND ${currentOf("q.partner_id", "q.member_id")}
         = ${currentOf("t.partner_id", "CASE WHEN q.debit_or_credit = 'CR' THEN t.credit_account ELSE t.debit_account END")}
     LEFT JOIN rewards_reversal v ON v.partner_id = d.partner_id AND v.id = d.record_id AND v.transfer_id = q.adjustment_id
     WHERE d.record_id IS NOT NULL`
  )
]
