import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { Boards } from "../boards/Boards.ts"
import { FoldScheduler, type FoldSchedulerOptions } from "../boards/FoldScheduler.ts"
import { Folds } from "../boards/Folds.ts"
import { migrations as boards } from "../boards/migrations.ts"
import * as PersonalPositions from "../boards/personalPositions.ts"
import { Statistics } from "../boards/Statistics.ts"
import { tables as eventTables } from "../events/archive.ts"
import { EventSignals } from "../events/EventSignals.ts"
import { Events } from "../events/Events.ts"
import { layerEventLog } from "../events/layerEventLog.ts"
import { migrations as events } from "../events/migrations.ts"
import * as PersonalEvents from "../events/personalEvents.ts"
import { Archives } from "../rewards/archive/Archives.ts"
import type { ArchiveTable } from "../rewards/archive/ArchiveTable.ts"
import { archivedTables } from "../rewards/archive/archivedTables.ts"
import * as Core from "../rewards/Core.ts"
import { migrations as core } from "../rewards/migrations.ts"
import { Holders } from "../rewards/personal/Holders.ts"
import { NewTransfers } from "../rewards/ports.ts"
import { Verification } from "../rewards/verification/Verification.ts"
import { Database, withLockTimeout } from "../sql/Database.ts"
import * as Migrations from "../sql/Migrations.ts"

export { type HostClock, layerClock } from "../rewards/clock.ts"

/** The services of the core, the boards and the events. */
export type Rewards = Core.Core | Boards | Statistics | Events

export interface RewardsOptions extends Core.CoreOptions, FoldSchedulerOptions {}

/** The migrations of the core, the boards and the events. */
export const wings: ReadonlyArray<Migrations.WingMigrations> = [core, boards, events]

/** Returns the tables in an archive. Boards are not included: they are computed from the ledger. */
export const archived = (): ReadonlyArray<ArchiveTable> => [...archivedTables(), ...eventTables()]

/** Exports and imports archives of the core and the events. This layer does not start the engine. */
export const archives: Layer.Layer<Archives, never, SqlClient.SqlClient> = Archives.layer(archived).pipe(
  Layer.provide(Database.layer)
)

/** Makes the layer of the rewards engine, on any `SqlClient` for SQLite or PostgreSQL. It migrates the tables when it starts. */
export const layer = (
  options: RewardsOptions = {}
): Layer.Layer<Rewards, Core.StartFailure, SqlClient.SqlClient> =>
  Layer.mergeAll(boardsOf(options), Events.layer, personalEvents).pipe(
    Layer.provideMerge(Core.layer(options)),
    Layer.provide(layerEventLog),
    Layer.provide(EventSignals.layer),
    Layer.provide(
      Layer.mergeAll(Migrations.layer(boards), Migrations.layer(events)).pipe(Layer.provide(Core.tables))
    ),
    Layer.provide(Database.layer),
    Layer.provide(withLockTimeout(options.lockTimeout))
  )

const personalEvents = PersonalEvents.layer.pipe(Layer.provide(Holders.layer))

const boardsOf = (options: FoldSchedulerOptions) =>
  Layer.provideMerge(Layer.merge(PersonalPositions.layer, Statistics.layer), Boards.layer).pipe(
    Layer.provide(Holders.layer),
    Layer.provide(FoldScheduler.layer(options)),
    Layer.provide(Folds.layer()),
    Layer.provide(NewTransfers.layer)
  )

/**
 * Recomputes balances, counters and boards. Checks references, limits and events, and with accounts the names by which members are found.
 * Returns every divergence.
 */
export const verify = Effect.fn("Rewards.verify")(function* () {
  const core = yield* Verification
  const boards = yield* Boards
  const events = yield* Events
  return [...(yield* core.verify()), ...(yield* boards.verify()), ...(yield* events.verify())]
})
