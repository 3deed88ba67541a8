import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import type { BoardType, MonthOfYear } from "../../../lib/boards/Board.ts"
import type { Tests } from "../../support/effect.ts"
import { sized } from "../../support/sized.ts"
import { random } from "../history.ts"
import { type Line, Oracle } from "../oracle.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

const members = sized("MEMBERS", { short: 600, onNode: 300, long: 2000 })
const batches = sized("BATCHES", { short: 6, onNode: 2, long: 20 })
const batch = 1000
/** The position of every 20th member is requested separately. */
const asked = 20

/**
 * Half of the members get awards from the first rules only, so that many have equal scores. The times lie around the
 * end of a month.
 */
const moments = ["2025-06-30T23:59:59.999Z", "2025-07-01T00:00:00.000Z", "2025-07-01T00:00:00.001Z"]
const values = ["1", "1", "2", "0.0001"]

/**
 * Many awards and some transfers, in batches of the largest size, with enough members that rungs divide and empty.
 */
const crowded = (seed: number) =>
  Effect.gen(function* () {
    const world = yield* newBoards
    const oracle = new Oracle()
    const { below, list } = random(seed)
    yield* Effect.forEach(values, (coinValue, index) =>
      world.rule({ name: `rule ${index}`, coinValue, maxNumberOfParticipant: members })
    )
    const userIds = Array.from({ length: members }, (_, index) => `user ${index}`)
    for (let start = 0; start < members; start += batch) {
      const onboarded = yield* world.onboard(...userIds.slice(start, start + batch))
      for (const member of onboarded) oracle.people.set(member.userId, member)
    }
    const anyUser = () => userIds[below(2) === 0 ? below(members) : below(members / 10)] ?? ""

    for (let round = 0; round < batches; round++) {
      // In turn, so that each month has awards, and the clock goes back, too.
      world.setTime(moments[round % moments.length] ?? 0)
      const inputs = list(batch, () => ({
        userId: anyUser(),
        ruleName: `rule ${below(below(2) === 0 ? 2 : values.length)}`
      }))
      for (const { userId, coins, createdAt } of (yield* world.awardMany(inputs)).map(Either.getOrThrow)) {
        oracle.movements.push({ userId, type: "earner", amount: coins, at: createdAt })
      }
      const moved = yield* Effect.all(
        list(50, () => Effect.either(world.transfer(anyUser(), 1))),
        { concurrency: "unbounded" }
      )
      for (const { userId, coins, createdAt } of moved.flatMap((made) =>
        Either.isRight(made) ? [made.right] : []
      )) {
        oracle.movements.push({ userId, type: "spender", amount: coins, at: createdAt })
      }
    }
    return { ...world, oracle, below, userIds }
  })

type Crowd = Effect.Effect.Success<ReturnType<typeof crowded>>

/** Positions by score: equal scores have equal positions. */
const positions = (board: ReadonlyArray<Line>): ReadonlyMap<string, { amount: number; position: number }> => {
  const found = new Map<string, { amount: number; position: number }>()
  let [position, last] = [0, Number.NaN]
  board.forEach(({ person, score }, index) => {
    if (score !== last) position = index + 1
    last = score
    found.set(person.userId, { amount: score, position })
  })
  return found
}

/**
 * Compares every line of every page of a board, on each page also the position of a member and the page around a
 * member, and separately the positions of other members.
 */
const compare = (crowd: Crowd, type: BoardType, limit: number, month?: MonthOfYear) =>
  Effect.gen(function* () {
    const { boards, below, oracle, partnerId, userIds } = crowd
    const expected = oracle.board(type, month)
    const ranks = positions(expected)
    const lastPage = Math.max(1, Math.ceil(expected.length / limit))
    let checks = 0
    for (let page = 1; page <= lastPage; page++) {
      const userId = userIds[below(members)] ?? ""
      const found = yield* boards.coins({ partnerId, page, limit, type, userId, ...month })
      const lines = expected.slice((page - 1) * limit, page * limit)
      assert.deepEqual(
        found.entries,
        lines.map(({ person, score }) => ({ userId: person.userId, coins: score }))
      )
      assert.equal(found.count, expected.length)
      assert.deepEqual(found.userPosition, { userId, ...(ranks.get(userId) ?? { amount: 0, position: 0 }) })
      checks += lines.length + 1

      // The one page of an empty board has nobody to be around.
      if (lines.length === 0) continue
      const holder = lines[below(lines.length)]?.person.userId ?? ""
      const around = yield* boards.coins({ partnerId, around: holder, limit, type, ...month })
      assert.deepEqual([around.currentPage, around.entries], [page, found.entries])
      assert.deepEqual(around.userPosition, { userId: holder, ...ranks.get(holder) })
      checks += lines.length + 1
    }
    for (let index = below(asked); index < members; index += asked) {
      const userId = userIds[index] ?? ""
      const found = yield* boards.position({ partnerId, userId, type, ...month })
      assert.deepEqual(found, { userId, ...(ranks.get(userId) ?? { amount: 0, position: 0 }) })
      checks += 1
    }
    return checks
  })

export const crowd = (it: Tests<BoardsEngine>): void => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  it.live(
    `${batches * batch} updates leave every page and position as in a sorted array (SEED=${seed})`,
    () =>
      Effect.gen(function* () {
        const made = yield* crowded(seed)
        let checks = 0
        for (const type of ["earner", "spender"] as const) {
          checks += yield* compare(made, type, 100)
          checks += yield* compare(made, type, 29)
          checks += yield* compare(made, type, 83)
          checks += yield* compare(made, type, 47, { year: 2025, month: 6 })
          checks += yield* compare(made, type, 64, { year: 2025, month: 7 })
        }
        assert.ok(checks >= members * 10, `${checks} checks`)
        const found = yield* made.verify()
        assert.deepEqual(
          found.filter(({ partnerId }) => partnerId === made.partnerId),
          []
        )
      })
  )
}
