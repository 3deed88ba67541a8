import assert from "node:assert/strict"
import { Effect, FastCheck as fc, Layer } from "effect"
import { Arbitrary, Model } from "../../../lib/entries/testing.ts"
import type { ActivityReceipt, CreateRuleInput, SimulateRuleInput, Simulation } from "../../../lib/index.ts"
import { Activities, Coins } from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { makeRecordedActivities } from "../../../lib/rewards/simulation/recordedActivities.ts"
import { Database } from "../../../lib/sql/Database.ts"
import { createBody, defined } from "../../../lib/testing/requestFields.ts"
import { dump } from "../../support/dump.ts"
import { it, type Tests } from "../../support/effect.ts"
import { refused, tally } from "../../support/expect.ts"
import { sized } from "../../support/sized.ts"
import { freshEngine, type MakeClient, newWatch, timeOf } from "../../support/world.ts"
import { newProgramme, type ProgrammeEngine, start } from "./programme/world.ts"

const zone = "Europe/Berlin"
const day = 24 * 3_600_000

/** The noon before the next day on which the clocks of Berlin change: the last Sunday of March or October. */
const noonBeforeChange = (after: Date): Date => {
  const offset = (at: number): string =>
    new Date(at).toLocaleString("en-US", { timeZone: zone, timeZoneName: "longOffset" }).slice(-9)
  let noon = Math.ceil(after.getTime() / day) * day + day / 2
  while (offset(noon) === offset(noon + day)) noon += day
  return new Date(noon)
}

/** A partner with three members, on the day before clocks change, with shorthand for activities. */
const newShop = Effect.gen(function* () {
  const partner = yield* newProgramme
  const activities = yield* Activities
  const { now, partnerId, rules, travel } = partner
  travel(noonBeforeChange(now()))
  yield* partner.onboard("ann", "bob", "cid")
  const from = now().toISOString()
  return {
    ...partner,
    activities,
    from,
    act: (userId: string, data: Record<string, unknown> = {}, type = "order.placed") =>
      activities.record({ partnerId, userId, type, data }),
    simulate: (rule: object, rest: Partial<SimulateRuleInput> = {}) =>
      rules.simulate({
        partnerId,
        // Some tests simulate rules with faults.
        rule: rule as SimulateRuleInput["rule"],
        from,
        to: new Date(now().getTime() + 1).toISOString(),
        ...rest
      })
  }
})

type RuleFields = Omit<CreateRuleInput, "partnerId">

const ruleOf = (fields: Partial<RuleFields> = {}): RuleFields => ({
  name: "simulated",
  coinValue: "2.5",
  maxNumberOfParticipant: 1000,
  ...(fields.type === "combined" ? {} : { condition: "did it" }),
  ...fields
})

const when = { activity: "order.placed" } as const

const nothing: Simulation = {
  activities: 0,
  met: 0,
  awards: 0,
  members: 0,
  coins: "0",
  refusals: {},
  days: []
}

/** What the recordings say that the only rule of a partner did. */
const happened = (receipts: ReadonlyArray<ActivityReceipt>, timeZone: string): Simulation => {
  const dayOf = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" })
  const judged = receipts.filter(({ outcomes }) => outcomes.length > 0)
  const paid = judged.flatMap(({ createdAt, outcomes, userId }) =>
    outcomes.flatMap(({ awarded, coins }) =>
      awarded ? [{ userId, coins, day: dayOf.format(createdAt) }] : []
    )
  )
  const sumOf = (payments: typeof paid): string =>
    Coins.format(payments.reduce((sum, { coins }) => sum + BigInt(coins), 0n))
  const refusals = judged.flatMap(({ outcomes }) => outcomes.flatMap(({ refusal }) => refusal?._tag ?? []))
  return {
    activities: judged.length,
    met: judged.filter(({ outcomes }) => outcomes.some(({ met }) => met)).length,
    awards: paid.length,
    members: new Set(paid.map(({ userId }) => userId)).size,
    coins: sumOf(paid),
    refusals: tally(refusals),
    days: Array.from(Map.groupBy(paid, (each) => each.day))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, payments]) => ({ day, coins: sumOf(payments) }))
  }
}

const total = fc.constantFrom<unknown>(1, 5, 12.5, 30, "42", "-1", "much", null)
const least = fc.constantFrom(0, 5, 20)

const conditions = fc.option(
  fc.oneof(
    least.map((value) => ({ field: "data.total", is: "atLeast" as const, value })),
    fc.constant({ not: { field: "member.activities", is: "atMost" as const, value: 2 } }),
    fc.constant({ field: "member.paid", is: "lessThan" as const, value: 3 }),
    fc.constant({
      any: [
        { field: "member.attributes.level", is: "equals" as const, value: "gold" },
        { field: "local.hour", is: "lessThan" as const, value: 9 }
      ]
    })
  ),
  { nil: undefined }
)

const whenOf = (activity: string) => fc.record({ activity: fc.constant(activity), conditions })

const terms: fc.Arbitrary<Partial<RuleFields>> = fc.oneof(
  whenOf("order.placed").map((when) => ({ when })),
  whenOf("order.placed").map((when) => ({ when, type: "batched" as const, completionNumber: "3" })),
  whenOf("order.placed").map((when) => ({
    when: { ...when, amount: "data.total" },
    unit: "5",
    maxCoins: "9"
  })),
  fc
    .tuple(whenOf("order.placed"), whenOf("visit"), fc.constantFrom("active" as const, "inactive" as const))
    .map(([first, second, status]) => ({
      type: "combined" as const,
      rules: [
        { name: "z orders", condition: "orders", when: first },
        { name: "a visits", condition: "visits", when: second },
        { name: "b more visits", condition: "visits again", when: second, status }
      ]
    }))
)

const limit = fc
  .record({
    per: fc.constantFrom("member" as const, "rule" as const),
    period: fc.constantFrom("day" as const, "week" as const, "ever" as const),
    awards: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
    coins: fc.integer({ min: 3, max: 30 })
  })
  .map(({ awards, ...rest }) => (awards === undefined ? rest : { ...rest, awards }))

const programme: fc.Arbitrary<Partial<RuleFields>> = fc.record({
  limits: fc.uniqueArray(limit, { maxLength: 3, selector: ({ per, period }) => `${per} ${period}` }),
  atLimit: fc.constantFrom("reject", "suppress", "clamp"),
  timeZone: fc.constantFrom(zone, "UTC", "America/New_York"),
  userLimitAward: fc.constantFrom("-1", "4"),
  maxNumberOfParticipant: fc.constantFrom("2", "1000")
})

const step = fc.record({
  userId: fc.constantFrom("ann", "bob", "cid"),
  data: fc.option(fc.record({ total }), { nil: {} }),
  type: fc.constantFrom("order.placed", "order.placed", "visit"),
  hours: fc.constantFrom(0, 0, 1, 3, 13)
})

type Draft = Parameters<typeof createBody>[0]

/** Whether a rule of the harness is valid, and activities decide about it. Large payments could fill a wallet that it shares. */
const isSimulated = (rule: Draft): boolean =>
  Model.step(Model.empty, { _tag: "CreateRule", partner: "home", rule }).state.rules.length > 0 &&
  rule.status === "active" &&
  [rule, ...rule.parts].some(({ status, when }) => status === "active" && when !== null) &&
  Number(rule.coins) < 1e6

const absolute = (at: Date, after: number | null | undefined): string | undefined =>
  typeof after === "number" ? new Date(at.getTime() + after).toISOString() : undefined

/** Activities that are recorded at one time: one alone, or several in bulk. */
const recordings = fc.record({
  hours: fc.constantFrom(0, 0, 1, 5, 13, 24),
  activities: fc.array(Arbitrary.activityBody, { minLength: 1, maxLength: 4 })
})

const onOneDatabase = (it: Tests<ProgrammeEngine>): void => {
  it.live("a simulation over what happened under a rule is what happened", () =>
    Effect.gen(function* () {
      const numRuns = sized("simulation", { short: 2, whole: 4, long: 60, onNode: 2 })
      const sampled = fc.sample(
        fc.tuple(terms, programme, fc.array(step, { minLength: 30, maxLength: 30 })),
        numRuns
      )
      for (const [own, shared, steps] of sampled) {
        const { act, later, members, partnerId, rule, simulate } = yield* newShop
        yield* members.onboard({ partnerId, userId: "bob", attributes: { level: "gold" } })
        const fields = ruleOf({ ...own, ...shared })
        const { id } = yield* rule(fields)
        const receipts: Array<ActivityReceipt> = []
        for (const { data, hours, type, userId } of steps) {
          later(hours)
          receipts.push(yield* act(userId, data, type))
        }
        const expected = happened(receipts, shared.timeZone ?? "UTC")
        assert.deepEqual(yield* simulate(fields), expected, JSON.stringify(fields))
        assert.deepEqual(yield* simulate({ id }), expected)
      }
    })
  )

  it.live(
    "a simulation of any rule over any activities is what happened, beside a rule that pays for them, too",
    () =>
      Effect.gen(function* () {
        const numRuns = sized("randomSimulation", { short: 3, whole: 6, long: 100, onNode: 3 })
        const sampled = fc.sample(
          fc.tuple(
            Arbitrary.rule.filter(isSimulated),
            fc.array(recordings, { minLength: 20, maxLength: 20 })
          ),
          numRuns + 20
        )
        let judged = 0
        let runs = 0
        for (const [draft, steps] of sampled) {
          // A few rules may be met by no activity at all. Then further rules are tried.
          if (runs >= numRuns && judged > 0) break
          runs += 1
          const { activities, later, members, now, partnerId, rule, rules, simulate } = yield* newShop
          const attributes = { tier: "north", level: 2 }
          for (const userId of Arbitrary.users) yield* members.onboard({ partnerId, userId, attributes })
          yield* rule({ name: "beside", coinValue: "1", when: { activity: "order" } })
          const { endsAt, startsAt, ...body } = createBody({ ...draft, startsAt: null, endsAt: null })
          const [starts, ends] = [absolute(now(), draft.startsAt), absolute(now(), draft.endsAt)]
          const fields = { ...body, ...defined({ startsAt: starts, endsAt: ends }) }
          const { id } = yield* rules.create({ partnerId, ...fields } as CreateRuleInput)
          const receipts: Array<ActivityReceipt> = []
          for (const step of steps) {
            later(step.hours)
            const inputs = step.activities.map(({ data, occurredAt, type, user }) => ({
              partnerId,
              userId: user,
              type,
              data,
              ...defined({ occurredAt: absolute(now(), occurredAt) })
            }))
            const [first] = inputs
            if (first === undefined) continue
            // Unknown types and members, and times too far away, are refused.
            const results =
              inputs.length === 1
                ? [yield* Effect.either(activities.record(first))]
                : yield* activities.recordMany(inputs)
            receipts.push(...results.flatMap((each) => (each._tag === "Right" ? [each.right] : [])))
          }
          const own = receipts.map((receipt) => {
            const outcomes = receipt.outcomes.filter(({ ruleName }) => ruleName !== "beside")
            return { ...receipt, outcomes }
          })
          const expected = happened(own, draft.timeZone)
          judged += expected.activities
          assert.deepEqual(yield* simulate(fields), expected, JSON.stringify(fields))
          assert.deepEqual(yield* simulate({ id }), expected)
        }
        assert.ok(judged > 0, "no activity was judged")
      })
  )

  it.live("writes nothing, and does not count what was paid or recorded before", () =>
    Effect.gen(function* () {
      const { act, award, from, later, now, rule, simulate } = yield* newShop
      yield* rule(ruleOf({ name: "real", userLimitAward: 1, when }))
      yield* act("ann")
      yield* award("bob", "real")
      later(1)
      const noon = now().toISOString()
      yield* act("ann")
      yield* act("bob")
      const before = yield* dump
      const once = ruleOf({ userLimitAward: 1, when })
      const found = yield* simulate(once, { from: noon })
      assert.deepEqual([found.activities, found.awards, found.coins], [2, 2, "5"])
      assert.deepEqual((yield* simulate(once, { from, to: noon })).activities, 1)
      const second = { field: "member.activities", is: "equals", value: 2 } as const
      const again = yield* simulate(ruleOf({ when: { ...when, conditions: second } }), {
        from: noon
      })
      assert.deepEqual([again.met, again.members], [1, 1])
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("a change of a rule is simulated, also of its sub-rules, and the rule does not change", () =>
    Effect.gen(function* () {
      const { act, now, partnerId, rule, rules, simulate } = yield* newShop
      const subRules = [
        { name: "orders", condition: "orders", when },
        { name: "visits", condition: "visits", when: { activity: "visit" } }
      ]
      const { id } = yield* rule({ ...ruleOf({ type: "combined", rules: subRules }) })
      const stored = yield* rules.get({ partnerId, id })
      yield* act("ann")
      yield* act("ann")
      assert.deepEqual([(yield* simulate({ id })).awards, (yield* simulate({ id })).met], [0, 2])
      const without = { id, coinValue: "3", rules: [{ name: "visits", status: "inactive" }] }
      const found = yield* simulate(without)
      assert.deepEqual([found.awards, found.coins], [2, "6"])
      const late = new Date(now().getTime() + day).toISOString()
      const notYet = yield* simulate({ ...without, startsAt: late, endsAt: null })
      assert.deepEqual([notYet.met, notYet.refusals], [2, { RuleNotRunning: 2 }])
      assert.deepEqual(yield* rules.get({ partnerId, id }), stored)
    })
  )

  it.live("counts merged members as one member, also for limits per member and progress", () =>
    Effect.gen(function* () {
      const { act, later, members, partnerId, simulate } = yield* newShop
      for (const userId of ["ann", "bob", "cid"]) yield* act(userId)
      later(1)
      yield* members.merge({ partnerId, from: "bob", into: "ann" })
      yield* act("bob")
      const ofEach = yield* simulate(ruleOf({ when }))
      assert.deepEqual([ofEach.activities, ofEach.awards, ofEach.members], [4, 4, 2])
      const once = yield* simulate(ruleOf({ when, userLimitAward: 1, maxNumberOfParticipant: 2 }))
      assert.deepEqual([once.awards, once.members, once.refusals], [2, 2, { UserLimitReached: 2 }])
      const daily = [{ per: "member", period: "month", awards: 2 }] as const
      const limited = yield* simulate(ruleOf({ when, limits: daily }))
      assert.deepEqual([limited.awards, limited.refusals], [3, { LimitReached: 1 }])
      const triple = yield* simulate(ruleOf({ when, type: "batched", completionNumber: 3 }))
      assert.deepEqual([triple.awards, triple.members], [1, 1])
    })
  )

  it.live(
    "counts an erased member and who came back as one member, also after another return and a merge",
    () =>
      Effect.gen(function* () {
        const { act, later, members, onboard, partnerId, personalData, settings, simulate } = yield* newShop
        const comeBack = Effect.gen(function* () {
          yield* personalData.erase({ partnerId, userId: "ann" })
          yield* onboard("ann")
        })
        const rule = ruleOf({ when, userLimitAward: 1, maxNumberOfParticipant: 2 })
        const isOne = Effect.gen(function* () {
          const { activities, awards, members, refusals } = yield* simulate(rule)
          assert.deepEqual([awards, members, refusals], [2, 2, { UserLimitReached: activities - 2 }])
        })
        for (const userId of ["ann", "bob"]) yield* act(userId)
        yield* personalData.erase({ partnerId, userId: "ann" })
        assert.equal((yield* simulate(rule)).members, 2)
        yield* onboard("ann")
        yield* act("ann")
        yield* isOne
        later(1)
        yield* comeBack
        yield* act("ann")
        yield* isOne
        yield* members.merge({ partnerId, from: "ann", into: "cid" })
        yield* act("cid")
        yield* isOne
        // Nobody remembers who is erased from now on.
        yield* settings.update({ partnerId, rememberErased: false })
        yield* personalData.erase({ partnerId, userId: "bob" })
        yield* onboard("bob")
        yield* act("bob")
        const { awards, refusals } = yield* simulate(rule)
        assert.deepEqual([awards, refusals], [2, { UserLimitReached: 3, ParticipantLimitReached: 1 }])
      })
  )

  it.live("leaves out reversed activities and those of other partners and types", () =>
    Effect.gen(function* () {
      const other = yield* newShop
      yield* other.act("ann")
      const { act, activities, partnerId, simulate } = yield* newShop
      const { id: activityId } = yield* act("ann")
      yield* act("ann", {}, "visit")
      yield* activities.reverse({ partnerId, activityId })
      assert.deepEqual(yield* simulate(ruleOf({ when })), nothing)
      const { id } = yield* other.rule({ name: "theirs", when })
      yield* refused("RuleNotFound")(simulate({ id }))
    })
  )

  it.live("reads more activities than one slice has, of several types in the order of recording", () =>
    Effect.gen(function* () {
      const { activities, partnerId, simulate } = yield* newShop
      const inputs = Array.from({ length: 900 }, (_, index) => ({
        partnerId,
        userId: "ann",
        type: ["order.placed", "visit", "review"][index % 3] ?? "",
        data: { index }
      }))
      yield* activities.recordMany(inputs)
      const parts = ["order.placed", "visit", "review"].map((activity, index) => ({
        name: `part ${index}`,
        condition: "any",
        when: { activity }
      }))
      const found = yield* simulate(ruleOf({ type: "combined", rules: parts }))
      assert.deepEqual([found.activities, found.met, found.awards], [900, 900, 300])
      const single = yield* simulate(
        ruleOf({
          when: { ...when, conditions: { field: "data.index", is: "lessThan", value: 450 } }
        })
      )
      assert.deepEqual([single.activities, single.met], [300, 150])
    })
  )

  it.live("names the faults of the rule and of the time", () =>
    Effect.gen(function* () {
      const { from, rule, simulate } = yield* newShop
      const named = (input: object, rest: Partial<SimulateRuleInput> = {}) =>
        Effect.map(refused("InvalidInput")(simulate(input, rest)), ({ message }) => message)
      const { coinValue: _, ...incomplete } = ruleOf({ when })
      assert.equal(yield* named(incomplete), "rule.coinValue is required")
      assert.equal(yield* named(ruleOf()), "rule.when is required, because a simulation runs over activities")
      assert.match(
        yield* named({ ...ruleOf({ when }), coinvalue: 1 }),
        /^rule\.coinvalue is not a known field/
      )
      assert.match(yield* named(ruleOf({ when, status: "inactive" })), /^rule\.status must be "active"/)
      assert.match(yield* named(ruleOf({ when }), { to: from }), /^to must be after from, which is /)
      const { id } = yield* rule(ruleOf({ type: "batched", completionNumber: 2, when }))
      assert.match(yield* named({ id, completionNumber: 3 }), /^rule\.completionNumber cannot be changed/)
      assert.match(yield* named({ id, unit: 3 }), /^rule\.unit can only be given when type is "single"/)
      assert.match(yield* named({ id, when: null }), /^rule\.when is required/)
    })
  )

  it.live("too many activities are refused with a time until which they fit", () =>
    Effect.gen(function* () {
      const { act, from, later, now, partnerId } = yield* newShop
      const times: Array<Date> = []
      for (let count = 0; count < 6; count++) {
        later(1)
        times.push(now())
        yield* act("ann")
      }
      const range = {
        partnerId: PartnerId.make(partnerId),
        from: new Date(from),
        to: new Date(now().getTime() + 1)
      }
      const { check } = makeRecordedActivities(yield* Database, 4)
      const one = { ...range, types: ["order.placed"] }
      const { fits, message } = yield* refused("TooManyActivities")(check(one))
      assert.deepEqual(fits, times[4])
      assert.match(message, /^to must be at most .*, because more than 4 activities were recorded/)
      yield* check({ ...one, to: fits })
      yield* act("ann", {}, "visit")
      const both = { ...range, types: ["order.placed", "visit"], to: new Date(now().getTime() + 1) }
      const { fits: earlier } = yield* refused("TooManyActivities")(check(both))
      yield* check({ ...both, to: earlier })
    }).pipe(Effect.provide(Database.layer))
  )
}

/** Simulations of rules over recorded activities. */
export const simulations = (makeClient: MakeClient): void =>
  it.layer(Layer.provideMerge(freshEngine(makeClient), timeOf(newWatch(start))))(
    "on one database",
    onOneDatabase
  )
