import { Data, Either } from "effect"
import { ParticipantLimitReached, RuleInactive, UserLimitReached } from "../Errors.ts"
import { type Rule, type SubRule, UserLimit } from "../rules/Rule.ts"

/**
 * What one member has done under one rule. `progress` belongs to the running cycle alone: completions for a batched
 * rule, a bit per finished sub-rule for a combined one, always 0 for a single one.
 */
export interface Tally {
  readonly paid: number
  readonly progress: number
}

export const noTally: Tally = { paid: 0, progress: 0 }

/** What an award names: the rule itself, or one of its sub-rules with its index among them. */
export type Target = Data.TaggedEnum<{
  Whole: {}
  Part: { readonly subRule: SubRule; readonly index: number }
}>
export const Target = Data.taggedEnum<Target>()

export interface Decision {
  readonly pays: boolean
  readonly newParticipant: boolean
  readonly tally: Tally
}

export type AwardRefusal = RuleInactive | ParticipantLimitReached | UserLimitReached

/** What `decide` has to know of a rule. */
export type DecidableRule = Pick<
  Rule,
  "name" | "status" | "maxNumberOfParticipant" | "userLimitAward" | "terms"
>

/** The member's progress in the cycle after this award, and whether the award ends the cycle. */
const advance = (
  terms: Rule["terms"],
  progress: number,
  target: Target
): { ends: boolean; progress: number } => {
  switch (terms._tag) {
    case "Single":
      return { ends: true, progress: 0 }
    case "Batched":
      return { ends: progress + 1 >= terms.completionNumber, progress: progress + 1 }
    case "Combined": {
      if (target._tag === "Whole") return { ends: true, progress: 0 }
      const done = progress | (1 << target.index)
      const ends = terms.subRules.every(
        (subRule, index) => subRule.status === "inactive" || (done & (1 << index)) !== 0
      )
      return { ends, progress: done }
    }
  }
}

/**
 * Decides one award. The function is total: every rule, tally and count gives a decision or a refusal. A completion
 * that could never pay is refused as a payment would be. The limits are stated twice more: `maxNumberOfParticipant`
 * in the guarded statement `addParticipants` and both in CHECK constraints.
 */
export const decide = (
  rule: DecidableRule,
  tally: Tally,
  participants: number,
  target: Target
): Either.Either<Decision, AwardRefusal> => {
  if (rule.status === "inactive") return Either.left(new RuleInactive({ ruleName: rule.name }))
  if (target._tag === "Part" && target.subRule.status === "inactive") {
    return Either.left(new RuleInactive({ ruleName: target.subRule.name }))
  }
  if (UserLimit.$is("AtMost")(rule.userLimitAward) && tally.paid >= rule.userLimitAward.awards) {
    return Either.left(new UserLimitReached({ ruleName: rule.name, max: rule.userLimitAward.awards }))
  }
  const newcomer = tally.paid === 0
  if (newcomer && participants >= rule.maxNumberOfParticipant) {
    return Either.left(new ParticipantLimitReached({ ruleName: rule.name, max: rule.maxNumberOfParticipant }))
  }
  const { ends, progress } = advance(rule.terms, tally.progress, target)
  return Either.right(
    ends
      ? { pays: true, newParticipant: newcomer, tally: { paid: tally.paid + 1, progress: 0 } }
      : { pays: false, newParticipant: false, tally: { paid: tally.paid, progress } }
  )
}
