import assert from "node:assert/strict"
import { FastCheck as fc } from "effect"
import { isTimeZone, localTime, type Period, periods, windowOf } from "../../lib/rewards/limits/calendar.ts"
import { BoundedMap } from "../../lib/schema/BoundedMap.ts"
import { describe, it } from "../support/effect.ts"
import { ahead, day, hour, instantBetween, minute, nearChange, overMidnight, shown, zones } from "./zones.ts"

const calendarPeriods = periods.filter((period) => period !== "ever")

/** The period of a local date, as a text that sorts by time. Weeks are named by their Monday. */
const nameOf = (period: Period, local: string): string => {
  const date = local.slice(0, 10)
  if (period !== "week") return date.slice(0, { day: 10, month: 7, year: 4, ever: 0 }[period])
  const noon = new Date(`${date}T12:00:00Z`)
  while (noon.getUTCDay() !== 1) noon.setTime(noon.getTime() - day)
  return noon.toISOString().slice(0, 10)
}

const sample = fc
  .record({
    zone: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...zones) },
      { weight: 1, arbitrary: fc.constantFrom(...overMidnight) }
    ),
    period: fc.constantFrom(...calendarPeriods),
    from: fc.oneof(
      { weight: 3, arbitrary: instantBetween("1970-01-03T00:00:00Z", "2040-01-01T00:00:00Z") },
      { weight: 1, arbitrary: instantBetween("2040-01-01T00:00:00Z", "9997-01-01T00:00:00Z") }
    ),
    distance: fc.oneof(...[26, 2].map((hours) => fc.integer({ min: -hours * hour, max: hours * hour }))),
    change: fc.boolean()
  })
  .map(({ change, distance, from, period, zone }) => ({
    zone,
    period,
    at: change ? nearChange(zone, from, distance) : from + (distance % 1_000)
  }))

/** Start and end in milliseconds, of a window that ends. */
const spanOf = (zone: string, period: Period, at: number) => {
  const { endsAt, startsAt } = windowOf(zone, period, new Date(at))
  assert.ok(endsAt !== null)
  return { start: startsAt.getTime(), end: endsAt.getTime() }
}

/** As spanOf, after the window that is remembered has been replaced by another. */
const computedSpanOf = (zone: string, period: Period, at: number) => {
  windowOf(zone, period, new Date(at + 800 * day))
  return spanOf(zone, period, at)
}

const assertFirstOf = (zone: string, period: Period, start: number) => {
  const name = nameOf(period, shown(zone, start))
  const isBefore = (at: number) =>
    assert.ok(
      nameOf(period, shown(zone, at)) < name,
      `${zone}: ${period} ${name} has begun before ${new Date(start).toISOString()}`
    )
  isBefore(start - 1)
  for (let back = minute; back <= 3 * hour; back += minute) isBefore(start - back)
  for (let back = 3 * hour; back <= 30 * hour; back += 15 * minute) isBefore(start - back)
}

const iso = ({ end, start }: { readonly end: number; readonly start: number }): ReadonlyArray<string> =>
  [start, end].map((each) => new Date(each).toISOString().replace(/:00\.000Z$/, "Z"))

describe("the local time", () => {
  it("is the one that Intl shows, on days on which clocks change too, computed or remembered", () =>
    fc.assert(
      fc.property(sample, fc.array(fc.integer({ min: 0, max: day - 1 })), ({ at, zone }, others) => {
        const start = Math.floor(at / day) * day
        for (const each of [at, start, ...others.map((other) => start + other), start + day - 1, at]) {
          const local = localTime(zone, new Date(each)).toISOString()
          assert.equal(local.slice(0, 19).replace("T", " "), shown(zone, each))
        }
      }),
      { numRuns: 500 }
    ))
})

describe("the window of a period", () => {
  it("holds the instant, and its neighbours begin and end where it ends and begins", () =>
    fc.assert(
      fc.property(sample, ({ at, period, zone }) => {
        const { end, start } = spanOf(zone, period, at)
        assert.ok(start <= at && at < end)
        assert.equal(spanOf(zone, period, end).start, end)
        assert.equal(spanOf(zone, period, start - 1).end, start)
      }),
      { numRuns: 1_000 }
    ))

  it("is the same for each of its instants, computed or remembered, in any order", () => {
    const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(sample, parts, ({ at, period, zone }, parts) => {
        const span = spanOf(zone, period, at)
        const { end, start } = span
        const inside = parts.map((part) => Math.min(start + Math.floor(part * (end - start)), end - 1))
        for (const each of [end - 1, ...inside, start]) {
          assert.deepEqual(computedSpanOf(zone, period, each), span)
          assert.deepEqual(spanOf(zone, period, at), span)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("starts at the first instant of its period or a later one that Intl shows, and ends at the next such", () =>
    fc.assert(
      fc.property(sample, ({ at, period, zone }) => {
        const { end, start } = spanOf(zone, period, at)
        assertFirstOf(zone, period, start)
        assertFirstOf(zone, period, end)
        const name = nameOf(period, shown(zone, start))
        for (const each of [at, end - 1]) assert.ok(nameOf(period, shown(zone, each)) <= name)
      }),
      { numRuns: 250 }
    ))

  it("has 24 hours for each local day, less what clocks were put forward within it", () =>
    fc.assert(
      fc.property(sample, ({ at, period, zone }) => {
        const { end, start } = spanOf(zone, period, at)
        const [from, to] = [shown(zone, start), shown(zone, end)]
        const isSteady = (edge: number) => ahead(zone, edge - day) === ahead(zone, edge + day)
        // Where clocks change near an edge, the window may start or end at another local time.
        for (const [edge, local] of [[start, from] as const, [end, to] as const]) {
          if (isSteady(edge)) assert.equal(local.slice(11), "00:00:00")
        }
        if (!from.endsWith("00:00:00") || !to.endsWith("00:00:00")) return
        const days = Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))
        assert.equal(end - start, days - (ahead(zone, end) - ahead(zone, start)))
        // Only a zone that moves over the date line skips a date.
        if (period === "day" && isSteady(start) && isSteady(end)) assert.equal(days, day)
      }),
      { numRuns: 1_000 }
    ))

  it("is right in every zone and period today, also when more are asked for than are remembered", () => {
    const at = Date.parse("2026-07-15T12:00:00Z")
    const ask = () =>
      zones.flatMap((zone) =>
        calendarPeriods.map((period) => ({ zone, period, ...spanOf(zone, period, at) }))
      )
    const spans = ask()
    assert.deepEqual(ask(), spans)
    for (const { end, period, start, zone } of spans) {
      const name = nameOf(period, shown(zone, at))
      const names = [start - 1, start, end - 1, end].map((each) => nameOf(period, shown(zone, each)))
      assert.ok(names[0]! < name && names[1] === name && names[2] === name && names[3]! > name, zone)
    }
  })

  it("is not changed by what a caller does to its dates", () => {
    const at = new Date("2026-07-15T12:00:00Z")
    const before = spanOf("UTC", "day", at.getTime())
    windowOf("UTC", "day", at).startsAt.setTime(0)
    windowOf("UTC", "day", at).endsAt?.setTime(0)
    assert.deepEqual(spanOf("UTC", "day", at.getTime()), before)
  })

  it("of ever has no end", () => {
    for (const at of [0, 1, Date.now(), 8.64e15]) {
      assert.deepEqual(windowOf("Asia/Tokyo", "ever", new Date(at)), { startsAt: new Date(0), endsAt: null })
    }
  })

  it("is found at both ends of the range, and has no end when a Date cannot hold it", () => {
    const lastOf9999 = Date.parse("9999-12-31T23:59:59.999Z")
    for (const zone of ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Niue", "Africa/Casablanca"]) {
      for (const period of calendarPeriods) {
        for (const at of [0, lastOf9999, 8.64e15 - 400 * day]) {
          const { end, start } = spanOf(zone, period, at)
          assert.ok(start <= at && at < end)
        }
        for (const at of [8.64e15 - hour, 8.64e15]) {
          const { endsAt, startsAt } = windowOf(zone, period, new Date(at))
          assert.ok(startsAt.getTime() <= at && (endsAt === null || at < endsAt.getTime()))
        }
        assert.equal(windowOf(zone, period, new Date(8.64e15)).endsAt, null)
      }
    }
    assert.equal(windowOf("UTC", "year", new Date(lastOf9999)).endsAt?.getTime(), Date.UTC(10_000, 0))
    assert.equal(windowOf("UTC", "day", new Date(8.64e15 - 1)).endsAt?.getTime(), 8.64e15)
  })
})

describe("a bounded map", () => {
  it("forgets the entry that was set longest ago when it is full", () => {
    const map = new BoundedMap<number>(2)
    map.set("a", 1)
    map.set("b", 2)
    map.set("a", 3)
    assert.deepEqual(
      ["a", "b"].map((key) => map.get(key)),
      [3, 2]
    )
    map.set("c", 4)
    assert.deepEqual(
      ["a", "b", "c"].map((key) => map.get(key)),
      [3, undefined, 4]
    )
  })
})

describe("the calendar", () => {
  const examples: ReadonlyArray<
    readonly [why: string, zone: string, period: Period, at: string, start: string, end: string]
  > = [
    ["23 hours", "Europe/Berlin", "day", "2026-03-29T12:00Z", "2026-03-28T23:00Z", "2026-03-29T22:00Z"],
    ["25 hours", "Europe/Berlin", "day", "2026-10-25T12:00Z", "2026-10-24T22:00Z", "2026-10-25T23:00Z"],
    ["a month", "Europe/Berlin", "month", "2026-10-31T23:30Z", "2026-10-31T23:00Z", "2026-11-30T23:00Z"],
    ["a year", "America/New_York", "year", "2026-07-01T00:00Z", "2026-01-01T05:00Z", "2027-01-01T05:00Z"],
    ["23 hours", "America/New_York", "day", "2026-03-08T12:00Z", "2026-03-08T05:00Z", "2026-03-09T04:00Z"],
    ["half hours", "Asia/Kolkata", "day", "2026-05-05T18:30Z", "2026-05-05T18:30Z", "2026-05-06T18:30Z"],
    ["before", "Asia/Kolkata", "day", "2026-05-05T18:29Z", "2026-05-04T18:30Z", "2026-05-05T18:30Z"],
    ["UTC+14", "Pacific/Kiritimati", "day", "2026-01-01T10:00Z", "2026-01-01T10:00Z", "2026-01-02T10:00Z"],
    [
      "Samoa, 29 December",
      "Pacific/Apia",
      "day",
      "2011-12-30T09:59Z",
      "2011-12-29T10:00Z",
      "2011-12-30T10:00Z"
    ],
    [
      "Samoa, 31 December",
      "Pacific/Apia",
      "day",
      "2011-12-30T10:00Z",
      "2011-12-30T10:00Z",
      "2011-12-31T10:00Z"
    ],
    ["Samoa, 6 days", "Pacific/Apia", "week", "2011-12-30T10:00Z", "2011-12-26T10:00Z", "2012-01-01T10:00Z"],
    [
      "back at 00:01",
      "America/St_Johns",
      "day",
      "2006-10-29T02:30Z",
      "2006-10-29T02:30Z",
      "2006-10-30T03:30Z"
    ],
    [
      "old date again",
      "America/St_Johns",
      "day",
      "2006-10-29T03:00Z",
      "2006-10-29T02:30Z",
      "2006-10-30T03:30Z"
    ],
    [
      "its day before",
      "America/St_Johns",
      "day",
      "2006-10-29T02:29Z",
      "2006-10-28T02:30Z",
      "2006-10-29T02:30Z"
    ],
    [
      "no midnight",
      "America/Sao_Paulo",
      "day",
      "2018-11-04T12:00Z",
      "2018-11-04T03:00Z",
      "2018-11-05T02:00Z"
    ],
    [
      "back at 24:00",
      "America/Sao_Paulo",
      "day",
      "2018-02-18T02:30Z",
      "2018-02-17T02:00Z",
      "2018-02-18T03:00Z"
    ],
    [
      "before Ramadan",
      "Africa/Casablanca",
      "day",
      "2024-03-10T12:00Z",
      "2024-03-09T23:00Z",
      "2024-03-11T00:00Z"
    ],
    [
      "after Ramadan",
      "Africa/Casablanca",
      "day",
      "2024-04-14T12:00Z",
      "2024-04-14T00:00Z",
      "2024-04-14T23:00Z"
    ],
    ["23.5 h", "Australia/Lord_Howe", "day", "2026-10-04T00:00Z", "2026-10-03T13:30Z", "2026-10-04T13:00Z"],
    ["24.5 h", "Australia/Lord_Howe", "day", "2026-04-05T00:00Z", "2026-04-04T13:00Z", "2026-04-05T13:30Z"],
    ["week over a year end", "UTC", "week", "2026-12-31T12:00Z", "2026-12-28T00:00Z", "2027-01-04T00:00Z"],
    ["leap month", "UTC", "month", "2028-02-29T23:59Z", "2028-02-01T00:00Z", "2028-03-01T00:00Z"],
    ["ISO week from Monday", "UTC", "week", "2026-06-07T23:59Z", "2026-06-01T00:00Z", "2026-06-08T00:00Z"]
  ]
  for (const [why, zone, period, at, start, end] of examples) {
    it(`${zone}, ${period} of ${at}: ${why}`, () =>
      assert.deepEqual(iso(computedSpanOf(zone, period, Date.parse(at))), [start, end]))
  }

  it("counts offsets with seconds", () => {
    const { endsAt } = windowOf("Africa/Monrovia", "day", new Date("1971-06-01T12:00:00Z"))
    assert.equal(endsAt?.toISOString(), "1971-06-02T00:44:30.000Z")
  })

  it("an ISO week starts on a Monday", () =>
    fc.assert(
      fc.property(sample, ({ at, zone }) => {
        const { start } = spanOf(zone, "week", at)
        // The zones that moved over the date line since 1970 skipped no Monday.
        assert.equal(
          new Intl.DateTimeFormat("en", { weekday: "long", timeZone: zone }).format(start),
          "Monday"
        )
      }),
      { numRuns: 300 }
    ))
})

describe("a time zone", () => {
  it("is any IANA name that the runtime lists, in any case", () => {
    for (const zone of zones) assert.ok(isTimeZone(zone) && isTimeZone(zone.toLowerCase()), zone)
    for (const zone of ["GMT", "EST5EDT", "Etc/GMT+5", "Asia/Calcutta", "W-SU"])
      assert.ok(isTimeZone(zone), zone)
  })

  it("is no offset, no abbreviation that only some runtimes know, and no other text", () => {
    const refused = [
      "",
      " ",
      "+01:00",
      "-0100",
      "+01",
      "Z",
      "UTC+1",
      "GMT+05:00",
      "IST",
      "pst",
      "CEST",
      "Mars/Base"
    ]
    const malformed = [
      " UTC",
      "UTC ",
      "UTC\n",
      "Europe/ Berlin",
      "Europe//Berlin",
      "Europe/Berl\u0131n",
      "UTC\0"
    ]
    const others = ["SystemV/PST8PDT", "posix/UTC", "Etc/Unknown", "undefined", "a".repeat(100_000)]
    for (const name of [...refused, ...malformed, ...others]) assert.equal(isTimeZone(name), false, name)
  })

  it("that is accepted has windows", () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...zones)), (name) => {
        if (isTimeZone(name)) assert.ok(windowOf(name, "day", new Date(0)).endsAt !== null)
        return true
      })
    ))
})
