// Awards around the ends of months and days in a process of its own, whose time zone its parent chooses. Prints what came of it.
import { Effect, Layer, ManagedRuntime } from "effect"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { Boards, Coins, Statistics } from "../../../lib/index.ts"
import { outcome } from "../../support/expect.ts"
import { engineOn, newPartner, newWatch, raw, timeOf } from "../../support/world.ts"

const [url = ""] = process.argv.slice(2)
const watch = newWatch("2024-12-01T12:00:00.000Z")
const runtime = ManagedRuntime.make(
  Layer.provideMerge(engineOn(layerFromUrl(url), { backgroundFolds: false }), timeOf(watch))
)

/** The last and the first milliseconds of months and years, in UTC. */
const moments = [
  "2024-12-31T23:59:59.999Z",
  "2025-01-01T00:00:00.000Z",
  "2025-01-31T23:59:59.999Z",
  "2025-02-01T00:00:00.000Z"
]

const journey = Effect.gen(function* () {
  const { award, awards, onboard, partnerId, rule, transfer, transfers, verify } = yield* newPartner
  const [boards, statistics] = [yield* Boards, yield* Statistics]
  const limits = [{ per: "member", period: "month", awards: 1 }] as const
  yield* rule({ coinValue: 1 })
  yield* rule({ name: "monthly", coinValue: 1, limits })
  yield* onboard("ann")
  const monthly = []
  for (const at of moments) {
    watch.now = Date.parse(at)
    yield* award("ann")
    monthly.push(yield* outcome(award("ann", "monthly")))
  }
  const { id: awardId } = yield* award("ann")
  const { id: transactionId } = yield* transfer("ann", 1)
  watch.now = Date.parse("2025-03-01T00:00:00.000Z")
  // Both count in the month of what they undo.
  yield* awards.reverse({ partnerId, awardId })
  yield* transfers.refund({ partnerId, transactionId })
  const years = yield* Effect.forEach([2024, 2025], (year) => boards.year({ partnerId, year }))
  const { days } = yield* statistics.ofPartner({ partnerId, from: "2024-12-30", to: "2025-03-01" })
  // A month without a year is one of the year that it is in UTC.
  const thisYear = []
  for (const [at, month] of [
    ["2024-12-31T23:59:59.999Z", 12],
    ["2025-01-01T00:00:00.000Z", 1]
  ] as const) {
    watch.now = Date.parse(at)
    const { amount } = yield* boards.position({ partnerId, userId: "ann", month })
    thisYear.push(Coins.format(amount))
  }
  return {
    monthly,
    thisYear,
    months: years.flatMap(({ months, year }) =>
      months.flatMap(({ entries, month }) =>
        entries.map(({ coins }) => `${year}-${month}: ${Coins.format(coins)}`)
      )
    ),
    days: days.flatMap(({ awards, day, refunds, reversals, transfers }) =>
      awards + reversals + transfers + refunds === 0
        ? []
        : [`${day}: ${awards} ${reversals} ${transfers} ${refunds}`]
    ),
    divergences: yield* verify()
  }
})

const session = url.startsWith("sqlite")
  ? ""
  : String((await runtime.runPromise(raw("SHOW timezone")))[0]?.TimeZone)
process.stdout.write(
  JSON.stringify({ hour: new Date(0).getHours(), session, found: await runtime.runPromise(journey) })
)
await runtime.dispose()
