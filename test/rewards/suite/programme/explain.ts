import assert from "node:assert/strict"
import { Effect, Either, FastCheck as fc } from "effect"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { subRules } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

export const explain = (it: Tests<ProgrammeEngine>): void => {
  it.live("says what an award would do, with every limit and the progress, and writes nothing", () =>
    Effect.gen(function* () {
      const { award, explain, now, onboard, rule } = yield* newProgramme
      yield* rule({
        type: "batched",
        completionNumber: 3,
        maxNumberOfParticipant: 7,
        userLimitAward: 2,
        limits: [{ per: "member", period: "day", awards: 4, coins: "12.5" }]
      })
      yield* onboard("ann")
      yield* award("ann")
      const resetsAt = new Date(Math.floor(now().getTime() / 86_400_000 + 1) * 86_400_000)
      const limits = (paid: string, coins: string) => [
        { per: "rule", period: "ever", measure: "participants", used: paid, max: "7", resetsAt: null },
        { per: "member", period: "ever", measure: "awards", used: paid, max: "2", resetsAt: null },
        { per: "member", period: "day", measure: "awards", used: paid, max: "4", resetsAt },
        { per: "member", period: "day", measure: "coins", used: coins, max: "12.5", resetsAt }
      ]
      const before = yield* dump
      assert.deepEqual(yield* explain("ann"), {
        outcome: "counts",
        wouldPay: false,
        coins: 0,
        maturesAt: null,
        expiresAt: null,
        refusal: null,
        suppressedBy: null,
        reason: null,
        progress: { done: 1, of: 3 },
        alreadyDone: false,
        limits: limits("0", "0")
      })
      assert.deepEqual(yield* dump, before)
      yield* award("ann")
      const due = yield* explain("ann")
      assert.deepEqual([due.outcome, due.wouldPay, due.coins], ["pays", true, 100_000])
      for (let count = 0; count < 3; count++) yield* award("ann")
      const full = yield* explain("ann")
      assert.deepEqual([full.outcome, full.refusal?._tag], ["refused", "LimitReached"])
      assert.deepEqual(full.limits, limits("1", "10"))
      assert.equal(full.reason, full.refusal?.message)
    })
  )

  it.live("says that a sub-rule is done already in this cycle, and not in the next", () =>
    Effect.gen(function* () {
      const { award, explain, onboard, rule } = yield* newProgramme
      yield* rule({ name: "both", type: "combined", rules: subRules("first", "second") })
      yield* onboard("ann")
      const told = (name: string) =>
        Effect.map(explain("ann", name), ({ alreadyDone, outcome }) => [outcome, alreadyDone])
      assert.deepEqual(yield* told("first"), ["counts", false])
      yield* award("ann", "first")
      assert.deepEqual(yield* told("first"), ["counts", true])
      assert.deepEqual(yield* told("second"), ["pays", false])
      yield* award("ann", "second")
      assert.deepEqual(yield* told("first"), ["counts", false])
    })
  )

  it.live("fails for a rule or user that is not there, as the award would", () =>
    Effect.gen(function* () {
      const { explain, onboard, rule } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      yield* refused("RuleNotFound")(explain("ann", "ghost"))
      yield* refused("MemberNotFound")(explain("ghost"))
      yield* refused("InvalidInput")(explain(""))
    })
  )

  it.live("agrees with the award that follows, whatever the rules and the history", () =>
    Effect.gen(function* () {
      const { award, explain, later, onboard, rule } = yield* newProgramme
      const names = ["s", "b", "a1", "a2", "clamp", "quiet", "sched"]
      yield* rule({ name: "s", userLimitAward: 4, limits: [{ per: "member", period: "day", awards: 2 }] })
      yield* rule({ name: "b", type: "batched", completionNumber: 2, maxNumberOfParticipant: 1 })
      yield* rule({
        name: "c",
        type: "combined",
        rules: subRules("a1", "a2"),
        limits: [{ per: "rule", period: "week", coins: 35 }]
      })
      yield* rule({
        name: "clamp",
        coinValue: 4,
        atLimit: "clamp",
        limits: [{ per: "rule", period: "day", coins: 10 }]
      })
      yield* rule({
        name: "quiet",
        atLimit: "suppress",
        limits: [{ per: "member", period: "ever", awards: 2 }]
      })
      yield* rule({ name: "sched", endsAt: "2026-03-01T00:00:00Z" })
      yield* onboard("ann", "bob")
      const calls = fc.sample(
        fc.tuple(fc.constantFrom("ann", "bob"), fc.constantFrom(...names), fc.nat(9)),
        120
      )
      for (const [userId, name, chance] of calls) {
        if (chance === 0) later(24)
        const told = yield* explain(userId, name)
        const done = yield* Effect.either(award(userId, name))
        if (Either.isLeft(done)) {
          assert.equal(told.outcome, "refused")
          assert.equal(told.refusal?.message, done.left.message)
          continue
        }
        const { awarded, coins, suppressedBy } = done.right
        assert.deepEqual([told.wouldPay, told.coins, told.suppressedBy], [awarded, coins, suppressedBy])
      }
    })
  )
}
