import assert from "node:assert/strict"
import { changesBetween, type MergedField, merged } from "../../server/dashboard/pages/rules/merge.ts"
import { newRule, type RuleValues } from "../../server/dashboard/pages/rules/values.ts"
import { describe, it } from "../support/effect.ts"

const base: RuleValues = { ...newRule, name: "shared", coinValue: "10", maxNumberOfParticipant: "100" }
const limit = { per: "member", period: "day", awards: "3", coins: "" } as const
const none: ReadonlySet<MergedField> = new Set()

describe("a rule that two people edit", () => {
  it("has the changes of both, if they changed different fields", () => {
    const theirs = { ...base, coinValue: "20", limits: [limit] }
    const mine = { ...base, maxNumberOfParticipant: "50", status: "inactive" as const }
    assert.deepEqual(merged(base, theirs, mine, none), {
      ...base,
      coinValue: "20",
      limits: [limit],
      maxNumberOfParticipant: "50",
      status: "inactive"
    })
    assert.deepEqual(changesBetween(base, theirs, mine), [
      { field: "coinValue", label: "Coins", was: "10", theirs: "20", mine: undefined },
      {
        field: "limits",
        label: "Limits",
        was: "none",
        theirs: "3 payments of a member a day",
        mine: undefined
      }
    ])
  })

  it("asks only about a field to which both gave another value", () => {
    const theirs = { ...base, coinValue: "20", timeZone: "Europe/Berlin" }
    const mine = { ...base, coinValue: "30", timeZone: "Europe/Berlin" }
    assert.deepEqual(
      changesBetween(base, theirs, mine).map(({ field, mine }) => [field, mine]),
      [
        ["coinValue", "30"],
        ["timeZone", undefined]
      ]
    )
    assert.equal(merged(base, theirs, mine, none).coinValue, "20")
    assert.equal(merged(base, theirs, mine, new Set<MergedField>(["coinValue"])).coinValue, "30")
  })

  it("does not change a field that nobody changed", () => {
    assert.deepEqual(merged(base, base, base, none), base)
    assert.deepEqual(changesBetween(base, base, { ...base, name: "mine" }), [])
  })
})
