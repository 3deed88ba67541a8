import assert from "node:assert/strict"
import { describe, it } from "./effect.ts"
import { Violations } from "./Violations.ts"

const broken = () => "it broke"

describe("violations", () => {
  it("are zero only where they were looked for", () => {
    const violations = new Violations("lost", "doubled")
    violations.examine("lost", false, broken)
    assert.throws(() => violations.figures(), /^Error: never looked for: doubled$/)
    violations.examine("doubled", false, broken)
    assert.deepEqual(violations.figures(), { lost: 0, doubled: 0 })
  })

  it("are counted, and fail with the counts and examples", () => {
    const violations = new Violations("lost", "doubled")
    for (const isLost of [true, false, true]) violations.examine("lost", isLost, broken)
    const expected = /^Error: lost: 2 of 3, doubled: 0 of 0\nlost: it broke\nlost: it broke$/
    assert.throws(() => violations.throwIfAny(), expected)
    assert.throws(() => violations.figures(), expected)
  })

  it("stop a check when there are ten", () => {
    const violations = new Violations("lost")
    for (let count = 1; count < 10; count++) violations.examine("lost", true, broken)
    assert.throws(() => violations.examine("lost", true, broken), /lost: 10 of 10/)
  })
})
