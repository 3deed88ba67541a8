import type { Used } from "../awards/decide.ts"
import * as Coins from "../Coins.ts"
import type { MemberId, PartnerId, RuleId } from "../Id.ts"
import type { StoredRule } from "../rules/Rule.ts"
import { type Window, windowOf } from "./calendar.ts"
import { type Counted, countedBy } from "./Limit.ts"

/** A window in which the payments of a rule are counted, per member or per rule. */
interface CountedWindow extends Counted, Window {
  /** The last part of `CounterKey.text`: when the window starts, and its period. */
  readonly suffix: string
}

/** Identifies a counter. The subject is a member, or the rule itself for a limit per rule. */
export interface CounterKey extends CountedWindow {
  readonly partnerId: PartnerId
  readonly ruleId: RuleId
  readonly subjectId: MemberId | RuleId
  readonly generation: number
  /** A unique text for maps. */
  readonly text: string
}

export interface Counts {
  readonly awards: number
  readonly coins: Coins.Coins
}

export const noCounts: Counts = { awards: 0, coins: Coins.zero }

/** The counts of a window before this transaction, and now. Without a stored row, `before` was computed from awards, or is zero. */
export class Counter implements Used {
  awards: number
  coins: Coins.Coins
  /** Whether this transaction counted a payment, even if it also reversed one. */
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

  add(coins: Coins.Coins): void {
    this.awards += 1
    if (this.key.maxCoins !== null) this.coins = Coins.make(this.coins + coins)
    this.rose = true
  }

  subtract({ awards, coins }: Counts): void {
    this.awards -= awards
    if (this.key.maxCoins !== null) this.coins = Coins.make(this.coins - coins)
  }

  get changed(): boolean {
    return this.awards !== this.before.awards || this.coins !== this.before.coins
  }
}

/** The windows that were computed last for each rule. Awards that are written together have the same time and windows. */
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

/** The successors of erased members. A window that never ends is counted for the successor instead of the erased member. */
export type Successors = ReadonlyMap<MemberId | RuleId, MemberId>

export const noSuccessors: Successors = new Map()

const subjectOf = (
  rule: StoredRule,
  memberId: MemberId | RuleId,
  { endsAt, per }: CountedWindow,
  successors: Successors
): MemberId | RuleId => {
  if (per === "rule") return rule.id
  return endsAt === null ? (successors.get(memberId) ?? memberId) : memberId
}

const textOf = (
  rule: StoredRule,
  memberId: MemberId | RuleId,
  window: CountedWindow,
  successors: Successors
): string => `${rule.id}${subjectOf(rule, memberId, window, successors)}${window.suffix}`

/** Returns the keys of the counters that count a payment of a rule to a member at an instant. */
export const keysOf = (
  rule: StoredRule,
  memberId: MemberId | RuleId,
  at: Date,
  successors: Successors = noSuccessors
): ReadonlyArray<CounterKey> =>
  rule.limits.length === 0
    ? []
    : countedWindows(rule, at).map((window) => ({
        ...window,
        partnerId: rule.partnerId,
        ruleId: rule.id,
        subjectId: subjectOf(rule, memberId, window, successors),
        generation: rule.generation,
        text: textOf(rule, memberId, window, successors)
      }))

/** Returns the keys of the counters that count the payments of a rule to all members. */
export const keysOfRule = (rule: StoredRule, at: Date): ReadonlyArray<CounterKey> =>
  keysOf(rule, rule.id, at).filter(({ per }) => per === "rule")

const nothingUsed: ReadonlyArray<Used> = []

/** Counters of rules. A transaction that writes them has locked the rules. This class does no I/O. */
export class Counters {
  readonly #counters: ReadonlyMap<string, Counter>
  readonly #successors: Successors

  constructor(counters: Iterable<Counter>, successors: Successors = noSuccessors) {
    this.#counters = new Map(Array.from(counters, (counter) => [counter.key.text, counter]))
    this.#successors = successors
  }

  /** Returns the counts of each limit of a rule for a member, in the order of the limits. */
  used(rule: StoredRule, memberId: MemberId, at: Date): ReadonlyArray<Used> {
    if (rule.limits.length === 0) return nothingUsed
    const windows = countedWindows(rule, at)
    return rule.limits.map(({ per, period }) => {
      const window = windows.find((each) => each.per === per && each.period === period)
      const counter = window && this.#counters.get(textOf(rule, memberId, window, this.#successors))
      if (counter === undefined) throw new Error(`a counter of rule ${rule.id} was not read`)
      return counter
    })
  }

  /** Adds a payment to the counters of its windows. */
  count(rule: StoredRule, memberId: MemberId, at: Date, coins: Coins.Coins): void {
    for (const counter of this.#counting(rule, memberId, at)) counter.add(coins)
  }

  /** Subtracts `counts` from the counters of a payment that was made at `at`. A window that has ended may have no counter. */
  giveBack(rule: StoredRule, memberId: MemberId, at: Date, counts: Counts): void {
    for (const counter of this.#counting(rule, memberId, at)) counter.subtract(counts)
  }

  #counting(rule: StoredRule, memberId: MemberId, at: Date): ReadonlyArray<Counter> {
    if (rule.limits.length === 0) return []
    return countedWindows(rule, at).flatMap(
      (window) => this.#counters.get(textOf(rule, memberId, window, this.#successors)) ?? []
    )
  }

  /**
   * Returns the counters to write. A counter without a row gets a row only if it counted a payment. Otherwise it is computed from awards
   * again when it is needed.
   */
  changed(): ReadonlyArray<Counter> {
    return Array.from(this.#counters.values()).filter(({ changed, hasRow, rose }) =>
      hasRow ? changed : rose
    )
  }
}
