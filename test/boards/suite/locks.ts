import assert from "node:assert/strict"
import { Effect, Fiber } from "effect"
import { Coins } from "../../../lib/index.ts"
import { it } from "../../support/effect.ts"
import { leftOpen, stuck, waitsForLock } from "../../support/lock.ts"
import { makeRecorder, recorded } from "../../support/recorder.ts"
import { engineOn, type MakeClient, newPartner } from "../../support/world.ts"

/** A partner whose boards have one award, with one more that is pending, and the attempts to fold it. */
const shop = (makeClient: MakeClient) =>
  Effect.gen(function* () {
    const recorder = makeRecorder()
    const client = recorded(recorder, yield* Effect.promise(makeClient))
    const open = Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule({ coinValue: 1 })
      yield* partner.onboard("ann")
      yield* partner.award("ann")
      yield* partner.boards.points(partner)
      yield* partner.award("ann")
      const score = Effect.map(
        partner.boards.position({ partnerId: partner.partnerId, userId: "ann" }),
        ({ amount }) => Coins.format(amount)
      )
      return { ...partner, score, tries: () => recorder.count(/FROM input CROSS JOIN rewards_fold f/) }
    })
    return { open, engine: engineOn(client, { backgroundFolds: false }) }
  })

/** The boards of a partner have one writer at a time, whoever it is. PostgreSQL only: SQLite has one writer for all. */
export const locks = (makeClient: MakeClient): void => {
  it.live(
    "a read beside a rebuild tries to fold without waiting on a connection, and counts nothing twice",
    () =>
      Effect.gen(function* () {
        const { engine, open } = yield* shop(makeClient)
        const beside = Effect.gen(function* () {
          const { boards, partnerId, score, tries, verify } = yield* open
          const commit = yield* leftOpen(boards.rebuild({ partnerId }))
          const before = tries()
          const reading = yield* Effect.forkScoped(score)
          yield* Effect.repeat(waitsForLock, { until: (rows) => rows.length > 0 || tries() >= before + 3 })
          assert.deepEqual(yield* waitsForLock, [])
          yield* commit
          assert.equal(yield* Fiber.join(reading), "2")
          assert.deepEqual(yield* verify(), [])
        })
        yield* Effect.provide(beside, engine)
      })
  )

  it.live("a rebuild waits for another of the same partner, and both leave what the ledger says", () =>
    Effect.gen(function* () {
      const { engine, open } = yield* shop(makeClient)
      const twice = Effect.gen(function* () {
        const { boards, partnerId, score, verify } = yield* open
        const commit = yield* leftOpen(boards.rebuild({ partnerId }))
        const waiting = yield* stuck(boards.rebuild({ partnerId }))
        yield* commit
        yield* Fiber.join(waiting)
        assert.equal(yield* score, "2")
        assert.deepEqual(yield* verify(), [])
      })
      yield* Effect.provide(twice, engine)
    })
  )
}
