import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either } from "effect"
import { PartnerId } from "../../../../lib/rewards/Id.ts"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused, tally } from "../../../support/expect.ts"
import { withTriggers } from "../../../support/nodes.ts"
import { raw, subRules } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const idOf = (id: string) => PartnerId.make(id)

const nothing = "00000000-0000-7000-8000-000000000000"

export const reversals = (it: Tests<ProgrammeEngine>): void => {
  it.live("a reversal takes the coins back to the partner, and the ledger shows both", () =>
    Effect.gen(function* () {
      const { award, coins, ledger, onboard, partnerId, reverse, rule, transfers, verify } =
        yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const { id } = yield* award("ann")
      const reversal = yield* reverse(id, { narration: "returned" })
      assert.deepEqual(
        [reversal.awardId, reversal.coins, reversal.narration, reversal.replayed, reversal.partnerId],
        [id, 100_000, "returned", false, partnerId]
      )
      assert.equal(yield* coins("ann"), "0")
      assert.equal(yield* ledger.partnerBalance(idOf(partnerId), "issuance"), 0n)
      const { data } = yield* transfers.list({ partnerId, userId: "ann" })
      assert.deepEqual(
        data.map(({ kind, amount, narration, reversed }) => [kind, amount, narration, reversed]),
        [
          ["award_reversal", -100_000, "returned", false],
          ["award", 100_000, "award for signup", true]
        ]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "a reversal that is written together with an award gives back to the day of its own award, and as much as that",
    () =>
      Effect.gen(function* () {
        const { award, coins, later, onboard, partnerId, reverse, rule, rules, verify } = yield* newProgramme
        yield* rule({ limits: [{ per: "member", period: "day", awards: 1 }] })
        const { id: ruleId } = yield* rule({
          name: "coins",
          limits: [{ per: "member", period: "day", coins: 30 }]
        })
        yield* onboard("ann", "bob")
        // What is submitted while the award to bob is written is one group.
        const inOne = (awardId: string, ruleName: string) =>
          Effect.all([award("bob", ruleName), reverse(awardId), award("ann", ruleName)], {
            concurrency: "unbounded"
          })
        const yesterday = yield* award("ann")
        later(24)
        yield* inOne(yesterday.id, "signup")
        yield* refused("LimitReached")(award("ann"))
        assert.equal(yield* coins("ann"), "10")
        // As many awards as before, and more coins.
        const today = yield* award("ann", "coins")
        yield* rules.update({ partnerId, id: ruleId, coinValue: 20 })
        yield* inOne(today.id, "coins")
        yield* refused("LimitReached")(award("ann", "coins"))
        assert.equal(yield* coins("ann"), "30")
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live(
    "an award is reversed once; coins that were spent stay spent; what is refused changes nothing",
    () =>
      Effect.gen(function* () {
        const { award, onboard, reverse, rule, transfer } = yield* newProgramme
        const other = yield* newProgramme
        yield* rule()
        yield* onboard("ann")
        const first = yield* award("ann")
        const second = yield* award("ann")
        yield* reverse(first.id)
        yield* transfer("ann", "0.0001")
        const before = yield* dump
        const twice = yield* refused("AlreadyReversed")(reverse(first.id))
        assert.equal(twice.message, `${first.id} was already reversed or refunded: nothing is left of it`)
        const spent = yield* refused("InsufficientCoins")(reverse(second.id))
        assert.deepEqual([spent.have, spent.need], [99_999, 100_000])
        yield* refused("AwardNotFound")(reverse(nothing))
        yield* refused("AwardNotFound")(other.reverse(second.id))
        yield* refused("InvalidInput")(reverse("x"))
        assert.deepEqual(yield* dump, before)
      })
  )

  it.live("of many concurrent reversals of one award exactly one succeeds", () =>
    Effect.gen(function* () {
      const { award, coins, onboard, reverse, rule, verify } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      yield* award("ann")
      const { id } = yield* award("ann")
      const found = yield* Effect.forEach(Array(20).fill(id), (id) => outcome(reverse(String(id))), {
        concurrency: "unbounded"
      })
      assert.deepEqual(tally(found), { ok: 1, AlreadyReversed: 19 })
      assert.equal(yield* coins("ann"), "10")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a key replays the reversal, and means no other request", () =>
    Effect.gen(function* () {
      const { award, onboard, refund, reverse, rule, transfer, verify } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const [one, other] = [yield* award("ann"), yield* award("ann")]
      const keyed = { idempotencyKey: "undo", narration: "n" }
      const first = yield* reverse(one.id, keyed)
      assert.deepEqual(yield* reverse(one.id, keyed), { ...first, replayed: true })
      yield* refused("IdempotencyMismatch")(reverse(other.id, keyed))
      yield* refused("IdempotencyMismatch")(reverse(one.id, { ...keyed, narration: "m" }))
      yield* refused("IdempotencyMismatch")(award("ann", "signup", keyed))
      const moved = yield* transfer("ann", 3)
      yield* refused("IdempotencyMismatch")(refund(moved.id, keyed))
      const back = yield* refund(moved.id, { idempotencyKey: "back" })
      assert.deepEqual(yield* refund(moved.id, { idempotencyKey: "back" }), { ...back, replayed: true })
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a completion can be reversed while its cycle runs, and progress is what the rest gives", () =>
    Effect.gen(function* () {
      const { award, awards, explain, onboard, partnerId, reverse, rule, verify } = yield* newProgramme
      yield* rule({ name: "b", type: "batched", completionNumber: 3 })
      yield* rule({ name: "c", type: "combined", rules: subRules("x", "y", "z") })
      yield* onboard("ann")
      const done = (name: string) => Effect.map(explain("ann", name), ({ progress }) => progress.done)
      const completion = yield* award("ann", "b")
      yield* award("ann", "b")
      const { coins } = yield* reverse(completion.id)
      assert.equal(coins, 0)
      assert.equal(yield* done("b"), 1)
      yield* award("ann", "b")
      assert.equal((yield* award("ann", "b")).awarded, true)
      // A sub-rule that was counted twice is done until both are reversed.
      const [x1, x2] = [yield* award("ann", "x"), yield* award("ann", "x")]
      yield* award("ann", "y")
      yield* reverse(x1.id)
      assert.equal(yield* done("c"), 2)
      yield* reverse(x2.id)
      assert.equal(yield* done("c"), 1)
      yield* award("ann", "z")
      assert.equal((yield* award("ann", "x")).awarded, true)
      // Also when both are reversed in one call.
      const twice = [yield* award("ann", "x"), yield* award("ann", "x")]
      yield* awards.reverseMany(twice.map(({ id }) => ({ partnerId, awardId: id })))
      assert.equal(yield* done("c"), 0)
      // Also when the second one is counted in one group with the reversal of the first.
      const { id } = yield* award("ann", "x")
      yield* Effect.all([award("ann", "b"), award("ann", "x"), reverse(id)], { concurrency: "unbounded" })
      assert.equal(yield* done("c"), 1)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a completion whose cycle has ended is void with the payment, and cannot be reversed alone", () =>
    Effect.gen(function* () {
      const { award, explain, onboard, reverse, rule, verify } = yield* newProgramme
      yield* rule({ type: "batched", completionNumber: 2 })
      yield* onboard("ann")
      const completion = yield* award("ann")
      const payment = yield* award("ann")
      yield* award("ann")
      const before = yield* dump
      const { message } = yield* refused("CycleEnded")(reverse(completion.id))
      assert.equal(
        message,
        `awardId ${completion.id} only counted, and its cycle has ended: reverse the award that paid for the cycle`
      )
      assert.deepEqual(yield* dump, before)
      yield* reverse(payment.id)
      yield* refused("CycleEnded")(reverse(completion.id))
      // The next cycle goes on as it was.
      assert.deepEqual((yield* explain("ann")).progress, { done: 1, of: 2 })
      assert.equal((yield* award("ann")).awarded, true)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a suppressed award cannot be reversed", () =>
    Effect.gen(function* () {
      const { award, onboard, reverse, rule } = yield* newProgramme
      yield* rule({ atLimit: "suppress", userLimitAward: 1 })
      yield* onboard("ann")
      yield* award("ann")
      const { id } = yield* award("ann")
      yield* refused("AwardSuppressed")(reverse(id))
    })
  )

  it.live("many reversals and refunds get an outcome each, in their order", () =>
    Effect.gen(function* () {
      const { award, awards, coins, onboard, partnerId, rule, transfer, transfers, verify } =
        yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const ids = []
      for (let count = 0; count < 4; count++) ids.push((yield* award("ann")).id)
      const results = yield* awards.reverseMany(
        [ids[0], ids[0], nothing, "x", ids[1]].map((awardId) => ({ partnerId, awardId: String(awardId) }))
      )
      const told = results.map(
        Either.match({ onLeft: ({ _tag }) => _tag, onRight: ({ coins }) => String(coins) })
      )
      assert.deepEqual(told, ["100000", "AlreadyReversed", "AwardNotFound", "InvalidInput", "100000"])
      const { id } = yield* transfer("ann", 7)
      const refunds = yield* transfers.refundMany(
        [id, id].map((transactionId) => ({ partnerId, transactionId }))
      )
      assert.deepEqual(refunds.map(Either.isRight), [true, false])
      assert.equal(yield* coins("ann"), "20")
      const many = Array.from({ length: 1001 }, () => ({ partnerId, awardId: nothing }))
      const { message } = yield* refused("InvalidInput")(awards.reverseMany(many))
      assert.equal(message, "reversals must hold at most 1000 reversals, got 1001")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a refund returns the coins once, and the transfer shows it", () =>
    Effect.gen(function* () {
      const { award, coins, ledger, onboard, partnerId, refund, rule, transfer, transfers, verify } =
        yield* newProgramme
      const other = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const paid = yield* award("ann")
      const { id } = yield* transfer("ann", 4)
      const { transactionId, coins: back } = yield* refund(id, { narration: "sold out" })
      assert.deepEqual([transactionId, back, yield* coins("ann")], [id, 40_000, "10"])
      assert.equal(yield* ledger.partnerBalance(idOf(partnerId), "treasury"), 0n)
      yield* refused("AlreadyReversed")(refund(id))
      yield* refused("TransferNotFound")(refund(paid.id))
      yield* refused("TransferNotFound")(other.refund(id))
      const { entries } = yield* transfers.history({ partnerId, userId: "ann" })
      assert.deepEqual(
        entries.map(({ kind, amount, narration, reversed }) => [kind, amount, narration, reversed]),
        [
          ["user_partner_refund", 40_000, "sold out", false],
          ["user_partner_transfer", -40_000, null, true],
          ["award", 100_000, "award for signup", false]
        ]
      )
      const found = yield* Effect.forEach(
        Array(10).fill((yield* transfer("ann", 1)).id),
        (id) => outcome(refund(String(id))),
        {
          concurrency: "unbounded"
        }
      )
      assert.deepEqual(tally(found), { ok: 1, AlreadyReversed: 9 })
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("in a host's transaction a reversal commits or vanishes with it, also of an award made in it", () =>
    Effect.gen(function* () {
      const { award, coins, onboard, reverse, rule, verify } = yield* newProgramme
      const sql = yield* SqlClient.SqlClient
      yield* rule()
      yield* onboard("ann")
      const { id } = yield* award("ann")
      const undo = Effect.gen(function* () {
        yield* reverse(id)
        const made = yield* award("ann")
        yield* reverse(made.id)
        assert.equal(yield* coins("ann"), "0")
      })
      yield* Effect.flip(sql.withTransaction(Effect.zipRight(undo, Effect.fail("back" as const))))
      assert.equal(yield* coins("ann"), "10")
      yield* sql.withTransaction(undo)
      assert.equal(yield* coins("ann"), "0")
      assert.deepEqual(yield* verify(), [])
    })
  )

  /** Asserts that the database refuses these statements after an award was reversed. */
  const forbidden = (
    statements: (ids: Record<"partnerId" | "awardId" | "id", string>) => ReadonlyArray<string>
  ) =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, reverse, rule } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const { id: awardId } = yield* award("ann")
      const { id } = yield* reverse(awardId)
      for (const statement of statements({ partnerId, awardId, id })) {
        assert.equal((yield* Effect.either(raw(statement)))._tag, "Left", statement)
      }
    })

  it.live("the database itself refuses a second reversal, and one of nothing", () =>
    forbidden(({ awardId, partnerId }) => {
      const insert = (award: string, transfer: string) => insertPart(award, transfer, 1, 100_000)
      const insertPart = (award: string, transfer: string, number: number, returned: number) =>
        `INSERT INTO rewards_reversal (partner_id, id, award_id, transfer_id, created_at, number, paid, returned)
         VALUES (UUID '${partnerId}', UUID '${nothing}', ${award}, ${transfer}, '2026-01-01T00:00:00.000Z', ${number}, 100000, ${returned})`
      return [
        insert(`UUID '${awardId}'`, "NULL"),
        insertPart(`UUID '${awardId}'`, "NULL", 2, 100_000),
        insertPart(`UUID '${awardId}'`, "NULL", 2, 100_001),
        insert("NULL", "NULL"),
        insert(`UUID '${nothing}'`, "NULL"),
        insert("NULL", `UUID '${nothing}'`)
      ]
    })
  )

  withTriggers(it).live("the database itself refuses to rewrite a reversal", () =>
    forbidden(({ id }) => [
      `UPDATE rewards_reversal SET created_at = '2026-01-01T00:00:00.000Z' WHERE id = UUID '${id}'`,
      `DELETE FROM rewards_reversal WHERE id = UUID '${id}'`
    ])
  )
}
