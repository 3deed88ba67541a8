import assert from "node:assert/strict"
import { tally } from "../../../support/expect.ts"
import { ruleInput } from "../../../support/world.ts"
import { read, tags } from "../arena.ts"
import type { Property } from "../suite.ts"

export const updates = (property: Property): void => {
  property("a participant limit that changes during awards is never exceeded", async (arena) => {
    const id = await arena.rule({ maxNumberOfParticipant: 10 })
    const userIds = await arena.members(48)
    const { partnerId } = arena
    const sizes = [14, 8, 20, 12, 16]
    const [awards, changes] = await Promise.all([
      arena.race(
        "award",
        userIds.map((userId) => ({ partnerId, userId, ruleName: "signup" }))
      ),
      arena.race(
        "update",
        sizes.map((maxNumberOfParticipant) => ({ partnerId, id, maxNumberOfParticipant }))
      )
    ])
    const paid = awards.filter(({ tag }) => tag === "ok").length
    for (const reply of awards) assert.match(reply.tag, /^(ok|ParticipantLimitReached)$/, reply.message)
    for (const reply of changes) assert.match(reply.tag, /^(ok|TooFewPlaces)$/, reply.message)
    assert.equal(await arena.participants("signup"), paid)
    const allowed = [10, ...sizes.filter((_, index) => changes[index]?.tag === "ok")]
    assert.ok(paid <= Math.max(...allowed), `${paid} paid of ${allowed}`)
    assert.ok(paid >= Math.min(...allowed), `${paid} paid of ${allowed}`)
    for (const { tag, value } of awards) {
      if (tag !== "ok") assert.ok(allowed.includes(Number(Reflect.get(value as object, "max"))))
    }
  })

  property("no award is accepted after the rule was made inactive", async (arena) => {
    const id = await arena.rule({})
    const userIds = await arena.members(40)
    const { partnerId } = arena
    const awards = userIds.map((userId) => ({ partnerId, userId, ruleName: "signup" }))
    const [during, [stopped]] = await Promise.all([
      arena.race("award", awards),
      arena.race("update", [{ partnerId, id, status: "inactive" }])
    ])
    assert.equal(stopped?.tag, "ok", stopped?.message)
    for (const reply of during) assert.match(reply.tag, /^(ok|RuleInactive)$/, reply.message)
    assert.deepEqual(tally(tags(await arena.race("award", awards))), { RuleInactive: 40 })
    assert.equal(await arena.participants("signup"), during.filter(({ tag }) => tag === "ok").length)
  })

  property("a rule that is renamed is awarded under one name at a time", async (arena) => {
    const id = await arena.rule({ name: "before" })
    const userIds = await arena.members(40)
    const { partnerId } = arena
    const under = (ruleName: string) => userIds.map((userId) => ({ partnerId, userId, ruleName }))
    const [old, young, [renamed]] = await Promise.all([
      arena.race("award", under("before")),
      arena.race("award", under("after")),
      arena.race("update", [{ partnerId, id, name: "after" }])
    ])
    assert.equal(renamed?.tag, "ok", renamed?.message)
    for (const reply of [...old, ...young]) {
      assert.match(reply.tag, /^(ok|RuleNotFound)$/, reply.message)
    }
    for (const [replies, name] of [
      [old, "before"],
      [young, "after"]
    ] as const) {
      for (const reply of replies) if (reply.tag === "ok") assert.equal(read(reply, "ruleName"), name)
    }
    assert.deepEqual(tally(tags(await arena.race("award", under("before")))), { RuleNotFound: 40 })
    assert.deepEqual(tally(tags(await arena.race("award", under("after")))), { ok: 40 })
  })

  property("a name in concurrent creations and renames is given once", async (arena) => {
    const { partnerId } = arena
    const ids = [
      await arena.rule({ name: "x" }),
      await arena.rule({ name: "y" }),
      await arena.rule({ name: "z" })
    ]
    const [created, renamed] = await Promise.all([
      arena.fromEach("create", ruleInput(partnerId, { name: "wanted" }), 3),
      arena.race(
        "update",
        ids.map((id) => ({ partnerId, id, name: "wanted" }))
      )
    ])
    const all = [...created, ...renamed]
    assert.deepEqual(tally(tags(all)), { ok: 1, NameTaken: all.length - 1 })
  })

  property("a changing coin value pays the old or the new amount, never another", async (arena) => {
    const id = await arena.rule({ coinValue: 1 })
    const userIds = await arena.members(40)
    const { partnerId } = arena
    const [awards, [changed]] = await Promise.all([
      arena.race(
        "award",
        userIds.map((userId) => ({ partnerId, userId, ruleName: "signup" }))
      ),
      arena.race("update", [{ partnerId, id, coinValue: 100 }])
    ])
    assert.equal(changed?.tag, "ok", changed?.message)
    for (const [index, userId] of userIds.entries()) {
      const coins = await arena.coins(userId)
      assert.ok(coins === 1 || coins === 100)
      const reply = awards[index]
      assert.ok(reply)
      assert.equal(Number(read(reply, "coins")) / 10_000, coins)
    }
  })
}
