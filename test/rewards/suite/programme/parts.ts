import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused } from "../../../support/expect.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

export const parts = (it: Tests<ProgrammeEngine>): void => {
  it.live("an award is reversed in parts by coins, until nothing is left", () =>
    Effect.gen(function* () {
      const { award, awards, coins, onboard, partnerId, reverse, rule, rules, transfers, verify } =
        yield* newProgramme
      const limits = [{ per: "rule", period: "ever", awards: 1, coins: 10 }] as const
      const { id: ruleId } = yield* rule({ limits })
      yield* onboard("ann", "bob")
      const { id } = yield* award("ann")
      const used = Effect.map(rules.details({ partnerId, id: ruleId }), ({ usage }) =>
        usage.map(({ measure, used }) => `${measure} ${used}`).join(", ")
      )
      assert.equal((yield* reverse(id, { coins: "2.5" })).coins, 25_000)
      assert.equal(yield* used, "participants 1, awards 1, coins 7.5")
      const { data } = yield* awards.list({ partnerId, state: "partly_reversed" })
      assert.deepEqual(
        data.map(({ coins, coinsLeft, reversedAt, state }) => [coins, coinsLeft, reversedAt, state]),
        [[100_000, 75_000, null, "partly_reversed"]]
      )
      assert.equal((yield* awards.list({ partnerId, state: "paid" })).data.length, 0)
      const more = yield* refused("TooMuchToReverse")(reverse(id, { coins: "7.5001" }))
      assert.equal(more.message, "coins must be at most 7.5, the part of the award that is not reversed yet")
      yield* reverse(id, { coins: "0.0001" })
      assert.equal((yield* reverse(id)).coins, 74_999)
      yield* refused("AlreadyReversed")(reverse(id, { coins: 1 }))
      assert.equal(yield* used, "participants 0, awards 0, coins 0")
      assert.deepEqual(
        (yield* awards.list({ partnerId, state: "reversed" })).data.map((each) => each.coinsLeft),
        [0]
      )
      assert.equal((yield* awards.list({ partnerId, state: "partly_reversed" })).data.length, 0)
      assert.deepEqual(
        (yield* transfers.list({ partnerId, userId: "ann" })).data.map(({ amount, reversed }) => [
          amount,
          reversed
        ]),
        [
          [-74_999, false],
          [-1, false],
          [-25_000, false],
          [100_000, true]
        ]
      )
      yield* award("bob")
      assert.equal(yield* coins("ann"), "0")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a returned amount takes back what the rest does not earn, at the rate of the award", () =>
    Effect.gen(function* () {
      const { award, awards, coins, onboard, partnerId, reverse, rule, rules, verify } = yield* newProgramme
      const { id: ruleId } = yield* rule({ coinValue: 2, unit: 10 })
      yield* onboard("ann")
      const { id } = yield* award("ann", "signup", { amount: 35 })
      yield* rules.update({ partnerId, id: ruleId, coinValue: 7, unit: 1 })
      const back = (amount: string) => Effect.map(reverse(id, { amount }), (each) => each.coins)
      assert.equal(yield* back("5"), 0)
      assert.equal(yield* back("0.0001"), 20_000)
      const { data } = yield* awards.list({ partnerId })
      assert.deepEqual(
        data.map(({ amountLeft, coinsLeft, state }) => [amountLeft, coinsLeft, state]),
        [[299_999, 40_000, "partly_reversed"]]
      )
      yield* reverse(id, { coins: 3 })
      // Of 4 coins 3 are taken back. The rest of the amount still earns more than what is left.
      assert.equal(yield* back("10"), 0)
      const more = yield* refused("TooMuchToReverse")(reverse(id, { amount: "20" }))
      assert.equal(
        more.message,
        "amount must be at most 19.9999, the part of the award that is not reversed yet"
      )
      assert.equal(yield* back("19.9999"), 10_000)
      yield* refused("AlreadyReversed")(reverse(id))
      assert.equal(yield* coins("ann"), "0")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a part that does not fit the award is refused by field, and nothing is written", () =>
    Effect.gen(function* () {
      const { award, onboard, reverse, rule } = yield* newProgramme
      yield* rule()
      yield* rule({ name: "five", type: "batched", completionNumber: 5 })
      yield* onboard("ann")
      const { id } = yield* award("ann")
      const { id: counted } = yield* award("ann", "five")
      const before = yield* dump
      const told = (input: Parameters<typeof reverse>[1], awardId = id) =>
        Effect.map(refused("InvalidInput")(reverse(awardId, input)), ({ message }) => message)
      assert.match(yield* told({ coins: 1, amount: 1 }), /coins cannot be given together with amount/)
      assert.match(yield* told({ amount: 1 }), /amount must be left out: the award has no amount/)
      assert.match(yield* told({ coins: 1 }, counted), /coins must be left out: the award paid no coins/)
      assert.match(yield* told({ coins: 0 }), /coins must be an amount of coins above 0/)
      assert.match(yield* told({ amount: "1.00001" }), /amount must be a decimal above 0/)
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("the sum of concurrent partial reversals never exceeds what was paid", () =>
    Effect.gen(function* () {
      const { award, coins, onboard, reverse, rule, verify } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      yield* award("ann")
      const { id } = yield* award("ann")
      const found = yield* Effect.forEach(
        Array.from({ length: 30 }, () => "0.7"),
        (some) => outcome(reverse(id, { coins: some })),
        { concurrency: "unbounded" }
      )
      assert.equal(found.filter((each) => each === "ok").length, 14)
      assert.equal(found.filter((each) => each === "TooMuchToReverse").length, 16)
      assert.equal(yield* coins("ann"), "10.2")
      assert.equal(Either.isRight(yield* Effect.either(reverse(id))), true)
      assert.equal(yield* coins("ann"), "10")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a partial reversal is replayed by its key, and the key is for this part alone", () =>
    Effect.gen(function* () {
      const { award, coins, onboard, reverse, rule } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const { id } = yield* award("ann")
      const keyed = (some: string) => reverse(id, { coins: some, idempotencyKey: "return-1" })
      const first = yield* keyed("2")
      assert.deepEqual(yield* keyed("2.0"), { ...first, replayed: true })
      yield* refused("IdempotencyMismatch")(keyed("3"))
      yield* refused("IdempotencyMismatch")(reverse(id, { idempotencyKey: "return-1" }))
      assert.equal(yield* coins("ann"), "8")
    })
  )
}
