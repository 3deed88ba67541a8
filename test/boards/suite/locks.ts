import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Fiber } from "effect"
import { Coins } from "../../../lib/index.ts"
import { it } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { leftOpen, stuck, waitsForLock } from "../../support/lock.ts"
import { makeRecorder, recorded } from "../../support/recorder.ts"
import { repeatUntil } from "../../support/wait.ts"
import { engineOn, type MakeClient, newPartner, raw } from "../../support/world.ts"
import { untilFoldIsDue } from "../partner.ts"

/** A partner whose boards have one award, with one more that is pending, and the attempts to fold it. */
const shop = (makeClient: MakeClient, { backgroundFolds = false, lockTimeout = 60_000 } = {}) =>
  Effect.gen(function* () {
    const recorder = makeRecorder()
    const client = recorded(recorder, yield* Effect.promise(makeClient))
    const open = Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule({ coinValue: 1 })
      yield* partner.onboard("ann")
      yield* partner.award("ann")
      yield* partner.award("ann")
      // With a transfer, the boards have marks of more than one account.
      yield* partner.transfer("ann", 1)
      yield* partner.boards.points({ partnerId: partner.partnerId })
      yield* partner.award("ann")
      const score = Effect.map(
        partner.boards.position({ partnerId: partner.partnerId, userId: "ann" }),
        ({ amount }) => Coins.format(amount)
      )
      return { ...partner, score, tries: () => recorder.count(/FROM input CROSS JOIN rewards_fold t/) }
    })
    return { open, engine: engineOn(client, { backgroundFolds, lockTimeout }) }
  })

/** Starts to read while another transaction holds the boards, and returns when the read has tried to fold some times. */
const triedInVain = <A, E, R>(read: Effect.Effect<A, E, R>, tries: () => number) =>
  Effect.gen(function* () {
    const before = tries()
    const reading = yield* Effect.forkScoped(read)
    const enough = repeatUntil("three tries to fold", Effect.sync(tries), (now) => now >= before + 3)
    yield* Effect.raceFirst(enough, Fiber.join(reading))
    return reading
  })

/** The boards of a partner have one writer at a time. PostgreSQL only: SQLite has one writer for all. */
export const locks = (makeClient: MakeClient): void => {
  it.live(
    "a read beside a rebuild tries to fold without waiting on a connection, and counts nothing twice",
    () =>
      Effect.gen(function* () {
        const { engine, open } = yield* shop(makeClient)
        const beside = Effect.gen(function* () {
          const { boards, partnerId, score, tries, verify } = yield* open
          const commit = yield* leftOpen(boards.rebuild({ partnerId }))
          const before = tries()
          const reading = yield* Effect.forkScoped(score)
          yield* repeatUntil(
            "a wait for a lock, or three tries to fold",
            waitsForLock,
            (rows) => rows.length > 0 || tries() >= before + 3
          )
          assert.deepEqual(yield* waitsForLock, [])
          yield* commit
          assert.equal(yield* Fiber.join(reading), "3")
          assert.deepEqual(yield* verify(), [])
        })
        yield* Effect.provide(beside, engine)
      })
  )

  it.live("a rebuild waits for another of the same partner, and both leave what the ledger says", () =>
    Effect.gen(function* () {
      const { engine, open } = yield* shop(makeClient)
      const twice = Effect.gen(function* () {
        const { boards, partnerId, score, verify } = yield* open
        const commit = yield* leftOpen(boards.rebuild({ partnerId }))
        const waiting = yield* stuck(boards.rebuild({ partnerId }))
        yield* commit
        yield* Fiber.join(waiting)
        assert.equal(yield* score, "3")
        assert.deepEqual(yield* verify(), [])
      })
      yield* Effect.provide(twice, engine)
    })
  )

  /** A read by itself, and one in a host's transaction. */
  const readsOf = <E, R>({ score }: { readonly score: Effect.Effect<string, E, R> }) =>
    Effect.map(SqlClient.SqlClient, (sql) => [score, sql.withTransaction(score)])

  it.live("a read waits for boards that are held for a moment", () =>
    Effect.gen(function* () {
      const { engine, open } = yield* shop(makeClient, { lockTimeout: 5000 })
      const held = Effect.gen(function* () {
        const shop = yield* open
        for (const [index, read] of (yield* readsOf(shop)).entries()) {
          const commit = yield* leftOpen(shop.boards.rebuild({ partnerId: shop.partnerId }))
          yield* shop.award("ann")
          const reading = yield* Effect.forkScoped(read)
          // Time for some tries, which are five milliseconds apart. It passes without them, too.
          yield* Effect.sleep(100)
          yield* commit
          assert.equal(yield* Fiber.join(reading), String(4 + index))
        }
      })
      yield* Effect.provide(held, engine)
    })
  )

  it.live("a read fails with LockTimeout when another transaction holds the boards for too long", () =>
    Effect.gen(function* () {
      const { engine, open } = yield* shop(makeClient, { lockTimeout: 100 })
      const held = Effect.gen(function* () {
        const shop = yield* open
        for (const read of yield* readsOf(shop)) {
          const commit = yield* leftOpen(shop.boards.rebuild({ partnerId: shop.partnerId }))
          yield* shop.award("ann")
          yield* refused("LockTimeout")(read)
          yield* commit
        }
      })
      yield* Effect.provide(held, engine)
    })
  )

  it.live("a read is done when others have folded what it waits for, though the boards are held again", () =>
    Effect.gen(function* () {
      const { engine, open } = yield* shop(makeClient)
      const held = Effect.gen(function* () {
        const { boards, partnerId, score, tries } = yield* open
        const commit = yield* leftOpen(boards.rebuild({ partnerId }))
        const reading = yield* triedInVain(score, tries)
        const lock = raw(`SELECT 1 FROM rewards_fold WHERE partner_id = UUID '${partnerId}' FOR UPDATE`)
        const next = yield* Effect.forkScoped(leftOpen(lock))
        yield* repeatUntil("a wait for a lock", waitsForLock, (rows) => rows.length > 0)
        yield* commit
        const release = yield* Fiber.join(next)
        assert.equal(yield* Fiber.join(reading), "3")
        yield* release
      })
      yield* Effect.provide(held, engine)
    })
  )

  // It is tried again after five seconds.
  it.live("a background fold that finds the boards locked is tried again later, without a read", () =>
    Effect.gen(function* () {
      const { engine, open } = yield* shop(makeClient, { backgroundFolds: true })
      const held = Effect.gen(function* () {
        const { boards, tries, ...partner } = yield* open
        const commit = yield* leftOpen(boards.rebuild({ partnerId: partner.partnerId }))
        const before = tries()
        yield* untilFoldIsDue(partner, "ann")
        yield* repeatUntil("a try to fold", Effect.sync(tries), (now) => now > before)
        yield* commit
        const score = raw("SELECT score FROM rewards_score WHERE board = 0")
        yield* repeatUntil("a fold without a read", score, ([row]) => Number(row?.score) === 4003 * 10_000)
        assert.deepEqual(yield* partner.verify(), [])
      })
      yield* Effect.provide(held, engine)
    })
  )
}
