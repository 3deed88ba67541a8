import assert from "node:assert/strict"
import { Effect, Either, FastCheck as fc } from "effect"
import type { Tests } from "../../../support/effect.ts"
import { outcome, tally } from "../../../support/expect.ts"
import { sized } from "../../../support/sized.ts"
import { subRules } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const names = ["single", "pair", "x", "y", "capped", "clamped"]
const users = ["ann", "bob", "cy"]
/** How many awards are made, half of which are reversed. */
const calls = sized("CALLS", { short: 25, onNode: 10, long: 200 })

const withRules = Effect.gen(function* () {
  const world = yield* newProgramme
  yield* world.rule({ name: "single", maxNumberOfParticipant: 2, userLimitAward: 3 })
  yield* world.rule({ name: "pair", type: "batched", completionNumber: 2, coinValue: "2.5" })
  yield* world.rule({ name: "both", type: "combined", rules: subRules("x", "y"), coinValue: 7 })
  yield* world.rule({
    name: "capped",
    timeZone: "America/New_York",
    limits: [
      { per: "member", period: "day", awards: 2 },
      { per: "rule", period: "week", coins: 60 },
      { per: "rule", period: "ever", awards: 9 }
    ]
  })
  yield* world.rule({
    name: "clamped",
    atLimit: "clamp",
    limits: [{ per: "member", period: "month", coins: 15 }]
  })
  yield* world.onboard(...users)
  return world
})

export const restoring = (it: Tests<ProgrammeEngine>): void => {
  it.live("award then reverse restores participants, payments, balances, windows, scores and positions", () =>
    Effect.gen(function* () {
      const world = yield* withRules
      const { award, boards, coins, explain, later, partnerId, reverse, verify } = world
      const see = Effect.gen(function* () {
        const told = []
        for (const userId of users) {
          for (const name of names) told.push((yield* explain(userId, name)).limits)
          told.push(yield* coins(userId))
        }
        for (const userId of users) told.push(yield* boards.position({ partnerId, userId }))
        const { entries } = yield* boards.coins({ partnerId, month: String(world.now().getUTCMonth() + 1) })
        // Among equal scores, one that changed and changed back is reached later.
        return JSON.stringify([told, entries.map(({ userId, coins }) => `${coins} ${userId}`).sort()])
      })
      const sampled = fc.sample(
        fc.tuple(fc.constantFrom(...users), fc.constantFrom(...names), fc.nat(9)),
        calls
      )
      for (const [userId, name, chance] of sampled) {
        if (chance === 0) later(24)
        const before = yield* see
        const made = yield* Effect.either(award(userId, name))
        if (Either.isLeft(made)) continue
        // Half of the awards stay.
        if (chance % 2 === 0) continue
        if (made.right.awarded) yield* reverse(made.right.id)
        else {
          const progress = yield* explain(userId, name)
          yield* reverse(made.right.id)
          const { progress: left } = yield* explain(userId, name)
          assert.ok(left.done <= progress.progress.done)
        }
        if (made.right.awarded) assert.equal(yield* see, before)
      }
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a place that a reversal frees is there for the next, and a limit has room again", () =>
    Effect.gen(function* () {
      const { award, onboard, reverse, rule, verify } = yield* newProgramme
      yield* rule({ maxNumberOfParticipant: 1, limits: [{ per: "rule", period: "day", awards: 1 }] })
      yield* onboard("ann", "bob")
      const { id } = yield* award("ann")
      assert.equal(yield* outcome(award("bob")), "ParticipantLimitReached")
      yield* reverse(id)
      yield* award("bob")
      assert.equal(yield* outcome(award("ann")), "ParticipantLimitReached")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a reversal gives back to the windows of the award's moment, not of its own", () =>
    Effect.gen(function* () {
      const { award, boards, explain, later, onboard, partnerId, reverse, rule, verify } = yield* newProgramme
      yield* rule({
        limits: [
          { per: "member", period: "day", awards: 1 },
          { per: "member", period: "month", awards: 2 }
        ]
      })
      yield* onboard("ann")
      const used = Effect.map(explain("ann"), ({ limits }) => limits.slice(1).map(({ used }) => used))
      const first = yield* award("ann")
      later(24)
      yield* award("ann")
      assert.deepEqual(yield* used, ["1", "2"])
      yield* reverse(first.id)
      assert.deepEqual(yield* used, ["1", "1"])
      const month = first.createdAt.getUTCMonth() + 1
      const year = String(first.createdAt.getUTCFullYear())
      later(24 * 40)
      const second = yield* award("ann")
      const board = Effect.map(
        boards.coins({ partnerId, month: String(month), year }),
        ({ entries }) => entries
      )
      assert.deepEqual(
        (yield* board).map(({ coins }) => coins),
        [100_000]
      )
      yield* reverse(second.id)
      assert.deepEqual(
        (yield* board).map(({ coins }) => coins),
        [100_000]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a limit that was lowered below what a member has does not stand in the way of a reversal", () =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, reverse, rule, rules, verify } = yield* newProgramme
      const { id } = yield* rule({ userLimitAward: 5, limits: [{ per: "member", period: "day", awards: 5 }] })
      yield* onboard("ann")
      const made = []
      for (let count = 0; count < 5; count++) made.push(yield* award("ann"))
      yield* rules.update({
        partnerId,
        id,
        userLimitAward: 2,
        limits: [{ per: "member", period: "day", awards: 2 }]
      })
      for (const { id } of made.slice(0, 3)) {
        assert.equal(yield* outcome(award("ann")), "UserLimitReached")
        yield* reverse(id)
      }
      assert.equal(yield* outcome(award("ann")), "UserLimitReached")
      yield* reverse(made[3]?.id ?? "")
      yield* award("ann")
      assert.equal(yield* outcome(award("ann")), "UserLimitReached")
      // Counters that were never written are counted from the awards: a reversal alone writes none.
      yield* rules.update({
        partnerId,
        id,
        userLimitAward: -1,
        limits: [{ per: "member", period: "week", awards: 1 }]
      })
      yield* reverse(made[4]?.id ?? "")
      assert.equal(yield* outcome(award("ann")), "LimitReached")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a limit that was lowered does not stand in the way of the reversal of a completion either", () =>
    Effect.gen(function* () {
      const { award, explain, onboard, partnerId, reverse, rule, rules, verify } = yield* newProgramme
      const { id } = yield* rule({ type: "batched", completionNumber: 2, userLimitAward: 5 })
      yield* onboard("ann")
      for (let count = 0; count < 4; count++) yield* award("ann")
      const completion = yield* award("ann")
      yield* rules.update({ partnerId, id, userLimitAward: 1 })
      yield* reverse(completion.id)
      assert.deepEqual((yield* explain("ann")).progress, { done: 0, of: 2 })
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("awards and reversals that race for the last place leave limits and counters exact", () =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, reverse, rule, rules, verify } = yield* newProgramme
      const { id } = yield* rule({
        maxNumberOfParticipant: 3,
        limits: [{ per: "rule", period: "day", awards: 4 }]
      })
      const userIds = Array.from({ length: 8 }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      const made = []
      for (const userId of userIds.slice(0, 3)) made.push(yield* award(userId))
      const found = yield* Effect.forEach(
        [...made, ...userIds, ...userIds],
        (each) => (typeof each === "string" ? outcome(award(each)) : outcome(reverse(each.id))),
        { concurrency: "unbounded" }
      )
      const counts = tally(found)
      assert.ok((counts.ok ?? 0) >= 3, JSON.stringify(counts))
      assert.ok((yield* rules.get({ partnerId, id })).participants <= 3)
      assert.deepEqual(yield* verify(), [])
    })
  )
}
