import assert from "node:assert/strict"
import { Either, FastCheck as fc, Schema } from "effect"
import { RuleName, UserLimit, UserLimitField } from "../../lib/rewards/rules/Rule.ts"
import { describe, it } from "../support/effect.ts"

describe("rules", () => {
  it("names are trimmed and lower-cased, and normalizing twice changes nothing", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (text) => {
        const decode = Schema.decodeUnknownEither(RuleName)
        const once = decode(`  ${text}\t\n`)
        if (Either.isLeft(once)) return
        assert.equal(once.right, text.trim().toLowerCase())
        assert.deepEqual(decode(once.right), once)
        assert.deepEqual(decode(once.right.toUpperCase().toLowerCase()), decode(once.right.toUpperCase()))
      })
    ))

  it('"-1" means no maximum, and every other number below 1 is refused', () => {
    const decode = Schema.decodeUnknownEither(UserLimitField)
    for (const value of ["-1", -1]) assert.deepEqual(decode(value), Either.right(UserLimit.Unlimited()))
    assert.deepEqual(decode("3"), Either.right(UserLimit.AtMost({ awards: 3 })))
    for (const value of ["0", 0, "-2", -2, "-01", "", "x", 1.5, null])
      assert.ok(Either.isLeft(decode(value)), String(value))
    const encode = Schema.encodeSync(UserLimitField)
    assert.deepEqual([encode(UserLimit.Unlimited()), encode(UserLimit.AtMost({ awards: 7 }))], ["-1", "7"])
  })
})
