import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Data, Effect, Exit, Layer, Logger, Runtime } from "effect"
import { Coins } from "../../../lib/index.ts"
import type { Tests } from "../../support/effect.ts"
import { it as alone } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { isWhole, sized } from "../../support/sized.ts"
import { repeatUntil } from "../../support/wait.ts"
import {
  freshEngine,
  type MakeClient,
  newPartner,
  newWatch,
  onPostgres,
  raw,
  timeOf
} from "../../support/world.ts"
import { type BoardsEngine, newBoards, untilFoldIsDue } from "../partner.ts"

class HostFailed extends Data.TaggedError("HostFailed") {}

/** A partner with a rule of one coin and two members. */
const shop = Effect.gen(function* () {
  const world = yield* newBoards
  yield* world.rule({ coinValue: 1 })
  yield* world.onboard("ann", "bob")
  const position = (userId: string) =>
    Effect.map(world.boards.position({ partnerId: world.partnerId, userId }), (found) => [
      Coins.format(found.amount),
      found.position
    ])
  return { ...world, position, sql: yield* SqlClient.SqlClient }
})

/** Makes the database refuse every new rung, as a constraint or trigger of the host might. */
const breakRungs = Effect.gen(function* () {
  yield* raw(
    (yield* onPostgres)
      ? "ALTER TABLE rewards_rung ADD CONSTRAINT host_broken CHECK (false) NOT VALID"
      : "CREATE TRIGGER host_broken BEFORE INSERT ON rewards_rung BEGIN SELECT RAISE(ABORT, 'broken'); END"
  )
})

const repairRungs = Effect.gen(function* () {
  yield* raw(
    (yield* onPostgres) ? "ALTER TABLE rewards_rung DROP CONSTRAINT host_broken" : "DROP TRIGGER host_broken"
  )
})

/** More than one step of a fold takes. */
const pending = sized("PENDING", { short: 12_000, long: 25_000 })

export const folds = (it: Tests<BoardsEngine>, makeClient: MakeClient): void => {
  it.live(
    "inside a host's transaction, a board has the transaction's own awards, and forgets them with it",
    () =>
      Effect.gen(function* () {
        const { award, position, sql, transfer } = yield* shop
        yield* award("ann")
        const work = Effect.gen(function* () {
          yield* award("bob")
          yield* award("bob")
          assert.deepEqual(yield* position("bob"), ["2", 1])
          yield* transfer("bob", 1)
          yield* award("ann")
          yield* award("ann")
          assert.deepEqual(
            [yield* position("ann"), yield* position("bob")],
            [
              ["3", 1],
              ["2", 2]
            ]
          )
          return yield* new HostFailed()
        })
        yield* refused("HostFailed")(sql.withTransaction(work))
        assert.deepEqual(
          [yield* position("ann"), yield* position("bob")],
          [
            ["1", 1],
            ["0", 0]
          ]
        )
        yield* sql.withTransaction(
          Effect.zipRight(award("bob"), Effect.zipRight(position("bob"), award("bob")))
        )
        assert.deepEqual(
          [yield* position("ann"), yield* position("bob")],
          [
            ["1", 2],
            ["2", 1]
          ]
        )
      })
  )

  it.live("a host's transaction that has read a board blocks no other read", () =>
    Effect.gen(function* () {
      // On SQLite, a write transaction of the host blocks everybody.
      if (!(yield* onPostgres)) return
      const { award, position, sql } = yield* shop
      yield* award("ann")
      const outside = Runtime.runPromise(yield* Effect.runtime<BoardsEngine>())
      const work = Effect.gen(function* () {
        yield* award("bob")
        assert.deepEqual(yield* position("bob"), ["1", 1])
        assert.deepEqual(yield* Effect.promise(() => outside(position("ann"))), ["1", 1])
        assert.deepEqual(yield* Effect.promise(() => outside(position("bob"))), ["0", 0])
        assert.deepEqual(yield* position("bob"), ["1", 1])
      })
      yield* sql.withTransaction(work)
      assert.deepEqual(
        [yield* position("ann"), yield* position("bob")],
        [
          ["1", 1],
          ["1", 1]
        ]
      )
    })
  )

  it.live("a read-only database returns boards as of the last fold", () =>
    Effect.gen(function* () {
      if (!(yield* onPostgres)) return
      const { award, partnerId, position, sql } = yield* shop
      yield* award("ann")
      yield* position("ann")
      yield* award("bob")
      const reading = Effect.zipRight(raw("SET TRANSACTION READ ONLY"), position("bob"))
      const found = yield* sql.withTransaction(reading)
      assert.ok(found[0] === "0" || found[0] === "1", `${found} for ${partnerId}`)
      assert.deepEqual(yield* position("bob"), ["1", 1])
    })
  )

  alone.live("a fold that fails half way changes nothing, blocks no award, and is repeated later", () =>
    Effect.gen(function* () {
      const world = yield* newPartner
      yield* world.rule({ coinValue: 1 })
      yield* world.onboard("ann", "bob")
      yield* world.award("ann")
      yield* world.boards.points({ partnerId: world.partnerId })
      const scores = raw("SELECT * FROM rewards_score")
      const before = yield* scores
      yield* breakRungs
      yield* world.award("bob")
      const exit = yield* Effect.exit(world.boards.points({ partnerId: world.partnerId }))
      assert.ok(Exit.isFailure(exit) && Cause.isDie(exit.cause), "the fold did not fail")
      yield* world.award("bob")
      assert.deepEqual(yield* scores, before)
      assert.deepEqual(yield* world.verify(), [])
      yield* repairRungs
      const { entries } = yield* world.boards.points({ partnerId: world.partnerId })
      assert.deepEqual(
        entries.map(({ points, userId }) => [userId, Coins.format(points)]),
        [
          ["bob", "2"],
          ["ann", "1"]
        ]
      )
      assert.deepEqual(yield* world.verify(), [])
    }).pipe(Effect.provide(freshEngine(makeClient)))
  )

  alone.live(
    "many transfers are folded in the background, before any read, and it is logged if that fails",
    () => {
      const logged: Array<unknown> = []
      const logger = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => logged.push(message))
      )
      return Effect.gen(function* () {
        const world = yield* newPartner
        yield* world.rule()
        yield* world.onboard("ann")
        const score = Effect.map(raw("SELECT score FROM rewards_score WHERE board = 0"), ([row]) =>
          Number(row?.score)
        )
        yield* breakRungs
        yield* untilFoldIsDue(world, "ann")
        yield* repeatUntil(
          "a line of the log",
          Effect.sync(() => logged.length),
          (count) => count > 0
        )
        assert.match(String(logged[0]), /^boards were not folded in the background/)
        yield* repairRungs
        yield* untilFoldIsDue(world, "ann")
        yield* repeatUntil("a fold in the background", score, (found) => found === 8000 * 100_000)
      }).pipe(Effect.provide(Layer.provide(freshEngine(makeClient), logger)))
    }
  )

  if (!isWhole) return
  alone.live(
    `${pending} transfers that are pending are folded in steps by the first read`,
    () =>
      Effect.gen(function* () {
        const world = yield* newPartner
        const userIds = Array.from({ length: 1000 }, (_, index) => `user ${index}`)
        yield* world.rule({ coinValue: 1, maxNumberOfParticipant: userIds.length })
        yield* world.onboard(...userIds)
        const bulk = userIds.map((userId) => ({ userId, ruleName: "signup" }))
        for (let made = 0; made < pending; made += bulk.length) yield* world.awardMany(bulk)
        assert.deepEqual(yield* raw("SELECT * FROM rewards_score"), [])
        const { count, entries } = yield* world.boards.points({ partnerId: world.partnerId, take: 100 })
        assert.equal(count, userIds.length)
        const each = String(Math.ceil(pending / bulk.length))
        assert.deepEqual(new Set(entries.map(({ points }) => Coins.format(points))), new Set([each]))
        assert.deepEqual(yield* world.verify(), [])
      }).pipe(
        Effect.provide(
          Layer.provideMerge(
            freshEngine(makeClient, { backgroundFolds: false }),
            timeOf(newWatch("2025-07-01T12:00:00.000Z"))
          )
        )
      ),
    60_000 + pending
  )
}
