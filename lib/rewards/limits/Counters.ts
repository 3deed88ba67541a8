import type { Used } from "../awards/decide.ts"
import * as Coins from "../Coins.ts"
import type { MemberId, PartnerId, RuleId } from "../Id.ts"
import type { RuleCore } from "../rules/Rule.ts"
import { type Window, windowOf } from "./calendar.ts"
import { type Counted, countedBy, type Per, type Period } from "./Limit.ts"

/** What tells one counter from another. The subject is the member, or the rule itself where all its payments are counted. */
export interface CounterKey extends Counted, Window {
  readonly partnerId: PartnerId
  readonly ruleId: RuleId
  readonly subjectId: MemberId | RuleId
  readonly generation: number
}

export interface Counts {
  readonly awards: number
  readonly coins: Coins.Coins
}

/** A counter as it was read, and as it is now. One without a row was counted from the awards, or is new. */
export interface Counter extends CounterKey {
  readonly hasRow: boolean
  /** Whether a payment was counted in this transaction. */
  readonly rose: boolean
  readonly before: Counts
  readonly now: Counts
}

export const counterOf = (key: CounterKey, counts: Counts, hasRow: boolean): Counter => ({
  ...key,
  hasRow,
  rose: false,
  before: counts,
  now: counts
})

export const noCounts: Counts = { awards: 0, coins: Coins.zero }

/** The key of a map. Ids have a fixed length, and a period has no digits. */
export const textOf = ({ ruleId, subjectId, startsAt, period }: CounterKey): string =>
  `${ruleId}${subjectId}${startsAt.getTime()}${period}`

/** The counters that a payment of a rule to a member moves at a moment. */
export const keysOf = (rule: RuleCore, memberId: MemberId | RuleId, at: Date): ReadonlyArray<CounterKey> =>
  rule.limits.length === 0
    ? []
    : countedBy(rule.limits).map((counted) => ({
        ...counted,
        ...windowOf(rule.timeZone, counted.period, at),
        partnerId: rule.partnerId,
        ruleId: rule.id,
        subjectId: counted.per === "member" ? memberId : rule.id,
        generation: rule.generation
      }))

const nothingUsed: ReadonlyArray<Used> = []

/** The counters of one transaction, read under the locks of their rules. It lives for one transaction and does no I/O. */
export class Counters {
  readonly #counters: Map<string, Counter>

  constructor(counters: Iterable<Counter>) {
    this.#counters = new Map(Array.from(counters, (counter) => [textOf(counter), counter]))
  }

  has(key: CounterKey): boolean {
    return this.#counters.has(textOf(key))
  }

  /** What each limit of a rule has used for a member, in the order of the limits. */
  used(rule: RuleCore, memberId: MemberId, at: Date): ReadonlyArray<Used> {
    if (rule.limits.length === 0) return nothingUsed
    const counters = new Map<string, Used>()
    for (const key of keysOf(rule, memberId, at)) {
      const counter = this.#counters.get(textOf(key))
      if (counter === undefined) throw new Error(`a counter of rule ${rule.id} was not read`)
      counters.set(pair(key), { ...counter.now, resetsAt: counter.endsAt })
    }
    return rule.limits.map((limit) => counters.get(pair(limit)) ?? { ...noCounts, resetsAt: null })
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
    for (const key of keysOf(rule, memberId, at)) {
      const counter = this.#counters.get(textOf(key))
      if (counter === undefined) continue
      const { awards, coins: spent } = counter.now
      const counted = key.maxCoins === null ? spent : Coins.make(spent + sign * coins)
      this.#counters.set(textOf(key), {
        ...counter,
        ...key,
        rose: counter.rose || sign > 0,
        now: { awards: awards + sign, coins: counted }
      })
    }
  }

  /** Every counter to write. One that was counted from the awards and only fell needs no row: it is counted again. */
  changed(): ReadonlyArray<Counter> {
    return Array.from(this.#counters.values()).filter(
      ({ before, hasRow, now, rose }) =>
        (hasRow || rose) && (before.awards !== now.awards || before.coins !== now.coins)
    )
  }
}

const pair = ({ per, period }: { readonly per: Per; readonly period: Period }): string => `${per} ${period}`
