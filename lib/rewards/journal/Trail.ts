import { Context, Effect, Either } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { WalletTransfer } from "../transfers/Transfer.ts"
import type { Command, Orderer, Outcome } from "./Command.ts"

/** A transfer that was written now, and who ordered it. */
export interface Order {
  readonly by: Orderer
  readonly transfer: WalletTransfer
}

interface Interface {
  /** What to write about these orders in the transaction that posts their transfers. */
  readonly keep: (orders: ReadonlyArray<Order>) => Effect.Effect<Batch.Batch<void>>
}

/** The core's port for a record of who ordered a transfer. Accounts provide their audit trail; by default nothing is kept. */
export class Trail extends Context.Reference<Trail>()("rewards/Trail", {
  defaultValue: (): Interface => ({ keep: () => Effect.succeed(Batch.succeed(undefined)) })
}) {}

/** The transfers of a group that have an orderer and were neither refused nor replayed. Awards have none. */
export const ordersIn = (
  commands: ReadonlyArray<Command>,
  outcomes: ReadonlyArray<Outcome>
): ReadonlyArray<Order> => {
  const orders: Array<Order> = []
  for (const [index, command] of commands.entries()) {
    if (command._tag !== "Transfer" || command.by === undefined) continue
    const outcome = outcomes[index]
    if (outcome?._tag !== "Transfer" || Either.isLeft(outcome.result)) continue
    const { replayed, ...transfer } = outcome.result.right
    if (!replayed) orders.push({ by: command.by, transfer })
  }
  return orders
}
