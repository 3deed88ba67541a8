import assert from "node:assert/strict"
import { Either } from "effect"
import { ActivityType } from "../../lib/rewards/activities/When.ts"
import * as Coins from "../../lib/rewards/Coins.ts"
import { Outcome, Written } from "../../lib/rewards/commands/Command.ts"
import { ActivitySizes } from "../../lib/rewards/commands/CommandWriter/ActivitySizes.ts"
import { ActivityId, PartnerId, RuleId } from "../../lib/rewards/Id.ts"
import { describe, it } from "../support/effect.ts"

const partnerId = PartnerId.make("0199d0aa-0000-7000-8000-000000000001")
const ruleId = RuleId.make("0199d0aa-0000-7000-8000-000000000002")
const id = ActivityId.make("0199d0aa-0000-7000-8000-000000000003")
const order = { partnerId, type: ActivityType.make("order.placed") }
const at = new Date(0)

/** The outcome of an order that meets some rules and does not meet others. */
const recorded = (met: number, unmet: number, replayed = false): Outcome => {
  const outcomes = Array.from({ length: met + unmet }, (_, index) => ({
    ruleId,
    ruleName: `rule ${index}`,
    met: index < met,
    awarded: index < met,
    coins: Coins.zero,
    refusal: null,
    because: []
  }))
  const activity = { ...order, id, userId: "ada", occurredAt: at, createdAt: at, outcomes, replayed }
  return Outcome.Activity({ result: Either.right(activity) })
}

const group = (...outcomes: ReadonlyArray<Outcome>) => [Written.Settled({ outcomes })]

describe("the size of an activity in a group", () => {
  it("is 1 before its type is known", () => {
    assert.equal(new ActivitySizes().of(order), 1)
  })

  it("counts each award, and a part for each rule that is not met, of the largest activity in the last group", () => {
    const sizes = new ActivitySizes()
    sizes.learn(group(recorded(0, 1), recorded(1, 9), recorded(1, 0)))
    assert.equal(sizes.of(order), 1 + 1 + 1)
    assert.equal(sizes.of({ ...order, type: "level.done" }), 1)
    sizes.learn(group(recorded(50, 0)))
    assert.equal(sizes.of(order), 51)
  })

  it("never lets a group of activities that meet no rule meet more rules than five groups of awards have", () => {
    const sizes = new ActivitySizes()
    const most = 50
    for (let round = 0; round < 50; round++) sizes.learn(group(recorded(0, most)))
    assert.ok((1000 / sizes.of(order)) * most <= 5 * 1000)
  })

  it("falls slowly when activities earn less", () => {
    const sizes = new ActivitySizes()
    sizes.learn(group(recorded(50, 0)))
    sizes.learn(group(recorded(0, 50)))
    assert.equal(sizes.of(order), Math.round(51 * 0.75))
    for (let round = 0; round < 50; round++) sizes.learn(group(recorded(0, 50)))
    assert.equal(sizes.of(order), 11)
  })

  it("learns nothing from replays", () => {
    const sizes = new ActivitySizes()
    sizes.learn(group(recorded(50, 0, true)))
    assert.equal(sizes.of(order), 1)
  })
})
