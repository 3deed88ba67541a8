import assert from "node:assert/strict"
import { Schema } from "effect"
import fc from "fast-check"
import { ActivityOutcome } from "../../../lib/rewards/activities/Activity.ts"
import { readOutcomes, writeOutcomes } from "../../../lib/rewards/activities/storedOutcomes.ts"
import { type Leaf, Operator } from "../../../lib/rewards/activities/When.ts"
import * as Coins from "../../../lib/rewards/Coins.ts"
import { AmountInvalid, RuleInactive } from "../../../lib/rewards/Errors.ts"
import { RuleId } from "../../../lib/rewards/Id.ts"
import { describe, it } from "../../support/effect.ts"

const value: fc.Arbitrary<Leaf["value"]> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string())
)
const reason = fc.record({
  field: fc.string(),
  is: fc.constantFrom(...Operator.literals),
  value,
  held: fc.boolean()
})
const rule = {
  ruleId: fc.uuid().map((id) => RuleId.make(id)),
  ruleName: fc.string(),
  because: fc.array(reason)
}
const unmet = fc.record({
  ...rule,
  met: fc.constant(false),
  awarded: fc.constant(false),
  coins: fc.constant(Coins.zero),
  refusal: fc.constant(null)
})
const paid = fc.record({
  ...rule,
  met: fc.constant(true),
  awarded: fc.constant(true),
  coins: fc.integer({ min: 1, max: Coins.max }).map(Coins.make),
  refusal: fc.constant(null)
})
const unpaid = fc.record({
  ...rule,
  met: fc.constant(true),
  awarded: fc.constant(false),
  coins: fc.constant(Coins.zero),
  refusal: fc.constantFrom(
    null,
    new RuleInactive({ ruleName: "off" }),
    new AmountInvalid({ ruleName: "by amount", field: "data.total" })
  )
})

describe("the outcomes of an activity", () => {
  it("are read as they were written", () => {
    const write = Schema.encodeSync(Schema.Array(ActivityOutcome))
    fc.assert(
      fc.property(fc.array(fc.oneof(unmet, paid, unpaid)), (outcomes) => {
        assert.deepEqual(write(readOutcomes(writeOutcomes(outcomes))), write(outcomes))
        // The second time, their reasons are known.
        assert.deepEqual(write(readOutcomes(writeOutcomes(outcomes))), write(outcomes))
      })
    )
    assert.deepEqual(readOutcomes(null), [])
  })
})
