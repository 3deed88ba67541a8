import assert from "node:assert/strict"
import { Effect } from "effect"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const texts = (faults: ReadonlyArray<{ readonly field: string; readonly problem: string }>) =>
  faults.map(({ field, problem }) => `${field} ${problem}`)

export const amounts = (it: Tests<ProgrammeEngine>): void => {
  it.live("a rule with a unit pays its coins for every full unit, and never rounds up", () =>
    Effect.gen(function* () {
      const { award, awards, coins, onboard, partnerId, rule, verify } = yield* newProgramme
      const made = yield* rule({ coinValue: "1", unit: "10", maxCoins: "5" })
      assert.deepEqual([made.unit, made.maxCoins], [100_000, 50_000])
      yield* rule({ name: "cashback", coinValue: "0.0005", unit: "0.01" })
      yield* onboard("ann")
      const paid = (ruleName: string, amount: string) =>
        Effect.map(award("ann", ruleName, { amount }), (each) => [each.coins, each.amount])
      assert.deepEqual(yield* paid("signup", "10"), [10_000, 100_000])
      assert.deepEqual(yield* paid("signup", "29.9999"), [20_000, 299_999])
      assert.deepEqual(yield* paid("signup", "500000000000"), [50_000, 5_000_000_000_000_000])
      // 5 % of 19.99 to the cent is 0.9995.
      assert.deepEqual(yield* paid("cashback", "19.99"), [9_995, 199_900])
      assert.equal(yield* coins("ann"), "8.9995")
      const { data } = yield* awards.list({ partnerId, ruleName: "cashback" })
      assert.deepEqual(
        data.map(({ amount, amountLeft, coinsLeft, state }) => [amount, amountLeft, coinsLeft, state]),
        [[199_900, 199_900, 9_995, "paid"]]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("an amount that does not fit the rule is refused by name, and nothing is written", () =>
    Effect.gen(function* () {
      const { award, explain, onboard, rule } = yield* newProgramme
      yield* rule()
      yield* rule({ name: "order", coinValue: "2", unit: "10" })
      yield* rule({ name: "large", coinValue: "500000000000", unit: "1" })
      yield* onboard("ann")
      const before = yield* dump
      const missing = yield* refused("AmountRequired")(award("ann", "order"))
      assert.equal(missing.message, "amount is required: rule order pays for every full unit of an amount")
      const needless = yield* refused("AmountNotAllowed")(award("ann", "signup", { amount: 5 }))
      assert.equal(needless.message, "amount must be left out: rule signup has no unit")
      const small = yield* refused("AmountTooSmall")(award("ann", "order", { amount: "9.9999" }))
      assert.equal(small.message, "amount must be at least 10, which is one unit of rule order")
      yield* refused("AmountTooLarge")(award("ann", "large", { amount: 2 }))
      for (const amount of ["0", "-1", "1.00001", "1e3", "500000000000.0001", "", "ten"]) {
        const { faults } = yield* refused("InvalidInput")(award("ann", "order", { amount }))
        assert.match(texts(faults).join(), /^amount must be a decimal above 0, with at most 4 decimals/)
      }
      assert.equal((yield* explain("ann", "order", { amount: "25" })).coins, 40_000)
      assert.equal((yield* explain("ann", "order")).refusal?._tag, "AmountRequired")
      assert.equal((yield* explain("ann", "order", { amount: 1 })).refusal?._tag, "AmountTooSmall")
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("unit and maxCoins belong to single rules, and maxCoins needs a unit", () =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, rule, rules, verify } = yield* newProgramme
      const batched = yield* refused("InvalidInput")(rule({ type: "batched", unit: 1 }))
      assert.deepEqual(texts(batched.faults), ['unit can only be given when type is "single"'])
      const alone = yield* refused("InvalidInput")(rule({ maxCoins: 1 }))
      assert.deepEqual(texts(alone.faults), ["maxCoins can only be given together with unit"])
      const { id } = yield* rule({ coinValue: 1, unit: 10, maxCoins: 3 })
      const { id: other } = yield* rule({ name: "five", type: "batched", completionNumber: 5 })
      yield* refused("InvalidInput")(rules.update({ partnerId, id: other, unit: 1 }))
      yield* refused("InvalidInput")(rules.update({ partnerId, id, unit: null }))
      yield* onboard("ann")
      const first = yield* award("ann", "signup", { amount: 100 })
      yield* rules.update({ partnerId, id, unit: 5, maxCoins: null })
      const second = yield* award("ann", "signup", { amount: 100 })
      yield* rules.update({ partnerId, id, unit: null })
      const third = yield* award("ann")
      yield* rules.update({ partnerId, id, unit: 5 })
      const fourth = yield* award("ann", "signup", { amount: 100 })
      assert.deepEqual(
        [first, second, third, fourth].map(({ coins }) => coins),
        [30_000, 200_000, 10_000, 200_000]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("limits, budgets and clamp count the coins of the amount", () =>
    Effect.gen(function* () {
      const { award, onboard, rule, verify } = yield* newProgramme
      const limits = [{ per: "rule", period: "ever", coins: 10 }] as const
      yield* rule({ coinValue: 1, unit: 1, limits })
      yield* rule({ name: "clamped", coinValue: 1, unit: 1, limits, atLimit: "clamp" })
      yield* onboard("ann")
      yield* award("ann", "signup", { amount: 7 })
      const full = yield* refused("LimitReached")(award("ann", "signup", { amount: 4 }))
      assert.deepEqual([full.used, full.max], ["7", "10"])
      assert.equal((yield* award("ann", "signup", { amount: "3.5" })).coins, 30_000)
      yield* award("ann", "clamped", { amount: 7 })
      assert.equal((yield* award("ann", "clamped", { amount: 40 })).coins, 30_000)
      yield* refused("LimitReached")(award("ann", "clamped", { amount: 1 }))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("the amount is a part of the request that an idempotency key names", () =>
    Effect.gen(function* () {
      const { award, coins, onboard, rule } = yield* newProgramme
      yield* rule({ coinValue: 1, unit: 1 })
      yield* onboard("ann")
      const keyed = (amount: string) => award("ann", "signup", { amount, idempotencyKey: "order-1" })
      const first = yield* keyed("2.5")
      assert.deepEqual(yield* keyed("2.5000"), { ...first, replayed: true })
      yield* refused("IdempotencyMismatch")(keyed("3"))
      assert.equal(yield* coins("ann"), "2")
    })
  )
}
