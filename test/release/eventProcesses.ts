// Events of several processes: those that are killed leave no award without its event, and hints cross process borders.
import assert from "node:assert/strict"
import { Deferred, Effect, Layer } from "effect"
import { layerFromUrl } from "../../lib/drivers/url.ts"
import { Events } from "../../lib/index.ts"
import { allEvents } from "../events/partner.ts"
import { eventsOfProcesses } from "../events/suite/processes.ts"
import { makeArena, ok } from "../rewards/races/arena.ts"
import { inItsOwnProcess } from "../rewards/races/team.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { isWhole } from "../support/sized.ts"
import { inTime } from "../support/wait.ts"
import { engineOn, raw } from "../support/world.ts"

eventsOfProcesses("PostgreSQL", migratedDatabase)
if (isWhole) eventsOfProcesses("SQLite", async () => `sqlite:${await freshFile()}`)

describe("hints of other processes, on PostgreSQL", () => {
  it.live("reach a watcher, also after its connection was lost", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(migratedDatabase)
      const context = yield* Layer.build(engineOn(layerFromUrl(url)))
      const here = Effect.provide(context)
      const writer = yield* Effect.promise(() => inItsOwnProcess(url))
      yield* Effect.addFinalizer(() => Effect.promise(writer.stop))
      const { partnerId, ...arena } = yield* Effect.promise(() => makeArena([writer]))
      yield* here(allEvents(partnerId))
      yield* Effect.promise(() => arena.rule({ name: "signup" }))
      yield* Effect.promise(() => arena.members(1))
      const events = yield* here(Events)
      const award = { partnerId, userId: "user 0", ruleName: "signup" }

      /** Awards in the other process until this one hears of it. */
      const heard = Effect.gen(function* () {
        const done = yield* Deferred.make<void>()
        yield* events.watch((partner) => {
          if (partner === partnerId) Deferred.unsafeDone(done, Effect.void)
        })
        const again = Effect.promise(async () => ok(await writer.call("award", award)))
        yield* inTime("a hint of the other process")(
          Effect.raceFirst(Deferred.await(done), Effect.forever(Effect.delay(again, "20 millis")))
        )
      })
      // Keeps the connection for the whole test.
      yield* events.watch(() => undefined)
      yield* Effect.scoped(heard)
      const lost = yield* here(
        raw(`SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN %'`)
      )
      assert.equal(lost.length, 1)
      yield* Effect.scoped(heard)
    })
  )
})
