import assert from "node:assert/strict"
import { Option } from "effect"
import { parentOf } from "../../lib/http/trace.ts"
import { describe, it } from "../support/effect.ts"

const trace = "0af7651916cd43dd8448eb211c80319c"
const span = "b7ad6b7169203331"

describe("a traceparent header", () => {
  it("names the caller's span, of this version of the standard and of later ones", () => {
    const idsOf = (header: string) => {
      const { sampled, spanId, traceId } = Option.getOrThrow(parentOf(header))
      return [traceId, spanId, sampled]
    }
    assert.deepEqual(idsOf(`00-${trace}-${span}-01`), [trace, span, true])
    assert.deepEqual(idsOf(`00-${trace}-${span}-00`), [trace, span, false])
    assert.deepEqual(idsOf(`cc-${trace}-${span}-03-what the future will be like`), [trace, span, true])
  })

  const malformed: ReadonlyArray<string | null> = [
    null,
    "",
    `00-${trace}-${span}`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${"0".repeat(32)}-${span}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}0-${span}-01`,
    `00-${trace}-${span}-1`,
    `00-${trace}-${span}-01\n`,
    " ".repeat(10_000)
  ]
  for (const header of malformed) {
    it(`counts as none if it is ${JSON.stringify(header)?.slice(0, 70)}`, () =>
      assert.deepEqual(parentOf(header), Option.none()))
  }
})
