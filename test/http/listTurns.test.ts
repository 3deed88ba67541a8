import assert from "node:assert/strict"
import { setImmediate } from "node:timers/promises"
import { Deferred, Effect, Fiber } from "effect"
import { makeListTurns } from "../../lib/http/listTurns.ts"
import { describe, it } from "../support/effect.ts"

/** Lists that end when the test lets them. `begun` has the names of the lists in the order in which they began. */
const makeLists = (limits: { readonly whole: number; readonly partner: number }) => {
  const turns = makeListTurns(limits)
  const begun: Array<string> = []
  const start = (partner: string, name: string) =>
    Effect.gen(function* () {
      const end = yield* Deferred.make<void>()
      const list = Effect.zipRight(
        Effect.sync(() => begun.push(name)),
        Deferred.await(end)
      )
      const fiber = yield* Effect.fork(turns(partner, list))
      yield* Effect.yieldNow()
      const finish = Effect.zipRight(Deferred.succeed(end, undefined), Fiber.await(fiber))
      return { finish, interrupt: Fiber.interrupt(fiber) }
    })
  return { begun, start }
}

/** Lets the event loop run, so that the next lists begin. */
const loop = Effect.promise(() => setImmediate())

describe("the turns of lists", () => {
  it.live("a partner reads a few lists at once, and the others wait in their order", () =>
    Effect.gen(function* () {
      const { begun, start } = makeLists({ whole: 4, partner: 2 })
      const lists = [
        yield* start("one", "a"),
        yield* start("one", "b"),
        yield* start("one", "c"),
        yield* start("one", "d")
      ]
      assert.deepEqual(begun, ["a", "b"])
      yield* lists[1]?.finish ?? assert.fail()
      yield* loop
      assert.deepEqual(begun, ["a", "b", "c"])
      yield* lists[0]?.finish ?? assert.fail()
      yield* loop
      assert.deepEqual(begun, ["a", "b", "c", "d"])
    })
  )

  it.live("partners take turns, however many lists one of them waits for", () =>
    Effect.gen(function* () {
      const { begun, start } = makeLists({ whole: 2, partner: 2 })
      const first = yield* start("one", "one 1")
      const second = yield* start("one", "one 2")
      for (const name of ["one 3", "one 4", "one 5"]) yield* start("one", name)
      for (const name of ["two 1", "two 2"]) yield* start("two", name)
      yield* start("three", "three 1")
      yield* first.finish
      yield* loop
      yield* second.finish
      yield* loop
      assert.deepEqual(begun, ["one 1", "one 2", "two 1", "three 1"])
    })
  )

  it.live("the event loop runs between the end of a list and the begin of the next one", () =>
    Effect.gen(function* () {
      const { begun, start } = makeLists({ whole: 1, partner: 1 })
      const first = yield* start("one", "first")
      yield* start("two", "second")
      yield* first.finish
      yield* Effect.yieldNow()
      // A list that comes now waits, too, although nothing is read.
      yield* start("three", "third")
      assert.deepEqual(begun, ["first"])
      yield* loop
      assert.deepEqual(begun, ["first", "second"])
    })
  )

  it.live("a list that is interrupted while it waits or reads leaves its place to the next one", () =>
    Effect.gen(function* () {
      const { begun, start } = makeLists({ whole: 1, partner: 1 })
      const reading = yield* start("one", "reading")
      const waiting = yield* start("one", "waiting")
      yield* start("one", "last")
      yield* waiting.interrupt
      yield* reading.interrupt
      yield* loop
      assert.deepEqual(begun, ["reading", "last"])
    })
  )

  it.live("a list that fails leaves its place to the next one", () =>
    Effect.gen(function* () {
      const turns = makeListTurns({ whole: 1, partner: 1 })
      const failed = yield* Effect.flip(turns("one", Effect.fail("no")))
      assert.equal(failed, "no")
      assert.equal(yield* turns("one", Effect.succeed("yes")), "yes")
    })
  )
})
