import { Layer } from "effect"
import * as Rewards from "../layers/Rewards.ts"
import { CoreFailure } from "../rewards/CoreFailure.ts"
import { type EngineOptions, type Opened, openEngine } from "./engine.ts"
import { type RewardsMethods, rewardsMethods } from "./methods.ts"
import { errorOf } from "./promised.ts"

export interface RewardsClient extends RewardsMethods, Opened<RewardsMethods> {}

/** Opens the engine without accounts. */
export const openCore = async (options: EngineOptions): Promise<RewardsClient> => {
  const { client } = await openEngine(options, {
    layer: Layer.merge(
      Rewards.layer({ lockTimeout: options.lockTimeout, sweep: options.sweep }),
      Rewards.archives
    ),
    wings: Rewards.wings,
    methods: rewardsMethods,
    errorOf: errorOf(CoreFailure)
  })
  return client
}
