import type * as SqlClient from "@effect/sql/SqlClient"
import { Layer } from "effect"
import type { DatabaseUnavailable, TransactionConflict } from "./domain/Errors.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { Awards } from "./services/Awards.ts"
import type { GroupCommitOptions } from "./services/GroupCommit.ts"
import { Ids } from "./services/Ids.ts"
import { Journal } from "./services/Journal.ts"
import { Members } from "./services/Members.ts"
import { Partners } from "./services/Partners.ts"
import { Rules } from "./services/Rules.ts"
import { Transfers } from "./services/Transfers.ts"
import { Database } from "./sql/Database.ts"
import * as Migrations from "./sql/Migrations.ts"

export type Rewards = Partners | Rules | Members | Awards | Transfers | Ledger

export interface RewardsOptions {
  /** How award and transfer calls that run at the same time are gathered; the defaults suit one busy process. */
  readonly groups?: GroupCommitOptions
}

/** The whole engine over any `SqlClient` for SQLite or PostgreSQL. Its tables are brought up to date first. */
export const layer = (
  options: RewardsOptions = {}
): Layer.Layer<
  Rewards,
  DatabaseUnavailable | TransactionConflict | Migrations.DatabaseTooNew,
  SqlClient.SqlClient
> =>
  Layer.mergeAll(Partners.layer, Rules.layer, Awards.layer, Transfers.layer).pipe(
    Layer.provideMerge(Members.layer),
    Layer.provide(Journal.layer(options.groups)),
    Layer.provideMerge(Ledger.layer),
    Layer.provide(Ids.layer),
    Layer.provide(Migrations.layer),
    Layer.provide(Database.layer)
  )
