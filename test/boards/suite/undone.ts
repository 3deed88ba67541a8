import assert from "node:assert/strict"
import { Effect } from "effect"
import type { BoardType, MonthOfYear } from "../../../lib/boards/Board.ts"
import * as Coins from "../../../lib/rewards/Coins.ts"
import { newBookkeeper } from "../../support/bookkeeper.ts"
import type { Tests } from "../../support/effect.ts"
import { isWhole } from "../../support/sized.ts"
import { raw } from "../../support/world.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

const june: MonthOfYear = { year: 2025, month: 6 }
const july: MonthOfYear = { year: 2025, month: 7 }
const names = ["ann", "bob", "cid", "dan"] as const
type Name = (typeof names)[number]

const coins = (amount: number) => Coins.make(amount * 10_000)

/** Members and a rule of one coin, in June 2025. */
const summer = Effect.gen(function* () {
  const world = yield* newBoards
  const books = yield* newBookkeeper(world.partnerId)
  world.setTime("2025-06-10T00:00:00.000Z")
  yield* world.rule({ coinValue: 1 })
  const ids = new Map((yield* world.onboard(...names)).map(({ id, userId }) => [userId, id]))
  const order = (userId: Name, amount: number, of?: Date) => {
    const memberId = ids.get(userId)
    assert.ok(memberId)
    return { memberId, amount: coins(amount), stripe: 7, ...(of ? { of } : {}) }
  }
  const list = (type: BoardType = "earner", month?: MonthOfYear) =>
    Effect.map(world.boards.coins({ partnerId: world.partnerId, type, ...month }), ({ count, entries }) => {
      assert.equal(count, entries.length)
      return entries.map(({ userId, coins }) => `${userId} ${Coins.format(coins)}`)
    })
  /** The count and every member's score and position, on each board. */
  const everything = Effect.forEach(
    [undefined, june, july].flatMap((month) =>
      (["earner", "spender"] as const).map((type) => ({ type, month }))
    ),
    ({ month, type }) =>
      Effect.all({
        count: Effect.map(list(type, month), ({ length }) => length),
        positions: Effect.forEach(names, (userId) =>
          world.boards.position({ partnerId: world.partnerId, userId, type, ...month })
        )
      })
  )
  const verified = Effect.map(world.boards.verify(), (found) =>
    found.filter(({ partnerId }) => partnerId === world.partnerId).map(({ check }) => check)
  )
  return { ...world, books, everything, ids, list, order, verified }
})

/** ann, bob and cid have 2, 2 and 1 coins in June; bob gave one back. */
const withScores = Effect.gen(function* () {
  const world = yield* summer
  for (const userId of ["ann", "ann", "bob", "bob", "cid"]) yield* world.award(userId)
  yield* world.transfer("bob", 1)
  return world
})

export const undone = (it: Tests<BoardsEngine>): void => {
  it.live("an award that is reversed a month later leaves every score and position as without both", () =>
    Effect.gen(function* () {
      const { award, books, everything, list, order, setTime, verified } = yield* withScores
      const before = yield* everything
      for (const userId of ["cid", "dan"] as const) {
        setTime("2025-06-20T00:00:00.000Z")
        const { createdAt } = yield* award(userId)
        assert.notDeepEqual(yield* everything, before)
        setTime("2025-07-20T00:00:00.000Z")
        yield* books.takeBack(order(userId, 1, createdAt))
        assert.deepEqual(yield* everything, before)
      }
      assert.deepEqual(yield* list("earner", june), ["ann 2", "bob 2", "cid 1"])
      assert.deepEqual(yield* list("earner", july), [])
      assert.deepEqual(yield* verified, [])
    })
  )

  it.live("a transfer that is refunded a month later leaves every score and position as without both", () =>
    Effect.gen(function* () {
      const { books, everything, list, order, setTime, transfer, verified } = yield* withScores
      const before = yield* everything
      const { createdAt } = yield* transfer("ann", 2)
      assert.deepEqual(yield* list("spender", june), ["ann 2", "bob 1"])
      setTime("2025-07-20T00:00:00.000Z")
      yield* books.giveBack(order("ann", 2, createdAt))
      assert.deepEqual(yield* everything, before)
      assert.deepEqual(yield* list("spender"), ["bob 1"])
      assert.deepEqual(yield* verified, [])
    })
  )

  it.live("a member has reached the score that is left at the moment of the reversal", () =>
    Effect.gen(function* () {
      const { award, boards, books, list, order, partnerId, setTime } = yield* summer
      for (const userId of ["ann", "ann", "ann", "bob", "bob"]) yield* award(userId)
      const reversed = "2025-06-11T00:00:00.000Z"
      setTime(reversed)
      yield* books.takeBack(order("ann", 1))
      assert.deepEqual(yield* list("earner", june), ["bob 2", "ann 2"])
      const { entries } = yield* boards.points({ partnerId, take: 100 })
      assert.deepEqual(entries[1]?.updatedAt, new Date(reversed))
      for (const userId of ["ann", "bob"]) {
        assert.equal((yield* boards.position({ partnerId, userId })).position, 1)
      }
    })
  )

  it.live("a member whose coins are all taken back is as one who has nothing yet, until the next award", () =>
    Effect.gen(function* () {
      const { award, boards, books, list, order, partnerId, setTime, verified } = yield* withScores
      yield* list()
      setTime("2025-06-12T00:00:00.000Z")
      yield* books.takeBack(order("ann", 2))
      assert.deepEqual(yield* list(), ["bob 2", "cid 1"])
      const nothing = { userId: "ann", amount: 0, position: 0 }
      assert.deepEqual(yield* boards.position({ partnerId, userId: "ann" }), nothing)
      assert.deepEqual((yield* boards.points({ partnerId, userId: "ann" })).userPosition, nothing)
      const around = yield* boards.coins({ partnerId, around: "ann", limit: 1, ...june })
      assert.deepEqual([around.currentPage, around.userPosition], [1, nothing])
      const { months } = yield* boards.year({ partnerId, year: 2025 })
      assert.deepEqual(
        months[5]?.entries.map(({ userId, coins }) => `${userId} ${Coins.format(coins)}`),
        ["bob 2", "cid 1", "ann 0", "dan 0"]
      )
      assert.deepEqual(yield* verified, [])
      yield* award("ann")
      assert.deepEqual(yield* list(), ["bob 2", "cid 1", "ann 1"])
      assert.deepEqual(yield* verified, [])
    })
  )

  it.live("an award and its reversal in one fold leave a member that never stood on a board", () =>
    Effect.gen(function* () {
      const { award, boards, books, list, order, partnerId, verified } = yield* withScores
      yield* award("dan")
      yield* books.takeBack(order("dan", 1))
      assert.deepEqual(yield* list(), ["ann 2", "bob 2", "cid 1"])
      assert.equal((yield* boards.position({ partnerId, userId: "dan" })).position, 0)
      assert.deepEqual(yield* verified, [])
    })
  )

  it.live("verify finds a score that was falsified after it fell, and a reversal in a wrong month", () =>
    Effect.gen(function* () {
      const { books, ids, list, order, setTime, verified } = yield* withScores
      yield* books.takeBack(order("cid", 1))
      yield* list()
      const differs = "a member's score is the sum of its transfers"
      const own = `WHERE member_id = UUID '${ids.get("cid")}' AND board = 0`
      const falsified = [
        ["score = 1", "score = 0", [differs, "every level counts all members of a board"]],
        ["score = -1", "score = 0", [differs, "no score is below zero if all transfers are folded"]],
        ["reached_ms = reached_ms + 1", "reached_ms = reached_ms - 1", [differs]]
      ] as const
      for (const [change, undo, checks] of falsified) {
        yield* raw(`UPDATE rewards_score SET ${change} ${own}`)
        const found = new Set(yield* verified)
        for (const check of checks) assert.ok(found.has(check), `${change}: ${check}`)
        yield* raw(`UPDATE rewards_score SET ${undo} ${own}`)
        assert.deepEqual(yield* verified, [])
      }
      setTime("2025-07-10T00:00:00.000Z")
      yield* books.takeBack(order("ann", 1))
      assert.deepEqual(yield* list("earner", july), [])
      assert.deepEqual(yield* verified, ["no score is below zero if all transfers are folded"])
    })
  )

  if (!isWhole) return
  it.live("many members can leave a board at once and come back", () =>
    Effect.gen(function* () {
      const { awardMany, boards, books, onboard, partnerId, setTime, verified } = yield* summer
      const crowd = yield* onboard(...Array.from({ length: 600 }, (_, index) => `user ${index}`))
      const awards = crowd.map(({ userId }) => ({ userId, ruleName: "signup" }))
      for (const count of [600, 300, 100]) {
        setTime(Date.UTC(2025, 6, 1, 0, 0, count))
        yield* awardMany(awards.slice(0, count))
        yield* boards.points({ partnerId })
      }
      // Those with three coins fall to two, those with two and one to none.
      for (const [index, { id: memberId }] of crowd.entries()) {
        const amount = coins(index >= 300 || index < 100 ? 1 : 2)
        yield* books.takeBack({ memberId, amount, stripe: index % 16, of: new Date("2025-07-01") })
      }
      const left = yield* boards.coins({ partnerId, limit: 100, userId: "user 500", month: 7 })
      assert.equal(left.count, 100)
      assert.deepEqual(new Set(left.entries.map(({ coins }) => Coins.format(coins))), new Set(["2"]))
      assert.equal(left.userPosition?.position, 0)
      assert.deepEqual(yield* verified, [])
      yield* awardMany(awards)
      const { count, userPosition } = yield* boards.points({ partnerId, userId: "user 500" })
      assert.deepEqual([count, userPosition?.position], [600, 101])
      assert.deepEqual(yield* verified, [])
    })
  )
}
