import assert from "node:assert/strict"
import * as fc from "fast-check"
import { nextEventIds, randomBytesPerId } from "../../lib/events/Event.ts"
import { isId, uuidv7 } from "../../lib/schema/Id.ts"
import { describe, it } from "../support/effect.ts"

const millis = fc.integer({ min: 0, max: 2 ** 47 })
const bytes = fc.uint8Array({ minLength: randomBytesPerId, maxLength: randomBytesPerId })
const last = fc.option(
  fc
    .tuple(millis, fc.integer({ min: 0, max: 0xfff }), bytes)
    .map(([at, counter, random]) => uuidv7(at, counter, random, 0))
)
/** The clock is near the newest event more often than chance would have it. */
const clock = fc.oneof(millis, fc.constantFrom(-2, -1, 0, 1, 2))
const randomFor = (count: number) =>
  fc.uint8Array({ minLength: count * randomBytesPerId, maxLength: count * randomBytesPerId })
const wanted = fc
  .integer({ min: 0, max: 30 })
  .chain((count) => fc.tuple(fc.constant(count), randomFor(count)))

const timeIn = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)

describe("the ids of events", () => {
  it("ascend, are above the newest event, and are UUIDs of version 7", () => {
    fc.assert(
      fc.property(last, clock, wanted, (newest, moment, [count, random]) => {
        const now = moment > 2 ? moment : Math.max(0, (newest === null ? 5 : timeIn(newest)) + moment)
        const ids = nextEventIds(newest, now, count, random)
        assert.equal(ids.length, count)
        const all = newest === null ? ids : [newest, ...ids]
        for (const [index, id] of ids.entries()) {
          assert.ok(isId(id) && id[14] === "7" && /[89ab]/.test(id[19] ?? ""), id)
          const before = newest === null ? all[index - 1] : all[index]
          assert.ok(before === undefined || before < id, `${before} is not below ${id}`)
        }
      }),
      { numRuns: 2000 }
    )
  })

  it("have the time of the clock where it is ahead of the newest event", () => {
    fc.assert(
      fc.property(last, millis, (newest, now) => {
        const [id] = nextEventIds(newest, now, 1, new Uint8Array(randomBytesPerId))
        assert.ok(id !== undefined)
        if (newest === null || now > timeIn(newest)) assert.equal(timeIn(id), now)
        else assert.ok(timeIn(id) - timeIn(newest) <= 1)
      })
    )
  })

  it("count on into the next millisecond when one is full", () => {
    const full = uuidv7(1000, 0xfff, new Uint8Array(8).fill(255), 0)
    const [id] = nextEventIds(full, 1000, 1, new Uint8Array(8))
    assert.equal(id?.slice(0, 18), "00000000-03e9-7000")
  })
})
