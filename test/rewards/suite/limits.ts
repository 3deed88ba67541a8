import assert from "node:assert/strict"
import { Effect } from "effect"
import type { Tests } from "../../support/effect.ts"
import { outcome, refused, tally } from "../../support/expect.ts"
import { type Engine, newPartner, subRules } from "../../support/world.ts"

export const limits = (it: Tests<Engine>): void => {
  it.live("the last place is usable, the one after it is not, and participants can still be paid", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, coins, rules, partnerId } = yield* newPartner
      yield* rule({ maxNumberOfParticipant: 2 })
      yield* onboard("ann", "bob", "eve")
      yield* award("ann")
      yield* award("bob")
      const error = yield* refused("ParticipantLimitReached")(award("eve"))
      assert.deepEqual([error.ruleName, error.max], ["signup", 2])
      yield* award("ann")
      assert.deepEqual([yield* coins("ann"), yield* coins("eve")], ["20", "0"])
      assert.equal((yield* rules.find({ partnerId, name: "signup" })).participants, 2)
    })
  )

  it.live("of many concurrent callers exactly as many get a place as there are places", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, verify } = yield* newPartner
      yield* rule({ maxNumberOfParticipant: 7 })
      const userIds = Array.from({ length: 40 }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      const found = yield* Effect.forEach([...userIds, ...userIds], (userId) => outcome(award(userId)), {
        concurrency: "unbounded"
      })
      assert.deepEqual(tally(found), { ok: 14, ParticipantLimitReached: 66 })
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a place is taken by the payment, not by the completions before it", () =>
    Effect.gen(function* () {
      const { rule, onboard, award } = yield* newPartner
      yield* rule({ type: "batched", completionNumber: 2, maxNumberOfParticipant: 1 })
      yield* onboard("ann", "bob")
      assert.equal((yield* award("ann")).awarded, false)
      assert.equal((yield* award("bob")).awarded, false)
      assert.equal((yield* award("bob")).awarded, true)
      yield* refused("ParticipantLimitReached")(award("ann"))
      assert.equal((yield* award("bob")).awarded, false)
    })
  )

  it.live("a member is paid as often as the limit says, and completions that could not pay are refused", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, coins } = yield* newPartner
      yield* rule({ name: "once", userLimitAward: 1 })
      yield* rule({ name: "pair", type: "batched", completionNumber: 2, userLimitAward: "1" })
      yield* rule({ name: "all", type: "combined", rules: subRules("a", "b"), userLimitAward: 1 })
      yield* onboard("ann", "bob")
      for (const name of ["once", "pair", "pair", "a", "b"]) yield* award("ann", name)
      for (const name of ["once", "pair", "all", "a", "b"]) {
        const error = yield* refused("UserLimitReached")(award("ann", name))
        assert.deepEqual([error.ruleName, error.max], [name.length === 1 ? "all" : name, 1])
      }
      assert.equal(yield* coins("ann"), "30")
      assert.equal((yield* award("bob", "once")).awarded, true)
    })
  )

  it.live("a changed limit applies from the next award on, in both directions", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId, onboard, award, verify } = yield* newPartner
      const { id } = yield* rule({ userLimitAward: 3, maxNumberOfParticipant: 1 })
      yield* onboard("ann", "bob")
      yield* award("ann")
      yield* award("ann")
      yield* rules.update({ partnerId, id, userLimitAward: 1 })
      assert.equal((yield* refused("UserLimitReached")(award("ann"))).max, 1)
      yield* rules.update({ partnerId, id, userLimitAward: "3" })
      yield* award("ann")
      yield* refused("UserLimitReached")(award("ann"))
      yield* rules.update({ partnerId, id, userLimitAward: "-1" })
      yield* award("ann")
      yield* refused("ParticipantLimitReached")(award("bob"))
      yield* rules.update({ partnerId, id, maxNumberOfParticipant: 2 })
      yield* award("bob")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("the per-user limit holds for concurrent awards of one member", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, coins } = yield* newPartner
      yield* rule({ userLimitAward: 3 })
      yield* onboard("ann")
      const found = yield* Effect.all(
        Array.from({ length: 20 }, () => outcome(award("ann"))),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(tally(found), { ok: 3, UserLimitReached: 17 })
      assert.equal(yield* coins("ann"), "30")
    })
  )
}
