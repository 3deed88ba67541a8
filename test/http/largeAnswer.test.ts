import assert from "node:assert/strict"
import { makeLargeAnswers } from "../../lib/http/largeAnswer.ts"
import { makeRequestSlots } from "../../lib/http/run.ts"
import { describe, it } from "../support/effect.ts"
import { soon } from "../support/wait.ts"

const who = { partnerId: "one", address: undefined }
const text = `größe ${"x".repeat(200_000)}${"y".repeat(1000)}`

/** Large answers whose deadlines pass when the test says so. */
const open = () => {
  const running: Array<() => void> = []
  const add = (late: () => void) => {
    running.push(late)
    return () => {
      const index = running.indexOf(late)
      if (index !== -1) running.splice(index, 1)
    }
  }
  const slots = makeRequestSlots({ whole: 9, partner: 1, address: 9 })
  const size = 10 * text.length
  const large = makeLargeAnswers({
    limits: { whole: size, partner: size, address: size },
    slots,
    deadlines: { add }
  })
  const { body, length } = large(who, text) ?? assert.fail("it was sent whole")
  return { body, length, running, large, isHeld: () => slots.refusalOf(who) !== undefined }
}

describe("a large answer", () => {
  it("is sent in parts, each of which starts the deadline again, and is then given back", async () => {
    const { body, isHeld, length, running } = open()
    assert.equal(length, Buffer.byteLength(text))
    const [first] = running
    assert.equal(running.length, 1)
    const reader = body.getReader()
    const parts: Array<Uint8Array> = []
    let before = first
    for (;;) {
      const { done, value } = await soon("the next part", reader.read())
      if (done) break
      parts.push(value)
      assert.equal(running.length, 1)
      assert.notEqual(running[0], before)
      before = running[0]
      assert.ok(isHeld())
    }
    assert.ok(parts.length > 2, `only ${parts.length} parts`)
    assert.equal(Buffer.concat(parts).toString(), text)
    assert.deepEqual([running.length, isHeld()], [0, false])
  })

  it("is cut at its deadline, with an error, and is then given back", async () => {
    const { body, isHeld, running } = open()
    const reader = body.getReader()
    await soon("the first part", reader.read())
    running[0]?.()
    await assert.rejects(soon("the rest", reader.read()), /the answer was cut/)
    assert.deepEqual([running.length, isHeld()], [0, false])
  })

  it("is given back when its caller leaves", async () => {
    const { body, isHeld, running } = open()
    await body.cancel()
    assert.deepEqual([running.length, isHeld()], [0, false])
  })

  it("is one with more than 16,384 characters", () => {
    const { large } = open()
    assert.equal(large(who, "x".repeat(16_384)), undefined)
    assert.equal(large(who, "x".repeat(16_385))?.length, 16_385)
  })
})
