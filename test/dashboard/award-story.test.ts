import assert from "node:assert/strict"
import { firstIdOf } from "../../lib/schema/Id.ts"
import type { AwardDetails, Rule } from "../../server/dashboard/contract.ts"
import { idAfter, idAt } from "../../server/dashboard/pages/awardDetails/deliveries.ts"
import { endOf, ladderOf } from "../../server/dashboard/pages/awardDetails/ladder.ts"
import { lifeOf } from "../../server/dashboard/pages/awardDetails/life.ts"
import { withRest } from "../../server/dashboard/pages/awardDetails/rest.ts"
import { describe, it } from "../support/effect.ts"

const made = "2026-11-10T17:42:00.000Z"
const now = "2026-11-17T12:00:00.000Z"

const award: AwardDetails = {
  id: "019a6f0e-83c2-7b1d-9a44-5e0c2f7d11a8",
  partnerId: "019a6f0e-83c2-7b1d-9a44-5e0c2f7d11a9",
  ruleId: "019a6f0e-83c2-7b1d-9a44-5e0c2f7d1100",
  ruleName: "double tuesday",
  userId: "nora",
  awarded: true,
  note: null,
  coins: "14",
  amount: "31.5",
  state: "paid",
  coinsLeft: "14",
  amountLeft: "31.5",
  suppressedBy: null,
  activityId: null,
  metadata: {},
  createdAt: made,
  maturesAt: null,
  expiresAt: null,
  reversedAt: null,
  orderedBy: null,
  rule: { id: "019a6f0e-83c2-7b1d-9a44-5e0c2f7d1100", name: "double tuesday", changedSince: false },
  rate: { unit: "1", coinValue: "2", maxCoins: "40" },
  reversals: [],
  lot: null
}

const reversal = (number: number, coins: string, createdAt: string): AwardDetails["reversals"][number] => ({
  id: `019a6f0e-83c2-7b1d-9a44-00000000000${number}`,
  number,
  coins,
  amount: "0",
  note: null,
  orderedBy: null,
  createdAt
})

const rule: Rule = {
  id: award.rule.id,
  name: "double tuesday",
  coinValue: "2",
  unit: "1",
  maxCoins: "40",
  maxNumberOfParticipant: "500",
  condition: "spends",
  status: "active",
  archived: false,
  type: "single",
  completionNumber: "1",
  userLimitAward: "-1",
  rules: [],
  limits: [
    { per: "member", period: "week", coins: "60" },
    { per: "rule", period: "day", awards: "60" }
  ],
  timeZone: "UTC",
  startsAt: null,
  endsAt: null,
  atLimit: "clamp",
  when: null,
  pendingDays: null,
  coinsExpire: null,
  orderedBy: null,
  changedBy: null
}

const short = (given: AwardDetails) =>
  lifeOf(given, now).map(({ coins, place, words }) => [words, coins, place])

describe("the life of an award", () => {
  it("is dated: awarded, could be spent, reversed in part, left, expires", () => {
    const given: AwardDetails = {
      ...award,
      state: "partly_reversed",
      coinsLeft: "8",
      maturesAt: "2026-11-13T17:42:00.000Z",
      expiresAt: "2027-11-14T00:00:00.000Z",
      lot: { expiresAt: "2027-11-14T00:00:00.000Z", timeZone: "UTC", coins: "8", expired: "0" },
      reversals: [reversal(1, "6", "2026-11-14T10:31:00.000Z")]
    }
    assert.deepEqual(short(given), [
      ["Awarded", "14", "before"],
      ["Could be spent", "14", "before"],
      ["Reversed in part", "−6", "before"],
      ["Left of it", "8", "here"],
      ["Expire if not spent", "8", "after"]
    ])
  })

  it("of a pending award names when it can be spent", () => {
    const given = { ...award, state: "pending", maturesAt: "2026-11-20T17:42:00.000Z" } as const
    assert.deepEqual(short(given), [
      ["Awarded", "14", "before"],
      ["Left, pending", "14", "here"],
      ["Can be spent", "14", "after"]
    ])
  })

  it("ends where it was reversed, and counts what matured after a reversal", () => {
    const whole = {
      ...award,
      state: "reversed",
      coinsLeft: "0",
      reversals: [reversal(1, "14", now)]
    } as const
    assert.deepEqual(short(whole), [
      ["Awarded", "14", "before"],
      ["Reversed", "−14", "here"]
    ])
    const early: AwardDetails = {
      ...award,
      state: "partly_reversed",
      coinsLeft: "10",
      maturesAt: "2026-11-13T17:42:00.000Z",
      reversals: [reversal(1, "4", "2026-11-11T10:00:00.000Z")]
    }
    assert.deepEqual(short(early)[2], ["Could be spent", "10", "before"])
  })

  it("does not say how many coins of this award expired, because a lot is of several awards", () => {
    const expiresAt = "2026-11-15T00:00:00.000Z"
    const lot = { expiresAt, timeZone: "UTC", coins: "0", expired: "20" }
    assert.deepEqual(short({ ...award, expiresAt, lot }), [
      ["Awarded", "14", "before"],
      ["Expired, if not spent", null, "here"]
    ])
  })

  it("of an award that did not pay is one step", () => {
    const counted = { ...award, awarded: false, coins: "0", coinsLeft: "0", state: "counted" } as const
    assert.deepEqual(short(counted), [["Counted", null, "here"]])
    const suppressed = { ...counted, state: "suppressed", suppressedBy: "limit_reached" } as const
    assert.deepEqual(short(suppressed), [["Recorded, not paid", null, "here"]])
  })
})

const rungs = (given: AwardDetails, today: Rule | undefined) =>
  ladderOf(given, today).map(({ coins, sign, title }) => [title, coins, sign])

describe("the ladder of a decision", () => {
  it("says after each step how many coins were left, and marks the one that decided", () => {
    assert.deepEqual(rungs(award, rule), [
      ["Named in the request", undefined, "passed"],
      ["By amount", "62", "passed"],
      ["At most 40 an award", "40", "cut"],
      ["500 members who can earn it", "40", "passed"],
      ["All together 60 payments a day", "40", "passed"],
      ["Each member 60 coins a week", "14", "decided"]
    ])
    assert.deepEqual(endOf(award), ["Paid", "14 coins"])
  })

  it("marks the last cut if no limit decided", () => {
    const whole = { ...award, coins: "40", coinsLeft: "40" }
    assert.deepEqual(rungs(whole, rule)[2], ["At most 40 an award", "40", "decided"])
  })

  it("does not choose between several limits, because the record does not say which", () => {
    const limits = [...rule.limits, { per: "rule", period: "ever", coins: "9000" } as const]
    const found = rungs(award, { ...rule, limits })
    assert.deepEqual(found.at(-1), ["One of the coin limits", "14", "decided"])
    assert.equal(
      found.some(([title]) => String(title).includes("60 coins")),
      false
    )
  })

  it("leaves out the limits of a rule that was changed since", () => {
    const changed = { ...award, rule: { ...award.rule, changedSince: true } }
    assert.deepEqual(rungs(changed, rule), [
      ["Named in the request", undefined, "passed"],
      ["By amount", "62", "passed"],
      ["At most 40 an award", "40", "cut"],
      ["A coin limit", "14", "decided"]
    ])
  })

  it("of a suppressed award ends with the limit that was used up", () => {
    const given = { ...award, awarded: false, coins: "0", coinsLeft: "0", state: "suppressed" } as const
    const full = { ...given, suppressedBy: "participant_limit_reached" } as const
    assert.deepEqual(rungs(full, rule).at(-1), ["500 members who can earn it", undefined, "decided"])
    assert.deepEqual(endOf(full), ["Not paid", "no coins"])
  })
})

describe("what the page reads about an award", () => {
  it("finds events and deliveries by ids between those of the service", () => {
    assert.equal(idAt(made), firstIdOf(new Date(made)))
    assert.equal(idAfter("019a6f0e-83c2-7b1d-9a44-5e0c2f7dffff"), "019a6f0e-83c2-7b1d-9a44-5e0c2f7e0000")
    assert.equal(idAfter("019a6f0e-83c2-7fff-ffff-ffffffffffff"), "019a6f0e-83c2-8000-0000-000000000000")
  })

  it("counts what was left after each reversal", () => {
    const reversals = [reversal(1, "6", made), reversal(2, "3.5", now)]
    assert.deepEqual(
      withRest({ coinsLeft: "4.5", reversals }).map(({ rest }) => rest),
      ["8", "4.5"]
    )
  })
})
