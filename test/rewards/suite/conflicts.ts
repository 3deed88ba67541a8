import assert from "node:assert/strict"
import { Effect, Fiber } from "effect"
import { it } from "../../support/effect.ts"
import { lockedBy } from "../../support/lock.ts"
import { engineOn, type MakeClient, newPartner } from "../../support/world.ts"

const shop = Effect.tap(newPartner, ({ rule, onboard }) => Effect.zipRight(rule(), onboard("ann", "bob")))

export const conflicts = (makeClient: MakeClient): void => {
  it.live("an award waits for another writer and is then written", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const contended = Effect.gen(function* () {
        const { award, coins } = yield* shop
        const lock = yield* lockedBy(client)
        const caller = yield* Effect.fork(award("ann"))
        yield* lock.contended
        yield* lock.release
        assert.equal((yield* Fiber.join(caller)).awarded, true)
        assert.equal(yield* coins("ann"), "10")
      })
      yield* Effect.provide(contended, engineOn(client))
    })
  )
}
