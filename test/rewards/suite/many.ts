import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import { Adjustments } from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { refused, tagOf, tally } from "../../support/expect.ts"
import { type Engine, newPartner, subRules } from "../../support/world.ts"

export const many = (it: Tests<Engine>): void => {
  it.live("each award has its own outcome, in the order of the awards", () =>
    Effect.gen(function* () {
      const { rule, onboard, awardMany, coins, verify } = yield* newPartner
      yield* rule({ name: "one place", maxNumberOfParticipant: 1 })
      yield* rule({ name: "once", userLimitAward: 1 })
      yield* rule({ name: "off", status: "inactive" })
      yield* onboard("ann", "bob")
      const outcomes = yield* awardMany([
        { userId: "ann", ruleName: "one place" },
        { userId: "bob", ruleName: "one place" },
        { userId: "bob", ruleName: "once" },
        { userId: "bob", ruleName: "once" },
        { userId: "", ruleName: "once" },
        { userId: "ann", ruleName: "off" },
        { userId: "ann", ruleName: "none" },
        { userId: "eve", ruleName: "once" },
        { userId: "ann", ruleName: "one place" }
      ])
      assert.deepEqual(outcomes.map(tagOf), [
        "ok",
        "ParticipantLimitReached",
        "ok",
        "UserLimitReached",
        "InvalidInput",
        "RuleInactive",
        "RuleNotFound",
        "MemberNotFound",
        "ok"
      ])
      assert.deepEqual([yield* coins("ann"), yield* coins("bob")], ["20", "10"])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("later awards of a call see the effect of earlier ones", () =>
    Effect.gen(function* () {
      const { rule, onboard, awardMany } = yield* newPartner
      yield* rule({ name: "three", type: "batched", completionNumber: 3 })
      yield* rule({ name: "all", type: "combined", rules: subRules("a", "b") })
      yield* onboard("ann")
      const names = ["three", "a", "three", "b", "three", "a", "three", "all", "b"]
      const outcomes = yield* awardMany(names.map((ruleName) => ({ userId: "ann", ruleName })))
      assert.deepEqual(
        outcomes.map((outcome) => Either.isRight(outcome) && outcome.right.awarded),
        [false, false, false, true, true, false, false, true, false]
      )
    })
  )

  it.live("a call whose awards are all refused changes nothing", () =>
    Effect.gen(function* () {
      const { rule, onboard, awardMany } = yield* newPartner
      yield* rule({ status: "inactive" })
      yield* onboard("ann")
      const before = yield* dump
      const outcomes = yield* awardMany([
        { userId: "ann", ruleName: "signup", idempotencyKey: "k" },
        { userId: "eve", ruleName: "signup" }
      ])
      assert.deepEqual(outcomes.map(tagOf), ["RuleInactive", "MemberNotFound"])
      assert.deepEqual(yield* awardMany([]), [])
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("a key of a call whose awards are all refused keeps nothing: the call is judged again", () =>
    Effect.gen(function* () {
      const { awards, rule, rules, onboard, partnerId } = yield* newPartner
      const { id } = yield* rule({ status: "inactive" })
      yield* onboard("ann")
      const before = yield* dump
      const inputs = [{ partnerId, userId: "ann", ruleName: "signup" }]
      const call = awards.awardManyOnce({
        partnerId: PartnerId.make(partnerId),
        key: "bulk",
        body: inputs,
        inputs
      })
      assert.deepEqual((yield* call).outcomes.map(tagOf), ["RuleInactive"])
      assert.deepEqual(yield* dump, before)
      yield* rules.update({ partnerId, id, status: "active" })
      assert.equal(Either.isRight((yield* call).outcomes[0]!), true)
      assert.equal((yield* call).replayed, true)
    })
  )

  it.live("one call can make a thousand awards, and not one more", () =>
    Effect.gen(function* () {
      const { rule, onboard, awardMany, verify, rules, partnerId } = yield* newPartner
      yield* rule({ maxNumberOfParticipant: 600 })
      const userIds = Array.from({ length: 700 }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      const inputs = [...userIds, ...userIds].map((userId) => ({ userId, ruleName: "signup" }))
      const before = yield* dump
      const error = yield* refused("InvalidInput")(awardMany(inputs.slice(0, 1001)))
      assert.equal(error.message, "awards must hold at most 1000 awards, got 1001")
      assert.deepEqual(yield* dump, before)
      const outcomes = yield* awardMany(inputs.slice(0, 1000))
      assert.deepEqual(tally(outcomes.map(tagOf)), { ok: 900, ParticipantLimitReached: 100 })
      assert.equal((yield* rules.find({ partnerId, name: "signup" })).participants, 600)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "a check of adjustments finds the invalid ones and those of unknown members, and writes nothing",
    () =>
      Effect.gen(function* () {
        const { onboard, partnerId } = yield* newPartner
        const { adjustMany, checkMany } = yield* Adjustments
        yield* onboard("ann")
        const input = { partnerId, userId: "ann", coins: "5", debitOrCredit: "CR", reason: "moved" } as const
        const inputs = [
          input,
          { ...input, coins: "0" },
          { ...input, userId: "eve" },
          { ...input, userId: "" },
          { ...input, reason: "" },
          input
        ]
        const before = yield* dump
        const checked = (yield* checkMany(inputs)).map(tagOf)
        assert.deepEqual(checked, [
          "ok",
          "InvalidInput",
          "MemberNotFound",
          "InvalidInput",
          "InvalidInput",
          "ok"
        ])
        const error = yield* refused("InvalidInput")(checkMany(Array.from({ length: 1001 }, () => input)))
        assert.equal(error.message, "adjustments must hold at most 1000 adjustments, got 1001")
        assert.deepEqual(yield* dump, before)
        assert.deepEqual((yield* adjustMany(inputs)).map(tagOf), checked)
      })
  )
}
