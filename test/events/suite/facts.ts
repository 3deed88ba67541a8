import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect, Either, Struct } from "effect"
import { Users } from "../../../lib/entries/accounts.ts"
import { webhookBodies, wireEvent } from "../../../lib/http/events/wireEvent.ts"
import {
  Adjustments,
  Approvals,
  Coins,
  type Event,
  type EventOf,
  PersonalData,
  RequestId,
  Settings
} from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { EventBody } from "../../../lib/webhooks/ports.ts"
import { userBody } from "../../support/bodies.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { ada, bea, by } from "../../support/orderers.ts"
import { type EventsEngine, quietPartner, watchedPartner } from "../partner.ts"

class HostFailed extends Data.TaggedError("HostFailed") {}

const typesOf = (events: ReadonlyArray<Event>) => events.map(({ type }) => type)

const isOf =
  <Type extends Event["type"]>(type: Type) =>
  (event: Event): event is EventOf<Type> =>
    event.type === type

const ofType = <Type extends Event["type"]>(events: ReadonlyArray<Event>, type: Type) =>
  events.filter(isOf(type))

export const facts = (it: Tests<EventsEngine>): void => {
  it.live("a partner without a subscriber has no events, and no feed", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, feed } = yield* quietPartner
      yield* rule()
      yield* onboard("ann")
      yield* award("ann")
      assert.deepEqual(yield* feed, [])
    })
  )

  it.live("the events of a rule have the activities that it is awarded for", () =>
    Effect.gen(function* () {
      const { feed, partnerId, rule, rules } = yield* watchedPartner
      const conditions = { all: [{ field: "data.total", is: "atLeast", value: 49.99 }] } as const
      const when = { activity: "order.placed", conditions }
      const { id } = yield* rule({ when })
      yield* rules.update({ partnerId, id, when: { activity: "visit" } })
      yield* rules.update({ partnerId, id, when: null })
      yield* rule({ name: "all", type: "combined", rules: [{ name: "part", condition: "c", when }] })
      const found = yield* feed
      const ofRules = [...ofType(found, "rule.created"), ...ofType(found, "rule.updated")]
      assert.deepEqual(
        ofRules.map(({ data }) => data.when),
        [when, null, { activity: "visit" }, null]
      )
      const wire = ofRules.map(wireEvent).map(({ data }) => ("rules" in data ? [data.when, data.rules] : []))
      assert.deepEqual(wire[0], [when, []])
      assert.deepEqual(wire[1], [null, [{ name: "part", condition: "c", status: "active", when }]])
    })
  )

  it.live("the events of a rule say when its coins mature and expire", () =>
    Effect.gen(function* () {
      const { feed, partnerId, rule, rules } = yield* watchedPartner
      const { id } = yield* rule({ pendingDays: 14, coinsExpire: "P1Y" })
      yield* rules.update({ partnerId, id, pendingDays: null })
      const found = yield* feed
      const ofRules = [...ofType(found, "rule.created"), ...ofType(found, "rule.updated")]
      assert.deepEqual(
        ofRules.map(({ data }) => [data.pendingDays, data.coinsExpire]),
        [
          [14, "P1Y"],
          [null, "P1Y"]
        ]
      )
      const wire = ofRules
        .map(wireEvent)
        .map(({ data }) => ("pendingDays" in data ? [data.pendingDays, data.coinsExpire] : []))
      assert.deepEqual(wire, [
        ["14", "P1Y"],
        [null, "P1Y"]
      ])
    })
  )

  it.live("every accepted command is one event, in their order", () =>
    Effect.gen(function* () {
      const partner = yield* watchedPartner
      const { rule, rules, onboard, award, awards, transfer, transfers, partnerId, feed } = partner
      const { id } = yield* rule({ name: "batch", type: "batched", completionNumber: 2, userLimitAward: 1 })
      yield* rules.update({ partnerId, id, atLimit: "suppress" })
      yield* onboard("ann", "bob")
      const counted = yield* award("ann", "batch", { narration: "first", metadata: { order: "1" } })
      const paid = yield* award("ann", "batch")
      const suppressed = yield* award("ann", "batch")
      const moved = yield* transfer("ann", 4, { narration: "out" })
      yield* transfers.refund({ partnerId, transactionId: moved.id, narration: "back" })
      yield* awards.reverse({ partnerId, awardId: paid.id, narration: "wrong" })
      const adjustments = yield* Adjustments
      const credit = { partnerId, userId: "bob", coins: 6, debitOrCredit: "CR", reason: "goodwill" } as const
      const adjusted = yield* adjustments.adjust({ ...credit, points: true, metadata: { call: "7" } })
      yield* adjustments.reverse({ partnerId, adjustmentId: adjusted.id, narration: "undone" })
      const approvals = yield* Approvals
      yield* (yield* Settings).update({ partnerId, approveAbove: 0 })
      const first = yield* by(ada)(approvals.adjust(credit))
      const second = yield* by(ada)(approvals.adjust(credit))
      yield* by(bea)(approvals.approve({ partnerId, requestId: first.id }))
      yield* by(bea)(approvals.decline({ partnerId, requestId: second.id }))
      const found = yield* feed
      assert.deepEqual(typesOf(found), [
        "rule.created",
        "rule.updated",
        "member.onboarded",
        "member.onboarded",
        "award.counted",
        "award.paid",
        "award.suppressed",
        "coins.transferred",
        "coins.refunded",
        "award.reversed",
        "coins.adjusted",
        "coins.adjustment_reversed",
        "approval.requested",
        "approval.requested",
        "coins.adjusted",
        "approval.approved",
        "approval.declined"
      ])
      const listed = (yield* awards.list({ partnerId })).data
      // The event itself says who ordered the award.
      const shown = (awardId: string) => {
        const found = listed.find((each) => each.id === awardId)
        return found && Struct.omit(found, "orderedBy")
      }
      assert.deepEqual(
        ofType(found, "award.counted").map(({ data }) => data),
        [shown(counted.id)]
      )
      assert.deepEqual(
        ofType(found, "award.suppressed").map(({ data }) => data),
        [shown(suppressed.id)]
      )
      assert.deepEqual(
        ofType(found, "award.paid").map(({ data }) => data),
        [{ ...shown(paid.id), state: "paid", coinsLeft: paid.coins, reversedAt: null }]
      )
      const [reversed] = ofType(found, "award.reversed").map(({ data }) => data)
      assert.ok(reversed)
      const { reversal, ...award2 } = reversed
      assert.deepEqual(award2, shown(paid.id))
      assert.deepEqual([Coins.format(reversal.coins), reversal.narration], ["10", "wrong"])
      const [transferred] = ofType(found, "coins.transferred").map(({ data }) => data)
      assert.deepEqual([transferred?.id, transferred?.narration], [moved.id, "out"])
      const [refund] = ofType(found, "coins.refunded").map(({ data }) => data)
      assert.deepEqual([refund?.transactionId, refund?.userId, refund?.narration], [moved.id, "ann", "back"])
      const kinds = found
        .map(wireEvent)
        .map(({ data }) => ("transactionType" in data ? data.transactionType : ""))
      assert.deepEqual(
        kinds.filter((kind) => kind !== ""),
        ["user_partner_transfer", "user_partner_refund", "adjustment", "adjustment_reversal", "adjustment"]
      )
      const [made] = ofType(found, "coins.adjusted").map(({ data }) => data)
      assert.deepEqual(
        [made?.id, made?.userId, made?.balance, made?.reason, made?.points, made?.narration, made?.metadata],
        [adjusted.id, "bob", 60_000, "goodwill", true, null, { call: "7" }]
      )
      const [undone] = ofType(found, "coins.adjustment_reversed").map(({ data }) => data)
      assert.deepEqual(
        [undone?.adjustmentId, undone?.coins, undone?.balance, undone?.narration],
        [adjusted.id, 60_000, 0, "undone"]
      )
      const bodyOf = yield* Effect.provide(EventBody, webhookBodies)
      for (const event of found) {
        const body: { readonly timestamp: string } = JSON.parse(bodyOf(event))
        assert.equal(body.timestamp, event.at.toISOString())
      }
      assert.deepEqual(
        ofType(found, "rule.updated").map(({ data }) => data),
        [yield* rules.get({ partnerId, id })].map((r) => ({ ...r, participants: 0 }))
      )
    })
  )

  it.live("what is refused, replayed, rolled back or without effect leaves none", () =>
    Effect.gen(function* () {
      const { rule, rules, onboard, award, awards, transfer, partnerId, feed } = yield* watchedPartner
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* rule({ maxNumberOfParticipant: 3 })
      yield* onboard("ann", "bob")
      const { id: awardId } = yield* award("ann", "signup", { idempotencyKey: "one" })
      const inputs = ["ann", "bob", "nobody"].map((userId) => ({ partnerId, userId, ruleName: "signup" }))
      const bulk = { partnerId: PartnerId.make(partnerId), key: "bulk", body: inputs, inputs }
      yield* awards.awardManyOnce(bulk)
      const before = yield* feed
      assert.deepEqual(typesOf(before).slice(3), ["award.paid", "award.paid", "award.paid"])
      yield* award("ann", "signup", { idempotencyKey: "one" })
      assert.ok((yield* awards.awardManyOnce(bulk)).replayed)
      yield* refused("IdempotencyMismatch")(award("ann", "signup", { idempotencyKey: "one", narration: "x" }))
      yield* onboard("ann")
      yield* refused("MemberNotFound")(award("nobody"))
      yield* refused("RuleNotFound")(award("ann", "unknown"))
      yield* refused("InsufficientCoins")(transfer("ann", 1000))
      yield* refused("NameTaken")(rule())
      yield* refused("TooFewPlaces")(rules.update({ partnerId, id, maxNumberOfParticipant: 1 }))
      const undone = Effect.all([award("ann"), onboard("eve"), rule({ name: "new" }), new HostFailed()])
      yield* refused("HostFailed")(sql.withTransaction(undone))
      assert.deepEqual(yield* feed, before)
      yield* awards.reverse({ partnerId, awardId })
      yield* refused("AlreadyReversed")(awards.reverse({ partnerId, awardId }))
      assert.deepEqual(typesOf(yield* feed).slice(before.length), ["award.reversed"])
    })
  )

  it.live("a refused neighbour in a group leaves none", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, feed } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      const calls = Array.from({ length: 20 }, (_, index) => award(index % 3 === 0 ? "nobody" : "ann"))
      const results = yield* Effect.all(calls.map(Effect.either), { concurrency: "unbounded" })
      const accepted = results.flatMap((each) => (Either.isRight(each) ? [each.right.id] : []))
      assert.equal(accepted.length, 13)
      const paid = ofType(yield* feed, "award.paid")
        .map(({ data }) => data)
        .map(({ id }) => id)
      assert.deepEqual(paid.toSorted(), accepted.toSorted())
    })
  )

  it.live("the last place, the last payment and the last coins of a budget have one event each", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, awards, partnerId, feed } = yield* watchedPartner
      yield* rule({ name: "places", maxNumberOfParticipant: 2 })
      const ever = [{ per: "rule", period: "ever", awards: 2 }] as const
      yield* rule({ name: "ever", atLimit: "suppress", limits: ever })
      yield* rule({ name: "budget", coinValue: 4, limits: [{ per: "rule", period: "ever", coins: "10" }] })
      const limits = [{ per: "rule", period: "ever", coins: "10" }] as const
      yield* rule({ name: "clamped", coinValue: 4, atLimit: "clamp", limits })
      yield* rule({ name: "daily", limits: [{ per: "rule", period: "day", awards: 1 }] })
      yield* onboard("ann", "bob")
      for (const user of ["ann", "ann", "bob"]) yield* award(user, "places")
      for (const name of [
        "ever",
        "ever",
        "ever",
        "budget",
        "budget",
        "clamped",
        "clamped",
        "clamped",
        "daily"
      ]) {
        yield* award("ann", name)
      }
      const exhausted = () =>
        Effect.map(feed, (events) =>
          ofType(events, "rule.exhausted")
            .map(({ data }) => data)
            .map(({ measure, max, ruleName, used }) => [ruleName, measure, used, max])
        )
      const expected = [
        ["places", "participants", "2", "2"],
        ["ever", "awards", "2", "2"],
        ["budget", "coins", "8", "10"],
        ["clamped", "coins", "10", "10"]
      ]
      assert.deepEqual(yield* exhausted(), expected)
      // A place that came back can go again.
      const [last] = (yield* awards.list({ partnerId, userId: "bob", ruleName: "places" })).data
      assert.ok(last)
      yield* awards.reverse({ partnerId, awardId: last.id })
      yield* award("bob", "places")
      assert.deepEqual(yield* exhausted(), [...expected, ["places", "participants", "2", "2"]])
    })
  )

  it.live(
    "the erasure of a member has events with the pseudonym, for the requests that it declines, too",
    () =>
      Effect.gen(function* () {
        const { award, feed, onboard, partnerId, rule, settings, transfers, verify } = yield* watchedPartner
        yield* rule()
        const [ann] = yield* onboard("ann")
        yield* award("ann")
        yield* settings.update({ partnerId, approveAbove: 0 })
        const credit = { partnerId, userId: "ann", coins: 6, debitOrCredit: "CR", reason: "for Ann" } as const
        const { id: requestId } = yield* by(ada)(
          Effect.flatMap(Approvals, (approvals) => approvals.adjust(credit))
        )
        const erase = Effect.flatMap(PersonalData, (data) => data.erase({ partnerId, userId: "ann" }))
        const erased = yield* by(bea)(Effect.provideService(erase, RequestId, "erasing"))
        const found = yield* feed
        assert.ok(!JSON.stringify(found).includes("ann") && !JSON.stringify(found).includes("Ann"))
        const last = found.slice(-2)
        assert.deepEqual(
          last.map(({ orderedBy, requestId, type }) => [type, orderedBy?.name, requestId]),
          [
            ["member.erased", "bea", "erasing"],
            ["approval.declined", "bea", "erasing"]
          ]
        )
        const { createdAt, id: memberId, userId } = erased
        assert.equal(memberId, ann?.id)
        const ten = Coins.make(100_000)
        assert.deepEqual(
          last.map(({ data }) => ({ ...data, createdAt })),
          [
            { memberId, userId, coins: ten, pendingCoins: 0, createdAt },
            { id: requestId, memberId, userId, coins: Coins.make(60_000), recordId: null, createdAt }
          ]
        )
        const [wire] = last.map(wireEvent)
        assert.ok(wire?.type === "member.erased")
        assert.deepEqual([wire.data.userId, wire.data.coins, wire.data.pendingCoins], [userId, "10", "0"])
        const { data: moved } = yield* transfers.list({ partnerId, userId })
        assert.deepEqual(
          moved.map(({ kind, orderedBy }) => [kind, orderedBy?.name]),
          [
            ["erasure", "bea"],
            ["award", undefined]
          ]
        )
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("a link of two ids has an event with the member that was removed", () =>
    Effect.gen(function* () {
      const { members, onboard, partnerId, feed } = yield* watchedPartner
      const [own, other] = yield* onboard("ann", "other")
      assert.ok(own && other)
      const ids = { partnerId: own.partnerId, userId: "ann", linkedId: "other" }
      yield* members.join(ids)
      yield* members.join(ids)
      yield* members.join({ ...ids, userId: "new", linkedId: "newer" })
      const found = (yield* feed).slice(2)
      assert.deepEqual(typesOf(found), ["member.linked", "member.onboarded", "member.linked"])
      const [first] = ofType(found, "member.linked").map(({ data }) => data)
      assert.deepEqual(first, { memberId: own.id, userId: "ann", linkedId: "other", removedId: other.id })
      const [wire] = found.map(wireEvent)
      assert.equal(wire?.type === "member.linked" && wire.data.removedMemberId, other.id)
      assert.equal((yield* members.get({ partnerId, userId: "other" })).id, own.id)
    })
  )

  it.live("an account's first award tells of the member, too, once", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const { rule, award, awards, partnerId, feed } = yield* watchedPartner
      const tag = `t${partnerId.slice(-12)}`
      const { id } = yield* users.create({ ...userBody, tag, email: `${tag}@example.org` })
      yield* rule({ userLimitAward: 2 })
      const input = { partnerId, userId: id, ruleName: "signup" }
      yield* awards.awardMany([input, input, input])
      yield* refused("UserLimitReached")(award(id))
      const found = (yield* feed).slice(1)
      assert.deepEqual(typesOf(found), ["member.onboarded", "award.paid", "award.paid"])
      assert.deepEqual(
        ofType(found, "member.onboarded")
          .map(({ data }) => data)
          .map(({ userId }) => userId),
        [id]
      )
    })
  )

  it.live("events carry the request that caused them, each its own within a group", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, feed } = yield* watchedPartner
      yield* Effect.provideService(rule(), RequestId, "made")
      yield* onboard("ann")
      const calls = ["a", "b", "c"].map((narration) =>
        Effect.provideService(award("ann", "signup", { narration }), RequestId, `request ${narration}`)
      )
      yield* Effect.all([...calls, award("ann", "signup", { narration: "none" })], {
        concurrency: "unbounded"
      })
      const found = yield* feed
      assert.deepEqual([found[0]?.requestId, found[1]?.requestId], ["made", null])
      for (const { data, requestId, type } of found) {
        if (type === "award.paid")
          assert.equal(requestId, data.note === "none" ? null : `request ${data.note}`)
      }
    })
  )
}
