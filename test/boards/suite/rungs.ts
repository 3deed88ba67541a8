import assert from "node:assert/strict"
import { Effect } from "effect"
import type { Tests } from "../../support/effect.ts"
import { raw } from "../../support/world.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

const members = 300
const rounds = 12

export const rungs = (it: Tests<BoardsEngine>): void => {
  it.live("rungs below rising members are removed", () =>
    Effect.gen(function* () {
      const { awardMany, boards, verify, onboard, partnerId, rule, setTime } = yield* newBoards
      yield* rule({ maxNumberOfParticipant: members })
      const userIds = Array.from({ length: members }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      for (let round = 0; round < rounds; round++) {
        setTime(Date.UTC(2025, 6, 1, round))
        yield* awardMany(userIds.map((userId) => ({ userId, ruleName: "signup" })))
        // A read folds what is pending, so each round is folded by itself.
        yield* boards.points({ partnerId })
      }
      const [ladder] = yield* raw(
        `SELECT COUNT(DISTINCT rank_key) AS rungs, SUM(members) AS members FROM rewards_rung
         WHERE partner_id = UUID '${partnerId}' AND board = 0 AND level = 1`
      )
      assert.equal(Number(ladder?.members), members)
      // Each round divides the first rung into five and empties those of the previous round. Some empty rungs are not
      // removed yet.
      assert.ok(Number(ladder?.rungs) <= 30, `${ladder?.rungs} rungs for ${members} members`)
      const found = yield* verify()
      assert.deepEqual(
        found.filter((divergence) => divergence.partnerId === partnerId),
        []
      )
    })
  )

  it.live("boards that are rebuilt from the ledger are the same, and can be updated", () =>
    Effect.gen(function* () {
      const { award, awardMany, boards, verify, onboard, partnerId, rule, transfer } = yield* newBoards
      yield* rule({ maxNumberOfParticipant: members })
      const userIds = Array.from({ length: members }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      yield* awardMany(userIds.map((userId) => ({ userId, ruleName: "signup" })))
      yield* boards.points({ partnerId })
      yield* transfer("user 3", 4)
      yield* boards.points({ partnerId })
      const scores = raw(
        `SELECT board, member_id, score, rank_key FROM rewards_score WHERE partner_id = UUID '${partnerId}' ORDER BY board, rank_key`
      )
      const before = yield* scores
      yield* boards.rebuild({ partnerId })
      assert.deepEqual(yield* scores, before)
      yield* award("user 7")
      assert.equal((yield* boards.position({ partnerId, userId: "user 7" })).position, 1)
      const found = yield* verify()
      assert.deepEqual(
        found.filter((divergence) => divergence.partnerId === partnerId),
        []
      )
    })
  )
}
