import assert from "node:assert/strict"
import { Clock, Effect, Schedule } from "effect"
import { layerClock } from "../../lib/rewards/clock.ts"
import { retryOnRealTime } from "../../lib/sql/RealTime.ts"
import { describe, it } from "../support/effect.ts"

describe("a retry on real time", () => {
  it("ends although the host's clock stands still, which what is retried sees", async () => {
    const seen = new Set<number>()
    const failing = Effect.flatMap(Clock.currentTimeMillis, (at) => {
      seen.add(at)
      return Effect.fail("again")
    })
    const schedule = Schedule.spaced("1 millis").pipe(Schedule.upTo("20 millis"))
    const retried = retryOnRealTime(failing, schedule).pipe(
      Effect.flip,
      Effect.provide(layerClock({ now: () => 1000 }))
    )
    assert.equal(await Effect.runPromise(retried), "again")
    assert.deepEqual(Array.from(seen), [1000])
  })

  it("goes on although the host's clock has jumped", async () => {
    let tries = 0
    const late = Effect.suspend(() => (++tries < 3 ? Effect.fail("again") : Effect.succeed(tries)))
    const schedule = Schedule.spaced("1 millis").pipe(Schedule.upTo("1 hour"))
    const clock = layerClock({ now: () => tries * 1_000_000_000 })
    assert.equal(await Effect.runPromise(Effect.provide(retryOnRealTime(late, schedule), clock)), 3)
  })
})
