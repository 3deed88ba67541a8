import { Schema } from "effect"
import { Coins, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

/** `subject_id` is the member, or the rule itself where all payments of the rule are counted. */
const key = {
  partner_id: "uuid",
  rule_id: "uuid",
  subject_id: "uuid",
  generation: "small",
  period: "text",
  starts_at: "instant"
} as const

const sameRow = Object.keys(key)
  .map((column) => `rewards_window.${column} = input.${column}`)
  .join(" AND ")

/** What was counted; `asked` is the number of the row of the input. */
const Counts = Schema.Struct({ asked: Integer, awards: Integer, coins: Coins })
export type Counts = typeof Counts.Type

export const readWindows = statement({
  input: { ...key, asked: "small" },
  output: Counts,
  sql: `SELECT input.asked, rewards_window.awards, rewards_window.coins FROM input CROSS JOIN rewards_window WHERE ${sameRow}`
})

/** Far above every limit, and exact in JavaScript. */
const most = "9000000000000000"

/**
 * What the awards of a relation `paid` of (asked, amount) add up to. An award that did not pay has no amount. Amounts and reversals
 * are looked up row by row: PostgreSQL cannot know that there are few, and would read whole tables for a join.
 */
const counts = `SELECT asked, COUNT(amount) AS awards,
    CASE WHEN SUM(amount) > ${most} THEN ${most} ELSE COALESCE(SUM(amount), 0) END AS coins
  FROM paid GROUP BY asked`

const amount = `(SELECT t.amount FROM rewards_transfer t WHERE t.partner_id = a.partner_id AND t.id = a.id)`

const inWindow = (asked: string) => `a.created_at >= ${asked}.starts_at
    AND (${asked}.ends_at IS NULL OR a.created_at < ${asked}.ends_at)
    AND (SELECT 1 FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id) IS NULL`

const window = {
  partner_id: "uuid",
  rule_id: "uuid",
  starts_at: "instant",
  ends_at: "instant?",
  first_id: "uuid",
  asked: "small"
} as const

/**
 * What a member was paid by a rule in a window, without what was reversed. Awards have ids that are no older than they are:
 * `first_id` is of the window's start.
 */
export const countOfMember = statement({
  input: { ...window, member_id: "uuid" },
  output: Counts,
  sql: `, paid AS (
      SELECT input.asked, ${amount} AS amount FROM input CROSS JOIN rewards_award a
      WHERE a.partner_id = input.partner_id AND a.member_id = input.member_id AND a.id >= input.first_id
        AND a.rule_id = input.rule_id AND ${inWindow("input")}
    ) ${counts}`
})

/** What a rule paid in all in a window. Its awards are found by its name and those of its sub-rules, each with its ordinal. */
export const countOfRule = statement({
  input: window,
  output: Counts,
  sql: `, part AS MATERIALIZED (
      SELECT input.partner_id, input.rule_id, input.starts_at, input.ends_at, input.first_id, input.asked, c.ordinal
      FROM input CROSS JOIN rewards_condition c WHERE c.partner_id = input.partner_id AND c.rule_id = input.rule_id
    ), paid AS (
      SELECT part.asked, ${amount} AS amount FROM part CROSS JOIN rewards_award a
      WHERE a.partner_id = part.partner_id AND a.ordinal + 0 = part.ordinal AND a.rule_id = part.rule_id
        AND a.id >= part.first_id AND ${inWindow("part")}
    ) ${counts}`
})

const numbers = {
  awards: "integer",
  coins: "integer",
  max_awards: "integer?",
  max_coins: "integer?"
} as const

/** NULL, which the row refuses, when a number is above its limit. */
const within = (measure: "awards" | "coins"): string =>
  `CASE WHEN max_${measure} IS NULL OR ${measure} <= max_${measure} THEN ${measure} END`

/** Opens counters. One that another process opened meanwhile violates the primary key: a conflict. */
export const openWindows = statement({
  input: { ...key, ends_at: "instant?", ...numbers },
  sql: `INSERT INTO rewards_window (partner_id, rule_id, subject_id, generation, period, starts_at, ends_at, awards, coins,
       max_awards, max_coins)
     SELECT partner_id, rule_id, subject_id, generation, period, starts_at, ends_at, ${within("awards")}, ${within("coins")},
       max_awards, max_coins
     FROM input`
})

/**
 * The new count of a counter. NULL, which the row refuses, when another transaction changed the count first, or when it rises
 * above its limit. A count that falls may stay above a limit that was lowered: the row keeps the limit that it rose under.
 */
const moved = (
  measure: "awards" | "coins"
): string => `${measure} = CASE WHEN rewards_window.${measure} = input.before_${measure}
      AND (input.${measure} <= input.before_${measure} OR input.max_${measure} IS NULL OR input.${measure} <= input.max_${measure})
      THEN input.${measure} END,
    max_${measure} = CASE WHEN input.${measure} > input.before_${measure} THEN input.max_${measure} ELSE rewards_window.max_${measure} END`

/** Moves counters that are there. */
export const moveWindows = statement({
  input: { ...key, ...numbers, before_awards: "integer", before_coins: "integer" },
  sql: `UPDATE rewards_window SET ${moved("awards")}, ${moved("coins")} FROM input WHERE ${sameRow}`
})
