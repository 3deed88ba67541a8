import assert from "node:assert/strict"
import { read } from "../arena.ts"
import type { Property } from "../suite.ts"

const crowd = 300
const batches = 24
const batch = 100

const entriesOf = (value: unknown): ReadonlyArray<{ readonly userId: string; readonly points: number }> => {
  assert.ok(Array.isArray(value))
  return value
}

export const boards = (property: Property): void => {
  property("awards of all engines count on the boards once, on every page and rung", async (arena) => {
    const { members, partnerId, race, rule } = arena
    await rule({ name: "one", coinValue: 1 })
    await rule({ name: "two", coinValue: 2 })
    const userIds = await members(crowd)
    // Neighbours in the list are awarded concurrently by different engines, by a rule of each engine and by a shared
    // one.
    const inputs = Array.from({ length: batches }, (_, turn) =>
      Array.from({ length: batch }, (_, index) => ({
        partnerId,
        userId: userIds[(turn * 37 + index * (1 + (turn % 3))) % crowd] ?? "",
        ruleName: turn % 2 === 0 ? "one" : "two"
      }))
    )
    const replies = await race("awardMany", inputs)
    assert.deepEqual(
      replies.map(({ tag }) => tag),
      replies.map(() => "ok")
    )

    const expected = new Map<string, number>()
    for (const { ruleName, userId } of inputs.flat()) {
      expected.set(userId, (expected.get(userId) ?? 0) + (ruleName === "one" ? 10_000 : 20_000))
    }
    const found: Array<{ readonly userId: string; readonly points: number }> = []
    for (let page = 1; (page - 1) * batch < crowd; page++) {
      const [reply] = await race("points", [{ partnerId, page, take: batch }])
      assert.ok(reply)
      assert.equal(reply.tag, "ok", reply.message)
      assert.equal(read(reply, "count"), expected.size)
      found.push(...entriesOf(read(reply, "entries")))
    }
    assert.deepEqual(new Map(found.map(({ points, userId }) => [userId, points])), expected)
    assert.equal(found.length, expected.size)
    assert.ok(found.every(({ points }, index) => index === 0 || points <= (found[index - 1]?.points ?? 0)))
  })
}
