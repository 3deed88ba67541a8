import {
  type AccountsClient,
  type ActivityInput,
  type ActivityResult,
  type AwardInput,
  type AwardOutcome,
  RewardsError
} from "../../../lib/index.ts"
import type { Person } from "./people.ts"
import type { Business, DemoActivity, DemoAdjustment, DemoChange, DemoRule, Scale } from "./programme.ts"
import type { Random } from "./random.ts"
import { hour, type Moment } from "./season.ts"

/** How many records of each kind a year has written. */
export const noFigures = () => ({
  members: 0,
  rules: 0,
  activities: 0,
  awards: 0,
  paid: 0,
  refused: 0,
  transfers: 0,
  reversals: 0,
  refunds: 0,
  adjustments: 0
})
export type Figures = ReturnType<typeof noFigures>

/** An award, activity, transfer or adjustment that will be reversed. */
interface Undo {
  readonly at: number
  readonly kind: "award" | "activity" | "transfer" | "adjustment"
  readonly id: string
  readonly member: number
  /** The part of the award's amount that is returned. By default all of the award is reversed. */
  readonly amount?: string | undefined
}

/** One request for an award. */
export interface AwardCall {
  readonly member: number
  readonly input: AwardInput
}

/** One request that records an activity. */
export interface ActivityCall {
  readonly member: number
  readonly activity: ActivityInput
}

export type Call = AwardCall | ActivityCall

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

/** Transfers, reversals and refunds per award, activity or transfer. */
const transfersPerAward = 0.06
const reversalsPerAward = 0.02
const reversalsPerActivity = 0.01
const returnsPerReversal = 0.6
const refundsPerTransfer = 0.08

/** The maximum number of members or awards in one call. */
export const most = 1000

/** Why the reversal of an activity can be refused. */
const refusals = new Set<RewardsError["_tag"]>(["InsufficientCoins", "CycleEnded"])

/** A number of cents as euros. */
const euros = (cents: number): string => String(cents / 100)

const isFull = <A>(list: ReadonlyArray<A>): list is readonly [A, ...ReadonlyArray<A>] => list.length > 0

/**
 * The year of one partner, moment by moment. Holds in memory only the reversals to come and the coins of each member, including pending
 * ones and some that have expired; everything else is in the database.
 */
export const openYear = async (options: YearOptions) => {
  const { business, hasRecord, partnerId, people, random, rewards, scale } = options
  const figures = noFigures()
  const coins = new Float64Array(people.length)
  const ids = new Map<string, string>()
  const rules = business.rules(scale)
  const chosenFrom: ReadonlyArray<(DemoRule | DemoActivity) & { readonly weight: number }> = [
    ...rules.flatMap(({ weight = 0, ...rest }) => (weight > 0 ? [{ ...rest, weight }] : [])),
    ...business.activities
  ]
  const names = new Map(rules.map(({ rule }) => [rule.name, rule.name]))
  const changes: Array<DemoChange> = [...business.changes(scale)]
  const adjustments: Array<DemoAdjustment> = [...business.adjustments]
  const undos: Array<Undo> = []
  // Counted and not random, so that a small demo also has some of each.
  let owedTransfers = 0
  let owedReversals = 0
  let owedActivities = 0.5
  let owedReturns = 0.5
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

  /** Credits go to the first members, one after the other, and debits to the member with the most coins. Omits what is refused. */
  const adjust = async (at: number, part: number): Promise<void> => {
    const due = adjustments.filter((one) => one.part <= part)
    if (due.length === 0) return
    const richest = coins.reduce((best, held, index) => (held > (coins[best] ?? 0) ? index : best), 0)
    const calls = adjustments.splice(0, due.length).map(({ adjustment, isMistake }, index) => ({
      adjustment,
      isMistake,
      member: adjustment.debitOrCredit === "DE" ? richest : (figures.adjustments + index) % figures.members
    }))
    const outcomes = await rewards.adjustments.adjustMany(
      calls.map(({ adjustment, member }) => ({ ...adjustment, partnerId, userId: people[member]?.id ?? "" }))
    )
    for (const [index, { adjustment, isMistake, member }] of calls.entries()) {
      const outcome = outcomes[index]
      if (!outcome?.ok) continue
      const moved = Number(adjustment.coins)
      coins[member] = (coins[member] ?? 0) + (adjustment.debitOrCredit === "DE" ? -moved : moved)
      figures.adjustments += 1
      if (isMistake) undos.push({ at: at + 3 * hour, kind: "adjustment", id: outcome.adjustment.id, member })
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

  const inputOf = (member: number, { names: own, notes, prices, rule }: DemoRule): AwardInput => ({
    partnerId,
    userId: people[member]?.id ?? "",
    ruleName: own === undefined ? (names.get(rule.name) ?? rule.name) : random.pick(own),
    ...(prices === undefined ? {} : { amount: euros(prices[0] + random.below(prices[1] - prices[0])) }),
    ...(notes === undefined || random.chance(0.4) ? {} : { narration: random.pick(notes) }),
    ...(random.chance(0.5) ? { metadata: { store: random.pick(business.stores) } } : {})
  })

  const callOf = (member: number, chosen: DemoRule | DemoActivity): Call => {
    if ("rule" in chosen) return { member, input: inputOf(member, chosen) }
    const { data, type } = chosen
    return { member, activity: { partnerId, userId: people[member]?.id ?? "", type, data: data(random) } }
  }

  /** Also picks rules that are not active, whose awards are refused. */
  const choose = (newcomers: ReadonlyArray<number>, count: number): ReadonlyArray<Call> => {
    const welcome = rules.find(({ weight }) => weight === 0)
    const welcomed = welcome === undefined ? [] : newcomers.map((member) => callOf(member, welcome))
    const chosen = isFull(chosenFrom)
      ? Array.from({ length: count }, () => callOf(someone(), random.weighted(chosenFrom)))
      : []
    return [...welcomed, ...chosen]
  }

  /** The half of an amount that a customer brings back; undefined if the whole award is reversed. */
  const returnedOf = (amount: string | null): string | undefined => {
    if (amount === null) return undefined
    owedReturns += returnsPerReversal
    if (owedReturns < 1) return undefined
    owedReturns -= 1
    return euros(Math.floor(Number(amount) * 50))
  }

  const record = (at: number, member: number, outcome: AwardOutcome): void => {
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
      const amount = returnedOf(award.amount)
      undos.push({ at: at + random.below(72 * hour), kind: "award", id: award.id, member, amount })
    }
  }

  /** No rule of activities has `atLimit`, so a rule that met its conditions made an award if there is no refusal. */
  const recordActivity = (at: number, member: number, result: ActivityResult): void => {
    if (!result.ok) {
      figures.refused += 1
      return
    }
    const { id, outcomes } = result.activity
    figures.activities += 1
    for (const { awarded, coins: paid, met, refusal } of outcomes) {
      if (!met) continue
      if (refusal === null) figures.awards += 1
      else figures.refused += 1
      if (awarded) figures.paid += 1
      coins[member] = (coins[member] ?? 0) + Number(paid)
    }
    owedActivities += reversalsPerActivity
    if (owedActivities >= 1) {
      owedActivities -= 1
      undos.push({ at: at + random.below(72 * hour), kind: "activity", id, member })
    }
  }

  /** Returns the coins that a member can spend, and corrects those that are held in memory, of which some may have expired. */
  const readWallet = async (member: number): Promise<number> => {
    const wallet = await rewards.members.wallet({ partnerId, userId: people[member]?.id ?? "" })
    coins[member] = Number(wallet.coins) + Number(wallet.pendingCoins)
    return Number(wallet.coins)
  }

  const transfer = async (at: number, awards: number): Promise<void> => {
    owedTransfers += awards * transfersPerAward
    const calls: Array<{ readonly member: number; readonly amount: number }> = []
    const held = new Map<number, number>()
    for (; owedTransfers >= 1; owedTransfers -= 1) {
      const member = someone()
      if ((coins[member] ?? 0) < 50) continue
      const spendable = held.get(member) ?? (await readWallet(member))
      const steps = Math.min(6, Math.floor(spendable / 50))
      const amount = steps < 1 ? 0 : 50 * (1 + random.below(steps))
      held.set(member, spendable - amount)
      if (amount === 0) continue
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

  const undoActivity = async (activityId: string, member: number): Promise<void> => {
    try {
      const reversed = await rewards.activities.reverse({
        partnerId,
        activityId,
        narration: "Order cancelled"
      })
      coins[member] = (coins[member] ?? 0) - Number(reversed.coins)
      figures.reversals += 1
    } catch (error) {
      if (!(error instanceof RewardsError && refusals.has(error._tag))) throw error
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
      awards.map(({ amount, id }) => ({
        partnerId,
        awardId: id,
        amount,
        narration: amount === undefined ? "Entered by mistake" : "Half of it was returned"
      }))
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
    for (const { id, kind, member } of due) {
      if (kind === "activity") await undoActivity(id, member)
      if (kind !== "adjustment") continue
      const { coins: returned } = await rewards.adjustments.reverse({ partnerId, adjustmentId: id })
      coins[member] = (coins[member] ?? 0) + Number(returned)
      figures.reversals += 1
    }
  }

  return {
    figures,
    /** Changes rules, onboards members, adjusts balances, and returns the requests of a moment. */
    begin: async (
      { at, part }: Pick<Moment, "at" | "part">,
      awards: number
    ): Promise<ReadonlyArray<Call>> => {
      await change(part)
      const newcomers = await join(part)
      await adjust(at, part)
      return choose(newcomers, awards)
    },
    record,
    recordActivity,
    /** Spends coins, and writes the reversals and refunds that are due. */
    end: async (at: number, awards: number): Promise<void> => {
      await transfer(at, awards)
      await undo(at)
    }
  }
}
export type Year = Awaited<ReturnType<typeof openYear>>
