/** Decides, explains and reverses awards, and transfers and refunds coins. */

import type { Metadata, SuppressedBy } from "../../index.ts"
import {
  type AwardFields,
  normalName,
  type PartnerName,
  type ResolvedOf,
  type RuleDraft,
  type TransferFields
} from "../HarnessCommand.ts"
import {
  limitText,
  type ModelExplanation,
  type ModelRefusal,
  scheduleText,
  shortageText,
  unitsOf
} from "../ModelOutcome.ts"
import { limitsLeft, limitsShown } from "./rules.ts"
import {
  balance,
  cycleOf,
  done,
  isMember,
  isUndone,
  lookUp,
  type ModelEvent,
  type ModelState,
  type NamedRule,
  type Next,
  newEvent,
  participants,
  refuse,
  timesPaid
} from "./state.ts"

/** True if this award ends a cycle, so that a payment is due. `part` is 0 for the rule itself, or n for its n-th sub-rule. */
const endsCycle = (rule: RuleDraft, sinceLastPaid: ReadonlyArray<ModelEvent>, part: number): boolean => {
  if (rule.type === "batched") return sinceLastPaid.length + 1 >= rule.completions
  if (rule.type === "single" || part === 0) return true
  const finished = new Set([...sinceLastPaid.map((event) => event.part), part])
  return rule.parts.every((each, index) => each.status === "inactive" || finished.has(index + 1))
}

/** The refusal of an award if the rule or the sub-rule is inactive, or if the rule is not running. */
const closed = (state: ModelState, { part, rule }: NamedRule): ModelRefusal | undefined => {
  if (rule.status === "inactive") return { reason: "RuleInactive", facts: rule.name }
  const named = rule.parts[part - 1]
  if (named?.status === "inactive") return { reason: "RuleInactive", facts: named.name }
  const { endsAt, startsAt } = rule
  const isRunning = (startsAt === null || state.now >= startsAt) && (endsAt === null || state.now < endsAt)
  return isRunning ? undefined : { reason: "RuleNotRunning", facts: `${rule.name} ${scheduleText(rule)}` }
}

const suppressions: Readonly<Partial<Record<ModelRefusal["reason"], SuppressedBy>>> = {
  ParticipantLimitReached: "participant_limit_reached",
  UserLimitReached: "user_limit_reached",
  LimitReached: "limit_reached"
}

/**
 * Checks a payment against the rule's limits. `full` is the refusal by the first reached limit on members or payments. `short` is the
 * refusal by the first limit that leaves fewer coins than the rule pays. `units` are the coins that can be paid.
 */
const atLimits = (state: ModelState, named: NamedRule, user: string, ends: boolean) => {
  const { index, rule } = named
  const paid = timesPaid(state, index, user)
  const full: Array<ModelRefusal> = []
  if (rule.limit !== -1 && paid >= rule.limit) {
    full.push({ reason: "UserLimitReached", facts: `${rule.name} ${rule.limit}` })
  }
  if (paid === 0 && participants(state, index) >= rule.max) {
    full.push({ reason: "ParticipantLimitReached", facts: `${rule.name} ${rule.max}` })
  }
  const pays = unitsOf(rule.coins)
  // Only the award that ends the cycle pays. For other awards, limits with a period do not matter: they may reset before the payment.
  const binding = limitsLeft(state, named, user).filter(({ period }) => ends || period === "ever")
  const refusalOf = (limit: (typeof binding)[number]): ModelRefusal => ({
    reason: "LimitReached",
    facts: `${rule.name} ${limitText(limit)}`
  })
  full.push(...binding.filter(({ left, measure }) => measure === "awards" && left < 1).map(refusalOf))
  const short = binding.filter(({ left, measure }) => measure === "coins" && left < pays)
  const units = Math.max(0, Math.min(pays, ...short.map(({ left }) => left)))
  return { full: full[0], short: short.map(refusalOf)[0], units }
}

type AwardDecision = Pick<ModelExplanation, "decision" | "units" | "refusal" | "suppressedBy">

const decideAward = (state: ModelState, named: NamedRule, user: string): AwardDecision => {
  const nothing = { units: 0, refusal: null, suppressedBy: null } as const
  const refusal = closed(state, named)
  if (refusal !== undefined) return { ...nothing, decision: "refused", refusal }
  const { index, rule, part } = named
  const ends = endsCycle(rule, cycleOf(state, index, user).done, part)
  const { full, short, units } = atLimits(state, named, user, ends)
  const isClamped = rule.atLimit === "clamp" && units > 0
  const reached = full ?? (isClamped ? undefined : short)
  if (reached === undefined) {
    return ends ? { ...nothing, decision: "pays", units } : { ...nothing, decision: "counts" }
  }
  return rule.atLimit === "suppress"
    ? { ...nothing, decision: "suppressed", suppressedBy: suppressions[reached.reason] ?? null }
    : { ...nothing, decision: "refused", refusal: reached }
}

const findRule = (state: ModelState, partner: PartnerName, user: string, name: string): NamedRule | Next => {
  const named = lookUp(state, partner, name)
  if (named === undefined) return refuse(state, "RuleNotFound", name)
  return isMember(state, partner, user) ? named : refuse(state, "MemberNotFound", user)
}

const textsOf = (note: string | null, metadata: Metadata | undefined): ModelEvent["texts"] => [
  ...(note === null ? [] : [["", note] as const]),
  ...Object.entries(metadata ?? {})
]

export const award = (state: ModelState, fields: AwardFields): Next | ModelEvent => {
  const { partner, user, note, metadata } = fields
  const name = normalName(fields.rule)
  const named = findRule(state, partner, user, name)
  if ("answers" in named) return named
  const { refusal, suppressedBy, units } = decideAward(state, named, user)
  if (refusal !== null) return refuse(state, refusal.reason, refusal.facts)
  const outcome = { _tag: "Award", user, rule: name, units, suppressedBy } as const
  const { index: rule, part } = named
  const texts = textsOf(note, metadata)
  return newEvent(state, { kind: "award", partner, user, rule, part, units, suppressedBy, texts, outcome })
}

/** How much of the member's cycle is done before an award. */
const progressOf = (state: ModelState, { index, rule }: NamedRule, user: string) => {
  const cycle = cycleOf(state, index, user).done
  switch (rule.type) {
    case "single":
      return { done: 0, of: 1 }
    case "batched":
      return { done: cycle.length, of: rule.completions }
    case "combined": {
      const active = rule.parts.flatMap(({ status }, part) => (status === "active" ? [part + 1] : []))
      const finished = active.filter((part) => cycle.some((event) => event.part === part))
      return { done: finished.length, of: active.length }
    }
  }
}

/** Says what an award at this point would do. */
export const explain = (state: ModelState, { partner, user, rule }: ResolvedOf<"Explain">): Next => {
  const name = normalName(rule)
  if (name === "") return refuse(state, "InvalidInput")
  const named = findRule(state, partner, user, name)
  if ("answers" in named) return named
  const explanation = {
    ...decideAward(state, named, user),
    progress: progressOf(state, named, user),
    limits: limitsShown(state, named, user)
  }
  return done(state, { _tag: "Explained", ...explanation }, false)
}

export const transfer = (state: ModelState, fields: TransferFields): Next | ModelEvent => {
  const { partner, user, coins, metadata } = fields
  if (!isMember(state, partner, user)) return refuse(state, "MemberNotFound", user)
  const have = balance(state, partner, user)
  const need = unitsOf(coins)
  if (have < need) return refuse(state, "InsufficientCoins", shortageText(have, need))
  const outcome = { _tag: "Transfer", user, units: need, left: have - need } as const
  const texts = textsOf(null, metadata)
  return newEvent(state, { kind: "transfer", partner, user, units: -need, texts, outcome })
}

export type UndoCall = ResolvedOf<"Reverse" | "Refund">

const undoEvent = (
  state: ModelState,
  { event: undoes, note }: UndoCall,
  { partner, user, rule, part, units, kind }: ModelEvent
): ModelEvent => {
  const what = kind === "award" ? "award" : "transfer"
  return newEvent(state, {
    kind: what === "award" ? "reversal" : "refund",
    partner,
    user,
    rule,
    part,
    units: units === 0 ? 0 : -units,
    undoes,
    texts: textsOf(note, undefined),
    outcome: { _tag: "Undone", what, units: Math.abs(units) }
  })
}

/** Reverses an award. The award no longer counts, but a cycle that it has completed stays completed. */
const reverse = (state: ModelState, call: UndoCall, award: ModelEvent): Next | ModelEvent => {
  if (award.suppressedBy !== null) return refuse(state, "AwardSuppressed")
  if (isUndone(state, call.event)) return refuse(state, "AlreadyReversed")
  const { partner, rule, units, user } = award
  if (units === 0) {
    const isRunning = cycleOf(state, rule, user).done.some(({ index }) => index === call.event)
    return isRunning ? undoEvent(state, call, award) : refuse(state, "CycleEnded")
  }
  const have = balance(state, partner, user)
  return have < units
    ? refuse(state, "InsufficientCoins", shortageText(have, units))
    : undoEvent(state, call, award)
}

/** Reverses an award or refunds a transfer. The award or transfer must belong to the partner that makes the call. */
export const undo = (state: ModelState, call: UndoCall): Next | ModelEvent => {
  const event = state.history[call.event]
  const isOwn = event !== undefined && event.partner === call.partner
  if (call._tag === "Reverse") {
    return isOwn && event.kind === "award" ? reverse(state, call, event) : refuse(state, "AwardNotFound")
  }
  if (!isOwn || event.kind !== "transfer") return refuse(state, "TransferNotFound")
  return isUndone(state, call.event) ? refuse(state, "AlreadyReversed") : undoEvent(state, call, event)
}
