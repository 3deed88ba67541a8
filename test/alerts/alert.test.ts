import assert from "node:assert/strict"
import { type Alert, alertsOf, type Facts } from "../../lib/alerts/Alert.ts"
import { mailedAlerts } from "../../lib/alerts/mailedAlerts.ts"
import type { LimitStanding } from "../../lib/rewards/awards/Explanation.ts"
import { RuleId } from "../../lib/rewards/Id.ts"
import type { PressingRule } from "../../lib/rewards/rules/PressingRule.ts"
import { WebhookId } from "../../lib/webhooks/Webhook.ts"
import { describe, it } from "../support/effect.ts"

const at = new Date("2026-11-17T12:00:00Z")
const after = (days: number) => new Date(at.getTime() + days * 86_400_000)
const id = "01a1dd04-59e9-7000-9022-9805fb1f6534"

const limit = (used: number, max: number, of: Partial<LimitStanding> = {}): LimitStanding => ({
  per: "rule",
  period: "ever",
  measure: "participants",
  used: String(used),
  max: String(max),
  resetsAt: null,
  ...of
})

const rule = (of: Partial<PressingRule>): PressingRule => ({
  ruleId: RuleId.make(id),
  ruleName: "spring",
  endsAt: null,
  limits: [limit(0, 10)],
  ...of
})

const webhook = (of: Partial<Facts["webhooks"][number]>): Facts["webhooks"][number] => ({
  id: WebhookId.make(id),
  url: "https://crm.example:8443/hooks/secret",
  status: "active",
  pausedReason: null,
  failingSince: null,
  ...of
})

const of = (facts: Partial<Facts>): ReadonlyArray<Alert> =>
  alertsOf({ rules: [], webhooks: [], waitingSince: [], ...facts }, at)

const typesOf = (facts: Partial<Facts>) => of(facts).map(({ type }) => type)

describe("an alert", () => {
  it("about a rule comes at exactly 80 % of a limit, and says when all of it is used", () => {
    const types = (used: number, max: number) => typesOf({ rules: [rule({ limits: [limit(used, max)] })] })
    assert.deepEqual(types(79, 100), [])
    assert.deepEqual(types(80, 100), ["rule.nearly_used_up"])
    assert.deepEqual(types(99, 100), ["rule.nearly_used_up"])
    assert.deepEqual(types(100, 100), ["rule.used_up"])
    assert.deepEqual(types(0, 1), [])
    assert.deepEqual(types(1, 1), ["rule.used_up"])
  })

  it("is one for each rule, about the limit of which most is used, or that resets last", () => {
    const coins = limit(950, 1000, { measure: "coins" })
    const [alert, ...others] = of({ rules: [rule({ limits: [limit(8, 10), coins, limit(9, 10)] })] })
    assert.deepEqual([alert?.limit, others], [coins, []])
    const today = limit(5, 5, { period: "day", measure: "awards", resetsAt: after(1) })
    const year = limit(50, 50, { period: "year", measure: "awards", resetsAt: after(40) })
    assert.deepEqual(of({ rules: [rule({ limits: [limit(0, 9), today, year] })] })[0]?.limit, year)
    assert.deepEqual(of({ rules: [rule({ limits: [limit(2, 2), today] })] })[0]?.limit, limit(2, 2))
  })

  it("about the end of a rule comes seven days before, and not after it", () => {
    const types = (days: number) => typesOf({ rules: [rule({ endsAt: after(days) })] })
    assert.deepEqual(types(7.01), [])
    assert.deepEqual(types(7), ["rule.ending"])
    assert.deepEqual(types(0.01), ["rule.ending"])
    assert.deepEqual(types(0), [])
    assert.deepEqual(typesOf({ rules: [rule({ endsAt: after(1), limits: [limit(9, 10)] })] }), [
      "rule.nearly_used_up",
      "rule.ending"
    ])
  })

  it("about a webhook names its host alone, and not one that the partner has paused", () => {
    const since = after(-2)
    const [alert] = of({ webhooks: [webhook({ failingSince: since }), webhook({})] })
    assert.deepEqual(alert?.webhook, { id, host: "crm.example:8443", pausedReason: null })
    assert.deepEqual(alert?.since, since)
    const paused = (pausedReason: string) =>
      typesOf({ webhooks: [webhook({ failingSince: since, status: "paused", pausedReason })] })
    assert.deepEqual(paused("by the partner"), [])
    assert.deepEqual(paused("all attempts failed for three days"), ["webhook.failing"])
  })

  it("about approvals counts them, and comes before all others", () => {
    const alerts = of({
      rules: [rule({ endsAt: after(1) }), rule({ limits: [limit(1, 1)] })],
      webhooks: [webhook({ failingSince: after(-1) })],
      waitingSince: [after(-1), after(-3), after(-2)]
    })
    assert.deepEqual(
      alerts.map(({ type }) => type),
      ["approval.waiting", "webhook.failing", "rule.used_up", "rule.ending"]
    )
    assert.deepEqual([alerts[0]?.waiting, alerts[0]?.since], [3, after(-3)])
  })
})

describe("a mailed alert", () => {
  const listed = (facts: Partial<Facts>, hasMore = false) => mailedAlerts({ data: of(facts), hasMore })
  const textsOf = (facts: Partial<Facts>) => listed(facts).alerts.map(({ text }) => text)

  it("names the rule and the limit, or the host of the webhook", () => {
    const coins = limit(950, 1000, { measure: "coins" })
    const week = limit(5, 5, { period: "week", measure: "awards", resetsAt: after(1) })
    assert.deepEqual(
      textsOf({ rules: [rule({ limits: [coins] }), rule({ limits: [week], endsAt: after(2) })] }),
      [
        'The rule "spring" is used up: 5 of 5 payments of this week.',
        'The rule "spring" is nearly used up: 950 of 1000 coins.',
        'The rule "spring" ends at 2026-11-19 12:00 UTC.'
      ]
    )
    const failing = webhook({ failingSince: after(-2) })
    const paused = webhook({
      failingSince: after(-4),
      status: "paused",
      pausedReason: "no attempt succeeded"
    })
    assert.deepEqual(textsOf({ webhooks: [failing, paused] }), [
      "The webhook to crm.example:8443 has been failing since 2026-11-15 12:00 UTC.",
      "The webhook to crm.example:8443 has been failing since 2026-11-13 12:00 UTC. It is paused: no attempt succeeded."
    ])
    assert.deepEqual(textsOf({ waitingSince: [after(-1)] }), ["1 adjustment waits for approval."])
    assert.deepEqual(textsOf({ waitingSince: [after(-1), after(-2)] }), ["2 adjustments wait for approval."])
  })

  it("about approvals is for people who can approve, and no other is", () => {
    const { alerts } = listed({ rules: [rule({ limits: [limit(1, 1)] })], waitingSince: [after(-1)] })
    assert.deepEqual(
      alerts.map(({ key, scope }) => [key, scope]),
      [
        ["approval.waiting", "coins:adjust"],
        [`rule.used_up ${id}`, "read"]
      ]
    )
  })

  it("that is not listed has ended, but not if its rule is older than all that are listed and there are more", () => {
    const facts = { rules: [rule({ limits: [limit(1, 1)] })] }
    const [older, newer] = [id.replace("01a1", "01a0"), id.replace("01a1", "01a2")]
    const mayLast = (key: string, hasMore: boolean) => listed(facts, hasMore).mayLast(key)
    assert.equal(mayLast(`rule.used_up ${older}`, false), false)
    assert.equal(mayLast(`rule.used_up ${older}`, true), true)
    assert.equal(mayLast(`rule.used_up ${newer}`, true), false)
    assert.equal(mayLast(`webhook.failing ${older}`, true), false)
    assert.equal(mayLast("approval.waiting", true), false)
    assert.equal(mailedAlerts({ data: [], hasMore: true }).mayLast(`rule.used_up ${older}`), true)
  })
})
