import { Effect, Layer, ManagedRuntime } from "effect"
import * as Rewards from "../layers/Rewards.ts"
import { CoreFailure } from "../rewards/CoreFailure.ts"
import { readSweepLag, type SweepLag } from "../rewards/lots/sweepLag.ts"
import { Database } from "../sql/Database.ts"
import { type Cluster, clusterInfo, type Distributed, distribute } from "../sql/Distribution.ts"
import {
  databaseInfo,
  listApplied,
  type MigrationState,
  migrate,
  type WingMigrations
} from "../sql/Migrations.ts"
import {
  type GrantedRole,
  grantRole,
  type HistoryProtection,
  historyProtection,
  type RoleOptions
} from "../sql/Roles.ts"
import { databaseOf, type EngineOptions, openingFailure, runnerOf } from "./engine.ts"
import { errorOf } from "./promised.ts"

export interface MigrationsOptions
  extends Pick<EngineOptions, "answerTimeout" | "database" | "lockTimeout" | "maxConnections" | "prepare"> {
  /** Includes the tables of accounts and webhooks. */
  readonly accounts?: boolean | undefined
}

export interface MigrationStatus {
  readonly applied: ReadonlyArray<MigrationState>
  /** Migrations of this version that are not applied, in their order. */
  readonly pending: ReadonlyArray<{ readonly wing: string; readonly id: number; readonly name: string }>
  /** Applied migrations of a newer version. */
  readonly unknown: ReadonlyArray<MigrationState>
}

export interface OpenedMigrations {
  /** Returns the applied and the pending migrations. Writes nothing. */
  readonly status: () => Promise<MigrationStatus>
  /** Applies the pending migrations, and returns them. */
  readonly up: () => Promise<ReadonlyArray<{ readonly wing: string; readonly name: string }>>
  /** Distributes the tables over the nodes of a Citus cluster. Skips distributed tables. Restart other processes afterwards. */
  readonly distribute: () => Promise<Distributed>
  /**
   * PostgreSQL only. Gives a role only the rights that the service needs. The role cannot rewrite awards, transfers or reversals.
   * Creates the role if it is missing. Call this method again after each migration.
   */
  readonly grantRole: (options: RoleOptions) => Promise<GrantedRole>
  /**
   * Returns whether the connected role may rewrite the history, and whether triggers prevent this; undefined on SQLite or without tables.
   */
  readonly protection: () => Promise<HistoryProtection | undefined>
  /**
   * Returns the version of Citus, whether the tables are distributed, and the nodes to which the coordinator cannot connect as the role of
   * this connection; undefined without Citus.
   */
  readonly cluster: () => Promise<Cluster | undefined>
  /** Returns how late the sweeper is. All migrations must be applied. */
  readonly sweepLag: () => Promise<SweepLag>
  /** Returns the version of the database, and the time of its server. */
  readonly about: () => Promise<{ readonly version: string; readonly now: Date }>
  readonly close: () => Promise<void>
}

const wingsOf = async (accounts: boolean): Promise<ReadonlyArray<WingMigrations>> =>
  accounts ? (await import("../layers/Accounts.ts")).wings : Rewards.wings

const statusOf = (
  wings: ReadonlyArray<WingMigrations>,
  applied: ReadonlyArray<MigrationState>
): MigrationStatus => {
  const had = (wing: string, id: number) => applied.some((each) => each.wing === wing && each.id === id)
  return {
    applied,
    pending: wings.flatMap(({ migrations, wing }) =>
      migrations.filter(({ id }) => !had(wing, id)).map(({ id, name }) => ({ wing, id, name }))
    ),
    unknown: applied.filter(({ wing, id }) =>
      wings.some((known) => known.wing === wing && !known.migrations.some((each) => each.id === id))
    )
  }
}

/** Connects to a database, but does not open the rewards engine. */
export const connectMigrations = async (options: MigrationsOptions): Promise<OpenedMigrations> => {
  const wings = await wingsOf(options.accounts === true)
  const cutting = new AbortController()
  const managed = ManagedRuntime.make(
    Layer.provide(Database.layer, Layer.mapError(databaseOf(options, cutting.signal), openingFailure))
  )
  const run = runnerOf<Database, CoreFailure>(managed, errorOf(CoreFailure))

  await run(Effect.void)
  return {
    status: async () => statusOf(wings, await run(listApplied())),
    up: async () => {
      const done = await run(
        Effect.forEach(wings, (wing) =>
          Effect.map(migrate(wing), (names) => names.map((name) => ({ wing: wing.wing, name })))
        )
      )
      return done.flat()
    },
    distribute: () => run(distribute(wings.flatMap(({ tables }) => tables))),
    grantRole: (role) => run(grantRole(role, wings)),
    protection: () => run(historyProtection(wings)),
    cluster: () => run(clusterInfo()),
    sweepLag: () => run(readSweepLag),
    about: () => run(databaseInfo()),
    close: () => managed.dispose()
  }
}
