import assert from "node:assert/strict"
import { Effect } from "effect"
import { check, HarnessFailure, httpSubject } from "../../lib/entries/testing.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { type Listening, listen } from "../support/listen.ts"
import { openWorld, type World } from "../support/world.ts"

describe("the harness over HTTP", () => {
  let world: World
  let service: Listening

  beforeAll(async () => {
    world = await openWorld()
    service = listen(world, { rateLimits: { public: 0, partner: 0 } })
  })
  afterAll(async () => {
    await service.stop()
    await world.close()
  })

  it.live(
    "finds that limits hold in a running service",
    () =>
      Effect.gen(function* () {
        const report = yield* check({ subject: httpSubject({ url: service.url }), seeds: 5, commands: 20 })
        console.log(`harness: ${report.sequences} sequences from seed ${report.seed} over HTTP`)
        assert.equal(report.sequences, 5)
        assert.ok(report.accepted > 0 && report.groups > 0)
      }),
    300_000
  )

  it.live(
    "finds a service that counts no participants",
    () =>
      Effect.gen(function* () {
        yield* Effect.promise(() =>
          world.sql(`CREATE TRIGGER fault AFTER UPDATE OF participants ON rewards_rule
            WHEN NEW.participants > OLD.participants
            BEGIN UPDATE rewards_rule SET participants = OLD.participants WHERE id = NEW.id; END`)
        )
        const options = { seed: 1, seeds: 25, commands: 20, shrinkFor: 0 }
        const failure = yield* Effect.flip(check({ subject: httpSubject({ url: service.url }), ...options }))
        assert.ok(failure instanceof HarnessFailure, String(failure))
        assert.match(failure.detail, /^expected .*\n +got |no order explains/)
      }),
    300_000
  )

  it("says where it found no service", async () => {
    const failed = await Effect.runPromise(
      Effect.flip(check({ subject: httpSubject({ url: "http://127.0.0.1:9" }) }))
    )
    assert.match(failed.message, /^there is no service at http:\/\/127\.0\.0\.1:9: /)
  })
})
