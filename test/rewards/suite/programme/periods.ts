import assert from "node:assert/strict"
import { Effect } from "effect"
import { windowOf } from "../../../../lib/rewards/limits/calendar.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused, tally } from "../../../support/expect.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const midnight = (at: Date): number => Math.floor(at.getTime() / 86_400_000 + 1) * 86_400_000

export const periods = (it: Tests<ProgrammeEngine>): void => {
  it.live("the payment that reaches a limit is accepted, the next is refused with when it resets", () =>
    Effect.gen(function* () {
      const { award, later, now, onboard, rule, travel, verify } = yield* newProgramme
      yield* rule({ limits: [{ per: "member", period: "day", awards: 2 }] })
      yield* onboard("ann", "bob")
      yield* award("ann")
      yield* award("ann")
      const resetsAt = new Date(midnight(now()))
      const error = yield* refused("LimitReached")(award("ann"))
      assert.deepEqual(
        [error.per, error.period, error.measure, error.used, error.max, error.resetsAt],
        ["member", "day", "awards", "2", "2", resetsAt]
      )
      assert.equal(
        error.message,
        `rule signup has used 2 of 2 awards per member and day: award from ${resetsAt.toISOString()} on, or raise the limit`
      )
      yield* award("bob")
      // The last moment of the day, and the first of the next.
      travel(resetsAt.getTime() - 1)
      yield* refused("LimitReached")(award("ann"))
      travel(resetsAt)
      yield* award("ann")
      later(24)
      yield* award("ann")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("each period resets when its window of the calendar ends, and ever never does", () =>
    Effect.gen(function* () {
      const { award, now, onboard, rule, travel } = yield* newProgramme
      yield* onboard("ann")
      const kinds = ["day", "week", "month", "year", "ever"] as const
      for (const period of kinds) {
        yield* rule({
          name: period,
          timeZone: "Asia/Kolkata",
          limits: [{ per: "member", period, awards: 1 }]
        })
        yield* award("ann", period)
      }
      const paidAt = now()
      for (const period of kinds.slice(0, 4)) {
        const { endsAt } = windowOf("Asia/Kolkata", period, paidAt)
        assert.ok(endsAt)
        travel(endsAt.getTime() - 1)
        const { resetsAt } = yield* refused("LimitReached")(award("ann", period))
        assert.deepEqual(resetsAt, endsAt)
        travel(endsAt)
        yield* award("ann", period)
      }
      const { message, resetsAt } = yield* refused("LimitReached")(award("ann", "ever"))
      assert.equal(resetsAt, null)
      assert.equal(message, "rule ever has used 1 of 1 awards per member: raise the limit")
    })
  )

  it.live("a day has 23 hours when the clocks go forward, and 25 when they go back", () =>
    Effect.gen(function* () {
      const { award, now, onboard, rule, travel } = yield* newProgramme
      const timeZone = "Europe/Berlin"
      yield* rule({ timeZone, limits: [{ per: "member", period: "day", awards: 1 }] })
      yield* onboard("ann")
      const lengths = new Set<number>()
      // The days of a year, each with one award at its start and one at its end.
      let day = windowOf(timeZone, "day", now())
      for (let index = 0; index < 366; index++) {
        const { endsAt } = day
        assert.ok(endsAt)
        const hours = (endsAt.getTime() - day.startsAt.getTime()) / 3_600_000
        if (index > 0 && hours !== 24) {
          lengths.add(hours)
          travel(day.startsAt)
          yield* award("ann")
          travel(endsAt.getTime() - 1)
          yield* refused("LimitReached")(award("ann"))
          travel(endsAt)
          yield* award("ann")
        }
        day = windowOf(timeZone, "day", endsAt)
      }
      assert.deepEqual(lengths, new Set([23, 25]))
    })
  )

  it.live("a budget is spent to the last coin, and not beyond", () =>
    Effect.gen(function* () {
      const { award, coins, later, onboard, rule, verify } = yield* newProgramme
      yield* rule({ coinValue: "2.5", limits: [{ per: "rule", period: "ever", coins: "10" }] })
      yield* onboard("ann", "bob")
      for (const userId of ["ann", "bob", "ann", "bob"]) {
        yield* award(userId)
        later(24 * 40)
      }
      const error = yield* refused("LimitReached")(award("bob"))
      assert.deepEqual([error.per, error.measure, error.used, error.max], ["rule", "coins", "10", "10"])
      assert.deepEqual([yield* coins("ann"), yield* coins("bob")], ["5", "5"])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("of many concurrent callers exactly as many are paid as every limit allows", () =>
    Effect.gen(function* () {
      const { award, onboard, rule, verify } = yield* newProgramme
      yield* rule({
        limits: [
          { per: "member", period: "day", awards: 2 },
          { per: "rule", period: "week", awards: 50, coins: 150 },
          { per: "rule", period: "ever", awards: 20 }
        ]
      })
      const userIds = Array.from({ length: 30 }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      const found = yield* Effect.forEach(
        [...userIds, ...userIds, ...userIds],
        (userId) => outcome(award(userId)),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(tally(found), { ok: 15, LimitReached: 75 })
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a completion counts although its period is full, and is refused when it could never pay", () =>
    Effect.gen(function* () {
      const { award, later, onboard, rule, verify } = yield* newProgramme
      const batched = { type: "batched", completionNumber: 2 } as const
      yield* rule({ ...batched, name: "daily", limits: [{ per: "member", period: "day", awards: 1 }] })
      yield* rule({ ...batched, name: "once", limits: [{ per: "rule", period: "ever", coins: 15 }] })
      yield* onboard("ann")
      const awarded = (name: string) => Effect.map(award("ann", name), (record) => record.awarded)
      assert.deepEqual([yield* awarded("daily"), yield* awarded("daily")], [false, true])
      assert.equal(yield* awarded("daily"), false)
      yield* refused("LimitReached")(award("ann", "daily"))
      later(24)
      assert.equal(yield* awarded("daily"), true)
      assert.deepEqual([yield* awarded("once"), yield* awarded("once")], [false, true])
      // 5 coins are left of 15, and the rule pays 10.
      const { used } = yield* refused("LimitReached")(award("ann", "once"))
      assert.equal(used, "10")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("refuses limits that make no sense by their field, and writes nothing", () =>
    Effect.gen(function* () {
      const { partnerId, rule, rules } = yield* newProgramme
      const faultOf = (limits: unknown, more = {}) =>
        // A caller without types can send anything.
        Effect.map(
          refused("InvalidInput")(rule({ limits, ...more } as Parameters<typeof rule>[0])),
          ({ message }) => message
        )
      const day = { per: "member", period: "day" }
      assert.equal(yield* faultOf([day]), "limits.0 must have awards, coins or both")
      assert.equal(
        yield* faultOf([{ ...day, period: "hour", awards: 1 }]),
        'limits.0.period must be "day", "week", "month", "year" or "ever", got "hour"'
      )
      assert.equal(
        yield* faultOf([{ ...day, per: "user", awards: 1 }]),
        'limits.0.per must be "member" or "rule", got "user"'
      )
      assert.match(yield* faultOf([{ ...day, awards: 0 }]), /^limits\.0\.awards must be a whole number of 1/)
      assert.match(yield* faultOf([{ ...day, coins: "1.00001" }]), /^limits\.0\.coins must be an amount/)
      assert.equal(
        yield* faultOf([
          { ...day, awards: 1 },
          { ...day, awards: 2, coins: 5 }
        ]),
        "limits.1.awards is stated twice: limits.0 has it already"
      )
      assert.equal(
        yield* faultOf(Array.from({ length: 9 }, () => ({ ...day, awards: 1 }))),
        "limits must hold at most 8 limits, got 9"
      )
      assert.equal(yield* faultOf("all"), "limits must be a list")
      for (const limit of [null, "day", [day]]) {
        assert.match(yield* faultOf([limit]), /^limits\.0 must be an object/)
      }
      assert.match(
        yield* faultOf([], { timeZone: "Mars/Olympus" }),
        /^timeZone must be the IANA name of a time zone, such as Europe\/Berlin, got "Mars\/Olympus"/
      )
      assert.match(
        yield* faultOf([], { atLimit: "ignore" }),
        /^atLimit must be "reject", "suppress" or "clamp"/
      )
      assert.match(yield* faultOf([], { startsAt: "2026-02-30T00:00:00Z" }), /^startsAt must be an instant/)
      assert.equal(
        yield* faultOf([], { startsAt: "2026-02-03T01:00:00+01:00", endsAt: "2026-02-03T00:00:00Z" }),
        "endsAt must be after startsAt, which is 2026-02-03T00:00:00.000Z"
      )
      assert.deepEqual((yield* rules.list({ partnerId })).data, [])
    })
  )
}
