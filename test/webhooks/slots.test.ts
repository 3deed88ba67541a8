import assert from "node:assert/strict"
import { Effect, Fiber } from "effect"
import { makePace, makeSlots } from "../../lib/webhooks/WebhookSender/slots.ts"
import { describe, it } from "../support/effect.ts"
import { inTime, repeatUntil } from "../support/wait.ts"

const unlimited = makePace({ isBusy: () => false, perSecond: 1 })

describe("the slots of a sender", () => {
  it.live("go to partners in turns if all are taken, whatever the number of a partner's webhooks", () =>
    Effect.gen(function* () {
      const slots = makeSlots({ total: 2, perPartner: 8, pace: unlimited })
      const got: Array<string> = []
      const releases: Array<() => void> = []
      const ask = (partner: string) =>
        Effect.fork(
          Effect.map(slots.take(partner), (release) => {
            got.push(partner)
            releases.push(release)
          })
        )
      // The busy partner has both slots, and six webhooks that wait, before the other partner asks.
      for (let each = 0; each < 8; each++) yield* ask("busy")
      yield* Effect.sleep(0)
      yield* ask("other")
      yield* Effect.sleep(0)
      assert.deepEqual(got, ["busy", "busy"])
      for (let freed = 0; freed < 2; freed++) {
        releases.shift()?.()
        yield* Effect.sleep(0)
      }
      assert.deepEqual(got, ["busy", "busy", "busy", "other"])
    })
  )

  it.live("of other partners are free while one partner has all of its own", () =>
    Effect.gen(function* () {
      const slots = makeSlots({ total: 8, perPartner: 1, pace: unlimited })
      yield* slots.take("slow")
      const waiting = yield* Effect.fork(slots.take("slow"))
      yield* Effect.sleep(0)
      const release = yield* slots.take("other")
      release()
      assert.equal(waiting.unsafePoll(), null)
    })
  )

  it.live("do not go to a caller that no longer waits", () =>
    Effect.gen(function* () {
      const slots = makeSlots({ total: 1, perPartner: 1, pace: unlimited })
      const release = yield* slots.take("shop")
      const waiting = yield* Effect.fork(slots.take("shop"))
      yield* Effect.sleep(0)
      yield* Fiber.interrupt(waiting)
      release()
      yield* inTime("the slot that was released")(slots.take("shop"))
    })
  )

  it.live(
    "are given slowly and to partners in turns while other work goes first, and at once afterwards",
    () =>
      Effect.gen(function* () {
        let isBusy = true
        const pace = makePace({ isBusy: () => isBusy, perSecond: 5 })
        const slots = makeSlots({ total: 1000, perPartner: 500, pace })
        const got: Array<string> = []
        const ask = (partner: string) =>
          Effect.fork(Effect.map(slots.take(partner), () => void got.push(partner)))
        const until = (what: string, holds: () => boolean) => repeatUntil(what, Effect.sync(holds), Boolean)
        // Ten may start at once, and all of them would take 18 seconds.
        for (let each = 0; each < 100; each++) yield* ask("busy")
        yield* ask("other")
        yield* until("a slot of the other partner", () => got.includes("other"))
        assert.ok(got.length < 100, `the other partner waited behind the busy one: ${got}`)
        isBusy = false
        yield* until("all slots", () => got.length === 101)
      })
  )

  it.live("allow ten attempts at once, and no more after a pause, while other work goes first", () =>
    Effect.gen(function* () {
      const pace = makePace({ isBusy: () => true, perSecond: 2 })
      // Long enough for one attempt more.
      yield* Effect.sleep(600)
      for (let started = 0; started < 10; started++) {
        assert.ok(pace.mayStart())
        pace.started()
      }
      assert.ok(!pace.mayStart())
    })
  )
})
