import { compareTexts } from "../activities/judge.ts"
import type { When } from "../activities/When.ts"
import { Target } from "../awards/decide.ts"
import type { RuleId } from "../Id.ts"
import type { StoredRule } from "./Rule.ts"

/** A rule or sub-rule that an award can name. */
export interface Named {
  readonly rule: StoredRule
  readonly target: Target
  readonly ordinal: number
  readonly id: RuleId
  readonly name: string
  readonly when: When | null
}

/** A rule or sub-rule whose `when` decides whether an activity earns it. */
export type Deciding = Named & { readonly when: When }

/** Returns a rule, and its sub-rules if it is combined. */
export const namesOf = (rule: StoredRule): ReadonlyArray<Named> => {
  const own: Named = {
    rule,
    target: Target.Whole(),
    ordinal: 0,
    id: rule.id,
    name: rule.name,
    when: rule.when
  }
  if (rule.terms._tag !== "Combined") return [own]
  const parts = rule.terms.subRules.map(
    (subRule, index): Named => ({
      rule,
      target: Target.Part({ subRule, index }),
      ordinal: index + 1,
      id: subRule.id,
      name: subRule.name,
      when: subRule.when
    })
  )
  return [own, ...parts]
}

const isDeciding = (named: Named): named is Deciding =>
  named.when !== null &&
  named.rule.status === "active" &&
  (named.target._tag === "Whole" || named.target.subRule.status === "active")

/** Returns the active rules and sub-rules that decide about activities, in the order of their names. */
export const decidingOf = (rules: ReadonlyArray<StoredRule>): ReadonlyArray<Deciding> =>
  rules
    .flatMap(namesOf)
    .filter(isDeciding)
    .sort((one, other) => compareTexts(one.name, other.name))
