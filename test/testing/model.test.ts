import assert from "node:assert/strict"
import { Arbitrary, type Command, fc, Model, resolve } from "../../lib/entries/testing.ts"
import { windowOf } from "../../lib/rewards/limits/calendar.ts"
import { CoinsExpire, instantsOf } from "../../lib/rewards/lots/period.ts"
import { describe, it } from "../support/effect.ts"
import { explore } from "../support/explore.ts"

const partner = "home"
const hour = 3_600_000

/** The states of the model along a sequence. Groups run in their order, and jumps take their hours. */
const statesOf = (commands: ReadonlyArray<Command>): ReadonlyArray<Model.State> => {
  const states: Array<Model.State> = [{ ...Model.empty, now: Date.UTC(2027, 11, 30) }]
  for (const command of commands) {
    const state = states.at(-1) ?? Model.empty
    if (command._tag === "Travel") states.push(Model.passTime(state, state.now + command.hours * hour))
    if (command._tag === "Travel" || command._tag === "Restart") continue
    if (command._tag === "Sweep" || command._tag === "Extra") continue
    const calls = "calls" in command ? command.calls : [command]
    for (const call of calls) {
      const before = states.at(-1) ?? state
      const action = resolve(before, [], call)
      if (action !== undefined) states.push(Model.step(before, action).state)
    }
  }
  return states
}

/** An award to a member, and the explanation of it right before. */
const awardOf = (state: Model.State, user: string, rule: string) => {
  const hasUnit = Model.lookUp(state, partner, rule)?.rule.unit != null
  const fields = { partner, user, rule, amount: hasUnit ? "3.5" : undefined } as const
  const [explained] = Model.step(state, { _tag: "Explain", ...fields }).answers
  const body = { ...fields, note: null, metadata: undefined, key: undefined } as const
  const next = Model.step(state, { _tag: "Award", ...body })
  return { explained: explained?.outcome, got: next.answers[0], next: next.state }
}

/** Everything that limits and boards count. */
const counted = (state: Model.State) => ({
  members: Arbitrary.users.map((user) => [
    Model.balance(state, partner, user) + Model.pendingUnits(state, partner, user),
    Model.earned(state, partner, user)
  ]),
  rules: state.rules.map((rule, index) => [
    Model.participants(state, index),
    Arbitrary.users.map((user) => [
      Model.timesPaid(state, index, user),
      rule.limits.map((limit) => Model.paidIn(state, index, rule, limit, user, state.now))
    ])
  ])
})

const cases = fc.record({
  commands: Arbitrary.sequence({ length: 40 }),
  user: fc.constantFrom(...Arbitrary.users),
  rule: fc.constantFrom(...Arbitrary.names)
})

describe("the model of the harness", () => {
  it("explains an award as it then decides it", () => {
    const property = fc.property(cases, ({ commands, rule, user }) => {
      for (const state of statesOf(commands)) {
        const { got, explained } = awardOf(state, user, rule)
        const outcome = got?.outcome
        if (explained?._tag === "Explained" && outcome?._tag === "Award") {
          const decision = outcome.suppressedBy ? "suppressed" : outcome.units > 0 ? "pays" : "counts"
          assert.deepEqual([explained.decision, explained.units], [decision, outcome.units])
        } else {
          const refusal =
            explained?._tag === "Explained" ? { _tag: "Refused", ...explained.refusal } : explained
          assert.deepEqual(refusal, outcome)
        }
      }
    })
    fc.assert(property, { numRuns: 100 })
  })

  it("has the same participants, payments, balances, windows and scores after an award and its reversal", () => {
    let paid = 0
    const property = fc.property(cases, ({ commands, rule, user }) => {
      for (const state of statesOf(commands)) {
        const { got, next } = awardOf(state, user, rule)
        if (got?.event === undefined || got.outcome._tag !== "Award" || got.outcome.units === 0) continue
        const whole = { _tag: "Reverse", partner, event: got.event, note: null, key: undefined } as const
        const undo = { ...whole, coins: undefined, amount: undefined }
        assert.deepEqual(counted(Model.step(next, undo).state), counted(state))
        const half = Model.step(next, { ...undo, coins: "0.0001" }).state
        if (got.outcome.units > 1) assert.deepEqual(counted(Model.step(half, undo).state), counted(state))
        paid += 1
      }
    })
    explore(property, () => ({ paid }), 100)
  })

  it("has the same balances and scores after an adjustment and its reversal, and counts credits with points alone", () => {
    let made = 0
    const property = fc.property(cases, Arbitrary.adjustBody, ({ commands, user }, fields) => {
      for (const state of statesOf(commands)) {
        const call = resolve(state, [], { _tag: "Adjust", ...fields, partner, user, key: undefined })
        if (call?._tag !== "Adjust") continue
        const { answers, state: next } = Model.step(state, call)
        const [got] = answers
        if (got?.event === undefined || got.outcome._tag !== "Adjustment") continue
        const { points, units } = got.outcome
        const moved = Model.balance(next, partner, user) - Model.balance(state, partner, user)
        assert.equal(Model.pendingUnits(next, partner, user), Model.pendingUnits(state, partner, user))
        assert.equal(moved, call.debitOrCredit === "CR" ? units : -units)
        assert.ok(Model.balance(next, partner, user) >= 0)
        const scored = Model.earned(next, partner, user) - Model.earned(state, partner, user)
        assert.equal(scored, points ? units : 0)
        const undo = { partner, event: got.event, note: null, key: undefined } as const
        const undone = Model.step(next, { _tag: "ReverseAdjustment", ...undo }).state
        assert.deepEqual(counted(undone), counted(state))
        const again = Model.step(undone, { _tag: "ReverseAdjustment", ...undo }).answers[0]?.outcome
        assert.ok(again?._tag === "Refused" && again.reason === "AlreadyReversed")
        made += 1
      }
    })
    explore(property, () => ({ made }), 100)
  })

  it("explains an activity as it then records it, and counts the same after its awards are reversed", () => {
    let paid = 0
    const property = fc.property(cases, Arbitrary.activityBody, ({ commands, user }, fields) => {
      for (const state of statesOf(commands)) {
        const call = resolve(state, [], { _tag: "Record", ...fields, partner, user, key: undefined })
        if (call?._tag !== "Record") continue
        const [explained] = Model.step(state, { ...call, _tag: "ExplainActivity" }).answers
        const { answers, state: next } = Model.step(state, call)
        const [got] = answers
        if (got?.event === undefined || got.outcome._tag !== "Activity") {
          assert.deepEqual(explained?.outcome, got?.outcome)
          continue
        }
        assert.deepEqual(explained?.outcome, { ...got.outcome, _tag: "ActivityExplained" })
        const earned = got.outcome.results.reduce((sum, { units }) => sum + units, 0)
        const coinsOf = (each: Model.State) =>
          Model.balance(each, partner, user) + Model.pendingUnits(each, partner, user)
        assert.equal(coinsOf(next) - coinsOf(state), earned)
        const undo = { partner, event: got.event, note: null, key: undefined } as const
        const undone = Model.step(next, { _tag: "ReverseActivity", ...undo }).state
        assert.deepEqual(counted(undone), counted(state))
        if (earned > 0) paid += 1
      }
    })
    explore(property, () => ({ paid }), 25)
  })

  it("is as if an award had never been made after all of it was reversed while it was pending", () => {
    let pending = 0
    const property = fc.property(cases, ({ commands, rule, user }) => {
      for (const state of statesOf(commands)) {
        const { got, next } = awardOf(state, user, rule)
        if (got?.event === undefined || Model.waitingOf(next, got.event) === 0) continue
        pending += 1
        const undo = { _tag: "Reverse", partner, event: got.event, note: null, key: undefined } as const
        const undone = Model.step(next, { ...undo, coins: undefined, amount: undefined }).state
        assert.deepEqual(counted(undone), counted(state))
        assert.deepEqual(Model.lotsOf(undone, partner, user), Model.lotsOf(state, partner, user))
        const later = state.now + 1000 * 24 * hour
        assert.equal(
          Model.balance(Model.passTime(undone, later), partner, user),
          Model.balance(Model.passTime(state, later), partner, user)
        )
      }
    })
    explore(property, () => ({ pending }), 60)
  })

  it("has in each lot what was awarded but not spent, expired or reversed, and keeps the boards when coins expire", () => {
    let expired = 0
    const property = fc.property(cases, ({ commands, user }) => {
      for (const state of statesOf(commands)) {
        const events = Model.eventsOf(state, partner, user)
        const lots = Model.lotsOf(state, partner, user)
        assert.equal(
          lots.reduce((sum, { coins }) => sum + coins, 0),
          Model.balance(state, partner, user)
        )
        for (const lot of lots) {
          const moves = events.flatMap(({ kind, lots }) =>
            lots.flatMap((each) => (each.expiresAt === lot.expiresAt ? [{ ...each, kind }] : []))
          )
          const sum = (...kinds: ReadonlyArray<Model.Event["kind"]>) =>
            moves.reduce((total, { coins, kind }) => total + (kinds.includes(kind) ? coins : 0), 0)
          const gone = moves.reduce(
            (total, { kind, ...each }) => total + (kind === "expiry" ? each.expired : 0),
            0
          )
          const merged = moves.reduce(
            (total, { kind, ...each }) => total + (kind === "merge" ? each.expired : 0),
            0
          )
          const awarded = sum("award", "maturity", "adjustment", "merge")
          const back = sum("refund", "adjustment reversal", "transfer", "reversal")
          assert.equal(lot.coins, awarded + back - gone)
          assert.ok(lot.coins >= 0 && lot.expired >= 0 && lot.expired <= gone + merged)
        }
        const matured = events.flatMap(({ matures }) => (matures >= 0 ? [matures] : []))
        assert.equal(new Set(matured).size, matured.length)
        assert.ok(matured.every((index) => Model.waitingOf(state, index) === 0))
        const later = Model.passTime(state, state.now + 5000 * 24 * hour)
        assert.equal(Model.earned(later, partner, user), Model.earned(state, partner, user))
        expired += later.history.filter(({ kind }) => kind === "expiry").length
      }
    })
    explore(property, () => ({ expired }), 100)
  })

  it("has the instants of the library's periods, which it shares no code with", () => {
    const moments = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2060, 0) })
    const zones = fc.constantFrom(...Arbitrary.timeZones)
    const periods = fc.constantFrom("P1D", "P30D", "P1M", "P1Y", "P1M1D", "P10Y")
    const days = fc.integer({ min: 1, max: 365 })
    const property = fc.property(moments, zones, periods, days, (at, timeZone, period, pendingDays) => {
      const coinsExpire = CoinsExpire.make(period)
      const { expiresAt, maturesAt } = instantsOf({ coinsExpire, pendingDays, timeZone }, new Date(at))
      const expected = { expiresAt: expiresAt?.getTime(), maturesAt: maturesAt?.getTime() }
      assert.deepEqual(Model.datesOf({ coinsExpire, pendingDays, timeZone }, at), expected)
    })
    fc.assert(property, { numRuns: 1000 })
  })

  it("never pays more in a window than a limit of the whole rule, whatever updates and reversals do", () => {
    let full = 0
    const property = fc.property(cases, ({ commands }) => {
      for (const state of statesOf(commands)) {
        for (const [index, rule] of state.rules.entries()) {
          for (const limit of rule.limits.filter(({ per }) => per === "rule")) {
            const { awards, units } = Model.paidIn(state, index, rule, limit, "", state.now)
            const most = limit.coins === undefined ? Infinity : Model.unitsOf(limit.coins)
            assert.ok(awards <= (limit.awards ?? Infinity) && units <= most)
            if (awards === limit.awards || units === most) full += 1
          }
        }
      }
    })
    explore(property, () => ({ full }), 100)
  })

  it("has the windows of the library's calendar, which it shares no code with", () => {
    const moments = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2060, 0) })
    const zones = fc.constantFrom(...Arbitrary.timeZones)
    const periods = fc.constantFrom("day" as const, "week" as const, "month" as const, "year" as const)
    const property = fc.property(moments, zones, periods, (at, timeZone, period) => {
      const { startsAt, endsAt } = windowOf(timeZone, period, new Date(at))
      const [start, end] = [startsAt.getTime(), endsAt?.getTime() ?? 0]
      const name = (moment: number) => Model.windowOf(timeZone, period, moment)
      assert.ok(start <= at && at < end)
      assert.deepEqual([name(start), name(end - 1)], [name(at), name(at)])
      assert.ok(name(start - 1) !== name(at) && name(end) !== name(at))
    })
    fc.assert(property, { numRuns: 1000 })
  })
})
