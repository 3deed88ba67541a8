import type { Partner, RuleDraft } from "../Command.ts"
import type { Outcome, Reason, SuppressedBy } from "./Outcome.ts"

/**
 * The model's state: the rules, the members, and a history of accepted calls. Everything else is counted from the
 * history.
 */
export interface State {
  /** The time of the subject's clock, in milliseconds. */
  readonly now: number
  readonly rules: ReadonlyArray<RuleDraft & { readonly partner: Partner }>
  readonly members: ReadonlyArray<{ readonly partner: Partner; readonly user: string }>
  readonly history: ReadonlyArray<Event>
  readonly keys: ReadonlyArray<UsedKey>
}

/** An accepted award, a transfer to the partner, or what took one of them back. */
export interface Event {
  readonly kind: "award" | "transfer" | "reversal" | "refund"
  readonly partner: Partner
  readonly user: string
  /** The index of the rule of an award or reversal, and the ordinal of its sub-rule; otherwise -1 and 0. */
  readonly rule: number
  readonly part: number
  /** What the wallet gets, in 1/10 000 coin: negative for a transfer or reversal, 0 for an award that did not pay. */
  readonly units: number
  /** The limit that suppressed an award. */
  readonly suppressedBy: SuppressedBy | null
  /** The index of the event that was taken back, or -1. */
  readonly undoes: number
  /** The note, under an empty name, and the metadata. */
  readonly texts: ReadonlyArray<readonly [name: string, value: string]>
  /** When it was accepted, in milliseconds. */
  readonly at: number
  readonly outcome: Outcome
}

export interface UsedKey {
  readonly partner: Partner
  readonly key: string
  readonly body: string
  /** The index of the event that used the key. */
  readonly event: number
}

/** The expected answer of a call. `event` is the index of the event that it wrote or, in a replay, found. */
export interface Answer {
  readonly outcome: Outcome
  readonly changes: boolean
  readonly event: number | undefined
  readonly replay: boolean
}

export interface Next {
  readonly state: State
  readonly answers: ReadonlyArray<Answer>
}

export const empty: State = { now: 0, rules: [], members: [], history: [], keys: [] }

export const unitsOf = (coins: string): number => Math.round(Number(coins) * 10_000)

export const refuse = (state: State, reason: Reason, facts = ""): Next =>
  done(state, { _tag: "Refused", reason, facts }, false)

export const done = (state: State, outcome: Outcome, changes = true): Next => ({
  state,
  answers: [{ outcome, changes, event: undefined, replay: false }]
})

export const validCoins = (coins: string): boolean =>
  /^\d{1,12}(\.\d{1,4})?$/.test(coins) && Number(coins) > 0
export const normal = (name: string): string => name.trim().toLowerCase()

export const isMember = (state: State, partner: Partner, user: string): boolean =>
  state.members.some((member) => member.partner === partner && member.user === user)

export const eventsOf = (state: State, partner: Partner, user: string): ReadonlyArray<Event> =>
  state.history.filter((event) => event.partner === partner && event.user === user)

export const balance = (state: State, partner: Partner, user: string): number =>
  eventsOf(state, partner, user).reduce((sum, event) => sum + event.units, 0)

interface Counted {
  readonly undone: ReadonlySet<number>
  readonly payments: ReadonlyArray<Event>
}

const counted = new WeakMap<State["history"], Counted>()

/** A history never changes, so what takes a pass over all of it is done once. */
const countedIn = ({ history }: State): Counted => {
  const known = counted.get(history)
  if (known !== undefined) return known
  const undone = new Set(history.flatMap(({ undoes }) => (undoes < 0 ? [] : [undoes])))
  const payments = history.filter(
    ({ kind, units }, index) => kind === "award" && units > 0 && !undone.has(index)
  )
  counted.set(history, { undone, payments })
  return { undone, payments }
}

/** Whether the event at this index of the history was taken back. */
export const isUndone = (state: State, index: number): boolean => countedIn(state).undone.has(index)

/** The awards of a rule that paid and were not reversed: what all limits count. */
export const payments = (state: State, rule: number): ReadonlyArray<Event> =>
  countedIn(state).payments.filter((event) => event.rule === rule)

export const timesPaid = (state: State, rule: number, user: string): number =>
  payments(state, rule).filter((event) => event.user === user).length

export const participants = (state: State, rule: number): number =>
  new Set(payments(state, rule).map((event) => event.user)).size

/** What a member earned: all payments that were not reversed. */
export const earned = (state: State, partner: Partner, user: string): number =>
  countedIn(state)
    .payments.filter((event) => event.partner === partner && event.user === user)
    .reduce((sum, { units }) => sum + units, 0)

/** A rule's awards to a member, with their indexes in the history. */
export const awardsOf = (
  state: State,
  rule: number,
  user: string
): ReadonlyArray<Event & { readonly index: number }> =>
  state.history.flatMap((event, index) =>
    event.kind === "award" && event.rule === rule && event.user === user ? [{ ...event, index }] : []
  )

/**
 * A member's running cycle under a rule: its number, and the completions in it that were not reversed. A payment ends a
 * cycle for good: its reversal does not bring the cycle back.
 */
export const cycleOf = (state: State, rule: number, user: string) => {
  const awards = awardsOf(state, rule, user)
  const last = awards.findLastIndex((event) => event.units > 0)
  return {
    cycle: awards.filter((event) => event.units > 0).length,
    done: awards.slice(last + 1).filter((each) => each.suppressedBy === null && !isUndone(state, each.index))
  }
}

/** Resolves a name to the index of a rule and an ordinal: 0 for the rule itself, otherwise that of a sub-rule. */
export const lookUp = (state: State, partner: Partner, name: string) => {
  for (const [index, rule] of state.rules.entries()) {
    if (rule.partner !== partner) continue
    const part = [rule.name, ...rule.parts.map((part) => part.name)].indexOf(name)
    if (part >= 0) return { index, rule, part }
  }
  return undefined
}
