// The order of events on PostgreSQL, where transactions run side by side and commit in any order.
import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Chunk, type Context, Deferred, Effect, Fiber, Layer, type Scope, Stream } from "effect"
import { layer } from "../../lib/drivers/postgres.ts"
import { type Event, Events } from "../../lib/index.ts"
import { PartnerId } from "../../lib/rewards/Id.ts"
import { Database, Timeouts } from "../../lib/sql/Database.ts"
import { describe, it } from "../support/effect.ts"
import { tagOf } from "../support/expect.ts"
import { waitsForLock } from "../support/lock.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { inTime, repeatUntil } from "../support/wait.ts"
import { type Engine, engineOn, newPartner, partnerView, raw, services } from "../support/world.ts"
import { allEvents } from "./partner.ts"

/**
 * Two engines on one database, each with connections of its own, and a partner whose feed was read unless `isRead` is false. The
 * second engine cancels a statement outside a transaction after `alone` milliseconds.
 */
const makeTwo = Effect.fnUntraced(function* (lockTimeout: number, { alone = 10_000, isRead = true } = {}) {
  const url = yield* Effect.promise(migratedDatabase)
  const one = yield* Layer.build(engineOn(layer({ url })))
  const timeouts = Layer.effect(
    Timeouts,
    Effect.map(Timeouts, (others) => ({ ...others, alone }))
  )
  const two = yield* Layer.build(Layer.provide(engineOn(layer({ url }), { lockTimeout }), timeouts))
  const on =
    (context: Context.Context<Engine>) =>
    <A, E>(effect: Effect.Effect<A, E, Engine | Scope.Scope>) =>
      Effect.provide(effect, context)
  const here = on(one)
  const there = on(two)
  const mine = yield* here(newPartner)
  const { partnerId } = mine
  const theirs = yield* there(Effect.map(services, (engine) => partnerView(engine, partnerId)))
  yield* mine.rule({ name: "one" })
  yield* mine.rule({ name: "two" })
  yield* mine.onboard("ann", "bob")
  const feed = here(allEvents(partnerId))
  if (isRead) yield* feed
  return { feed, here, mine, partnerId, there, theirs }
})

const twoEngines = Effect.suspend(() => makeTwo(60_000))

/**
 * Returns when a statement of the database waits for a row of another transaction. That is the feed, or now and then an account
 * of the partner's side that both engines happen to use.
 */
const untilOneWaits = repeatUntil("a wait for a lock", waitsForLock, (rows) => rows.length > 0)

type Transact = <A, E>(effect: Effect.Effect<A, E, Engine>) => Effect.Effect<A, unknown, Engine>

/** Keeps a transaction open around an effect, until `commit` is called. A test that fails before ends it, too, and so can close its engines. */
const heldBy = <A, E>(transact: Transact, effect: Effect.Effect<A, E, Engine>) =>
  Effect.gen(function* () {
    const done = yield* Deferred.make<void>()
    const commit = yield* Effect.acquireRelease(Deferred.make<void>(), (held) =>
      Deferred.succeed(held, undefined)
    )
    const fiber = yield* Effect.fork(
      transact(
        effect.pipe(Effect.zipLeft(Deferred.succeed(done, undefined)), Effect.zipLeft(Deferred.await(commit)))
      )
    )
    yield* inTime("the work in the open transaction")(
      Effect.raceFirst(Deferred.await(done), Effect.asVoid(Fiber.join(fiber)))
    )
    return { commit: Effect.zipRight(Deferred.succeed(commit, undefined), Fiber.join(fiber)) }
  })

/** Keeps a host's transaction open. */
const heldOpen = <A, E>(effect: Effect.Effect<A, E, Engine>) =>
  Effect.flatMap(SqlClient.SqlClient, ({ withTransaction }) => heldBy(withTransaction, effect))

/** Keeps a transaction of the engine open. */
const heldByEngine = <A, E>(effect: Effect.Effect<A, E, Engine>) =>
  Database.pipe(
    Effect.provide(Database.layer),
    Effect.flatMap(({ transaction }) => heldBy(transaction, effect))
  )

const kindsOf = (found: ReadonlyArray<Event>) =>
  found.map((event) => ("userId" in event.data ? `${event.type} ${event.data.userId}` : event.type))

describe("the first reader of a feed, on PostgreSQL", () => {
  it.live("gets the events of a host's transaction that was open at its first read", () =>
    Effect.gen(function* () {
      const { feed, here, mine } = yield* makeTwo(1000, { isRead: false })
      const open = yield* here(heldOpen(Effect.zipRight(mine.award("ann", "one"), mine.onboard("cid"))))
      assert.deepEqual(yield* feed, [])
      yield* open.commit
      assert.deepEqual(kindsOf(yield* feed), ["award.paid ann", "member.onboarded cid"])
    })
  )

  it.live("gets no event that was committed before, and none that was rolled back", () =>
    Effect.gen(function* () {
      const { feed, here, mine } = yield* makeTwo(1000, { isRead: false })
      const before = yield* here(heldOpen(mine.award("ann", "one")))
      yield* before.commit
      const undone = yield* here(heldOpen(Effect.zipRight(mine.award("bob", "two"), Effect.fail("no")))).pipe(
        Effect.either
      )
      assert.equal(undone._tag, "Left")
      assert.deepEqual(yield* feed, [])
      assert.deepEqual(yield* here(raw("SELECT id FROM rewards_pending_event")), [])
      yield* mine.award("bob", "one")
      assert.deepEqual(kindsOf(yield* feed), ["award.paid bob"])
    })
  )

  it.live("waits for a transaction of the engine that found no subscriber", () =>
    Effect.gen(function* () {
      const { feed, here, mine, there, theirs } = yield* makeTwo(60_000, { isRead: false })
      const open = yield* here(heldByEngine(mine.award("ann", "one")))
      const reader = yield* Effect.fork(feed)
      yield* there(untilOneWaits)
      yield* open.commit
      assert.deepEqual(yield* Fiber.join(reader), [])
      yield* theirs.award("bob", "two")
      assert.deepEqual(kindsOf(yield* feed), ["award.paid bob"])
    })
  )

  it.live("does not wait for a host's transaction, and neither does a new subscription", () =>
    Effect.gen(function* () {
      const { here, mine, partnerId, there } = yield* makeTwo(1000)
      const open = yield* here(heldOpen(mine.award("ann", "one")))
      const events = yield* there(Events)
      assert.deepEqual((yield* events.list({ partnerId })).data, [])
      yield* events.subscribe(PartnerId.make(partnerId))
      yield* open.commit
      assert.deepEqual(kindsOf((yield* events.list({ partnerId })).data), ["award.paid ann"])
    })
  )
})

describe("a read in a host's transaction, on PostgreSQL", () => {
  for (const [name, isRead] of [
    ["of a feed that was not read before", false],
    ["of a feed with pending events", true]
  ] as const) {
    it.live(`${name} does not make the partner's writes wait`, () =>
      Effect.gen(function* () {
        const { feed, here, mine, partnerId, theirs } = yield* makeTwo(1000, { isRead })
        const pending = yield* here(heldOpen(mine.award("ann", "one")))
        yield* pending.commit
        const events = yield* here(Events)
        const open = yield* here(heldOpen(events.list({ partnerId })))
        yield* theirs.award("bob", "two")
        yield* open.commit
        const expected = isRead ? ["award.paid ann", "award.paid bob"] : []
        assert.deepEqual(kindsOf(yield* feed), expected)
      })
    )
  }
})

describe("a stream, on PostgreSQL", () => {
  it.live("goes on after its reads have failed", () =>
    Effect.gen(function* () {
      const { here, mine, partnerId, there } = yield* makeTwo(300, { alone: 300 })
      const events = yield* there(Events)
      const locked = yield* here(heldOpen(raw("LOCK TABLE rewards_event IN ACCESS EXCLUSIVE MODE")))
      const reading = yield* Effect.fork(events.stream({ partnerId }).pipe(Stream.take(1), Stream.runCollect))
      // The read waits for the lock, fails, and waits again.
      for (const count of [1, 0, 1]) {
        yield* repeatUntil("a change of the wait", here(waitsForLock), (rows) => rows.length === count)
      }
      yield* locked.commit
      yield* mine.onboard("cid")
      const [event] = Chunk.toReadonlyArray(yield* inTime("the event")(Fiber.join(reading)))
      assert.equal(event?.type, "member.onboarded")
    })
  )
})

describe("events of a host's transaction, on PostgreSQL", () => {
  it.live("come after those that were committed before, and other writes do not wait for them", () =>
    Effect.gen(function* () {
      const { feed, here, mine, theirs } = yield* makeTwo(1000)
      const open = yield* here(heldOpen(mine.award("ann", "one")))
      yield* theirs.onboard("cid")
      assert.deepEqual(kindsOf(yield* feed), ["member.onboarded cid"])
      yield* open.commit
      assert.deepEqual(kindsOf(yield* feed), ["member.onboarded cid", "award.paid ann"])
      assert.deepEqual(yield* mine.verify(), [])
    })
  )

  it.live(
    "come before those of a transaction that begins after the commit, although nobody read the feed",
    () =>
      Effect.gen(function* () {
        const { feed, here, mine, theirs } = yield* twoEngines
        const open = yield* here(heldOpen(mine.award("ann", "one")))
        yield* open.commit
        yield* theirs.award("bob", "two")
        yield* theirs.onboard("cid")
        const found = yield* feed
        assert.deepEqual(kindsOf(found), ["award.paid ann", "award.paid bob", "member.onboarded cid"])
        assert.deepEqual(
          found.map(({ id }) => id).toSorted(),
          found.map(({ id }) => id)
        )
      })
  )

  it.live("keep their order if the transaction writes more than one", () =>
    Effect.gen(function* () {
      const { feed, here, mine } = yield* twoEngines
      const names = Array.from({ length: 30 }, (_, index) => `user ${index}`)
      const open = yield* here(heldOpen(Effect.forEach(names, (name) => mine.onboard(name))))
      yield* open.commit
      assert.deepEqual(
        kindsOf(yield* feed),
        names.map((name) => `member.onboarded ${name}`)
      )
    })
  )

  it.live("are collected for all partners, and deleted where nobody subscribed", () =>
    Effect.gen(function* () {
      const { here, mine, partnerId } = yield* twoEngines
      const other = yield* here(newPartner)
      const open = yield* here(heldOpen(Effect.zipRight(mine.onboard("cid"), other.onboard("cid"))))
      yield* open.commit
      const events = yield* here(Events)
      yield* events.collect()
      assert.deepEqual(yield* here(raw("SELECT id FROM rewards_pending_event")), [])
      const written = yield* here(raw("SELECT partner_id FROM rewards_event"))
      assert.deepEqual(written, [{ partner_id: partnerId }])
    })
  )
})

describe("events of transactions that run side by side, on PostgreSQL", () => {
  it.live("the second waits until the first has committed, and no reader sees it earlier", () =>
    Effect.gen(function* () {
      const { feed, here, mine, there, theirs } = yield* twoEngines
      const first = yield* here(heldByEngine(mine.award("ann", "one")))
      const second = yield* Effect.fork(theirs.award("bob", "two"))
      yield* there(untilOneWaits)
      assert.deepEqual(yield* feed, [])
      yield* first.commit
      yield* Fiber.join(second)
      const found = yield* feed
      assert.deepEqual(
        found.map((event) => event.type === "award.paid" && event.data.ruleName),
        ["one", "two"]
      )
    })
  )

  it.live("what waited is written although the first is rolled back", () =>
    Effect.gen(function* () {
      const { feed, here, mine, there, theirs } = yield* twoEngines
      const first = yield* here(heldByEngine(mine.award("ann", "one").pipe(Effect.asVoid)))
      const second = yield* Effect.fork(theirs.award("bob", "two"))
      yield* there(untilOneWaits)
      const session = raw(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`)
      yield* there(session)
      yield* Effect.exit(first.commit)
      yield* Fiber.join(second)
      assert.deepEqual(
        (yield* feed).map((event) => event.type === "award.paid" && event.data.ruleName),
        ["two"]
      )
    })
  )

  it.live("the first to begin has the larger id when it writes and commits last", () =>
    Effect.gen(function* () {
      const { feed, here, mine, partnerId, theirs } = yield* twoEngines
      const events = yield* here(Events)
      const sql = yield* here(SqlClient.SqlClient)
      const begun = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const first = Effect.gen(function* () {
        yield* raw("SELECT txid_current()")
        yield* Deferred.succeed(begun, undefined)
        yield* Deferred.await(goOn)
        return yield* mine.award("ann", "one")
      })
      const running = yield* Effect.fork(here(sql.withTransaction(first)))
      yield* inTime("the transaction to begin")(Deferred.await(begun))
      yield* theirs.award("bob", "two")
      const seen = yield* events.list({ partnerId })
      assert.ok(seen.next)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(running)
      const after = yield* events.list({ partnerId, after: seen.next })
      assert.deepEqual(
        [...seen.data, ...after.data].map((event) => event.type === "award.paid" && event.data.ruleName),
        ["two", "one"]
      )
      assert.deepEqual(yield* feed, [...seen.data, ...after.data])
    })
  )

  it.live("a feed that stays held makes the partner's writes fail with a time-out, and nobody else's", () =>
    Effect.gen(function* () {
      const { feed, here, mine, theirs, there } = yield* makeTwo(1000)
      const other = yield* there(newPartner)
      yield* other.rule()
      yield* other.onboard("ann")
      const first = yield* here(heldByEngine(mine.award("ann", "one")))
      const blocked = yield* Effect.fork(Effect.either(theirs.award("bob", "two")))
      yield* other.award("ann")
      const result = yield* Fiber.join(blocked)
      assert.equal(tagOf(result), "LockTimeout")
      yield* first.commit
      yield* theirs.award("bob", "two")
      assert.equal((yield* feed).length, 2)
    })
  )

  it.live("a reader that follows while two engines write misses nothing and sees nothing twice", () =>
    Effect.gen(function* () {
      const { feed, here, mine, partnerId, theirs } = yield* twoEngines
      const events = yield* here(Events)
      const seen: Array<string> = []
      let writing = true
      const follow = Effect.gen(function* () {
        let after: string | undefined
        for (;;) {
          const last = !writing
          const page = yield* events.list({
            partnerId,
            limit: 100,
            ...(after === undefined ? {} : { after })
          })
          seen.push(...page.data.map(({ id }) => id))
          after = page.next ?? after
          if (last && !page.hasMore) return
        }
      })
      const reader = yield* Effect.fork(follow)
      const write = (partner: typeof mine, rule: string, userId: string) =>
        Effect.all(
          Array.from({ length: 25 }, (_, index) =>
            Effect.all([partner.award(userId, rule), partner.onboard(`${userId} ${rule} ${index}`)])
          ),
          { concurrency: 4 }
        )
      yield* Effect.all(
        [write(mine, "one", "ann"), write(theirs, "two", "bob"), write(theirs, "one", "bob")],
        {
          concurrency: "unbounded"
        }
      )
      writing = false
      yield* Fiber.join(reader)
      assert.equal(seen.length, 150)
      assert.deepEqual(
        seen,
        (yield* feed).map(({ id }) => id)
      )
      assert.deepEqual(yield* mine.verify(), [])
    })
  )
})
