import type { Partner, RuleDraft } from "../Command.ts"
import type { Outcome, Reason } from "./Outcome.ts"

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

/**
 * An accepted award, with the index of its rule and the ordinal of its sub-rule, or, with rule -1, a transfer to the
 * partner.
 */
export interface Event {
  readonly partner: Partner
  readonly user: string
  readonly rule: number
  readonly part: number
  /** In 1/10 000 coin. Negative for a transfer, 0 for an award that did not pay. */
  readonly units: number
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

export const timesPaid = (state: State, rule: number, user: string): number =>
  state.history.filter((event) => event.rule === rule && event.user === user && event.units > 0).length

export const participants = (state: State, rule: number): number =>
  new Set(state.history.filter((event) => event.rule === rule && event.units > 0).map((event) => event.user))
    .size

/** Resolves a name to the index of a rule and an ordinal: 0 for the rule itself, otherwise that of a sub-rule. */
export const lookUp = (state: State, partner: Partner, name: string) => {
  for (const [index, rule] of state.rules.entries()) {
    if (rule.partner !== partner) continue
    const part = [rule.name, ...rule.parts.map((part) => part.name)].indexOf(name)
    if (part >= 0) return { index, rule, part }
  }
  return undefined
}
