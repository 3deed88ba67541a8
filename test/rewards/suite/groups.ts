import assert from "node:assert/strict"
import { Effect, Exit, Fiber, FiberStatus, Layer, Scope } from "effect"
import { Backlog } from "../../../lib/rewards/ports.ts"
import { it } from "../../support/effect.ts"
import { outcome, refused, tally } from "../../support/expect.ts"
import { lockedBy } from "../../support/lock.ts"
import { makeRecorder, recorded } from "../../support/recorder.ts"
import { engineOn, freshEngine, type MakeClient, newPartner, onPostgres, raw } from "../../support/world.ts"

const userIds = Array.from({ length: 500 }, (_, index) => `user ${index}`)

/** A rule and five hundred members. */
const crowd = Effect.tap(newPartner, ({ rule, onboard }) => Effect.zipRight(rule(), onboard(...userIds)))

/** Returns when the caller waits for its answer, with its command queued, or has finished. */
const waiting = <A, E>(fiber: Fiber.RuntimeFiber<A, E>): Effect.Effect<void> =>
  Effect.gen(function* () {
    while (FiberStatus.isRunning(yield* Fiber.status(fiber))) yield* Effect.yieldNow()
  })

/** Makes the database refuse awards with this narration, as a constraint or trigger of the host might. */
const poison = Effect.gen(function* () {
  yield* raw(
    (yield* onPostgres)
      ? "ALTER TABLE rewards_text ADD CONSTRAINT host_poisoned CHECK (value <> 'poison')"
      : `CREATE TRIGGER host_poisoned BEFORE INSERT ON rewards_text WHEN NEW.value = 'poison'
         BEGIN SELECT RAISE(ABORT, 'poisoned'); END`
  )
})

export const groups = (makeClient: MakeClient): void => {
  it.live("five hundred concurrent awards take few transactions, each with the statements of one award", () =>
    Effect.gen(function* () {
      const recorder = makeRecorder()
      const client = recorded(recorder, yield* Effect.promise(makeClient))
      const counted = Effect.gen(function* () {
        const { award, awardMany, onboard, verify } = yield* crowd
        yield* onboard("lone")
        yield* award("lone")
        recorder.statements.length = 0
        yield* Effect.forEach(userIds, (userId) => award(userId), { concurrency: "unbounded" })
        const commits = recorder.count(/^COMMIT/)
        assert.ok(commits >= 1 && commits <= 20, `${commits} transactions`)
        recorder.statements.length = 0
        yield* award("lone")
        const lone = recorder.statements.length
        assert.ok(lone > 2)
        recorder.statements.length = 0
        yield* awardMany(userIds.slice(0, 50).map((userId) => ({ userId, ruleName: "signup" })))
        assert.equal(recorder.statements.length, lone)
        assert.deepEqual(yield* verify(), [])
      })
      yield* Effect.provide(counted, engineOn(client, { backgroundFolds: false }))
    })
  )

  it.live("work in the background can tell how many commands are not written yet", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const counted = Effect.gen(function* () {
        const { award, onboard, rule } = yield* newPartner
        const backlog = yield* Backlog
        yield* rule()
        yield* onboard("ann")
        const lock = yield* lockedBy(client)
        const awards = yield* Effect.forEach(["1", "2", "3"], () => Effect.fork(award("ann")))
        yield* Effect.forEach(awards, waiting)
        assert.equal(backlog.size(), 3)
        yield* lock.release
        yield* Fiber.joinAll(awards)
        assert.equal(backlog.size(), 0)
      })
      yield* Effect.provide(counted, Layer.merge(engineOn(client), Backlog.layer))
    })
  )

  it.effect("a single award is written at once, without waiting for a clock", () =>
    Effect.provide(
      Effect.gen(function* () {
        const { rule, onboard, award, coins } = yield* newPartner
        yield* rule()
        yield* onboard("ann")
        yield* award("ann")
        assert.equal(yield* coins("ann"), "10")
      }),
      freshEngine(makeClient)
    )
  )

  // With groups of one, all but the first wait in the queue when their callers are interrupted.
  for (const [maxGroup, where] of [
    [1000, "written"],
    [1, "queued"]
  ] as const) {
    it.live(`an award is written although its caller was interrupted while it was ${where}`, () =>
      Effect.gen(function* () {
        const client = yield* Effect.promise(makeClient)
        const interrupted = Effect.gen(function* () {
          const { award, coins, verify } = yield* crowd
          const lock = yield* lockedBy(client)
          const [first, second, third] = yield* Effect.forEach(["user 0", "user 1", "user 2"], (userId) =>
            Effect.fork(award(userId))
          )
          assert.ok(first && second && third)
          yield* Effect.forEach([first, second, third], waiting)
          yield* Fiber.interrupt(first)
          yield* Fiber.interrupt(second)
          yield* lock.release
          yield* Fiber.join(third)
          yield* award("user 3")
          assert.deepEqual(yield* Effect.forEach(["user 0", "user 1", "user 2"], coins), ["10", "10", "10"])
          assert.deepEqual(yield* verify(), [])
        })
        yield* Effect.provide(interrupted, engineOn(client, { groups: { maxGroup } }))
      })
    )
  }

  it.live("no transaction holds more awards than a group may have", () =>
    Effect.gen(function* () {
      const recorder = makeRecorder()
      const client = recorded(recorder, yield* Effect.promise(makeClient))
      const counted = Effect.gen(function* () {
        const { award, verify } = yield* crowd
        recorder.statements.length = 0
        yield* Effect.forEach(userIds.slice(0, 50), (userId) => award(userId), { concurrency: "unbounded" })
        const commits = recorder.count(/^COMMIT/)
        assert.ok(commits >= 8, `50 awards in ${commits} groups of 7`)
        assert.deepEqual(yield* verify(), [])
      })
      yield* Effect.provide(counted, engineOn(client, { backgroundFolds: false, groups: { maxGroup: 7 } }))
    })
  )

  it.live("an award that cannot be written fails alone", () =>
    Effect.provide(
      Effect.gen(function* () {
        const { award, awardMany, coins, verify } = yield* crowd
        yield* poison
        const exits = yield* Effect.forEach(
          userIds.slice(0, 50),
          (userId, index) =>
            Effect.exit(award(userId, "signup", index === 25 ? { narration: "poison" } : {})),
          { concurrency: "unbounded" }
        )
        assert.deepEqual(
          exits.flatMap((exit, index) => (Exit.isFailure(exit) ? [index] : [])),
          [25]
        )
        const pair = { ruleName: "signup", userId: "user 60" }
        const neighbour = yield* Effect.fork(award("user 61"))
        assert.ok(Exit.isFailure(yield* Effect.exit(awardMany([pair, { ...pair, narration: "poison" }]))))
        yield* Fiber.join(neighbour)
        assert.deepEqual(yield* Effect.forEach(["user 24", "user 25", "user 60", "user 61"], coins), [
          "10",
          "0",
          "0",
          "10"
        ])
        assert.deepEqual(yield* verify(), [])
      }),
      freshEngine(makeClient)
    )
  )

  it.live("a full queue refuses at once, and its queued awards are written", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const overrun = Effect.gen(function* () {
        const { award, awardMany, coins, verify } = yield* crowd
        const lock = yield* lockedBy(client)
        const head = yield* Effect.fork(award("user 0"))
        yield* waiting(head)
        yield* lock.contended
        const queued = yield* Effect.forEach(userIds.slice(1, 6), (userId) => Effect.fork(award(userId)))
        yield* Effect.forEach(queued, waiting)
        const error = yield* refused("QueueFull")(award("user 6"))
        assert.deepEqual([error.capacity, error.retryable], [5, true])
        yield* refused("QueueFull")(awardMany([{ userId: "user 6", ruleName: "signup" }]))
        yield* lock.release
        yield* Fiber.join(head)
        yield* Fiber.joinAll(queued)
        yield* award("user 7")
        const balances = yield* Effect.forEach(userIds.slice(0, 8), coins)
        assert.deepEqual(balances, ["10", "10", "10", "10", "10", "10", "0", "10"])
        assert.deepEqual(yield* verify(), [])
      })
      yield* Effect.provide(
        overrun,
        engineOn(client, { groups: { maxGroup: 2, capacity: 5, partnerCapacity: 5 } })
      )
    })
  )

  it.live("closing the engine first writes what was queued", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const scope = yield* Scope.make()
      const engine = yield* Layer.buildWithScope(
        engineOn(client, { groups: { maxGroup: 50, capacity: 1000 } }),
        scope
      )
      const { award, partnerId } = yield* Effect.provide(crowd, engine)
      const lock = yield* lockedBy(client)
      const callers = yield* Effect.forEach(userIds, (userId) => Effect.fork(outcome(award(userId))))
      yield* Effect.forEach(callers, waiting)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* lock.contended
      yield* lock.release
      yield* Fiber.join(closing)
      assert.deepEqual(tally(yield* Effect.forEach(callers, Fiber.join)), { ok: 500 })
      const reopened = Effect.gen(function* () {
        const { rules, verify } = yield* newPartner
        assert.equal((yield* rules.find({ partnerId, name: "signup" })).participants, 500)
        assert.deepEqual(yield* verify(), [])
      })
      yield* Effect.provide(reopened, engineOn(client))
    })
  )
}
