// A property of your own, from the harness's generators and its model. Run with `bun examples/harness-property.ts`.
import { Arbitrary, fc, Model, type RuleDraft } from "laurel-rewards/testing"

/** What a campaign can cost at most: every place, as often as one member can be paid. */
const budget = ({ coins, limit, max }: RuleDraft): number => max * limit * Number(coins)

/** Rules that pay one coin for each award, whatever its amount. */
const rules = Arbitrary.rule.map((rule) => ({
  ...rule,
  name: "r1",
  coins: "1",
  unit: null,
  maxCoins: null,
  limit: Math.max(1, rule.limit)
}))

const property = fc.property(rules, fc.array(Arbitrary.awardBody, { maxLength: 50 }), (rule, awards) => {
  const partner = "home"
  let { state } = Model.step(Model.empty, { _tag: "CreateRule", partner, rule })
  for (const user of Arbitrary.users) state = Model.step(state, { _tag: "Onboard", partner, user }).state
  for (const award of awards)
    state = Model.step(state, { _tag: "Award", ...award, amount: undefined, partner }).state
  const spent = Arbitrary.users.reduce((sum, user) => sum + Model.balance(state, partner, user), 0)
  return spent <= budget(rule) * 10_000
})

fc.assert(property, { seed: 1, numRuns: 1000 })
console.log("a campaign never costs more than its budget")
