import { Schema } from "effect"
import { Bool, Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { SuppressedBy } from "../awards/Award.ts"
import { memberColumn } from "../sql.ts"

const byId = { partner_id: "uuid", id: "uuid" } as const

/** Awards that are to be reversed. */
export const readAwards = statement({
  input: byId,
  output: Schema.Struct({
    partnerId: Id("PartnerId"),
    id: Id("AwardId"),
    ruleId: Id("RuleId"),
    memberId: Id("MemberId"),
    userId: Schema.String,
    ordinal: Integer,
    cycle: Integer,
    awarded: Bool,
    suppressedBy: Schema.NullOr(SuppressedBy),
    coins: Coins,
    createdAt: Instant
  }),
  sql: `SELECT a.partner_id AS "partnerId", a.id, a.rule_id AS "ruleId", a.member_id AS "memberId",
       ${memberColumn("user_id", "a.partner_id", "a.member_id")} AS "userId", a.ordinal, a.cycle, a.awarded,
       a.suppressed_by AS "suppressedBy", COALESCE(t.amount, 0) AS coins, a.created_at AS "createdAt"
     FROM input CROSS JOIN rewards_award a
     LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
     WHERE a.partner_id = input.partner_id AND a.id = input.id`
})

/** Transfers that are to be refunded. */
export const readTransfers = statement({
  input: byId,
  output: Schema.Struct({
    partnerId: Id("PartnerId"),
    id: Id("TransferId"),
    memberId: Id("MemberId"),
    userId: Schema.String,
    coins: Coins,
    month: Integer
  }),
  sql: `SELECT t.partner_id AS "partnerId", t.id, t.debit_account AS "memberId",
       ${memberColumn("user_id", "t.partner_id", "t.debit_account")} AS "userId", t.amount AS coins, t.month
     FROM input CROSS JOIN rewards_transfer t
     WHERE t.partner_id = input.partner_id AND t.id = input.id AND t.kind = 'user_partner_transfer'`
})

const Reversed = Schema.Struct({ partnerId: Id("PartnerId"), id: Id("RecordId") })

/** Those of the awards that were reversed. The caller holds their rules. */
export const findReversed = statement({
  input: byId,
  output: Reversed,
  sql: `SELECT v.partner_id AS "partnerId", v.award_id AS id FROM input CROSS JOIN rewards_reversal v
     WHERE v.partner_id = input.partner_id AND v.award_id = input.id`
})

/** Those of the transfers that were refunded. The caller holds their wallets. */
export const findRefunded = statement({
  input: byId,
  output: Reversed,
  sql: `SELECT v.partner_id AS "partnerId", v.transfer_id AS id FROM input CROSS JOIN rewards_reversal v
     WHERE v.partner_id = input.partner_id AND v.transfer_id = input.id`
})

/** How often each sub-rule, or the rule itself, was counted in a member's running cycle, without what was reversed. */
export const countSteps = statement({
  input: { partner_id: "uuid", rule_id: "uuid", member_id: "uuid" },
  output: Schema.Struct({
    ruleId: Id("RuleId"),
    memberId: Id("MemberId"),
    ordinal: Integer,
    count: Integer
  }),
  sql: ({ holds }) => `SELECT a.rule_id AS "ruleId", a.member_id AS "memberId", a.ordinal, COUNT(*) AS count
     FROM input CROSS JOIN rewards_tally t CROSS JOIN rewards_award a
     WHERE t.partner_id = input.partner_id AND t.rule_id = input.rule_id AND t.member_id = input.member_id
       AND a.partner_id = t.partner_id AND a.rule_id = t.rule_id AND a.member_id = t.member_id AND a.cycle = t.cycle
       AND ${holds("a.awarded", false)} AND a.suppressed_by IS NULL
       AND NOT EXISTS (SELECT 1 FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id)
     GROUP BY a.rule_id, a.member_id, a.ordinal`
})

/** An award or transfer that another process reversed first violates a unique key: a conflict, and the next try sees it. */
export const insertReversals = statement({
  input: { partner_id: "uuid", id: "uuid", award_id: "uuid?", transfer_id: "uuid?", created_at: "instant" },
  sql: `INSERT INTO rewards_reversal (partner_id, id, award_id, transfer_id, created_at)
     SELECT partner_id, id, award_id, transfer_id, created_at FROM input`
})
