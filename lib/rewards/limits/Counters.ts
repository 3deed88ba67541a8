import type { Used } from "../awards/decide.ts"
import * as Coins from "../Coins.ts"
import type { MemberId, PartnerId, RuleId } from "../Id.ts"
import type { StoredRule } from "../rules/Rule.ts"
import { type Window, windowOf } from "./calendar.ts"
import { type Counted, countedBy } from "./Limit.ts"

/** A window that a rule counts at an instant, for each member or for the whole rule. */
interface CountedWindow extends Counted, Window {
  /** The last part of the `text` of its counters. It is unambiguous, because a period has no digits. */
  readonly suffix: string
}

/** Identifies a counter. The subject is a member, or the rule itself for a limit per rule. */
export interface CounterKey extends CountedWindow {
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

/** A counter: the counts that were read, and the counts now. One without a row was counted from the awards, or is new. */
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

/** A group asks for the windows of a rule at the same instant once for each award. */
const known = new WeakMap<
  StoredRule,
  { readonly at: number; readonly windows: ReadonlyArray<CountedWindow> }
>()

const countedWindows = (rule: StoredRule, at: Date): ReadonlyArray<CountedWindow> => {
  const found = known.get(rule)
  if (found !== undefined && found.at === at.getTime()) return found.windows
  const windows = countedBy(rule.limits).map((counted) => {
    const window = windowOf(rule.timeZone, counted.period, at)
    return { ...counted, ...window, suffix: `${window.startsAt.getTime()}${counted.period}` }
  })
  known.set(rule, { at: at.getTime(), windows })
  return windows
}

const subjectOf = (
  rule: StoredRule,
  memberId: MemberId | RuleId,
  { per }: CountedWindow
): MemberId | RuleId => (per === "member" ? memberId : rule.id)

const textOf = (rule: StoredRule, memberId: MemberId | RuleId, window: CountedWindow): string =>
  `${rule.id}${subjectOf(rule, memberId, window)}${window.suffix}`

/** The counters that a payment of a rule to a member changes at an instant. */
export const keysOf = (rule: StoredRule, memberId: MemberId | RuleId, at: Date): ReadonlyArray<CounterKey> =>
  rule.limits.length === 0
    ? []
    : countedWindows(rule, at).map((window) => ({
        ...window,
        partnerId: rule.partnerId,
        ruleId: rule.id,
        subjectId: subjectOf(rule, memberId, window),
        generation: rule.generation,
        text: textOf(rule, memberId, window)
      }))

/** The counters of a rule's limits per rule. Those of members are left out, so no member is needed. */
export const keysOfRule = (rule: StoredRule, at: Date): ReadonlyArray<CounterKey> =>
  keysOf(rule, rule.id, at).filter(({ per }) => per === "rule")

const nothingUsed: ReadonlyArray<Used> = []

/** The counters of one transaction, read under the locks of their rules. It lives for one transaction and does no I/O. */
export class Counters {
  readonly #counters: ReadonlyMap<string, Counter>

  constructor(counters: Iterable<Counter>) {
    this.#counters = new Map(Array.from(counters, (counter) => [counter.key.text, counter]))
  }

  /** The payments that each limit of a rule has counted for a member, in the order of the limits. */
  used(rule: StoredRule, memberId: MemberId, at: Date): ReadonlyArray<Used> {
    if (rule.limits.length === 0) return nothingUsed
    const windows = countedWindows(rule, at)
    return rule.limits.map(({ per, period }) => {
      const window = windows.find((each) => each.per === per && each.period === period)
      const counter = window && this.#counters.get(textOf(rule, memberId, window))
      if (counter === undefined) throw new Error(`a counter of rule ${rule.id} was not read`)
      return counter
    })
  }

  /**
   * Counts a payment (1), or takes one back (-1), in the windows of the payment's own instant. A window that has ended and has no
   * counter needs none.
   */
  count(sign: 1 | -1, rule: StoredRule, memberId: MemberId, at: Date, coins: Coins.Coins): void {
    if (rule.limits.length === 0) return
    for (const window of countedWindows(rule, at)) {
      this.#counters.get(textOf(rule, memberId, window))?.move(sign, coins)
    }
  }

  /**
   * Every counter to write. One without a row gets it with its first payment, even if a reversal of the same group cancels the
   * payment. One that only fell needs no row: it is counted from the awards again.
   */
  changed(): ReadonlyArray<Counter> {
    return Array.from(this.#counters.values()).filter(({ changed, hasRow, rose }) =>
      hasRow ? changed : rose
    )
  }
}
