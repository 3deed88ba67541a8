import assert from "node:assert/strict"
import { Deferred, Effect, Fiber } from "effect"
import type { PartnerId } from "../../../lib/rewards/Id.ts"
import { PartnerId as partnerIdOf } from "../../../lib/rewards/Id.ts"
import { makeTurns } from "../../../lib/rewards/simulation/turns.ts"
import { describe, it } from "../../support/effect.ts"

const [one, two, three] = ["1", "2", "3"].map((digit) =>
  partnerIdOf.make(`01a1dd04-59e9-7000-9022-9805fb1f653${digit}`)
) as unknown as readonly [PartnerId, PartnerId, PartnerId]

/** Lets every fiber run that can. */
const settled = Effect.yieldNow().pipe(Effect.repeatN(20))

describe("simulations at once", () => {
  it.effect("are one of a partner and two in all, and partners take turns", () =>
    Effect.gen(function* () {
      const inTurn = makeTurns()
      const running: Array<string> = []
      const start = (partnerId: PartnerId, name: string) =>
        Effect.gen(function* () {
          const end = yield* Deferred.make<void>()
          const work = Effect.zipRight(
            Effect.sync(() => running.push(name)),
            Deferred.await(end)
          )
          const fiber = yield* Effect.fork(inTurn(partnerId, work))
          yield* settled
          return { fiber, end: Effect.zipRight(Deferred.succeed(end, undefined), settled) }
        })
      const first = yield* start(one, "one's first")
      yield* start(one, "one's second")
      const third = yield* start(one, "one's third")
      assert.deepEqual(running, ["one's first"])
      const other = yield* start(two, "two's")
      yield* start(three, "three's")
      assert.deepEqual(running, ["one's first", "two's"])
      yield* first.end
      assert.deepEqual(running.slice(2), ["three's"])
      // A simulation that is interrupted while it waits leaves its place.
      yield* Fiber.interrupt(third.fiber)
      yield* Fiber.interrupt(other.fiber)
      yield* settled
      assert.deepEqual(running.slice(3), ["one's second"])
    })
  )
})
