import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import { PartnerId } from "../../../../lib/rewards/Id.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused, tally } from "../../../support/expect.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

export const policies = (it: Tests<ProgrammeEngine>): void => {
  it.live("a rule runs from its start on, and not at its end or after; replays still answer", () =>
    Effect.gen(function* () {
      const { award, now, onboard, partnerId, rule, rules, travel } = yield* newProgramme
      const [startsAt, endsAt] = [1, 2].map((days) => new Date(now().getTime() + days * 86_400_000))
      assert.ok(startsAt && endsAt)
      const { id } = yield* rule({ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() })
      yield* onboard("ann")
      travel(startsAt.getTime() - 1)
      const early = yield* refused("RuleNotRunning")(award("ann"))
      assert.deepEqual([early.ruleName, early.startsAt, early.endsAt], ["signup", startsAt, endsAt])
      travel(startsAt)
      const first = yield* award("ann", "signup", { idempotencyKey: "k" })
      travel(endsAt.getTime() - 1)
      yield* award("ann")
      travel(endsAt)
      const late = yield* refused("RuleNotRunning")(award("ann"))
      assert.equal(
        late.message,
        `ruleName signup runs from ${startsAt.toISOString()} on until ${endsAt.toISOString()}: award it in that time, or change startsAt and endsAt`
      )
      assert.deepEqual(yield* award("ann", "signup", { idempotencyKey: "k" }), { ...first, replayed: true })
      const fault = yield* refused("InvalidInput")(
        rules.update({ partnerId, id, startsAt: endsAt.toISOString() })
      )
      assert.equal(fault.message, `endsAt must be after startsAt, which is ${endsAt.toISOString()}`)
      yield* rules.update({ partnerId, id, endsAt: null })
      yield* award("ann")
    })
  )

  it.live("suppress accepts what a limit stands in the way of, records why, and moves nothing", () =>
    Effect.gen(function* () {
      const { award, awards, coins, onboard, partnerId, rule, rules, verify } = yield* newProgramme
      const suppress = { atLimit: "suppress" } as const
      yield* rule({ ...suppress, name: "daily", limits: [{ per: "member", period: "day", awards: 1 }] })
      yield* rule({ ...suppress, name: "one", maxNumberOfParticipant: 1 })
      yield* rule({ ...suppress, name: "once", userLimitAward: 1 })
      yield* onboard("ann", "bob")
      const seen: Array<readonly [boolean, string | null]> = []
      for (const [userId, name] of [
        ["ann", "daily"],
        ["ann", "daily"],
        ["ann", "one"],
        ["bob", "one"],
        ["ann", "once"],
        ["ann", "once"]
      ] as const) {
        const record = yield* award(userId, name, { idempotencyKey: `${seen.length}` })
        seen.push([record.awarded, record.suppressedBy])
        const again = yield* award(userId, name, { idempotencyKey: `${seen.length - 1}` })
        assert.deepEqual(again, { ...record, replayed: true })
      }
      assert.deepEqual(seen, [
        [true, null],
        [false, "limit_reached"],
        [true, null],
        [false, "participant_limit_reached"],
        [true, null],
        [false, "user_limit_reached"]
      ])
      assert.deepEqual([yield* coins("ann"), yield* coins("bob")], ["30", "0"])
      assert.equal((yield* rules.find({ partnerId, name: "one" })).participants, 1)
      const { data } = yield* awards.list({ partnerId, state: "suppressed" })
      assert.deepEqual(
        data.map(({ ruleName, state, suppressedBy }) => [ruleName, state, suppressedBy]),
        [
          ["once", "suppressed", "user_limit_reached"],
          ["one", "suppressed", "participant_limit_reached"],
          ["daily", "suppressed", "limit_reached"]
        ]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a bulk with a key replays the limits that refused its awards, word for word", () =>
    Effect.gen(function* () {
      const { awards, later, onboard, partnerId, rule } = yield* newProgramme
      yield* rule({ name: "daily", limits: [{ per: "rule", period: "day", awards: 1 }] })
      yield* rule({ name: "over", endsAt: "2026-01-01T00:00:00Z" })
      yield* rule({ name: "quiet", atLimit: "suppress", userLimitAward: 1 })
      yield* onboard("ann")
      const inputs = ["daily", "daily", "over", "quiet", "quiet"].map((ruleName) => ({
        partnerId,
        userId: "ann",
        ruleName
      }))
      const bulk = { partnerId: PartnerId.make(partnerId), key: "bulk", body: inputs, inputs }
      const first = yield* awards.awardManyOnce(bulk)
      const told = (outcomes: typeof first.outcomes) =>
        outcomes.map(
          Either.match({
            onLeft: (error) => [error._tag, error.message],
            onRight: ({ id, awarded, suppressedBy }) => [id, awarded, suppressedBy]
          })
        )
      assert.deepEqual(first.outcomes.map(Either.isRight), [true, false, false, true, true])
      later(24)
      const again = yield* awards.awardManyOnce(bulk)
      assert.equal(again.replayed, true)
      assert.deepEqual(told(again.outcomes), told(first.outcomes))
    })
  )

  it.live("suppress does not advance a cycle", () =>
    Effect.gen(function* () {
      const { award, later, onboard, rule, verify } = yield* newProgramme
      yield* rule({
        type: "batched",
        completionNumber: 2,
        atLimit: "suppress",
        limits: [{ per: "member", period: "day", awards: 1 }]
      })
      yield* onboard("ann")
      const states = []
      for (let count = 0; count < 5; count++) {
        const { awarded, suppressedBy } = yield* award("ann")
        states.push(suppressedBy ?? awarded)
      }
      // The third counts, and the two after it would have paid.
      assert.deepEqual(states, [false, true, false, "limit_reached", "limit_reached"])
      later(24)
      assert.equal((yield* award("ann")).awarded, true)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("suppress pays exactly what reject pays, among concurrent callers too", () =>
    Effect.gen(function* () {
      const { award, coins, onboard, rule, verify } = yield* newProgramme
      const limits = [{ per: "rule", period: "day", coins: 70 }] as const
      yield* rule({ name: "reject", limits })
      yield* rule({ name: "suppress", limits, atLimit: "suppress" })
      yield* onboard("ann", "bob")
      const calls = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "ann" : "bob"))
      for (const [name, expected] of [
        ["reject", { ok: 7, LimitReached: 13 }],
        ["suppress", { ok: 20 }]
      ] as const) {
        const found = yield* Effect.forEach(calls, (userId) => outcome(award(userId, name)), {
          concurrency: "unbounded"
        })
        assert.deepEqual(tally(found), expected)
      }
      const [ann, bob] = [yield* coins("ann"), yield* coins("bob")]
      assert.equal(Number(ann) + Number(bob), 140)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "clamp pays what coin limits leave, and refuses when they leave nothing or another limit is full",
    () =>
      Effect.gen(function* () {
        const { award, coins, onboard, rule, verify } = yield* newProgramme
        yield* rule({
          coinValue: 4,
          atLimit: "clamp",
          userLimitAward: 5,
          limits: [
            { per: "member", period: "day", coins: 10 },
            { per: "rule", period: "ever", coins: "13.5" }
          ]
        })
        yield* onboard("ann", "bob")
        const paid = []
        for (const userId of ["ann", "ann", "ann", "bob"]) paid.push((yield* award(userId)).coins / 10_000)
        assert.deepEqual(paid, [4, 4, 2, 3.5])
        const empty = yield* refused("LimitReached")(award("ann"))
        assert.deepEqual([empty.per, empty.used], ["member", "10"])
        yield* refused("LimitReached")(award("bob"))
        assert.deepEqual([yield* coins("ann"), yield* coins("bob")], ["10", "3.5"])
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("clamp pays the cap exactly, whatever the order of concurrent callers", () =>
    Effect.gen(function* () {
      const { award, onboard, rule, verify } = yield* newProgramme
      yield* rule({ coinValue: 3, atLimit: "clamp", limits: [{ per: "rule", period: "month", coins: 40 }] })
      const userIds = Array.from({ length: 25 }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      const paid = yield* Effect.forEach(
        userIds,
        (userId) =>
          Effect.catchAll(
            Effect.map(award(userId), ({ coins }) => coins),
            () => Effect.succeed(0)
          ),
        { concurrency: "unbounded" }
      )
      assert.equal(
        paid.reduce<number>((sum, coins) => sum + coins, 0),
        400_000
      )
      assert.deepEqual(yield* verify(), [])
    })
  )
}
