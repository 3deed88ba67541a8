import assert from "node:assert/strict"
import { csvOf } from "../../lib/schema/csv.ts"
import {
  expiringSoon,
  type Liability,
  lasting,
  monthsOf,
  owed,
  shownMonths,
  tableOf
} from "../../server/dashboard/pages/liability/sums.ts"
import { dayWords, monthWords } from "../../server/dashboard/parts/days.ts"
import { describe, it } from "../support/effect.ts"

const sums: Liability = {
  at: "2026-11-30T23:59:59.999Z",
  outstanding: "900000000000.0003",
  pending: "0.5",
  expiring: [
    { month: "2026-11", coins: "1.5" },
    { month: "2027-01", coins: "2" },
    { month: "2029-02", coins: "0.0001" }
  ],
  expired: "7",
  awarded: "900000000010.5003",
  spent: "0",
  reversed: "1",
  adjusted: "-2"
}

describe("what the dashboard says about the liability", () => {
  it("adds up exactly, however large the sums are", () => {
    assert.equal(owed(sums), "900000000000.5003")
    assert.equal(lasting(sums), "899999999996.5002")
  })

  it("has every month from the first on, and the rest as later", () => {
    const { later, months } = monthsOf(sums, 4)
    assert.deepEqual(months, [
      { month: "2026-11", coins: "1.5" },
      { month: "2026-12", coins: "0" },
      { month: "2027-01", coins: "2" },
      { month: "2027-02", coins: "0" }
    ])
    assert.equal(later, "0.0001")
    assert.deepEqual(expiringSoon(sums), { coins: "3.5", until: "Jan 2027" })
    assert.equal(monthWords("2026-12"), "Dec 2026")
  })

  it("begins with the month before if a zone west of UTC is still in it", () => {
    const early = { ...sums, at: "2026-12-01T03:00:00.000Z" }
    assert.equal(monthsOf(early, 1).months[0]?.month, "2026-11")
    const { months } = monthsOf({ ...early, expiring: [] }, 1)
    assert.deepEqual(months, [{ month: "2026-12", coins: "0" }])
  })

  it("shows at least half a year and at most two", () => {
    const of = (month: string) => shownMonths({ ...sums, expiring: [{ month, coins: "1" }] })
    assert.deepEqual([of("2026-12"), of("2027-08"), of("2028-10"), of("2028-11")], [6, 10, 24, 6])
    assert.equal(shownMonths(sums), 6)
  })

  it("is a table with a row for each figure and month, as the API wrote them", () => {
    const at = sums.at
    assert.deepEqual(tableOf(sums), [
      ["at", "figure", "month", "coins"],
      [at, "outstanding", "", "900000000000.0003"],
      [at, "pending", "", "0.5"],
      [at, "expired", "", "7"],
      [at, "awarded", "", "900000000010.5003"],
      [at, "spent", "", "0"],
      [at, "reversed", "", "1"],
      [at, "adjusted", "", "-2"],
      [at, "expiring", "2026-11", "1.5"],
      [at, "expiring", "2027-01", "2"],
      [at, "expiring", "2029-02", "0.0001"]
    ])
  })

  it("is CSV of RFC 4180 for spreadsheets", () => {
    assert.equal(
      csvOf([
        ["a", 'b "c"', "d, e"],
        ["f\ng", "", "ü"]
      ]),
      '\uFEFFa,"b ""c""","d, e"\r\n"f\ng",,ü\r\n'
    )
  })

  it("names a day of another year with its year", () => {
    const now = Date.parse("2026-11-17T12:00:00Z")
    assert.equal(dayWords("2026-11-30", now), "Mon 30 Nov")
    assert.match(dayWords("2027-11-13", now), /^Sat,? 13 Nov 2027$/)
  })
})
