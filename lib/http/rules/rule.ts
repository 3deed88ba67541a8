import * as Coins from "../../rewards/Coins.ts"
import { type Rule, UserLimit } from "../../rewards/rules/Rule.ts"
import type { RuleCreated, Rule as WireRule } from "./api.ts"

const limit = UserLimit.$match({ Unlimited: () => "-1", AtMost: ({ awards }) => String(awards) })

/** What the answer to its creation shows of a rule. */
export const createdRule = (rule: Rule): typeof RuleCreated.Encoded => ({
  id: rule.id,
  name: rule.name,
  coinValue: Coins.format(rule.coinValue),
  condition: rule.condition,
  maxNumberOfParticipant: String(rule.maxNumberOfParticipant),
  status: rule.status
})

/** A rule with all its fields. */
export const wholeRule = (rule: Rule): typeof WireRule.Encoded => ({
  ...createdRule(rule),
  type: rule.terms._tag === "Single" ? "single" : rule.terms._tag === "Batched" ? "batched" : "combined",
  completionNumber: String(rule.terms._tag === "Batched" ? rule.terms.completionNumber : 1),
  userLimitAward: limit(rule.userLimitAward),
  rules:
    rule.terms._tag === "Combined"
      ? rule.terms.subRules.map(({ name, condition, status }) => ({ name, condition, status }))
      : [],
  limits: rule.limits.map(({ per, period, awards, coins }) => ({
    per,
    period,
    ...(awards === undefined ? {} : { awards: String(awards) }),
    ...(coins === undefined ? {} : { coins: Coins.format(coins) })
  })),
  timeZone: rule.timeZone,
  startsAt: rule.startsAt?.toISOString() ?? null,
  endsAt: rule.endsAt?.toISOString() ?? null,
  atLimit: rule.atLimit
})
