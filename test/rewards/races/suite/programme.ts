import assert from "node:assert/strict"
import { tally } from "../../../support/expect.ts"
import { type Arena, ok, read, tags } from "../arena.ts"
import type { Property } from "../suite.ts"

const day = 24 * 60 * 60 * 1000

/** The next day begins in all engines at once, in the middle of it: no midnight passes during a test. */
const nextNoon = async (arena: Arena): Promise<void> => {
  // The clocks may be ahead already, from another property.
  await arena.travel(0)
  const now = Date.now() + arena.ahead
  const noon = Math.floor(now / day) * day + 1.5 * day
  await arena.travel(noon - now)
}

export const programme = (property: Property): void => {
  property(
    "five hundred callers, and a window with K payments left pays exactly K, day after day",
    async (arena) => {
      await nextNoon(arena)
      await arena.rule({
        limits: [
          { per: "rule", period: "day", awards: 30 },
          { per: "rule", period: "ever", awards: 70 }
        ]
      })
      const userIds = await arena.members(100)
      const { partnerId } = arena
      const awards = userIds.map((userId) => ({ partnerId, userId, ruleName: "signup" }))
      for (const award of awards.slice(0, 13)) await arena.one("award", award)
      const crowd = [...awards, ...awards, ...awards, ...awards, ...awards]
      const paid = async () => tally(tags(await arena.race("award", crowd)))
      assert.deepEqual(await paid(), { ok: 17, LimitReached: 483 })
      await nextNoon(arena)
      assert.deepEqual(await paid(), { ok: 30, LimitReached: 470 })
      await nextNoon(arena)
      // The limit that never resets has ten left.
      assert.deepEqual(await paid(), { ok: 10, LimitReached: 490 })
    }
  )

  property("a member's window and a budget hold whichever engine pays", async (arena) => {
    await nextNoon(arena)
    await arena.rule({
      coinValue: 3,
      atLimit: "clamp",
      limits: [
        { per: "member", period: "week", awards: 4 },
        { per: "rule", period: "ever", coins: 100 }
      ]
    })
    const userIds = await arena.members(10)
    const { partnerId } = arena
    const awards = userIds.flatMap((userId) =>
      Array.from({ length: 8 }, () => ({ partnerId, userId, ruleName: "signup" }))
    )
    const replies = await arena.race("award", awards)
    // 33 whole payments of 3 coins, and one of what is left.
    assert.deepEqual(tally(tags(replies)), { ok: 34, LimitReached: 46 })
    const balances = await Promise.all(userIds.map(arena.coins))
    assert.equal(
      balances.reduce((sum, coins) => sum + coins, 0),
      100
    )
    assert.ok(balances.every((coins) => coins <= 12))
  })

  property("of many reversals of one award through different engines one succeeds", async (arena) => {
    await arena.rule({ maxNumberOfParticipant: 1 })
    const [userId = ""] = await arena.members(1)
    const { partnerId } = arena
    const award = await arena.one("award", { partnerId, userId, ruleName: "signup" })
    const awardId = String(Reflect.get(Object(award), "id"))
    const replies = await arena.fromEach("reverse", { partnerId, awardId }, 6)
    assert.deepEqual(tally(tags(replies)), { ok: 1, AlreadyReversed: replies.length - 1 })
    assert.equal(await arena.coins(userId), 0)
    assert.equal(await arena.participants("signup"), 0)
  })

  property("partial reversals of five hundred callers return what was paid, and no more", async (arena) => {
    await arena.rule({ coinValue: 3, unit: 10, limits: [{ per: "rule", period: "ever", coins: 60 }] })
    const [userId = ""] = await arena.members(1)
    const { partnerId } = arena
    const award = await arena.one("award", { partnerId, userId, ruleName: "signup", amount: 200 })
    const awardId = String(Reflect.get(Object(award), "id"))
    const full = await arena.fromEach("award", { partnerId, userId, ruleName: "signup", amount: 10 }, 1)
    assert.ok(tags(full).every((tag) => tag === "LimitReached"))
    const [byCoins, byAmount] = await Promise.all([
      arena.race(
        "reverse",
        Array.from({ length: 300 }, () => ({ partnerId, awardId, coins: "0.7" }))
      ),
      arena.race(
        "reverse",
        Array.from({ length: 200 }, () => ({ partnerId, awardId, amount: "11" }))
      )
    ])
    const returned = [...byCoins, ...byAmount]
      .filter(({ tag }) => tag === "ok")
      .reduce((sum, reply) => sum + Number(read(reply, "coins")), 0)
    const refusals = new Set(tags([...byCoins, ...byAmount]))
    for (const tag of refusals) assert.match(tag, /^(ok|TooMuchToReverse|AlreadyReversed)$/)
    assert.ok(tags(byAmount).filter((tag) => tag === "ok").length <= 18)
    assert.equal(await arena.coins(userId), (600_000 - returned) / 10_000)
    // What was given back can be paid again.
    const again = await arena.race(
      "award",
      Array.from({ length: 30 }, () => ({ partnerId, userId, ruleName: "signup", amount: 10 }))
    )
    const paid = tags(again).filter((tag) => tag === "ok").length
    assert.equal(paid, Math.floor(returned / 30_000))
  })

  property(
    "awards that race with reversals never exceed the cap, and every reversed place is usable again",
    async (arena) => {
      await nextNoon(arena)
      await arena.rule({ maxNumberOfParticipant: 8, limits: [{ per: "rule", period: "day", awards: 10 }] })
      const userIds = await arena.members(40)
      const { partnerId } = arena
      const awards = userIds.map((userId) => ({ partnerId, userId, ruleName: "signup" }))
      const first = await arena.race("award", awards)
      assert.deepEqual(tally(tags(first)), { ok: 8, ParticipantLimitReached: 32 })
      const made = first.filter(({ tag }) => tag === "ok").map((reply) => String(read(reply, "id")))
      const [reversed, again] = await Promise.all([
        arena.race(
          "reverse",
          made.map((awardId) => ({ partnerId, awardId }))
        ),
        arena.race("award", awards)
      ])
      // A member may have spent nothing, so every reversal finds its coins.
      assert.deepEqual(tally(tags(reversed)), { ok: 8 })
      const paid = again.filter((reply) => read(reply, "awarded") === true).length
      assert.ok(paid <= 10, String(paid))
      const left = await arena.race("award", [...awards, ...awards])
      assert.equal(paid + left.filter((reply) => read(reply, "awarded") === true).length, 10)
    }
  )

  property("a limit that is added while awards race counts every one of them", async (arena) => {
    await nextNoon(arena)
    const id = await arena.rule({})
    const userIds = await arena.members(20)
    const { partnerId } = arena
    const awards = userIds.flatMap((userId) =>
      Array.from({ length: 4 }, () => ({ partnerId, userId, ruleName: "signup" }))
    )
    const limits = [
      { per: "member", period: "day", awards: 3 },
      { per: "rule", period: "day", awards: 200 }
    ] as const
    const [updates, replies] = await Promise.all([
      arena.race("update", [{ partnerId, id, limits }]),
      arena.race("award", awards)
    ])
    ok(updates[0] ?? { tag: "none", message: "no reply", value: null })
    assert.ok(tags(replies).every((tag) => tag === "ok" || tag === "LimitReached"))
    await arena.race("award", awards)
    // Those that were paid four times before the update stay so; nobody gets a fourth payment after it.
    const balances = await Promise.all(userIds.map(arena.coins))
    assert.ok(balances.every((coins) => coins === 30 || coins === 40))
  })

  property("a transfer is refunded once, whichever engine does it", async (arena) => {
    await arena.rule({})
    const [userId = ""] = await arena.members(1)
    const { partnerId } = arena
    await arena.one("award", { partnerId, userId, ruleName: "signup" })
    const moved = await arena.one("transfer", { partnerId, userId, coins: 4 })
    const transactionId = String(Reflect.get(Object(moved), "id"))
    const replies = await arena.fromEach("refund", { partnerId, transactionId }, 5)
    assert.deepEqual(tally(tags(replies)), { ok: 1, AlreadyReversed: replies.length - 1 })
    assert.equal(await arena.coins(userId), 10)
  })

  property(
    "debits through different engines take what a wallet has, and each is undone once",
    async (arena) => {
      await arena.rule({})
      const [userId = ""] = await arena.members(1)
      const { partnerId } = arena
      const order = { partnerId, userId, reason: "a race" }
      await arena.one("adjust", { ...order, coins: 10, debitOrCredit: "CR" })
      const debits = await arena.fromEach("adjust", { ...order, coins: 3, debitOrCredit: "DE" }, 4)
      assert.deepEqual(tally(tags(debits)), { ok: 3, InsufficientCoins: debits.length - 3 })
      assert.equal(await arena.coins(userId), 1)
      const made = await arena.one("adjust", { ...order, coins: 5, debitOrCredit: "CR" })
      const adjustmentId = String(Reflect.get(Object(made), "id"))
      const undone = await arena.fromEach("undo", { partnerId, adjustmentId }, 4)
      assert.deepEqual(tally(tags(undone)), { ok: 1, AlreadyReversed: undone.length - 1 })
      assert.equal(await arena.coins(userId), 1)
    }
  )
}
