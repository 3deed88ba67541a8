// This module loads the engine only when a function is called, so that importing the package is fast.
import type { AccountsClient, AccountsOption, OpenAccountsOptions } from "./accounts.ts"
import type { RewardsClient } from "./core.ts"
import type { EngineOptions } from "./engine.ts"
import type { MigrationsOptions, OpenedMigrations } from "./migrations.ts"
import {
  type Checks,
  checkOptions,
  databaseChecks,
  isBoolean,
  isFunction,
  isMilliseconds,
  isObject
} from "./options.ts"

export interface OpenOptions extends EngineOptions {
  /**
   * Adds partner logins, users, API keys, the authorization server, mail, webhooks and the HTTP interface. `true` selects the default
   * options. Without `accounts`, the tables of these features are not created.
   */
  readonly accounts?: AccountsOption | undefined
}

const openChecks: Checks<OpenOptions> = {
  ...databaseChecks,
  closeTimeout: isMilliseconds,
  clock: isObject,
  onWarning: isFunction,
  sweep: isBoolean,
  telemetry: isObject,
  accounts: {
    is: (value) => value === true || isObject.is(value),
    problem: "must be true or an object of options"
  }
}

const accountsChecks: Checks<OpenAccountsOptions> = {
  alertsUrl: {
    is: (value) => typeof value === "string" && /^https?:/.test(value) && URL.canParse(value),
    problem: "must be an absolute http or https address"
  },
  allowLoopback: isBoolean,
  mail: isObject,
  secretsKey: { is: (value) => typeof value === "string", problem: "must be text" },
  sendWebhooks: isBoolean
}

const migrationsChecks: Checks<MigrationsOptions> = { ...databaseChecks, accounts: isBoolean }

/** Opens the database, applies pending migrations, and returns the engine with Promise methods. */
export function openRewards(
  options: OpenOptions & { readonly accounts: AccountsOption }
): Promise<AccountsClient>
export function openRewards(options: EngineOptions): Promise<RewardsClient>
export async function openRewards(options: OpenOptions): Promise<RewardsClient | AccountsClient> {
  checkOptions(options, openChecks)
  const { accounts } = options
  if (accounts === undefined) {
    const { openCore } = await import("./core.ts")
    return openCore(options)
  }
  if (accounts !== true) checkOptions(accounts, accountsChecks, "accounts.")
  const { openAccounts } = await import("./accounts.ts")
  return openAccounts(options, accounts)
}

/** Opens a database to list and apply migrations. Does not start the engine. */
export const openMigrations = async (options: MigrationsOptions): Promise<OpenedMigrations> => {
  checkOptions(options, migrationsChecks)
  const { connectMigrations } = await import("./migrations.ts")
  return connectMigrations(options)
}
