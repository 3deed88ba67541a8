import { Either } from "effect"
import { smallestId } from "../../schema/Id.ts"
import type { Fault } from "../../schema/Input.ts"
import type { PartnerId } from "../Id.ts"
import { RuleId } from "../Id.ts"
import { changed } from "../rules/changedRule.ts"
import { decidingOf } from "../rules/Named.ts"
import type { StoredRule, SubRule, Terms } from "../rules/Rule.ts"
import type { NewRule, RuleChange } from "./Simulation.ts"

type Proposed = Either.Either<StoredRule, ReadonlyArray<Fault>>

/** The id of simulated rules and sub-rules that are not stored. */
const noId = RuleId.make(smallestId)

const isFilled = <A>(list: ReadonlyArray<A>): list is readonly [A, ...ReadonlyArray<A>] => list.length > 0

const combined = (subRules: ReadonlyArray<SubRule>): Terms =>
  isFilled(subRules) ? { _tag: "Combined", subRules } : { _tag: "Single" }

const termsOf = ({ completionNumber, rules, type }: typeof NewRule.Type): Terms => {
  if (type === "batched") return { _tag: "Batched", completionNumber }
  return combined(
    type === "single" ? [] : rules.map((each) => ({ ...each, id: noId, when: each.when ?? null }))
  )
}

/** Refuses an inactive rule, and a rule that neither has `when` nor has an active sub-rule with `when`. Activities cannot award them. */
const checked = (rule: StoredRule): Proposed => {
  if (rule.status === "inactive") {
    const problem = 'must be "active" in a simulation, because an inactive rule pays nothing'
    return Either.left([{ field: "status", problem }])
  }
  if (decidingOf([rule]).length > 0) return Either.right(rule)
  const isCombined = rule.terms._tag === "Combined"
  const problem = isCombined ? "must have an active sub-rule with the field when" : "is required"
  return Either.left([
    { field: isCombined ? "rules" : "when", problem: `${problem}, because a simulation runs over activities` }
  ])
}

/** Returns the rule that `Rules.create` would create from this input, or the faults of the input. */
export const newRule = (partnerId: PartnerId, input: typeof NewRule.Type, at: Date): Proposed => {
  const { completionNumber: _, rules: __, type: ___, ...rule } = input
  return checked({
    ...rule,
    id: noId,
    partnerId,
    condition: rule.condition ?? "",
    unit: rule.unit ?? null,
    maxCoins: rule.maxCoins ?? null,
    when: rule.when ?? null,
    limits: rule.limits ?? [],
    timeZone: rule.timeZone ?? "UTC",
    startsAt: rule.startsAt ?? null,
    endsAt: rule.endsAt ?? null,
    atLimit: rule.atLimit ?? "reject",
    pendingDays: rule.pendingDays ?? null,
    coinsExpire: rule.coinsExpire ?? null,
    archived: false,
    terms: termsOf(input),
    participants: 0,
    generation: 0,
    countedUntil: null,
    rate: 0,
    orderedBy: null,
    changedBy: null,
    createdAt: at,
    updatedAt: at
  })
}

/**
 * Returns the rule after an update with this input, or the faults of the input. In a simulation, the counters of the rule start at zero. So
 * this function does not compare them with the new limits.
 */
export const changedRule = (rule: StoredRule, change: typeof RuleChange.Type): Proposed =>
  Either.flatMap(changed(rule, change), ({ rule: after, subRules }) =>
    checked(rule.terms._tag === "Combined" ? { ...after, terms: combined(subRules) } : after)
  )
