import assert from "node:assert/strict"
import { makeReadiness } from "../../server/operations.ts"
import { describe, it } from "../support/effect.ts"

describe("readiness", () => {
  it("is looked up once for all callers of a second", async () => {
    let [asked, time] = [0, 0]
    const isReady = makeReadiness({
      check: async () => {
        asked += 1
        await Bun.sleep(5)
        return asked === 1
      },
      now: () => time
    })
    const many = async () => new Set(await Promise.all(Array.from({ length: 100 }, isReady)))
    assert.deepEqual([await many(), asked], [new Set([true]), 1])
    time += 999
    assert.deepEqual([await many(), asked], [new Set([true]), 1])
    time += 1
    assert.deepEqual([await many(), asked], [new Set([false]), 2])
  })

  it("is false when the look-up fails or takes too long, and no second one starts meanwhile", async () => {
    const failing = makeReadiness({ check: () => Promise.reject(new Error("away")) })
    assert.equal(await failing(), false)
    let [asked, time] = [0, 0]
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const isReady = makeReadiness({
      check: () => {
        asked += 1
        return promise
      },
      patience: 20,
      now: () => time
    })
    assert.equal(await isReady(), false)
    time += 1000
    assert.equal(await isReady(), false)
    assert.equal(asked, 1)
    resolve(true)
    await Bun.sleep(0)
    assert.equal(await isReady(), true)
  })
})
