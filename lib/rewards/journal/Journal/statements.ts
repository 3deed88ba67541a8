import { Schema } from "effect"
import { Id, Integer } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"

export const readTallies = statement({
  input: { partner_id: "uuid", rule_id: "uuid", member_id: "uuid" },
  output: Schema.Struct({
    ruleId: Id("RuleId"),
    memberId: Id("MemberId"),
    paid: Integer,
    cycle: Integer,
    progress: Integer
  }),
  sql: `SELECT t.rule_id AS "ruleId", t.member_id AS "memberId", t.paid, t.cycle, t.progress
     FROM input CROSS JOIN rewards_tally t
     WHERE t.partner_id = input.partner_id AND t.rule_id = input.rule_id AND t.member_id = input.member_id`
})

/** A tally keeps the limit under which it rose last. One that falls may stay above a limit that was lowered since. */
export const writeTallies = statement({
  input: {
    partner_id: "uuid",
    rule_id: "uuid",
    member_id: "uuid",
    paid: "integer",
    cycle: "integer",
    progress: "integer",
    user_limit: "integer?"
  },
  sql: `INSERT INTO rewards_tally (partner_id, rule_id, member_id, paid, cycle, progress, user_limit)
     SELECT partner_id, rule_id, member_id, paid, cycle, progress, user_limit FROM input WHERE true
     ON CONFLICT (partner_id, rule_id, member_id) DO UPDATE
     SET paid = excluded.paid, cycle = excluded.cycle, progress = excluded.progress,
       user_limit = CASE WHEN excluded.paid > rewards_tally.paid THEN excluded.user_limit ELSE rewards_tally.user_limit END`
})

/**
 * Adds participants, or takes some away. Sets NULL when they would be more than the rule allows, or when another transaction changed the count
 * first; the NOT NULL constraint then aborts this transaction.
 */
export const addParticipants = statement({
  input: { partner_id: "uuid", id: "uuid", before: "integer", joined: "integer" },
  sql: `UPDATE rewards_rule SET participants = CASE WHEN rewards_rule.participants = input.before
         AND rewards_rule.participants + input.joined <= rewards_rule.max_participants
         THEN rewards_rule.participants + input.joined END
     FROM input
     WHERE rewards_rule.partner_id = input.partner_id AND rewards_rule.id = input.id`
})

export const insertAwards = statement({
  input: {
    partner_id: "uuid",
    id: "uuid",
    rule_id: "uuid",
    ordinal: "integer",
    member_id: "uuid",
    cycle: "integer",
    awarded: "boolean",
    suppressed_by: "text?",
    created_at: "instant"
  },
  sql: `INSERT INTO rewards_award (partner_id, id, rule_id, ordinal, member_id, cycle, awarded, suppressed_by, created_at)
     SELECT partner_id, id, rule_id, ordinal, member_id, cycle, awarded, suppressed_by, created_at FROM input`
})
