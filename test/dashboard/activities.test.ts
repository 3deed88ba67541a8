import assert from "node:assert/strict"
import type { ActivityOutcome } from "../../server/dashboard/contract.ts"
import {
  expectedWord,
  outcomeWord,
  paidBy,
  reasonsOf,
  reversalOf
} from "../../server/dashboard/pages/activities/outcomeWords.ts"
import { fieldOptions, seenIn } from "../../server/dashboard/pages/activities/seen.ts"
import { checkTrial, dataFaultOf, trialOf } from "../../server/dashboard/pages/activities/trial.ts"
import {
  barsOf,
  changeOn,
  isSimulated,
  refusalsOf,
  timeBefore
} from "../../server/dashboard/pages/rules/simulated.ts"
import { describe, it } from "../support/effect.ts"

const paid: ActivityOutcome = {
  ruleName: "big order",
  met: true,
  awarded: true,
  coins: "0.1",
  refusal: null,
  because: [{ field: "data.total", is: "atLeast", value: 50, held: true }]
}
const counted: ActivityOutcome = { ...paid, ruleName: "tenth cup", awarded: false, coins: "0" }
const refused: ActivityOutcome = {
  ...counted,
  ruleName: "full",
  refusal: { appErrorCode: "limit_reached", error: "the limit is reached" }
}
const unmet: ActivityOutcome = {
  ...counted,
  ruleName: "other",
  met: false,
  because: [{ field: "local.weekday", is: "equals", value: 2, held: false }]
}

describe("the outcomes of an activity in words", () => {
  it("say what each rule did, or would do, and why", () => {
    const all = [paid, counted, refused, unmet]
    assert.deepEqual(all.map(outcomeWord), ["paid 0.1 coins", "counted", "not paid", "not met"])
    assert.deepEqual(all.map(expectedWord), [
      "would pay 0.1 coins",
      "would count",
      "would not pay",
      "would do nothing"
    ])
    const reasons = (of: ActivityOutcome) => reasonsOf(of).map(({ text }) => text)
    assert.deepEqual(reasons(paid), ["true: data.total at least 50"])
    assert.deepEqual(reasons(refused), ["the limit is reached", "true: data.total at least 50"])
    assert.deepEqual(reasons(unmet), ["not true: on Tuesdays"])
  })

  it("add coins exactly, and say what a reversal takes back", () => {
    assert.equal(paidBy([paid, { ...paid, coins: "0.2" }, unmet]), 0.3)
    const reversal = (outcomes: ReadonlyArray<ActivityOutcome>) =>
      reversalOf("ada", outcomes, String).join("")
    assert.equal(
      reversal([paid, counted, refused, unmet]),
      "Reverses all 2 awards (“big order”, “tenth cup”), or none if one cannot be reversed. 0.1 coins leave the wallet of ada, less what was taken back already."
    )
    assert.match(reversal([counted]), /its award \(“tenth cup”\).* No coins move, and what it counted/)
    assert.match(reversal([refused, unmet]), /^It earned nothing, so no coins move/)
  })
})

describe("the suggestions for conditions", () => {
  it("are the paths in the data of the activity's type that conditions can read, with what was seen", () => {
    const deep = { a: { b: { c: { d: { e: { f: 1 } } } } } }
    const { attributes, fieldsOf, types } = seenIn(
      [
        { type: "order", data: { total: 64, store: "harbour", gift: true, "a.b": 1, list: [1], none: null } },
        { type: "order", data: { total: 1.9, store: "airport", where: { city: "Kiel" } } },
        { type: "visit", data: deep },
        { type: "visit", data: null }
      ],
      [{ attributes: { tier: "gold" } }, { attributes: null }]
    )
    assert.deepEqual(
      types.map(({ value }) => value),
      ["order", "visit"]
    )
    assert.deepEqual(
      fieldsOf("order").map(({ field, kind, note }) => [field, kind, note]),
      [
        ["data.gift", "boolean", "True or false"],
        ["data.store", "text", "Text, seen: airport, harbour"],
        ["data.total", "number", "Number, seen from 1.9 to 64"],
        ["data.where.city", "text", "Text, seen: Kiel"]
      ]
    )
    assert.deepEqual(fieldsOf("visit"), [])
    assert.deepEqual(
      attributes.map(({ field }) => field),
      ["member.attributes.tier"]
    )
    const offered = fieldOptions(seenIn([], []), "order").map(({ value }) => value)
    assert.deepEqual(offered.slice(-2), ["day of the week", "hour of the day"])
  })
})

describe("the form that tries an activity", () => {
  const values = { userId: " ada ", type: "order", data: '{"total": 5, "__proto__": 1}', occurredAt: "" }

  it("sends the data as it was written", () => {
    assert.deepEqual(checkTrial(values), {})
    assert.equal(
      JSON.stringify(trialOf(values)),
      '{"userId":"ada","activity":{"type":"order","data":{"total":5,"__proto__":1}}}'
    )
    assert.deepEqual(trialOf({ ...values, data: " " }), { userId: "ada", activity: { type: "order" } })
  })

  it("says what is wrong with the data, also where the API names a value in it", () => {
    assert.match(checkTrial({ ...values, data: "[1]" })["activity.data"] ?? "", /^must be a JSON object/)
    assert.match(checkTrial({ ...values, data: "{" })["activity.data"] ?? "", /^must be JSON: /)
    assert.deepEqual(checkTrial({ userId: "", type: " ", data: "", occurredAt: "" }), {
      userId: "is required",
      "activity.type": "is required"
    })
    assert.equal(dataFaultOf({ "activity.data.total": "must be a number" }), ".total must be a number")
    assert.equal(dataFaultOf({ userId: "is required" }), undefined)
  })
})

describe("a simulation in the form of a rule", () => {
  it("has a bar for every day of the rule's time zone, and the refusals in words", () => {
    const time = timeBefore(new Date("2026-11-18T23:30:00.000Z"))
    assert.equal(time.from, "2026-10-19T23:30:00.000Z")
    const days = [{ day: "2026-11-19", coins: "7.5" }]
    const bars = barsOf({ days }, time, "Europe/Berlin")
    assert.deepEqual(
      [bars.length, bars[0], bars.at(-1)],
      [31, { label: "20 Oct", value: 0, current: false }, { label: "19 Nov", value: 7.5, current: true }]
    )
    assert.equal(new Set(bars.map(({ label }) => label)).size, 31)
    assert.equal(barsOf({ days }, time, "UTC").at(-1)?.label, "18 Nov")
    assert.deepEqual(refusalsOf({ refusals: { limit_reached: 2, other: 5 } }), [
      ["other", 5, undefined],
      ["A limit was reached", 2, undefined]
    ])
  })

  it("is compared with the rule as it is, by day and by refusal", () => {
    const time = timeBefore(new Date("2026-11-18T12:00:00.000Z"))
    const before = { days: [{ day: "2026-11-17", coins: "4" }] }
    const bars = barsOf({ days: [{ day: "2026-11-18", coins: "7.5" }] }, time, "UTC", before)
    assert.deepEqual(
      bars.slice(-2).map(({ other, value }) => [value, other]),
      [
        [0, 4],
        [7.5, 0]
      ]
    )
    const refusals = refusalsOf({ refusals: { limit_reached: 2 } }, { refusals: { user_limit_reached: 9 } })
    assert.deepEqual(refusals, [
      ["A limit was reached", 2, 0],
      ["The member was paid as often as possible", 0, 9]
    ])
    const ofOne = { coins: "120", members: 1 }
    assert.equal(
      changeOn({ coins: "130.5", members: 2 }, ofOne),
      "▲ 9 % on 120 coins to 1 member, which the rule as it is would have paid."
    )
    assert.match(changeOn({ coins: "60", members: 1 }, ofOne), /^▼ 50 % on /)
    assert.match(changeOn(ofOne, ofOne), /^± 0 % on /)
    assert.match(changeOn(ofOne, { coins: "0", members: 0 }), /would have paid nothing/)
  })

  it("is not compared with a rule that activities do not decide", () => {
    const part = { name: "part", condition: "", status: "active", when: { activity: "visit" } } as const
    const combined = { type: "combined", when: null } as const
    assert.equal(isSimulated({ type: "single", when: null, rules: [] }), false)
    assert.equal(isSimulated({ type: "single", when: { activity: "visit" }, rules: [] }), true)
    assert.equal(isSimulated({ ...combined, rules: [part] }), true)
    assert.equal(isSimulated({ ...combined, rules: [{ ...part, status: "inactive" }] }), false)
  })
})
