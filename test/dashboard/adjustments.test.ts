import assert from "node:assert/strict"
import {
  type AdjustmentValues,
  adjustmentConsequence,
  balanceAfter,
  bodyOf,
  check,
  noAdjustment,
  reversalConsequence,
  submitOf
} from "../../server/dashboard/pages/members/adjustment.ts"
import { dataIn, get, post } from "../support/calls.ts"
import { describe, it } from "../support/effect.ts"
import { openWorld } from "../support/world.ts"

const values = (given: Partial<AdjustmentValues>): AdjustmentValues => ({
  ...noAdjustment,
  coins: "25",
  reason: "goodwill",
  ...given
})

describe("the dialog that adjusts a balance", () => {
  it("says the balance that the service then has, and refuses in its words", async () => {
    const world = await openWorld()
    const shop = await world.partner("adjusts")
    await shop.onboard("ada")
    const holds = async () =>
      Number(
        dataIn((await world.send(shop.as(get("/laas/get-user-coin-data?userId=ada")))).body).totalPartnerCoins
      )
    for (const given of [
      values({ coins: "0.3" }),
      values({ coins: " 0.0001 ", narration: "call 17" }),
      values({ coins: "0.2", debitOrCredit: "DE", points: ["points"] }),
      values({ coins: "499999999999.8", points: ["points"] }),
      values({ coins: "499999999999.9", debitOrCredit: "DE" }),
      values({ coins: "0.0002", debitOrCredit: "DE" }),
      values({ coins: "1.23456" }),
      values({ reason: " " }),
      values({ coins: "", reason: "" })
    ]) {
      const before = await holds()
      const faults = Object.entries(check(given)).map(([field, fault]) => `${field} ${fault}`)
      const foretold = faults.length > 0 ? undefined : balanceAfter(before, given.debitOrCredit, given.coins)
      const whole = Object.entries(bodyOf("ada", given)).filter(([, value]) => value !== "")
      const reply = await world.send(shop.as(post("/laas/coins/adjust", Object.fromEntries(whole))))
      if (faults.length > 0) assert.equal(dataIn(reply.body).error, faults.join("; "))
      else assert.equal(reply.status, foretold === undefined ? 400 : 201, reply.text)
      assert.equal(await holds(), Number(foretold ?? before))
    }
    await world.close()
  })

  it("reads like this", () => {
    const said = (given: Partial<AdjustmentValues>) => adjustmentConsequence("ada", 100, values(given)).words
    assert.equal(said({}), "ada has 100 coins now, and 125 afterwards.")
    assert.equal(said({ debitOrCredit: "DE" }), "ada has 100 coins now, and 75 afterwards.")
    assert.equal(
      said({ debitOrCredit: "DE", coins: "100.5" }),
      "ada has 100 coins, so 100.5 cannot be removed."
    )
    assert.equal(said({ coins: "x" }), "ada has 100 coins now.")
    assert.deepEqual(
      [{}, { coins: "1", debitOrCredit: "DE" } as const, { coins: "" }].map((given) =>
        submitOf(values(given))
      ),
      ["Add 25 coins", "Remove 1 coin", "Add coins"]
    )
  })

  it("says what a reversal does, and that a credit that is spent cannot be reversed", () => {
    const credit = { coins: 25, debitOrCredit: "CR", userId: "ada" } as const
    assert.match(
      reversalConsequence(credit, 125).words,
      /^Takes 25 coins out of the wallet of ada, which has 125 now and 100/
    )
    assert.match(
      reversalConsequence(credit, 24).words,
      /added 25 coins, and ada has 24 left\. .* refused until/
    )
    assert.deepEqual(
      [125, 24].map((holds) => reversalConsequence(credit, holds).isRefused),
      [false, true]
    )
    assert.equal(
      reversalConsequence({ ...credit, debitOrCredit: "DE" }, 0).words,
      "Returns 25 coins to the wallet of ada, which has 0 now and 25 afterwards."
    )
  })
})
