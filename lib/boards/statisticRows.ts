import { Schema } from "effect"
import {
  earners,
  expiredLots,
  memberColumn,
  newestAwardBut,
  outstandingOf,
  owedOf,
  ruleEarners,
  ruleName,
  ruleNames
} from "../rewards/sql.ts"
import { Bool, Id, Instant, Integer } from "../sql/Row.ts"
import { given, statement } from "../sql/Statement.ts"
import { isPending } from "./Folds.ts"
import { dayColumns } from "./ledgerSums.ts"
import { days, ruleDays } from "./tables.ts"

/** The sums of a day: see `days`. */
const changes = days.row(...dayColumns)
export type DayChanges = typeof changes.Type

/**
 * Reads the days from `since` on, also the days after the range, because the caller starts with the coins that are owed now and goes back
 * day by day. A lot that has expired counts on the day of its expiry, even if its transfer is not written yet. The first row has no day: it
 * has `pending` (whether transfers are not folded yet), `owed` and `outstanding`. One statement reads all rows, so they show the same
 * state.
 */
export const readDays = statement({
  input: { partnerId: "uuid", since: "small", due: "uuid" },
  output: Schema.extend(
    changes,
    Schema.Struct({
      pending: Bool,
      owed: Schema.String,
      outstanding: Schema.String,
      day: Schema.NullOr(Integer)
    })
  ),
  sql: ({ date, dayNumber }) => `SELECT ${isPending(given("partner_id"))} AS pending,
      ${owedOf(given("partner_id"), given("due"))} AS owed, ${outstandingOf(given("partner_id"), given("due"))} AS outstanding,
      NULL AS day, ${dayColumns.map((column) => `0 AS ${column}`).join(", ")}
    UNION ALL SELECT 1 = 0, '', '', e.day, ${dayColumns.map((column) => `CAST(SUM(e.${column}) AS BIGINT)`).join(", ")}
    FROM (
      SELECT d.day, ${dayColumns.map((column) => `d.${column}`).join(", ")} FROM rewards_day d
      WHERE d.partner_id = ${given("partner_id")} AND d.day >= ${given("since")}
      UNION ALL SELECT ${dayNumber(date("x.expires_at"))}, ${dayColumns.map((column) => (column === "expired" ? "x.coins" : "0")).join(", ")}
      FROM (${expiredLots(given("partner_id"), given("due"))}) AS x
    ) AS e
    WHERE e.day >= ${given("since")} GROUP BY e.day`
})

/** Returns SQL for the sum of a column over all rows of a result, including rows that its LIMIT leaves out. */
const sumOfAll = (column: string): string => `CAST(SUM(r.${column}) OVER () AS TEXT)`

/** Reads the rules that paid most on the days of a range, with their coins. Each row also has the sums over all rules. */
export const readRules = statement({
  input: { partnerId: "uuid", since: "small", until: "small", most: "small" },
  output: Schema.Struct({
    ruleId: ruleDays.fields.ruleId,
    name: Schema.String,
    awards: Integer,
    coins: Schema.String,
    reversed: Schema.String,
    allRules: Integer,
    allAwards: Schema.String,
    allCoins: Schema.String,
    allReversed: Schema.String
  }),
  sql: `SELECT r.rule_id, r.name, r.awards, CAST(r.coins AS TEXT) AS coins, CAST(r.reversed AS TEXT) AS reversed,
      COUNT(*) OVER () AS all_rules, ${sumOfAll("awards")} AS all_awards, ${sumOfAll("coins")} AS all_coins,
      ${sumOfAll("reversed")} AS all_reversed
    FROM (
      SELECT n.rule_id, n.name, CAST(SUM(d.awards) AS BIGINT) AS awards, SUM(d.coins) AS coins, SUM(d.reversed) AS reversed
      FROM (${ruleNames(given("partner_id"))}) AS n CROSS JOIN rewards_rule_day d
      WHERE d.partner_id = ${given("partner_id")} AND d.rule_id = n.rule_id
        AND d.day >= ${given("since")} AND d.day <= ${given("until")}
      GROUP BY n.rule_id, n.name
    ) AS r
    ORDER BY r.coins DESC, r.rule_id LIMIT ${given("most")}`
})

/**
 * Reads the coins that a rule paid on each local day of a range. A local day and the UTC day of the same award differ by at most one, so
 * the condition on `day` leaves out no award of the range. The first row has no day, but `pending`: whether transfers are not folded yet.
 */
export const readRuleDays = statement({
  input: { partnerId: "uuid", ruleId: "uuid", since: "small", until: "small" },
  output: Schema.extend(
    ruleDays.row("awards", "coins", "reversed"),
    Schema.Struct({ pending: Bool, localDay: Schema.NullOr(Integer) })
  ),
  sql: `SELECT ${isPending(given("partner_id"))} AS pending, NULL AS local_day, 0 AS awards, 0 AS coins, 0 AS reversed
    UNION ALL SELECT 1 = 0, d.local_day, CAST(SUM(d.awards) AS BIGINT), CAST(SUM(d.coins) AS BIGINT), CAST(SUM(d.reversed) AS BIGINT)
    FROM rewards_rule_day d
    WHERE d.partner_id = ${given("partner_id")} AND d.rule_id = ${given("rule_id")}
      AND d.day >= ${given("since")} - 1 AND d.day <= ${given("until")} + 1
      AND d.local_day >= ${given("since")} AND d.local_day <= ${given("until")}
    GROUP BY d.local_day`
})

/** The largest number of members in an answer. */
export const mostMembers = 10

const earner = Schema.Struct({ userId: Schema.String, awards: Integer, coins: Schema.String })

/** Finds the members who earned most with the awards of a range. The range is given both as ids and as times of awards. */
export const readEarners = statement({
  input: {
    partnerId: "uuid",
    since: "uuid",
    until: "uuid",
    fromAt: "instant",
    toAt: "instant"
  },
  output: earner,
  sql: `SELECT ${memberColumn("user_id", given("partner_id"), "e.member_id")} AS user_id, e.awards, CAST(e.coins AS TEXT) AS coins
    FROM (${earners(given("partner_id"), given("since"), given("until"), given("from_at"), given("to_at"))}) AS e
    ORDER BY e.coins DESC, e.member_id LIMIT ${mostMembers}`
})

const ofCondition = {
  partnerId: "uuid",
  ruleId: "uuid",
  ordinal: "small",
  after: "uuid",
  until: "uuid"
} as const

/**
 * Reads the newest award of a rule or sub-rule after skipping the `skipped` newest awards. Returns no row if there are `skipped` awards or
 * fewer.
 */
export const readNewestBut = statement({
  input: { ...ofCondition, skipped: "integer" },
  output: Schema.Struct({ id: Id("AwardId"), createdAt: Instant }),
  sql: newestAwardBut(given, given("skipped"))
})

/**
 * Finds the members whom a rule paid most on local days, at most `mostMembers`. The input has one row for the rule and one for each of its
 * sub-rules.
 */
export const readRuleEarners = statement({
  input: { ...ofCondition, firstDay: "small", lastDay: "small" },
  output: earner,
  sql: (fragments) => {
    const { date, dayNumber } = fragments
    const day = `COALESCE(w.local_day, ${dayNumber(date("w.created_at"))})`
    const which = `${day} >= input.first_day AND ${day} <= input.last_day`
    return `SELECT ${memberColumn("user_id", "e.partner_id", "e.member_id")} AS user_id, e.awards, CAST(e.coins AS TEXT) AS coins
      FROM (${ruleEarners("input", which, fragments)}) AS e
      ORDER BY e.coins DESC, e.member_id LIMIT ${mostMembers}`
  }
})

export const readRuleNames = statement({
  input: { partnerId: "uuid", ruleId: "uuid" },
  output: Schema.Struct({ ruleId: Id("RuleId"), name: Schema.String }),
  sql: `SELECT input.rule_id, ${ruleName("input.partner_id", "input.rule_id")} AS name FROM input`
})
