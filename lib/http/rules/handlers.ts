import { Effect } from "effect"
import { AuditedRules } from "../../accounts/rules/AuditedRules.ts"
import * as Coins from "../../rewards/Coins.ts"
import { type Rule, UserLimit } from "../../rewards/rules/Rule.ts"
import { CreateRule, checkCreateRule, checkUpdateRule, UpdateRule } from "../../rewards/rules/RuleInput.ts"
import { Rules } from "../../rewards/rules/Rules.ts"
import { asActor } from "../actor.ts"
import { type Handled, handle } from "../handle.ts"
import { inputOf } from "../input.ts"
import { once } from "../once.ts"
import { nextOf } from "../paging.ts"
import { create, list, update } from "./api.ts"
import type { RuleCreated, Rule as WireRule } from "./wire.ts"

const createInput = inputOf(CreateRule, checkCreateRule)
const updateInput = inputOf(UpdateRule, checkUpdateRule)

const limit = UserLimit.$match({ Unlimited: () => "-1", AtMost: ({ awards }) => String(awards) })

const created = (rule: Rule): typeof RuleCreated.Encoded => ({
  id: rule.id,
  name: rule.name,
  coinValue: Coins.format(rule.coinValue),
  condition: rule.condition,
  maxNumberOfParticipant: String(rule.maxNumberOfParticipant),
  status: rule.status
})

const whole = (rule: Rule): typeof WireRule.Encoded => ({
  ...created(rule),
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

export const rules: ReadonlyArray<Handled> = [
  handle(
    create,
    Effect.fnUntraced(function* (request) {
      const rules = yield* AuditedRules
      const input = createInput({ ...request.body, partnerId: request.session.partnerId })
      const write = Effect.map(Effect.flatMap(input, rules.create), created)
      return {
        message: "Rule created successfully",
        ...(yield* asActor(request.session, once(request, write)))
      }
    })
  ),

  handle(
    update,
    Effect.fnUntraced(function* (request) {
      const rules = yield* AuditedRules
      const input = updateInput({ ...request.body, partnerId: request.session.partnerId })
      const write = Effect.map(Effect.flatMap(input, rules.update), whole)
      return {
        message: "Rule updated successfully",
        ...(yield* asActor(request.session, once(request, write)))
      }
    })
  ),

  handle(
    list,
    Effect.fnUntraced(function* ({ query, session }) {
      const rules = yield* Rules
      const page = yield* rules.list({ ...query, partnerId: session.partnerId })
      return {
        message: "Rules returned successfully",
        data: { data: page.data.map(whole), ...nextOf(page, ({ id }) => id) }
      }
    })
  )
]
