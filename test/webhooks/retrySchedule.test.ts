import assert from "node:assert/strict"
import { FastCheck as fc } from "effect"
import { patienceWithReceiver, retryAt, waitUntil } from "../../lib/webhooks/retrySchedule.ts"
import { describe, it } from "../support/effect.ts"

const at = new Date("2026-03-01T12:00:00.000Z")
const day = 24 * 60 * 60 * 1000

/** When an event is sent, in milliseconds from the first attempt, if every attempt fails at once. */
const attempts = (chance: () => number): ReadonlyArray<number> => {
  const times = [0]
  for (let moment: Date | null = at; ; ) {
    moment = retryAt(times.length, moment, chance())
    if (moment === null) return times
    times.push(moment.getTime() - at.getTime())
  }
}

describe("the schedule of attempts", () => {
  it("has pauses that never get shorter, and ends after three to four days", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (chances) => {
        const times = attempts(() => chances.next().value)
        const last = times.at(-1) ?? 0
        assert.equal(times.length, 15)
        assert.ok(last >= patienceWithReceiver && last <= 4 * day, `${last}`)
      })
    )
    const times = attempts(() => 0)
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    assert.deepEqual(
      pauses,
      pauses.toSorted((one, other) => one - other)
    )
    assert.equal(pauses[0], 5000)
  })

  it("differs for deliveries that failed together", () => {
    assert.notEqual(retryAt(3, at, 0)?.getTime(), retryAt(3, at, 1)?.getTime())
  })
})

describe("Retry-After", () => {
  const rows: ReadonlyArray<readonly [header: string | undefined, seconds: number | null]> = [
    [undefined, null],
    ["", null],
    ["0", null],
    ["120", 120],
    [" 120 ", 120],
    ["-5", null],
    ["1.5", null],
    ["1e3", null],
    ["soon", null],
    ["2027", 2027],
    ["Sun, 01 Mar 2026 13:00:00 GMT", 3600],
    ["Sun, 01 Mar 2026 11:00:00 GMT", null],
    ["Sun, 99 Foo 2026", null],
    ["864000", 86_400],
    ["999999999999999", 86_400],
    ["9".repeat(400), null],
    ["Tue, 01 Mar 2044 13:00:00 GMT", 86_400]
  ]
  for (const [header, seconds] of rows) {
    it(`${JSON.stringify(header?.slice(0, 40))} asks for ${seconds ?? "no"} seconds`, () => {
      const until = waitUntil(header, at)
      assert.equal(until === null ? null : (until.getTime() - at.getTime()) / 1000, seconds)
    })
  }
})
