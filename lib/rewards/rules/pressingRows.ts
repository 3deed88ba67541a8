import { given, statement } from "../../sql/Statement.ts"
import { type Period, periods } from "../limits/calendar.ts"
import { rules } from "../tables.ts"
import { nearlyUsed } from "./PressingRule.ts"

/** The largest number of rules of a partner that are examined, the newest first. So the read has a bounded cost. */
const maxExamined = 10_000

const day = 86_400_000

/**
 * In milliseconds. The current window of a period began at most this long ago. The values allow for a day on which clocks change, which can
 * be longer than 24 hours.
 */
const longestWindow: Readonly<Record<Exclude<Period, "ever">, number>> = {
  day: 2 * day,
  week: 8 * day,
  month: 32 * day,
  year: 367 * day
}

/** Returns the earliest possible start of the current window of each period. */
export const earliestStarts = (at: Date) => ({
  day: new Date(at.getTime() - longestWindow.day),
  week: new Date(at.getTime() - longestWindow.week),
  month: new Date(at.getTime() - longestWindow.month),
  year: new Date(at.getTime() - longestWindow.year),
  ever: new Date(0)
})

const isNear = (used: string, most: string) => `${used} * ${nearlyUsed.of} >= ${most} * ${nearlyUsed.used}`

/**
 * Returns an SQL condition. It is true if a counter of the rule for all members is nearly at its limit in the current window of a period.
 */
const isWindowNear = (period: Period): string =>
  `(x.limits LIKE '%"period":"${period}"%' AND (SELECT 1 FROM rewards_window w
    WHERE w.partner_id = x.partner_id AND w.rule_id = x.id AND w.subject_id = x.id AND w.generation = x.generation
      AND w.period = '${period}' AND w.starts_at >= ${given(`from_${period}`)}
      AND (w.ends_at IS NULL OR w.ends_at > ${given("at")})
      AND (${isNear("w.awards", "w.max_awards")} OR ${isNear("w.coins", "w.max_coins")}) LIMIT 1) IS NOT NULL)`

/** Finds active rules that run now, and that end soon or have a limit for all members that is nearly used up, newest first. */
export const findPressing = statement({
  input: {
    partnerId: "uuid",
    at: "instant",
    soon: "instant",
    fromDay: "instant",
    fromWeek: "instant",
    fromMonth: "instant",
    fromYear: "instant",
    fromEver: "instant",
    size: "integer"
  },
  output: rules.row("id"),
  sql: `SELECT x.id FROM (
      SELECT p.partner_id, p.id, p.participants, p.max_number_of_participant, p.starts_at, p.ends_at, p.limits, p.generation
      FROM rewards_rule p WHERE p.partner_id = ${given("partner_id")} ORDER BY p.id DESC LIMIT ${maxExamined}
    ) AS x
    WHERE (x.starts_at IS NULL OR x.starts_at <= ${given("at")}) AND (x.ends_at IS NULL OR x.ends_at > ${given("at")})
      AND (x.ends_at <= ${given("soon")} OR ${isNear("x.participants", "x.max_number_of_participant")}
        OR (x.limits LIKE '%"per":"rule"%' AND (${periods.map(isWindowNear).join(" OR ")})))
      AND (SELECT o.status FROM rewards_condition o
        WHERE o.partner_id = x.partner_id AND o.rule_id = x.id AND o.ordinal = 0) = 'active'
    ORDER BY x.id DESC LIMIT ${given("size")}`
})
