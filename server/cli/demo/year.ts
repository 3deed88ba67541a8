import type { AccountsClient, AwardInput, AwardResult } from "../../../lib/index.ts"
import type { Person } from "./people.ts"
import type { Business, DemoChange, DemoRule, Scale } from "./programme.ts"
import type { Random } from "./random.ts"
import { hour } from "./season.ts"

/** How many records of each kind a year has written. */
export const noFigures = () => ({
  members: 0,
  rules: 0,
  awards: 0,
  paid: 0,
  refused: 0,
  transfers: 0,
  reversals: 0,
  refunds: 0
})
export type Figures = ReturnType<typeof noFigures>

/** An award or transfer that will be reversed. */
interface Undo {
  readonly at: number
  readonly kind: "award" | "transfer"
  readonly id: string
  readonly member: number
}

/** One request for an award. */
export interface Call {
  readonly member: number
  readonly input: AwardInput
}

export interface YearOptions {
  readonly rewards: AccountsClient
  readonly partnerId: string
  readonly business: Business
  readonly scale: Scale
  readonly people: ReadonlyArray<Person>
  /** Whether the partner's `userDetailsUrl` has a record of a person. Fetching it costs a request. */
  readonly hasRecord: (id: string) => boolean
  readonly random: Random
}

/** Transfers, reversals and refunds per award or transfer. */
const transfersPerAward = 0.06
const reversalsPerAward = 0.015
const refundsPerTransfer = 0.08

/** The maximum number of members or awards in one call. */
export const most = 1000

const isFull = <A>(list: ReadonlyArray<A>): list is readonly [A, ...ReadonlyArray<A>] => list.length > 0

/**
 * The year of one partner, moment by moment. Holds in memory only the coins of each member and the pending reversals; everything else is
 * in the database.
 */
export const openYear = async (options: YearOptions) => {
  const { business, hasRecord, partnerId, people, random, rewards, scale } = options
  const figures = noFigures()
  const coins = new Float64Array(people.length)
  const ids = new Map<string, string>()
  const rules = business.rules(scale)
  const awardable = rules.filter(({ weight }) => weight > 0)
  const names = new Map(rules.map(({ rule }) => [rule.name, rule.name]))
  const changes: Array<DemoChange> = [...business.changes(scale)]
  const undos: Array<Undo> = []
  // Counted and not random, so that a small demo also has some of each.
  let owedTransfers = 0
  let owedReversals = 0
  let owedRefunds = 0.5

  for (const { rule } of rules) {
    ids.set(rule.name, (await rewards.rules.create({ ...rule, partnerId })).id)
    figures.rules += 1
  }

  /** A fifth of the members join when the year begins. The others join in four groups a day, because each group costs a transaction. */
  const joinedBy = (part: number): number => {
    const quarter = Math.floor(part * 4 * 365) / (4 * 365)
    return Math.min(people.length, Math.max(1, Math.ceil(people.length * (0.2 + 0.8 * quarter))))
  }

  const join = async (part: number): Promise<ReadonlyArray<number>> => {
    const before = figures.members
    const after = joinedBy(part)
    for (let from = before; from < after; from += most) {
      const newcomers = people.slice(from, Math.min(from + most, after))
      await rewards.members.onboardMany(newcomers.map(({ id }) => ({ partnerId, userId: id })))
    }
    for (const { id } of people.slice(before, after)) {
      if (hasRecord(id)) await rewards.memberDetails.onboard({ partnerId, userId: id, tag: id })
    }
    figures.members = after
    return Array.from({ length: after - before }, (_, index) => before + index)
  }

  const change = async (part: number): Promise<void> => {
    while (changes[0] !== undefined && changes[0].part <= part) {
      const [{ change, rule }] = changes.splice(0, 1) as [DemoChange]
      await rewards.rules.update({ ...change, partnerId, id: ids.get(rule) ?? "" })
      if (change.name !== undefined) names.set(rule, change.name)
    }
  }

  /** Picks a member; active members are picked more often. */
  const someone = (): number => {
    for (let tries = 0; tries < 50; tries++) {
      const index = random.below(figures.members)
      if (random.chance(people[index]?.activity ?? 1)) return index
    }
    return 0
  }

  const inputOf = (member: number, { names: own, notes, rule }: DemoRule): AwardInput => ({
    partnerId,
    userId: people[member]?.id ?? "",
    ruleName: own === undefined ? (names.get(rule.name) ?? rule.name) : random.pick(own),
    ...(notes === undefined || random.chance(0.4) ? {} : { narration: random.pick(notes) }),
    ...(random.chance(0.5) ? { metadata: { store: random.pick(business.stores) } } : {})
  })

  /** Also picks rules that are not active, whose awards are refused. */
  const choose = (newcomers: ReadonlyArray<number>, count: number): ReadonlyArray<Call> => {
    const welcome = rules.find(({ weight }) => weight === 0)
    const welcomed = welcome === undefined ? [] : newcomers.map((member) => ({ member, rule: welcome }))
    const chosen = isFull(awardable)
      ? Array.from({ length: count }, () => ({ member: someone(), rule: random.weighted(awardable) }))
      : []
    return [...welcomed, ...chosen].map(({ member, rule }) => ({ member, input: inputOf(member, rule) }))
  }

  const record = (at: number, member: number, outcome: AwardResult): void => {
    if (!outcome.ok) {
      figures.refused += 1
      return
    }
    const { award } = outcome
    figures.awards += 1
    if (award.awarded) figures.paid += 1
    coins[member] = (coins[member] ?? 0) + Number(award.coins)
    if (award.suppressedBy === null) owedReversals += reversalsPerAward
    if (owedReversals >= 1) {
      owedReversals -= 1
      undos.push({ at: at + random.below(72 * hour), kind: "award", id: award.id, member })
    }
  }

  const transfer = async (at: number, awards: number): Promise<void> => {
    owedTransfers += awards * transfersPerAward
    const calls: Array<{ readonly member: number; readonly amount: number }> = []
    for (; owedTransfers >= 1; owedTransfers -= 1) {
      const member = someone()
      const steps = Math.min(6, Math.floor((coins[member] ?? 0) / 50))
      if (steps < 1) continue
      const amount = 50 * (1 + random.below(steps))
      coins[member] = (coins[member] ?? 0) - amount
      calls.push({ member, amount })
    }
    const done = await Promise.all(
      calls.map(({ member, amount }) =>
        rewards.transfers.transfer({
          partnerId,
          userId: people[member]?.id ?? "",
          coins: String(amount),
          narration: "Voucher"
        })
      )
    )
    for (const [index, { id }] of done.entries()) {
      figures.transfers += 1
      const member = calls[index]?.member ?? 0
      owedRefunds += refundsPerTransfer
      if (owedRefunds >= 1) {
        owedRefunds -= 1
        undos.push({ at: at + random.below(48 * hour), kind: "transfer", id, member })
      }
    }
  }

  /** A reversal is refused if the coins are spent or the cycle has ended. The award then stays. */
  const undo = async (at: number): Promise<void> => {
    const due = undos.filter((one) => one.at <= at)
    if (due.length === 0) return
    undos.splice(0, undos.length, ...undos.filter((one) => one.at > at))
    const awards = due.filter(({ kind }) => kind === "award")
    const transfers = due.filter(({ kind }) => kind === "transfer")
    const reversed = await rewards.awards.reverseMany(
      awards.map(({ id }) => ({ partnerId, awardId: id, narration: "Entered by mistake" }))
    )
    for (const [index, outcome] of reversed.entries()) {
      if (!outcome.ok) continue
      const member = awards[index]?.member ?? 0
      coins[member] = (coins[member] ?? 0) - Number(outcome.reversal.coins)
      figures.reversals += 1
    }
    const refunded = await rewards.transfers.refundMany(
      transfers.map(({ id }) => ({ partnerId, transactionId: id, narration: "Voucher returned" }))
    )
    for (const [index, outcome] of refunded.entries()) {
      if (!outcome.ok) continue
      const member = transfers[index]?.member ?? 0
      coins[member] = (coins[member] ?? 0) + Number(outcome.refund.coins)
      figures.refunds += 1
    }
  }

  return {
    figures,
    /** Changes rules, onboards members, and returns the award requests of a moment. */
    begin: async (part: number, awards: number): Promise<ReadonlyArray<Call>> => {
      await change(part)
      return choose(await join(part), awards)
    },
    record,
    /** Spends coins, and writes the reversals and refunds that are due. */
    end: async (at: number, awards: number): Promise<void> => {
      await transfer(at, awards)
      await undo(at)
    }
  }
}
export type Year = Awaited<ReturnType<typeof openYear>>
