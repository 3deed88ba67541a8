// Events of several processes: those that are killed leave no award without its event, and hints cross process borders.
import assert from "node:assert/strict"
import { Deferred, Effect, Layer } from "effect"
import { layerFromUrl } from "../../lib/drivers/url.ts"
import { Events } from "../../lib/index.ts"
import { makeArena, ok } from "../rewards/races/arena.ts"
import { inItsOwnProcess } from "../rewards/races/team.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { sized } from "../support/sized.ts"
import { inTime } from "../support/wait.ts"
import { engineOn, raw } from "../support/world.ts"
import { allEvents } from "./partner.ts"

const databases = [
  { name: "PostgreSQL", url: migratedDatabase },
  { name: "SQLite", url: async () => `sqlite:${await freshFile()}` }
]

/** How often a process is killed. */
const kills = sized("KILLS", { short: 3, long: 20 })

/** The ids of all awards and transfers of a partner, as the tables have them. */
const recorded = (partnerId: string) =>
  Effect.map(
    raw(`SELECT 'award' AS kind, id FROM rewards_award WHERE partner_id = UUID '${partnerId}'
      UNION ALL SELECT 'transfer' AS kind, id FROM rewards_transfer
      WHERE partner_id = UUID '${partnerId}' AND kind = 'user_partner_transfer'`),
    (rows) => rows.map(({ id, kind }) => `${kind} ${id}`).toSorted()
  )

/** The same, as the partner's events have them. */
const eventsOf = (partnerId: string) =>
  Effect.map(allEvents(partnerId), (events) =>
    events
      .flatMap((event) => {
        switch (event.type) {
          case "award.paid":
          case "award.counted":
          case "award.suppressed":
            return [`award ${event.data.id}`]
          case "coins.transferred":
            return [`transfer ${event.data.id}`]
          default:
            return []
        }
      })
      .toSorted()
  )

for (const { name, url: makeUrl } of databases) {
  describe(`events of several processes, on ${name}`, () => {
    it.live(`every record has its event, and no more, after ${kills} processes were killed`, () =>
      Effect.gen(function* () {
        const url = yield* Effect.promise(makeUrl)
        const context = yield* Layer.build(engineOn(layerFromUrl(url)))
        const here = Effect.provide(context)
        const survivor = yield* Effect.promise(() => inItsOwnProcess(url))
        yield* Effect.addFinalizer(() => Effect.promise(survivor.stop))
        const { partnerId, ...arena } = yield* Effect.promise(() => makeArena([survivor]))
        yield* here(allEvents(partnerId))
        yield* Effect.promise(() => arena.rule({ name: "pays", userLimitAward: 20, atLimit: "suppress" }))
        yield* Effect.promise(() => arena.rule({ name: "counts", type: "batched", completionNumber: 3 }))
        yield* Effect.promise(() => arena.members(10))
        const input = (index: number) => ({
          partnerId,
          // The eleventh does not exist, and every third call comes again with its key.
          userId: `user ${index % 11}`,
          ruleName: index % 2 === 0 ? "pays" : "counts",
          idempotencyKey: `key ${index - (index % 3 === 0 ? 3 : 0)}`
        })
        for (let round = 0; round < kills; round++) {
          const victim = yield* Effect.promise(() => inItsOwnProcess(url))
          const asked = Array.from({ length: 60 }, (_, index) => {
            const racer = index % 2 === 0 ? victim : survivor
            return index % 10 === 9
              ? racer.call("transfer", { partnerId, userId: `user ${index % 10}`, coins: 1 })
              : racer.call("award", input(round * 60 + index))
          })
          // Some have their answers by then, and others are being written.
          yield* Effect.promise(() => Promise.race(asked))
          yield* Effect.promise(victim.kill)
          yield* Effect.promise(() => Promise.all(asked))
        }
        const expected = yield* here(recorded(partnerId))
        assert.ok(expected.length > 20, `only ${expected.length} records were made`)
        assert.deepEqual(yield* here(eventsOf(partnerId)), expected)
      })
    )
  })
}

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
