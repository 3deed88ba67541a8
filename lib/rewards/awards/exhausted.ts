import * as Coins from "../Coins.ts"
import type { Exhaustion } from "../events/Fact.ts"
import type { Rule } from "../rules/Rule.ts"
import type { DecidableRule, Standing } from "./decide.ts"

type Paying = DecidableRule & Pick<Rule, "id">

/**
 * What a payment has used up permanently: the last place of the rule, or the rest of a limit per rule without a period. A limit of
 * coins is used up when the rest cannot pay: when it is less than `coinValue`, or zero if the rule pays what is left.
 */
export const exhaustedBy = (
  rule: Paying,
  after: Pick<Standing, "participants" | "used">,
  paid: { readonly coins: Coins.Coins; readonly newParticipant: boolean }
): ReadonlyArray<Exhaustion> => {
  const found: Array<Exhaustion> = []
  const add = (measure: Exhaustion["measure"], used: string, max: string) =>
    found.push({ ruleId: rule.id, ruleName: rule.name, measure, used, max })
  const { maxNumberOfParticipant: places } = rule
  if (paid.newParticipant && after.participants === places) {
    add("participants", String(after.participants), String(places))
  }
  const least = rule.atLimit === "clamp" ? 1 : rule.coinValue
  for (const [index, limit] of rule.limits.entries()) {
    const used = after.used[index]
    if (limit.per !== "rule" || limit.period !== "ever" || used === undefined) continue
    if (limit.awards !== undefined && used.awards === limit.awards) {
      add("awards", String(used.awards), String(limit.awards))
    }
    if (limit.coins === undefined) continue
    const left = limit.coins - used.coins
    // The limit was not used up before this payment.
    if (left < least && left + paid.coins >= least) {
      add("coins", Coins.format(used.coins), Coins.format(limit.coins))
    }
  }
  return found
}
