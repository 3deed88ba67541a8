import assert from "node:assert/strict"
import { Effect } from "effect"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

const wholeNumbers = [0, -1, 1.5, "0", "", "ten", "1e2", " 1", Number.NaN, Number.POSITIVE_INFINITY]

const quoted = (value: string | number): string =>
  typeof value === "number" ? String(value) : JSON.stringify(value)

export const refusals = (it: Tests<BoardsEngine>): void => {
  it.live("an invalid page number is refused by name", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* newBoards
      for (const page of wholeNumbers) {
        const expected = `page must be a whole number of 1 or more, got ${quoted(page)}`
        assert.equal((yield* refused("InvalidInput")(boards.points({ partnerId, page }))).message, expected)
        assert.equal((yield* refused("InvalidInput")(boards.coins({ partnerId, page }))).message, expected)
      }
    })
  )

  it.live("a page holds 1 to 100 entries", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* newBoards
      for (const size of [...wholeNumbers, 101, "101"]) {
        const expected = `must be a whole number from 1 to 100, got ${quoted(size)}`
        const take = yield* refused("InvalidInput")(boards.points({ partnerId, take: size }))
        assert.equal(take.message, `take ${expected}`)
        const limit = yield* refused("InvalidInput")(boards.coins({ partnerId, limit: size }))
        assert.equal(limit.message, `limit ${expected}`)
        const yearly = yield* refused("InvalidInput")(boards.year({ partnerId, year: 2025, limit: size }))
        assert.equal(yearly.message, `limit ${expected}`)
      }
    })
  )

  it.live("a month and a year must exist", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* newBoards
      for (const month of [0, 13, "00", "13", "20", "Sept", "Mai", "", 1.5]) {
        const { message } = yield* refused("InvalidInput")(boards.coins({ partnerId, month }))
        assert.equal(message, `month must be a month from 1 to 12 or its English name, got ${quoted(month)}`)
      }
      for (const year of [0, 1969, 3000, "last", "", "20250"]) {
        const expected = `year must be a year from 1970 to 2999, got ${quoted(year)}`
        assert.equal(
          (yield* refused("InvalidInput")(boards.coins({ partnerId, month: 1, year }))).message,
          expected
        )
        assert.equal((yield* refused("InvalidInput")(boards.year({ partnerId, year }))).message, expected)
      }
    })
  )

  it.live("the paged board takes no year without a month", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* newBoards
      const { message } = yield* refused("InvalidInput")(boards.coins({ partnerId, year: 2025 }))
      assert.equal(message, "month is required when year is given")
    })
  )

  it.live("a page is asked for by its number or around a member, not both", () =>
    Effect.gen(function* () {
      const { boards, onboard, partnerId } = yield* newBoards
      yield* onboard("ann")
      const expected = "page must be left out if around is given"
      const points = yield* refused("InvalidInput")(boards.points({ partnerId, page: 1, around: "ann" }))
      assert.equal(points.message, expected)
      const coins = yield* refused("InvalidInput")(boards.coins({ partnerId, page: 2, around: "ann" }))
      assert.equal(coins.message, expected)
    })
  )

  it.live("every fault is named at once", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* newBoards
      const { faults } = yield* refused("InvalidInput")(
        boards.coins({ partnerId, page: 0, limit: 0, month: 0, year: 0, userId: "" })
      )
      assert.deepEqual(
        faults.map(({ field }) => field),
        ["page", "limit", "month", "year", "userId"]
      )
    })
  )

  it.live("the requested user must be a member of this partner", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* newBoards
      const elsewhere = yield* newBoards
      yield* elsewhere.onboard("eve")
      const points = (partnerId: string) =>
        Effect.map(boards.points({ partnerId, userId: "eve" }), ({ userPosition }) => userPosition)
      const coins = (partnerId: string) =>
        Effect.map(boards.coins({ partnerId, userId: "eve" }), ({ userPosition }) => userPosition)
      const around = (partnerId: string) =>
        Effect.map(boards.points({ partnerId, around: "eve" }), ({ userPosition }) => userPosition)
      const position = (partnerId: string) => boards.position({ partnerId, userId: "eve" })
      for (const ask of [points, coins, around, position]) {
        assert.equal((yield* refused("MemberNotFound")(ask(partnerId))).userId, "eve")
        assert.deepEqual(yield* ask(elsewhere.partnerId), { userId: "eve", amount: 0, position: 0 })
      }
    })
  )
}
