import type { Partner, RuleChange, RuleDraft } from "../Command.ts"
import { tooLow, validLimits } from "./limits.ts"
import { done, lookUp, type Next, normal, participants, refuse, type State, validCoins } from "./State.ts"

const validSchedule = ({ startsAt, endsAt }: RuleDraft): boolean =>
  startsAt === null || endsAt === null || endsAt > startsAt

export const createRule = (state: State, partner: Partner, draft: RuleDraft): Next => {
  const parts = draft.parts.map((part) => ({ ...part, name: normal(part.name) }))
  const rule = { ...draft, name: normal(draft.name), parts, partner }
  const names = [rule.name, ...parts.map((part) => part.name)]
  const distinct = new Set(names).size === names.length
  const canPay = rule.type !== "combined" || parts.some((part) => part.status === "active")
  const isValid = validLimits(rule.limits) && validSchedule(rule) && validCoins(rule.coins)
  if (!distinct || !canPay || !isValid) return refuse(state, "InvalidInput")
  if (partner === "unregistered") return refuse(state, "PartnerNotFound")
  const taken = names.find((name) => lookUp(state, partner, name) !== undefined)
  if (taken !== undefined) return refuse(state, "NameTaken", taken)
  return done({ ...state, rules: [...state.rules, rule] }, { _tag: "Rule", rule, participants: 0 })
}

export const updateRule = (state: State, partner: Partner, index: number, change: RuleChange): Next => {
  const rule = state.rules[index]
  const given = (change.parts ?? []).map((part) => ({ ...part, name: normal(part.name) }))
  const distinct = new Set(given.map((part) => part.name)).size === given.length
  const isValid = (change.coins === undefined || validCoins(change.coins)) && validLimits(change.limits ?? [])
  if (!distinct || !isValid) return refuse(state, "InvalidInput")
  if (rule === undefined || rule.partner !== partner) return refuse(state, "RuleNotFound")
  const parts = rule.parts.map((part) => given.find(({ name }) => name === part.name) ?? part)
  const strange = given.some((part) => rule.parts.every(({ name }) => name !== part.name))
  const canPay = rule.type !== "combined" || parts.some((part) => part.status === "active")
  const changed = { ...rule, ...change, parts, name: normal(change.name ?? rule.name) }
  if (strange || !canPay || !validSchedule(changed)) return refuse(state, "InvalidInput")
  const there = participants(state, index)
  if (changed.max < there) return refuse(state, "TooFewPlaces", `${there} of ${changed.max}`)
  if (changed.name !== rule.name && lookUp(state, partner, changed.name) !== undefined) {
    return refuse(state, "NameTaken", changed.name)
  }
  const low = tooLow(state, index, changed)
  if (low !== undefined) return refuse(state, low.reason, low.facts)
  return done(
    { ...state, rules: state.rules.with(index, changed) },
    { _tag: "Rule", rule: changed, participants: there }
  )
}
