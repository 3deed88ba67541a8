// Computes the outcome of awards from the whole history each time: slow, but obviously correct.
import type { DecidableRule, Target } from "../../../lib/rewards/awards/decide.ts"

export interface Step {
  readonly member: number
  readonly target: Target
  /** Days since 1970, in UTC. */
  readonly day: number
}

interface Event extends Step {
  readonly paid: number
}

/** A member's events since the last payment. */
const runningCycle = (history: ReadonlyArray<Event>, member: number): ReadonlyArray<Event> => {
  const own = history.filter((event) => event.member === member)
  return own.slice(own.findLastIndex(({ paid }) => paid > 0) + 1)
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

const closed = (rule: DecidableRule, { day, target }: Step): string | undefined => {
  const at = day * 86_400_000
  if (rule.status === "inactive") return "RuleInactive"
  if (target._tag === "Part" && target.subRule.status === "inactive") return "RuleInactive"
  if (rule.startsAt !== null && at < rule.startsAt.getTime()) return "RuleNotRunning"
  return rule.endsAt !== null && at >= rule.endsAt.getTime() ? "RuleNotRunning" : undefined
}

/** The most that may be paid now, and the first limit that allows less than the whole. */
const allowed = (rule: DecidableRule, history: ReadonlyArray<Event>, step: Step, pays: boolean) => {
  const payments = history.filter(({ paid }) => paid > 0)
  const own = payments.filter((event) => event.member === step.member)
  const others: Array<string> = []
  if (rule.userLimitAward._tag === "AtMost" && own.length >= rule.userLimitAward.awards) {
    others.push("UserLimitReached")
  }
  const participants = new Set(payments.map((event) => event.member)).size
  if (own.length === 0 && participants >= rule.maxNumberOfParticipant) others.push("ParticipantLimitReached")
  let left: number = rule.coinValue
  for (const { per, period, awards, coins } of rule.limits) {
    if (!pays && period !== "ever") continue
    const counted = (per === "member" ? own : payments).filter(
      ({ day }) => period === "ever" || day === step.day
    )
    if (awards !== undefined && counted.length >= awards) others.push("LimitReached")
    if (coins !== undefined) left = Math.min(left, coins - counted.reduce((sum, { paid }) => sum + paid, 0))
  }
  return { other: others[0], left }
}

/** "pays" with the amount, "counts", "suppressed", or the reason for the refusal, for each step. */
export const simulate = (rule: DecidableRule, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const history: Array<Event> = []
  return steps.map((step) => {
    const reason = closed(rule, step)
    if (reason !== undefined) return reason
    const pays = conditionMet(rule, runningCycle(history, step.member), step)
    const { left, other } = allowed(rule, history, step, pays)
    const isShort = rule.atLimit === "clamp" ? left <= 0 : left < rule.coinValue
    const limit = other ?? (isShort ? "LimitReached" : undefined)
    if (limit !== undefined) return rule.atLimit === "suppress" ? "suppressed" : limit
    history.push({ ...step, paid: pays ? left : 0 })
    return pays ? `pays ${left}` : "counts"
  })
}
