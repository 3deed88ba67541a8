import assert from "node:assert/strict"
import { tally } from "../../../support/expect.ts"
import { subRules } from "../../../support/world.ts"
import { read, tags } from "../arena.ts"
import type { Property } from "../suite.ts"

export const limits = (property: Property): void => {
  property("twenty places and sixty callers pay exactly twenty members", async (arena) => {
    await arena.rule({ maxNumberOfParticipant: 20 })
    const userIds = await arena.members(60)
    const { partnerId } = arena
    const replies = await arena.race(
      "award",
      [...userIds, ...userIds].map((userId) => ({ partnerId, userId, ruleName: "signup" }))
    )
    // Both calls of a member with a place pay. Both calls of a member without one are refused.
    assert.deepEqual(tally(tags(replies)), { ok: 40, ParticipantLimitReached: 80 })
    assert.equal(await arena.participants("signup"), 20)
    const balances = await Promise.all(userIds.map(arena.coins))
    assert.deepEqual(tally(balances.map(String)), { "0": 40, "20": 20 })
  })

  property("one place is usable, once", async (arena) => {
    await arena.rule({ maxNumberOfParticipant: 1 })
    const userIds = await arena.members(24)
    const { partnerId } = arena
    const awards = userIds.map((userId) => ({ partnerId, userId, ruleName: "signup" }))
    assert.deepEqual(tally(tags(await arena.race("award", awards))), { ok: 1, ParticipantLimitReached: 23 })
  })

  property("the last place is usable when the others are taken", async (arena) => {
    await arena.rule({ maxNumberOfParticipant: 5 })
    const userIds = await arena.members(20)
    const { partnerId } = arena
    const awards = userIds.map((userId) => ({ partnerId, userId, ruleName: "signup" }))
    for (const award of awards.slice(0, 4)) await arena.one("award", award)
    const replies = await arena.race("award", awards.slice(4))
    assert.deepEqual(tally(tags(replies)), { ok: 1, ParticipantLimitReached: 15 })
    assert.equal(await arena.participants("signup"), 5)
  })

  property("a member is paid as often as the limit says", async (arena) => {
    await arena.rule({ userLimitAward: 5 })
    const { partnerId } = arena
    await arena.members(1)
    const replies = await arena.fromEach("award", { partnerId, userId: "user 0", ruleName: "signup" }, 10)
    assert.deepEqual(tally(tags(replies)), { ok: 5, UserLimitReached: replies.length - 5 })
    assert.equal(await arena.coins("user 0"), 50)
  })

  property("every fourth completion pays, whichever engine counts it", async (arena) => {
    await arena.rule({ type: "batched", completionNumber: 4 })
    const { partnerId } = arena
    await arena.members(1)
    const replies = await arena.fromEach("award", { partnerId, userId: "user 0", ruleName: "signup" }, 8)
    assert.deepEqual(tally(tags(replies)), { ok: replies.length })
    assert.equal(replies.filter((reply) => read(reply, "awarded") === true).length, replies.length / 4)
  })

  property("no completion is lost: the last of them pays", async (arena) => {
    const times = 6
    const { partnerId } = arena
    await arena.members(1)
    await arena.rule({ name: "count", type: "batched", completionNumber: 1_000 })
    const award = (ruleName: string) => ({ partnerId, userId: "user 0", ruleName })
    const counted = (await arena.fromEach("award", award("count"), times)).length
    await arena.rule({ name: "all", type: "batched", completionNumber: counted })
    const replies = await arena.fromEach("award", award("all"), times)
    assert.deepEqual(tally(tags(replies)), { ok: counted })
    assert.equal(replies.filter((reply) => read(reply, "awarded") === true).length, 1)
  })

  property("sub-rules completed through different engines pay once for each member", async (arena) => {
    await arena.rule({ name: "all", type: "combined", rules: subRules("a", "b", "c") })
    const userIds = await arena.members(12)
    const { partnerId } = arena
    const awards = ["a", "b", "c"].flatMap((ruleName) =>
      userIds.map((userId) => ({ partnerId, userId, ruleName }))
    )
    const replies = await arena.race("award", awards)
    assert.deepEqual(tally(tags(replies)), { ok: 36 })
    assert.equal(replies.filter((reply) => read(reply, "awarded") === true).length, 12)
    assert.deepEqual(
      await Promise.all(userIds.map(arena.coins)),
      userIds.map(() => 10)
    )
  })

  property("one user onboarded by every engine is one member", async (arena) => {
    const { partnerId } = arena
    const inputs = Array.from({ length: 40 }, (_, index) => ({ partnerId, userId: `new ${index}` }))
    const replies = await Promise.all([
      arena.fromEach("onboard", inputs, 2),
      arena.fromEach("onboard", inputs.toReversed(), 2)
    ])
    const ids = replies.flat().map((reply) => {
      assert.equal(reply.tag, "ok", reply.message)
      return JSON.stringify((reply.value as ReadonlyArray<{ id: string }>).map(({ id }) => id).sort())
    })
    assert.equal(new Set(ids).size, 1)
  })
}
