// The lots of a wallet, against a wallet of single coins, each with the instant at which it ends.
import assert from "node:assert/strict"
import { Either, FastCheck as fc, Schema } from "effect"
import * as Coins from "../../lib/rewards/Coins.ts"
import { AwardId, TransferId } from "../../lib/rewards/Id.ts"
import { dueOf } from "../../lib/rewards/lots/due.ts"
import {
  changed,
  expired,
  type Holdings,
  type Lot,
  type LotChange,
  lotAt,
  matured,
  nextDue,
  noHoldings,
  type Pending,
  pendingOfAward,
  spend,
  type Taken,
  takeBack,
  takeBackUndated,
  unmatured,
  withLot,
  withPending
} from "../../lib/rewards/lots/Holdings.ts"
import { CoinsExpire } from "../../lib/rewards/lots/period.ts"
import { describe, it } from "../support/effect.ts"

const instant = (day: number): Date => new Date(Date.UTC(2026, 0, day))
const id = (number: number): string => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, "0")}`
const transferId = (number: number) => Schema.decodeSync(TransferId)(id(number))
const awardId = (number: number) => Schema.decodeSync(AwardId)(id(number))
const period = Schema.decodeSync(CoinsExpire)("P1Y")

const lotOn = (day: number, coins: number, gone = 0): Lot => ({
  expiresAt: instant(day),
  timeZone: "UTC",
  coins: Coins.make(coins),
  maturing: Coins.zero,
  expired: Coins.make(gone),
  expirations: gone > 0 ? 1 : 0,
  expiryId: transferId(day),
  noticed: false
})

const pendingOn = (number: number, day: number, coins: number, ends: number | null): Pending => ({
  id: awardId(number),
  coins: Coins.make(coins),
  maturesAt: instant(day),
  maturedAt: null,
  maturityId: transferId(1000 + number),
  expiresAt: ends === null ? null : instant(ends),
  coinsExpire: ends === null ? null : period,
  timeZone: "UTC"
})

/** Lots on different days, in any order, and undated coins. */
const wallets = fc.record({
  lots: fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 1, max: 12 }), coins: fc.nat(6), gone: fc.nat(4) }),
    { selector: ({ day }) => day, maxLength: 6 }
  ),
  undated: fc.nat(6)
})
type Wallet = typeof wallets extends fc.Arbitrary<infer A> ? A : never

const holdingsOf = ({ lots }: Pick<Wallet, "lots">): Holdings =>
  lots.reduce((all, { coins, day, gone }) => withLot(all, lotOn(day, coins, gone)), noHoldings)

const sumOf = (lots: Wallet["lots"]): number => lots.reduce((sum, { coins }) => sum + coins, 0)
const balanceOf = ({ lots, undated }: Wallet) => Coins.make(sumOf(lots) + undated)

/** The days on which the single coins of a wallet end, in the order in which they are spent. Undated coins are last. */
const coinsOf = ({ lots, undated }: Wallet): ReadonlyArray<number> => [
  ...lots.flatMap(({ coins, day }) => Array.from({ length: coins }, () => day)).sort((a, b) => a - b),
  ...Array.from({ length: undated }, () => Number.POSITIVE_INFINITY)
]

/** How many coins leave each lot if these single coins go. */
const countsOf = (days: ReadonlyArray<number>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const day of days) if (Number.isFinite(day)) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}

const dayOf = (at: Date): number => at.getUTCDate()

const leaving = (changes: ReadonlyArray<LotChange>): ReadonlyMap<number, number> => {
  for (const { coins, expired } of changes) assert.ok(coins < 0 && expired === 0)
  const days = changes.map(({ coins, expiresAt }) => [dayOf(expiresAt), -coins] as const)
  const left = new Map(days)
  assert.equal(left.size, changes.length, "a lot is changed once")
  return left
}

const property = <A>(arbitrary: fc.Arbitrary<A>, holds: (value: A) => void) =>
  fc.assert(fc.property(arbitrary, holds), { numRuns: 500 })

const takenOr = (taken: Either.Either<Taken, { readonly have: number; readonly need: number }>) =>
  Either.match(taken, {
    onLeft: ({ have, need }) => `${have} of ${need}`,
    onRight: ({ changes, fromExpired, fromWallet }) => ({ fromExpired, fromWallet, left: leaving(changes) })
  })

describe("the lots of a wallet", () => {
  it("are in the order of their instants, each once", () => {
    property(wallets, ({ lots }) => {
      const days = holdingsOf({ lots }).lots.map(({ expiresAt }) => dayOf(expiresAt))
      assert.deepEqual(
        days,
        lots.map(({ day }) => day).sort((a, b) => a - b)
      )
    })
    const twice = withLot(withLot(noHoldings, lotOn(3, 5)), lotOn(3, 7))
    assert.deepEqual(
      twice.lots.map(({ coins }) => coins),
      [7]
    )
  })

  it("are spent in the order in which they end, and undated coins last", () => {
    property(fc.tuple(wallets, fc.nat(20)), ([wallet, wanted]) => {
      const coins = Math.min(wanted, balanceOf(wallet))
      const changes = spend(holdingsOf(wallet), Coins.make(coins))
      assert.deepEqual(leaving(changes), countsOf(coinsOf(wallet).slice(0, coins)))
    })
  })

  it("give back coins of a reversed deposit from its own lot, from what expired of it, and then as if they were spent", () => {
    const cases = fc.tuple(wallets, fc.nat(20), fc.nat(5)).filter(([{ lots }]) => lots.length > 0)
    property(cases, ([wallet, coins, nth]) => {
      const own = wallet.lots[nth % wallet.lots.length]
      assert.ok(own)
      const others = { ...wallet, lots: wallet.lots.filter((lot) => lot !== own) }
      const gone = Array.from({ length: own.gone }, () => "expired" as const)
      const all = [...coinsOf({ lots: [own], undated: 0 }), ...gone, ...coinsOf(others)]
      const taken = all.slice(0, coins)
      const days = taken.filter((each) => each !== "expired")
      const fromExpired = taken.length - days.length
      const found = takeBack(holdingsOf(wallet), balanceOf(wallet), instant(own.day), Coins.make(coins))
      const expected =
        coins > all.length
          ? `${balanceOf(wallet)} of ${coins - own.gone}`
          : { fromExpired, fromWallet: days.length, left: countsOf(days) }
      assert.deepEqual(takenOr(found), expected)
    })
  })

  it("give back undated coins from those that do not end, and then as if they were spent", () => {
    property(fc.tuple(wallets, fc.nat(20)), ([wallet, coins]) => {
      const dated = coinsOf({ ...wallet, undated: 0 })
      const all = [...coinsOf({ lots: [], undated: wallet.undated }), ...dated]
      const expected =
        coins > all.length
          ? `${all.length} of ${coins}`
          : { fromExpired: 0, fromWallet: coins, left: countsOf(all.slice(0, coins)) }
      assert.deepEqual(
        takenOr(takeBackUndated(holdingsOf(wallet), balanceOf(wallet), Coins.make(coins))),
        expected
      )
    })
  })

  it("cannot be changed unless they were read", () => {
    const change = { expiresAt: instant(2), coins: Coins.make(1), expired: Coins.zero }
    assert.throws(() => changed(noHoldings, [change]), /was not read/)
    assert.throws(() => takeBack(noHoldings, Coins.make(1), instant(2), Coins.make(1)), /was not read/)
    const dated = pendingOn(1, 1, 5, 9)
    assert.throws(
      () => matured(withPending(noHoldings, dated), dated, { at: instant(1), id: transferId(1) }, instant(9)),
      /was not read/
    )
  })

  it("that have expired keep what expired, and can get coins again", () => {
    const before = withLot(noHoldings, lotOn(3, 5, 2))
    const lot = lotAt(before, instant(3))
    assert.ok(lot)
    const after = lotAt(expired(before, lot, transferId(7)), instant(3))
    assert.deepEqual(after, {
      ...lot,
      coins: 0,
      expired: 7,
      expirations: 2,
      expiryId: transferId(7),
      noticed: true
    })
  })
})

/** Awards that mature before their lots end, and lots with coins of their own. */
const histories = fc.record({
  lots: wallets.map(({ lots }) => lots),
  awards: fc.array(
    fc.record({ matures: fc.integer({ min: 1, max: 12 }), coins: fc.nat(5), ends: fc.option(fc.nat(6)) }),
    { maxLength: 6 }
  ),
  until: fc.nat(25)
})

const endOf = (matures: number, ends: number | null): number | null =>
  ends === null ? null : matures + 1 + ends

const waitingIn = ({
  awards,
  lots
}: Pick<typeof histories extends fc.Arbitrary<infer A> ? A : never, "awards" | "lots">) =>
  awards.reduce((all, { coins, ends, matures }, index) => {
    const end = endOf(matures, ends)
    const pending = pendingOn(index, matures, coins, end)
    if (pending.expiresAt === null) return withPending(all, pending)
    const lot = lotAt(all, pending.expiresAt) ?? lotOn(end ?? 0, 0)
    return withPending(withLot(all, { ...lot, maturing: Coins.make(lot.maturing + coins) }), pending)
  }, holdingsOf({ lots }))

const total = ({ lots, pending }: Holdings) => ({
  coins: lots.reduce((sum, { coins, expired }) => sum + coins + expired, 0),
  maturing: lots.reduce((sum, { maturing }) => sum + maturing, 0),
  waiting: pending.reduce((sum, { coins, expiresAt }) => sum + (expiresAt === null ? 0 : coins), 0)
})

describe("pending awards and lots", () => {
  it("mature and expire day by day as they do all at once, and no coin is lost", () => {
    property(histories, ({ awards, lots, until }) => {
      const settled = (start: Holdings, at: Date): Holdings => {
        let holdings = start
        for (const due of dueOf(start, at)) {
          if (due.pending !== null) {
            holdings = matured(holdings, due.pending, due, due.pending.expiresAt)
            continue
          }
          const lot = lotAt(holdings, due.at)
          assert.equal(lot?.coins, due.coins)
          if (lot !== undefined) holdings = expired(holdings, lot, lot.expiryId)
        }
        return holdings
      }
      const start = waitingIn({ awards, lots })
      let daily = start
      for (let day = 0; day <= until; day += 1) daily = settled(daily, instant(day))
      const atOnce = settled(start, instant(until))
      assert.deepEqual(atOnce, daily)
      const [before, after] = [total(start), total(atOnce)]
      assert.equal(after.maturing, after.waiting)
      assert.equal(after.coins + after.waiting, before.coins + before.waiting)
      for (const { coins, expiresAt } of atOnce.lots) assert.ok(coins === 0 || expiresAt > instant(until))
      for (const { coins, maturesAt } of atOnce.pending) assert.ok(coins === 0 || maturesAt > instant(until))
      const next = nextDue(atOnce)
      assert.ok(next === null || next > instant(until))
      const following = [
        ...awards.map(({ coins, matures }) => (coins > 0 ? matures : 0)),
        ...atOnce.lots.map(({ coins, expiresAt }) => (coins > 0 ? dayOf(expiresAt) : 0))
      ].filter((day) => day > until)
      const first = following.length === 0 ? null : instant(Math.min(...following))
      assert.deepEqual(next, first)
    })
  })

  it("that are reversed take their coins out of the lot that waited for them", () => {
    const holdings = waitingIn({ lots: [], awards: [{ matures: 2, coins: 5, ends: 3 }] })
    const [pending] = holdings.pending
    assert.ok(pending)
    const after = unmatured(holdings, pending, Coins.make(2))
    assert.equal(pendingOfAward(after, pending.id)?.coins, 3)
    assert.equal(lotAt(after, instant(6))?.maturing, 3)
  })

  it("that mature early flow into the lot of that moment", () => {
    const holdings = withLot(
      waitingIn({ lots: [], awards: [{ matures: 5, coins: 5, ends: 3 }] }),
      lotOn(4, 1)
    )
    const [pending] = holdings.pending
    assert.ok(pending)
    const after = matured(holdings, pending, { at: instant(2), id: transferId(9) }, instant(4))
    assert.deepEqual(
      after.lots.map(({ coins, maturing }) => [coins, maturing]),
      [
        [6, 0],
        [0, 0]
      ]
    )
    assert.deepEqual(after.pending, [
      { ...pending, coins: 0, maturedAt: instant(2), maturityId: transferId(9), expiresAt: instant(4) }
    ])
  })
})
