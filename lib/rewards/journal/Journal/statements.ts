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

const tally = {
  partner_id: "uuid",
  rule_id: "uuid",
  member_id: "uuid",
  paid: "integer",
  cycle: "integer",
  progress: "integer",
  user_limit: "integer?"
} as const

/** Opens tallies. One that another process opened meanwhile violates the primary key: a conflict. */
export const openTallies = statement({
  input: tally,
  sql: `INSERT INTO rewards_tally (partner_id, rule_id, member_id, paid, cycle, progress, user_limit)
     SELECT partner_id, rule_id, member_id, paid, cycle, progress, user_limit FROM input`
})

/**
 * Moves tallies that are there. Sets NULL when another transaction changed a tally first; the NOT NULL constraint then aborts
 * this transaction. So each cycle of a member is paid by one transaction. A tally keeps the limit under which it rose last: one
 * that falls may stay above a limit that was lowered since.
 */
export const moveTallies = statement({
  input: { ...tally, before_paid: "integer", before_cycle: "integer", before_progress: "integer" },
  sql: `UPDATE rewards_tally SET paid = input.paid, progress = input.progress,
       cycle = CASE WHEN rewards_tally.cycle = input.before_cycle AND rewards_tally.paid = input.before_paid
         AND rewards_tally.progress = input.before_progress THEN input.cycle END,
       user_limit = CASE WHEN input.paid > input.before_paid THEN input.user_limit ELSE rewards_tally.user_limit END
     FROM input
     WHERE rewards_tally.partner_id = input.partner_id AND rewards_tally.rule_id = input.rule_id
       AND rewards_tally.member_id = input.member_id`
})

/**
 * Adds participants, or takes some away. Sets NULL when they would be more than the rule allows, or when another transaction changed the count
 * first; the NOT NULL constraint then aborts this transaction.
 */
export const addParticipants = statement({
  input: { partner_id: "uuid", id: "uuid", before: "integer", joined: "integer" },
  sql: `UPDATE rewards_rule SET participants = CASE WHEN rewards_rule.participants = input.before
         AND rewards_rule.participants + input.joined <= rewards_rule.max_number_of_participant
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
