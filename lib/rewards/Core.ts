import type * as SqlClient from "@effect/sql/SqlClient"
import { Layer } from "effect"
import { Database, withLockTimeout } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import * as Migrations from "../sql/Migrations.ts"
import { Activities } from "./activities/Activities.ts"
import { Adjustments } from "./adjustments/Adjustments.ts"
import { Approvals } from "./approvals/Approvals.ts"
import { Awards } from "./awards/Awards.ts"
import { CommandWriter } from "./commands/CommandWriter.ts"
import type { GroupCommitOptions } from "./commands/GroupCommit.ts"
import { Ids } from "./Ids.ts"
import { Idempotency } from "./idempotency/Idempotency.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { Liability } from "./liability/Liability.ts"
import { Sweeper, type SweeperOptions } from "./lots/Sweeper.ts"
import { Members } from "./members/Members.ts"
import { migrations } from "./migrations.ts"
import { Orderers } from "./orderers/Orderers.ts"
import { PartnerClocks } from "./partners/PartnerClocks.ts"
import { Partners } from "./partners/Partners.ts"
import { Settings } from "./partners/Settings.ts"
import { Holders } from "./personal/Holders.ts"
import { PersonalData } from "./personal/PersonalData.ts"
import { Backlog, NewTransfers } from "./ports.ts"
import { Refusals } from "./refusals/Refusals.ts"
import { Rules } from "./rules/Rules.ts"
import { Transfers } from "./transfers/Transfers.ts"
import { Verification } from "./verification/Verification.ts"

/** The services of the core. */
export type Core =
  | Activities
  | Adjustments
  | Approvals
  | Awards
  | Idempotency
  | Ledger
  | Liability
  | Members
  | Orderers
  | PartnerClocks
  | Partners
  | PersonalData
  | Refusals
  | Rules
  | Settings
  | Sweeper
  | Transfers
  | Verification

export interface CoreOptions extends SweeperOptions {
  /** How concurrent commands, such as awards and transfers, are grouped into transactions. */
  readonly groups?: GroupCommitOptions | undefined
  /** PostgreSQL only: the milliseconds that a write waits for a locked row before it fails with `LockTimeout`. Default: 3000. */
  readonly lockTimeout?: number | undefined
  /** Generates the ids of new rows. Default: UUIDs of version 7. */
  readonly ids?: Layer.Layer<Ids> | undefined
}

export type StartFailure = DatabaseFailure | Migrations.DatabaseTooNew | Migrations.MissingRights

/**
 * The core on any `SqlClient` for SQLite or PostgreSQL. It migrates its tables first. Provide `EventLog`, `KnownUsers` or `Trail` to
 * this layer to replace their defaults.
 */
export const layer = (options: CoreOptions = {}): Layer.Layer<Core, StartFailure, SqlClient.SqlClient> =>
  Layer.mergeAll(
    Adjustments.layer,
    Approvals.layer,
    Awards.layer,
    Idempotency.layer,
    Liability.layer,
    PartnerClocks.layer,
    Partners.layer,
    PersonalData.layer,
    Rules.layer,
    Settings.layer,
    Sweeper.layer(options),
    Verification.layer
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(Activities.layer, Awards.layer, Transfers.layer)),
    Layer.provideMerge(Members.layer),
    Layer.provide(Holders.layer),
    Layer.provide(CommandWriter.layer(options.groups)),
    Layer.provide([NewTransfers.layer, Backlog.layer]),
    Layer.provideMerge(Layer.mergeAll(Ledger.layer, Orderers.layer, Refusals.layer)),
    Layer.provide(options.ids ?? Ids.layer),
    Layer.provide(tables),
    Layer.provide(Database.layer),
    Layer.provide(withLockTimeout(options.lockTimeout))
  )

/** Migrates the core's tables. This must happen first, because tables of other modules refer to them. */
export const tables: Layer.Layer<never, StartFailure, Database> = Migrations.layer(migrations)
