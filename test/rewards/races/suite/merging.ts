import assert from "node:assert/strict"
import { tally } from "../../../support/expect.ts"
import { type Arena, read, tags } from "../arena.ts"
import type { Reply } from "../protocol.ts"
import type { Property } from "../suite.ts"

const [one, other] = ["one", "other"]

const accepted = (replies: ReadonlyArray<Reply>): number => replies.filter(({ tag }) => tag === "ok").length

/** Two members with 10 coins each, of which those of `other` are pending, and everything that races for them. */
const raceOf = async (arena: Arena, erased: ReadonlyArray<string>) => {
  const { partnerId } = arena
  await arena.rule({})
  await arena.rule({ name: "waits", pendingDays: 2, coinsExpire: "P30D" })
  await arena.one("onboard", [
    { partnerId, userId: one },
    { partnerId, userId: other }
  ])
  await arena.one("award", { partnerId, userId: one, ruleName: "signup" })
  const waiting = await arena.one("award", { partnerId, userId: other, ruleName: "waits" })
  const awardId = String(Reflect.get(Object(waiting), "id"))
  const awardsTo = (userId: string) => arena.fromEach("award", { partnerId, userId, ruleName: "signup" }, 3)
  const [toOne, toOther, spent, confirmed, into, back, erasures] = await Promise.all([
    awardsTo(one),
    awardsTo(other),
    arena.fromEach("transfer", { partnerId, userId: other, coins: 3 }, 2),
    arena.fromEach("confirm", { partnerId, awardId }, 1),
    arena.fromEach("merge", { partnerId, from: one, into: other }, 1),
    arena.fromEach("merge", { partnerId, from: other, into: one }, 1),
    arena.race(
      "erase",
      erased.map((userId) => ({ partnerId, userId }))
    )
  ])
  return { toOne, toOther, spent, confirmed, merges: [...into, ...back], erasures }
}

export const merging = (property: Property): void => {
  property("of merges in both directions one succeeds, and no coin is lost", async (arena) => {
    const { confirmed, merges, spent, toOne, toOther } = await raceOf(arena, [])
    assert.deepEqual(tally(tags(merges)), { ok: 1, CannotMerge: merges.length - 1 })
    assert.deepEqual(tally(tags([...toOne, ...toOther])), { ok: toOne.length + toOther.length })
    assert.deepEqual(accepted(confirmed), 1)
    for (const { message, tag } of [...spent, ...confirmed]) {
      assert.match(tag, /^(ok|InsufficientCoins|AwardNotPending)$/, message)
    }
    const held = 20 + 10 * (toOne.length + toOther.length) - 3 * accepted(spent)
    assert.deepEqual([await arena.coins(one), await arena.coins(other)], [held, held])
  })

  property("an erasure takes the merged member, or is before all merges", async (arena) => {
    const { confirmed, erasures, merges, spent, toOne, toOther } = await raceOf(arena, [one])
    assert.deepEqual(tags(erasures), ["ok"])
    for (const { message, tag } of merges) assert.match(tag, /^(ok|CannotMerge|MemberNotFound)$/, message)
    assert.ok(accepted(merges) <= 1)
    const refusals = /^(ok|InsufficientCoins|AwardNotPending|AlreadyReversed|MemberNotFound)$/
    for (const { message, tag } of [...toOne, ...toOther, ...spent, ...confirmed]) {
      assert.match(tag, refusals, message)
    }
    const { partnerId } = arena
    const wallets = await arena.race(
      "wallet",
      [one, other].map((userId) => ({ partnerId, userId }))
    )
    const isMerged = accepted(merges) === 1
    assert.deepEqual(tags(wallets), ["MemberNotFound", isMerged ? "MemberNotFound" : "ok"])
    const [, left] = wallets
    if (isMerged || left === undefined) return
    const held = 10 * accepted(confirmed) + 10 * accepted(toOther) - 3 * accepted(spent)
    assert.equal(Number(read(left, "coins")) / 10_000, held)
  })
}
