// Computes the outcome of awards from the whole history each time: slow, but obviously correct.
import type { DecidableRule, Target } from "../../../lib/rewards/awards/decide.ts"

interface Step {
  readonly member: number
  readonly target: Target
}

interface Event extends Step {
  readonly paid: boolean
}

/** A member's events since the last payment. */
const runningCycle = (history: ReadonlyArray<Event>, member: number): ReadonlyArray<Event> => {
  const own = history.filter((event) => event.member === member)
  return own.slice(own.findLastIndex(({ paid }) => paid) + 1)
}

const conditionMet = ({ terms }: DecidableRule, cycle: ReadonlyArray<Step>, now: Step): boolean => {
  switch (terms._tag) {
    case "Single":
      return true
    case "Batched":
      return cycle.length + 1 === terms.completionNumber
    case "Combined": {
      if (now.target._tag === "Whole") return true
      const done = new Set(
        [...cycle, now].flatMap(({ target }) => (target._tag === "Part" ? [target.index] : []))
      )
      return terms.subRules.every(({ status }, index) => status === "inactive" || done.has(index))
    }
  }
}

const refusal = (
  rule: DecidableRule,
  history: ReadonlyArray<Event>,
  { member, target }: Step
): string | undefined => {
  const payments = history.filter(({ paid }) => paid)
  const own = payments.filter((event) => event.member === member).length
  const participants = new Set(payments.map((event) => event.member)).size
  if (rule.status === "inactive") return "RuleInactive"
  if (target._tag === "Part" && target.subRule.status === "inactive") return "RuleInactive"
  if (rule.userLimitAward._tag === "AtMost" && own >= rule.userLimitAward.awards) return "UserLimitReached"
  return own === 0 && participants >= rule.maxNumberOfParticipant ? "ParticipantLimitReached" : undefined
}

/** "pays", "counts" or the reason for the refusal, for each step. */
export const simulate = (rule: DecidableRule, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const history: Array<Event> = []
  return steps.map((step) => {
    const refused = refusal(rule, history, step)
    if (refused !== undefined) return refused
    const paid = conditionMet(rule, runningCycle(history, step.member), step)
    history.push({ ...step, paid })
    return paid ? "pays" : "counts"
  })
}
