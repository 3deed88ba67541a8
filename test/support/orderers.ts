import { Effect } from "effect"
import { Actor } from "../../lib/index.ts"
import type { ActingOrderer } from "../../lib/rewards/Actor.ts"

const orderer = (kind: "person" | "key", name: string): ActingOrderer => ({
  kind,
  id: `01a1dd04-59e9-7000-9022-${Buffer.from(name.padEnd(6)).toString("hex")}`,
  name,
  credential: name,
  address: undefined
})

/** Two persons and an API key that order adjustments. */
export const ada = orderer("person", "ada")
export const bea = orderer("person", "bea")
export const sync = orderer("key", "sync")

/** Runs an order of a person or an API key. */
export const by =
  (who: ActingOrderer) =>
  <A, E, R>(order: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(order, Actor, who)
