import { Schema } from "effect"
import { Bool, Bytes, Coins, Id, Instant } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { SuppressedBy } from "../awards/Award.ts"

const AnswerRow = Schema.Struct({
  partnerId: Id("PartnerId"),
  key: Schema.String,
  fingerprint: Bytes,
  recordId: Schema.NullOr(Id("RecordId")),
  awardIds: Schema.NullOr(Bytes),
  answer: Schema.NullOr(Schema.String),
  awardId: Schema.NullOr(Id("AwardId")),
  ruleId: Schema.NullOr(Id("RuleId")),
  awarded: Schema.NullOr(Bool),
  suppressedBy: Schema.NullOr(SuppressedBy),
  reversalId: Schema.NullOr(Id("RecordId")),
  transferId: Schema.NullOr(Id("TransferId")),
  amount: Schema.NullOr(Coins),
  balance: Schema.NullOr(Coins),
  createdAt: Schema.NullOr(Instant)
})
export type AnswerRow = typeof AnswerRow.Type

/**
 * What a key has stored, with the columns of the award or transfer that it leads to. Those rows never change, so no key
 * holds a copy of them. The condition of an award keeps its id when it is renamed.
 */
export const readAnswers = statement({
  input: { partner_id: "uuid", key: "text" },
  output: AnswerRow,
  sql: `SELECT i.partner_id AS "partnerId", i.key, i.fingerprint, i.record_id AS "recordId", i.award_ids AS "awardIds", i.answer,
       a.id AS "awardId", c.id AS "ruleId", a.awarded, a.suppressed_by AS "suppressedBy", v.id AS "reversalId",
       t.id AS "transferId", t.amount, t.debit_balance AS balance,
       COALESCE(a.created_at, v.created_at, t.created_at) AS "createdAt"
     FROM input CROSS JOIN rewards_idempotency i
     LEFT JOIN rewards_award a ON a.partner_id = i.partner_id AND a.id = i.record_id
     LEFT JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
     LEFT JOIN rewards_reversal v ON v.partner_id = i.partner_id AND v.id = i.record_id
     LEFT JOIN rewards_transfer t ON t.partner_id = i.partner_id AND t.id = i.record_id
     WHERE i.partner_id = input.partner_id AND i.key = input.key`
})

/** The awards of bulks, of which a key has stored the ids. */
export const readAwards = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Schema.Struct({
    id: Id("AwardId"),
    ruleId: Id("RuleId"),
    awarded: Bool,
    coins: Coins,
    suppressedBy: Schema.NullOr(SuppressedBy),
    createdAt: Instant
  }),
  sql: `SELECT a.id, c.id AS "ruleId", a.awarded, COALESCE(t.amount, 0) AS coins, a.suppressed_by AS "suppressedBy",
       a.created_at AS "createdAt"
     FROM input CROSS JOIN rewards_award a
     JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
     LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
     WHERE a.partner_id = input.partner_id AND a.id = input.id`
})

/** A key that another process has just used violates the primary key: a conflict, and the next try finds its answer. */
export const insertAnswers = statement({
  input: {
    partner_id: "uuid",
    key: "text",
    fingerprint: "bytes",
    record_id: "uuid?",
    award_ids: "bytes?",
    answer: "text?"
  },
  sql: `INSERT INTO rewards_idempotency (partner_id, key, fingerprint, record_id, award_ids, answer)
     SELECT partner_id, key, fingerprint, record_id, award_ids, answer FROM input`
})
