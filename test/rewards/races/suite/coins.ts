import assert from "node:assert/strict"
import { tally } from "../../../support/expect.ts"
import { tags } from "../arena.ts"
import type { Property } from "../suite.ts"

export const coins = (property: Property): void => {
  property("transfers that race for one wallet take what it has and no more", async (arena) => {
    await arena.rule({ coinValue: 100 })
    await arena.members(1)
    const { partnerId } = arena
    await arena.one("award", { partnerId, userId: "user 0", ruleName: "signup" })
    const replies = await arena.fromEach("transfer", { partnerId, userId: "user 0", coins: 9 }, 10)
    assert.deepEqual(tally(tags(replies)), { ok: 11, InsufficientCoins: replies.length - 11 })
    assert.equal(await arena.coins("user 0"), 1)
  })

  property("concurrent awards and transfers add up", async (arena) => {
    await arena.rule({ coinValue: 3 })
    const userIds = await arena.members(6)
    const { partnerId } = arena
    const work = Array.from({ length: 20 }, () => userIds).flat()
    const [awards, transfers] = await Promise.all([
      arena.race(
        "award",
        work.map((userId) => ({ partnerId, userId, ruleName: "signup" }))
      ),
      arena.race(
        "transfer",
        work.map((userId) => ({ partnerId, userId, coins: 2 }))
      )
    ])
    assert.deepEqual(tally(tags(awards)), { ok: 120 })
    for (const reply of transfers) assert.match(reply.tag, /^(ok|InsufficientCoins)$/, reply.message)
    const given = transfers.filter(({ tag }) => tag === "ok").length
    const left = (await Promise.all(userIds.map(arena.coins))).reduce((sum, coins) => sum + coins, 0)
    assert.equal(left, 360 - 2 * given)
  })

  property("batches that touch the same rules and wallets in opposite orders all succeed", async (arena) => {
    const names = ["a", "b", "c", "d", "e", "f"]
    for (const name of names) await arena.rule({ name, coinValue: 1 })
    const userIds = await arena.members(15)
    const { partnerId } = arena
    const awards = names.flatMap((ruleName) => userIds.map((userId) => ({ partnerId, userId, ruleName })))
    const [forward, backward, loose] = await Promise.all([
      arena.fromEach("awardMany", awards, 3),
      arena.fromEach("awardMany", awards.toReversed(), 3),
      arena.race("award", awards)
    ])
    const batches = [...forward, ...backward]
    assert.deepEqual(tally(tags([...batches, ...loose])), { ok: batches.length + loose.length })
    const expected = names.length * (batches.length + 1)
    assert.deepEqual(
      await Promise.all(userIds.map(arena.coins)),
      userIds.map(() => expected)
    )
  })
}
