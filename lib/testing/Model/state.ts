import type { SuppressedBy } from "../../index.ts"
import type { Scalar } from "../ActivityDraft.ts"
import type { PartnerName, RuleDraft } from "../HarnessCommand.ts"
import type { ModelAnswer, ModelOutcome, Reason } from "../ModelOutcome.ts"
import type { WalletMove } from "../walletMoves.ts"

/** The model's state: rules, members, and a history of accepted calls. Balances, limits and cycles are computed from the history. */
export interface ModelState {
  /** The time of the subject's clock, in milliseconds. */
  readonly now: number
  readonly rules: ReadonlyArray<RuleDraft & { readonly partner: PartnerName }>
  readonly members: ReadonlyArray<ModelMember>
  /** The members that were merged into others. They are not in `members`. Their earlier events keep their ids. */
  readonly merged: ReadonlyArray<MergedMember>
  /** The members that were erased. They are not in `members`. Their events have a name that nobody else has: see `erase.ts`. */
  readonly erased: ReadonlyArray<ModelMember>
  readonly heirs: ReadonlyArray<Heir>
  /** Ids of erased members whose person had already come back under another id. They lead to the member with that other id. */
  readonly joined: ReadonlyArray<MergedMember>
  /** The ids of erased members under which somebody can come back. */
  readonly remembered: ReadonlyArray<Heir>
  /** The partners that do not remember the ids of erased members. */
  readonly forgetful: ReadonlyArray<PartnerName>
  readonly history: ReadonlyArray<ModelEvent>
  readonly keys: ReadonlyArray<UsedKey>
}

export interface ModelMember {
  readonly partner: PartnerName
  readonly user: string
  /** If it is undefined, the member has no attributes. */
  readonly attributes?: Readonly<Record<string, Scalar>>
}

export interface MergedMember {
  readonly partner: PartnerName
  readonly user: string
  /** The member into which this one was merged. That member may have been merged into another one since. */
  readonly into: string
}

/** A user id, and the erased member to which it belonged. In `heirs`, a new member has this id. In `remembered`, no member has it yet. */
export interface Heir {
  readonly partner: PartnerName
  readonly user: string
  /** The erased member. */
  readonly of: string
}

/** How an event changes the coins of a wallet that expire at the same instant. */
export interface LotMove {
  /** When the coins expire; null if they do not. */
  readonly expiresAt: number | null
  /**
   * The time zone of the rule that paid the coins, in whose calendar they expire. No two of the harness's time zones have a midnight in
   * common, so all coins of a lot have the same time zone.
   */
  readonly timeZone: string
  readonly coins: number
  /** The change of the coins that expired and were not taken back. */
  readonly expired: number
}

/** When the coins of a pending award mature, and when they expire after that. */
interface Waits {
  readonly maturesAt: number
  readonly expiresAt: number | null
  readonly coinsExpire: string | null
  readonly timeZone: string
}

/**
 * An accepted award, transfer, adjustment or activity, the reversal or refund of one, the maturity of an award, or the expiry of coins. A
 * merge is two events: "merged" takes the coins of the merged member, and "merge" gives them to the other member. An "erasure" moves the
 * coins of an erased member to the expired coins. It also follows each refund to such a member. A "return" is the moment at which somebody
 * comes back under the id of an erased member.
 */
export interface ModelEvent {
  readonly kind:
    | "award"
    | "transfer"
    | "reversal"
    | "refund"
    | "adjustment"
    | "adjustment reversal"
    | "activity"
    | "activity reversal"
    | "maturity"
    | "expiry"
    | "merge"
    | "merged"
    | "erasure"
    | "return"
  readonly partner: PartnerName
  readonly user: string
  /** The index of the rule of an award or reversal; otherwise -1. */
  readonly rule: number
  /** The ordinal of the sub-rule of an award or reversal; 0 if the event has no sub-rule. */
  readonly part: number
  /**
   * The coins that the event gave to the member, or took from it (negative), in 1/10 000 coin. Pending coins and expired coins are
   * included. It is 0 for a maturity and an expiry.
   */
  readonly units: number
  /** How the event changed the wallet. */
  readonly lots: ReadonlyArray<LotMove>
  /** The times of a pending award, even after it has matured. Null for other events. */
  readonly waits: Waits | null
  /** The index of the award that matured, or -1. */
  readonly matures: number
  /** The amount of an award, or the amount that a reversal returned, in the same precision as coins; null if there is none. */
  readonly amount: number | null
  /** What the rule paid for an amount at the time of the award. */
  readonly rate: Pick<RuleDraft, "coins" | "unit" | "maxCoins"> | null
  /** True for an adjustment that counts as points. */
  readonly points: boolean
  /** The limit that suppressed an award. */
  readonly suppressedBy: SuppressedBy | null
  /** The index of the event that this one reverses or refunds, or -1. */
  readonly undoes: number
  /** The index of the activity that earned an award, or -1. */
  readonly activity: number
  /** When an activity happened; the same as `at` for other events. */
  readonly occurredAt: number
  /** The names and values of the metadata. The note is stored under the empty name. */
  readonly texts: ReadonlyArray<readonly [name: string, value: string]>
  /** When the call was accepted, or the instant of a maturity or an expiry, in milliseconds. */
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

export const empty: ModelState = {
  now: 0,
  rules: [],
  members: [],
  merged: [],
  erased: [],
  heirs: [],
  joined: [],
  remembered: [],
  forgetful: [],
  history: [],
  keys: []
}

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
  amount: null,
  rate: null,
  points: false,
  suppressedBy: null,
  lots: [],
  waits: null,
  matures: -1,
  undoes: -1,
  activity: -1,
  texts: [],
  at: state.now,
  occurredAt: state.now,
  ...fields,
  user: memberOf(state, fields.partner, fields.user)
})

/** Returns the member to whom the id of a user leads: the member itself, or the one that it was merged into. */
export const memberOf = ({ joined, merged }: ModelState, partner: PartnerName, user: string): string => {
  let member = joined.find((each) => each.partner === partner && each.user === user)?.into ?? user
  for (const each of merged) {
    if (each.partner === partner && each.user === member) member = each.into
  }
  return member
}

/**
 * Like `memberOf`, but for an erased member returns the member who came back under one of its ids. Limits that never reset count payments
 * for this member.
 */
export const personOf = (state: ModelState, partner: PartnerName, user: string): string => {
  const member = memberOf(state, partner, user)
  const heir = state.heirs.find((each) => each.partner === partner && each.of === member)
  return heir === undefined ? member : personOf(state, partner, heir.user)
}

export const isErased = (state: ModelState, partner: PartnerName, user: string): boolean => {
  const member = memberOf(state, partner, user)
  return state.erased.some((each) => each.partner === partner && each.user === member)
}

/**
 * Makes a function that tests whether an event belongs to the member to whom the id of a user leads. `whom` says how this member is found.
 */
const leadsTo = (
  state: ModelState,
  partner: PartnerName,
  user: string,
  whom: typeof memberOf | typeof personOf
) => {
  const subject = whom(state, partner, user)
  return (event: ModelEvent): boolean =>
    event.partner === partner && whom(state, partner, event.user) === subject
}

export const isMember = (state: ModelState, partner: PartnerName, user: string): boolean =>
  [...state.members, ...state.merged, ...state.joined].some(
    (member) => member.partner === partner && member.user === user
  )

/**
 * Returns the state in which a user is a member. A user with the id of an erased member becomes the successor of this member, or joins the
 * successor that it has already.
 */
export const admitted = (state: ModelState, partner: PartnerName, user: string): ModelState => {
  if (isMember(state, partner, user)) return state
  const known = state.remembered.find((each) => each.partner === partner && each.user === user)
  if (known === undefined) return { ...state, members: [...state.members, { partner, user }] }
  const remembered = state.remembered.filter((each) => each !== known)
  const of = personOf(state, partner, known.of)
  if (!isErased(state, partner, of)) {
    return { ...state, remembered, joined: [...state.joined, { partner, user, into: of }] }
  }
  const members = [...state.members, { partner, user }]
  const event = newEvent(state, {
    kind: "return",
    partner,
    user,
    units: 0,
    outcome: { _tag: "Member", user }
  })
  const heirs = [...state.heirs, { partner, user, of }]
  return { ...state, members, remembered, heirs, history: [...state.history, event] }
}

/** Returns the events of the member to whom the id of a user leads, without the events of members that were merged into it. */
export const eventsOf = (
  state: ModelState,
  partner: PartnerName,
  user: string
): ReadonlyArray<ModelEvent> => {
  const member = memberOf(state, partner, user)
  return state.history.filter((event) => event.partner === partner && event.user === member)
}

/** Returns the changes of a wallet, oldest first. */
export const movesOf = (state: ModelState, partner: PartnerName, user: string): ReadonlyArray<WalletMove> =>
  walletMoves(eventsOf(state, partner, user))

const walletMoves = (events: ReadonlyArray<ModelEvent>): ReadonlyArray<WalletMove> =>
  events.flatMap((event) => {
    const units = movedBy(event)
    if (units === 0 && event.kind !== "merge" && event.kind !== "merged") return []
    return [{ units, maturedAt: event.kind === "maturity" ? event.at : null }]
  })

/** Returns the changes of the wallet that a merged or erased member had. */
export const closedMovesOf = (
  { history }: ModelState,
  { partner, user }: Pick<ModelMember, "partner" | "user">
): ReadonlyArray<WalletMove> =>
  walletMoves(history.filter((event) => event.partner === partner && event.user === user))

const total = (events: ReadonlyArray<ModelEvent>): number => events.reduce((sum, { units }) => sum + units, 0)

/** Returns the coins that an event moved into the member's wallet. */
export const movedBy = ({ lots }: ModelEvent): number => lots.reduce((sum, { coins }) => sum + coins, 0)

export const balance = (state: ModelState, partner: PartnerName, user: string): number =>
  eventsOf(state, partner, user).reduce((sum, event) => sum + movedBy(event), 0)

/** The part of an event that reversals and refunds have taken back. */
interface Returned {
  readonly count: number
  readonly units: number
  readonly amount: number
}

const nothing: Returned = { count: 0, units: 0, amount: 0 }

interface HistoryIndex {
  readonly returned: ReadonlyMap<number, Returned>
  readonly undone: ReadonlySet<number>
  readonly matured: ReadonlySet<number>
  readonly payments: ReadonlyArray<ModelEvent>
  readonly credits: ReadonlyArray<ModelEvent>
}

const indexes = new WeakMap<ModelState["history"], HistoryIndex>()

const indexOf = ({ history }: ModelState): HistoryIndex => {
  const known = indexes.get(history)
  if (known !== undefined) return known
  const returned = new Map<number, Returned>()
  for (const { amount, undoes, units } of history) {
    if (undoes < 0) continue
    const before = returned.get(undoes) ?? nothing
    const after = { units: before.units - units, amount: before.amount + (amount ?? 0) }
    returned.set(undoes, { count: before.count + 1, ...after })
  }
  const undone = new Set(
    Array.from(returned).flatMap(([index, { units }]) => (history[index]?.units === units ? [index] : []))
  )
  const payments = history.flatMap((event, index) =>
    event.kind === "award" && event.units > 0 && !undone.has(index)
      ? [{ ...event, units: event.units - (returned.get(index)?.units ?? 0) }]
      : []
  )
  const credits = history.filter(({ points }, index) => points && !undone.has(index))
  const matured = new Set(history.map(({ matures }) => matures))
  const made = { returned, undone, matured, payments, credits }
  indexes.set(history, made)
  return made
}

/** Returns what reversals have taken back from the award at this index of the history. */
export const returnedOf = (state: ModelState, index: number): Returned =>
  indexOf(state).returned.get(index) ?? nothing

export const hasMatured = (state: ModelState, index: number): boolean => indexOf(state).matured.has(index)

/** Returns true if the award, transfer, adjustment or activity at this index of the history was undone completely. */
export const isUndone = (state: ModelState, index: number): boolean => indexOf(state).undone.has(index)

/** Returns the awards of a rule that paid and were not fully reversed. All limits count them. `units` is the part that is left. */
export const payments = (state: ModelState, rule: number): ReadonlyArray<ModelEvent> =>
  indexOf(state).payments.filter((event) => event.rule === rule)

/**
 * Returns the payments of a rule to a member, and to members that were merged into it. With `personOf`, also returns the payments to the
 * erased members that the member succeeds.
 */
export const paymentsTo = (
  state: ModelState,
  rule: number,
  user: string,
  whom: typeof memberOf | typeof personOf
): ReadonlyArray<ModelEvent> =>
  payments(state, rule).filter(leadsTo(state, partnerOf(state, rule), user, whom))

const partnerOf = ({ rules }: ModelState, rule: number): PartnerName => rules[rule]?.partner ?? "home"

export const timesPaid = (state: ModelState, rule: number, user: string): number =>
  paymentsTo(state, rule, user, personOf).length

export const participants = (state: ModelState, rule: number): number =>
  new Set(payments(state, rule).map(({ partner, user }) => personOf(state, partner, user))).size

/** Returns the points of a member: the coins that are left of all payments, and credits that count as points and were not reversed. */
export const earned = (state: ModelState, partner: PartnerName, user: string): number => {
  const { credits, payments } = indexOf(state)
  return total([...payments, ...credits].filter(leadsTo(state, partner, user, memberOf)))
}

/** Returns a rule's awards to a member, with their indexes in the history. */
export const awardsOf = (
  state: ModelState,
  rule: number,
  user: string
): ReadonlyArray<ModelEvent & { readonly index: number }> =>
  state.history.flatMap((event, index) =>
    event.kind === "award" && event.rule === rule && event.user === user ? [{ ...event, index }] : []
  )

/**
 * Returns the awards of all running cycles under a rule, by member. For each award of an ended cycle, `endedBy` has the payment that ended
 * the cycle. A merge puts the awards of the running cycle of the merged member into the cycle of the other member.
 */
const cyclesOf = (state: ModelState, rule: number) => {
  const partner = partnerOf(state, rule)
  const running = new Map<string, ReadonlyArray<number>>()
  const endedBy = new Map<number, number>()
  for (const [index, { kind, units, user, ...event }] of state.history.entries()) {
    if (event.partner !== partner) continue
    const own = running.get(user) ?? []
    if (kind === "merge" && event.outcome._tag === "Merged") {
      const { merged } = event.outcome
      running.set(user, [...own, ...(running.get(merged) ?? [])])
      running.delete(merged)
    }
    if (kind !== "award" || event.rule !== rule) continue
    if (units === 0) running.set(user, [...own, index])
    if (units === 0) continue
    for (const each of own) endedBy.set(each, index)
    running.delete(user)
  }
  return { running, endedBy }
}

/** Returns the payment that ended the cycle of an award. */
export const endOfCycle = (state: ModelState, index: number): ModelEvent | undefined => {
  const award = state.history[index]
  if (award === undefined) return undefined
  const ended = cyclesOf(state, award.rule).endedBy.get(index)
  return ended === undefined ? undefined : state.history[ended]
}

interface Tally {
  readonly cycle: number
  readonly done: ReadonlyArray<ModelEvent & { readonly index: number }>
}

/** Returns the number of cycles that the erased predecessor of a member had under a rule; 0 if there is none. */
export const cyclesBefore = (state: ModelState, rule: number, user: string): number => {
  const partner = partnerOf(state, rule)
  const heir = state.heirs.find((each) => each.partner === partner && each.user === user)
  return heir === undefined ? 0 : tallyOf(state, rule, heir.of).cycle
}

/**
 * Returns a member's current cycle under a rule: its number, and its awards (`done`). Suppressed and reversed awards are left out. A
 * payment ends a cycle. A reversal of the payment does not reopen the cycle. A merged member has no awards in its cycle any more.
 */
export const tallyOf = (state: ModelState, rule: number, user: string): Tally => ({
  cycle:
    cyclesBefore(state, rule, user) + awardsOf(state, rule, user).filter((event) => event.units > 0).length,
  done: (cyclesOf(state, rule).running.get(user) ?? []).flatMap((index) => {
    const event = state.history[index]
    return event === undefined || event.suppressedBy !== null || isUndone(state, index)
      ? []
      : [{ ...event, index }]
  })
})

/** Returns the current cycle of the member to whom the id of a user leads. */
export const cycleOf = (state: ModelState, rule: number, user: string) =>
  tallyOf(state, rule, memberOf(state, partnerOf(state, rule), user))

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
