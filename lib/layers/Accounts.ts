import type * as SqlClient from "@effect/sql/SqlClient"
import { Layer } from "effect"
import { tables } from "../accounts/archive.ts"
import { Audit } from "../accounts/audit/Audit.ts"
import * as Trail from "../accounts/audit/trail.ts"
import * as Wing from "../accounts/layer.ts"
import { migrations } from "../accounts/migrations.ts"
import { knownUsers } from "../accounts/users/Users.ts"
import * as EventBodies from "../http/webhooks/body.ts"
import { Archives } from "../rewards/archive/Archives.ts"
import type { ArchiveTable } from "../rewards/archive/ArchiveTable.ts"
import type { StartFailure } from "../rewards/Core.ts"
import { Ids } from "../rewards/Ids.ts"
import { Database, withLockTimeout } from "../sql/Database.ts"
import type { WingMigrations } from "../sql/Migrations.ts"
import * as Rewards from "./Rewards.ts"

export type { Accounts, AccountsOptions as WingOptions } from "../accounts/layer.ts"

export interface AccountsOptions extends Wing.AccountsOptions, Rewards.RewardsOptions {}

/** The migrations of all wings. */
export const wings: ReadonlyArray<WingMigrations> = [...Rewards.wings, migrations]

/** The tables of all wings that an archive carries. */
export const archived = (): ReadonlyArray<ArchiveTable> => [...Rewards.archived(), ...tables()]

/** Archives of all wings, beside the engine's layer. */
export const archives: Layer.Layer<Archives, never, SqlClient.SqlClient> = Archives.layer(archived).pipe(
  Layer.provide(Database.layer)
)

/** The rewards engine with accounts on top: one layer for both, since the engine has to know the accounts' users. */
export const layer = (
  options: AccountsOptions = {}
): Layer.Layer<Wing.Accounts | Rewards.Rewards, StartFailure, SqlClient.SqlClient> =>
  Wing.layer(options).pipe(
    Layer.provide(EventBodies.layer),
    Layer.provideMerge(
      Rewards.layer(options).pipe(
        Layer.provide(knownUsers),
        Layer.provide(Trail.layer.pipe(Layer.provide(Audit.layer), Layer.provide(options.ids ?? Ids.layer))),
        Layer.provide(Wing.tables),
        Layer.provide(Database.layer)
      )
    ),
    Layer.provide(withLockTimeout(options.lockTimeout))
  )
