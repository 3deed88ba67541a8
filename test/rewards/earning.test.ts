import assert from "node:assert/strict"
import { Either, FastCheck as fc, Schema } from "effect"
import { coinsFor, type Rate, worthOf } from "../../lib/rewards/awards/earning.ts"
import * as Coins from "../../lib/rewards/Coins.ts"
import { AwardId, MemberId, PartnerId, RuleId } from "../../lib/rewards/Id.ts"
import { decideReversal } from "../../lib/rewards/reversals/decideReversal.ts"
import { nothingReturned, type ReversedAward } from "../../lib/rewards/reversals/Reversal.ts"
import { describe, it } from "../support/effect.ts"

const anyCoins = fc
  .oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: Coins.max }))
  .map((units) => Coins.make(units))

const anyRate: fc.Arbitrary<Rate> = fc.record({
  unit: anyCoins,
  coinValue: anyCoins,
  maxCoins: fc.option(anyCoins, { nil: null })
})

const id = "01890a5d-ac96-774b-bcce-b302099a8057"

const paidAward = (rate: Rate, amount: Coins.Coins, coins: Coins.Coins): ReversedAward => ({
  id: Schema.decodeSync(AwardId)(id),
  partnerId: Schema.decodeSync(PartnerId)(id),
  ruleId: Schema.decodeSync(RuleId)(id),
  memberId: Schema.decodeSync(MemberId)(id),
  userId: "ann",
  awarded: true,
  coins,
  amount,
  suppressedBy: null,
  activityId: null,
  createdAt: new Date(0),
  ordinal: 0,
  cycle: 0,
  earned: rate,
  waited: null,
  expiresAt: null
})

describe("the coins of an amount", () => {
  it("are exact, never rounded up, and at most maxCoins", () =>
    fc.assert(
      fc.property(anyRate, anyCoins, (rate, amount) => {
        const worth = worthOf(amount, rate)
        const units = worth / BigInt(rate.coinValue)
        if (rate.maxCoins !== null) assert.ok(worth <= BigInt(rate.maxCoins))
        else {
          assert.equal(worth % BigInt(rate.coinValue), 0n)
          assert.ok(units * BigInt(rate.unit) <= BigInt(amount))
          assert.ok((units + 1n) * BigInt(rate.unit) > BigInt(amount))
        }
      }),
      { numRuns: 500 }
    ))

  it("are paid, or the amount is refused: too small for a unit, or worth more than can be held", () =>
    fc.assert(
      fc.property(anyRate, anyCoins, (rate, amount) => {
        const decided = coinsFor({ ...rate, name: "rule" }, amount)
        const worth = worthOf(amount, rate)
        if (Either.isRight(decided)) assert.equal(BigInt(decided.right), worth)
        else if (decided.left._tag === "AmountTooSmall") assert.ok(amount < rate.unit)
        else {
          assert.equal(decided.left._tag, "AmountTooLarge")
          assert.ok(worth > BigInt(Coins.max))
        }
      }),
      { numRuns: 500 }
    ))
})

describe("the reversals of an award", () => {
  const parts = fc.array(
    fc.oneof(
      anyCoins.map((coins) => ({ coins })),
      anyCoins.map((amount) => ({ amount })),
      fc.constant({})
    ),
    { maxLength: 12 }
  )
  const small = fc.integer({ min: 1, max: 40 }).map((units) => Coins.make(units))
  const smallRate = fc.record({
    unit: small,
    coinValue: small,
    maxCoins: fc.option(small, { nil: null })
  })

  it("return at most what was paid and at most the amount, and end with all of it", () =>
    fc.assert(
      fc.property(smallRate, fc.integer({ min: 1, max: 400 }), parts, (rate, units, given) => {
        const amount = Coins.make(units)
        const worth = Number(worthOf(amount, rate))
        fc.pre(worth > 0)
        const award = paidAward(rate, amount, Coins.make(worth))
        let returned = nothingReturned
        for (const part of given) {
          const next = decideReversal(award, returned, part)
          if (Either.isLeft(next)) continue
          assert.equal(next.right.number, returned.number + 1)
          assert.ok(next.right.coins >= returned.coins && next.right.coins <= award.coins)
          assert.ok(next.right.amount >= returned.amount && next.right.amount <= amount)
          returned = next.right
        }
        const last = decideReversal(award, returned, {})
        if (returned.number > 0 && returned.coins === award.coins) {
          assert.ok(Either.isLeft(last) && last.left._tag === "AlreadyReversed")
        } else assert.ok(Either.isRight(last) && last.right.coins === award.coins)
      }),
      { numRuns: 500 }
    ))

  it("by amount leave exactly what the rest of the amount earns", () =>
    fc.assert(
      fc.property(
        smallRate,
        fc.integer({ min: 1, max: 400 }),
        fc.array(small, { maxLength: 8 }),
        (rate, units, backs) => {
          const award = paidAward(
            rate,
            Coins.make(units),
            Coins.make(Number(worthOf(Coins.make(units), rate)))
          )
          fc.pre(award.coins > 0)
          let returned = nothingReturned
          for (const amount of backs) {
            const next = decideReversal(award, returned, { amount })
            if (Either.isLeft(next)) continue
            returned = next.right
            const rest = Coins.make(units - returned.amount)
            assert.equal(award.coins - returned.coins, Number(worthOf(rest, rate)))
          }
        }
      ),
      { numRuns: 500 }
    ))
})
