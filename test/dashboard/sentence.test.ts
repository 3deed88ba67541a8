import assert from "node:assert/strict"
import type { Explanation, Rule } from "../../server/dashboard/contract.ts"
import { sentenceOf } from "../../server/dashboard/pages/award/sentence.ts"
import { describe, it } from "../support/effect.ts"

const rule: Rule = {
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  name: "coffee",
  coinValue: "50",
  maxNumberOfParticipant: "10",
  condition: "buys a coffee",
  status: "active",
  type: "single",
  completionNumber: "1",
  userLimitAward: "-1",
  rules: [],
  limits: [],
  timeZone: "UTC",
  startsAt: null,
  endsAt: null,
  atLimit: "reject"
}
const pays: Explanation = {
  outcome: "pays",
  wouldPay: true,
  coins: "50",
  refusal: null,
  suppressedBy: null,
  progress: { done: 0, of: 1 },
  limits: []
}
const none = { wouldPay: false, coins: "0" } as const

const said = (change: Partial<Explanation>, of: Partial<Rule> = {}, ruleName = "coffee"): string => {
  const { text, title } = sentenceOf(
    { ...pays, ...change },
    { userId: "ada", ruleName, rule: { ...rule, ...of } }
  )
  return `${title}. ${text}`
}

describe("the sentence about an award", () => {
  it("says what it would pay, and what the member completes", () => {
    assert.equal(said({}), "Would pay 50 coins. ada meets the condition of “coffee”.")
    const step = (done: number, of: number) => said({ progress: { done, of } }, { type: "batched" })
    assert.equal(step(9, 10), "Would pay 50 coins. ada completes the tenth of ten for “coffee”.")
    assert.match(step(20, 21), /the 21st of 21 for/)
    assert.match(step(1233, 1234), /the 1,234th of 1,234 for/)
    const combined = { type: "combined" } as const
    const third = { progress: { done: 2, of: 3 } }
    assert.match(said(third, combined, "shared"), /the third of three conditions of “coffee”/)
    assert.match(said(third, combined), /is awarded itself: it pays at once/)
  })

  it("says that a limit leaves less, without the word coins for one coin", () => {
    assert.match(said({ coins: "1" }), /^Would pay 1 coin\. .* A limit leaves 1 of 50\.$/)
  })

  it("says why it would not pay", () => {
    const counts = { ...none, outcome: "counts", progress: { done: 3, of: 10 } } as const
    assert.match(said(counts, { type: "batched" }), /pay nothing yet\. It is completion 4 of 10 for ada\.$/)
    assert.match(said(counts, { type: "combined" }), /ada has done 3 of 10 conditions before it\.$/)
    const suppressed = { ...none, outcome: "suppressed", suppressedBy: "participant_limit_reached" } as const
    assert.match(said(suppressed), /without effect\. No places are left\. No coins move/)
    const refusal = { appErrorCode: "rule_inactive", error: "rule coffee is inactive: activate it" }
    assert.equal(said({ ...none, outcome: "refused", refusal }), `Would be refused. ${refusal.error}`)
  })
})
