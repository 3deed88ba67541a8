import type { AwardBody, RuleDraft, TransferBody } from "../Command.ts"
import * as Text from "../Text.ts"
import {
  balance,
  type Event,
  eventsOf,
  isMember,
  lookUp,
  type Next,
  normal,
  participants,
  refuse,
  type State,
  timesPaid,
  unitsOf
} from "./State.ts"

/** Whether this award completes the member's cycle, given the member's awards since the last payment. */
const endsCycle = (rule: RuleDraft, sinceLastPaid: ReadonlyArray<Event>, part: number): boolean => {
  if (rule.type === "batched") return sinceLastPaid.length + 1 >= rule.completions
  if (rule.type === "single" || part === 0) return true
  const finished = new Set([...sinceLastPaid.map((event) => event.part), part])
  return rule.parts.every((each, index) => each.status === "inactive" || finished.has(index + 1))
}

export const award = (state: State, { partner, user, rule: spelling }: AwardBody): Next | Event => {
  const name = normal(spelling)
  const found = lookUp(state, partner, name)
  if (found === undefined) return refuse(state, "RuleNotFound", name)
  if (!isMember(state, partner, user)) return refuse(state, "MemberNotFound", user)
  const { index, rule, part } = found
  if (rule.status === "inactive") return refuse(state, "RuleInactive", rule.name)
  if (rule.parts[part - 1]?.status === "inactive") return refuse(state, "RuleInactive", name)
  const paid = timesPaid(state, index, user)
  if (rule.limit !== -1 && paid >= rule.limit)
    return refuse(state, "UserLimitReached", `${rule.name} ${rule.limit}`)
  if (paid === 0 && participants(state, index) >= rule.max) {
    return refuse(state, "ParticipantLimitReached", `${rule.name} ${rule.max}`)
  }
  const before = eventsOf(state, partner, user).filter((event) => event.rule === index)
  const sinceLastPaid = before.slice(before.findLastIndex((event) => event.units > 0) + 1)
  const units = endsCycle(rule, sinceLastPaid, part) ? unitsOf(rule.coins) : 0
  const outcome = { _tag: "Award", user, rule: name, units } as const
  return { partner, user, rule: index, part, units, at: state.now, outcome }
}

export const transfer = (state: State, { partner, user, coins }: TransferBody): Next | Event => {
  if (!isMember(state, partner, user)) return refuse(state, "MemberNotFound", user)
  const have = balance(state, partner, user)
  const need = unitsOf(coins)
  if (have < need)
    return refuse(state, "InsufficientCoins", `have ${Text.coins(have)} need ${Text.coins(need)}`)
  const outcome = { _tag: "Transfer", user, units: need, left: have - need } as const
  return { partner, user, rule: -1, part: 0, units: -need, at: state.now, outcome }
}
