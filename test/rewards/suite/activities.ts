import assert from "node:assert/strict"
import { Effect, Either, Layer } from "effect"
import {
  Activities,
  type ActivityInput,
  type ActivityOutcome,
  Adjustments,
  Coins
} from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { dump } from "../../support/dump.ts"
import { it, type Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { freshEngine, type MakeClient, newPartner, newWatch, raw, timeOf } from "../../support/world.ts"
import { newProgramme, type ProgrammeEngine, start } from "./programme/world.ts"

/** A partner with a member ann, and shorthand for activities. */
const newShop = Effect.gen(function* () {
  const partner = yield* newProgramme
  const activities = yield* Activities
  const { partnerId } = partner
  yield* partner.onboard("ann", "bob")
  const input = (userId: string, data?: Record<string, unknown>, rest: Partial<ActivityInput> = {}) => ({
    partnerId,
    userId,
    type: "order.placed",
    ...(data === undefined ? {} : { data }),
    ...rest
  })
  return {
    ...partner,
    activities,
    input,
    act: (...args: Parameters<typeof input>) => activities.record(input(...args)),
    explained: (userId: string, data: Record<string, unknown> = {}, rest: { occurredAt?: string } = {}) =>
      activities.explain({ partnerId, userId, activity: { type: "order.placed", data, ...rest } })
  }
})

const whenTotal = (least: number) => ({
  activity: "order.placed",
  conditions: { field: "data.total", is: "atLeast", value: least } as const
})

const shown = (outcomes: ReadonlyArray<ActivityOutcome>) =>
  outcomes.map(({ awarded, coins, met, refusal, ruleName }) => [
    ruleName,
    met,
    awarded,
    Coins.format(coins),
    refusal?._tag ?? null
  ])

const onOneDatabase = (it: Tests<ProgrammeEngine>): void => {
  it.live(
    "an activity awards the rules of its type whose conditions it meets, in the order of their names",
    () =>
      Effect.gen(function* () {
        const { act, awards, coins, explained, partnerId, rule, verify } = yield* newShop
        yield* rule({ name: "b large", coinValue: "5", when: whenTotal(50) })
        yield* rule({ name: "a any", coinValue: "1", when: { activity: "order.placed" } })
        yield* rule({ name: "c visit", coinValue: "7", when: { activity: "visit" } })
        yield* rule({ name: "d off", coinValue: "9", status: "inactive", when: { activity: "order.placed" } })
        const expected = [
          ["a any", true, true, "1", null],
          ["b large", false, false, "0", null]
        ]
        assert.deepEqual(shown(yield* explained("ann", { total: 20 })), expected)
        const small = yield* act("ann", { total: 20 })
        assert.deepEqual(shown(small.outcomes), expected)
        assert.deepEqual(small.outcomes[1]?.because, [
          { field: "data.total", is: "atLeast", value: 50, held: false }
        ])
        const large = yield* act("ann", { total: 50.5 })
        assert.deepEqual(
          large.outcomes.map(({ awarded }) => awarded),
          [true, true]
        )
        assert.equal(yield* coins("ann"), "7")
        const { data } = yield* awards.list({ partnerId, userId: "ann" })
        assert.deepEqual(
          data.map(({ activityId, ruleName }) => [ruleName, activityId]),
          [
            ["b large", large.id],
            ["a any", large.id],
            ["a any", small.id]
          ]
        )
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("a condition on the number of activities counts this one, and reversals do not lower it", () =>
    Effect.gen(function* () {
      const { act, activities, partnerId, rule } = yield* newShop
      const first = { field: "member.activities", is: "equals", value: 1 } as const
      yield* rule({ name: "first order", when: { activity: "order.placed", conditions: first } })
      const one = yield* act("ann")
      assert.equal(one.outcomes[0]?.awarded, true)
      yield* activities.reverse({ partnerId, activityId: one.id })
      assert.equal((yield* act("ann")).outcomes[0]?.met, false)
      assert.equal((yield* act("bob")).outcomes[0]?.awarded, true)
    })
  )

  it.live("a refused or repeated activity does not count, also among others in one call", () =>
    Effect.gen(function* () {
      const { act, activities, input, now, rule, verify } = yield* newShop
      const third = { field: "member.activities", is: "equals", value: 3 } as const
      yield* rule({ name: "third order", when: { activity: "order.placed", conditions: third } })
      const late = { occurredAt: new Date(now().getTime() + 3_600_000).toISOString() }
      const keyed = { idempotencyKey: "order-1" }
      yield* refused("InvalidInput")(act("ann", {}, late))
      yield* act("ann", {}, keyed)
      assert.equal((yield* act("ann", {}, keyed)).replayed, true)
      yield* refused("InvalidInput")(act("ann", {}, late))
      const inputs = [input("ann", {}, late), input("ann", {}, keyed), input("ann"), input("ann", {}, late)]
      const all = yield* activities.recordMany([...inputs, input("ann"), input("bob", {}, late)])
      assert.deepEqual(
        all.map((each) => (Either.isRight(each) ? each.right.outcomes[0]?.met : each.left._tag)),
        ["InvalidInput", false, false, "InvalidInput", true, "InvalidInput"]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("conditions read how often the rule has paid, and the local time of the activity", () =>
    Effect.gen(function* () {
      const { act, now, rule, travel } = yield* newShop
      const conditions = {
        all: [
          { field: "member.paid", is: "lessThan", value: 1 },
          { field: "local.weekday", is: "equals", value: 4 },
          { field: "local.hour", is: "lessThan", value: 2 }
        ]
      } as const
      const when = { activity: "order.placed", conditions }
      yield* rule({ name: "night", timeZone: "Europe/Berlin", when })
      // Noon of a Wednesday in UTC. In Berlin, the last hour of this day is the first of Thursday.
      assert.equal((yield* act("ann")).outcomes[0]?.met, false)
      const night = new Date(now().getTime() + 11.5 * 3_600_000)
      travel(night)
      assert.equal((yield* act("ann")).outcomes[0]?.awarded, true)
      assert.deepEqual((yield* act("ann")).outcomes[0]?.because, [
        { field: "member.paid", is: "lessThan", value: 1, held: false }
      ])
    })
  )

  it.live("conditions read the attributes that the member has at the time of the request", () =>
    Effect.gen(function* () {
      const { act, explained, members, partnerId, rule } = yield* newShop
      const conditions = { field: "member.attributes.level", is: "in", value: ["gold", 3] } as const
      yield* rule({ name: "vip", when: { activity: "order.placed", conditions } })
      const have = (attributes: Record<string, string | number | null>) =>
        members.onboard({ partnerId, userId: "ann", attributes })
      assert.equal((yield* act("ann")).outcomes[0]?.met, false)
      yield* have({ level: "gold", other: 1 })
      assert.equal((yield* explained("ann"))[0]?.met, true)
      assert.equal((yield* act("ann")).outcomes[0]?.awarded, true)
      assert.equal((yield* act("bob")).outcomes[0]?.met, false)
      yield* have({ level: null })
      const left = yield* act("ann")
      assert.deepEqual(left.outcomes[0]?.because, [{ ...conditions, held: false }])
    })
  )

  it.live("a refusal by a rule is an outcome, and a suppressed award is recorded", () =>
    Effect.gen(function* () {
      const { act, awards, explained, partnerId, rule } = yield* newShop
      const when = { activity: "order.placed" }
      yield* rule({ name: "once", userLimitAward: 1, when })
      yield* rule({ name: "quiet", userLimitAward: 1, atLimit: "suppress", when })
      yield* rule({ name: "amount", unit: "10", coinValue: "1", when: { ...when, amount: "data.total" } })
      yield* act("ann", { total: "25" })
      const expected = [
        ["amount", true, false, "0", "AmountInvalid"],
        ["once", true, false, "0", "UserLimitReached"],
        ["quiet", true, false, "0", "UserLimitReached"]
      ]
      assert.deepEqual(shown(yield* explained("ann", { total: "a lot" })), expected)
      assert.deepEqual(shown((yield* act("ann", { total: "a lot" })).outcomes), expected)
      const { data } = yield* awards.list({ partnerId, ruleName: "quiet" })
      assert.deepEqual(
        data.map(({ state }) => state),
        ["suppressed", "paid"]
      )
      const { data: paid } = yield* awards.list({ partnerId, ruleName: "amount" })
      assert.deepEqual(
        paid.map(({ amount, coins }) => [amount, coins]),
        [[250_000, 20_000]]
      )
    })
  )

  it.live("explained or recorded, an activity pays what the wallet can still hold", () =>
    Effect.gen(function* () {
      const { act, explained, partnerId, rule } = yield* newShop
      const when = { activity: "order.placed" }
      for (const name of ["a", "b"]) yield* rule({ name, coinValue: "1", when })
      yield* (yield* Adjustments).adjust({
        partnerId,
        userId: "ann",
        coins: "499999999999",
        debitOrCredit: "CR",
        reason: "balance of the old programme"
      })
      const expected = [
        ["a", true, true, "1", null],
        ["b", true, false, "0", "BalanceTooLarge"]
      ]
      assert.deepEqual(shown(yield* explained("ann")), expected)
      assert.deepEqual(shown((yield* act("ann")).outcomes), expected)
    })
  )

  it.live("one activity can finish several sub-rules, and its reversal takes the payment back", () =>
    Effect.gen(function* () {
      const { act, activities, coins, explained, partnerId, rule, verify } = yield* newShop
      const when = { activity: "order.placed" }
      const rules = ["x first", "y second"].map((name) => ({ name, condition: name, when }))
      yield* rule({ name: "both", type: "combined", coinValue: "3", rules })
      const expected = [
        ["x first", true, false, "0", null],
        ["y second", true, true, "3", null]
      ]
      assert.deepEqual(shown(yield* explained("ann")), expected)
      const { id, outcomes } = yield* act("ann")
      assert.deepEqual(shown(outcomes), expected)
      const reversal = yield* activities.reverse({ partnerId, activityId: id })
      assert.equal(Coins.format(reversal.coins), "3")
      assert.equal(yield* coins("ann"), "0")
      const again = yield* refused("AlreadyReversed")(activities.reverse({ partnerId, activityId: id }))
      assert.equal(again.recordId, id)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a reversal reverses all awards or none, and passes over those that were reversed before", () =>
    Effect.gen(function* () {
      const { act, activities, awards, coins, partnerId, refund, reverse, rule, transfer, verify } =
        yield* newShop
      yield* rule({ name: "one", coinValue: "1", when: { activity: "order.placed" } })
      yield* rule({ name: "two", coinValue: "2", when: { activity: "order.placed" } })
      const { id } = yield* act("ann")
      const { id: spent } = yield* transfer("ann", 2)
      const before = yield* dump
      const error = yield* refused("ActivityNotReversed")(activities.reverse({ partnerId, activityId: id }))
      assert.match(error.message, /^award .* of the activity cannot be reversed: coins must be no more than/)
      assert.deepEqual(yield* dump, before)
      const { data } = yield* awards.list({ partnerId, userId: "ann" })
      const one = data.find(({ ruleName }) => ruleName === "one")
      assert.ok(one)
      yield* reverse(one.id)
      yield* refund(spent)
      const key = { partnerId, activityId: id, idempotencyKey: "undo" }
      const reversal = yield* activities.reverse(key)
      assert.equal(Coins.format(reversal.coins), "2")
      const replay = yield* activities.reverse(key)
      assert.deepEqual([replay.replayed, replay.id, replay.coins], [true, reversal.id, reversal.coins])
      assert.equal(yield* coins("ann"), "0")
      yield* refused("ActivityNotFound")(activities.reverse({ partnerId, activityId: one.id }))
      const bare = yield* act("bob", undefined, { type: "nothing" })
      assert.equal((yield* activities.reverse({ partnerId, activityId: bare.id })).coins, 0)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a retry with its key answers the first outcomes, also after the rule has changed", () =>
    Effect.gen(function* () {
      const { act, coins, partnerId, rule, rules } = yield* newShop
      const { id } = yield* rule({ name: "order", coinValue: "4", when: whenTotal(10) })
      const idempotencyKey = "order-1"
      const first = yield* act("ann", { total: 10, list: [1, { a: 2, b: 3 }] }, { idempotencyKey })
      yield* rules.update({ partnerId, id, when: null, coinValue: "5" })
      const again = yield* act("ann", { list: [1, { b: 3, a: 2 }], total: 10 }, { idempotencyKey })
      assert.deepEqual(again, { ...first, replayed: true })
      yield* refused("IdempotencyMismatch")(act("ann", { total: 11 }, { idempotencyKey }))
      assert.deepEqual((yield* act("ann", { total: 10 })).outcomes, [])
      assert.equal(yield* coins("ann"), "4")
    })
  )

  it.live("a bulk under one key repeats all its outcomes", () =>
    Effect.gen(function* () {
      const { activities, coins, input, partnerId, rule } = yield* newShop
      yield* rule({ name: "order", coinValue: "4", when: whenTotal(10) })
      const inputs = [input("ann", { total: 10 }), input("nobody"), input("bob", { total: 1 })]
      const request = { partnerId: PartnerId.make(partnerId), key: "night", body: inputs, inputs }
      const first = yield* activities.recordManyOnce(request)
      const shownIn = ({ outcomes }: typeof first) =>
        outcomes.map(
          Either.match({ onLeft: ({ _tag }) => _tag, onRight: ({ outcomes }) => shown(outcomes).flat() })
        )
      assert.deepEqual(shownIn(first), [
        ["order", true, true, "4", null],
        "MemberNotFound",
        ["order", false, false, "0", null]
      ])
      const again = yield* activities.recordManyOnce(request)
      assert.deepEqual([again.replayed, shownIn(again)], [true, shownIn(first)])
      assert.equal(yield* coins("ann"), "4")
    })
  )

  it.live("a bulk that too many rules would judge is refused, and says how many activities fit", () =>
    Effect.gen(function* () {
      const { activities, input, partnerId, rule } = yield* newShop
      const early = Array.from({ length: 200 }, () => input("ann", { total: 1 }))
      const request = { partnerId: PartnerId.make(partnerId), key: "early", body: early, inputs: early }
      yield* activities.recordManyOnce(request)
      const names = Array.from({ length: 50 }, (_, index) => `rule ${index}`)
      yield* Effect.forEach(names, (name) => rule({ name, when: whenTotal(10) }))
      const many = (count: number) => Array.from({ length: count }, () => input("ann", { total: 1 }))
      const before = yield* dump
      const error = yield* refused("BulkTooLarge")(activities.recordMany(many(1000)))
      assert.deepEqual([error.count, error.most], [1000, 98])
      yield* refused("BulkTooLarge")(activities.recordManyOnce({ ...request, key: "late" }))
      assert.equal((yield* activities.recordManyOnce(request)).replayed, true)
      assert.deepEqual(yield* dump, before)
      const other = Array.from({ length: 1000 }, () => input("ann", undefined, { type: "visit" }))
      assert.equal((yield* activities.recordMany(other)).length, 1000)
      const fitting = yield* activities.recordMany(many(error.most))
      assert.ok(fitting.every(Either.isRight))
    })
  )

  it.live("a check finds the activities that would be refused, and writes nothing", () =>
    Effect.gen(function* () {
      const { activities, input, now } = yield* newShop
      const days = (count: number) => new Date(now().getTime() - count * 86_400_000).toISOString()
      const inputs = [
        input("ann", { total: 10 }),
        input("nobody"),
        input("ann", undefined, { type: "No Name" }),
        input("ann", { a: 0.1234567890123456 }),
        input("bob", undefined, { occurredAt: days(31) }),
        input("bob", undefined, { occurredAt: days(29) })
      ]
      const before = yield* dump
      const checked = yield* activities.checkMany(inputs)
      const problems = checked.map(
        Either.match({ onLeft: ({ message }) => message.slice(0, 30), onRight: () => null })
      )
      assert.deepEqual(problems, [
        null,
        "userId nobody was not found: o",
        "type must be a name of 1 to 64",
        "data.a must be a number of at ",
        "occurredAt must be at most 30 ",
        null
      ])
      assert.deepEqual(yield* dump, before)
      const written = yield* activities.recordMany(inputs)
      assert.deepEqual(written.map(Either.isRight), checked.map(Either.isRight))
    })
  )

  it.live("a list shows data, outcomes and reversals, newest first, by member, type and time", () =>
    Effect.gen(function* () {
      const { act, activities, later, now, partnerId, rule } = yield* newShop
      yield* rule({ name: "order", coinValue: "4", when: whenTotal(10) })
      const data = { total: 12, "": null, ["__proto__"]: { deep: [true, "ä", 0.1] } }
      const one = yield* act("ann", JSON.parse(JSON.stringify(data)), { occurredAt: now().toISOString() })
      later(1)
      const middle = now().toISOString()
      yield* act("bob")
      const three = yield* act("ann", undefined, { type: "visit" })
      yield* activities.reverse({ partnerId, activityId: one.id })
      const ids = (asked: object) =>
        Effect.map(activities.list({ partnerId, ...asked }), ({ data }) => data.map(({ id }) => id))
      assert.equal((yield* ids({})).length, 3)
      assert.deepEqual(yield* ids({ userId: "ann" }), [three.id, one.id])
      assert.deepEqual(yield* ids({ userId: "ann", type: "order.placed" }), [one.id])
      assert.deepEqual(yield* ids({ type: "visit" }), [three.id])
      assert.deepEqual(yield* ids({ to: middle }), [one.id])
      const first = yield* activities.list({ partnerId, limit: 2 })
      assert.equal(first.hasMore, true)
      const { data: rest } = yield* activities.list({ partnerId, limit: 2, after: String(first.next) })
      assert.deepEqual(
        rest.map((each) => [each.id, JSON.stringify(each.data), shown(each.outcomes), each.reversedAt]),
        [[one.id, JSON.stringify(data), [["order", true, true, "4", null]], now()]]
      )
    })
  )

  it.live("data that is too large, too deep, inexact or no JSON is refused by name, and writes nothing", () =>
    Effect.gen(function* () {
      const { act, explained } = yield* newShop
      const before = yield* dump
      const deep = (levels: number): Record<string, unknown> =>
        levels === 1 ? { end: 1 } : { next: deep(levels - 1) }
      const refusals: ReadonlyArray<readonly [unknown, RegExp]> = [
        [{ text: "x".repeat(8 * 1024) }, /^data must have at most 8192 bytes as JSON, got 8203$/],
        [{ list: Array.from({ length: 101 }, () => 1) }, /^data must have at most 100 values, got 101$/],
        [deep(6), /^data\.next\.next\.next\.next\.next must be nested at most 5 levels deep$/],
        [{ a: 0.1234567890123456 }, /^data\.a must be a number of at most 15 significant digits$/],
        [{ a: Number.POSITIVE_INFINITY }, /^data\.a must be a number of at most 15/],
        [{ a: { b: "\u0000" } }, /^data\.a\.b must be text without NUL and lone surrogates$/],
        [{ a: undefined }, /^data\.a must be a JSON value$/],
        // JSON would make another value of these, so that the conditions would read something else than what is stored.
        [{ a: new Date() }, /^data\.a must be a JSON value$/],
        [{ a: new Map([["b", 1]]) }, /^data\.a must be a JSON value$/],
        [{ a: new Array(2) }, /^data\.a must be a JSON value$/],
        [new Date(), /^data must be a JSON object/],
        [{ a: [new Date(0)] }, /^data\.a\.0 must be a JSON value$/],
        [{ a: { b: 1, toJSON: () => 2 } }, /^data\.a\.toJSON must be a JSON value$/],
        [[1], /^data must be a JSON object/],
        ["text", /^data must be a JSON object/]
      ]
      for (const [data, problem] of refusals) {
        const error = yield* refused("InvalidInput")(act("ann", data as Record<string, unknown>))
        assert.match(error.message, problem)
      }
      assert.match(
        (yield* refused("InvalidInput")(explained("ann", deep(6)))).message,
        /^activity\.data\.next\.next\.next\.next\.next must be nested at most 5 levels deep/
      )
      yield* refused("InvalidInput")(act("ann", undefined, { type: "Order Placed" }))
      yield* refused("MemberNotFound")(act("carl"))
      assert.deepEqual(yield* dump, before)
      yield* act("ann", deep(5))
    })
  )

  it.live("a payment that the wallet cannot hold is a refusal, as explained", () =>
    Effect.gen(function* () {
      const { act, adjustments, explained, partnerId, rule } = yield* newShop
      yield* rule({ name: "order", coinValue: "2", when: { activity: "order.placed" } })
      const most = { partnerId, userId: "ann", debitOrCredit: "CR", reason: "moved here" } as const
      yield* adjustments.adjust({ ...most, coins: Coins.format(Coins.make(Coins.max - 10_000)) })
      const expected = [["order", true, false, "0", "BalanceTooLarge"]]
      const explanation = yield* explained("ann")
      assert.deepEqual(shown(explanation), expected)
      const { outcomes } = yield* act("ann")
      assert.deepEqual(shown(outcomes), expected)
    })
  )

  it.live("coins that have expired leave room for a payment, also if that is not written, as explained", () =>
    Effect.gen(function* () {
      const { act, adjustments, explained, later, partnerId, rule } = yield* newShop
      yield* rule({ name: "order", coinValue: "2", when: { activity: "order.placed" } })
      const most = { partnerId, userId: "ann", debitOrCredit: "CR", reason: "moved here" } as const
      yield* adjustments.adjust({ ...most, coins: Coins.format(Coins.max), coinsExpire: "P1D" })
      assert.deepEqual(shown(yield* explained("ann")), [["order", true, false, "0", "BalanceTooLarge"]])
      later(72)
      const expected = [["order", true, true, "2", null]]
      assert.deepEqual(shown(yield* explained("ann")), expected)
      const { outcomes } = yield* act("ann")
      assert.deepEqual(shown(outcomes), expected)
    })
  )

  it.live("an activity happened at most 30 days ago, and at most 5 minutes ahead of the clock", () =>
    Effect.gen(function* () {
      const { act, explained, now } = yield* newShop
      const at = (minutes: number) => ({
        occurredAt: new Date(now().getTime() + minutes * 60_000).toISOString()
      })
      const days = 24 * 60
      yield* act("ann", undefined, at(-30 * days))
      yield* act("ann", undefined, at(5))
      const old = yield* refused("InvalidInput")(act("ann", undefined, at(-30 * days - 1)))
      assert.equal(old.message, "occurredAt must be at most 30 days ago")
      const asked = yield* refused("InvalidInput")(explained("ann", {}, at(-30 * days - 1)))
      assert.equal(asked.message, "activity.occurredAt must be at most 30 days ago")
      const ahead = yield* refused("InvalidInput")(act("ann", undefined, at(6)))
      assert.equal(ahead.message, "occurredAt must not be more than 5 minutes in the future")
    })
  )

  it.live("commands of all kinds in one call see each other's changes", () =>
    Effect.gen(function* () {
      const { activities, award, coins, input, rule, verify } = yield* newShop
      const limits = [{ per: "rule", period: "ever", awards: 3 }] as const
      yield* rule({ name: "order", coinValue: "4", limits, when: whenTotal(10) })
      const [many] = yield* Effect.all(
        [
          activities.recordMany(Array.from({ length: 3 }, () => input("ann", { total: 10 }))),
          award("bob", "order").pipe(Effect.either),
          award("ann", "order").pipe(Effect.either)
        ],
        { concurrency: "unbounded" }
      )
      assert.equal(many.length, 3)
      const total = Number(yield* coins("ann")) + Number(yield* coins("bob"))
      assert.equal(total, 12)
      assert.deepEqual(yield* verify(), [])
    })
  )
}

/** Activities: what they earn, their reversal, their lists and their keys. */
export const activities = (makeClient: MakeClient): void => {
  it.layer(Layer.provideMerge(freshEngine(makeClient), timeOf(newWatch(start))))(
    "on one database",
    onOneDatabase
  )

  it.live("of many first orders at once, one pays", () =>
    Effect.gen(function* () {
      const { activities, coins, input, rule, verify } = yield* newShop
      const first = { field: "member.activities", is: "equals", value: 1 } as const
      yield* rule({ name: "first", when: { activity: "order.placed", conditions: first } })
      const receipts = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? "ann" : "bob")),
        (userId) => activities.record(input(userId)),
        { concurrency: "unbounded" }
      )
      const paid = receipts.filter(({ outcomes }) => outcomes[0]?.awarded)
      assert.equal(paid.length, 2)
      assert.deepEqual([yield* coins("ann"), yield* coins("bob")], ["10", "10"])
      assert.deepEqual(yield* verify(), [])
    }).pipe(Effect.provide(Layer.provideMerge(freshEngine(makeClient), timeOf(newWatch(start)))))
  )

  it.live("bulks of activities that many rules judge do not gather in one transaction", () =>
    Effect.gen(function* () {
      const { onboard, partnerId, rule } = yield* newPartner
      const activities = yield* Activities
      yield* onboard("ann")
      for (let number = 0; number < 40; number++) {
        yield* rule({ name: `rule ${number}`, when: { activity: "order.placed" } })
      }
      const inputs = Array.from({ length: 20 }, () => ({ partnerId, userId: "ann", type: "order.placed" }))
      // The writer now knows how many rules judge this type.
      yield* activities.recordMany(inputs.slice(0, 1))
      const bulks = yield* Effect.forEach(Array.from({ length: 6 }), () => activities.recordMany(inputs), {
        concurrency: "unbounded"
      })
      // The activities of one transaction have the same time.
      const timesOf = (bulk: (typeof bulks)[number]) =>
        new Set(bulk.map((each) => (Either.isRight(each) ? each.right.createdAt.getTime() : 0)))
      assert.deepEqual(
        bulks.map((bulk) => timesOf(bulk).size),
        [1, 1, 1, 1, 1, 1]
      )
      assert.equal(new Set(bulks.flatMap((bulk) => Array.from(timesOf(bulk)))).size, 6)
    }).pipe(Effect.provide(freshEngine(makeClient)))
  )

  it.live("verify finds a false count of activities", () =>
    Effect.gen(function* () {
      const { act, rule, verify } = yield* newShop
      yield* rule({ name: "order", when: { activity: "order.placed" } })
      yield* act("ann")
      yield* act("ann")
      assert.deepEqual(yield* verify(), [])
      yield* raw("UPDATE rewards_activity_count SET count = 3")
      const found = (yield* verify()).map(({ check }) => check)
      assert.deepEqual(found, ["a member has as many activities as the count says"])
    }).pipe(Effect.provide(Layer.provideMerge(freshEngine(makeClient), timeOf(newWatch(start)))))
  )
}
