import type * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { type StartFailure, Sweeper } from "../../index.ts"
import * as Rewards from "../../layers/Rewards.ts"
import { clockOf } from "../../rewards/clock.ts"
import { startOfTime } from "../Subject.ts"

export interface LibraryOptions<E> {
  /** Is called for every client that is opened. All clients must connect to the same database. */
  readonly layer: () => Layer.Layer<SqlClient.SqlClient, E>
  /**
   * With "client", a restart closes and opens the services and their clients. With "services", it closes and opens only the
   * services. A database that is lost with its client, such as `:memory:`, needs "services".
   */
  readonly restart: "client" | "services"
  /** How many instances of the services use the database. */
  readonly writers: number
}

export type OpenError<E> = E | StartFailure

/** The services of one writer, and its client. */
export type WriterContext = Context.Context<Rewards.Rewards | SqlClient.SqlClient>

export interface OpenLibrary<E> {
  readonly writers: () => ReadonlyArray<WriterContext>
  /** Runs a step of a sequence with the services' clock. Restarts and jumps in time wait until the step ends. */
  readonly during: <A, E2, R>(effect: Effect.Effect<A, E2, R>) => Effect.Effect<A, E2, R>
  /** Waits until all running steps have finished. Then restarts the services and, with the option "client", also their clients. */
  readonly restart: Effect.Effect<void, OpenError<E>>
  /** Waits until all running steps have finished, then writes all coins that have matured or expired. */
  readonly sweep: Effect.Effect<void>
  /** Returns the services' time, in milliseconds. Only `travel` and `rewind` change it. */
  readonly now: () => number
  /** Waits until all running steps have finished, then moves the time of all services forward. */
  readonly travel: (to: (now: number) => number) => Effect.Effect<void>
  /** Resets the time for the next sequence, unless sequences run concurrently. */
  readonly rewind: Effect.Effect<void>
}

/** Opens the library. `users` is the number of sequences that run concurrently. */
export const openLibrary = <E>(
  { layer, restart, writers }: LibraryOptions<E>,
  users: number
): Effect.Effect<OpenLibrary<E>, OpenError<E>, Scope.Scope> =>
  Effect.gen(function* () {
    const outer = yield* Effect.scope
    const turns = yield* Effect.makeSemaphore(users)
    // A restart or a jump needs all permits of `turns`. While it waits for them, the gate keeps new steps out.
    const gate = yield* Effect.makeSemaphore(1)
    const alone = <A, E2, R>(effect: Effect.Effect<A, E2, R>) =>
      gate.withPermits(1)(turns.withPermits(users)(effect))
    const shared =
      restart === "services" ? Layer.succeedContext(yield* Layer.buildWithScope(layer(), outer)) : undefined
    let now = startOfTime
    const atItsTime = Effect.withClock(clockOf({ now: () => now }))

    const start = Effect.gen(function* () {
      const scope = yield* Scope.fork(outer, outer.strategy)
      const build = Effect.suspend(() =>
        // The harness itself says when to sweep, so that a sequence does the same each time.
        Layer.buildWithScope(Layer.provideMerge(Rewards.layer({ sweep: false }), shared ?? layer()), scope)
      )
      return { scope, writers: yield* atItsTime(Effect.replicateEffect(build, writers)) }
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
      sweep: alone(
        Effect.suspend(() => {
          const [writer] = current.writers
          if (writer === undefined) throw new Error("the harness needs at least one writer")
          return Context.get(writer, Sweeper).sweep()
        })
      ).pipe(atItsTime, Effect.orDie),
      now: () => now,
      travel: (to) =>
        alone(
          Effect.sync(() => {
            now = to(now)
          })
        ),
      rewind: Effect.sync(() => {
        if (users === 1) now = startOfTime
      })
    }
  })
