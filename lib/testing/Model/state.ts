import type { SuppressedBy } from "../../index.ts"
import type { PartnerName, RuleDraft } from "../HarnessCommand.ts"
import type { ModelAnswer, ModelOutcome, Reason } from "../ModelOutcome.ts"

/** The model's state: rules, members, and a history of accepted calls. Balances, limits and cycles are computed from the history. */
export interface ModelState {
  /** The time of the subject's clock, in milliseconds. */
  readonly now: number
  readonly rules: ReadonlyArray<RuleDraft & { readonly partner: PartnerName }>
  readonly members: ReadonlyArray<{ readonly partner: PartnerName; readonly user: string }>
  readonly history: ReadonlyArray<ModelEvent>
  readonly keys: ReadonlyArray<UsedKey>
}

/** An accepted award or transfer, or the reversal or refund of one. */
export interface ModelEvent {
  readonly kind: "award" | "transfer" | "reversal" | "refund"
  readonly partner: PartnerName
  readonly user: string
  /** The index of the rule of an award or reversal; otherwise -1. */
  readonly rule: number
  /** The ordinal of the sub-rule of an award or reversal; 0 if the event has no sub-rule. */
  readonly part: number
  /** The change of the member's wallet, in 1/10 000 coin. */
  readonly units: number
  /** The limit that suppressed an award. */
  readonly suppressedBy: SuppressedBy | null
  /** The index of the event that this one reverses or refunds, or -1. */
  readonly undoes: number
  /** The names and values of the metadata. The note is stored under the empty name. */
  readonly texts: ReadonlyArray<readonly [name: string, value: string]>
  /** When the call was accepted, in milliseconds. */
  readonly at: number
  readonly outcome: ModelOutcome
}

export interface UsedKey {
  readonly partner: PartnerName
  readonly key: string
  readonly body: string
  /** The index of the event that used the key. */
  readonly event: number
}

export interface Next {
  readonly state: ModelState
  readonly answers: ReadonlyArray<ModelAnswer>
}

export const empty: ModelState = { now: 0, rules: [], members: [], history: [], keys: [] }

export const done = (state: ModelState, outcome: ModelOutcome, changes = true): Next => ({
  state,
  answers: [{ outcome, changes, event: undefined, replay: false }]
})

export const refuse = (state: ModelState, reason: Reason, facts = ""): Next =>
  done(state, { _tag: "Refused", reason, facts }, false)

type NewEvent = Pick<ModelEvent, "kind" | "partner" | "user" | "units" | "outcome"> & Partial<ModelEvent>

export const newEvent = (state: ModelState, fields: NewEvent): ModelEvent => ({
  rule: -1,
  part: 0,
  suppressedBy: null,
  undoes: -1,
  texts: [],
  at: state.now,
  ...fields
})

export const isMember = (state: ModelState, partner: PartnerName, user: string): boolean =>
  state.members.some((member) => member.partner === partner && member.user === user)

export const eventsOf = (state: ModelState, partner: PartnerName, user: string): ReadonlyArray<ModelEvent> =>
  state.history.filter((event) => event.partner === partner && event.user === user)

const total = (events: ReadonlyArray<ModelEvent>): number => events.reduce((sum, { units }) => sum + units, 0)

export const balance = (state: ModelState, partner: PartnerName, user: string): number =>
  total(eventsOf(state, partner, user))

interface HistoryIndex {
  readonly undone: ReadonlySet<number>
  readonly payments: ReadonlyArray<ModelEvent>
}

const indexes = new WeakMap<ModelState["history"], HistoryIndex>()

const indexOf = ({ history }: ModelState): HistoryIndex => {
  const known = indexes.get(history)
  if (known !== undefined) return known
  const undone = new Set(history.flatMap(({ undoes }) => (undoes < 0 ? [] : [undoes])))
  const payments = history.filter(
    ({ kind, units }, index) => kind === "award" && units > 0 && !undone.has(index)
  )
  indexes.set(history, { undone, payments })
  return { undone, payments }
}

/** True if the event at this index of the history was reversed or refunded. */
export const isUndone = (state: ModelState, index: number): boolean => indexOf(state).undone.has(index)

/** The awards of a rule that paid and were not reversed. All limits count these. */
export const payments = (state: ModelState, rule: number): ReadonlyArray<ModelEvent> =>
  indexOf(state).payments.filter((event) => event.rule === rule)

export const timesPaid = (state: ModelState, rule: number, user: string): number =>
  payments(state, rule).filter((event) => event.user === user).length

export const participants = (state: ModelState, rule: number): number =>
  new Set(payments(state, rule).map((event) => event.user)).size

/** The sum of a member's payments that were not reversed. */
export const earned = (state: ModelState, partner: PartnerName, user: string): number =>
  total(indexOf(state).payments.filter((event) => event.partner === partner && event.user === user))

/** A rule's awards to a member, with their indexes in the history. */
export const awardsOf = (
  state: ModelState,
  rule: number,
  user: string
): ReadonlyArray<ModelEvent & { readonly index: number }> =>
  state.history.flatMap((event, index) =>
    event.kind === "award" && event.rule === rule && event.user === user ? [{ ...event, index }] : []
  )

/**
 * A member's current cycle under a rule: its number, and its awards (`done`). Suppressed and reversed awards are left out. A payment
 * ends a cycle. A reversal of the payment does not reopen the cycle.
 */
export const cycleOf = (state: ModelState, rule: number, user: string) => {
  const awards = awardsOf(state, rule, user)
  const last = awards.findLastIndex((event) => event.units > 0)
  return {
    cycle: awards.filter((event) => event.units > 0).length,
    done: awards.slice(last + 1).filter((each) => each.suppressedBy === null && !isUndone(state, each.index))
  }
}

/** A rule and its index in the state. `part` is the ordinal of the sub-rule that was named, or 0 for the rule itself. */
export interface NamedRule {
  readonly index: number
  readonly rule: ModelState["rules"][number]
  readonly part: number
}

/** Finds the rule or sub-rule with a name. */
export const lookUp = (state: ModelState, partner: PartnerName, name: string): NamedRule | undefined => {
  for (const [index, rule] of state.rules.entries()) {
    if (rule.partner !== partner) continue
    const part = [rule.name, ...rule.parts.map((part) => part.name)].indexOf(name)
    if (part >= 0) return { index, rule, part }
  }
  return undefined
}
