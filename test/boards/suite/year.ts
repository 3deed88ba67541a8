import assert from "node:assert/strict"
import { Effect } from "effect"
import { Coins } from "../../../lib/index.ts"
import type { Tests } from "../../support/effect.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

/**
 * ann earns in the last millisecond of January and the first of February. bob joins in that first millisecond of
 * February.
 */
const winter = Effect.gen(function* () {
  const world = yield* newBoards
  yield* world.rule({ coinValue: 1 })
  world.setTime("2024-12-31T23:59:59.999Z")
  yield* world.onboard("ann")
  world.setTime("2025-01-31T23:59:59.999Z")
  yield* world.award("ann")
  world.setTime("2025-02-01T00:00:00.000Z")
  yield* world.onboard("bob")
  yield* world.award("ann")
  yield* world.award("bob")
  yield* world.award("bob")
  world.setTime("2025-03-10T00:00:00.000Z")
  return world
})

const coins = (userId: string, amount: number) => ({ userId, coins: Coins.parse(amount) })

export const year = (it: Tests<BoardsEngine>): void => {
  it.live("this year has its months so far, each with the members who joined by its end", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* winter
      assert.deepEqual(yield* boards.year({ partnerId, year: 2025 }), {
        year: 2025,
        months: [
          { month: 1, name: "January", entries: [coins("ann", 1)] },
          { month: 2, name: "February", entries: [coins("bob", 2), coins("ann", 1)] },
          { month: 3, name: "March", entries: [coins("ann", 0), coins("bob", 0)] }
        ]
      })
    })
  )

  it.live("a past year has twelve months, those before the first member empty; a coming year has none", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* winter
      const past = yield* boards.year({ partnerId, year: "2024" })
      assert.deepEqual(past.months.map(({ entries, name }) => [name, entries]).slice(10), [
        ["November", []],
        ["December", [coins("ann", 0)]]
      ])
      assert.equal(past.months.length, 12)
      assert.deepEqual(yield* boards.year({ partnerId, year: 2026 }), { year: 2026, months: [] })
    })
  )

  it.live("a month begins with its first millisecond", () =>
    Effect.gen(function* () {
      const { boards, partnerId, setTime } = yield* winter
      const begun = (at: string) => {
        setTime(at)
        return Effect.map(boards.year({ partnerId, year: 2025 }), ({ months }) => months.length)
      }
      assert.equal(yield* begun("2024-12-31T23:59:59.999Z"), 0)
      assert.equal(yield* begun("2025-01-01T00:00:00.000Z"), 1)
      assert.equal(yield* begun("2025-03-31T23:59:59.999Z"), 3)
      assert.equal(yield* begun("2025-12-01T00:00:00.000Z"), 12)
      assert.equal(yield* begun("2026-01-01T00:00:00.000Z"), 12)
    })
  )

  it.live("each month lists at most the requested number of earners or spenders", () =>
    Effect.gen(function* () {
      const { boards, partnerId, transfer } = yield* winter
      yield* transfer("bob", 1)
      const earners = yield* boards.year({ partnerId, year: 2025, limit: 1 })
      assert.deepEqual(
        earners.months.map(({ entries }) => entries),
        [[coins("ann", 1)], [coins("bob", 2)], [coins("ann", 0)]]
      )
      const spenders = yield* boards.year({ partnerId, year: 2025, limit: "1", type: "spender" })
      assert.deepEqual(
        spenders.months.map(({ entries }) => entries),
        [[coins("ann", 0)], [coins("ann", 0)], [coins("bob", 1)]]
      )
    })
  )

  it.live("a month of the paged board has a number or a name, and its year defaults to the current one", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* winter
      for (const month of [2, "2", "February", "february", "FEBRUARY"]) {
        const { entries } = yield* boards.coins({ partnerId, month })
        assert.deepEqual(entries, [coins("bob", 2), coins("ann", 1)])
        assert.deepEqual((yield* boards.coins({ partnerId, month, year: "2024" })).entries, [])
      }
      const january = yield* boards.coins({ partnerId, month: "January", year: 2025, userId: "bob" })
      assert.deepEqual(january.entries, [coins("ann", 1)])
      assert.deepEqual(january.userPosition, { userId: "bob", amount: 0, position: 0 })
      assert.equal((yield* boards.coins({ partnerId, month: "December", year: 2999 })).count, 0)
    })
  )
}
