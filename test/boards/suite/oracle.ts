import assert from "node:assert/strict"
import { Effect } from "effect"
import type { BoardType, CoinsPage, MonthOfYear } from "../../../lib/boards/Board.ts"
import type { Tests } from "../../support/effect.ts"
import { type Past, randomPast, seeds } from "../history.ts"
import type { Line } from "../oracle.ts"
import type { BoardsEngine } from "../partner.ts"

const types: ReadonlyArray<BoardType> = ["earner", "spender"]

const everyMonth = [2023, 2024, 2025].flatMap((year) =>
  Array.from({ length: 12 }, (_, index): MonthOfYear => ({ year, month: index + 1 }))
)

/** All pages of a board, following `nextPage`, each with the position of a random member. */
const walk = (
  { boards, chance, oracle, partnerId }: Past,
  limit: number,
  type: BoardType,
  month?: MonthOfYear
) =>
  Effect.gen(function* () {
    const expected = oracle.board(type, month)
    const lastPage = Math.max(1, Math.ceil(expected.length / limit))
    let page: number | null = 1
    const seen: Array<{ readonly userId: string; readonly coins: number }> = []
    while (page !== null) {
      const userId = `user ${chance.below(oracle.people.size)}`
      const answer: CoinsPage = yield* boards.coins({
        partnerId,
        page,
        limit,
        type,
        userId,
        ...month
      })
      const { entries, userPosition, ...around } = answer
      assert.deepEqual(userPosition, { userId, ...oracle.position(expected, userId) })
      assert.deepEqual(around, {
        count: expected.length,
        currentPage: page,
        nextPage: page === lastPage ? null : page + 1,
        prevPage: page === 1 ? null : page - 1,
        lastPage
      })
      seen.push(...entries)
      page = around.nextPage
    }
    assert.deepEqual(seen, expected.map(toCoins))
  })

const toCoins = ({ person, score }: Line) => ({ userId: person.userId, coins: score })

const toPoints = ({ person, reachedAt, score }: Line) => ({
  id: person.id,
  userId: person.userId,
  points: score,
  createdAt: person.createdAt,
  updatedAt: new Date(reachedAt)
})

const allPoints = ({ boards, oracle, partnerId }: Past) =>
  Effect.gen(function* () {
    const { entries } = yield* boards.points({ partnerId, take: 100 })
    assert.deepEqual(entries, oracle.board("earner").map(toPoints))
  })

const allYears = ({ boards, oracle, partnerId }: Past) =>
  Effect.gen(function* () {
    for (const type of types) {
      for (const year of [2023, 2024, 2025]) {
        for (const limit of [1, 4, 100]) {
          const { months } = yield* boards.year({ partnerId, year, limit, type })
          assert.equal(months.length, year === 2025 ? 9 : 12)
          for (const { entries, month } of months) {
            const expected = oracle.filled(type, { year, month }).slice(0, limit)
            assert.deepEqual(entries, expected.map(toCoins), `${year}-${month}, at most ${limit}`)
          }
        }
      }
    }
  })

export const oracle = (it: Tests<BoardsEngine>): void => {
  for (const seed of seeds) {
    it.live(`every page, position and month is what the ledger sorts to (SEED=${seed})`, () =>
      Effect.gen(function* () {
        const past = yield* randomPast(seed, 80)
        yield* allPoints(past)
        for (const type of types) {
          for (const limit of [1, 7, 100]) yield* walk(past, limit, type)
          for (const month of everyMonth) yield* walk(past, 2 + past.chance.below(5), type, month)
        }
        yield* allYears(past)
      })
    )
  }
}
