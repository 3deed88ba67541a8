import assert from "node:assert/strict"
import { FastCheck as fc } from "effect"
import type { Award, Rule } from "../../server/dashboard/contract.ts"
import { afterConfirmation } from "../../server/dashboard/pages/awards/confirmation.ts"
import {
  afterReversal,
  bodyOf,
  check,
  choicesOf,
  coinsBack,
  consequenceOf,
  type ReversalValues,
  wholeReversal
} from "../../server/dashboard/pages/awards/reversalChoice.ts"
import { worthOf } from "../../server/dashboard/parts/payment.ts"
import { get, post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { type HttpPartner, openWorld, type World } from "../support/world.ts"

let opened: { readonly world: World; readonly partner: HttpPartner } | undefined
const at = () => opened ?? assert.fail("the world did not open")
beforeAll(async () => {
  const world = await openWorld()
  opened = { world, partner: await world.partner("returns") }
  await opened.partner.onboard("ada")
})
afterAll(() => opened?.world.close())

const send = async (path: string, body: object) => {
  const { partner, world } = at()
  const reply = await world.send(partner.as(post(path, body)))
  return { status: reply.status, data: JSON.parse(reply.text).data }
}

const read = async (path: string) => {
  const { partner, world } = at()
  return JSON.parse((await world.send(partner.as(get(path)))).text).data
}

let rules = 0

/** Creates a rule that pays by amount, awards it to ada, and returns both as the dashboard reads them. */
const pay = async (
  terms: Pick<Rule, "coinValue" | "unit" | "maxCoins"> & Partial<Pick<Rule, "pendingDays">>,
  amount: string
) => {
  const name = `rule ${++rules}`
  const rule = { name, maxNumberOfParticipant: "5", condition: "buys", ...terms }
  const { data: created } = await send("/laas/rules/create-rule", rule)
  const { data: made, status } = await send("/laas/rules/award", { userId: "ada", ruleName: name, amount })
  assert.equal(status, 201, JSON.stringify(made))
  return { rule: (await read(`/laas/rules/${created.id}`)) as Rule, award: await newest(name) }
}

const newest = async (ruleName: string): Promise<Award> =>
  (await read(`/laas/rules/awards?${new URLSearchParams({ ruleName })}`)).data[0]

const chosen = (values: Partial<ReversalValues>): ReversalValues => ({ ...wholeReversal, ...values })

const saidOf = (award: Award, values: Partial<ReversalValues>, rule: Rule) =>
  consequenceOf(award, chosen(values), rule, String)?.join("")

const tenths = (most: number) => fc.integer({ min: 1, max: most }).map((count) => String(count / 10))
const terms = fc.record({
  coinValue: tenths(50),
  unit: tenths(100),
  maxCoins: fc.option(tenths(200)),
  pendingDays: fc.constantFrom(null, "14")
})
const returns = fc.array(
  fc.oneof(
    tenths(300).map((coins) => chosen({ part: "coins", coins })),
    tenths(900).map((amount) => chosen({ part: "amount", amount })),
    fc.constant(wholeReversal)
  ),
  { minLength: 1, maxLength: 5 }
)

describe("the dialogues that reverse and confirm an award", () => {
  it("say before what the service takes back, refuse in its words, and show what it then lists", async () => {
    const runs = fc.asyncProperty(terms, tenths(1000), returns, async (given, amount, parts) => {
      if (Number(amount) < Number(given.unit)) return
      const { award: paid, rule } = await pay(given, amount)
      assert.equal(worthOf(amount, rule), paid.coins)
      let award = paid
      for (const values of parts) {
        const faults = Object.entries(check(award)(values)).map(([field, fault]) => `${field} ${fault}`)
        const foretold = coinsBack(award, values, rule)
        const { data, status } = await send("/laas/rules/award/reverse", bodyOf(award, values))
        if (award.state === "reversed") {
          assert.equal(data.appErrorCode, "already_reversed")
          return
        }
        assert.deepEqual(status === 201 ? [] : [data.error], faults)
        assert.equal(status === 201 ? data.coins : undefined, foretold)
        if (status === 201) award = afterReversal(award, values, data)
        assert.deepEqual(award, await newest(rule.name))
      }
      if (given.pendingDays === null || award.state === "reversed") return
      const { data, status } = await send("/laas/rules/award/confirm", { awardId: award.id })
      assert.deepEqual([status, data.coins], [200, award.coinsLeft])
      assert.equal(award.state, "pending")
      const { expiresAt: _, ...confirmed } = afterConfirmation(award, data)
      assert.deepEqual({ ...confirmed, expiresAt: null }, await newest(rule.name))
    })
    await fc.assert(runs, { numRuns: 15 })
  })

  it("offer a part of the amount only for an award that has one, and no part of an award that only counted", async () => {
    const { award } = await pay({ coinValue: "1", unit: "10", maxCoins: null }, "25")
    const names = (of: Partial<Award>) => choicesOf({ ...award, ...of }).map(([part]) => part)
    assert.deepEqual(names({}), ["all", "coins", "amount"])
    assert.deepEqual(names({ amount: null, amountLeft: null }), ["all", "coins"])
    assert.deepEqual(names({ amountLeft: "0" }), ["all", "coins"])
    assert.deepEqual(names({ state: "counted", coinsLeft: "0" }), [])
  })

  it("read like this", async () => {
    const { award, rule } = await pay({ coinValue: "1", unit: "10", maxCoins: null }, "35")
    const said = (values: Partial<ReversalValues>) => saidOf(award, values, rule)
    assert.match(
      saidOf({ ...award, state: "pending" }, {}, rule) ?? "",
      /^3 coins leave the pending coins of ada\./
    )
    assert.match(said({}) ?? "", /^3 coins leave the wallet of ada\. The payment no longer counts/)
    assert.equal(
      said({ part: "coins", coins: "1" }),
      "1 coin leaves the wallet of ada, and 2 of the award stay. Limits and boards count what stays; the award still counts as one payment."
    )
    assert.match(
      said({ part: "amount", amount: "10" }) ?? "",
      /^By 1 coin for every 10, the 25 that is left pays 2\. 1 coin leaves the wallet of ada, and 2 of the award stay\./
    )
    assert.match(said({ part: "amount", amount: "5" }) ?? "", /No coins go back\./)
    const today = { ...rule, unit: null }
    assert.match(saidOf(award, { part: "amount", amount: "5" }, today) ?? "", /no longer pays by amount/)
    for (const values of [
      { part: "coins" },
      { part: "coins", coins: "4" },
      { part: "amount", amount: "x" }
    ] as const) {
      assert.equal(said(values), undefined)
    }
  })
})
