import { Effect, Either } from "effect"
import type { Award } from "../../rewards/awards/Award.ts"
import { Awards } from "../../rewards/awards/Awards.ts"
import * as Coins from "../../rewards/Coins.ts"
import { type Rule, UserLimit } from "../../rewards/rules/Rule.ts"
import { Rules } from "../../rewards/rules/Rules.ts"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { toWire } from "../failure.ts"
import { type Authorized, type Operation, untrusted } from "../Operation.ts"
import type { AwardOutcomes, AwardPage, RuleAward } from "../wire/awards.ts"
import type { RuleCreated, Rule as WireRule } from "../wire/rules.ts"
import { once } from "./once.ts"

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
      : []
})

const ruleAward = (award: Award): typeof RuleAward.Encoded => ({
  id: award.id,
  ruleId: award.ruleId,
  ruleName: award.ruleName,
  userId: award.userId,
  awarded: award.awarded,
  note: award.note,
  partnerId: award.partnerId
})

export const create: Operation<Authorized, typeof RuleCreated.Encoded> = Effect.fnUntraced(
  function* (request) {
    const rules = yield* Rules
    const input = untrusted<Parameters<typeof rules.create>[0]>({
      ...request.body,
      partnerId: request.session.partnerId
    })
    const { data, replayed } = yield* once("rules.create", request, Effect.map(rules.create(input), created))
    return { message: "Rule created successfully", data, replayed }
  }
)

export const update: Operation<Authorized, typeof WireRule.Encoded> = Effect.fnUntraced(function* (request) {
  const rules = yield* Rules
  const input = untrusted<Parameters<typeof rules.update>[0]>({
    ...request.body,
    partnerId: request.session.partnerId
  })
  const { data, replayed } = yield* once("rules.update", request, Effect.map(rules.update(input), whole))
  return { message: "Rule updated successfully", data, replayed }
})

export const list: Operation<Authorized, ReadonlyArray<typeof WireRule.Encoded>> = Effect.fnUntraced(
  function* ({ query, session }) {
    const rules = yield* Rules
    const found = yield* rules.list({ ...query, partnerId: session.partnerId })
    return { message: "Rules returned successfully", data: found.map(whole) }
  }
)

/** The busiest of all, so it does without a generator. */
export const award: Operation<Authorized, typeof RuleAward.Encoded> = ({ body, idempotencyKey, session }) =>
  Effect.flatMap(Awards, (awards) =>
    Effect.map(
      awards.award(untrusted({ ...body, partnerId: session.partnerId, idempotencyKey })),
      (record) => ({
        message: "Rule award created successfully",
        data: ruleAward(record),
        replayed: record.replayed
      })
    )
  )

const outcomes = (
  results: ReadonlyArray<Either.Either<Award, Parameters<typeof toWire>[0]>>
): typeof AwardOutcomes.Encoded => {
  const accepted = results.filter(Either.isRight).length
  return {
    accepted,
    refused: results.length - accepted,
    outcomes: results.map(
      Either.match({
        onLeft: (error) => toWire(error).body,
        onRight: (record) => ({ status: "success" as const, data: ruleAward(record) })
      })
    )
  }
}

const itemsOf = ({ awards }: Authorized["body"]): Effect.Effect<ReadonlyArray<unknown>, InvalidInput> => {
  if (Array.isArray(awards)) return Effect.succeed(awards)
  return Effect.fail(invalid("awards", awards === undefined ? "is required" : "must be a list of awards"))
}

/** A key replays the whole answer, refusals included; what is in it commits together with the key. */
export const awardMany: Operation<Authorized, typeof AwardOutcomes.Encoded> = Effect.fnUntraced(
  function* (request) {
    const awards = yield* Awards
    const inputs = (yield* itemsOf(request.body)).map((item) =>
      untrusted<Parameters<typeof awards.award>[0]>({
        ...(typeof item === "object" ? item : {}),
        partnerId: request.session.partnerId,
        idempotencyKey: undefined
      })
    )
    const write = Effect.map(awards.awardMany(inputs), outcomes)
    const { data, replayed } = yield* once("rules.awardMany", request, write)
    return { message: `${data.accepted} of ${data.outcomes.length} awards created`, data, replayed }
  }
)

export const awards: Operation<Authorized, typeof AwardPage.Encoded> = Effect.fnUntraced(function* ({
  query,
  session
}) {
  const history = yield* Awards
  const found = yield* history.list({ ...query, partnerId: session.partnerId })
  const full = found.length >= Number(query.limit ?? 100)
  return {
    message: "Awards returned successfully",
    data: { data: found.map(ruleAward), next: full ? (found.at(-1)?.id ?? null) : null }
  }
})
