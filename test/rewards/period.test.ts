import assert from "node:assert/strict"
import { FastCheck as fc, Schema } from "effect"
import { CoinsExpire, endOfDayAfter, sameTimeAfter } from "../../lib/rewards/lots/period.ts"
import { describe, it } from "../support/effect.ts"
import { sized } from "../support/sized.ts"
import { day, hour, instantBetween, minute, nearChange, overMidnight, shown, zones } from "./zones.ts"

const numRuns = sized("PERIODS", { short: 100, whole: 400, long: 4000 })

const isPeriod = Schema.is(CoinsExpire)
const periodOf = Schema.decodeSync(CoinsExpire)

interface Parts {
  readonly years: number
  readonly months: number
  readonly days: number
}

const textOf = ({ days, months, years }: Parts): string =>
  `P${years > 0 ? `${years}Y` : ""}${months > 0 ? `${months}M` : ""}${days > 0 ? `${days}D` : ""}`

const parts = fc
  .record({
    years: fc.integer({ min: 0, max: 10 }),
    months: fc.integer({ min: 0, max: 14 }),
    days: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400 }))
  })
  .filter((each) => isPeriod(textOf(each)))

/** The local date and time with milliseconds, as a text that sorts by time. */
const clockOf = (zone: string, at: number): string =>
  `${shown(zone, at)}.${String(((at % 1_000) + 1_000) % 1_000).padStart(3, "0")}`

const asUtc = (local: string): number => Date.parse(`${local.replace(" ", "T")}Z`)

/**
 * The first instant at which the clocks of a zone show `local` or later. Looks at the clocks at every full minute, because they change
 * then, and every minute at the seconds of `local`.
 */
const firstAt = (zone: string, local: string): number => {
  const start = asUtc(local) - 16 * hour
  const seconds = asUtc(local) % minute
  const first = start - seconds
  for (let at = first; at <= first + 34 * hour; at += minute) {
    for (const each of [at, at + seconds]) if (clockOf(zone, each) >= local) return each
  }
  throw new Error(`${zone} never shows ${local}`)
}

const dateOf = (year: number, month: number, date: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`

const exists = (date: string): boolean => {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}

/** The next date of the calendar, without adding up milliseconds. */
const nextDate = (date: string): string => {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split("-").map(Number)
  const following = [dateOf(year, month, dayOfMonth + 1), dateOf(year, month + 1, 1), dateOf(year + 1, 1, 1)]
  return following.find(exists) ?? assert.fail(date)
}

/** The date so many years and months later, or the last one before it that exists, and then so many days later. */
const dateAfter = (date: string, { days, months, years }: Parts): string => {
  let [year = 0, month = 0, dayOfMonth = 0] = date.split("-").map(Number)
  year += years
  for (let each = 0; each < months; each++) [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  while (!exists(dateOf(year, month, dayOfMonth))) dayOfMonth -= 1
  let after = dateOf(year, month, dayOfMonth)
  for (let each = 0; each < days; each++) after = nextDate(after)
  return after
}

/** A zone, and its instants. Half of them are so many days before about the time at which the zone's clocks change. */
const sample = fc
  .record({
    zone: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...zones) },
      { weight: 2, arbitrary: fc.constantFrom(...overMidnight, "Asia/Beirut", "Africa/Cairo") }
    ),
    from: instantBetween("1973-01-03T00:00:00Z", "2040-01-01T00:00:00Z"),
    distance: fc.integer({ min: -26 * hour, max: 26 * hour }),
    change: fc.boolean()
  })
  .map(({ change, distance, from, zone }) => ({
    zone,
    before: (days: number) =>
      change ? nearChange(zone, from, distance) - days * day : from + (((distance % 1_000) + 1_000) % 1_000)
  }))

const iso = (at: Date): string => at.toISOString().replace(/:00\.000Z$/, "Z")

describe("the period after which coins expire", () => {
  it("has years, months and days, and is read as it was written", () => {
    for (const text of ["P1Y", "P18M", "P90D", "P1Y6M10D", "P1M1D", "P10Y", "P120M", "P9Y12M", "P3650D"])
      assert.equal(periodOf(text), text)
  })

  it("is refused in other forms, and when it is nothing or longer than ten years", () => {
    const nothing = ["", "P", "P0D", "P0Y", "P0Y0M0D", "P0Y1M"]
    const forms = ["P1W", "PT1H", "P1DT1H", "P1.5Y", "P1,5Y", "p1y", "P1y", "-P1Y", "P-1Y", "+P1Y", "P1D1Y"]
    const texts = ["P1YY", " P1Y", "P1Y ", "P1Y\n", "P01Y", "1Y", "P1Y1Y", "P١Y", "P1e1D", "P99999D"]
    const long = ["P11Y", "P10Y1D", "P10Y1M", "P121M", "P3651D", "P9Y11M29D", "P9Y366D", "P9999Y"]
    for (const text of [...nothing, ...forms, ...texts, ...long]) assert.equal(isPeriod(text), false, text)
  })

  it("never ends later than ten years after its start", () =>
    fc.assert(
      fc.property(
        instantBetween("1970-01-01T00:00:00Z", "2400-01-01T00:00:00Z"),
        fc.integer({ min: 0, max: 120 }),
        (from, months) => {
          const days = Array.from({ length: 3_652 }, (_, index) => 3_652 - index)
          const longest = [...days, 0].find((each) => isPeriod(textOf({ years: 0, months, days: each })))
          if (longest === undefined) return assert.equal(months, 0)
          const period = periodOf(textOf({ years: 0, months, days: longest }))
          const end = endOfDayAfter("UTC", period, new Date(from)).getTime()
          assert.ok(end <= endOfDayAfter("UTC", periodOf("P10Y"), new Date(from)).getTime())
        }
      )
    ))
})

describe("the end of a day", () => {
  it("after a period is the first instant at which clocks show the next date or a later one", () =>
    fc.assert(
      fc.property(sample, parts, ({ before, zone }, period) => {
        const from = before(period.years * 365 + period.months * 30 + period.days)
        const end = endOfDayAfter(zone, periodOf(textOf(period)), new Date(from)).getTime()
        const last = dateAfter(shown(zone, from).slice(0, 10), period)
        assert.equal(end, firstAt(zone, `${nextDate(last)} 00:00:00.000`))
        assert.ok(end > from)
      }),
      { numRuns }
    ))

  const examples: ReadonlyArray<
    readonly [why: string, zone: string, period: string, from: string, end: string]
  > = [
    ["a short month", "UTC", "P1M", "2026-01-31T12:00Z", "2026-03-01T00:00Z"],
    ["a short month of a leap year", "UTC", "P1M", "2028-01-31T12:00Z", "2028-03-01T00:00Z"],
    ["29 February", "UTC", "P1Y", "2028-02-29T23:59Z", "2029-03-01T00:00Z"],
    ["29 February to another", "UTC", "P4Y", "2028-02-29T23:59Z", "2032-03-01T00:00Z"],
    ["no leap day in 2100", "UTC", "P10Y", "2096-02-29T00:00Z", "2106-03-01T00:00Z"],
    ["months before days", "UTC", "P1M1D", "2026-01-31T12:00Z", "2026-03-02T00:00Z"],
    ["days over a leap day", "UTC", "P90D", "2028-01-01T00:00Z", "2028-04-01T00:00Z"],
    ["the local date of the start", "Asia/Tokyo", "P1D", "2026-05-05T15:00Z", "2026-05-07T15:00Z"],
    ["summer time", "Europe/Berlin", "P6M", "2026-01-15T12:00Z", "2026-07-15T22:00Z"],
    ["no midnight", "America/Sao_Paulo", "P1D", "2018-11-02T12:00Z", "2018-11-04T03:00Z"],
    ["no midnight", "Asia/Beirut", "P1M", "2022-02-26T12:00Z", "2022-03-26T22:00Z"],
    ["no midnight", "Africa/Cairo", "P1Y", "2023-04-25T12:00Z", "2024-04-25T22:00Z"],
    ["midnight twice", "America/Havana", "P1D", "2026-10-30T12:00Z", "2026-11-01T04:00Z"],
    ["a date that was skipped", "Pacific/Apia", "P1D", "2011-12-29T12:00Z", "2011-12-30T10:00Z"],
    ["before the skipped date", "Pacific/Apia", "P1D", "2011-12-28T12:00Z", "2011-12-30T10:00Z"],
    ["after the skipped date", "Pacific/Apia", "P2D", "2011-12-29T12:00Z", "2011-12-31T10:00Z"]
  ]
  for (const [why, zone, period, from, end] of examples) {
    it(`${zone}, ${period} after ${from}: ${why}`, () =>
      assert.equal(iso(endOfDayAfter(zone, periodOf(period), new Date(from))), end))
  }
})

describe("the same time", () => {
  it("days later is the first instant at which clocks show it or a later time", () =>
    fc.assert(
      fc.property(sample, fc.integer({ min: 1, max: 365 }), ({ before, zone }, days) => {
        const from = before(days)
        const clock = clockOf(zone, from)
        const date = dateAfter(clock.slice(0, 10), { years: 0, months: 0, days })
        const later = sameTimeAfter(zone, days, new Date(from)).getTime()
        assert.equal(later, firstAt(zone, `${date}${clock.slice(10)}`))
      }),
      { numRuns }
    ))

  const examples: ReadonlyArray<
    readonly [why: string, zone: string, days: number, from: string, at: string]
  > = [
    ["24 hours", "UTC", 14, "2026-02-20T08:30Z", "2026-03-06T08:30Z"],
    ["23 hours", "Europe/Berlin", 1, "2026-03-28T12:00Z", "2026-03-29T11:00Z"],
    ["a skipped time", "Europe/Berlin", 1, "2026-03-28T01:30Z", "2026-03-29T01:00Z"],
    ["a repeated time", "Europe/Berlin", 1, "2026-10-24T00:30Z", "2026-10-25T00:30Z"],
    ["from a repeated time", "Europe/Berlin", 1, "2026-10-25T01:30Z", "2026-10-26T01:30Z"],
    ["a skipped midnight", "America/Sao_Paulo", 1, "2018-11-03T03:00Z", "2018-11-04T03:00Z"],
    ["a skipped date", "Pacific/Apia", 1, "2011-12-30T00:00Z", "2011-12-30T10:00Z"],
    ["a year", "America/New_York", 365, "2026-03-08T12:00Z", "2027-03-08T13:00Z"]
  ]
  for (const [why, zone, days, from, at] of examples) {
    it(`${zone}, ${days} days after ${from}: ${why}`, () =>
      assert.equal(iso(sameTimeAfter(zone, days, new Date(from))), at))
  }
})

it("no end is later than the year 9999", () => {
  const last = new Date("9999-12-31T23:59:59.999Z")
  for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Niue", "America/New_York"]) {
    for (const from of [last, new Date("9990-06-01T00:00:00Z")]) {
      assert.equal(endOfDayAfter(zone, periodOf("P10Y"), from).getTime(), last.getTime())
    }
    assert.equal(sameTimeAfter(zone, 365, last).getTime(), last.getTime())
  }
})
