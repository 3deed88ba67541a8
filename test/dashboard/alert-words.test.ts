import assert from "node:assert/strict"
import { idAfter, idIn, localFound } from "../../server/dashboard/app/palette/found.ts"
import type { Alert } from "../../server/dashboard/contract.ts"
import { alertWords } from "../../server/dashboard/pages/alerts/alertWords.ts"
import { describe, it } from "../support/effect.ts"

const now = Date.parse("2026-11-17T12:00:00Z")
const none: Omit<Alert, "type"> = {
  rule: null,
  limit: null,
  endsAt: null,
  webhook: null,
  waiting: null,
  since: null
}
const rule = { id: "r1", name: "spring" }
const limit = {
  per: "rule",
  period: "ever",
  measure: "participants",
  used: "52",
  max: "52",
  resetsAt: null
} as const

const said = (alert: Partial<Alert> & Pick<Alert, "type">): string => {
  const { name, title, why } = alertWords({ ...none, ...alert }, now)
  return `${name} ${title}. ${why}`.trim()
}

describe("the words of an alert", () => {
  it("tell a nearly used, a full and an ending rule apart, and say when a limit opens again", () => {
    assert.equal(said({ type: "rule.used_up", rule, limit }), "spring is full. All 52 places are taken.")
    assert.equal(
      said({ type: "rule.used_up", rule, limit: { ...limit, used: "1", max: "1" } }),
      "spring is full. The only place is taken."
    )
    const coins = { ...limit, measure: "coins", used: "8640.5", max: "10000" } as const
    assert.equal(
      said({ type: "rule.nearly_used_up", rule, limit: coins }),
      "spring is nearly used up. 86 % of its budget: 8,640.5 of 10,000 coins."
    )
    const resetsAt = "2026-11-18T00:00:00.000Z"
    const today = { ...limit, period: "day", measure: "awards", used: "5", max: "5", resetsAt } as const
    assert.match(
      said({ type: "rule.used_up", rule, limit: today }),
      /^spring has used up its payments today\. 5 of 5 payments are used\. It opens again .+\.$/
    )
    assert.match(
      said({ type: "rule.ending", rule, endsAt: resetsAt }),
      /^spring ends soon\. It pays until .+\.$/
    )
  })

  it("count approvals, and name the host of a webhook", () => {
    const since = "2026-11-14T09:00:00.000Z"
    assert.match(said({ type: "approval.waiting", waiting: 1, since }), /^An approval waits\. It was asked/)
    assert.match(said({ type: "approval.waiting", waiting: 3, since }), /^3 approvals wait\. The oldest/)
    const webhook = { id: "w1", host: "crm.example", pausedReason: null }
    assert.match(
      said({ type: "webhook.failing", webhook, since }),
      /^A webhook is failing\. crm\.example has accepted nothing since .+\.$/
    )
    assert.match(
      said({ type: "webhook.failing", webhook: { ...webhook, pausedReason: "too long" }, since }),
      /It is paused: too long\.$/
    )
  })
})

describe("the command palette", () => {
  const labels = (typed: string, mayOpen: (path: string) => boolean = () => true) =>
    localFound(typed, mayOpen).flatMap(({ found }) => found.map(({ label }) => label))

  it("finds pages and actions by the beginnings of their words", () => {
    assert.deepEqual(labels("new ru"), ["New rule"])
    assert.deepEqual(labels("imp mem"), ["Import members…"])
    assert.deepEqual(labels("zebra"), [])
    assert.ok(labels("").length > 12)
  })

  it("offers only what the person may open", () => {
    assert.deepEqual(
      labels("a", (path) => path !== "/award" && path !== "/members/adjust").filter((label) =>
        /^A[dw]/.test(label)
      ),
      ["Add member", "Awards"]
    )
  })

  it("reads one row to find an id", () => {
    assert.equal(idIn(" 01A1DD04-59E9-7000-9022-9805FB1F6534 "), "01a1dd04-59e9-7000-9022-9805fb1f6534")
    assert.equal(idIn("01a1dd04"), undefined)
    assert.equal(idAfter("01a1dd04-59e9-7000-9022-9805fb1f6534"), "01a1dd04-59e9-7000-9022-9805fb1f6535")
    assert.equal(idAfter("01a1dd04-59e9-7000-9022-ffffffffffff"), "01a1dd04-59e9-7000-9023-000000000000")
  })
})
