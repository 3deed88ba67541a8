import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import { Adjustments, Boards, Coins, Statistics } from "../../../../lib/index.ts"
import { PartnerId } from "../../../../lib/rewards/Id.ts"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

/** A programme with the member ann, and functions that adjust balances. */
const newAdjustments = Effect.gen(function* () {
  const programme = yield* newProgramme
  const { partnerId } = programme
  const adjustments = yield* Adjustments
  yield* programme.onboard("ann")
  const order = { partnerId, userId: "ann", reason: "a reason" }
  return {
    ...programme,
    adjustments,
    credit: (coins: number | string, rest: object = {}) =>
      adjustments.adjust({ ...order, coins, debitOrCredit: "CR", ...rest }),
    debit: (coins: number | string, rest: object = {}) =>
      adjustments.adjust({ ...order, coins, debitOrCredit: "DE", ...rest }),
    undo: (adjustmentId: string, rest: object = {}) =>
      adjustments.reverse({ partnerId, adjustmentId, ...rest })
  }
})

const tagOf = (result: Either.Either<unknown, { readonly _tag: string }>): string =>
  Either.isRight(result) ? "ok" : result.left._tag

export const adjustments = (it: Tests<ProgrammeEngine>): void => {
  it.live(
    "a credit adds coins, a debit removes them and never goes below zero, and lists show the reasons",
    () =>
      Effect.gen(function* () {
        const { coins, credit, debit, ledger, partnerId, transfers, verify } = yield* newAdjustments
        const credited = yield* credit("2.5", { narration: "call 7", metadata: { ticket: "7" } })
        assert.deepEqual(
          [credited.coins, credited.debitOrCredit, credited.reason, credited.points, credited.replayed],
          [25_000, "CR", "a reason", false, false]
        )
        const { have, need } = yield* refused("InsufficientCoins")(debit("2.5001"))
        assert.deepEqual([have, need], [25_000, 25_001])
        const debited = yield* debit("2.5", { reason: "a mistake" })
        assert.equal(yield* coins("ann"), "0")
        const id = PartnerId.make(partnerId)
        assert.equal(yield* ledger.partnerBalance(id, "issuance"), 0n)
        assert.equal(yield* ledger.partnerBalance(id, "treasury"), 0n)
        const shown = [
          [debited.id, -25_000, 0, "a mistake", "a mistake", {}],
          [credited.id, 25_000, 25_000, "a reason", "call 7", { ticket: "7" }]
        ]
        const listed = Effect.map(
          Effect.all([
            transfers.list({ partnerId, type: "adjustment" }),
            transfers.list({ partnerId, userId: "ann" }),
            Effect.map(transfers.history({ partnerId, userId: "ann" }), ({ entries }) => ({ data: entries }))
          ]),
          (lists) =>
            lists.map(({ data }) =>
              data.map((each) => [
                each.transferId,
                each.amount,
                each.balance,
                each.reason,
                each.narration,
                each.metadata
              ])
            )
        )
        assert.deepEqual(yield* listed, [shown, shown, shown])
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("an adjustment is undone once and as a whole, in both directions", () =>
    Effect.gen(function* () {
      const { coins, credit, debit, partnerId, rule, award, transfer, transfers, undo, verify } =
        yield* newAdjustments
      yield* rule()
      const { id } = yield* credit(5)
      const transferred = yield* transfer("ann", 1)
      const { have, need } = yield* refused("InsufficientCoins")(undo(id))
      assert.deepEqual([have, need], [40_000, 50_000])
      const paid = yield* award("ann")
      const reversal = yield* undo(id, { narration: "wrong member" })
      assert.deepEqual(
        [reversal.adjustmentId, reversal.coins, reversal.narration],
        [id, 50_000, "wrong member"]
      )
      yield* refused("AlreadyReversed")(undo(id))
      assert.equal(yield* coins("ann"), "9")
      const taken = yield* debit(9)
      yield* undo(taken.id)
      assert.equal(yield* coins("ann"), "9")
      for (const other of [paid.id, transferred.id, reversal.id, partnerId]) {
        const { message } = yield* refused("AdjustmentNotFound")(undo(other))
        assert.match(message, /^adjustmentId .* was not found: use the id of an adjustment of this partner$/)
      }
      yield* refused("TransferNotFound")(transfers.refund({ partnerId, transactionId: taken.id }))
      const { data } = yield* transfers.list({ partnerId, userId: "ann" })
      assert.deepEqual(
        data.map(({ amount, kind, reversed }) => [kind, amount, reversed]),
        [
          ["adjustment_reversal", 90_000, false],
          ["adjustment", -90_000, true],
          ["adjustment_reversal", -50_000, false],
          ["award", 100_000, false],
          ["user_partner_transfer", -10_000, false],
          ["adjustment", 50_000, true]
        ]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("of several reversals in one group one succeeds", () =>
    Effect.gen(function* () {
      const { coins, credit, undo } = yield* newAdjustments
      yield* credit(20)
      const { id } = yield* credit(5)
      const results = yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.either(undo(id))),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(results.map(tagOf).toSorted(), [
        "AlreadyReversed",
        "AlreadyReversed",
        "AlreadyReversed",
        "AlreadyReversed",
        "ok"
      ])
      assert.equal(yield* coins("ann"), "20")
    })
  )

  it.live("only a credit with points counts on boards, until it is undone, in the month of the credit", () =>
    Effect.gen(function* () {
      const { award, credit, debit, later, now, onboard, partnerId, rule, undo, verify } =
        yield* newAdjustments
      const boards = yield* Boards
      yield* rule()
      yield* onboard("bob")
      yield* award("bob")
      yield* credit(100)
      yield* debit(1)
      const month = { year: now().getUTCFullYear(), month: now().getUTCMonth() + 1 }
      const scores = (input: object = {}) =>
        Effect.map(boards.coins({ partnerId, type: "earner", ...input }), ({ entries }) =>
          entries.map(({ userId, coins }) => `${userId} ${Coins.format(coins)}`)
        )
      assert.deepEqual(yield* scores(), ["bob 10"])
      const { id, points } = yield* credit(11, { points: true })
      assert.equal(points, true)
      later(24 * 40)
      assert.deepEqual(
        [yield* scores(), yield* scores(month)],
        [
          ["ann 11", "bob 10"],
          ["ann 11", "bob 10"]
        ]
      )
      assert.deepEqual(
        yield* boards.coins({ partnerId, type: "spender" }).pipe(Effect.map((page) => page.count)),
        0
      )
      yield* undo(id)
      assert.deepEqual([yield* scores(), yield* scores(month)], [["bob 10"], ["bob 10"]])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("totals name adjustments apart, and add up to what is outstanding", () =>
    Effect.gen(function* () {
      const { award, credit, debit, partnerId, rule, transfer, undo } = yield* newAdjustments
      yield* rule()
      yield* award("ann")
      yield* transfer("ann", 4)
      const { id } = yield* credit(7, { points: true })
      const taken = yield* debit(2)
      yield* debit("0.5")
      yield* undo(id)
      yield* undo(taken.id)
      const { days, outstanding } = yield* (yield* Statistics).ofPartner({ partnerId })
      const today = days.at(-1)
      assert.ok(today)
      const { adjustments, awards, credited, debited, earned, reversals, spent } = today
      assert.deepEqual(
        { adjustments, awards, credited, debited, earned, reversals, spent },
        {
          adjustments: 5,
          awards: 1,
          credited: 90_000,
          debited: 95_000,
          earned: 100_000,
          reversals: 0,
          spent: 40_000
        }
      )
      assert.equal(outstanding, "5.5")
    })
  )

  it.live("bad input is named, and nothing is written", () =>
    Effect.gen(function* () {
      const { adjustments, credit, debit, partnerId } = yield* newAdjustments
      const before = yield* dump
      const cases: ReadonlyArray<readonly [Effect.Effect<unknown, { readonly message: string }>, RegExp]> = [
        [credit(0), /^coins must be/],
        [credit("-1"), /^coins must be/],
        [credit("0.00001"), /^coins must/],
        [
          credit(1, { debitOrCredit: "credit" }),
          /^debitOrCredit must be "CR" to add coins or "DE" to remove them/
        ],
        [credit(1, { debitOrCredit: undefined }), /^debitOrCredit must be "CR"/],
        [credit(1, { reason: undefined }), /^reason must/],
        [credit(1, { reason: "" }), /^reason must/],
        [credit(1, { reason: "x".repeat(201) }), /^reason must/],
        [credit(1, { points: "yes" }), /^points must be true or false/],
        [debit(1, { points: true }), /^points cannot be true for a debit: only credits count on boards$/],
        [credit(1, { userId: "nobody" }), /^userId nobody was not found/],
        [adjustments.reverse({ partnerId, adjustmentId: "7" }), /^adjustmentId must be/],
        [
          adjustments.adjustMany(
            Array.from({ length: 1001 }, () => ({
              partnerId,
              userId: "ann",
              coins: 1,
              debitOrCredit: "CR" as const,
              reason: "r"
            }))
          ),
          /^adjustments must hold at most 1000 adjustments, got 1001$/
        ]
      ]
      for (const [call, message] of cases) assert.match((yield* Effect.flip(call)).message, message)
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live(
    "a key adjusts once, a bulk has one key for all of its outcomes, and a replay has no stored text",
    () =>
      Effect.gen(function* () {
        const { adjustments, coins, credit, partnerId, undo, verify } = yield* newAdjustments
        const first = yield* credit(3, { idempotencyKey: "one", points: true })
        const again = yield* credit(3, { idempotencyKey: "one", points: true })
        assert.deepEqual(again, { ...first, replayed: true })
        for (const other of [
          { points: false },
          { points: true, reason: "another" },
          { points: true, userId: "bob" }
        ]) {
          yield* refused("IdempotencyMismatch")(credit(3, { idempotencyKey: "one", ...other }))
        }
        const undone = yield* undo(first.id, { idempotencyKey: "two" })
        assert.deepEqual(yield* undo(first.id, { idempotencyKey: "two" }), { ...undone, replayed: true })
        const inputs = [
          { partnerId, userId: "ann", coins: 8, debitOrCredit: "CR", reason: "opening" },
          { partnerId, userId: "nobody", coins: 8, debitOrCredit: "CR", reason: "opening" },
          { partnerId, userId: "ann", coins: 9, debitOrCredit: "DE", reason: "too much" },
          { partnerId, userId: "ann", coins: 1, debitOrCredit: "DE", reason: "fee" }
        ] as const
        const bulk = { partnerId: PartnerId.make(partnerId), key: "bulk", body: inputs, inputs }
        const results = yield* adjustments.adjustManyOnce(bulk)
        assert.deepEqual(results.outcomes.map(tagOf), ["ok", "MemberNotFound", "InsufficientCoins", "ok"])
        const replay = yield* adjustments.adjustManyOnce(bulk)
        assert.equal(replay.replayed, true)
        assert.deepEqual(
          replay.outcomes,
          results.outcomes.map(Either.map((each) => ({ ...each, replayed: true })))
        )
        yield* refused("IdempotencyMismatch")(adjustments.adjustManyOnce({ ...bulk, body: "another" }))
        yield* refused("IdempotencyMismatch")(adjustments.adjustManyOnce({ ...bulk, key: "one" }))
        assert.equal(yield* coins("ann"), "7")
        assert.deepEqual(yield* verify(), [])
      })
  )
}
