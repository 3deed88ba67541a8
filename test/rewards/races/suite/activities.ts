import assert from "node:assert/strict"
import { tally } from "../../../support/expect.ts"
import { read, tags } from "../arena.ts"
import type { Reply } from "../protocol.ts"
import type { Property } from "../suite.ts"

const when = { activity: "order.placed" }

const outcomesOf = (reply: Reply): ReadonlyArray<object> => {
  const outcomes = read(reply, "outcomes")
  assert.ok(Array.isArray(outcomes))
  return outcomes
}

/** How the rule decided about each activity: "paid", "not met", "counted" or the tag of the refusal. */
const decisions = (replies: ReadonlyArray<Reply>): ReadonlyArray<string> =>
  replies.flatMap(outcomesOf).map((outcome) => {
    if (Reflect.get(outcome, "met") !== true) return "not met"
    const refusal = Reflect.get(outcome, "refusal")
    if (typeof refusal === "object" && refusal !== null) return String(Reflect.get(refusal, "_tag"))
    return Reflect.get(outcome, "awarded") === true ? "paid" : "counted"
  })

export const activities = (property: Property): void => {
  property("of the first orders of a member through different engines, one pays", async (arena) => {
    const first = { field: "member.activities", is: "equals", value: 1 } as const
    await arena.rule({ when: { ...when, conditions: first } })
    const userIds = await arena.members(12)
    const { partnerId } = arena
    const orders = userIds.map((userId) => ({ partnerId, userId, type: "order.placed" }))
    const replies = await arena.race("act", [...orders, ...orders.toReversed(), ...orders, ...orders])
    assert.deepEqual(tally(tags(replies)), { ok: 48 })
    assert.deepEqual(tally(decisions(replies)), { paid: 12, "not met": 36 })
    const balances = await Promise.all(userIds.map(arena.coins))
    assert.deepEqual(tally(balances.map(String)), { "10": 12 })
  })

  property("a rule that asks how often it has paid pays once more at most", async (arena) => {
    const rarely = { field: "member.paid", is: "lessThan", value: 3 } as const
    await arena.rule({ when: { ...when, conditions: rarely } })
    await arena.members(1)
    const { partnerId } = arena
    const order = { partnerId, userId: "user 0", type: "order.placed" }
    const replies = await arena.fromEach("act", order, 8)
    assert.deepEqual(tally(decisions(replies)), { paid: 3, "not met": replies.length - 3 })
    assert.equal(await arena.coins("user 0"), 30)
  })

  property("activities and awards by name share a rule's places, and pay exactly these", async (arena) => {
    await arena.rule({ maxNumberOfParticipant: 20, userLimitAward: 1, when })
    const userIds = await arena.members(60)
    const { partnerId } = arena
    const [orders, awards] = await Promise.all([
      arena.race(
        "act",
        userIds.map((userId) => ({ partnerId, userId, type: "order.placed" }))
      ),
      arena.race(
        "award",
        userIds.toReversed().map((userId) => ({ partnerId, userId, ruleName: "signup" }))
      )
    ])
    assert.deepEqual(tally(tags(orders)), { ok: 60 })
    const all = [...decisions(orders), ...tags(awards).map((tag) => (tag === "ok" ? "paid" : tag))]
    // Both calls of each member were made: one of a participant's two has paid, and the other was too often.
    assert.deepEqual(tally(all), { paid: 20, UserLimitReached: 20, ParticipantLimitReached: 80 })
    assert.equal(await arena.participants("signup"), 20)
    const balances = await Promise.all(userIds.map(arena.coins))
    assert.deepEqual(tally(balances.map(String)), { "0": 40, "10": 20 })
  })

  property(
    "activities and awards by name share a rule's budget of awards, through every engine",
    async (arena) => {
      await arena.rule({ limits: [{ per: "rule", period: "ever", awards: 25 }], when })
      const userIds = await arena.members(10)
      const { partnerId } = arena
      const orders = userIds.flatMap((userId) =>
        Array.from({ length: 3 }, () => ({ partnerId, userId, type: "order.placed" }))
      )
      const awards = orders.map(({ userId }) => ({ partnerId, userId, ruleName: "signup" }))
      const [byOrder, byName] = await Promise.all([arena.race("act", orders), arena.race("award", awards)])
      const all = [...decisions(byOrder), ...tags(byName).map((tag) => (tag === "ok" ? "paid" : tag))]
      assert.deepEqual(tally(all), { paid: 25, LimitReached: 35 })
    }
  )

  property(
    "an activity is reversed once, with all of its awards, whichever engine does it",
    async (arena) => {
      await arena.rule({ name: "one", when })
      await arena.rule({ name: "two", when })
      await arena.members(1)
      const { partnerId } = arena
      const act = { partnerId, userId: "user 0", type: "order.placed", idempotencyKey: "order" }
      const recorded = await arena.fromEach("act", act, 4)
      assert.equal(new Set(recorded.map((reply) => read(reply, "id"))).size, 1)
      assert.equal(await arena.coins("user 0"), 20)
      const activityId = String(recorded.map((reply) => read(reply, "id"))[0])
      const replies = await arena.fromEach("undoActivity", { partnerId, activityId }, 4)
      assert.deepEqual(tally(tags(replies)), { ok: 1, AlreadyReversed: replies.length - 1 })
      assert.equal(await arena.coins("user 0"), 0)
    }
  )
}
