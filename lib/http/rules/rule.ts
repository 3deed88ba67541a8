import * as Coins from "../../rewards/Coins.ts"
import { type ListedRule as DomainRule, type Rule, UserLimit } from "../../rewards/rules/Rule.ts"
import { type ListedRule, PlainRule, PlainSubRule, type RuleCreated, type WholeRule } from "./api.ts"

// The HTTP API shows the numbers of a rule as text, and its terms as a type and separate fields.

const userLimit = UserLimit.$match({ Unlimited: () => "-1", AtMost: ({ awards }) => String(awards) })

const types = { Single: "single", Batched: "batched", Combined: "combined" } as const

/** Returns the fields of a rule that the answer to its creation shows. */
export const createdRule = (rule: Rule): typeof RuleCreated.Encoded => {
  const { coinValue, condition, id, name, status } = PlainRule.encode(rule)
  const maxNumberOfParticipant = String(rule.maxNumberOfParticipant)
  return { id, name, coinValue, condition, maxNumberOfParticipant, status }
}

export const wholeRule = (rule: Rule): typeof WholeRule.Encoded => ({
  ...createdRule(rule),
  type: types[rule.terms._tag],
  completionNumber: String(rule.terms._tag === "Batched" ? rule.terms.completionNumber : 1),
  userLimitAward: userLimit(rule.userLimitAward),
  rules: rule.terms._tag === "Combined" ? rule.terms.subRules.map(PlainSubRule.encode) : [],
  limits: rule.limits.map(({ per, period, awards, coins }) => ({
    per,
    period,
    ...(awards === undefined ? {} : { awards: String(awards) }),
    ...(coins === undefined ? {} : { coins: Coins.format(coins) })
  })),
  ...PlainRule.encode(rule),
  pendingDays: rule.pendingDays === null ? null : String(rule.pendingDays)
})

export const listedRule = (rule: DomainRule): typeof ListedRule.Encoded => {
  const { changedBy, orderedBy } = rule
  return { ...wholeRule(rule), orderedBy, changedBy }
}
