import assert from "node:assert/strict"
import { FastCheck as fc, Schema } from "effect"
import { CoinsExpire } from "../../lib/rewards/lots/period.ts"
import { check } from "../../server/dashboard/pages/rules/check.ts"
import { periodFault, periodOf } from "../../server/dashboard/pages/rules/coinsInTime.ts"
import {
  changesOf,
  creationOf,
  newRule,
  newSubRule,
  type RuleValues,
  valuesOf
} from "../../server/dashboard/pages/rules/values.ts"
import { get, post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { type HttpPartner, openWorld, type World } from "../support/world.ts"

let opened: { readonly world: World; readonly partner: HttpPartner } | undefined
const at = () => opened ?? assert.fail("the world did not open")
beforeAll(async () => {
  const world = await openWorld()
  opened = { world, partner: await world.partner("forms") }
})
afterAll(() => opened?.world.close())

const good: RuleValues = {
  ...newRule,
  name: "good",
  coinValue: "10.5",
  maxNumberOfParticipant: "5",
  condition: "orders"
}
const limit = { per: "rule", period: "day", awards: "", coins: "" } as const

const period = (years: string, months: string, days: string) => ({ years, months, days })

const wrong: ReadonlyArray<readonly [string, Partial<RuleValues>]> = [
  ["nothing filled in", { name: " ", coinValue: "", maxNumberOfParticipant: "", condition: "" }],
  ["no coins", { coinValue: "0" }],
  ["five decimals", { coinValue: "1.00001" }],
  ["coins with an exponent", { coinValue: "1e3" }],
  ["more coins than there can be", { coinValue: "500000000001" }],
  ["a unit of nothing", { unit: "0" }],
  ["a unit of five decimals", { unit: "0.00001", maxCoins: "5" }],
  ["a maximum that is no number", { unit: "10", maxCoins: "x" }],
  ["a maximum without a unit", { maxCoins: "5" }],
  ["a wait of no day", { pendingDays: "0" }],
  ["a wait of more than a year", { pendingDays: "366" }],
  ["a wait that is no number", { pendingDays: "two weeks" }],
  ["an expiry at once", { coinsExpire: period("0", "", "0") }],
  ["an expiry that is no number", { coinsExpire: period("", "x", "") }],
  ["an expiry after half a year", { coinsExpire: period("0.5", "", "") }],
  ["an expiry after eleven years", { coinsExpire: period("11", "", "") }],
  ["an expiry after ten years and a day", { coinsExpire: period("10", "", "1") }],
  ["half a place", { maxNumberOfParticipant: "1.5" }],
  ["no payment per member", { userLimitAward: "0" }],
  ["a batch of none", { type: "batched", completionNumber: "0" }],
  ["a limit of nothing", { limits: [limit] }],
  ["limits that are no numbers", { limits: [{ ...limit, awards: "-1", coins: "x" }] }]
]

const create = (values: RuleValues) => {
  const { partner, world } = at()
  return world.send(partner.as(post("/laas/rules/create-rule", creationOf(values))))
}

describe("the form of a rule", () => {
  for (const [name, values] of wrong) {
    it(`says of ${name} what the API says`, async () => {
      const form = { ...good, ...values }
      const reply = await create(form)
      assert.equal(reply.status, 400, reply.text)
      const own = Object.entries(check(form)).map(([field, problem]) => `${field} ${problem}`)
      const stated: string = JSON.parse(reply.text).data.error
      assert.deepEqual(own.toSorted(), stated.split("; ").toSorted())
    })
  }

  it("finds no fault with what the API accepts, and sends nothing that has not changed", async () => {
    const { partner, world } = at()
    const form: RuleValues = {
      ...good,
      type: "combined",
      condition: "",
      rules: [{ ...newSubRule, name: "part", condition: "c" }],
      limits: [{ ...limit, awards: "2", coins: "30" }],
      timeZone: "Europe/Berlin",
      endsAt: "2030-01-31T12:00"
    }
    assert.deepEqual(check(form), {})
    assert.equal((await create(form)).status, 201)
    const { data } = JSON.parse((await world.send(partner.as(get("/laas/rules")))).text)
    const [rule] = data.data
    assert.deepEqual(changesOf(rule, valuesOf(rule)), { id: rule.id })
    const changed = {
      ...valuesOf(rule),
      status: "inactive",
      userLimitAward: "3",
      endsAt: "",
      limits: []
    } as const
    const body = changesOf(rule, changed)
    assert.deepEqual(body, { id: rule.id, status: "inactive", userLimitAward: "3", endsAt: null, limits: [] })
    assert.equal((await world.send(partner.as(post("/laas/rules/update-rule", body)))).status, 200)
  })

  it("sets, changes and removes the days until coins mature, and the period after which they expire", async () => {
    const { partner, world } = at()
    const form: RuleValues = {
      ...good,
      name: "in time",
      pendingDays: " 14 ",
      coinsExpire: period("1", "0", " 10")
    }
    assert.deepEqual(check(form), {})
    assert.equal((await create(form)).status, 201)
    const read = async () => {
      const { data } = JSON.parse((await world.send(partner.as(get("/laas/rules")))).text)
      return data.data.find(({ name }: { readonly name: string }) => name === "in time")
    }
    const rule = await read()
    assert.deepEqual([rule.pendingDays, rule.coinsExpire], ["14", "P1Y10D"])
    assert.deepEqual(changesOf(rule, valuesOf(rule)), { id: rule.id })
    const later = { ...valuesOf(rule), pendingDays: "7", coinsExpire: period("", "18", "") }
    const body = changesOf(rule, later)
    assert.deepEqual(body, { id: rule.id, pendingDays: "7", coinsExpire: "P18M" })
    assert.equal((await world.send(partner.as(post("/laas/rules/update-rule", body)))).status, 200)
    const changed = await read()
    assert.deepEqual([changed.pendingDays, changed.coinsExpire], ["7", "P18M"])
    const none = changesOf(changed, {
      ...valuesOf(changed),
      pendingDays: " ",
      coinsExpire: period("", " ", "")
    })
    assert.deepEqual(none, { id: rule.id, pendingDays: null, coinsExpire: null })
    assert.equal((await world.send(partner.as(post("/laas/rules/update-rule", none)))).status, 200)
    const emptied = await read()
    assert.deepEqual(valuesOf(emptied), {
      ...valuesOf({ ...rule, changedBy: emptied.changedBy }),
      pendingDays: "",
      coinsExpire: period("", "", "")
    })
  })

  it("accepts exactly the periods that the API accepts", () => {
    const isAccepted = Schema.is(CoinsExpire)
    const number = fc.integer({ min: 0, max: 4_000 }).map(String)
    const part = (max: number) => fc.oneof(fc.constant(""), fc.integer({ min: 0, max }).map(String), number)
    fc.assert(
      fc.property(part(11), part(125), part(3_700), (years, months, days) => {
        const of = period(years, months, days)
        if (periodOf(of) !== "")
          assert.equal(periodFault(of) === undefined, isAccepted(periodOf(of)), periodOf(of))
      }),
      { numRuns: 2_000 }
    )
  })

  it("sets, changes and removes the unit and the maximum of a single rule, and of no other", async () => {
    const { partner, world } = at()
    const form: RuleValues = { ...good, name: "by amount", unit: "10", maxCoins: "5" }
    assert.deepEqual(check(form), {})
    assert.equal((await create(form)).status, 201)
    const read = async () => {
      const { data } = JSON.parse((await world.send(partner.as(get("/laas/rules")))).text)
      return data.data.find(({ name }: { readonly name: string }) => name === "by amount")
    }
    const rule = await read()
    assert.deepEqual([rule.unit, rule.maxCoins], ["10", "5"])
    assert.deepEqual(changesOf(rule, valuesOf(rule)), { id: rule.id })
    const body = changesOf(rule, { ...valuesOf(rule), unit: "2.5", maxCoins: " " })
    assert.deepEqual(body, { id: rule.id, unit: "2.5", maxCoins: null })
    assert.equal((await world.send(partner.as(post("/laas/rules/update-rule", body)))).status, 200)
    const changed = await read()
    assert.deepEqual([changed.unit, changed.maxCoins], ["2.5", null])
    // The form keeps the unit while another type is chosen, and does not send it.
    const batched = { ...form, type: "batched", unit: "x" } as const
    assert.deepEqual(check(batched), {})
    assert.equal("unit" in creationOf(batched), false)
  })
})
