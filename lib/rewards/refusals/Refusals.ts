import { Context, Effect, Layer } from "effect"
import { BoundedMap } from "../../schema/BoundedMap.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { onRealTime } from "../../sql/RealTime.ts"
import { given, statement } from "../../sql/Statement.ts"
import type { PartnerId } from "../Id.ts"
import { refusals } from "../tables.ts"
import type { RefusedAward } from "./Refusal.ts"
import { type RefusalCount, RefusalCounts } from "./RefusalCounts.ts"

/** A partner, and a range of days. A day is the number of days since 1 January 1970. The days `since` and `until` are in the range. */
export interface RefusalRange {
  readonly partnerId: PartnerId
  readonly since: number
  readonly until: number
}

/**
 * Counts the awards that rules refused or suppressed, by rule, reason and UTC day. They are counted in memory, and written every few
 * seconds, outside of the transactions of awards. So they cost an award nothing, and a crash can lose the last seconds. The counts of
 * several processes add up. Refusals in a host's transaction are counted even if that transaction is rolled back.
 */
export class Refusals extends Context.Tag("rewards/Refusals")<
  Refusals,
  {
    /** Counts a refusal on a day. It must not throw. */
    readonly count: (partnerId: PartnerId, day: number, refused: RefusedAward) => void

    /**
     * Reads the counts of a partner in the range, by day, rule and reason. Writes the counts of this process first, unless it is called in
     * a transaction. If they cannot be written, for example because the database is read-only, they are not in the result.
     */
    readonly read: (
      range: RefusalRange
    ) => Effect.Effect<ReadonlyArray<Omit<RefusalCount, "partnerId">>, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Refusals, never, Database> = Layer.suspend(() =>
    Layer.scoped(this, make)
  )
}

/** The time between two writes. */
const pause = "3 seconds"

/** The largest number of counts in one statement. */
const mostRows = 500

/**
 * If a partner has this many rows of a day, no new rows are added for that day. One statement can exceed the number, because it counts the
 * rows before it adds its own.
 */
const mostOfDay = 500

/** How many days counts are stored: twice the longest range of statistics, so that a range can be compared with the range before it. */
const storedDays = 800

/** For how many partners a process remembers that their old counts were removed. */
const mostCleaned = 10_000

const add = statement({
  input: { partnerId: "uuid", day: "small", ruleId: "uuid", code: "text", which: "text", count: "integer" },
  sql: ({ owner, source }) => `INSERT INTO rewards_refusal (partner_id, day, rule_id, code, which, count)
    SELECT ${owner()}, input.day, input.rule_id, input.code, input.which, input.count FROM ${source()}
    WHERE (SELECT COUNT(*) FROM rewards_refusal f WHERE f.partner_id = input.partner_id AND f.day = input.day) < ${mostOfDay}
      OR EXISTS (SELECT 1 FROM rewards_refusal f WHERE f.partner_id = input.partner_id AND f.day = input.day
        AND f.rule_id = input.rule_id AND f.code = input.code AND f.which = input.which)
    ON CONFLICT (partner_id, day, rule_id, code, which) DO UPDATE SET count = rewards_refusal.count + excluded.count`
})

const removeBefore = statement({
  input: { partnerId: "uuid", day: "small" },
  sql: `DELETE FROM rewards_refusal WHERE partner_id IN (SELECT partner_id FROM input) AND day < ${given("day")}`
})

const readRange = statement({
  input: { partnerId: "uuid", since: "small", until: "small" },
  output: refusals.row("day", "ruleId", "code", "which", "count"),
  sql: `SELECT f.day, f.rule_id, f.code, f.which, f.count FROM input CROSS JOIN rewards_refusal f
    WHERE f.partner_id = input.partner_id AND f.day >= input.since AND f.day <= input.until
    ORDER BY f.day, f.rule_id, f.code, f.which`
})

const make = Effect.gen(function* () {
  const database = yield* Database
  const counts = new RefusalCounts()
  const one = yield* Effect.makeSemaphore(1)
  /** The day on which the old counts of each partner were last removed. */
  const cleaned = new BoundedMap<number>(mostCleaned)

  /** Removes the old counts of each partner. A test side has a day of its own, because its clock can be ahead. */
  const clean = Effect.fnUntraced(function* (days: ReadonlyMap<PartnerId, number>) {
    for (const [partnerId, day] of days) {
      if (cleaned.get(partnerId) === day) continue
      cleaned.remember(partnerId, day)
      yield* database.run(removeBefore, [{ partnerId, day: Math.max(0, day - storedDays) }])
    }
  })

  /** Writes all counts. Counts that cannot be written now stay in memory. */
  const write = one.withPermits(1)(
    Effect.gen(function* () {
      const taken = counts.take()
      for (let at = 0; at < taken.length; at += mostRows) {
        yield* Effect.onError(database.run(add, taken.slice(at, at + mostRows)), () =>
          Effect.sync(() => {
            for (const each of taken.slice(at)) counts.add(each)
          })
        )
      }
      // The counts are sorted, so the last day of each partner remains.
      yield* clean(new Map(taken.map(({ day, partnerId }) => [partnerId, day])))
    })
  )
  const tryWrite = Effect.catchAllCause(write, (cause) =>
    Effect.logDebug("the counts of refusals could not be written yet", cause)
  )

  yield* Effect.addFinalizer(() => tryWrite)
  yield* Effect.forever(Effect.zipRight(onRealTime(Effect.sleep(pause)), tryWrite)).pipe(
    Effect.interruptible,
    Effect.forkScoped
  )

  return Refusals.of({
    count: (partnerId, day, refused) => counts.add({ partnerId, day, ...refused, count: 1 }),
    read: Effect.fn("Refusals.read")(function* (range) {
      if (!(yield* database.inTransaction)) yield* tryWrite
      return yield* database.run(readRange, [range])
    })
  })
})
