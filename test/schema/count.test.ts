import assert from "node:assert/strict"
import { Either, FastCheck as fc, Schema } from "effect"
import { Count } from "../../lib/schema/Input.ts"
import { describe, it } from "../support/effect.ts"

describe("counts", () => {
  it("a count is a whole number of 1 or more, as a number or as text", () => {
    const decode = Schema.decodeUnknownEither(Count)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (count) => {
        assert.deepEqual(decode(count), Either.right(count))
        assert.deepEqual(decode(String(count)), Either.right(count))
        assert.equal(Schema.encodeSync(Count)(count), String(count))
      })
    )
    const bad = [
      "0",
      0,
      -1,
      "-1",
      1.5,
      "1.0",
      "01",
      " 1",
      "1 ",
      "",
      "1e3",
      "٣",
      1e21,
      "9".repeat(16),
      Number.NaN,
      null,
      {}
    ]
    for (const value of bad) assert.ok(Either.isLeft(decode(value)), JSON.stringify(value))
  })
})
