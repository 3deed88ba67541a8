import type { Used } from "../awards/decide.ts"
import * as Coins from "../Coins.ts"
import type { MemberId, PartnerId, RuleId } from "../Id.ts"
import type { RuleCore } from "../rules/Rule.ts"
import { type Window, windowOf } from "./calendar.ts"
import { type Counted, countedBy } from "./Limit.ts"

/** What a rule counts at a moment, for its members and as a whole. */
interface Slot extends Counted, Window {
  /** The end of the text of its counters. A period has no digits. */
  readonly suffix: string
  /** The start of the window as statements take it. */
  readonly startText: string
}

/** What tells one counter from another. The subject is the member, or the rule itself where all its payments are counted. */
export interface CounterKey extends Slot {
  readonly partnerId: PartnerId
  readonly ruleId: RuleId
  readonly subjectId: MemberId | RuleId
  readonly generation: number
  /** The key of a map. Ids have a fixed length. */
  readonly text: string
}

export interface Counts {
  readonly awards: number
  readonly coins: Coins.Coins
}

export const noCounts: Counts = { awards: 0, coins: Coins.zero }

/** A counter as it was read, and as it is now. One without a row was counted from the awards, or is new. */
export class Counter implements Used {
  awards: number
  coins: Coins.Coins
  /** Whether a payment was counted in this transaction. */
  rose = false
  readonly key: CounterKey
  readonly before: Counts
  readonly hasRow: boolean

  constructor(key: CounterKey, before: Counts, hasRow: boolean) {
    this.key = key
    this.before = before
    this.hasRow = hasRow
    this.awards = before.awards
    this.coins = before.coins
  }

  get resetsAt(): Date | null {
    return this.key.endsAt
  }

  move(sign: 1 | -1, coins: Coins.Coins): void {
    this.awards += sign
    if (this.key.maxCoins !== null) this.coins = Coins.make(this.coins + sign * coins)
    this.rose ||= sign === 1
  }

  get changed(): boolean {
    return this.awards !== this.before.awards || this.coins !== this.before.coins
  }
}

/** A group asks for the slots of its rules at one moment, once for each award. */
const known = new WeakMap<RuleCore, { readonly at: number; readonly slots: ReadonlyArray<Slot> }>()

const slotsOf = (rule: RuleCore, at: Date): ReadonlyArray<Slot> => {
  const found = known.get(rule)
  if (found !== undefined && found.at === at.getTime()) return found.slots
  const slots = countedBy(rule.limits).map((counted) => {
    const window = windowOf(rule.timeZone, counted.period, at)
    const { startsAt } = window
    const suffix = `${startsAt.getTime()}${counted.period}`
    return { ...counted, ...window, suffix, startText: startsAt.toISOString() }
  })
  known.set(rule, { at: at.getTime(), slots })
  return slots
}

const subjectOf = (rule: RuleCore, memberId: MemberId | RuleId, { per }: Slot): MemberId | RuleId =>
  per === "member" ? memberId : rule.id

const textOf = (rule: RuleCore, memberId: MemberId | RuleId, slot: Slot): string =>
  `${rule.id}${subjectOf(rule, memberId, slot)}${slot.suffix}`

/** The counters that a payment of a rule to a member moves at a moment. */
export const keysOf = (rule: RuleCore, memberId: MemberId | RuleId, at: Date): ReadonlyArray<CounterKey> =>
  rule.limits.length === 0
    ? []
    : slotsOf(rule, at).map((slot) => ({
        ...slot,
        partnerId: rule.partnerId,
        ruleId: rule.id,
        subjectId: subjectOf(rule, memberId, slot),
        generation: rule.generation,
        text: textOf(rule, memberId, slot)
      }))

const nothingUsed: ReadonlyArray<Used> = []

/** The counters of one transaction, read under the locks of their rules. It lives for one transaction and does no I/O. */
export class Counters {
  readonly #counters: ReadonlyMap<string, Counter>

  constructor(counters: Iterable<Counter>) {
    this.#counters = new Map(Array.from(counters, (counter) => [counter.key.text, counter]))
  }

  /** What each limit of a rule has used for a member, in the order of the limits. */
  used(rule: RuleCore, memberId: MemberId, at: Date): ReadonlyArray<Used> {
    if (rule.limits.length === 0) return nothingUsed
    const slots = slotsOf(rule, at)
    return rule.limits.map(({ per, period }) => {
      const slot = slots.find((each) => each.per === per && each.period === period)
      const counter = slot && this.#counters.get(textOf(rule, memberId, slot))
      if (counter === undefined) throw new Error(`a counter of rule ${rule.id} was not read`)
      return counter
    })
  }

  /** Counts a payment. */
  add(rule: RuleCore, memberId: MemberId, at: Date, coins: Coins.Coins): void {
    this.#move(rule, memberId, at, 1, coins)
  }

  /** Gives a payment back to the windows of its own moment. A window of the past that has no counter needs none. */
  giveBack(rule: RuleCore, memberId: MemberId, paidAt: Date, coins: Coins.Coins): void {
    this.#move(rule, memberId, paidAt, -1, coins)
  }

  #move(rule: RuleCore, memberId: MemberId, at: Date, sign: 1 | -1, coins: Coins.Coins): void {
    if (rule.limits.length === 0) return
    for (const slot of slotsOf(rule, at)) {
      this.#counters.get(textOf(rule, memberId, slot))?.move(sign, coins)
    }
  }

  /**
   * Every counter to write. One without a row gets it with its first payment, though a reversal may have made up for that. One that only
   * fell needs no row: it is counted again from the awards.
   */
  changed(): ReadonlyArray<Counter> {
    return Array.from(this.#counters.values()).filter(({ changed, hasRow, rose }) =>
      hasRow ? changed : rose
    )
  }
}
