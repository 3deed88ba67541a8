import assert from "node:assert/strict"
import { momentWords } from "../../server/dashboard/parts/moments.ts"
import { numberFault, plainNumber, typedNumber } from "../../server/dashboard/parts/numbers.ts"
import { plainWords } from "../../server/dashboard/parts/plainWords.ts"
import { instantIn, isTimeZone, localIn } from "../../server/dashboard/parts/zones.ts"
import { describe, it } from "../support/effect.ts"

const now = Date.parse("2026-11-17T20:31:00Z")
const words = (at: string, zone = "UTC") => momentWords(Date.parse(at), now, zone)

describe("the date and time of an instant", () => {
  it("has a weekday, and the year only if it is another one", () => {
    assert.equal(words("2026-11-14T19:24:59Z"), "Sat 14 Nov, 19:24")
    assert.equal(words("2025-11-17T00:00:00Z"), "Mon 17 Nov 2025, 00:00")
    assert.equal(words("2027-01-01T09:05:00Z"), "Fri 1 Jan 2027, 09:05")
  })

  it("says today for the day of the reader's time zone", () => {
    assert.equal(words("2026-11-17T00:00:00Z"), "Today, 00:00")
    assert.equal(words("2026-11-16T23:59:00Z"), "Mon 16 Nov, 23:59")
    assert.equal(words("2026-11-17T14:59:00Z", "Asia/Tokyo"), "Tue 17 Nov, 23:59")
    assert.equal(words("2026-11-17T15:00:00Z", "Asia/Tokyo"), "Today, 00:00")
  })
})

describe("a local time of a rule's time zone", () => {
  it("is the same instant after it was shown in a field", () => {
    for (const zone of ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu"]) {
      for (let month = 0; month < 24; month++) {
        const instant = new Date(Date.UTC(2026, month, 13, 5 + month, 17)).toISOString()
        assert.equal(instantIn(localIn(instant, zone), zone), instant, `${zone} ${instant}`)
      }
    }
  })

  it("that a change of clocks skips is later, and one that it repeats is the first", () => {
    assert.equal(instantIn("2026-03-29T02:30", "Europe/Berlin"), "2026-03-29T01:30:00.000Z")
    assert.equal(instantIn("2026-10-25T02:30", "Europe/Berlin"), "2026-10-25T00:30:00.000Z")
  })

  it("that is empty is none, and a text that is no time is left to the service", () => {
    assert.equal(instantIn("", "UTC"), null)
    assert.equal(instantIn("soon", "UTC"), "soon")
    assert.equal(localIn(null, "UTC"), "")
    assert.deepEqual([isTimeZone("Europe/Berlin"), isTimeZone("Nowhere/City")], [true, false])
  })
})

describe("a number that a person types", () => {
  it("may have separators of thousands, and nothing else that is no number", () => {
    for (const [typed, plain] of [
      ["1,000", "1000"],
      ["12 345 678.5", "12345678.5"],
      ["1’000", "1000"],
      [" 7 ", "7"],
      ["1,5", "1,5"],
      ["1.000", "1.000"]
    ] as const) {
      assert.equal(plainNumber(typed), plain)
    }
    assert.equal(numberFault("1,000"), undefined)
    assert.equal(numberFault(""), undefined)
    assert.equal(numberFault("-1"), undefined)
    assert.equal(numberFault("1,5"), 'must be a number, such as 1000 or 12.5, got "1,5"')
    assert.equal(numberFault("many"), 'must be a number, such as 1000 or 12.5, got "many"')
  })
})

describe("a number that a person types in German", () => {
  it("has a comma before its decimals and points between its thousands, and never changes a small number into a large one", () => {
    for (const [typed, plain] of [
      ["1.000", "1000"],
      ["1.000,5", "1000.5"],
      ["12 345 678,25", "12345678.25"],
      ["1,000", "1.000"],
      ["0,5", "0.5"],
      ["-3,5", "-3.5"],
      ["0.125", "0.125"],
      ["12.5", "12.5"],
      ["1.00", "1.00"],
      ["1,2,3", "1,2,3"],
      ["viele", "viele"]
    ] as const) {
      assert.equal(plainNumber(typed, "de"), plain, typed)
    }
  })

  it("is read again as the same number after it was shown in a field", () => {
    for (const language of ["en", "de"] as const) {
      for (const plain of ["0.125", "1.125", "1000", "1000.5", "999999.9999", "-1", "-0.5", "", "x.5"]) {
        assert.equal(plainNumber(typedNumber(plain, language), language), plain, `${language} ${plain}`)
      }
    }
  })
})

describe("a refusal for a person", () => {
  it("names no field of the API", () => {
    const full =
      "rule tea has already rewarded its 16 participants: raise maxNumberOfParticipant to reward more"
    assert.equal(plainWords("participant_limit_reached", full), "All 16 places are taken.")
    assert.equal(plainWords("participant_limit_reached", "another text"), "another text")
    const often = "rule tea has already rewarded this user 3 times: raise userLimitAward to reward more"
    assert.match(plainWords("user_limit_reached", often), /already paid 3 times/)
    assert.equal(plainWords("", "coins is required"), "coins is required")
  })
})
