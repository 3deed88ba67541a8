import type * as SqlClient from "@effect/sql/SqlClient"
import { type Context, Effect, Exit, Layer, Scope } from "effect"
import * as Rewards from "../../layers/Rewards.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { DatabaseTooNew } from "../../sql/Migrations.ts"
import { makeWatch, reset } from "./Watch.ts"

export interface SessionOptions<E> {
  /** Called for every client that is opened. All clients must connect to the same database. */
  readonly layer: () => Layer.Layer<SqlClient.SqlClient, E>
  /**
   * What a restart closes and opens again. "client": everything, as in a restarted process. "services": only the
   * services, for databases that exist only as long as their client, such as `:memory:`.
   */
  readonly restart: "client" | "services"
  /** How many instances of the services share the database, as several processes would. */
  readonly writers: number
}

export type OpenError<E> = E | DatabaseFailure | DatabaseTooNew

export type Writer = Context.Context<Rewards.Rewards | SqlClient.SqlClient>

/** The library, opened on the database under test. */
export interface Session<E> {
  readonly writers: () => ReadonlyArray<Writer>
  /** Runs the effect at the services' time, while no restart and no jump is in progress. */
  readonly during: <A, E2, R>(effect: Effect.Effect<A, E2, R>) => Effect.Effect<A, E2, R>
  /** Waits until all running steps have finished, then closes everything and opens it again. */
  readonly restart: Effect.Effect<void, OpenError<E>>
  /** The time that the services see, in milliseconds. It stands still between jumps. */
  readonly now: () => number
  /** Waits until all running steps have finished, then moves the time of all services forward. */
  readonly travel: (to: (now: number) => number) => Effect.Effect<void>
  /** Sets the time back for the next sequence, unless others are running. */
  readonly rewind: Effect.Effect<void>
}

const build = <E>(
  options: SessionOptions<E>,
  client: () => Layer.Layer<SqlClient.SqlClient, E>,
  scope: Scope.Scope
) =>
  Effect.forEach(Array.from({ length: options.writers }), () =>
    Layer.buildWithScope(Layer.provideMerge(Rewards.layer(), client()), scope)
  )

/** `users` is the number of sequences that run concurrently. */
export const open = <E>(
  options: SessionOptions<E>,
  users: number
): Effect.Effect<Session<E>, OpenError<E>, Scope.Scope> =>
  Effect.gen(function* () {
    const outer = yield* Effect.scope
    const turns = yield* Effect.makeSemaphore(users)
    // A restart takes all permits. The gate keeps later steps from taking permits first and delaying it forever.
    const gate = yield* Effect.makeSemaphore(1)
    const alone = <A, E2, R>(effect: Effect.Effect<A, E2, R>) =>
      gate.withPermits(1)(turns.withPermits(users)(effect))
    const lasting =
      options.restart === "services"
        ? Layer.succeedContext(yield* Layer.buildWithScope(options.layer(), outer))
        : undefined
    const client = lasting === undefined ? options.layer : () => lasting
    const watch = makeWatch()
    const atItsTime = Effect.withClock(watch.clock)

    const start = Effect.gen(function* () {
      const scope = yield* Scope.fork(outer, outer.strategy)
      return { scope, writers: yield* atItsTime(build(options, client, scope)) }
    })
    let current = yield* start

    return {
      writers: () => current.writers,
      during: (effect) =>
        Effect.zipRight(gate.withPermits(1)(Effect.void), turns.withPermits(1)(atItsTime(effect))),
      restart: alone(
        Effect.uninterruptible(
          Effect.gen(function* () {
            yield* Scope.close(current.scope, Exit.void)
            current = yield* start
          })
        )
      ),
      now: () => watch.now,
      travel: (to) =>
        alone(
          Effect.sync(() => {
            watch.now = to(watch.now)
          })
        ),
      rewind: Effect.sync(() => {
        if (users === 1) reset(watch)
      })
    }
  })
