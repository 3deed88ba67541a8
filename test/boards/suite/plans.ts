import assert from "node:assert/strict"
import { Effect } from "effect"
import { boardNumber } from "../../../lib/boards/Board.ts"
import { readMonths, readPage, readPosition } from "../../../lib/boards/Boards/ranking.ts"
import { insertLock, tryLock, waitForLock } from "../../../lib/boards/Folds.ts"
import { divisions, start } from "../../../lib/boards/rungs.ts"
import { readNewestBut, readRuleEarners } from "../../../lib/boards/statisticRows.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { stripeId } from "../../../lib/rewards/ledger/Account.ts"
import { largestId, smallestId } from "../../../lib/schema/Id.ts"
import { Database } from "../../../lib/sql/Database.ts"
import type { Tests } from "../../support/effect.ts"
import { neverScans } from "../../support/plan.ts"
import { onPostgres, raw } from "../../support/world.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

const members = 1500
/** No part of a plan may read more than a fraction of the board. */
const limits = { aliases: "misrc", most: 400 }

export const plans = (it: Tests<BoardsEngine>): void => {
  it.live("no query of a board scans the board, nor does a fold that locks it or divides its rungs", () =>
    Effect.gen(function* () {
      const { awardMany, onboard, partnerId, rule } = yield* newBoards
      yield* rule({ maxNumberOfParticipant: members })
      const userIds = Array.from({ length: members }, (_, index) => `user ${index}`)
      for (const start of [0, members / 2]) {
        const some = userIds.slice(start, start + members / 2)
        yield* onboard(...some)
        yield* awardMany(some.map((userId) => ({ userId, ruleName: "signup" })))
      }
      if (yield* onPostgres) yield* raw("ANALYZE")

      const board = { partnerId, board: boardNumber("earner", null) }
      for (const page of [1, 75, 150, 10_000]) {
        yield* neverScans(readPage, [{ ...board, page, size: 10, userId: null, around: null }], limits)
      }
      for (const userId of ["user 0", "user 700", "user 1499", "a stranger", crypto.randomUUID()]) {
        yield* neverScans(readPage, [{ ...board, page: 1, size: 10, userId, around: userId }], limits)
        yield* neverScans(readPosition, [{ ...board, userId }], limits)
      }
      yield* neverScans(
        readMonths,
        Array.from({ length: 12 }, (_, index) => ({
          partnerId,
          month: index + 1,
          board: boardNumber("earner", { year: 2025, month: index + 1 }),
          until: new Date(Date.UTC(2025, index + 1)),
          size: 10
        })),
        // The first members of the partner follow those who have a score.
        { ...limits, firsts: ["m USING COVERING INDEX rewards_member_onboarded"] }
      )
      const own = { ...limits, aliases: "cft" }
      const accountId = stripeId(PartnerId.make(partnerId), "issuance", 0)
      const lock = [{ partnerId, accountId }]
      for (const statement of [tryLock, waitForLock]) yield* neverScans(statement, lock, own)
      // Bun leaves a transaction open after it has explained an INSERT to SQLite.
      if (yield* onPostgres) yield* neverScans(insertLock, lock, { ...own, most: 1 })
      for (const { crowded } of divisions.slice(1)) {
        yield* neverScans(crowded, [{ ...board, rankKey: start }], own)
      }
    })
  )

  it.live("the members whom a rule paid most are found in its newest awards, without reading others", () =>
    Effect.gen(function* () {
      const { awardMany, onboard, partnerId, rule } = yield* newBoards
      const userIds = Array.from({ length: 800 }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      const names = ["signup", "visit", "order"]
      const [ruleId = assert.fail()] = yield* Effect.forEach(names, (name) =>
        Effect.map(rule({ name, maxNumberOfParticipant: 800 }), ({ id }) => id)
      )
      for (const ruleName of names) yield* awardMany(userIds.map((userId) => ({ userId, ruleName })))
      if (yield* onPostgres) yield* raw("ANALYZE")

      const { run } = yield* Database
      const few = { aliases: "wtcm", most: 400 }
      const condition = { partnerId, ruleId, ordinal: 0, after: smallestId, until: largestId }
      yield* neverScans(readNewestBut, [{ ...condition, skipped: 300 }], few)
      const [left] = yield* run(readNewestBut, [{ ...condition, skipped: 300 }])
      const after = left?.id ?? assert.fail("no award is left out")
      const earners = [{ ...condition, after, firstDay: 0, lastDay: 32_000 }]
      yield* neverScans(readRuleEarners, earners, few)
      const found = yield* run(readRuleEarners, earners)
      const newest = userIds.slice(-300)
      assert.deepEqual(
        [found.length, found.every(({ awards, userId }) => awards === 1 && newest.includes(userId))],
        [10, true]
      )
      assert.deepEqual(yield* run(readNewestBut, [{ ...condition, skipped: 800 }]), [])
    }).pipe(Effect.provide(Database.layer))
  )
}
