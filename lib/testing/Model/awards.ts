/** Makes awards, transfers and adjustments, undoes them, and explains awards. */

import type { Metadata, SuppressedBy } from "../../index.ts"
import {
  type AdjustFields,
  type AwardFields,
  isAmount,
  normalName,
  type PartnerName,
  type ResolvedOf,
  type RuleDraft,
  type TransferFields
} from "../HarnessCommand.ts"
import {
  coinsText,
  limitText,
  type ModelExplanation,
  type ModelRefusal,
  scheduleText,
  shortageText,
  type UndoneKind,
  unitsOf
} from "../ModelOutcome.ts"
import { endOfDayAfter } from "./dates.ts"
import { erasureOf } from "./erase.ts"
import { datesOf, givenBack, lotsOf, mature, takeFrom, takenBack, waitingAt, waitingOf } from "./lots.ts"
import { limitsLeft, limitsShown } from "./rules.ts"
import {
  balance,
  cycleOf,
  done,
  isErased,
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
  returnedOf,
  timesPaid
} from "./state.ts"

/** Returns true if this award ends a cycle, so that a payment is due. `part` is 0 for the rule itself, or n for its n-th sub-rule. */
const endsCycle = (rule: RuleDraft, sinceLastPaid: ReadonlyArray<ModelEvent>, part: number): boolean => {
  if (rule.type === "batched") return sinceLastPaid.length + 1 >= rule.completions
  if (rule.type === "single" || part === 0) return true
  const finished = new Set([...sinceLastPaid.map((event) => event.part), part])
  return rule.parts.every((each, index) => each.status === "inactive" || finished.has(index + 1))
}

/** Returns the refusal of an award if the rule or the sub-rule is inactive, or if the rule is not running. */
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

type Rate = Pick<RuleDraft, "coins" | "unit" | "maxCoins">

/** The largest amount of coins, in 1/10 000 coin. */
const largest = 5_000_000_000_000_000n

/** Returns the coins that an amount earns: the coins of the rule for every full unit, at most `maxCoins`. */
const worthOf = ({ coins, maxCoins, unit }: Rate, amount: number): bigint => {
  const worth = (BigInt(amount) / BigInt(unitsOf(unit ?? "1"))) * BigInt(unitsOf(coins))
  const most = maxCoins === null ? worth : BigInt(unitsOf(maxCoins))
  return worth > most ? most : worth
}

/** Returns the coins that an award pays if no limit prevents it, or why the rule refuses its amount. */
const payOf = (rule: RuleDraft, amount: string | undefined): number | ModelRefusal => {
  const { name: facts, unit } = rule
  if (unit === null) {
    return amount === undefined ? unitsOf(rule.coins) : { reason: "AmountNotAllowed", facts }
  }
  if (amount === undefined) return { reason: "AmountRequired", facts }
  if (unitsOf(amount) < unitsOf(unit)) return { reason: "AmountTooSmall", facts: `${facts} ${Number(unit)}` }
  const worth = worthOf(rule, unitsOf(amount))
  return worth > largest ? { reason: "AmountTooLarge", facts } : Number(worth)
}

/**
 * Checks a payment against the rule's limits. `full` is the refusal by the first limit on participants or payments that is reached. `short`
 * is the refusal by the first limit that leaves fewer coins than the rule pays. `units` are the coins that can be paid.
 */
const atLimits = (state: ModelState, named: NamedRule, user: string, ends: boolean, pays: number) => {
  const { index, rule } = named
  const paid = timesPaid(state, index, user)
  const full: Array<ModelRefusal> = []
  if (rule.limit !== -1 && paid >= rule.limit) {
    full.push({ reason: "UserLimitReached", facts: `${rule.name} ${rule.limit}` })
  }
  if (paid === 0 && participants(state, index) >= rule.max) {
    full.push({ reason: "ParticipantLimitReached", facts: `${rule.name} ${rule.max}` })
  }
  // Only the award that ends the cycle pays. For other awards, limits that reset do not matter: they may reset before the payment.
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

interface AwardDecision extends Pick<ModelExplanation, "decision" | "units" | "refusal" | "suppressedBy"> {
  /** The limit that suppressed the award. */
  readonly reached: ModelRefusal | null
}

const decideAward = (
  state: ModelState,
  named: NamedRule,
  { amount, user }: Pick<AwardFields, "amount" | "user">
): AwardDecision => {
  const nothing = { units: 0, refusal: null, suppressedBy: null, reached: null } as const
  const pays = payOf(named.rule, amount)
  if (typeof pays !== "number") return { ...nothing, decision: "refused", refusal: pays }
  const refusal = closed(state, named)
  if (refusal !== undefined) return { ...nothing, decision: "refused", refusal }
  const { index, rule, part } = named
  const ends = endsCycle(rule, cycleOf(state, index, user).done, part)
  const { full, short, units } = atLimits(state, named, user, ends, pays)
  const isClamped = rule.atLimit === "clamp" && units > 0
  const reached = full ?? (isClamped ? undefined : short)
  if (reached === undefined) {
    return ends ? { ...nothing, decision: "pays", units } : { ...nothing, decision: "counts" }
  }
  return rule.atLimit === "suppress"
    ? { ...nothing, decision: "suppressed", suppressedBy: suppressions[reached.reason] ?? null, reached }
    : { ...nothing, decision: "refused", refusal: reached }
}

const findRule = (state: ModelState, partner: PartnerName, user: string, name: string): NamedRule | Next => {
  const named = lookUp(state, partner, name)
  if (named === undefined) return refuse(state, "RuleNotFound", name)
  return isMember(state, partner, user) ? named : refuse(state, "MemberNotFound", user)
}

export const textsOf = (note: string | null, metadata: Metadata | undefined): ModelEvent["texts"] => [
  ...(note === null ? [] : [["", note] as const]),
  ...Object.entries(metadata ?? {})
]

/** Returns where the coins of an award go: into a lot of the wallet, or among the pending coins. */
const paidInto = (rule: RuleDraft, units: number, now: number): Pick<ModelEvent, "lots" | "waits"> => {
  const { coinsExpire, timeZone } = rule
  const { expiresAt, maturesAt } = datesOf(rule, now)
  if (units === 0) return { lots: [], waits: null }
  return maturesAt === null
    ? { lots: [{ expiresAt, timeZone, coins: units, expired: 0 }], waits: null }
    : { lots: [], waits: { maturesAt, expiresAt, coinsExpire, timeZone } }
}

export interface MadeAward {
  readonly event: ModelEvent
  readonly decision: AwardDecision
}

/** Makes an award under a rule. Returns the refusal if the rule refuses it. */
export const awardNamed = (
  state: ModelState,
  named: NamedRule,
  fields: AwardFields
): MadeAward | ModelRefusal => {
  const { partner, user, note, metadata } = fields
  const name = normalName(fields.rule)
  const decision = decideAward(state, named, fields)
  const { refusal, suppressedBy, units } = decision
  if (refusal !== null) return refusal
  const outcome = { _tag: "Award", user, rule: name, units, suppressedBy } as const
  const { index: rule, part } = named
  const texts = textsOf(note, metadata)
  const amount = fields.amount === undefined ? null : unitsOf(fields.amount)
  const coins = { units, ...paidInto(named.rule, units, state.now) }
  const paid = { amount, rate: amount === null ? null : named.rule, ...coins, suppressedBy }
  const event = newEvent(state, { kind: "award", partner, user, rule, part, ...paid, texts, outcome })
  return { event, decision }
}

export const award = (state: ModelState, fields: AwardFields): Next | ModelEvent => {
  const named = findRule(state, fields.partner, fields.user, normalName(fields.rule))
  if ("answers" in named) return named
  const made = awardNamed(state, named, fields)
  return orRefuse(state, "event" in made ? made.event : made)
}

/** Returns how much of the member's cycle is done before an award. */
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
export const explain = (state: ModelState, fields: ResolvedOf<"Explain">): Next => {
  const { amount, partner, user, rule } = fields
  const name = normalName(rule)
  if (name === "" || (amount !== undefined && !isAmount(amount))) return refuse(state, "InvalidInput")
  const named = findRule(state, partner, user, name)
  if ("answers" in named) return named
  const { reached: _, ...decision } = decideAward(state, named, fields)
  const explanation = {
    ...decision,
    ...(decision.decision === "pays" ? datesOf(named.rule, state.now) : { maturesAt: null, expiresAt: null }),
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
  const lots = takeFrom(lotsOf(state, partner, user), need)
  return newEvent(state, { kind: "transfer", partner, user, units: -need, lots, texts, outcome })
}

export const adjust = (state: ModelState, fields: AdjustFields): Next | ModelEvent => {
  const { coins, coinsExpire, debitOrCredit, metadata, note, partner, points, reason, user } = fields
  if (!isMember(state, partner, user)) return refuse(state, "MemberNotFound", user)
  const have = balance(state, partner, user)
  const units = unitsOf(coins)
  if (debitOrCredit === "DE" && have < units) {
    return refuse(state, "InsufficientCoins", shortageText(have, units))
  }
  const outcome = { _tag: "Adjustment", user, units, debitOrCredit, points, reason } as const
  const timeZone = "UTC"
  const expiresAt = coinsExpire === undefined ? null : endOfDayAfter(timeZone, coinsExpire, state.now)
  const moved =
    debitOrCredit === "CR"
      ? { units, lots: [{ expiresAt, timeZone, coins: units, expired: 0 }] }
      : { units: -units, lots: takeFrom(lotsOf(state, partner, user), units) }
  return newEvent(state, {
    kind: "adjustment",
    partner,
    user,
    ...moved,
    points,
    texts: textsOf(note, metadata),
    outcome
  })
}

export type UndoCall = ResolvedOf<"Reverse" | "Refund" | "ReverseAdjustment">

/** What each call undoes, and the kind of event that it adds to the history. */
const undoing = {
  Reverse: { what: "award", kind: "reversal", unknown: "AwardNotFound" },
  Refund: { what: "transfer", kind: "refund", unknown: "TransferNotFound" },
  ReverseAdjustment: { what: "adjustment", kind: "adjustment reversal", unknown: "AdjustmentNotFound" }
} as const satisfies Record<
  UndoCall["_tag"],
  {
    readonly what: UndoneKind
    readonly kind: ModelEvent["kind"]
    readonly unknown: ModelRefusal["reason"]
  }
>

/** Takes back the coins that an event added to a wallet, or gives back the coins that it took. Refuses if the wallet lacks coins. */
const undoEvent = (
  state: ModelState,
  { _tag, event: undoes, note }: Pick<UndoCall, "_tag" | "event" | "note">,
  undone: ModelEvent,
  units: number,
  amount: number | null = null
): ReadonlyArray<ModelEvent> | ModelRefusal => {
  const { partner, user, rule, part } = undone
  const { kind, what } = undoing[_tag]
  const texts = textsOf(note, undefined)
  const outcome = { _tag: "Undone", what, units: Math.abs(units) } as const
  const fields = { kind, partner, user, rule, part, amount, undoes, texts, outcome }
  if (units === 0) return [newEvent(state, { ...fields, units })]
  const reversal = { ...fields, units: -units }
  if (isErased(state, partner, user)) return undoErased(state, reversal, units)
  if (waitingOf(state, undoes) > 0) return [newEvent(state, reversal)]
  if (units < 0) return [newEvent(state, { ...reversal, lots: givenBack(state, undone.lots) })]
  const have = balance(state, partner, user)
  const { moves, need } = takenBack(state, undone, units)
  return have < need
    ? { reason: "InsufficientCoins", facts: shortageText(have, need) }
    : [newEvent(state, { ...reversal, lots: moves })]
}

/**
 * Undoes an event of an erased member. A reversal takes the coins from the expired coins that the member left. A refund gives the coins to
 * the member, and a second event moves them to the expired coins at once.
 */
const undoErased = (
  state: ModelState,
  reversal: Parameters<typeof newEvent>[1],
  units: number
): ReadonlyArray<ModelEvent> | ModelRefusal => {
  const { partner, user } = reversal
  const undated = { expiresAt: null, timeZone: "UTC" }
  if (units < 0) {
    const refund = newEvent(state, { ...reversal, lots: [{ ...undated, coins: -units, expired: 0 }] })
    return [refund, erasureOf(state, partner, user, [{ ...undated, coins: -units, expired: 0 }], 0)]
  }
  const have = lotsOf(state, partner, user).reduce((sum, { expired }) => sum + expired, 0)
  return have < units
    ? { reason: "InsufficientCoins", facts: shortageText(have, units) }
    : [newEvent(state, { ...reversal, lots: [{ ...undated, coins: 0, expired: -units }] })]
}

/** Reverses what is left of an award. */
export const reverseWhole = (state: ModelState, index: number): ReadonlyArray<ModelEvent> | ModelRefusal => {
  const award = state.history[index]
  if (award === undefined) throw new Error(`the model has no event ${index}`)
  const { amount, units } = award
  const returned = returnedOf(state, index)
  const rest = amount === null || units === 0 ? null : amount - returned.amount
  return undoEvent(state, { _tag: "Reverse", event: index, note: null }, award, units - returned.units, rest)
}

const orRefuse = <Made extends object>(state: ModelState, made: Made | ModelRefusal): Next | Made =>
  "reason" in made ? refuse(state, made.reason, made.facts) : made

/** Reverses an award or a part of it. A cycle that the award has completed stays completed. */
const reverse = (
  state: ModelState,
  call: ResolvedOf<"Reverse">,
  award: ModelEvent
): Next | ReadonlyArray<ModelEvent> => {
  if (award.suppressedBy !== null) return refuse(state, "AwardSuppressed")
  if (isUndone(state, call.event)) return refuse(state, "AlreadyReversed")
  const { amount, rate, rule, units, user } = award
  if (units === 0) {
    if (call.coins !== undefined || call.amount !== undefined) return refuse(state, "InvalidInput")
    const isRunning = cycleOf(state, rule, user).done.some(({ index }) => index === call.event)
    return isRunning ? orRefuse(state, undoEvent(state, call, award, 0)) : refuse(state, "CycleEnded")
  }
  const returned = returnedOf(state, call.event)
  const left = units - returned.units
  const rest = (amount ?? 0) - returned.amount
  const take = (taken: number, back: number | null) =>
    orRefuse(state, undoEvent(state, call, award, taken, back))
  if (call.amount !== undefined) {
    if (rate === null) return refuse(state, "InvalidInput")
    const back = unitsOf(call.amount)
    if (back > rest) return refuse(state, "TooMuchToReverse", `amount ${coinsText(rest)}`)
    const worth = worthOf(rate, rest - back)
    return take(worth < BigInt(left) ? left - Number(worth) : 0, back)
  }
  if (call.coins === undefined) return take(left, amount === null ? null : rest)
  const coins = unitsOf(call.coins)
  return coins > left
    ? refuse(state, "TooMuchToReverse", `coins ${coinsText(left)}`)
    : take(coins, amount === null ? null : 0)
}

/** Undoes an award, a transfer or an adjustment. It must belong to the partner that makes the call. */
export const undo = (state: ModelState, call: UndoCall): Next | ReadonlyArray<ModelEvent> => {
  const event = state.history[call.event]
  const { unknown, what } = undoing[call._tag]
  if (event === undefined || event.partner !== call.partner || event.kind !== what)
    return refuse(state, unknown)
  if (call._tag === "Reverse") return reverse(state, call, event)
  return isUndone(state, call.event)
    ? refuse(state, "AlreadyReversed")
    : orRefuse(state, undoEvent(state, call, event, event.units))
}

/** Makes a pending award mature now. */
export const confirm = (
  state: ModelState,
  { event: index, partner }: ResolvedOf<"Confirm">
): Next | ModelEvent => {
  const award = state.history[index]
  if (award?.kind !== "award" || award.partner !== partner) return refuse(state, "AwardNotFound")
  if (isUndone(state, index)) return refuse(state, "AlreadyReversed")
  const waiting = waitingAt(state, index)
  return waiting === undefined ? refuse(state, "AwardNotPending") : mature(state, waiting, state.now)
}
