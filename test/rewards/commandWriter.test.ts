import assert from "node:assert/strict"
import { Cause, Effect, Exit, Layer } from "effect"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { Rewards } from "../../lib/index.ts"
import { Actor } from "../../lib/rewards/Actor.ts"
import { Ids } from "../../lib/rewards/Ids.ts"
import { NewTransfers, Trail } from "../../lib/rewards/ports.ts"
import { uuidv7 } from "../../lib/schema/Id.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { describe, it } from "../support/effect.ts"
import { freshEngine, newPartner } from "../support/world.ts"

const makeClient = async () => layer({ filename: ":memory:" })

const idsOfAnHourAgo = Layer.succeed(Ids, {
  take: (count) =>
    Effect.sync(() => {
      const [random, millis] = [crypto.getRandomValues(new Uint8Array(8 * count)), Date.now() - 60 * 60_000]
      return Array.from({ length: count }, (_, index) => uuidv7(millis, index, random, 8 * index))
    })
})

describe("the journal", () => {
  it.live("tells who listens how many transfers of each partner it has committed", () =>
    Effect.gen(function* () {
      const told: Array<readonly [partnerId: string, transfers: number]> = []
      yield* (yield* NewTransfers).listen((...each) => told.push(each))
      const partner = yield* newPartner
      yield* partner.rule()
      yield* partner.rule({ name: "step", type: "batched", completionNumber: 3 })
      yield* partner.onboard("ada", "bob", "cy")
      const all = ["ada", "bob", "cy"].map((userId) => ({ userId, ruleName: "signup" }))
      // The last one counts a step, and pays nothing.
      yield* partner.awardMany([...all, { userId: "ada", ruleName: "step" }])
      yield* partner.transfer("ada", 1)
      yield* partner.award("bob", "step")
      assert.deepEqual(told, [
        [partner.partnerId, 3],
        [partner.partnerId, 1]
      ])
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(freshEngine(makeClient), NewTransfers.layer)))
  )

  it.live("has the trail record each order once", () => {
    const recorded: Array<ReadonlyArray<string>> = []
    const trail = Layer.succeed(Trail, {
      record: (orders) =>
        Effect.sync(() => {
          recorded.push(orders.map(({ by, record }) => `${by.name}: ${record.id}`))
          return Batch.succeed(undefined)
        })
    })
    return Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule()
      yield* partner.onboard("ada")
      const byOps = Effect.provideService(Actor, Actor.host("ops"))
      yield* byOps(partner.award("ada"))
      yield* partner.transfer("ada", 1)
      const { id } = yield* byOps(partner.transfer("ada", 1, { idempotencyKey: "once" }))
      yield* byOps(partner.transfer("ada", 1, { idempotencyKey: "once" }))
      yield* Effect.flip(byOps(partner.transfer("ada", 1000)))
      assert.deepEqual(recorded, [[`ops: ${id}`]])
    }).pipe(Effect.provide(Rewards.layer().pipe(Layer.provide([layer({ filename: ":memory:" }), trail]))))
  })

  it.live("takes no id from before the moment of its record, which could not be found by its time", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule()
      yield* partner.onboard("ada")
      const exit = yield* Effect.exit(partner.award("ada"))
      assert.ok(Exit.isFailure(exit))
      assert.match(Cause.pretty(exit.cause), /is not a UUID of version 7 from/)
    }).pipe(Effect.provide(freshEngine(makeClient, { ids: idsOfAnHourAgo })))
  )
})
