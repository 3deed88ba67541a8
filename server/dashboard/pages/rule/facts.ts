import type { Rule } from "../../contract.ts"
import { counted } from "../../parts/numbers.ts"

const windows: Readonly<Record<Rule["limits"][number]["period"], string>> = {
  day: "a day",
  week: "a week",
  month: "a month",
  year: "a year",
  ever: "in all"
}

const policies: Readonly<Record<Rule["atLimit"], string>> = {
  reject: "An award is refused",
  suppress: "An award is recorded without effect",
  clamp: "An award pays what the coin limits leave"
}

/** What one member can be paid, in words; undefined where only the rule as a whole has limits. */
const perMember = ({ limits, userLimitAward }: Rule): string | undefined => {
  const said = [
    ...(userLimitAward === "-1" ? [] : [`${counted(Number(userLimitAward), "payment")} in all`]),
    ...limits
      .filter(({ per }) => per === "member")
      .flatMap(({ awards, coins, period }) => [
        ...(awards === undefined ? [] : [`${counted(Number(awards), "payment")} ${windows[period]}`]),
        ...(coins === undefined ? [] : [`${counted(Number(coins), "coin")} ${windows[period]}`])
      ])
  ]
  return said.length === 0 ? undefined : `At most ${said.join(", ")}`
}

/** What is true of a rule besides its sentence and its meters, as terms and descriptions. */
export const factsOf = (rule: Rule): ReadonlyArray<readonly [term: string, said: string]> => {
  const member = perMember(rule)
  const hasLimits = rule.limits.length > 0
  return [
    ...(rule.condition === "" ? [] : [["Condition", rule.condition] as const]),
    ...(member === undefined ? [] : [["Each member", member] as const]),
    ["At a limit", policies[rule.atLimit]],
    ...(hasLimits ? [["Calendar", rule.timeZone] as const] : [])
  ]
}
