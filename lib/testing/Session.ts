import type * as SqlClient from "@effect/sql/SqlClient"
import { type Context, Effect, Exit, Layer, Scope } from "effect"
import * as Rewards from "../layers/Rewards.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import type { DatabaseTooNew } from "../sql/Migrations.ts"

export interface SessionOptions<E> {
  /** Called for every client that is opened; all of them must lead to one database. */
  readonly layer: () => Layer.Layer<SqlClient.SqlClient, E>
  /**
   * What a restart closes and opens again: the client ("client"), as a restarted process does, or only the services over a
   * client that stays open ("services"), for databases that live and die with their client, as `:memory:` does.
   */
  readonly restart: "client" | "services"
  /** How many copies of the services share the database, as several processes do. */
  readonly writers: number
}

export type OpenError<E> = E | DatabaseFailure | DatabaseTooNew

export type Writer = Context.Context<Rewards.Rewards | SqlClient.SqlClient>

/** The library, opened on the adopter's database. */
export interface Session<E> {
  readonly writers: () => ReadonlyArray<Writer>
  /** Runs while nothing is being restarted. */
  readonly during: <A, E2, R>(effect: Effect.Effect<A, E2, R>) => Effect.Effect<A, E2, R>
  /** Waits until no step is under way, then closes everything and opens it again. */
  readonly restart: Effect.Effect<void, OpenError<E>>
}

const build = <E>(
  options: SessionOptions<E>,
  client: () => Layer.Layer<SqlClient.SqlClient, E>,
  scope: Scope.Scope
) =>
  Effect.forEach(Array.from({ length: options.writers }), () =>
    Layer.buildWithScope(Layer.provideMerge(Rewards.layer(), client()), scope)
  )

/** `users` is how many sequences run at the same time. */
export const open = <E>(
  options: SessionOptions<E>,
  users: number
): Effect.Effect<Session<E>, OpenError<E>, Scope.Scope> =>
  Effect.gen(function* () {
    const outer = yield* Effect.scope
    const turns = yield* Effect.makeSemaphore(users)
    // A restart needs all turns. The gate keeps those that come later from taking them for ever.
    const gate = yield* Effect.makeSemaphore(1)
    const alone = <A, E2, R>(effect: Effect.Effect<A, E2, R>) =>
      gate.withPermits(1)(turns.withPermits(users)(effect))
    const lasting =
      options.restart === "services"
        ? Layer.succeedContext(yield* Layer.buildWithScope(options.layer(), outer))
        : undefined
    const client = lasting === undefined ? options.layer : () => lasting

    const start = Effect.gen(function* () {
      const scope = yield* Scope.fork(outer, outer.strategy)
      return { scope, writers: yield* build(options, client, scope) }
    })
    let current = yield* start

    return {
      writers: () => current.writers,
      during: (effect) => Effect.zipRight(gate.withPermits(1)(Effect.void), turns.withPermits(1)(effect)),
      restart: alone(
        Effect.uninterruptible(
          Effect.gen(function* () {
            yield* Scope.close(current.scope, Exit.void)
            current = yield* start
          })
        )
      )
    }
  })
