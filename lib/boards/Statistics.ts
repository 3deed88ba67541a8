import { Context, Effect, Layer, Struct } from "effect"
import * as Coins from "../rewards/Coins.ts"
import { now } from "../rewards/clock.ts"
import type { RuleNotFound } from "../rewards/Errors.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { localDayOf } from "../rewards/limits/calendar.ts"
import { limitOf, type RefusedAward } from "../rewards/refusals/Refusal.ts"
import { Refusals } from "../rewards/refusals/Refusals.ts"
import type { Rule } from "../rewards/rules/Rule.ts"
import { Rules } from "../rewards/rules/Rules.ts"
import { afterDue } from "../rewards/sql.ts"
import { endOfIds, firstIdOf } from "../schema/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../schema/Input.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Boards } from "./Boards.ts"
import { FoldScheduler } from "./FoldScheduler.ts"
import { dayColumns } from "./ledgerSums.ts"
import {
  checkDays,
  type DayRange,
  type DayStatistics,
  dayOf,
  daysIn,
  type Earner,
  type Statistics as FoundStatistics,
  millisOfDay,
  ReadRuleStatistics,
  type ReadRuleStatisticsInput,
  ReadStatistics,
  type ReadStatisticsInput,
  type RuleStatistics
} from "./Statistic.ts"
import {
  type DayChanges,
  mostMembers,
  readDays,
  readEarners,
  readNewestBut,
  readRuleDays,
  readRuleEarners,
  readRuleNames,
  readRules
} from "./statisticRows.ts"

/**
 * Reads statistics of a range of days. The answers include every transfer that was committed before the call, and everything that was due
 * at that time. On a read-only database, the newest transfers can be missing from the days.
 */
export class Statistics extends Context.Tag("rewards/Statistics")<
  Statistics,
  {
    /**
     * Reads the statistics of a partner for the days from `from` to `to` in UTC. Both days are included. The range has at most 400 days,
     * and is the last 30 days by default. If only `to` is given, the range has 30 days. If only `from` is given, the range has 30 days, or
     * ends today if that is earlier.
     */
    readonly ofPartner: (
      input: ReadStatisticsInput | Unparsed
    ) => Effect.Effect<FoundStatistics, InvalidInput | DatabaseFailure>

    /**
     * Reads the coins that a rule paid on each day, and the members whom it paid most. The range is as in `ofPartner`, but its days are
     * days in the rule's time zone.
     */
    readonly ofRule: (
      input: ReadRuleStatisticsInput | Unparsed
    ) => Effect.Effect<RuleStatistics, InvalidInput | RuleNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<
    Statistics,
    never,
    Boards | Database | FoldScheduler | Refusals | Rules
  > = Layer.suspend(() => Layer.effect(this, make))
}

/** If a range has more payments than this, the members who earned most are read from the board of a month instead of the ledger. */
const mostPayments = 20_000

/** The largest number of awards of a rule that are examined to find the members whom it paid most. */
const mostAwards = 20_000

/** The largest number of rules in an answer. It is also the largest number of reasons for refusals. */
const mostListed = 50

const parse = parser(ReadStatistics, checkDays)
const parseRule = parser(ReadRuleStatistics, checkDays)

const make = Effect.gen(function* () {
  const database = yield* Database
  const boards = yield* Boards
  const refusals = yield* Refusals
  const rules = yield* Rules
  const { readUpToDate } = yield* FoldScheduler

  /** Reads rows that include every committed transfer. `pending` of the first row is true if some transfers are not folded yet. */
  const upToDate = <Row extends { readonly pending: boolean }>(
    partnerId: PartnerId,
    read: Effect.Effect<ReadonlyArray<Row>, DatabaseFailure>
  ) =>
    Effect.map(
      readUpToDate(
        partnerId,
        Effect.map(read, (rows) => ({ rows, pending: rows[0]?.pending ?? false }))
      ),
      ({ rows }) => rows
    )

  /** Reads the members who earned most. If the range has too many payments, reads the board of the month in which the range ends. */
  const readMembers = Effect.fnUntraced(function* (
    partnerId: PartnerId,
    { since, until }: DayRange,
    payments: number
  ) {
    if (payments > mostPayments) return yield* readMonth(partnerId, new Date(until * millisOfDay))
    const [fromAt, toAt] = [new Date(since * millisOfDay), new Date((until + 1) * millisOfDay)]
    const ids = { since: firstIdOf(fromAt), until: endOfIds(toAt) }
    const found = yield* database.run(readEarners, [{ partnerId, ...ids, fromAt, toAt }])
    const data = found.map(
      ({ coins, ...earner }): Earner => ({ ...earner, coins: Coins.format(BigInt(coins)) })
    )
    return { from: dayOf(since), to: dayOf(until), data }
  })

  const readMonth = Effect.fnUntraced(function* (partnerId: PartnerId, at: Date) {
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1]
    const { entries } = yield* Effect.catchTag(
      boards.coins({ partnerId, type: "earner", year, month, limit: mostMembers }),
      "MemberNotFound",
      Effect.die
    )
    const lastDay = new Date(Date.UTC(year, month, 0)).getTime() / millisOfDay
    return {
      from: dayOf(Date.UTC(year, month - 1) / millisOfDay),
      to: dayOf(lastDay),
      data: entries.map(({ coins, userId }): Earner => ({ userId, awards: null, coins: Coins.format(coins) }))
    }
  })

  /** The members whom a rule paid most. If it has very many awards in the range, only the newest of them count. */
  const readEarnersOf = Effect.fnUntraced(function* (
    rule: Rule,
    { since: firstDay, until: lastDay }: DayRange
  ) {
    const { id: ruleId, partnerId, terms } = rule
    // The local day of an award is at most a day from its day in UTC.
    const [from, to] = [(firstDay - 1) * millisOfDay, (lastDay + 2) * millisOfDay]
    const conditions = Array.from(
      { length: terms._tag === "Combined" ? terms.subRules.length + 1 : 1 },
      (_, ordinal) => ({
        partnerId,
        ruleId,
        ordinal,
        after: firstIdOf(new Date(from)),
        until: endOfIds(new Date(to))
      })
    )
    const skipped = Math.floor(mostAwards / conditions.length)
    const left = yield* Effect.forEach(conditions, (condition) =>
      database.run(readNewestBut, [{ ...condition, skipped }])
    )
    const newestLeft = left.flat().toSorted((one, other) => (one.id < other.id ? 1 : -1))[0]
    const found = yield* database.run(
      readRuleEarners,
      conditions.map((condition) => ({
        ...condition,
        after: newestLeft?.id ?? condition.after,
        firstDay,
        lastDay
      }))
    )
    return {
      after: newestLeft?.createdAt ?? null,
      data: found.map(({ coins, ...earner }) => ({ ...earner, coins: Coins.format(BigInt(coins)) }))
    }
  })

  const readCosts = Effect.fnUntraced(function* (partnerId: PartnerId, range: DayRange) {
    const rows = yield* database.run(readRules, [{ partnerId, ...range, most: mostListed }])
    const [first] = rows
    /** Returns a sum over the rules that are not listed: the sum over all rules, minus the sum over the listed rules. */
    const rest = (all: string | undefined, of: (row: (typeof rows)[number]) => string): bigint =>
      rows.reduce((sum, row) => sum - BigInt(of(row)), BigInt(all ?? 0))
    return {
      rules: rows.map(({ awards, coins, name, reversed, ruleId }) => ({
        ruleId,
        ruleName: name,
        awards,
        coins: Coins.format(BigInt(coins)),
        reversed: Coins.format(BigInt(reversed))
      })),
      otherRules: {
        rules: (first?.allRules ?? 0) - rows.length,
        awards: Number(rest(first?.allAwards, ({ awards }) => String(awards))),
        coins: Coins.format(rest(first?.allCoins, ({ coins }) => coins)),
        reversed: Coins.format(rest(first?.allReversed, ({ reversed }) => reversed))
      }
    }
  })

  const named = Effect.fnUntraced(function* (partnerId: PartnerId, reasons: ReadonlyArray<CountedReason>) {
    const ids = new Set(reasons.map(({ ruleId }) => ruleId))
    const found = yield* database.run(
      readRuleNames,
      Array.from(ids, (ruleId) => ({ partnerId, ruleId }))
    )
    const names = new Map(found.map(({ name, ruleId }) => [ruleId, name]))
    return reasons.map((each) => ({
      ruleId: each.ruleId,
      ruleName: names.get(each.ruleId) ?? "",
      ...refusalOf(each)
    }))
  })

  return Statistics.of({
    ofPartner: Effect.fn("Statistics.ofPartner")(function* (input) {
      const { partnerId, ...asked } = yield* parse(input)
      const at = yield* now
      const range = daysIn(asked, Math.floor(at.getTime() / millisOfDay))
      const { since, until } = range
      const [head, ...changes] = yield* upToDate(
        partnerId,
        database.run(readDays, [{ partnerId, since, due: afterDue(at) }])
      )
      const refused = yield* refusals.read({ partnerId, ...range })
      const reasons = byReason(refused)
      const owed = BigInt(head?.owed ?? 0)
      const outstanding = BigInt(head?.outstanding ?? 0)
      const days = daysOf(range, owed, changes, refused)
      const payments = days.reduce((sum, { awards }) => sum + awards, 0)
      return {
        from: dayOf(since),
        to: dayOf(until),
        at,
        owed: Coins.format(owed),
        outstanding: Coins.format(outstanding),
        pending: Coins.format(owed - outstanding),
        days,
        ...(yield* readCosts(partnerId, range)),
        members: yield* readMembers(partnerId, range, payments),
        refusals: yield* named(partnerId, reasons.slice(0, mostListed)),
        otherRefusals: reasons.slice(mostListed).reduce((sum, { count }) => sum + count, 0)
      }
    }),

    ofRule: Effect.fn("Statistics.ofRule")(function* (input) {
      const { id: ruleId, partnerId, ...asked } = yield* parseRule(input)
      const rule = yield* rules.get({ partnerId, id: ruleId })
      const { name: ruleName, timeZone } = rule
      const range = daysIn(asked, localDayOf(timeZone, yield* now))
      const { since, until } = range
      const rows = yield* upToDate(partnerId, database.run(readRuleDays, [{ partnerId, ruleId, ...range }]))
      const refused = yield* refusals.read({ partnerId, ...range })
      const known = new Map(rows.map((row) => [row.localDay, row]))
      return {
        ruleId,
        ruleName,
        timeZone,
        from: dayOf(since),
        to: dayOf(until),
        days: Array.from({ length: Math.max(0, until - since + 1) }, (_, index) => {
          const { awards, coins, reversed } = known.get(since + index) ?? noPayments
          return { day: dayOf(since + index), awards, coins, reversed }
        }),
        members: yield* readEarnersOf(rule, range),
        refusals: byReason(refused.filter((each) => each.ruleId === ruleId)).map(refusalOf)
      }
    })
  })
})

const noPayments = { awards: 0, coins: Coins.zero, reversed: Coins.zero }

const noChanges: DayChanges = {
  awards: 0,
  earned: Coins.zero,
  reversals: 0,
  reversed: Coins.zero,
  transfers: 0,
  spent: Coins.zero,
  refunds: 0,
  refunded: Coins.zero,
  adjustments: 0,
  credited: Coins.zero,
  debited: Coins.zero,
  expired: Coins.zero,
  unexpired: Coins.zero
}

/** Returns the change of the owed coins on a day. */
const netOf = (day: DayChanges): bigint =>
  BigInt(day.earned + day.refunded + day.credited + day.unexpired) -
  BigInt(day.reversed + day.spent + day.debited + day.expired)

/** Returns the days of a range. Starts with the coins that are owed now, and goes back day by day. */
const daysOf = (
  { since, until }: DayRange,
  owed: bigint,
  rows: ReadonlyArray<DayChanges & { readonly day: number | null }>,
  refused: ReadonlyArray<{ readonly day: number; readonly count: number }>
): ReadonlyArray<DayStatistics> => {
  const known = new Map(rows.map(({ day, ...changes }) => [day, changes]))
  const refusedOn = new Map<number, number>()
  for (const { count, day } of refused) refusedOn.set(day, (refusedOn.get(day) ?? 0) + count)
  let left = rows.reduce((sum, row) => (row.day !== null && row.day > until ? sum - netOf(row) : sum), owed)
  const days: Array<DayStatistics> = []
  for (let day = until; day >= since; day--) {
    const changes = Struct.pick(known.get(day) ?? noChanges, ...dayColumns)
    days.push({ day: dayOf(day), ...changes, refused: refusedOn.get(day) ?? 0, owed: Coins.format(left) })
    left -= netOf(changes)
  }
  return days.reverse()
}

interface CountedReason extends RefusedAward {
  readonly count: number
}

/** Adds up the counts of each rule and reason. The most frequent comes first. */
const byReason = (counts: ReadonlyArray<CountedReason>): ReadonlyArray<CountedReason> => {
  const reasons = new Map<string, CountedReason>()
  for (const { code, count, ruleId, which } of counts) {
    const key = `${ruleId} ${code} ${which}`
    reasons.set(key, { ruleId, code, which, count: count + (reasons.get(key)?.count ?? 0) })
  }
  return Array.from(reasons.values()).sort((one, other) => other.count - one.count)
}

const refusalOf = ({ code, count, which }: CountedReason) => ({ code, limit: limitOf(which), count })
