// Another connection that holds a lock that every award needs, until the test releases it.
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Deferred, Effect, Fiber, Layer, type Scope } from "effect"
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
    yield* Effect.raceFirst(Deferred.await(held), Fiber.join(holder))
    const contended = Effect.gen(function* () {
      if (!(yield* onPostgres))
        return yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* Effect.repeat(waiters, { until: (rows) => rows.length > 0 })
    })
    return {
      contended: contended.pipe(Effect.provide(context), Effect.orDie, Effect.asVoid),
      release: Effect.zipRight(Deferred.succeed(done, undefined), Fiber.join(holder))
    }
  })
