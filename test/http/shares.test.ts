import assert from "node:assert/strict"
import { makeShares } from "../../lib/http/shares.ts"
import { describe, it } from "../support/effect.ts"

/** Shares in which each holder has a name. `lost` has the names of those that had to make room, in their order. */
const open = (limits: { readonly whole: number; readonly partner: number; readonly address: number }) => {
  const share = makeShares(limits)
  const lost: Array<string> = []
  const hold = (name: string, partnerId: string | undefined, address: string | undefined, size: number) =>
    share({ partnerId, address }, size, () => lost.push(name))
  return { hold, lost }
}

describe("the shares of a resource", () => {
  it("are used up to the limit, and then the oldest makes room, as many as are needed", () => {
    const { hold, lost } = open({ whole: 10, partner: 10, address: 10 })
    hold("a", "one", undefined, 3)
    hold("b", "two", undefined, 3)
    hold("c", "three", undefined, 4)
    assert.deepEqual(lost, [])
    hold("d", "four", undefined, 1)
    assert.deepEqual(lost, ["a"])
    hold("e", "five", undefined, 6)
    assert.deepEqual(lost, ["a", "b", "c"])
    hold("f", "six", undefined, 3)
    assert.deepEqual(lost, ["a", "b", "c"])
  })

  it("are bounded for a partner and for an address, which make room themselves", () => {
    const { hold, lost } = open({ whole: 10, partner: 4, address: 2 })
    hold("other", "other", "elsewhere", 1)
    hold("a", "one", "here", 2)
    hold("b", "one", "there", 2)
    hold("c", "one", "away", 1)
    assert.deepEqual(lost, ["a"])
    hold("d", "two", "there", 1)
    assert.deepEqual(lost, ["a", "b"])
  })

  it("are free again when they are given back, once", () => {
    const { hold, lost } = open({ whole: 2, partner: 2, address: 2 })
    const giveBack = hold("a", "one", "here", 1)
    hold("b", "one", "here", 1)
    giveBack()
    giveBack()
    hold("c", "one", "here", 1)
    assert.deepEqual(lost, [])
    hold("d", "one", "here", 1)
    assert.deepEqual(lost, ["b"])
  })

  it("that are lost are not counted any more, also if they are given back later", () => {
    const { hold, lost } = open({ whole: 1, partner: 1, address: 1 })
    const giveBack = hold("a", undefined, undefined, 1)
    hold("b", undefined, undefined, 1)
    giveBack()
    hold("c", undefined, undefined, 1)
    assert.deepEqual(lost, ["a", "b"])
  })
})
