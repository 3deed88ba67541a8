// Locks that a test holds, until it releases them, and calls that wait for them.
import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Context, Deferred, Effect, Exit, Fiber, Layer, type Scope } from "effect"
import { activity, distributed } from "./nodes.ts"
import { inTime, repeatUntil } from "./wait.ts"
import { type Client, onPostgres, raw } from "./world.ts"

export interface Lock {
  /**
   * Returns when another connection waits for the lock. On SQLite, which cannot report that, it only gives writers
   * time to try.
   */
  readonly contended: Effect.Effect<void>
  readonly release: Effect.Effect<void>
}

const waiters = raw("SELECT 1 AS one FROM pg_locks WHERE NOT granted AND relation = 'rewards_rule'::regclass")

/** Another connection that holds a lock that every award needs. */
export const lockedBy = (client: Client): Effect.Effect<Lock, never, Scope.Scope> =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.orDie(client))
    const sql = Context.get(context, SqlClient.SqlClient)
    const held = yield* Deferred.make<void>()
    const done = yield* Deferred.make<void>()
    const hold = Effect.gen(function* () {
      if (yield* onPostgres) yield* raw("LOCK TABLE rewards_rule IN EXCLUSIVE MODE")
      yield* Deferred.succeed(held, undefined)
      yield* Deferred.await(done)
    })
    const holder = yield* Effect.forkScoped(
      sql.withTransaction(hold).pipe(Effect.provide(context), Effect.orDie)
    )
    yield* inTime("the lock")(Effect.raceFirst(Deferred.await(held), Fiber.join(holder)))
    const contended = Effect.gen(function* () {
      if (!(yield* onPostgres))
        return yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* repeatUntil("another connection that waits for the lock", waiters, (rows) => rows.length > 0)
    })
    return {
      contended: contended.pipe(Effect.provide(context), Effect.orDie, Effect.asVoid),
      release: Effect.zipRight(Deferred.succeed(done, undefined), Fiber.join(holder))
    }
  })

/**
 * Does some work in a transaction of the engine's client, and leaves the transaction open, with all that the work has locked.
 * The result commits it.
 */
export const leftOpen = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [held, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const hold = Effect.zipRight(
      work,
      Effect.zipRight(Deferred.succeed(held, undefined), Deferred.await(done))
    )
    const holder = yield* Effect.forkScoped(sql.withTransaction(hold))
    yield* inTime("the lock")(Effect.raceFirst(Deferred.await(held), Fiber.join(holder)))
    return Effect.zipRight(Deferred.succeed(done, undefined), Fiber.join(holder))
  })

/** Connections that wait for a lock now, on PostgreSQL. A pause, because asking all nodes takes long. */
export const waitsForLock = Effect.delay(
  raw(`SELECT 1 AS one FROM ${activity} WHERE datname = current_database() AND wait_event_type = 'Lock'`),
  distributed ? 50 : 0
)

/** Starts a call, and returns when it waits for a lock, which only PostgreSQL can tell. A call that ends without waiting fails. */
export const stuck = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkScoped(call)
    const ended = Effect.flatMap(Fiber.await(fiber), (exit) =>
      Effect.dieMessage(
        `the call did not wait: ${Exit.isSuccess(exit) ? JSON.stringify(exit.value) : Cause.pretty(exit.cause)}`
      )
    )
    yield* Effect.raceFirst(
      repeatUntil("the call to wait for a lock", waitsForLock, (rows) => rows.length > 0),
      ended
    )
    return fiber
  })
