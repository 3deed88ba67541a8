import assert from "node:assert/strict"
import { Either, FastCheck as fc, Schema } from "effect"

import { RuleName, UserLimit, UserLimitField } from "../../lib/rewards/rules/Rule.ts"
import { describe, it } from "../support/effect.ts"

const decodeName = Schema.decodeUnknownEither(RuleName)

describe("rules", () => {
  it("names that differ in outer white space or in the case of letters are the same name", () => {
    for (const [written, name] of [
      ["  Sign-Up\t\n", "sign-up"],
      ["\u00a0\u2003VISIT\ufeff", "visit"],
      ["Straße", "straße"],
      ["ÉCOLE", "école"],
      ["two  Words", "two  words"],
      ["7", "7"]
    ]) {
      assert.deepEqual(decodeName(written), Either.right(name), written)
    }
    for (const refused of ["", " \t\n", "x".repeat(129), "a\0b", "\ud800", 7, null]) {
      assert.ok(Either.isLeft(decodeName(refused)), String(refused))
    }
    assert.deepEqual(decodeName(` ${"X".repeat(128)} `), Either.right("x".repeat(128)))
  })

  it("a name is normal: it has no outer white space and no capital letter, and stays itself", () => {
    let names = 0
    const property = fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
      const once = decodeName(`  ${text}\t\n`)
      if (Either.isLeft(once)) return
      names += 1
      assert.doesNotMatch(once.right, /^\s|\s$/)
      for (const letter of once.right)
        assert.ok(!/\p{Lu}/u.test(letter) || letter.toLowerCase() === letter, letter)
      assert.deepEqual(decodeName(once.right), once)
      assert.deepEqual(decodeName(`\n${once.right} `), once)
    })
    fc.assert(property)
    assert.ok(names > 50, `only ${names} texts were names`)
  })

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
