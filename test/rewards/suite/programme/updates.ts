import assert from "node:assert/strict"
import { Effect, FastCheck as fc } from "effect"
import type { UpdateRuleInput } from "../../../../lib/rewards/rules/Rules.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { raw } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

export const updates = (it: Tests<ProgrammeEngine>): void => {
  it.live("a limit that is added counts what its running window has paid, for each member and in all", () =>
    Effect.gen(function* () {
      const { award, later, onboard, partnerId, rule, rules, verify } = yield* newProgramme
      const { id } = yield* rule()
      yield* onboard("ann", "bob")
      yield* award("ann")
      later(24)
      yield* award("ann")
      yield* award("ann")
      yield* award("bob")
      const limits = [
        { per: "member", period: "day", awards: 3 },
        { per: "rule", period: "day", coins: 50 }
      ] as const
      const updated = yield* rules.update({ partnerId, id, limits })
      assert.deepEqual(updated.limits, [
        { per: "member", period: "day", awards: 3 },
        { per: "rule", period: "day", coins: 500_000 }
      ])
      // Today ann was paid twice, and the rule paid 30 coins.
      yield* award("ann")
      const own = yield* refused("LimitReached")(award("ann"))
      assert.deepEqual([own.per, own.used], ["member", "3"])
      yield* award("bob")
      const all = yield* refused("LimitReached")(award("bob"))
      assert.deepEqual([all.per, all.used, all.max], ["rule", "50", "50"])
      const rows = yield* raw(
        `SELECT awards FROM rewards_window WHERE rule_id = UUID '${id}' ORDER BY awards`
      )
      assert.deepEqual(
        rows.map((row) => Number(row.awards)),
        [2, 3, 5]
      )
      assert.deepEqual(yield* verify(), [])
      later(24)
      yield* award("ann")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a limit per rule cannot be set below what was paid; one per member can, and then is full", () =>
    Effect.gen(function* () {
      const { award, later, onboard, partnerId, rule, rules, verify } = yield* newProgramme
      const { id } = yield* rule({ limits: [{ per: "member", period: "day", awards: 5 }] })
      yield* onboard("ann")
      for (let count = 0; count < 3; count++) yield* award("ann")
      const change = (limits: UpdateRuleInput["limits"]) => rules.update({ partnerId, id, limits })
      const low = yield* refused("LimitTooLow")(
        change([
          { per: "member", period: "ever", awards: 9 },
          { per: "rule", period: "ever", coins: "29.9999" }
        ])
      )
      assert.equal(low.message, "limits.1.coins cannot be 29.9999: 30 are used already in the running window")
      // Nothing of it was written.
      assert.deepEqual((yield* rules.get({ partnerId, id })).limits, [
        { per: "member", period: "day", awards: 5 }
      ])
      yield* change([{ per: "rule", period: "ever", coins: 30 }])
      yield* refused("LimitReached")(award("ann"))
      yield* change([{ per: "member", period: "day", awards: 1 }])
      const { used, max } = yield* refused("LimitReached")(award("ann"))
      assert.deepEqual([used, max], ["3", "1"])
      later(24)
      yield* award("ann")
      assert.deepEqual(yield* verify(), [])
      yield* change([])
      yield* award("ann")
      assert.deepEqual((yield* rules.get({ partnerId, id })).limits, [])
    })
  )

  it.live("a limit that was removed and comes back has missed nothing", () =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, rule, rules, verify } = yield* newProgramme
      const limits = [
        { per: "member", period: "week", awards: 4 },
        { per: "rule", period: "week", awards: 4 }
      ] as const
      const { id } = yield* rule({ limits })
      yield* onboard("ann")
      yield* award("ann")
      yield* rules.update({ partnerId, id, limits: [] })
      yield* award("ann")
      yield* award("ann")
      yield* rules.update({ partnerId, id, limits })
      yield* award("ann")
      yield* refused("LimitReached")(award("ann"))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("another time zone moves the windows at once, and counts anew", () =>
    Effect.gen(function* () {
      const { award, later, onboard, partnerId, rule, rules, verify } = yield* newProgramme
      const { id } = yield* rule({ limits: [{ per: "member", period: "day", awards: 1 }] })
      yield* onboard("ann")
      yield* award("ann")
      // From noon in UTC to ten in the evening: in Tokyo the next day has begun.
      later(10)
      yield* refused("LimitReached")(award("ann"))
      yield* rules.update({ partnerId, id, timeZone: "Asia/Tokyo" })
      yield* award("ann")
      yield* refused("LimitReached")(award("ann"))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("counters that are counted anew from the awards are what was kept, whatever the history", () =>
    Effect.gen(function* () {
      const { award, explain, later, onboard, partnerId, reverse, rule, rules, verify } = yield* newProgramme
      const limits = (["day", "week", "month", "year", "ever"] as const).flatMap((period) => [
        { per: "member", period, awards: 50 } as const,
        { per: "rule", period, coins: 900 } as const
      ])
      const { id } = yield* rule({ timeZone: "America/New_York", limits: limits.slice(0, 8) })
      const users = ["ann", "bob", "cy"]
      yield* onboard(...users)
      const calls = fc.sample(fc.tuple(fc.constantFrom(...users), fc.nat(5), fc.nat(30)), 60)
      for (const [userId, chance, hours] of calls) {
        const made = yield* award(userId)
        if (chance === 0) yield* reverse(made.id)
        if (chance === 1) later(hours)
      }
      const used = Effect.forEach(users, (userId) => Effect.map(explain(userId), (told) => told.limits))
      const kept = yield* used
      yield* rules.update({ partnerId, id, limits: [] })
      yield* rules.update({ partnerId, id, limits: limits.slice(0, 8) })
      assert.deepEqual(yield* used, kept)
      // The next award writes the counters that were counted.
      for (const userId of users) yield* award(userId)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "an update by a process whose clock is behind, by an hour at most, misses no payment of one that is ahead",
    () =>
      Effect.forEach([2, 3600], (seconds) =>
        Effect.gen(function* () {
          const { award, differBy, explain, now, onboard, partnerId, rule, rules, travel, verify } =
            yield* newProgramme
          const { id } = yield* rule()
          yield* onboard("ann")
          // The first moment of a day for the one, and some seconds before it for the other.
          travel(Math.floor(now().getTime() / 86_400_000 + 1) * 86_400_000)
          yield* award("ann")
          differBy(-seconds)
          const limits = [
            { per: "member", period: "day", awards: 2 },
            { per: "rule", period: "day", awards: 2 }
          ] as const
          yield* rules.update({ partnerId, id, limits })
          // The day that ends for this process has paid nothing.
          yield* award("ann")
          differBy(seconds + 1)
          const used = (yield* explain("ann")).limits.slice(1).map((limit) => limit.used)
          assert.deepEqual(used, ["1", "1"])
          yield* award("ann")
          yield* refused("LimitReached")(award("ann"))
          assert.deepEqual(yield* verify(), [])
        })
      )
  )

  it.live("a limit for ever that is added counts all that was paid, for each member and in all", () =>
    Effect.gen(function* () {
      const { award, later, onboard, partnerId, rule, rules, verify } = yield* newProgramme
      const { id } = yield* rule()
      yield* onboard("ann", "bob")
      yield* award("ann")
      later(24)
      yield* award("ann")
      const limits = [
        { per: "member", period: "ever", awards: 2 },
        { per: "rule", period: "ever", awards: 3 }
      ] as const
      yield* rules.update({ partnerId, id, limits })
      assert.equal((yield* refused("LimitReached")(award("ann"))).per, "member")
      yield* award("bob")
      assert.equal((yield* refused("LimitReached")(award("bob"))).per, "rule")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("numbers of limits change without a new count", () =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, rule, rules } = yield* newProgramme
      const { id } = yield* rule({ limits: [{ per: "rule", period: "month", awards: 1 }] })
      yield* onboard("ann")
      yield* award("ann")
      yield* rules.update({ partnerId, id, limits: [{ per: "rule", period: "month", awards: 2 }] })
      yield* award("ann")
      const rows = yield* raw(`SELECT awards, max_awards FROM rewards_window WHERE rule_id = UUID '${id}'`)
      assert.deepEqual(
        rows.map((row) => [Number(row.awards), Number(row.max_awards)]),
        [[2, 2]]
      )
    })
  )

  it.live("the database itself refuses a counter above its limit, and one of no rule", () =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, rule } = yield* newProgramme
      const { id } = yield* rule({ limits: [{ per: "rule", period: "ever", awards: 2, coins: 20 }] })
      yield* onboard("ann")
      yield* award("ann")
      const own = `WHERE rule_id = UUID '${id}'`
      const forbidden = [
        `UPDATE rewards_window SET awards = 3 ${own}`,
        `UPDATE rewards_window SET coins = 200001 ${own}`,
        `UPDATE rewards_window SET awards = -1 ${own}`,
        `UPDATE rewards_window SET period = 'hour' ${own}`,
        `UPDATE rewards_window SET awards = NULL ${own}`,
        `INSERT INTO rewards_window (partner_id, rule_id, subject_id, generation, period, starts_at, awards, coins)
         VALUES (UUID '${partnerId}', UUID '${partnerId}', UUID '${partnerId}', 0, 'ever', '1970-01-01T00:00:00.000Z', 1, 1)`
      ]
      for (const statement of forbidden) {
        const result = yield* Effect.either(raw(statement))
        assert.equal(result._tag, "Left", statement)
      }
    })
  )
}
