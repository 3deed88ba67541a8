import { Schema, Struct } from "effect"
import { Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { activityCounts, members, tallies, windows } from "../tables.ts"

/** The statements of a merge. `fromId` is the member that becomes a part of the member `intoId`. */

const both = { partnerId: "uuid", fromId: "uuid", intoId: "uuid" } as const

/** SQL for the ids of `fromId` and of the members that were merged into it before. */
const leadingHere = `SELECT m.id FROM rewards_member m WHERE m.partner_id = input.partner_id AND m.current_id = input.from_id`

/** Reads the tallies of both members under the rules that have a tally of `fromId`. The caller locks the rules, and reads again. */
export const findTallies = statement({
  input: both,
  output: tallies.row("ruleId", "memberId", "paid", "cycle", "progress", "userLimit", "merged"),
  sql: `SELECT ${tallies.list("t", "ruleId", "memberId", "paid", "cycle", "progress", "userLimit", "merged")}
    FROM input CROSS JOIN rewards_rule r CROSS JOIN rewards_tally f CROSS JOIN rewards_tally t
    WHERE r.partner_id = input.partner_id AND f.partner_id = r.partner_id AND f.rule_id = r.id AND f.member_id = input.from_id
      AND t.partner_id = r.partner_id AND t.rule_id = r.id AND t.member_id IN (input.from_id, input.into_id)`
})

/** Reads the counters of both members under rules, in the current generations of the rules. */
export const findWindows = statement({
  input: { ...both, ruleId: "uuid" },
  output: windows.row("ruleId", "subjectId", "period", "startsAt", "endsAt", "awards", "coins"),
  sql: `SELECT ${windows.list("w", "ruleId", "subjectId", "period", "startsAt", "endsAt", "awards", "coins")}
    FROM input CROSS JOIN rewards_rule r CROSS JOIN rewards_window w
    WHERE r.partner_id = input.partner_id AND r.id = input.rule_id AND w.partner_id = r.partner_id AND w.rule_id = r.id
      AND w.subject_id IN (input.from_id, input.into_id) AND w.generation = r.generation`
})

/**
 * Updates the tallies of members that were merged into `fromId` before. `continued_in` of such a tally is the number of a cycle of `fromId`.
 * If this cycle is still running, it now continues in the running cycle of `intoId`, whose number is `continuedIn`. If it has ended,
 * `continued_in` becomes NULL.
 */
export const continueCycles = statement({
  input: { partnerId: "uuid", ruleId: "uuid", fromId: "uuid", cycle: "integer", continuedIn: "integer" },
  sql: `UPDATE rewards_tally SET continued_in = CASE WHEN rewards_tally.continued_in = input.cycle THEN input.continued_in END
    FROM input WHERE rewards_tally.partner_id = input.partner_id AND rewards_tally.rule_id = input.rule_id
      AND rewards_tally.continued_in IS NOT NULL AND rewards_tally.member_id IN (${leadingHere})`
})

/**
 * Sets the tallies of members. If another transaction changed a tally first, `cycle` becomes NULL, and the NOT NULL constraint aborts this
 * transaction.
 */
export const setTallies = statement({
  input: { ...tallies.types, beforePaid: "integer", beforeCycle: "integer", beforeProgress: "integer" },
  sql: `UPDATE rewards_tally SET paid = input.paid, progress = input.progress, user_limit = input.user_limit,
      merged = input.merged, continued_in = input.continued_in,
      cycle = CASE WHEN rewards_tally.cycle = input.before_cycle AND rewards_tally.paid = input.before_paid
        AND rewards_tally.progress = input.before_progress THEN input.cycle END
    FROM input WHERE rewards_tally.partner_id = input.partner_id AND rewards_tally.rule_id = input.rule_id
      AND rewards_tally.member_id = input.member_id`
})

/** Frees a place. Sets NULL if another transaction changed the count first; the NOT NULL constraint then aborts this transaction. */
export const freePlaces = statement({
  input: { partnerId: "uuid", id: "uuid", before: "integer" },
  sql: `UPDATE rewards_rule SET participants = CASE WHEN rewards_rule.participants = input.before THEN rewards_rule.participants - 1 END
    FROM input WHERE rewards_rule.partner_id = input.partner_id AND rewards_rule.id = input.id`
})

export const findActivityCounts = statement({
  input: both,
  output: Schema.Struct({
    ...Struct.pick(activityCounts.fields, "partnerId", "type", "count"),
    before: Schema.NullOr(Integer)
  }),
  sql: `SELECT c.partner_id, c.type, c.count, (SELECT o.count FROM rewards_activity_count o
      WHERE o.partner_id = c.partner_id AND o.member_id = input.into_id AND o.type = c.type) AS before
    FROM input CROSS JOIN rewards_activity_count c WHERE c.partner_id = input.partner_id AND c.member_id = input.from_id`
})

/** Moves the pending awards of `fromId` to `intoId`, including matured ones. The lots for their coins must exist. */
export const movePending = statement({
  input: both,
  sql: `UPDATE rewards_pending SET member_id = input.into_id FROM input
    WHERE rewards_pending.partner_id = input.partner_id AND rewards_pending.member_id = input.from_id
      AND rewards_pending.id IN (SELECT a.id FROM rewards_award a
        WHERE a.partner_id = input.partner_id AND a.member_id IN (${leadingHere}))`
})

/** If `fromId` is the successor of an erased member, `intoId` becomes the successor. */
export const moveSuccession = statement({
  input: both,
  sql: `UPDATE rewards_erasure SET successor_id = input.into_id FROM input
    WHERE rewards_erasure.partner_id = input.partner_id AND rewards_erasure.successor_id = input.from_id`
})

export const moveIds = statement({
  input: both,
  sql: `UPDATE rewards_member_id SET member_id = input.into_id FROM input
    WHERE rewards_member_id.partner_id = input.partner_id AND rewards_member_id.member_id = input.from_id`
})

export const moveMembers = statement({
  input: both,
  sql: `UPDATE rewards_member SET current_id = input.into_id FROM input
    WHERE rewards_member.partner_id = input.partner_id AND rewards_member.current_id = input.from_id`
})

/** Reads which members were merged into the given ones. */
export const findMerged = statement({
  input: { partnerId: "uuid", memberId: "uuid" },
  output: Schema.Struct({ memberId: members.fields.id, mergedId: members.fields.id }),
  sql: `SELECT input.member_id, m.id AS merged_id FROM input CROSS JOIN rewards_member m
    WHERE m.partner_id = input.partner_id AND m.current_id = input.member_id AND m.current_id <> m.id`
})
