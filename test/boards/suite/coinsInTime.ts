import assert from "node:assert/strict"
import { Effect } from "effect"
import { dayOf, millisOfDay } from "../../../lib/boards/Statistic.ts"
import { type DayStatistics, Statistics } from "../../../lib/index.ts"
import { type Change, randomCoinsInTime } from "../../support/coinsInTime.ts"
import type { Tests } from "../../support/effect.ts"
import { sized } from "../../support/sized.ts"
import { raw, Time } from "../../support/world.ts"
import { random, seeds } from "../history.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

const steps = sized("STEPS", { short: 60, whole: 150, onNode: 60, long: 1500 })

/** The members with a score above 0 on the boards of this type, all-time or of one month. */
const scoresOf = (
  changes: ReadonlyArray<Change>,
  type: "earner" | "spender",
  month?: { readonly year: number; readonly month: number }
): ReadonlyMap<string, number> => {
  const scores = new Map<string, number>()
  for (const { coins, of, type: changed, userId } of changes) {
    if (of === null || (changed === "spent") !== (type === "spender")) continue
    const isOther = month && (of.getUTCFullYear() !== month.year || of.getUTCMonth() + 1 !== month.month)
    if (!isOther) scores.set(userId, (scores.get(userId) ?? 0) + coins)
  }
  return new Map(Array.from(scores).filter(([, score]) => score > 0))
}

/** The totals of the changes of one day. */
const totalsOf = (
  changes: ReadonlyArray<Change>,
  day: string
): Record<keyof Omit<DayStatistics, "expired" | "owed" | "refused" | "unexpired">, unknown> => {
  const of = (type: Change["type"], sign: number) => {
    const some = changes.filter(
      (each) => each.at.toISOString().startsWith(day) && each.type === type && Math.sign(each.coins) === sign
    )
    return { count: some.length, coins: some.reduce((sum, { coins }) => sum + Math.abs(coins), 0) }
  }
  return {
    day,
    awards: of("earned", 1).count,
    earned: of("earned", 1).coins,
    reversals: of("earned", -1).count,
    reversed: of("earned", -1).coins,
    transfers: of("spent", 1).count,
    spent: of("spent", 1).coins,
    refunds: of("spent", -1).count,
    refunded: of("spent", -1).coins,
    adjustments: of("adjusted", 1).count + of("adjusted", -1).count,
    credited: of("adjusted", 1).coins,
    debited: of("adjusted", -1).coins
  }
}

export const coinsInTime = (it: Tests<BoardsEngine>): void => {
  for (const seed of seeds) {
    it.live(
      `awards count when they are made and reversals when they are made, whatever waited or expired (SEED=${seed})`,
      () =>
        Effect.gen(function* () {
          const world = yield* newBoards
          const watch = yield* Time
          const statistics = yield* Statistics
          const { boards, partnerId } = world
          world.setTime("2025-05-28T22:00:00.000Z")
          const from = watch.now - 5 * millisOfDay
          const { changes, done } = yield* randomCoinsInTime(world, watch, random(seed), steps)
          assert.equal(Object.keys(done).length, 9, JSON.stringify(done))
          const expired = yield* raw(
            `SELECT kind, COUNT(*) AS n FROM rewards_transfer WHERE partner_id = UUID '${partnerId}'
             AND kind IN ('maturity', 'expiry', 'pending_reversal', 'expired_reversal') GROUP BY kind`
          )
          assert.equal(expired.length, 4, JSON.stringify(expired))

          const months = Array.from({ length: 2 + (watch.now - from) / (28 * millisOfDay) }, (_, index) => ({
            year: 2025 + Math.floor((index + 4) / 12),
            month: ((index + 4) % 12) + 1
          }))
          const check = Effect.gen(function* () {
            for (const type of ["earner", "spender"] as const) {
              for (const month of [undefined, ...months]) {
                const { entries } = yield* boards.coins({ partnerId, type, limit: 100, ...month })
                const found = new Map(entries.map(({ coins, userId }) => [userId, coins]))
                assert.deepEqual(found, scoresOf(changes, type, month))
              }
            }
            for (let at = from; at < watch.now + 5 * millisOfDay; at += 300 * millisOfDay) {
              const first = Math.floor(at / millisOfDay)
              const { days } = yield* statistics.ofPartner({
                partnerId,
                from: dayOf(first),
                to: dayOf(first + 299)
              })
              for (const { expired: _, owed: __, refused: ___, unexpired: ____, ...each } of days) {
                assert.deepEqual(each, totalsOf(changes, each.day))
              }
            }
            // Other tests of this database write rows of the ledger that no call would write.
            const own = (yield* world.verify()).filter((each) => each.partnerId === partnerId)
            assert.deepEqual(own, [])
          })
          yield* check
          yield* boards.rebuild({ partnerId })
          yield* check
        })
    )
  }
}
