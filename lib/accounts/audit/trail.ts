import { Effect, Layer } from "effect"
import * as Coins from "../../rewards/Coins.ts"
import { type Order, Trail } from "../../rewards/journal/Trail.ts"
import { Audit, type Event } from "./Audit.ts"

const event = ({ by, transfer }: Order): Event => {
  const { balance, coins, id, partnerId, userId } = transfer
  const [before, after] = [Coins.format(Coins.make(balance + coins)), Coins.format(balance)]
  const detail = `${id}: ${Coins.format(coins)} coins from userId ${userId}, balance ${before} -> ${after}`
  return {
    action: "coins.transfer",
    outcome: "done",
    actor: by.name,
    address: by.address,
    partnerId,
    detail
  }
}

/** Records who ordered a transfer, in the transaction of the transfer. */
export const layer: Layer.Layer<never, never, Audit> = Layer.effect(
  Trail,
  Effect.map(Audit, (audit) => ({ keep: (orders) => audit.entries(orders.map(event)) }))
)
