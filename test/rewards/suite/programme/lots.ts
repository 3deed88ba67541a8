import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect } from "effect"
import { Activities, Adjustments, Coins } from "../../../../lib/index.ts"
import { CoinsExpire, endOfDayAfter } from "../../../../lib/rewards/lots/period.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused, tagOf } from "../../../support/expect.ts"
import { sized } from "../../../support/sized.ts"
import { raw } from "../../../support/world.ts"
import { lotsIn } from "./holdings.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

class Undo extends Data.TaggedError("Undo") {}

const day = 86_400_000
const zone = "America/New_York"

/** How many lots of a wallet end on consecutive days. Ten years of them are all that a wallet can have. */
const daily = sized("LOTS", { short: 400, onNode: 100, long: 3650 })

/** A member, and rules whose coins do not expire, or expire after 10 or 30 days. */
const withLots = Effect.gen(function* () {
  const world = yield* newProgramme
  const { partnerId } = world
  yield* world.rule({ name: "plain", coinValue: 10 })
  yield* world.rule({ name: "ten", coinValue: 5, coinsExpire: "P10D", timeZone: zone })
  yield* world.rule({ name: "thirty", coinValue: 20, coinsExpire: "P30D", timeZone: zone })
  const [ann] = yield* world.onboard("ann")
  assert.ok(ann)
  const { adjust, adjustMany, reverse: undo } = yield* Adjustments
  /** When coins of this moment expire. */
  const endAfter = (period: string, timeZone = zone) =>
    endOfDayAfter(timeZone, CoinsExpire.make(period), world.now())
  const order = { partnerId, userId: "ann", reason: "a reason" }
  return {
    ...world,
    ann,
    adjustMany,
    undo: (adjustmentId: string, rest: { readonly idempotencyKey?: string } = {}) =>
      undo({ partnerId, adjustmentId, ...rest }),
    credit: (coins: number, rest: { readonly coinsExpire?: string } = {}) =>
      adjust({ ...order, coins, debitOrCredit: "CR", ...rest }),
    debit: (coins: number) => adjust({ ...order, coins, debitOrCredit: "DE" }),
    endAfter,
    /** The lots that have coins. */
    open: Effect.map(lotsIn(ann.id), (lots) =>
      lots.flatMap(({ coins, expiresAt }) => (coins === "0" ? [] : [[expiresAt.getTime(), coins] as const]))
    ),
    expired: Effect.map(lotsIn(ann.id), (lots) =>
      lots.flatMap(({ expired }) => (expired === "0" ? [] : [expired]))
    )
  }
})

export const lots = (it: Tests<ProgrammeEngine>): void => {
  it.live("spending takes the coins that expire first, and undated ones last", () =>
    Effect.gen(function* () {
      const { award, coins, debit, endAfter, open, transfer, verify } = yield* withLots
      const [ten, thirty] = [endAfter("P10D").getTime(), endAfter("P30D").getTime()]
      for (const name of ["plain", "thirty", "ten"]) yield* award("ann", name)
      yield* transfer("ann", 2)
      assert.deepEqual(yield* open, [
        [ten, "3"],
        [thirty, "20"]
      ])
      yield* debit(7)
      assert.deepEqual(yield* open, [[thirty, "16"]])
      yield* transfer("ann", 20)
      assert.deepEqual([yield* open, yield* coins("ann")], [[], "6"])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "coins of the same instant are one lot, which expires at the end of its local day and not before",
    () =>
      Effect.gen(function* () {
        const { award, coins, endAfter, expired, later, open, transfer, travel, verify } = yield* withLots
        const end = endAfter("P10D")
        yield* award("ann", "ten")
        later(3)
        yield* award("ann", "ten")
        assert.deepEqual(yield* open, [[end.getTime(), "10"]])
        travel(end.getTime() - 1)
        yield* transfer("ann", 4)
        assert.equal(yield* coins("ann"), "6")
        travel(end)
        assert.equal(yield* coins("ann"), "0")
        assert.equal(yield* outcome(transfer("ann", 1)), "InsufficientCoins")
        yield* award("ann", "plain")
        assert.deepEqual([yield* expired, yield* coins("ann")], [["6"], "10"])
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("a refund returns coins to their lots; of lots that have ended, to a lot of 30 local days", () =>
    Effect.gen(function* () {
      const { ann, award, coins, credit, endAfter, later, open, refund, transfer, travel, verify } =
        yield* withLots
      const [ten, thirty] = [endAfter("P10D"), endAfter("P30D")]
      for (const name of ["plain", "ten", "thirty"]) yield* award("ann", name)
      yield* credit(3, { coinsExpire: "P11D" })
      const first = yield* transfer("ann", 1)
      const second = yield* transfer("ann", 32)
      assert.deepEqual([yield* open, yield* coins("ann")], [[], "5"])
      later(24)
      yield* refund(first.id)
      assert.deepEqual(yield* open, [[ten.getTime(), "1"]])
      travel(ten.getTime() + 2 * day)
      yield* refund(second.id)
      // 4 of the 5 coins of the first lot are given another 30 days, in its zone, and the coins of the credit, in UTC.
      const [local, utc] = [endAfter("P30D").getTime(), endAfter("P30D", "UTC").getTime()]
      assert.deepEqual(
        new Map(yield* open),
        new Map([
          [thirty.getTime(), "20"],
          [local, "4"],
          [utc, "3"]
        ])
      )
      assert.equal(yield* coins("ann"), "37")
      const zones = (yield* lotsIn(ann.id)).map(
        ({ expiresAt, timeZone }) => [expiresAt.getTime(), timeZone] as const
      )
      assert.deepEqual([new Map(zones).get(local), new Map(zones).get(utc)], [zone, "UTC"])
      travel(Math.max(local, utc))
      assert.equal(yield* coins("ann"), "10")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a reversal takes its own lot, then what expired of it, then other coins, earliest first", () =>
    Effect.gen(function* () {
      const { award, coins, endAfter, expired, later, open, reverse, transfer, travel, verify } =
        yield* withLots
      const ten = endAfter("P10D")
      const first = yield* award("ann", "ten")
      const second = yield* award("ann", "ten")
      yield* transfer("ann", 2)
      later(24)
      const thirty = endAfter("P30D").getTime()
      yield* award("ann", "thirty")
      const plain = yield* award("ann", "plain")
      // The lot still has 8 of the 10 coins of both awards.
      yield* reverse(first.id, { coins: 1 })
      assert.deepEqual(yield* open, [
        [ten.getTime(), "7"],
        [thirty, "20"]
      ])
      travel(ten)
      assert.equal(yield* coins("ann"), "30")
      yield* reverse(first.id)
      yield* reverse(second.id, { coins: 1 })
      // Of the 7 coins that expired, 4 and 1 were taken back.
      assert.deepEqual([yield* expired, yield* coins("ann")], [["2"], "30"])
      yield* reverse(second.id)
      // 2 of 4 coins had expired. The others were spent, so coins of the next lot are taken.
      assert.deepEqual([yield* expired, yield* open, yield* coins("ann")], [[], [[thirty, "18"]], "28"])
      // Undated coins come from the undated ones first.
      yield* transfer("ann", 17)
      assert.deepEqual(yield* open, [[thirty, "1"]])
      yield* award("ann", "thirty")
      yield* reverse(plain.id, { coins: 9 })
      assert.deepEqual(
        (yield* open).map(([, coins]) => coins),
        ["1", "20"]
      )
      yield* transfer("ann", 22)
      yield* refused("InsufficientCoins")(reverse(plain.id))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a reversal needs only what expired coins do not cover, and says so if the wallet has less", () =>
    Effect.gen(function* () {
      const { award, coins, endAfter, expired, reverse, transfer, travel, verify } = yield* withLots
      const ten = endAfter("P10D")
      const made = yield* award("ann", "ten")
      yield* transfer("ann", 3)
      travel(ten)
      const { have, need } = yield* refused("InsufficientCoins")(reverse(made.id))
      assert.deepEqual([have, need], [Coins.zero, Coins.make(30_000)])
      yield* reverse(made.id, { coins: 2 })
      yield* award("ann", "plain")
      yield* reverse(made.id)
      assert.deepEqual([yield* expired, yield* coins("ann")], [[], "7"])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("reversals of expired coins are replayed with the coins that they took, in whole or in part", () =>
    Effect.gen(function* () {
      const { award, coins, credit, endAfter, partnerId, reverse, rule, transfer, travel, undo, verify } =
        yield* withLots
      const activities = yield* Activities
      const when = { activity: "order" }
      yield* rule({ name: "order", coinValue: 6, coinsExpire: "P3D", when })
      const activity = yield* activities.record({ partnerId, userId: "ann", type: "order", data: {} })
      yield* transfer("ann", 6)
      const other = yield* activities.record({ partnerId, userId: "ann", type: "order", data: {} })
      const [whole, part] = [yield* award("ann", "ten"), yield* award("ann", "thirty")]
      const [gone, half] = [
        yield* credit(7, { coinsExpire: "P5D" }),
        yield* credit(8, { coinsExpire: "P40D" })
      ]
      travel(endAfter("P10D"))
      yield* transfer("ann", 12)
      travel(endAfter("P50D"))
      yield* award("ann", "plain")
      yield* award("ann", "plain")
      const reverseActivity = (activityId: string) => (idempotencyKey: string) =>
        activities.reverse({ partnerId, activityId, idempotencyKey })
      const calls = [
        [5, 0, (key: string) => reverse(whole.id, { idempotencyKey: key })],
        [20, 12, (key: string) => reverse(part.id, { idempotencyKey: key })],
        [7, 0, (key: string) => undo(gone.id, { idempotencyKey: key })],
        [8, 0, (key: string) => undo(half.id, { idempotencyKey: key })],
        // Both activities paid into one lot, half of which had expired.
        [6, 0, reverseActivity(activity.id)],
        [6, 6, reverseActivity(other.id)]
      ] as const
      let left = 20
      for (const [index, [all, fromWallet, call]] of calls.entries()) {
        const first = yield* call(`reversal ${index}`)
        assert.equal(Coins.format(first.coins), String(all))
        left -= fromWallet
        const own = yield* raw(`SELECT amount FROM rewards_transfer WHERE id = UUID '${first.id}'`)
        // The awards of an activity have reversals of their own.
        const moved = fromWallet > 0 && index < 4 ? [fromWallet * 10_000] : []
        assert.deepEqual(
          own.map(({ amount }) => Number(amount)),
          moved
        )
        const again = yield* call(`reversal ${index}`)
        assert.deepEqual(again, { ...first, replayed: true })
        assert.equal(yield* coins("ann"), String(left))
      }
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("the coins of a credit expire by UTC, and its undoing finds what expired", () =>
    Effect.gen(function* () {
      const { coins, credit, debit, endAfter, expired, open, travel, undo, verify } = yield* withLots
      const end = endAfter("P2D", "UTC")
      const first = yield* credit(5, { coinsExpire: "P2D" })
      const second = yield* credit(4)
      const spent = yield* debit(6)
      assert.deepEqual([yield* open, yield* coins("ann")], [[], "3"])
      yield* undo(spent.id)
      assert.deepEqual(yield* open, [[end.getTime(), "5"]])
      const other = yield* debit(2)
      travel(end)
      assert.equal(yield* coins("ann"), "4")
      // The debit took coins of a lot that has ended.
      yield* undo(other.id)
      assert.deepEqual(yield* open, [[endAfter("P30D", "UTC").getTime(), "2"]])
      yield* undo(first.id)
      assert.deepEqual([yield* expired, yield* open, yield* coins("ann")], [[], [], "4"])
      yield* undo(second.id)
      yield* refused("AlreadyReversed")(undo(first.id))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a change of a rule's period affects later awards alone", () =>
    Effect.gen(function* () {
      const { award, endAfter, open, partnerId, rules, travel, verify } = yield* withLots
      const ten = endAfter("P10D")
      yield* award("ann", "ten")
      const { id } = yield* rules.find({ partnerId, name: "ten" })
      yield* rules.update({ partnerId, id, coinsExpire: "P1Y" })
      const year = endAfter("P1Y").getTime()
      yield* award("ann", "ten")
      yield* rules.update({ partnerId, id, coinsExpire: null })
      yield* award("ann", "ten")
      assert.deepEqual(yield* open, [
        [ten.getTime(), "5"],
        [year, "5"]
      ])
      travel(ten)
      yield* award("ann", "ten")
      assert.deepEqual(yield* open, [[year, "5"]])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a clock that jumps over years settles everything in its order, by one command", () =>
    Effect.gen(function* () {
      const { ann, award, coins, endAfter, later, now, rule, transfer, travel, verify } = yield* withLots
      yield* rule({ name: "both", coinValue: 7, pendingDays: 20, coinsExpire: "P1M", timeZone: zone })
      for (let count = 0; count < 5; count += 1) {
        yield* award("ann", "ten")
        yield* award("ann", "both")
        later(30)
      }
      yield* award("ann", "plain")
      travel(endAfter("P9Y"))
      assert.equal(yield* coins("ann"), "10")
      yield* transfer("ann", 1)
      const entries = yield* raw(
        `SELECT kind, amount, created_at FROM rewards_entry WHERE account_id = UUID '${ann.id}' ORDER BY version`
      )
      const due = entries.filter(({ kind }) => kind === "maturity" || kind === "expiry")
      const times = due.map(({ created_at }) => new Date(String(created_at)).getTime())
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b)
      )
      assert.ok(times.every((at) => at < now().getTime()))
      assert.equal(due.filter(({ kind }) => kind === "maturity").length, 5)
      assert.equal(
        due.reduce((sum, { amount }) => sum + Number(amount), 0),
        -25 * 10_000
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a lot that expired gets coins again while the clock is back, and expires again", () =>
    Effect.gen(function* () {
      const { ann, award, coins, differBy, endAfter, now, reverse, transfer, travel, verify } =
        yield* withLots
      const made = now().getTime()
      const end = endAfter("P10D")
      yield* award("ann", "ten")
      travel(end)
      yield* refused("InsufficientCoins")(transfer("ann", 1))
      yield* award("ann", "plain")
      differBy((made - end.getTime()) / 1000)
      const again = yield* award("ann", "ten")
      assert.equal(yield* coins("ann"), "15")
      const [lot] = yield* lotsIn(ann.id)
      assert.deepEqual([lot?.coins, lot?.expired, lot?.expirations], ["5", "5", 1])
      assert.deepEqual(yield* verify(), [])
      travel(end)
      assert.equal(yield* coins("ann"), "10")
      yield* transfer("ann", 1)
      const [after] = yield* lotsIn(ann.id)
      assert.deepEqual([after?.coins, after?.expired, after?.expirations], ["0", "10", 2])
      const expiries = yield* raw(
        `SELECT id FROM rewards_transfer WHERE kind = 'expiry' AND debit_account = UUID '${ann.id}'`
      )
      assert.equal(new Set(expiries.map(({ id }) => id)).size, 2)
      yield* reverse(again.id)
      assert.equal(yield* coins("ann"), "9")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(`a wallet with ${daily} lots is spent, reversed and expires like any other`, () =>
    Effect.gen(function* () {
      const { adjustMany, ann, award, coins, endAfter, later, partnerId, reverse, transfer, travel, verify } =
        yield* withLots
      const plain = yield* award("ann", "plain")
      const start = endAfter("P1D", "UTC").getTime()
      for (let first = 1; first <= daily; first += 1000) {
        const credits = Array.from({ length: Math.min(1000, daily + 1 - first) }, (_, index) => ({
          partnerId,
          userId: "ann",
          coins: 1,
          reason: "a day",
          debitOrCredit: "CR" as const,
          coinsExpire: `P${first + index}D`
        }))
        const outcomes = yield* adjustMany(credits)
        assert.ok(outcomes.every((each) => tagOf(each) === "ok"))
      }
      assert.equal(yield* coins("ann"), String(daily + 10))
      yield* transfer("ann", 12)
      const open = Effect.map(lotsIn(ann.id), (lots) => lots.filter(({ coins }) => coins !== "0"))
      const [next] = yield* open
      assert.equal(next?.expiresAt.getTime(), start + 12 * day)
      // Undated coins are taken although there are lots, and lots once there are none.
      yield* reverse(plain.id)
      assert.equal((yield* open).length, daily - 12)
      travel(start + 20 * day)
      assert.equal(yield* coins("ann"), String(daily - 21))
      later(1)
      yield* transfer("ann", 1)
      assert.equal((yield* open).length, daily - 22)
      assert.deepEqual(yield* verify(), [])
      travel(start + (daily + 1) * day)
      assert.equal(yield* coins("ann"), "0")
      yield* award("ann", "plain")
      assert.deepEqual(yield* open, [])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("inside a host's transaction, what is due is written with the command, and undone with it", () =>
    Effect.gen(function* () {
      const { award, coins, endAfter, expired, open, refund, transfer, travel, verify } = yield* withLots
      const sql = yield* SqlClient.SqlClient
      const ten = endAfter("P10D")
      yield* award("ann", "ten")
      yield* award("ann", "plain")
      const spent = yield* transfer("ann", 2)
      travel(ten)
      const work = Effect.gen(function* () {
        yield* transfer("ann", 4)
        assert.deepEqual([yield* expired, yield* coins("ann")], [["3"], "6"])
        yield* refund(spent.id)
        assert.equal(yield* coins("ann"), "8")
        yield* award("ann", "ten")
        return yield* new Undo()
      })
      yield* refused("Undo")(sql.withTransaction(work))
      assert.equal(yield* coins("ann"), "10")
      yield* sql.withTransaction(Effect.zipRight(transfer("ann", 4), refund(spent.id)))
      assert.deepEqual(yield* open, [[endAfter("P30D").getTime(), "2"]])
      assert.deepEqual([yield* expired, yield* coins("ann")], [["3"], "8"])
      assert.deepEqual(yield* verify(), [])
    })
  )
}
