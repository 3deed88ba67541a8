import { type Context, Effect } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import type { MemberId } from "../Id.ts"
import type { RuleCore } from "../rules/Rule.ts"
import {
  type Counter,
  type CounterKey,
  Counters,
  type Counts,
  counterOf,
  keysOf,
  noCounts,
  textOf
} from "./Counters.ts"
import { countOfMember, moveWindows, openWindows, readWindows } from "./statements.ts"

/** A payment of a rule to a member, at a moment: one that may be made now, or one that is to be reversed. */
export interface Payment {
  readonly rule: RuleCore
  readonly memberId: MemberId
  readonly at: Date
}

/** The counters of all these payments, each once. */
const keysFor = (payments: ReadonlyArray<Payment>): ReadonlyArray<CounterKey> => {
  const keys = payments.flatMap(({ at, memberId, rule }) => keysOf(rule, memberId, at))
  return keys.length < 2 ? keys : Array.from(new Map(keys.map((key) => [textOf(key), key])).values())
}

const columns = (key: CounterKey) => ({
  partner_id: key.partnerId,
  rule_id: key.ruleId,
  subject_id: key.subjectId,
  generation: key.generation,
  period: key.period,
  starts_at: key.startsAt.toISOString()
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
    (rows) => ({ asked: new Set(keys.map(textOf)), found: countersOf(keys, rows, true) })
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
      return [[textOf(key), counterOf(key, counts, hasRow)]]
    })
  )

/** Reads counters. The caller holds their rules, unless it only wants to look. */
export const makeWindows = (database: Context.Tag.Service<Database>) => {
  const countAwards = (keys: ReadonlyArray<CounterKey>) =>
    Effect.map(
      database.run(
        countOfMember,
        keys.map((key, asked) => ({
          partner_id: key.partnerId,
          rule_id: key.ruleId,
          member_id: key.subjectId,
          starts_at: key.startsAt.toISOString(),
          asked
        }))
      ),
      (rows) => countersOf(keys, rows, false)
    )

  return {
    /** Reads rows together with other statements. */
    rows: (payments: ReadonlyArray<Payment>): Batch.Batch<Rows> => readRows(keysFor(payments)),

    rowsOf: readRows,

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
      const keys = keysFor([...current, ...past])
      const late = keys.filter((key) => !rows.asked.has(textOf(key)))
      const lateRows = late.length === 0 ? rows : yield* database.send(readRows(late))
      const found = new Map([...rows.found, ...lateRows.found])
      const since = new Map([...current, ...past].map(({ rule }) => [rule.id, rule.countedSince]))
      // Windows of members that were running, or began, when the rule got these counters, and have no row yet: a payment may
      // have come before the update in the same millisecond. The rule as a whole got its rows at once, and windows of the past
      // without a row are needed no more.
      const isUncounted = ({ endsAt, per, ruleId, startsAt }: CounterKey): boolean => {
        const from = since.get(ruleId) ?? null
        return per === "member" && from !== null && startsAt <= from && (endsAt === null || endsAt > now)
      }
      const uncounted = keys.filter((key) => !found.has(textOf(key)) && isUncounted(key))
      const counted = yield* countAwards(uncounted)
      const all = new Map([...found, ...counted])
      const empty = keysFor(current).filter((key) => !all.has(textOf(key)))
      return new Counters([...all.values(), ...empty.map((key) => counterOf(key, noCounts, false))])
    })
  }
}

const numbers = ({ maxAwards, maxCoins, now }: Counter) => ({
  awards: now.awards,
  coins: now.coins,
  max_awards: maxAwards,
  max_coins: maxCoins
})

/** Writes rows for counters that have none. */
export const openRows = (counters: ReadonlyArray<Counter>): Batch.Batch<unknown> =>
  Batch.of(
    openWindows,
    counters.map((counter) => ({
      ...columns(counter),
      ends_at: counter.endsAt?.toISOString() ?? null,
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
          ...columns(counter),
          ...numbers(counter),
          before_awards: counter.before.awards,
          before_coins: counter.before.coins
        }))
    )
  ])
}
