import { type Context, Effect, Schema, Struct } from "effect"
import { firstIdOf } from "../../schema/Id.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { Coins, Integer, sqlName } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import type { MemberId } from "../Id.ts"
import { findMerged } from "../members/mergeRows.ts"
import { type Inheritance, noInheritance } from "../personal/inheritance.ts"
import { findErasedBefore } from "../personal/successors.ts"
import type { StoredRule } from "../rules/Rule.ts"
import { windows } from "../tables.ts"
import {
  Counter,
  type CounterKey,
  Counters,
  type Counts,
  keysOf,
  noCounts,
  noSuccessors,
  type Successors
} from "./Counters.ts"

/** Reads counters, computes them from awards, and writes them. Counters are stored in the table `rewards_window`. */

const sameKey = windows.key
  .map((column) => `rewards_window.${sqlName(column)} = input.${sqlName(column)}`)
  .join(" AND ")

/** `asked` is the index of the counter's key in the list of requested keys. */
const CountRow = Schema.Struct({ asked: Integer, awards: Integer, coins: Coins })

export const findWindows = statement({
  input: { ...Struct.pick(windows.types, ...windows.key), asked: "small" },
  output: CountRow,
  sql: `SELECT input.asked, rewards_window.awards, rewards_window.coins FROM input CROSS JOIN rewards_window WHERE ${sameKey}`
})

/** A sum that is above every limit, and that a JavaScript number represents exactly. */
const most = "9000000000000000"

/**
 * Adds up the coins in the relation `paid`, which has the columns asked and coins. `coins` is NULL for an award that did not pay or was
 * reversed.
 */
const sums = `SELECT asked, COUNT(coins) AS awards,
    CASE WHEN SUM(coins) > ${most} THEN ${most} ELSE COALESCE(SUM(coins), 0) END AS coins
  FROM paid GROUP BY asked`

/**
 * SQL for the coins of an award that were not returned; NULL if there are none. Scalar subqueries read them, because PostgreSQL may read
 * the whole table for a join.
 */
const coinsLeft = `NULLIF((SELECT t.amount FROM rewards_transfer t WHERE t.partner_id = a.partner_id AND t.id = a.id) - COALESCE((
      SELECT MAX(v.returned) FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id), 0), 0)`

const inWindow = (asked: string) => `a.created_at >= ${asked}.starts_at
    AND (${asked}.ends_at IS NULL OR a.created_at < ${asked}.ends_at)`

/** The input of a statement that counts awards. `firstId` is the smallest id that an award at `startsAt` can have. */
const window = {
  partnerId: "uuid",
  ruleId: "uuid",
  startsAt: "instant",
  endsAt: "instant?",
  firstId: "uuid",
  asked: "small"
} as const

/** Counts the payments of a rule to a member in a window, and the coins that were not returned. */
export const countOfMember = statement({
  input: { ...window, memberId: "uuid" },
  output: CountRow,
  sql: `, paid AS (
      SELECT input.asked, ${coinsLeft} AS coins FROM input CROSS JOIN rewards_award a
      WHERE a.partner_id = input.partner_id AND a.member_id = input.member_id AND a.id >= input.first_id
        AND a.rule_id = input.rule_id AND ${inWindow("input")}
    ) ${sums}`
})

/** Counts the payments of a rule to all members in a window. It finds the awards by the index on `ordinal + 0`. */
export const countOfRule = statement({
  input: window,
  output: CountRow,
  sql: `, part AS MATERIALIZED (
      SELECT input.partner_id, input.rule_id, input.starts_at, input.ends_at, input.first_id, input.asked, c.ordinal
      FROM input CROSS JOIN rewards_condition c WHERE c.partner_id = input.partner_id AND c.rule_id = input.rule_id
    ), paid AS (
      SELECT part.asked, ${coinsLeft} AS coins FROM part CROSS JOIN rewards_award a
      WHERE a.partner_id = part.partner_id AND a.ordinal + 0 = part.ordinal AND a.rule_id = part.rule_id
        AND a.id >= part.first_id AND ${inWindow("part")}
    ) ${sums}`
})

/** Returns SQL for a count. The SQL is NULL if the count is above its limit. The NOT NULL constraint then aborts the transaction. */
const within = (measure: "awards" | "coins"): string =>
  `CASE WHEN max_${measure} IS NULL OR ${measure} <= max_${measure} THEN ${measure} END`

/** Inserts counters. Fails with a conflict if another transaction has just inserted the same counter. */
const insertWindows = statement({
  input: windows.types,
  sql: ({ owner, source }) => `INSERT INTO rewards_window
       (partner_id, rule_id, subject_id, generation, period, starts_at, ends_at, awards, coins, max_awards, max_coins)
     SELECT ${owner()}, rule_id, subject_id, generation, period, starts_at, ends_at, ${within("awards")}, ${within("coins")},
       max_awards, max_coins
     FROM ${source()}`
})

/**
 * Returns SQL that sets a count and its limit. The count becomes NULL if another transaction changed it first, or if it rises above its
 * limit. The NOT NULL constraint then aborts the transaction. The limit changes only if the count rises. A count that falls can still be
 * above a limit that was lowered, and a CHECK constraint refuses a row above its limit.
 */
const setCount = (
  measure: "awards" | "coins"
): string => `${measure} = CASE WHEN rewards_window.${measure} = input.before_${measure}
      AND (input.${measure} <= input.before_${measure} OR input.max_${measure} IS NULL OR input.${measure} <= input.max_${measure})
      THEN input.${measure} END,
    max_${measure} = CASE WHEN input.${measure} > input.before_${measure} THEN input.max_${measure} ELSE rewards_window.max_${measure} END`

const updateWindows = statement({
  input: { ...Struct.omit(windows.types, "endsAt"), beforeAwards: "integer", beforeCoins: "integer" },
  sql: `UPDATE rewards_window SET ${setCount("awards")}, ${setCount("coins")} FROM input WHERE ${sameKey}`
})

/** A payment of a rule to a member: a possible payment now, or a past payment that is reversed. */
export interface Payment {
  readonly rule: StoredRule
  readonly memberId: MemberId
  readonly at: Date
}

const keysFor = (
  payments: ReadonlyArray<Payment>,
  successors: Successors = noSuccessors
): ReadonlyArray<CounterKey> => {
  const keys = payments.flatMap(({ at, memberId, rule }) => keysOf(rule, memberId, at, successors))
  return keys.length < 2 ? keys : Array.from(new Map(keys.map((key) => [key.text, key])).values())
}

/** `asked` has the texts of the requested keys. `found` has the counters that have a row, keyed by the texts of their keys. */
interface CounterRows {
  readonly asked: ReadonlySet<string>
  readonly found: ReadonlyMap<string, Counter>
}

const readRows = (keys: ReadonlyArray<CounterKey>): Batch.Batch<CounterRows> =>
  Batch.map(
    Batch.of(
      findWindows,
      keys.map((key, asked) => ({ ...key, asked }))
    ),
    (rows) => ({ asked: new Set(keys.map(({ text }) => text)), found: countersOf(keys, rows, true) })
  )

const countersOf = (
  keys: ReadonlyArray<CounterKey>,
  rows: ReadonlyArray<Counts & { readonly asked: number }>,
  hasRow: boolean
): ReadonlyMap<string, Counter> =>
  new Map(
    rows.flatMap(({ asked, awards, coins }) => {
      const key = keys[asked]
      if (key === undefined) return []
      // Coins are counted only if one of the counter's limits restricts them.
      const counts = { awards, coins: key.maxCoins === null ? noCounts.coins : coins }
      return [[key.text, new Counter(key, counts, hasRow)]]
    })
  )

/** The members that succeed erased members. The counters of a successor continue the counters of the erased member. */
interface Succession {
  /** The counters of the successors that the transaction creates. */
  readonly inheritance?: Inheritance
  /** The successors of erased members whose past payments are reversed. */
  readonly successors?: Successors
}

/** Returns the counters that new successors take over. Their rows are inserted before the counters of the transaction are written. */
const inheritedBy = (
  keys: ReadonlyArray<CounterKey>,
  { windows: inherited }: Inheritance
): ReadonlyMap<string, Counter> => {
  if (inherited.length === 0) return new Map()
  const rows = keys.flatMap(({ endsAt, generation, ruleId, subjectId }, asked) =>
    inherited
      .filter((row) => endsAt === null && row.ruleId === ruleId && row.subjectId === subjectId)
      .filter((row) => row.generation === generation)
      .map(({ awards, coins }) => ({ asked, awards, coins }))
  )
  return countersOf(keys, rows, true)
}

/** Whether the counter of a member also counts the payments to the erased members that the member succeeds. */
const isLasting = ({ endsAt, per }: CounterKey): boolean => per === "member" && endsAt === null

/** Reads counters. If the caller writes the counters later, it must have locked their rules. */
export const makeStoredCounters = (database: Context.Tag.Service<Database>) => {
  /**
   * Makes a function that returns the members whose payments a counter counts. These are the member of the counter and, if its window never
   * ends, the erased members that this member succeeds. Members that were merged into one of these count, too. `erased` has the erased
   * members whose successors this transaction creates.
   */
  const findCounted = (keys: ReadonlyArray<CounterKey>, erased: Inheritance["erased"]) => {
    const stored = keys.filter(isLasting).map(({ partnerId, subjectId }) => ({ partnerId, subjectId }))
    return Effect.gen(function* () {
      const found = yield* database.send(findErasedBefore(stored))
      const before = new Map<string, ReadonlyArray<MemberId>>([...found, ...erased])
      const ownOf = (key: CounterKey): ReadonlyArray<string> =>
        isLasting(key) ? [key.subjectId, ...(before.get(key.subjectId) ?? [])] : [key.subjectId]
      const members = keys
        .filter(({ per }) => per === "member")
        .flatMap((key) => ownOf(key).map((memberId) => ({ partnerId: key.partnerId, memberId })))
      const merged = Map.groupBy(yield* database.run(findMerged, members), ({ memberId }): string => memberId)
      return (key: CounterKey): ReadonlyArray<string> =>
        ownOf(key).flatMap((id) => [id, ...new Set((merged.get(id) ?? []).map(({ mergedId }) => mergedId))])
    })
  }

  /** Computes counters from awards. Windows without an award get no counter. */
  const countAwards = Effect.fnUntraced(function* (
    keys: ReadonlyArray<CounterKey>,
    erased: Inheritance["erased"] = noInheritance.erased
  ) {
    const countedBy = yield* findCounted(keys, erased)
    const rows = keys.map((key, asked) => ({ ...key, firstId: firstIdOf(key.startsAt), asked }))
    const ofMembers = rows
      .filter(({ per }) => per === "member")
      .flatMap((row) => countedBy(row).map((memberId) => ({ ...row, memberId })))
    const ofRules = rows.filter(({ per }) => per === "rule")
    const { members, rules } = yield* database.send(
      Batch.all({ members: Batch.of(countOfMember, ofMembers), rules: Batch.of(countOfRule, ofRules) })
    )
    return countersOf(keys, [...members, ...rules], false)
  })

  /**
   * Returns `found`, and for keys without a row the counters that are computed from awards. These are computed only for windows that
   * have not ended, and that may contain payments of an earlier generation: see `StoredRule.countedUntil`.
   */
  const withCounted = (
    keys: ReadonlyArray<CounterKey>,
    found: ReadonlyMap<string, Counter>,
    rules: ReadonlyArray<StoredRule>,
    now: Date,
    erased?: Inheritance["erased"]
  ) => {
    const until = new Map(rules.map(({ countedUntil, id }) => [id, countedUntil]))
    const uncounted = keys.filter(({ endsAt, ruleId, startsAt, text }) => {
      const last = until.get(ruleId) ?? null
      return last !== null && startsAt <= last && (endsAt === null || endsAt > now) && !found.has(text)
    })
    if (uncounted.length === 0) return Effect.succeed(found)
    return Effect.map(countAwards(uncounted, erased), (counted) => new Map([...found, ...counted]))
  }

  return {
    /** Reads the counters of these payments. Counters without a row are not found. */
    rows: (payments: ReadonlyArray<Payment>): Batch.Batch<CounterRows> => readRows(keysFor(payments)),

    rowsOf: readRows,

    countAwards,

    withCounted,

    /**
     * Reads the counters of payments that may be made now, and of past payments that are reversed. `rows` were read earlier. If a window
     * has begun since then, its row is read now.
     */
    counters: Effect.fnUntraced(function* (
      current: ReadonlyArray<Payment>,
      past: ReadonlyArray<Payment>,
      rows: CounterRows,
      now: Date,
      { inheritance = noInheritance, successors = noSuccessors }: Succession = {}
    ) {
      if (current.length === 0 && past.length === 0) return new Counters([])
      const wanted = keysFor(current)
      const keys = [...wanted, ...keysFor(past, successors)]
      const late = yield* database.send(readRows(keys.filter(({ text }) => !rows.asked.has(text))))
      const read = new Map([...rows.found, ...late.found, ...inheritedBy(wanted, inheritance)])
      const rules = [...current, ...past].map(({ rule }) => rule)
      const counters = yield* withCounted(keys, read, rules, now, inheritance.erased)
      const unpaid = wanted
        .filter(({ text }) => !counters.has(text))
        .map((key) => new Counter(key, noCounts, false))
      return new Counters([...counters.values(), ...unpaid], successors)
    })
  }
}

/**
 * Sets the limits of stored counters after their rule has changed. The caller has locked the rule, and has checked that no counter is above
 * its new limit.
 */
const setMaxima = statement({
  input: Struct.pick(windows.types, ...windows.key, "maxAwards", "maxCoins"),
  sql: `UPDATE rewards_window SET max_awards = input.max_awards, max_coins = input.max_coins FROM input WHERE ${sameKey}`
})

export const changeMaxima = (counters: ReadonlyArray<Counter>): Batch.Batch<unknown> =>
  Batch.of(
    setMaxima,
    counters.map(({ key }) => key)
  )

const numbersOf = ({ awards, coins, key }: Counter) => ({ ...key, awards, coins })

export const insertCounters = (counters: ReadonlyArray<Counter>): Batch.Batch<unknown> =>
  Batch.of(insertWindows, counters.map(numbersOf))

export const saveCounters = (counters: Counters): Batch.Batch<void> => {
  const changed = counters.changed()
  return Batch.inOrder([
    insertCounters(changed.filter(({ hasRow }) => !hasRow)),
    Batch.of(
      updateWindows,
      changed
        .filter(({ hasRow }) => hasRow)
        .map((counter) => ({
          ...numbersOf(counter),
          beforeAwards: counter.before.awards,
          beforeCoins: counter.before.coins
        }))
    )
  ])
}
