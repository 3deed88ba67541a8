import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Deferred, Effect, Fiber } from "effect"
import { uuidOf } from "../../../lib/rewards/Ids.ts"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { outcome, refused, tally } from "../../support/expect.ts"
import { inTime } from "../../support/wait.ts"
import { type Engine, newPartner, raw, subRules } from "../../support/world.ts"

class HostFailed extends Data.TaggedError("HostFailed") {}

const order = (id: string) => raw(`INSERT INTO host_order (id) VALUES ('${id}')`)

const orders = Effect.map(raw("SELECT id FROM host_order ORDER BY id"), (rows) => rows.map(({ id }) => id))

const eventTables = ["rewards_event", "rewards_feed", "rewards_pending_event"]

/** All rows, but of the events only those of some partners: pending events of other tests are moved in the background. */
const stateWithEventsOf = (partnerIds: ReadonlyArray<string>) =>
  Effect.map(dump, (tables) =>
    Object.entries(tables).map(([name, rows]) =>
      eventTables.includes(name) ? rows.filter((row) => partnerIds.some((id) => row.includes(id))) : rows
    )
  )

/** A partner with a rule and two members, and an empty table of the host. */
const shop = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* raw("CREATE TABLE IF NOT EXISTS host_order (id TEXT NOT NULL PRIMARY KEY)")
  yield* raw("DELETE FROM host_order")
  const partner = yield* newPartner
  const { id: ruleId } = yield* partner.rule({ userLimitAward: 2 })
  yield* partner.onboard("ann", "bob")
  return { ...partner, sql, ruleId }
})

export const host = (it: Tests<Engine>): void => {
  it.live("an award commits with the host's own write", () =>
    Effect.gen(function* () {
      const { sql, award, coins } = yield* shop
      yield* sql.withTransaction(Effect.all([order("1"), award("ann"), order("2")]))
      assert.deepEqual(yield* orders, ["1", "2"])
      assert.equal(yield* coins("ann"), "10")
    })
  )

  it.live("everything is rolled back with the host's own write", () =>
    Effect.gen(function* () {
      const { sql, partnerId, partners, rule, onboard, award, transfer, awardMany } = yield* shop
      yield* award("ann")
      const stored = stateWithEventsOf([partnerId, uuidOf("vanishes")])
      const before = yield* stored
      const work = Effect.gen(function* () {
        yield* order("1")
        yield* partners.register({ name: "another", reference: "vanishes" })
        yield* rule({ name: "new", type: "combined", rules: subRules("a", "b") })
        yield* onboard("eve")
        yield* award("eve", "new", { idempotencyKey: "k" })
        yield* awardMany([{ userId: "bob", ruleName: "signup" }])
        yield* transfer("ann", 10)
        return yield* new HostFailed()
      })
      yield* refused("HostFailed")(sql.withTransaction(work))
      assert.deepEqual(yield* orders, [])
      assert.deepEqual(yield* stored, before)
      const { replayed } = yield* award("ann", "signup", { idempotencyKey: "k" })
      assert.equal(replayed, false)
    })
  )

  it.live("inside a transaction, an award sees the transaction's own writes", () =>
    Effect.gen(function* () {
      const { sql, rule, onboard, award, coins, transfer } = yield* shop
      const seen = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* rule({ name: "new", coinValue: 3 })
          yield* onboard("eve")
          const first = yield* award("eve", "new", { idempotencyKey: "k" })
          const again = yield* award("eve", "new", { idempotencyKey: "k" })
          assert.deepEqual(again, { ...first, replayed: true })
          yield* transfer("eve", 1)
          return yield* coins("eve")
        })
      )
      assert.deepEqual([seen, yield* coins("eve")], ["2", "2"])
    })
  )

  it.live("a refused call inside does not abort the host's transaction", () =>
    Effect.gen(function* () {
      const { sql, rule, rules, ruleId, partnerId, onboard, award, awardMany, transfer, coins } = yield* shop
      yield* award("ann")
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* order("1")
          yield* award("ann")
          yield* refused("UserLimitReached")(award("ann"))
          yield* refused("RuleNotFound")(award("ann", "none"))
          yield* refused("MemberNotFound")(award("eve"))
          yield* refused("InsufficientCoins")(transfer("ann", 21))
          yield* refused("NameTaken")(rule())
          yield* refused("NameTaken")(rule({ name: "new", type: "combined", rules: subRules("signup") }))
          yield* refused("TooFewPlaces")(
            Effect.zipRight(award("bob"), rules.update({ partnerId, id: ruleId, maxNumberOfParticipant: 1 }))
          )
          yield* refused("InvalidInput")(onboard(""))
          const [refusedOne] = yield* awardMany([{ userId: "ann", ruleName: "signup" }])
          assert.equal(refusedOne?._tag, "Left")
          yield* order("2")
        })
      )
      assert.deepEqual(yield* orders, ["1", "2"])
      assert.deepEqual([yield* coins("ann"), yield* coins("bob")], ["20", "10"])
    })
  )

  it.live("a rollback of the host's nested transaction undoes its awards, and the rest commits", () =>
    Effect.gen(function* () {
      const { sql, award, coins, verify } = yield* shop
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* award("ann")
          const nested = Effect.zipRight(award("bob"), new HostFailed())
          yield* refused("HostFailed")(sql.withTransaction(nested))
          yield* order("1")
          yield* award("ann")
        })
      )
      assert.deepEqual([yield* coins("ann"), yield* coins("bob")], ["20", "0"])
      assert.deepEqual(yield* orders, ["1"])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("an interrupted transaction of the host rolls back its awards", () =>
    Effect.gen(function* () {
      const { sql, award, coins } = yield* shop
      const awarded = yield* Deferred.make<void>()
      const work = Effect.all([order("1"), award("ann"), Deferred.succeed(awarded, undefined), Effect.never])
      const fiber = yield* Effect.fork(sql.withTransaction(work))
      yield* inTime("the award")(Deferred.await(awarded))
      yield* Fiber.interrupt(fiber)
      assert.deepEqual(yield* orders, [])
      assert.equal(yield* coins("ann"), "0")
    })
  )

  it.live("an award from outside does not become part of an open transaction", () =>
    Effect.gen(function* () {
      const { sql, award, coins } = yield* shop
      const inside = yield* Deferred.make<void>()
      const bystander = yield* Effect.fork(Effect.zipRight(Deferred.await(inside), award("bob")))
      const work = Effect.all([
        award("ann"),
        Deferred.succeed(inside, undefined),
        Effect.yieldNow(),
        order("1"),
        new HostFailed()
      ])
      yield* refused("HostFailed")(sql.withTransaction(work))
      assert.equal((yield* Fiber.join(bystander)).awarded, true)
      assert.deepEqual([yield* coins("ann"), yield* coins("bob")], ["0", "10"])
    })
  )

  it.live("limits hold between concurrent transactions of hosts", () =>
    Effect.gen(function* () {
      const { sql, rule, onboard, award, verify } = yield* shop
      yield* rule({ name: "few", maxNumberOfParticipant: 3 })
      const userIds = Array.from({ length: 12 }, (_, index) => `guest ${index}`)
      yield* onboard(...userIds)
      const found = yield* Effect.forEach(
        userIds,
        (userId) => outcome(sql.withTransaction(Effect.zipRight(order(userId), award(userId, "few")))),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(tally(found), { ok: 3, ParticipantLimitReached: 9 })
      assert.equal((yield* orders).length, 3)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a host that reads integers as bigint gets the same answers", () =>
    Effect.gen(function* () {
      const { sql, award, coins, verify, transfers, rules, partnerId } = yield* shop
      const answers = Effect.gen(function* () {
        yield* sql.withTransaction(award("ann"))
        const [entry] = yield* transfers.statement({ partnerId, userId: "ann" })
        const { participants } = yield* rules.find({ partnerId, name: "signup" })
        return [yield* coins("ann"), entry?.version, participants, yield* verify()]
      })
      assert.deepEqual(yield* Effect.provideService(answers, SqlClient.SafeIntegers, true), ["10", 1, 1, []])
    })
  )
}
