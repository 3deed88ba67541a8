import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { Boards } from "../boards/Boards.ts"
import { migrations as boards } from "../boards/migrations.ts"
import { Scores } from "../boards/Scores.ts"
import * as Core from "../rewards/Core.ts"
import { Ledger } from "../rewards/ledger/Ledger.ts"
import { migrations as core } from "../rewards/migrations.ts"
import { Database, withLockTimeout } from "../sql/Database.ts"
import * as Migrations from "../sql/Migrations.ts"

/** The core and the boards. */
export type Rewards = Core.Core | Boards

export type RewardsOptions = Core.CoreOptions

/** The migrations of the core and the boards. */
export const wings: ReadonlyArray<Migrations.WingMigrations> = [core, boards]

/** The rewards engine over any `SqlClient` for SQLite or PostgreSQL; it brings its tables up to date first. */
export const layer = (
  options: RewardsOptions = {}
): Layer.Layer<Rewards, Core.StartFailure, SqlClient.SqlClient> =>
  Layer.merge(Core.layer(options).pipe(Layer.provide(Scores.projection)), Boards.layer).pipe(
    Layer.provide(Scores.layer),
    Layer.provide(Migrations.layer(boards).pipe(Layer.provide(Core.tables))),
    Layer.provide(Database.layer),
    Layer.provide(withLockTimeout(options.lockTimeout))
  )

/** Recomputes balances, counters, limits and boards, and reports every divergence. */
export const verify = Effect.fn("Rewards.verify")(function* () {
  const ledger = yield* Ledger
  const boards = yield* Boards
  return [...(yield* ledger.verify()), ...(yield* boards.verify())]
})
