import assert from "node:assert/strict"
import { FastCheck as fc, Schema } from "effect"
import { IdempotencyKey } from "../../lib/rewards/idempotency/IdempotencyKey.ts"
import { describe, it } from "../support/effect.ts"

describe("idempotency keys", () => {
  it("an idempotency key is 1 to 255 printable ASCII characters", () => {
    const accepts = Schema.is(IdempotencyKey)
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 12 }), (text) => {
        const printable = [...text].every((character) => character >= " " && character <= "~")
        assert.equal(accepts(text), printable && text.length >= 1)
      })
    )
    assert.ok(accepts("k".repeat(255)) && !accepts("k".repeat(256)) && !accepts("line\n"))
  })
})
