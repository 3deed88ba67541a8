import assert from "node:assert/strict"
import type { LimitUsage, Rule } from "../../server/dashboard/contract.ts"
import { barsOf } from "../../server/dashboard/pages/members/expiryBars.ts"
import { axisOf, budgetEnd, placeOf, rangeOf } from "../../server/dashboard/pages/rule/timeAxis.ts"
import { partsOfSentence } from "../../server/dashboard/pages/rules/emphasis.ts"
import { isPaying, stateOf } from "../../server/dashboard/pages/rules/ruleState.ts"
import { changesOf, creationOf, newRule, valuesOf } from "../../server/dashboard/pages/rules/values.ts"
import { describe, it } from "../support/effect.ts"

const now = "2026-11-17T12:00:00.000Z"
const open = { archived: false, status: "active", startsAt: null, endsAt: null } as const

const plain: Rule = {
  id: "019a6f0e-83c2-7b1d-9a44-5e0c2f7d11a8",
  name: "plain",
  coinValue: "2",
  unit: null,
  maxCoins: null,
  maxNumberOfParticipant: "500",
  condition: "orders",
  status: "active",
  archived: false,
  type: "single",
  completionNumber: "1",
  userLimitAward: "-1",
  rules: [],
  limits: [],
  timeZone: "UTC",
  startsAt: null,
  endsAt: null,
  atLimit: "reject",
  when: null,
  pendingDays: null,
  coinsExpire: null,
  orderedBy: null,
  changedBy: null
}

const limit = (used: string, max: string, rest: Partial<LimitUsage> = {}): LimitUsage => ({
  per: "rule",
  period: "ever",
  measure: "coins",
  used,
  max,
  resetsAt: null,
  ...rest
})

describe("the state of a rule", () => {
  it("tells running, nearly used up, full, ended and upcoming apart", () => {
    assert.equal(stateOf(open, [limit("79", "100")], now), "running")
    assert.equal(stateOf(open, [limit("80", "100")], now), "nearly")
    assert.equal(stateOf(open, [limit("5", "5", { measure: "participants" })], now), "full")
    assert.equal(stateOf({ ...open, endsAt: now }, [limit("100", "100")], now), "ended")
    assert.equal(stateOf({ ...open, startsAt: "2026-12-01T00:00:00.000Z" }, [], now), "upcoming")
    assert.equal(stateOf({ ...open, status: "inactive", endsAt: now }, [], now), "inactive")
  })

  it("does not call a rule full because a window is, which opens again", () => {
    const today = limit("60", "60", {
      period: "day",
      measure: "awards",
      resetsAt: "2026-11-18T00:00:00.000Z"
    })
    assert.equal(stateOf(open, [today], now), "running")
  })

  it("counts only running rules and nearly used up ones among those that pay", () => {
    const states = ["running", "nearly", "full", "ended", "upcoming", "inactive"] as const
    assert.deepEqual(states.filter(isPaying), ["running", "nearly"])
  })
})

describe("the sentence of a rule", () => {
  const said =
    "Pays 2 coins for every 1, at most 40 coins an award, to at most 1,000 members. It is awarded for order.placed with data.total at least 5. “my 3 coins” stays. It pays from 1 Sept 2026, 00:00 until 22 Dec 2026, 24:00 (Europe/Berlin)."

  it("is the same text in parts", () => {
    assert.equal(
      partsOfSentence(said)
        .map(({ text }) => text)
        .join(""),
      said
    )
  })

  it("marks quantities, dates and paths, and no text of a person", () => {
    const of = (wanted: string) =>
      partsOfSentence(said).flatMap(({ kind, text }) => (kind === wanted ? [text] : []))
    assert.deepEqual(of("path"), ["data.total"])
    assert.deepEqual(of("quantity"), [
      "2 coins",
      "1",
      "40 coins",
      "1,000 members",
      "5",
      "1 Sept 2026, 00:00",
      "22 Dec 2026, 24:00"
    ])
  })
})

describe("the time of a rule", () => {
  const id = "019a6f0e-83c2-7b1d-9a44-5e0c2f7d11a8"
  const at = Date.parse(now)
  const zone = "Europe/Berlin"

  it("goes from its first to its last local day", () => {
    const rule = {
      id,
      timeZone: zone,
      startsAt: "2026-08-31T22:00:00.000Z",
      endsAt: "2026-12-22T23:00:00.000Z"
    }
    const axis = axisOf(rule, at)
    assert.deepEqual([axis.from, axis.until, axis.days, axis.isCut], ["2026-09-01", "2026-12-23", 113, false])
    assert.equal(Math.ceil(axis.now * axis.days), 78)
    assert.equal(placeOf(axis, "2026-12-23"), 1)
    assert.deepEqual(rangeOf(axis), { from: "2026-09-01", to: "2026-11-17" })
  })

  it("of a rule that has ended asks for no day after the end", () => {
    const rule = {
      id,
      timeZone: "UTC",
      startsAt: "2026-06-01T00:00:00.000Z",
      endsAt: "2026-09-01T00:00:00.000Z"
    }
    const axis = axisOf(rule, at)
    assert.deepEqual(rangeOf(axis), { from: "2026-06-01", to: "2026-08-31" })
    assert.equal(axis.now, 1)
  })

  it("of a rule that has not begun asks for nothing", () => {
    const rule = { id, timeZone: "UTC", startsAt: "2026-12-01T00:00:00.000Z", endsAt: null }
    assert.equal(rangeOf(axisOf(rule, at)), undefined)
  })

  it("shows at most as many days as a statistic has", () => {
    const rule = { id, timeZone: "UTC", startsAt: "2020-01-01T00:00:00.000Z", endsAt: null }
    const axis = axisOf(rule, at)
    const range = rangeOf(axis)
    assert.ok(axis.isCut && range)
    assert.equal((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1, 400)
  })

  it("says how long the budget lasts at the pace of the last four days that paid", () => {
    const paid = ["2026-10-27", "2026-11-03", "2026-11-10", "2026-11-17"].map((day) => ({
      day,
      coins: "1000"
    }))
    assert.equal(budgetEnd([limit("12000", "14000")], paid, "2026-11-17"), "2026-12-01")
    assert.equal(budgetEnd([limit("12000", "14000")], paid.slice(1), "2026-11-17"), undefined)
    assert.equal(budgetEnd([], paid, "2026-11-17"), undefined)
  })
})

describe("the line of expiries", () => {
  it("places days between today and the last, and labels those that have room", () => {
    const bars = barsOf(
      [
        { on: "2026-11-30", coins: "62" },
        { on: "2026-12-05", coins: "31" },
        { on: "2027-11-17", coins: "124" }
      ],
      "2026-11-17"
    )
    assert.deepEqual(
      bars.map(({ isLabelled, isSoon, share }) => [isLabelled, isSoon, share]),
      [
        [true, true, 0.5],
        [false, true, 0.25],
        [true, false, 1]
      ]
    )
    assert.equal(bars.at(-1)?.place, 88)
  })
})

describe("the budget of a rule", () => {
  const budget = { per: "rule", period: "ever", coins: "500" } as const
  const stored = (limits: Rule["limits"]): Rule => ({ ...plain, limits })

  it("is a field of its own, and for the API a limit of the coins in all", () => {
    assert.deepEqual(creationOf({ ...newRule, budget: " 500 " }).limits, [budget])
    assert.equal(creationOf(newRule).limits, undefined)
    assert.deepEqual([valuesOf(stored([budget])).budget, valuesOf(stored([budget])).limits], ["500", []])
  })

  it("is split from a limit of the payments in all, which means the same", () => {
    const both = stored([{ ...budget, awards: "9" }])
    const values = valuesOf(both)
    assert.deepEqual(values.limits, [{ per: "rule", period: "ever", awards: "9", coins: "" }])
    assert.deepEqual(changesOf(both, values), { id: both.id })
    assert.deepEqual(changesOf(both, { ...values, budget: "600" }).limits, [
      { per: "rule", period: "ever", awards: "9" },
      { ...budget, coins: "600" }
    ])
    assert.deepEqual(changesOf(both, { ...values, budget: "" }).limits, [
      { per: "rule", period: "ever", awards: "9" }
    ])
  })
})
