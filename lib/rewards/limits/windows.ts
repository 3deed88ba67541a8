import { type Context, Effect } from "effect"
import { firstIdOf } from "../../schema/Id.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import type { MemberId } from "../Id.ts"
import type { RuleCore } from "../rules/Rule.ts"
import { Counter, type CounterKey, Counters, type Counts, keysOf, noCounts } from "./Counters.ts"
import { countOfMember, countOfRule, moveWindows, openWindows, readWindows } from "./statements.ts"

/** A payment of a rule to a member, at a moment: one that may be made now, or one that is to be reversed. */
export interface Payment {
  readonly rule: RuleCore
  readonly memberId: MemberId
  readonly at: Date
}

/** The counters of all these payments, each once. */
const keysFor = (payments: ReadonlyArray<Payment>): ReadonlyArray<CounterKey> => {
  const keys = payments.flatMap(({ at, memberId, rule }) => keysOf(rule, memberId, at))
  return keys.length < 2 ? keys : Array.from(new Map(keys.map((key) => [key.text, key])).values())
}

const columns = (key: CounterKey) => ({
  partner_id: key.partnerId,
  rule_id: key.ruleId,
  subject_id: key.subjectId,
  generation: key.generation,
  period: key.period,
  starts_at: key.startText
})

/** Counters that were asked for, and those of them that have a row. */
export interface Rows {
  readonly asked: ReadonlySet<string>
  readonly found: ReadonlyMap<string, Counter>
}

const readRows = (keys: ReadonlyArray<CounterKey>): Batch.Batch<Rows> =>
  Batch.map(
    Batch.of(
      readWindows,
      keys.map((key, asked) => ({ ...columns(key), asked }))
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
      // Coins that no limit is about are not counted.
      const counts = { awards, coins: key.maxCoins === null ? noCounts.coins : coins }
      return [[key.text, new Counter(key, counts, hasRow)]]
    })
  )

/** Reads counters. The caller holds their rules, unless it only wants to look. */
export const makeWindows = (database: Context.Tag.Service<Database>) => {
  /** What awards have paid in windows, without the counters of those that have paid nothing. */
  const countAwards = (keys: ReadonlyArray<CounterKey>) => {
    const rows = keys.map((key, asked) => ({
      partner_id: key.partnerId,
      rule_id: key.ruleId,
      member_id: key.subjectId,
      first_id: firstIdOf(key.startsAt),
      starts_at: key.startText,
      ends_at: key.endsAt?.toISOString() ?? null,
      asked
    }))
    const ofMembers = rows.filter(({ asked }) => keys[asked]?.per === "member")
    const ofRules = rows.filter(({ asked }) => keys[asked]?.per === "rule")
    return Effect.map(
      database.send(Batch.zip(Batch.of(countOfMember, ofMembers), Batch.of(countOfRule, ofRules))),
      ([members, rules]) => countersOf(keys, [...members, ...rules], false)
    )
  }

  return {
    /** Reads rows together with other statements. */
    rows: (payments: ReadonlyArray<Payment>): Batch.Batch<Rows> => readRows(keysFor(payments)),

    rowsOf: readRows,

    countAwards,

    /**
     * The counters of payments that may be made now, and of past ones that are to be reversed. `rows` are those that were read
     * before; a window that has begun since is read now.
     */
    counters: Effect.fnUntraced(function* (
      current: ReadonlyArray<Payment>,
      past: ReadonlyArray<Payment>,
      rows: Rows,
      now: Date
    ) {
      const wanted = keysFor(current)
      const keys = [...wanted, ...keysFor(past)]
      const late = yield* database.send(readRows(keys.filter(({ text }) => !rows.asked.has(text))))
      const counters = new Map([...rows.found, ...late.found])
      const until = new Map([...current, ...past].map(({ rule }) => [rule.id, rule.countedUntil]))
      // Windows that may have paid before the rule got these counters, and have no row yet. Windows of the past without a row
      // are needed no more.
      const isUncounted = ({ endsAt, ruleId, startsAt, text }: CounterKey): boolean => {
        const last = until.get(ruleId) ?? null
        return last !== null && startsAt <= last && (endsAt === null || endsAt > now) && !counters.has(text)
      }
      for (const [text, counter] of yield* countAwards(keys.filter(isUncounted))) counters.set(text, counter)
      for (const key of wanted) {
        if (!counters.has(key.text)) counters.set(key.text, new Counter(key, noCounts, false))
      }
      return new Counters(counters.values())
    })
  }
}

const numbers = ({ awards, coins, key }: Counter) => ({
  awards,
  coins,
  max_awards: key.maxAwards,
  max_coins: key.maxCoins
})

/** Writes rows for counters that have none. */
export const openRows = (counters: ReadonlyArray<Counter>): Batch.Batch<unknown> =>
  Batch.of(
    openWindows,
    counters.map((counter) => ({
      ...columns(counter.key),
      ends_at: counter.key.endsAt?.toISOString() ?? null,
      ...numbers(counter)
    }))
  )

/** Writes the counters that moved: one statement for those that are new, and one for the others. */
export const saveCounters = (counters: Counters): Batch.Batch<void> => {
  const changed = counters.changed()
  return Batch.inOrder([
    openRows(changed.filter(({ hasRow }) => !hasRow)),
    Batch.of(
      moveWindows,
      changed
        .filter(({ hasRow }) => hasRow)
        .map((counter) => ({
          ...columns(counter.key),
          ...numbers(counter),
          before_awards: counter.before.awards,
          before_coins: counter.before.coins
        }))
    )
  ])
}
