import { Either } from "effect"
import { amountIn } from "../activities/amountIn.ts"
import { type Facts, fieldsRead, judge } from "../activities/judge.ts"
import { attributeOf, pathOf } from "../activities/When.ts"
import { type Decision, decide, noTally, type Tally } from "../awards/decide.ts"
import * as Coins from "../Coins.ts"
import type { MemberId } from "../Id.ts"
import { localTime, windowOf } from "../limits/calendar.ts"
import { type Deciding, decidingOf } from "../rules/Named.ts"
import type { StoredRule } from "../rules/Rule.ts"
import { SimulatedCounters } from "./SimulatedCounters.ts"
import type { Simulation } from "./Simulation.ts"

/**
 * An activity as it was recorded, with the attributes that the member has today. `activities` is its number among the member's
 * activities of this type.
 */
export interface RecordedActivity extends Pick<Facts, "data" | "attributes" | "activities" | "occurredAt"> {
  readonly memberId: MemberId
  readonly type: string
  /** The time of recording. Limits and the schedule use it. */
  readonly at: Date
}

/** What a simulation knows about a member. */
interface Progress {
  readonly tally: Tally
  readonly balance: number
}

const newcomer: Progress = { tally: noTally, balance: 0 }

const fieldsOf = ({ when }: Deciding): ReadonlyArray<string> => [
  ...fieldsRead(when.conditions),
  ...(when.amount === undefined ? [] : [when.amount])
]

/** Runs a rule over activities, without the partner's other rules and with counters that start at zero. It does no I/O. */
export class SimulatedRule {
  /** The types of the activities that the rule decides about. */
  readonly types: ReadonlyArray<string>
  /** Whether the rule reads the data of activities. */
  readonly readsData: boolean
  /** Whether the rule reads the attributes of members. */
  readonly readsAttributes: boolean
  readonly #rule: StoredRule
  readonly #deciding: ReadonlyMap<string, ReadonlyArray<Deciding>>
  readonly #counters: SimulatedCounters
  readonly #members = new Map<MemberId, Progress>()
  readonly #refusals = new Map<string, number>()
  readonly #days = new Map<string, bigint>()
  #day = { start: 0, end: 0, name: "" }
  #activities = 0
  #met = 0
  #awards = 0
  #participants = 0

  constructor(rule: StoredRule) {
    const deciding = decidingOf([rule])
    const fields = deciding.flatMap(fieldsOf)
    this.#rule = rule
    this.#deciding = Map.groupBy(deciding, ({ when }) => when.activity)
    this.#counters = new SimulatedCounters(rule)
    this.types = Array.from(this.#deciding.keys())
    this.readsData = fields.some((field) => pathOf(field) !== undefined)
    this.readsAttributes = fields.some((field) => attributeOf(field) !== undefined)
  }

  /** Takes the next activity. Activities come in the order of their recording. */
  add(activity: RecordedActivity): void {
    this.#activities += 1
    let isMet = false
    for (const named of this.#deciding.get(activity.type) ?? []) {
      isMet = this.#decide(named, activity) || isMet
    }
    if (isMet) this.#met += 1
  }

  /** Decides about an activity. Returns whether the conditions were met. */
  #decide(named: Deciding, activity: RecordedActivity): boolean {
    const { at, memberId } = activity
    const { timeZone } = this.#rule
    const { balance, tally } = this.#members.get(memberId) ?? newcomer
    const { activities, attributes, data, occurredAt } = activity
    const facts = { data, attributes, activities, paid: tally.paid, occurredAt, timeZone }
    if (!judge(named.when.conditions, facts).met) return false
    const amount = amountIn(named, data)
    if (Either.isLeft(amount)) {
      this.#refuse(amount.left._tag)
      return true
    }
    const used = this.#counters.used(memberId, at)
    const award = { target: named.target, amount: amount.right, at }
    const decided = decide(this.#rule, { tally, participants: this.#participants, used }, award)
    if (Either.isLeft(decided)) this.#refuse(decided.left._tag)
    else this.#apply(decided.right, memberId, at, balance)
    return true
  }

  #apply(decision: Decision, memberId: MemberId, at: Date, balance: number): void {
    switch (decision._tag) {
      case "Suppressed":
        this.#refuse(decision.reason._tag)
        return
      case "Counted":
        this.#members.set(memberId, { tally: decision.tally, balance })
        return
      case "Paid": {
        const { coins, newParticipant, tally } = decision
        // A wallet holds at most `Coins.max`, and a simulated one starts empty.
        if (balance + coins > Coins.max) {
          this.#refuse("BalanceTooLarge")
          return
        }
        this.#members.set(memberId, { tally, balance: balance + coins })
        this.#counters.count(memberId, at, coins)
        this.#awards += 1
        if (newParticipant) this.#participants += 1
        const day = this.#dayOf(at)
        this.#days.set(day, (this.#days.get(day) ?? 0n) + BigInt(coins))
      }
    }
  }

  #refuse(tag: string): void {
    this.#refusals.set(tag, (this.#refusals.get(tag) ?? 0) + 1)
  }

  /** Returns the day in which a limit per day counts a payment. It is cached, because the next payment is usually on the same day. */
  #dayOf(at: Date): string {
    const instant = at.getTime()
    if (instant < this.#day.start || instant >= this.#day.end) {
      const { timeZone } = this.#rule
      const { endsAt, startsAt } = windowOf(timeZone, "day", at)
      const name = localTime(timeZone, startsAt).toISOString().slice(0, 10)
      this.#day = { start: startsAt.getTime(), end: endsAt?.getTime() ?? instant, name }
    }
    return this.#day.name
  }

  result(): Simulation {
    const days = Array.from(this.#days).sort(([one], [other]) => (one < other ? -1 : 1))
    const sum = days.reduce((total, [, coins]) => total + coins, 0n)
    return {
      activities: this.#activities,
      met: this.#met,
      awards: this.#awards,
      members: this.#participants,
      coins: Coins.format(sum),
      refusals: Object.fromEntries(this.#refusals),
      days: days.map(([day, coins]) => ({ day, coins: Coins.format(coins) }))
    }
  }
}
