import assert from "node:assert/strict"
import { tally } from "../../../support/expect.ts"
import { ok, read, tags } from "../arena.ts"
import type { Reply } from "../protocol.ts"
import type { Property } from "../suite.ts"

/** The answer without `replayed`, which differs between the first answer and its replays. */
const plain = (reply: Reply): string => JSON.stringify({ ...(ok(reply) as object), replayed: undefined })

const firsts = (replies: ReadonlyArray<Reply>): number =>
  replies.filter((reply) => read(reply, "replayed") === false).length

export const keys = (property: Property): void => {
  property(
    "an award sent from every engine with one key is made once, and all get the same answer",
    async (arena) => {
      await arena.rule({})
      await arena.members(1)
      const award = {
        partnerId: arena.partnerId,
        userId: "user 0",
        ruleName: "signup",
        idempotencyKey: "one"
      }
      const replies = await arena.fromEach("award", award, 6)
      assert.equal(new Set(replies.map(plain)).size, 1)
      assert.equal(firsts(replies), 1)
      assert.equal(await arena.coins("user 0"), 10)
    }
  )

  property(
    "a transfer sent from every engine with one key is made once, and all get the same answer",
    async (arena) => {
      await arena.rule({ coinValue: 100 })
      await arena.members(1)
      const { partnerId } = arena
      await arena.one("award", { partnerId, userId: "user 0", ruleName: "signup" })
      const replies = await arena.fromEach(
        "transfer",
        { partnerId, userId: "user 0", coins: 7, idempotencyKey: "one" },
        6
      )
      assert.equal(new Set(replies.map(plain)).size, 1)
      assert.equal(firsts(replies), 1)
      assert.equal(await arena.coins("user 0"), 93)
    }
  )

  property("of different awards with one key, one is made and the others are refused", async (arena) => {
    // Rules and members differ, so that only the key can exclude the others.
    const userIds = await arena.members(24)
    for (const userId of userIds) await arena.rule({ name: `rule of ${userId}` })
    const { partnerId } = arena
    const replies = await arena.race(
      "award",
      userIds.map((userId) => ({ partnerId, userId, ruleName: `rule of ${userId}`, idempotencyKey: "one" }))
    )
    assert.deepEqual(tally(tags(replies)), { ok: 1, IdempotencyMismatch: 23 })
    const balances = await Promise.all(userIds.map(arena.coins))
    assert.deepEqual(tally(balances.map(String)), { "0": 23, "10": 1 })
  })

  property("an award and a transfer with one key: one is made and the other is refused", async (arena) => {
    await arena.rule({ coinValue: 100 })
    await arena.members(2)
    const { partnerId } = arena
    await arena.one("award", { partnerId, userId: "user 0", ruleName: "signup" })
    const [awards, transfers] = await Promise.all([
      arena.fromEach("award", { partnerId, userId: "user 1", ruleName: "signup", idempotencyKey: "one" }, 3),
      arena.fromEach("transfer", { partnerId, userId: "user 0", coins: 7, idempotencyKey: "one" }, 3)
    ])
    const [won, lost] = awards[0]?.tag === "ok" ? [awards, transfers] : [transfers, awards]
    assert.deepEqual(tally(tags(won)), { ok: won.length })
    assert.deepEqual(tally(tags(lost)), { IdempotencyMismatch: lost.length })
    assert.equal(firsts(won), 1)
  })

  property("hundreds of keys in different orders are each used once", async (arena) => {
    await arena.rule({})
    const userIds = await arena.members(60)
    const { partnerId } = arena
    const many = userIds.map((userId) => ({
      partnerId,
      userId,
      ruleName: "signup",
      idempotencyKey: `key of ${userId}`
    }))
    const replies = await Promise.all([
      arena.fromEach("awardMany", many, 1),
      arena.fromEach("awardMany", many.toReversed(), 1),
      arena.race("award", many)
    ])
    tags(replies.flat())
    for (const reply of replies.flat()) assert.equal(reply.tag, "ok", reply.message)
    assert.deepEqual(
      await Promise.all(userIds.map(arena.coins)),
      userIds.map(() => 10)
    )
  })
}
