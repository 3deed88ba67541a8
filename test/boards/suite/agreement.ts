import assert from "node:assert/strict"
import { Effect, Fiber } from "effect"
import type { Tests } from "../../support/effect.ts"
import { random } from "../history.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

const userIds = Array.from({ length: 20 }, (_, index) => `user ${index}`)

export const agreement = (it: Tests<BoardsEngine>): void => {
  it.live("page, count and position agree with each other during concurrent awards", () =>
    Effect.gen(function* () {
      const { awardMany, boards, onboard, partnerId, rule } = yield* newBoards
      const { below, list } = random(7)
      yield* rule({ coinValue: 1 })
      yield* onboard(...userIds)
      const anyUser = () => userIds[below(userIds.length)] ?? ""
      const batch = Effect.suspend(() =>
        awardMany(list(1 + below(5), () => ({ userId: anyUser(), ruleName: "signup" })))
      )
      const writers = yield* Effect.fork(
        Effect.all([batch, batch, batch].map(Effect.repeatN(40)), { concurrency: 3 })
      )

      const look = Effect.gen(function* () {
        const userId = anyUser()
        const { count, entries, userPosition } = yield* boards.points({ partnerId, take: 100, userId })
        const own = entries.find((entry) => entry.userId === userId)
        assert.equal(count, entries.length)
        assert.deepEqual(userPosition, {
          userId,
          amount: own?.points ?? 0,
          position: own === undefined ? 0 : 1 + entries.filter(({ points }) => points > own.points).length
        })
      })
      yield* Effect.all(
        Array.from({ length: 80 }, () => look),
        { concurrency: 4 }
      )
      yield* Fiber.join(writers)
      yield* look
    })
  )
}
