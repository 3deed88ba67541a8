import assert from "node:assert/strict"
import { FastCheck as fc } from "effect"
import { uuidv7 } from "../../lib/schema/Id.ts"
import { describe, it } from "../support/effect.ts"

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const parts = fc.record({
  millis: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  counter: fc.integer({ min: 0, max: 0xfff }),
  random: fc.uint8Array({ minLength: 8, maxLength: 8 })
})

describe("ids", () => {
  it("are UUIDs of version 7", () =>
    fc.assert(
      fc.property(parts, ({ millis, counter, random }) => version7.test(uuidv7(millis, counter, random, 0)))
    ))

  it("contain their time, and differ if their random bits differ", () =>
    fc.assert(
      fc.property(parts, ({ millis, counter, random }) => {
        const id = uuidv7(millis, counter, random, 0)
        assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), millis)
        assert.equal(Number.parseInt(id.slice(15, 18), 16), counter)
        const tail = Uint8Array.from(Buffer.from(id.slice(19).replace("-", ""), "hex"))
        assert.deepEqual([...tail.slice(1)], [...random.slice(1)])
        assert.equal((tail[0] ?? 0) & 0x3f, (random[0] ?? 0) & 0x3f)
      })
    ))

  it("sort by time and then by counter", () =>
    fc.assert(
      fc.property(parts, parts, (one, two) => {
        const before = one.millis < two.millis || (one.millis === two.millis && one.counter < two.counter)
        fc.pre(before)
        return uuidv7(one.millis, one.counter, one.random, 0) < uuidv7(two.millis, two.counter, two.random, 0)
      })
    ))
})
