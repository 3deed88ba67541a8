import { Context, Effect, Layer, Schema, Struct } from "effect"
import * as Coins from "../rewards/Coins.ts"
import { now } from "../rewards/clock.ts"
import { afterDue, outstandingOf } from "../rewards/sql.ts"
import { type InvalidInput, parser, type Unparsed } from "../schema/Input.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Bool } from "../sql/Row.ts"
import { statement } from "../sql/Statement.ts"
import { FoldScheduler } from "./FoldScheduler.ts"
import { isPending } from "./Folds.ts"
import {
  checkDays,
  type DayTotals,
  dayNumberOf,
  dayOf,
  type Totals as FoundTotals,
  ListTotals,
  type ListTotalsInput,
  millisOfDay
} from "./Total.ts"
import { days } from "./tables.ts"

/**
 * The totals of a partner's transfers for each day in UTC, and the coins in all wallets. They include every transfer that was
 * committed before the call. On a read-only database, the newest transfers can be missing from the days.
 */
export class Totals extends Context.Tag("rewards/Totals")<
  Totals,
  {
    /**
     * The totals of the days from `from` to `to`, both included; at most 366 days. The default is the last 30 days. If only `to` is
     * given, the range has 30 days. If only `from` is given, the range has 30 days, or ends today if that is earlier.
     */
    readonly days: (
      input: ListTotalsInput | Unparsed
    ) => Effect.Effect<FoundTotals, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Totals, never, Database | FoldScheduler> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const defaultDays = 30
const parse = parser(ListTotals, checkDays)

/** The columns that all rows repeat. If the range has no day with transfers, the result is one row without a day. */
const head = { pending: Bool, outstanding: Schema.String }

const readDays = statement({
  input: { partnerId: "uuid", since: "small", until: "small", due: "uuid" },
  output: Schema.Union(
    Schema.Struct({ ...head, ...days.fields }),
    Schema.Struct({ ...head, day: Schema.Null })
  ),
  sql: `SELECT ${isPending("input.partner_id")} AS pending, ${outstandingOf("input.partner_id", "input.due")} AS outstanding, ${days.list("d")}
    FROM input LEFT JOIN rewards_day d
      ON d.partner_id = input.partner_id AND d.day >= input.since AND d.day <= input.until
    ORDER BY d.day`
})

const emptyDay: Omit<DayTotals, "day"> = {
  awards: 0,
  awarded: Coins.zero,
  reversals: 0,
  reversed: Coins.zero,
  transfers: 0,
  returned: Coins.zero,
  refunds: 0,
  refunded: Coins.zero,
  adjustments: 0,
  credited: Coins.zero,
  debited: Coins.zero
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const { readUpToDate } = yield* FoldScheduler

  return Totals.of({
    days: Effect.fn("Totals.days")(function* (input) {
      const { from, partnerId, to } = yield* parse(input)
      const at = yield* now
      const today = Math.floor(at.getTime() / millisOfDay)
      const first = from === undefined ? undefined : dayNumberOf(from)
      const last = first === undefined ? today : Math.min(first + defaultDays - 1, today)
      const until = to === undefined ? last : dayNumberOf(to)
      const since = first ?? until - defaultDays + 1
      const { rows } = yield* readUpToDate(
        partnerId,
        Effect.map(database.run(readDays, [{ partnerId, since, until, due: afterDue(at) }]), (rows) => ({
          rows,
          pending: rows[0]?.pending ?? false
        }))
      )
      const known = new Map(
        rows.flatMap((row) =>
          row.day === null
            ? []
            : [[row.day, Struct.omit(row, "day", "outstanding", "partnerId", "pending")] as const]
        )
      )
      return {
        outstanding: Coins.format(BigInt(rows[0]?.outstanding ?? 0)),
        days: Array.from({ length: Math.max(0, until - since + 1) }, (_, index) => ({
          day: dayOf(since + index),
          ...(known.get(since + index) ?? emptyDay)
        }))
      }
    })
  })
})
