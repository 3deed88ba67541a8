import { Context, Effect, Layer } from "effect"
import * as Coins from "../rewards/Coins.ts"
import { now } from "../rewards/clock.ts"
import { type InvalidInput, parser } from "../schema/Input.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Folder } from "./Folder.ts"
import {
  checkDays,
  type DayTotals,
  dayOf,
  type Totals as Found,
  ListTotals,
  type ListTotalsInput,
  millisOfDay,
  numberOf
} from "./Total.ts"
import { readDays } from "./Totals/statements.ts"

/**
 * What a partner's programme moved, day by day in UTC, and the coins in all wallets. Exact, with every transfer that was
 * committed before the call; the cost follows the number of days, not of awards.
 */
export class Totals extends Context.Tag("rewards/Totals")<
  Totals,
  {
    /** The days from `from` to `to`, both included: the last 30 unless told, 366 at most. */
    readonly days: (input: ListTotalsInput) => Effect.Effect<Found, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Totals, never, Database | Folder> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const usual = 30
const parse = parser(ListTotals, checkDays)

type Row = ReturnType<typeof readDays.decode>[number]

const coins = (units: number | null | undefined): Coins.Coins => Coins.make(units ?? 0)

const totalsOf = (day: number, row: Row | undefined): DayTotals => ({
  day: dayOf(day),
  awards: row?.awards ?? 0,
  awarded: coins(row?.awarded),
  reversals: row?.reversals ?? 0,
  reversed: coins(row?.reversed),
  transfers: row?.transfers ?? 0,
  returned: coins(row?.returned),
  refunds: row?.refunds ?? 0,
  refunded: coins(row?.refunded)
})

const make = Effect.gen(function* () {
  const database = yield* Database
  const { exactly } = yield* Folder

  return Totals.of({
    days: Effect.fn("Totals.days")(function* (input) {
      const { from, partnerId, to } = yield* parse(input)
      const today = dayOf(Math.floor((yield* now).getTime() / millisOfDay))
      const until = numberOf(
        to ?? (from === undefined ? today : dayOf(Math.min(numberOf(from) + usual - 1, numberOf(today))))
      )
      const since = from === undefined ? until - usual + 1 : numberOf(from)
      const read = database.run(readDays, [{ partner_id: partnerId, since, until }])
      const { rows } = yield* exactly(
        partnerId,
        Effect.map(read, (rows) => ({ rows, pending: rows[0]?.pending ?? false }))
      )
      const known = new Map(rows.map((row) => [row.day, row]))
      return {
        outstanding: Coins.format(BigInt(rows[0]?.outstanding ?? 0)),
        days: Array.from({ length: Math.max(0, until - since + 1) }, (_, index) =>
          totalsOf(since + index, known.get(since + index))
        )
      }
    })
  })
})
