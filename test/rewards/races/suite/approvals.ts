import assert from "node:assert/strict"
import { tally } from "../../../support/expect.ts"
import { type Arena, read, tags } from "../arena.ts"
import type { Property } from "../suite.ts"

/** A request for 10 coins of `user 0`, made by ada. */
const requestIn = async (arena: Arena) => {
  const { partnerId } = arena
  await arena.members(1)
  await arena.one("settings", { partnerId, approveAbove: 5 })
  const order = { partnerId, userId: "user 0", coins: 10, debitOrCredit: "CR", reason: "goodwill" } as const
  const requestId = String(Reflect.get(Object(await arena.one("request", order)), "id"))
  assert.equal(await arena.coins("user 0"), 0)
  return { partnerId, requestId }
}

export const approvals = (property: Property): void => {
  property("of concurrent approvals one succeeds, and none of the person who asks", async (arena) => {
    const request = await requestIn(arena)
    const [own, others] = await Promise.all([
      arena.fromEach("approve", { ...request, by: "ada" }, 3),
      arena.fromEach("approve", { ...request, by: "bea" }, 6)
    ])
    assert.deepEqual(tally(tags(others)), { ok: 1, AlreadyDecided: others.length - 1 })
    for (const { message, tag } of own) assert.match(tag, /^(OwnRequest|AlreadyDecided)$/, message)
    assert.equal(await arena.coins("user 0"), 10)
  })

  property("of concurrent approvals and declines one counts, and nothing moves unapproved", async (arena) => {
    const request = await requestIn(arena)
    const [approved, declined] = await Promise.all([
      arena.fromEach("approve", { ...request, by: "bea" }, 4),
      arena.fromEach("decline", { ...request, by: "bea" }, 4)
    ])
    const all = [...approved, ...declined]
    assert.deepEqual(tally(tags(all)), { ok: 1, AlreadyDecided: all.length - 1 })
    const isApproved = approved.some(({ tag }) => tag === "ok")
    assert.equal(await arena.coins("user 0"), isApproved ? 10 : 0)
  })

  property(
    "requests that take the same coins are approved only as far as the wallet has them",
    async (arena) => {
      const { partnerId, requestId } = await requestIn(arena)
      await arena.one("approve", { partnerId, requestId, by: "bea" })
      const order = { partnerId, userId: "user 0", coins: 7, debitOrCredit: "DE", reason: "mistake" } as const
      const asked = await arena.fromEach("request", order, 2)
      const replies = await arena.race(
        "approve",
        asked.map((reply) => ({ partnerId, requestId: String(read(reply, "id")), by: "bea" as const }))
      )
      assert.deepEqual(tally(tags(replies)), { ok: 1, InsufficientCoins: replies.length - 1 })
      assert.equal(await arena.coins("user 0"), 3)
    }
  )
}
