import assert from "node:assert/strict"
import { FastCheck as fc } from "effect"
import { fold, rangeOf } from "../../lib/schema/Prefix.ts"
import { describe, it } from "../support/effect.ts"

const text = fc.fullUnicodeString({ maxLength: 6 })
const edge = fc
  .array(fc.constantFrom("a", "\ud7ff", "\ue000", "\uffff", "😀", "\u{10ffff}"), { maxLength: 4 })
  .map((parts) => parts.join(""))
const any = fc.oneof(text, edge)

/** The order of both databases. */
const isBelow = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0

describe("a prefix", () => {
  it("has exactly the texts that start with it in its range", () => {
    fc.assert(
      fc.property(any, any, any, (head, rest, other) => {
        const prefix = `${head}x`.slice(0, head.length || 1)
        const { from, until } = rangeOf(prefix)
        for (const each of [prefix, prefix + rest, other, head]) {
          assert.equal(
            !isBelow(each, from) && isBelow(each, until),
            each.startsWith(prefix),
            JSON.stringify([prefix, each])
          )
        }
      }),
      { numRuns: 2000 }
    )
  })

  it("stays one without regard to case", () => {
    fc.assert(
      fc.property(any, any, (head, rest) => {
        assert.equal(fold(head + rest), fold(head) + fold(rest))
        assert.equal(fold(fold(head)), fold(head))
      }),
      { numRuns: 2000 }
    )
    assert.equal(fold("ΟΔΟΣ"), fold("οδός".normalize("NFD").replaceAll("\u0301", "")))
  })
})
