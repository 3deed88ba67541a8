import { Layer } from "effect"
import * as Rewards from "../layers/Rewards.ts"
import { CoreFailure } from "../rewards/CoreFailure.ts"
import type { AccountsClient, AccountsOption } from "./accounts.ts"
import { type EngineOptions, type Opened, openEngine } from "./engine.ts"
import { type RewardsMethods, rewardsMethods } from "./methods.ts"
import { errorOf } from "./RewardsError.ts"

export type RewardsClient = RewardsMethods & Opened<RewardsMethods>

export interface OpenOptions extends EngineOptions {
  /**
   * Adds partner logins, users, API keys, the authorization server, mail, webhooks and the HTTP interface. `true` selects the default
   * options. Without `accounts`, the tables of these features are not created.
   */
  readonly accounts?: AccountsOption | undefined
}

/** Opens the database, applies pending migrations, and returns the engine with Promise methods. */
export function openRewards(
  options: OpenOptions & { readonly accounts: AccountsOption }
): Promise<AccountsClient>
export function openRewards(options: EngineOptions): Promise<RewardsClient>
export async function openRewards(options: OpenOptions): Promise<RewardsClient | AccountsClient> {
  if (options.accounts !== undefined) {
    const { openAccounts } = await import("./accounts.ts")
    return openAccounts(options, options.accounts)
  }
  const { client } = await openEngine(options, {
    layer: Layer.merge(Rewards.layer({ lockTimeout: options.lockTimeout }), Rewards.archives),
    wings: Rewards.wings,
    methods: rewardsMethods,
    errorOf: errorOf(CoreFailure)
  })
  return client
}
