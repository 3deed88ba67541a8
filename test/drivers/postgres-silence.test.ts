import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Data, Duration, Effect, Either, Fiber, Layer } from "effect"
import pg from "pg"
import * as Postgres from "../../lib/drivers/postgres.ts"
import { openRewards, RewardsError } from "../../lib/index.ts"
import { Database, Timeouts } from "../../lib/sql/Database.ts"
import { proxyTo, type Silence } from "../server/proxy.ts"
import { describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { freshDatabase } from "../support/postgres.ts"
import { engineOn, newPartner } from "../support/world.ts"

const answerTimeout = 600

const proxied = Effect.acquireRelease(
  Effect.promise(async () => proxyTo(await migratedDatabase())),
  (proxy) => Effect.promise(proxy.cut)
)

/** Statements are sent by their text, so that the proxy can find them. */
const engineAt = (url: string) =>
  engineOn(
    Postgres.layer({ url, maxConnections: 4, answerTimeout, connectTimeout: answerTimeout, prepare: false }),
    {
      lockTimeout: 200
    }
  ).pipe(
    // The server does not learn that its client has gone. It undoes the transaction after this time.
    Layer.provide(Layer.succeed(Timeouts, { lock: 200, idle: 1000, alone: 10_000 }))
  )

const shop = Effect.tap(newPartner, ({ rule, onboard }) => Effect.zipRight(rule(), onboard("ann")))

const clientOf = (layer: Layer.Layer<SqlClient.SqlClient, unknown>) =>
  Effect.map(Layer.build(layer), Context.get(SqlClient.SqlClient))

/** Something took longer than it may. On a busy machine that proves nothing. */
class Slow extends Data.TaggedError("Slow")<{ readonly message: string }> {}

/** What waits where it may not is slow each time that it is tried, a busy machine is not. */
const unlessBusy = <A, E, R>(story: Effect.Effect<A, E | Slow, R>) =>
  Effect.retry(story, { while: (error) => error instanceof Slow, times: 4 })

/** The failure of a call, which must come when the time is up, and not much later. */
const failureInTime = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const [took, result] = yield* Effect.timed(Effect.either(call))
    assert.ok(Either.isLeft(result), "it succeeded")
    const millis = Duration.toMillis(took)
    assert.ok(millis >= answerTimeout - 20, `it took ${millis} ms`)
    if (millis >= 2.5 * answerTimeout) return yield* new Slow({ message: `it took ${millis} ms` })
    return result.left
  })

/** A call that does not wait for the time to be up. */
const withoutWaiting = <A, E, R>(message: string, call: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.timed(call), ([took]) =>
    Duration.toMillis(took) < answerTimeout ? Effect.void : new Slow({ message })
  )

const moments: ReadonlyArray<readonly [Silence["at"], Silence["loses"], committed: "no" | "unknown"]> = [
  ["BEGIN", "the question", "no"],
  ["BEGIN", "the answer", "no"],
  ["COMMIT", "the question", "unknown"],
  ["COMMIT", "the answer", "unknown"]
]

describe("a PostgreSQL that vanishes without a word", () => {
  for (const [statement, loses, committed] of moments) {
    it.live(`${statement} loses ${loses}: a typed failure, others work on, and nothing is doubled`, () =>
      Effect.gen(function* () {
        const proxy = yield* proxied
        const story = Effect.gen(function* () {
          const [one, other] = [yield* shop, yield* shop]
          const keyed = one.award("ann", "signup", { idempotencyKey: "visit 1" })
          // BEGIN names its isolation level, READ COMMITTED. A text ends with NUL.
          proxy.silence({ at: statement === "COMMIT" ? "COMMIT\0" : statement, loses })
          const lost = yield* Effect.fork(failureInTime(keyed))
          yield* Effect.sleep("50 millis")
          yield* withoutWaiting("the other partner waited, too", other.award("ann"))

          const failure = yield* Fiber.join(lost)
          assert.ok(failure._tag === "DatabaseUnavailable", String(failure))
          assert.deepEqual([failure.committed, failure.retryable], [committed, true])

          // Until the server has undone the lost transaction, it holds its rows.
          yield* Effect.retry(keyed, { while: ({ _tag }) => _tag === "LockTimeout" })
          assert.equal(yield* one.coins("ann"), "10")
          assert.deepEqual(yield* one.verify(), [])
        })
        yield* Effect.provide(story, engineAt(proxy.url))
      }).pipe(unlessBusy)
    )
  }

  it.live("while nothing answers every call fails in time, and all is well when it is back", () =>
    Effect.gen(function* () {
      const proxy = yield* proxied
      const story = Effect.gen(function* () {
        const one = yield* shop
        yield* one.award("ann")
        proxy.silence()
        // The second needs a new connection, and connecting is bounded, too.
        for (let round = 0; round < 2; round++) {
          const failures = yield* Effect.all(
            [failureInTime(one.award("ann")), failureInTime(one.coins("ann"))],
            { concurrency: "unbounded" }
          )
          assert.deepEqual(
            failures.map((failure) => failure._tag),
            ["DatabaseUnavailable", "DatabaseUnavailable"]
          )
        }
        yield* Effect.promise(proxy.mend)
        yield* Effect.retry(one.award("ann"), { while: ({ _tag }) => _tag === "LockTimeout" })
        assert.equal(yield* one.coins("ann"), "20")
      })
      yield* Effect.provide(story, engineAt(proxy.url))
    }).pipe(unlessBusy)
  )

  it.live("costs one failure, not one for each connection of the pool", () =>
    Effect.gen(function* () {
      const proxy = yield* proxied
      const sql = yield* clientOf(Postgres.layer({ url: proxy.url, maxConnections: 4, answerTimeout }))
      const together = Effect.replicateEffect(sql`SELECT pg_sleep(0.02)`, 4, {
        concurrency: "unbounded"
      })
      yield* together
      proxy.silence()
      yield* failureInTime(sql`SELECT 1`)
      yield* Effect.promise(proxy.mend)
      yield* withoutWaiting("lost connections were used again", together)
    }).pipe(unlessBusy)
  )

  it("is a RewardsError of a host without Effect", async () => {
    const proxy = await proxyTo(await migratedDatabase())
    const options = { database: proxy.url, lockTimeout: 200, answerTimeout, closeTimeout: 200 }
    const rewards = await openRewards({ ...options, onWarning: () => {} })
    proxy.silence()
    const failure = await rewards.partners.register({ name: "Shop" }).catch((error: unknown) => error)
    assert.ok(failure instanceof RewardsError && failure.retryable, String(failure))
    assert.equal(failure._tag, "DatabaseUnavailable")
    await proxy.mend()
    await rewards.partners.register({ name: "Shop" })
    await rewards.close()
    await proxy.cut()

    const tooShort = await openRewards({ ...options, answerTimeout: 399 }).catch(String)
    assert.match(String(tooShort), /answerTimeout must be at least twice the lock time-out of 200 ms/)
  })
})

describe("the time-out of an answer", () => {
  it.live("does not end what may take long", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(freshDatabase)
      // Long enough to open a connection in, on a busy machine as well.
      const sql = yield* clientOf(Postgres.layer({ url, maxConnections: 5, answerTimeout: 2000 }))
      const unbounded = yield* clientOf(Postgres.layer({ url, answerTimeout: Duration.infinity }))
      const context = yield* Layer.build(
        Layer.provide(Database.layer, Layer.succeed(SqlClient.SqlClient, sql))
      )
      const { define, patientTransaction, transaction } = Context.get(context, Database)

      const slow = sql`SELECT pg_sleep(2.5)`
      const long = define("SELECT pg_sleep(2.5)")
      const [single, inTransaction] = yield* Effect.all(
        [
          Effect.either(slow),
          Effect.flip(transaction(long)),
          Postgres.patiently(slow),
          Postgres.patiently(sql.withTransaction(slow)),
          patientTransaction(long),
          unbounded`SELECT pg_sleep(2.5)`
        ],
        { concurrency: "unbounded" }
      )
      assert.ok(Either.isLeft(single))
      assert.equal(inTransaction._tag, "DatabaseUnavailable")
    })
  )

  it.live("does not count the time in which this process stands still", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(freshDatabase)
      const sql = yield* clientOf(Postgres.layer({ url, answerTimeout: 200 }))
      const answer = yield* Effect.fork(sql`SELECT 1 AS one`)
      yield* Effect.yieldNow()
      const until = performance.now() + 500
      while (performance.now() < until);
      assert.deepEqual(yield* Fiber.join(answer), [{ one: 1 }])
    })
  )

  it.live("bounds the wait for a connection of a host's pool, which gets it back when it comes late", () =>
    Effect.gen(function* () {
      const connectionString = yield* Effect.promise(freshDatabase)
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => new pg.Pool({ connectionString, max: 1 })),
        (pool) => Effect.promise(() => pool.end())
      )
      const sql = yield* clientOf(Postgres.layerFromPool(pool, { answerTimeout: 100 }))
      const taken = yield* Effect.promise(() => pool.connect())
      const refused = yield* Effect.flip(sql`SELECT 1`)
      assert.equal(Reflect.get(Object(refused.cause), "code"), "ETIMEDOUT")
      taken.release()
      assert.deepEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
      assert.deepEqual([pool.totalCount, pool.idleCount, pool.waitingCount], [1, 1, 0])
    })
  )
})
