import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import { boardNumber } from "../../../lib/boards/Board.ts"
import { readPage, readPosition } from "../../../lib/boards/Boards/ranking.ts"
import { Boards } from "../../../lib/index.ts"
import * as Coins from "../../../lib/rewards/Coins.ts"
import { newBookkeeper } from "../../support/bookkeeper.ts"
import { it } from "../../support/effect.ts"
import { freshEngine, type MakeClient, newWatch, raw, timeOf } from "../../support/world.ts"
import { random, randomPast, seeds } from "../history.ts"
import { newBoards } from "../partner.ts"

const one = Coins.make(10_000)

const scores = raw(
  "SELECT board, member_id, score, reached_ms, rank_key FROM rewards_score ORDER BY board, member_id"
)

/** Folds in steps of different sizes. Each test has its own database, where nothing else folds. */
export const steps = (makeClient: MakeClient): void => {
  const engine = Layer.provideMerge(
    freshEngine(makeClient, { backgroundFolds: false }),
    timeOf(newWatch("2025-07-01T12:00:00.000Z"))
  )

  it.live("a reversal that is folded before its award shows nowhere, and the next step corrects it", () =>
    Effect.gen(function* () {
      const { boards, onboard, partnerId, setTime } = yield* newBoards
      const [ann, bob] = yield* onboard("ann", "bob")
      assert.ok(ann && bob)
      const books = yield* newBookkeeper(partnerId)
      // A fold takes the stripes in their order.
      yield* books.issue({ memberId: ann.id, amount: 3 * one, stripe: 5 })
      yield* books.issue({ memberId: bob.id, amount: one, stripe: 3 })
      setTime("2025-07-02T00:00:00.000Z")
      yield* books.takeBack({ memberId: ann.id, amount: 2 * one, stripe: 2 })
      yield* books.redeem({ memberId: ann.id, amount: one, stripe: 9 })
      yield* books.giveBack({ memberId: ann.id, amount: one, stripe: 8 })
      const board = { partnerId, board: boardNumber("earner", null) }
      const kept = Effect.map(
        raw(
          `SELECT board, score FROM rewards_score WHERE board < 2 AND member_id = UUID '${ann.id}' ORDER BY board`
        ),
        (rows) => rows.map(({ score }) => Number(score) / one)
      )
      /** What is folded so far: who is on the board, and ann's score and the number of members above it. */
      const shown = Effect.gen(function* () {
        const rows = yield* books.database.run(readPage, [
          { ...board, page: 1, size: 10, userId: "ann", around: "ann" }
        ])
        const [position] = yield* books.database.run(readPosition, [{ ...board, userId: "ann" }])
        assert.deepEqual(yield* boards.verify(), [])
        const listed = rows.flatMap((row) => (row.memberId === null ? [] : [row.userId]))
        assert.equal(rows[0]?.count, listed.length)
        assert.deepEqual([position?.score, position?.above], [rows[0]?.askedScore, rows[0]?.askedAbove])
        return { listed, score: position?.score, above: position?.above }
      })

      yield* books.fold(1)
      assert.deepEqual(yield* kept, [-2])
      assert.deepEqual(yield* shown, { listed: [], score: null, above: null })
      yield* books.fold(1)
      assert.deepEqual(yield* shown, { listed: ["bob"], score: null, above: null })
      yield* books.fold(1)
      assert.deepEqual(yield* shown, { listed: ["bob", "ann"], score: one, above: 0 })
      yield* books.fold(1)
      assert.deepEqual(yield* kept, [1, -1])
      yield* books.fold(1)
      assert.deepEqual(yield* kept, [1, 0])

      const stepwise = yield* scores
      yield* boards.rebuild({ partnerId })
      assert.deepEqual(yield* scores, stepwise)
      assert.equal((yield* boards.position({ partnerId, userId: "ann" })).amount, one)
      assert.deepEqual((yield* boards.coins({ partnerId, type: "spender" })).entries, [])
      assert.deepEqual(yield* boards.verify(), [])
    }).pipe(Effect.provide(engine))
  )

  for (const seed of seeds) {
    it.live(
      `a history that is folded in any steps, at once, or again has the same scores (SEED=${seed})`,
      () =>
        Effect.gen(function* () {
          const chance = random(seed + 1)
          const foldSome = (partnerId: string) =>
            Effect.gen(function* () {
              if (chance.below(3) > 0) return
              const books = yield* newBookkeeper(partnerId)
              yield* books.fold(1 + chance.below(9))
              assert.deepEqual(yield* (yield* Boards).verify(), [])
            })
          const { boards, books } = yield* randomPast(seed, 80, foldSome)
          const foldAll: Effect.Effect<void, unknown> = Effect.suspend(() =>
            Effect.flatMap(books.fold(1 + chance.below(9)), (folded) =>
              folded._tag === "Done" && folded.left === 0 ? Effect.void : foldAll
            )
          )
          yield* foldAll
          const stepwise = yield* scores
          assert.deepEqual(yield* boards.verify(), [])
          for (const most of [10_000, 1, 2 + chance.below(20)]) {
            yield* books.rebuild(most)
            assert.deepEqual(yield* scores, stepwise)
            assert.deepEqual(yield* boards.verify(), [])
          }
          if (seed === 1) assert.ok(stepwise.some(({ score }) => Number(score) === 0))
        }).pipe(Effect.provide(engine))
    )
  }
}
