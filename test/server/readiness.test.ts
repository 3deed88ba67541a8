import assert from "node:assert/strict"
import { makeReadiness } from "../../server/readiness.ts"
import { describe, it } from "../support/effect.ts"

describe("readiness", () => {
  it("is looked up once for all callers of a moment", async () => {
    let asked = 0
    const isReady = makeReadiness({
      check: async () => {
        asked += 1
        await Bun.sleep(5)
        return true
      },
      keep: 50
    })
    const many = () => Promise.all(Array.from({ length: 100 }, isReady))
    assert.deepEqual(new Set([...(await many()), ...(await many())]), new Set([true]))
    assert.equal(asked, 1)
    await Bun.sleep(60)
    await many()
    assert.equal(asked, 2)
  })

  it("is false when the look-up fails or takes too long, and no second one starts meanwhile", async () => {
    const failing = makeReadiness({ check: () => Promise.reject(new Error("away")) })
    assert.equal(await failing(), false)
    let asked = 0
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const isReady = makeReadiness({
      check: () => {
        asked += 1
        return promise
      },
      keep: 10,
      patience: 20
    })
    assert.equal(await isReady(), false)
    await Bun.sleep(20)
    assert.equal(await isReady(), false)
    assert.equal(asked, 1)
    resolve(true)
    await Bun.sleep(0)
    assert.equal(await isReady(), true)
  })
})
