import assert from "node:assert/strict"
import { FastCheck as fc } from "effect"
import type { DayStatistics } from "../../server/dashboard/contract.ts"
import {
  barScale,
  countOf,
  dayTable,
  deltaWords,
  heightOn,
  lineScale,
  meansOf,
  moreOwed,
  refusalWords,
  shareWords,
  shortDelta,
  sumOf
} from "../../server/dashboard/pages/overview/figures.ts"
import {
  lengthOf,
  queryOfLast,
  rangeBefore,
  rangeFault,
  rangeIn,
  rangeWords
} from "../../server/dashboard/pages/overview/range.ts"
import { describe, it } from "../support/effect.ts"

const day: DayStatistics = {
  day: "2026-11-10",
  awards: 3,
  earned: "30.3",
  reversals: 1,
  reversed: "5",
  transfers: 2,
  spent: "7.7",
  refunds: 1,
  refunded: "1",
  expired: "4",
  unexpired: "1",
  adjustments: 2,
  credited: "2",
  debited: "0.1",
  refused: 5,
  owed: "120"
}

const now = Date.parse("2026-11-17T19:24:00Z")
const inAddress = (query: string) => rangeIn(new URLSearchParams(query), "2026-11-17")

describe("the range of the overview", () => {
  it("is the last 30 days, a choice, or own dates, all in the address", () => {
    assert.deepEqual(inAddress(""), { from: "2026-10-19", to: "2026-11-17", last: 30 })
    assert.deepEqual(inAddress("days=7"), { from: "2026-11-11", to: "2026-11-17", last: 7 })
    assert.deepEqual(inAddress("from=2025-12-31&to=2026-01-01&days=7"), {
      from: "2025-12-31",
      to: "2026-01-01",
      last: undefined
    })
    assert.deepEqual(
      [7, 30].map((last) => queryOfLast(last).days),
      ["7", undefined]
    )
  })

  it("is the last 30 days if the address has no range", () => {
    for (const query of [
      "days=8",
      "from=2026-11-01",
      "from=2026-11-02&to=2026-11-01",
      "from=2026-02-30&to=2026-03-01"
    ])
      assert.deepEqual(inAddress(query), inAddress(""), query)
    assert.equal(rangeFault("2025-01-01", "2026-02-05"), "a range has at most 400 days, this one has 401")
    assert.equal(rangeFault("2026-01-02", "2026-01-01"), "the last day must not be before the first")
  })

  it("has as many days as the range before, which ends the day before it", () => {
    assert.deepEqual(rangeBefore(inAddress("")), { from: "2026-09-19", to: "2026-10-18", last: undefined })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (length) => {
        const from = new Date(Date.parse("2026-11-17") - (length - 1) * 86_400_000).toISOString().slice(0, 10)
        const before = rangeBefore({ from, to: "2026-11-17", last: undefined })
        assert.equal(lengthOf(before), length)
        assert.equal(Date.parse(from) - Date.parse(before.to), 86_400_000)
      })
    )
  })

  it("names its days, with the year of other years", () => {
    assert.equal(rangeWords(inAddress(""), now), "19 Oct – 17 Nov")
    assert.equal(rangeWords({ from: "2025-12-31", to: "2026-01-01" }, now), "31 Dec 2025 – 1 Jan")
    assert.equal(rangeWords({ from: "2026-11-17", to: "2026-11-17" }, now), "17 Nov")
  })
})

describe("the figures of the overview", () => {
  it("add up without rounding", () => {
    const days = [
      { ...day, earned: "0.1" },
      { ...day, earned: "0.2" },
      { ...day, earned: "499999999999.9999" }
    ]
    assert.equal(sumOf(days, "earned"), "500000000000.2999")
    assert.equal(countOf(days, "refused"), 15)
    // 30.3 + 1 + 2 + 1 - 5 - 7.7 - 0.1 - 4
    assert.equal(moreOwed(day), "+17.5")
    assert.equal(moreOwed({ ...day, spent: "37.7" }), "−12.5")
  })

  it("say how they changed, and on what", () => {
    assert.equal(deltaWords("41355", "38240"), "▲ 8 % on 38,240")
    assert.equal(deltaWords("1860", "2214"), "▼ 16 % on 2,214")
    assert.equal(deltaWords("5", "5"), "0 % on 5")
    assert.equal(deltaWords(0, 0), "0 before too")
    assert.equal(deltaWords(4, 0), "▲ from 0")
    assert.deepEqual([shortDelta("2", "1"), shortDelta("2", undefined)], ["▲ 100 %", "new"])
    assert.deepEqual([shareWords("66", "100"), shareWords("1", "0")], ["66 % of earned", undefined])
  })

  it("fit their scale, which is round, and bars begin at zero", () => {
    // Coins have at most four decimals.
    const value = fc.integer({ min: 0, max: 1e13 }).map((units) => units / 10_000)
    fc.assert(
      fc.property(value, value, (above, below) => {
        const scale = barScale(above, below)
        assert.ok(scale.ticks.includes(0) && scale.ticks.length <= 8)
        assert.ok(heightOn(scale, above) >= 0 && heightOn(scale, -below) <= 100)
      })
    )
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), (values) => {
        const scale = lineScale(values)
        for (const each of values)
          assert.ok(heightOn(scale, each) >= -1e-6 && heightOn(scale, each) <= 100 + 1e-6)
      })
    )
    assert.deepEqual(barScale(0, 0).ticks, [1, 0])
    assert.deepEqual(meansOf([7, 7, 7, 7, 0, 0, 0]).map(Math.round), [7, 6, 5, 4, 4, 3, 2])
  })

  it("name why awards were not paid", () => {
    const limit = (per: "member" | "rule", period: "ever" | "week", measure: "awards" | "coins") =>
      refusalWords({ code: "limit_reached", limit: { per, period, measure } })
    assert.deepEqual(
      [limit("member", "week", "awards"), limit("rule", "ever", "coins"), limit("rule", "week", "coins")],
      ["Payments to each member, a week", "The budget is used up", "Coins of the rule, a week"]
    )
    assert.equal(refusalWords({ code: "participant_limit_reached", limit: null }), "All places are taken")
  })

  it("are a table of days for a spreadsheet", () => {
    assert.deepEqual(dayTable([day])[1], [
      "2026-11-10",
      "3",
      "30.3",
      "5",
      "7.7",
      "1",
      "4",
      "2",
      "0.1",
      "5",
      "120"
    ])
  })
})
