import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { makeArena } from "../../rewards/races/arena.ts"
import { inItsOwnProcess } from "../../rewards/races/team.ts"
import { describe, it } from "../../support/effect.ts"
import { sized } from "../../support/sized.ts"
import { engineOn, raw } from "../../support/world.ts"
import { allEvents } from "../partner.ts"

/** How often a process is killed. */
const kills = sized("KILLS", { short: 2, whole: 3, long: 20 })

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

/** Events of processes that are killed: none leaves an award without its event. */
export const eventsOfProcesses = (name: string, makeUrl: () => Promise<string>): void => {
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
