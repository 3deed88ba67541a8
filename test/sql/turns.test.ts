import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Deferred, Effect, Exit, Fiber, identity } from "effect"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { Turns } from "../../lib/sql/Connections.ts"
import { holdOf } from "../../lib/sql/Transaction.ts"
import { describe, it } from "../support/effect.ts"

/** Runs three effects at once, of which each waits for a moment and one fails. Tells what ran when. */
const crowd = (run: (turns: Turns, effect: Effect.Effect<void, string>) => Effect.Effect<void, string>) =>
  Effect.gen(function* () {
    const turns = new Turns()
    const seen: Array<string> = []
    const one = (name: string) =>
      run(
        turns,
        Effect.gen(function* () {
          seen.push(`${name} in`)
          yield* Effect.sleep(1)
          seen.push(`${name} out`)
          if (name === "b") return yield* Effect.fail("b failed")
        })
      )
    const exits = yield* Effect.all(
      ["a", "b", "c"].map((name) => Effect.exit(one(name))),
      { concurrency: "unbounded" }
    )
    assert.deepEqual(exits.map(Exit.isSuccess), [true, false, true])
    assert.deepEqual(seen, ["a in", "a out", "b in", "b out", "c in", "c out"])
    // The turn was given back after all.
    yield* run(turns, Effect.void)
  })

describe("turns", () => {
  it.live("are taken one at a time, in the order of arrival, also after a failure", () =>
    Effect.gen(function* () {
      yield* crowd((turns, effect) => turns.alone(effect, identity))
      yield* crowd((turns, effect) => Effect.uninterruptible(turns.uninterrupted(effect)))
    })
  )

  it.live("a caller that is interrupted while it waits leaves the queue", () =>
    Effect.gen(function* () {
      const turns = new Turns()
      const end = yield* Deferred.make<void>()
      const first = yield* Effect.fork(Effect.uninterruptible(turns.uninterrupted(Deferred.await(end))))
      yield* Effect.sleep(1)
      let ran = false
      const second = yield* Effect.fork(
        turns.alone(
          Effect.sync(() => {
            ran = true
          }),
          identity
        )
      )
      yield* Effect.sleep(1)
      yield* Fiber.interrupt(second)
      let entered = false
      const entering = Effect.sync(() => {
        entered = true
        return "third"
      })
      const third = yield* Effect.fork(Effect.uninterruptible(turns.uninterrupted(entering)))
      yield* Effect.sleep(1)
      // The turn was never the second's to hand on.
      assert.equal(entered, false)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(first)
      assert.equal(yield* Fiber.join(third), "third")
      assert.equal(ran, false)
    })
  )

  it.live("a caller that waits while another is interrupted keeps waiting", () =>
    Effect.gen(function* () {
      const turns = new Turns()
      const end = yield* Deferred.make<void>()
      const first = yield* Effect.fork(Effect.uninterruptible(turns.uninterrupted(Deferred.await(end))))
      yield* Effect.sleep(1)
      const waiting = yield* Effect.fork(turns.alone(Effect.void, identity))
      let entered = false
      const entering = Effect.sync(() => {
        entered = true
      })
      const last = yield* Effect.fork(turns.alone(entering, identity))
      yield* Effect.sleep(1)
      yield* Fiber.interrupt(waiting)
      yield* Effect.sleep(1)
      assert.equal(entered, false)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(last)
      assert.equal(entered, true)
    })
  )

  it("a turn that is left twice is handed on once", () => {
    const turns = new Turns()
    const enter = () => {
      const turn = turns.turn()
      Effect.runFork(turns.admission(turn))
      return turn
    }
    const [first, second, third] = [enter(), enter(), enter()]
    assert.deepEqual([first.admitted, second.admitted, third.admitted], [true, false, false])
    turns.leave(first)
    turns.leave(first)
    assert.deepEqual([first.admitted, second.admitted, third.admitted], [false, true, false])
    turns.leave(second)
    assert.equal(third.admitted, true)
  })
})

describe("the connection of a client", () => {
  it.live("is held by one use at a time, whether it was reserved or held", () =>
    Effect.gen(function* () {
      const client = yield* SqlClient.SqlClient
      const hold = holdOf(client)
      const seen: Array<string> = []
      const reserved = Effect.scoped(
        Effect.zipRight(
          client.reserve,
          Effect.zipRight(
            Effect.sleep(2),
            Effect.sync(() => seen.push("reserved"))
          )
        )
      )
      const held = hold(
        () => Effect.sync(() => seen.push("held")),
        () => Effect.die("there is no connection")
      )
      yield* Effect.all([reserved, Effect.uninterruptible(held), reserved, Effect.uninterruptible(held)], {
        concurrency: "unbounded"
      })
      assert.deepEqual(seen, ["reserved", "held", "reserved", "held"])
    }).pipe(Effect.provide(layer({ filename: ":memory:" })))
  )

  it.live("a transaction that a use has left open is rolled back", () =>
    Effect.gen(function* () {
      const client = yield* SqlClient.SqlClient
      const hold = holdOf(client)
      yield* client`CREATE TABLE t (n INTEGER)`
      const left = hold(
        (connection) =>
          Effect.zipRight(
            connection.executeUnprepared("BEGIN", [], undefined),
            connection.executeUnprepared("INSERT INTO t VALUES (1)", [], undefined)
          ),
        () => Effect.die("there is no connection")
      )
      yield* Effect.uninterruptible(left)
      assert.deepEqual(yield* client`SELECT n FROM t`, [])
    }).pipe(Effect.provide(layer({ filename: ":memory:" })))
  )

  it.live("is reserved by the host's own way where the host has replaced it", () =>
    Effect.gen(function* () {
      const client = yield* SqlClient.SqlClient
      let reserved = 0
      const reserve = Effect.tap(client.reserve, () => Effect.sync(() => ++reserved))
      const hold = holdOf(Object.assign(client, { reserve }))
      yield* Effect.uninterruptible(hold(() => Effect.void, Effect.die))
      assert.equal(reserved, 1)
    }).pipe(Effect.provide(layer({ filename: ":memory:" })))
  )
})
