import { given, statement } from "../../sql/Statement.ts"
import { periods } from "../limits/calendar.ts"
import { rules } from "../tables.ts"
import { nearlyUsed } from "./PressingRule.ts"

/** The largest number of rules of a partner that are examined, the newest first. So the read has a bounded cost. */
const maxExamined = 10_000

/** A rule that is examined has at most this many counters that start again. They are examined in the order of their ends. */
const datedPeriods = periods.filter((period) => period !== "ever").length

const isNear = (used: string, most: string) => `${used} * ${nearlyUsed.of} >= ${most} * ${nearlyUsed.used}`

/** The index of the counters for all members, by their ends. */
const ofRules = "rewards_window_of_rules"

/** Returns SQL for the counters of limits per rule that are nearly used up. */
const nearCounters = (indexed: string, which: string, order: string, most: number): string =>
  `SELECT c.rule_id, c.generation FROM (
      SELECT w.rule_id, w.generation, w.awards, w.coins, w.max_awards, w.max_coins FROM rewards_window w${indexed}
      WHERE w.partner_id = ${given("partner_id")} AND w.subject_id = w.rule_id AND ${which}
      ORDER BY ${order} LIMIT ${most}
    ) AS c WHERE ${isNear("c.awards", "c.max_awards")} OR ${isNear("c.coins", "c.max_coins")}`

/**
 * Finds active rules that run now, newest first: those that end soon, and those whose places or one of whose limits per rule are nearly
 * used up. The counters are read from their own index, because a search for the counters of each rule takes ten times as long. A counter
 * with the current generation of its rule belongs to a limit that the rule still has.
 */
export const findPressing = statement({
  input: { partnerId: "uuid", at: "instant", soon: "instant", size: "integer" },
  output: rules.row("id"),
  sql: ({ indexed }) => `, near AS MATERIALIZED (
      ${nearCounters(indexed(ofRules), `w.ends_at > ${given("at")}`, "w.ends_at", maxExamined * datedPeriods)}
      UNION ALL ${nearCounters(indexed(ofRules), "w.ends_at IS NULL", "w.ends_at DESC, w.rule_id DESC", maxExamined)}
    )
    SELECT x.id FROM (
      SELECT p.partner_id, p.id, p.participants, p.max_number_of_participant, p.starts_at, p.ends_at, p.generation
      FROM rewards_rule p WHERE p.partner_id = ${given("partner_id")} ORDER BY p.id DESC LIMIT ${maxExamined}
    ) AS x
    WHERE (x.ends_at <= ${given("soon")} OR ${isNear("x.participants", "x.max_number_of_participant")}
        OR (x.id, x.generation) IN (SELECT n.rule_id, n.generation FROM near n))
      AND (x.starts_at IS NULL OR x.starts_at <= ${given("at")}) AND (x.ends_at IS NULL OR x.ends_at > ${given("at")})
      AND (SELECT o.status FROM rewards_condition o
        WHERE o.partner_id = x.partner_id AND o.rule_id = x.id AND o.ordinal = 0) = 'active'
    ORDER BY x.id DESC LIMIT ${given("size")}`
})
