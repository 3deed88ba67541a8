import assert from "node:assert/strict"
import { setImmediate } from "node:timers/promises"
import { Deferred, Effect, Fiber } from "effect"
import { layerFromUrl } from "../../lib/drivers/url.ts"
import { makeListTurns } from "../../lib/http/listTurns.ts"
import { routes } from "../../lib/http/routes.ts"
import { get } from "../support/calls.ts"
import { describe, it } from "../support/effect.ts"
import { late } from "../support/late.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { makeRecorder, recorded } from "../support/recorder.ts"
import { soon } from "../support/wait.ts"
import { openWorld } from "../support/world.ts"

/** Lets the event loop run a few times, so that the next lists begin. */
const loop = Effect.promise(async () => {
  for (let times = 0; times < 4; times++) await setImmediate()
})

/** Lists that end when the test lets them. `begun` has the names of the lists in the order in which they began. */
const makeLists = (limits: {
  readonly whole: number
  readonly partner: number
  readonly address?: number
}) => {
  const turns = makeListTurns({ address: limits.whole, ...limits })
  const begun: Array<string> = []
  const start = (partnerId: string, name: string, address?: string) =>
    Effect.gen(function* () {
      const end = yield* Deferred.make<void>()
      const list = Effect.zipRight(
        Effect.sync(() => begun.push(name)),
        Deferred.await(end)
      )
      const fiber = yield* Effect.fork(turns({ partnerId, address }, list))
      yield* Effect.yieldNow()
      const finish = Effect.zipRight(Deferred.succeed(end, undefined), Fiber.await(fiber))
      return { finish, interrupt: Fiber.interrupt(fiber) }
    })
  return { begun, start }
}

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
      yield* loop
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
      yield* loop
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

  it.live("addresses take turns, however many partners one of them has, and leave a place to others", () =>
    Effect.gen(function* () {
      const { begun, start } = makeLists({ whole: 3, partner: 2, address: 2 })
      const crowd = []
      for (let count = 1; count <= 5; count++)
        crowd.push(yield* start(`partner ${count}`, `crowd ${count}`, "a"))
      yield* loop
      assert.deepEqual(begun, ["crowd 1", "crowd 2"])
      const first = yield* start("other", "other 1", "b")
      yield* loop
      assert.deepEqual(begun, ["crowd 1", "crowd 2", "other 1"])
      yield* start("other", "other 2", "b")
      yield* crowd[0]?.finish ?? assert.fail()
      yield* loop
      yield* first.finish
      yield* loop
      assert.deepEqual(begun.slice(3), ["crowd 3", "other 2"])
    })
  )

  it.live("a partner at many addresses has no more turns than a partner at one", () =>
    Effect.gen(function* () {
      const { begun, start } = makeLists({ whole: 1, partner: 1 })
      const first = yield* start("wide", "wide 1", "a")
      for (const address of ["b", "c", "d"]) yield* start("wide", `wide at ${address}`, address)
      const second = yield* start("other", "other 1", "e")
      yield* start("other", "other 2", "e")
      yield* first.finish
      yield* loop
      yield* second.finish
      yield* loop
      assert.deepEqual(begun, ["wide 1", "other 1", "wide at b"])
    })
  )

  it.live("the event loop runs between the end of a list and the begin of the next one", () =>
    Effect.gen(function* () {
      const { begun, start } = makeLists({ whole: 1, partner: 1 })
      const first = yield* start("one", "first")
      yield* start("two", "second")
      yield* loop
      yield* first.finish
      yield* Effect.yieldNow()
      // A list that comes now waits, too, although nothing is read.
      yield* start("three", "third")
      assert.deepEqual(begun, ["first"])
      yield* loop
      assert.deepEqual(begun, ["first", "second"])
    })
  )

  it.live("the event loop runs between the begins of two lists, although both may be read at once", () =>
    Effect.gen(function* () {
      const { begun, start } = makeLists({ whole: 4, partner: 2 })
      yield* start("one", "first")
      yield* start("two", "second")
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
      const turns = makeListTurns({ whole: 1, partner: 1, address: 1 })
      const who = { partnerId: "one", address: "192.0.2.1" }
      const failed = yield* Effect.flip(turns(who, Effect.fail("no")))
      assert.equal(failed, "no")
      assert.equal(yield* turns(who, Effect.succeed("yes")), "yes")
    })
  )
})

describe("lists over HTTP", () => {
  it("of one partner wait for their turn, and those of another are served meanwhile", async () => {
    const recorder = makeRecorder()
    const { client, hold } = late(layerFromUrl(await migratedDatabase()))
    const world = await openWorld(recorded(recorder, client))
    const [one, other] = [await world.partner("one"), await world.partner("other")]
    const list = get("/laas/rules")
    const reads = () => recorder.count(/FROM rewards_rule/)
    for (const { as } of [one, other]) assert.equal((await world.send(as(list))).status, 200)
    const before = reads()
    const perList = before / 2
    const held = []
    for (let count = 0; count < 2; count++) {
      const { arrived, release } = hold(/FROM rewards_rule/)
      const answer = world.send(one.as(list))
      await soon("a list to be read", arrived)
      held.push({ answer, release })
    }
    const third = world.send(one.as(list))
    assert.equal((await soon("the list of the other partner", world.send(other.as(list)))).status, 200)
    assert.ok(reads() <= before + 3 * perList, "the third list was read before its turn")
    for (const { release } of held) release()
    for (const answer of [third, ...held.map((each) => each.answer)]) {
      assert.equal((await soon("a list", answer)).status, 200)
    }
    await world.close()
  })

  it("are sums of many rows and all routes with pages that a partner reads, but for the coin board, whose pages are short", () => {
    const sums = new Set(["alerts.list", "coins.liability", "statistics.ofPartner", "statistics.ofRule"])
    const names = routes.filter(({ isList }) => isList).map(({ name }) => name)
    for (const name of sums) assert.ok(names.includes(name), name)
    const paged = routes
      .filter(({ handled, method }) => method === "GET" && handled.guard.access === "partner")
      .filter(({ parameters }) => parameters.has("limit") || parameters.has("take"))
      .map(({ name }) => name)
    assert.deepEqual([...names, "boards.coins"].toSorted(), [...paged, ...sums].toSorted())
  })
})
