import { Context, Effect, Either } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Refund, Reversal } from "../reversals/Reversal.ts"
import type { WalletTransfer } from "../transfers/Transfer.ts"
import type { Command, Orderer, Outcome, Recorded } from "./Command.ts"

/** A transfer, reversal or refund that was written now, and who ordered it. */
export interface Order {
  readonly by: Orderer
  readonly record: WalletTransfer | Reversal | Refund
}

interface Interface {
  /** What to write about these orders in the transaction that writes their records. */
  readonly keep: (orders: ReadonlyArray<Order>) => Effect.Effect<Batch.Batch<void>>
}

/** The core's port for a record of who ordered a transfer, a reversal or a refund. Accounts provide their audit trail; by default nothing is kept. */
export class Trail extends Context.Reference<Trail>()("rewards/Trail", {
  defaultValue: (): Interface => ({ keep: () => Effect.succeed(Batch.succeed(undefined)) })
}) {}

/** The records of a group that have an orderer and were neither refused nor replayed. Awards have none. */
export const ordersIn = (
  commands: ReadonlyArray<Command>,
  outcomes: ReadonlyArray<Outcome>
): ReadonlyArray<Order> => {
  const orders: Array<Order> = []
  for (const [index, command] of commands.entries()) {
    if (command._tag === "Award" || command.by === undefined) continue
    const outcome = outcomes[index]
    if (outcome === undefined || outcome._tag === "Award") continue
    const result: Either.Either<Recorded<Order["record"]>, unknown> = outcome.result
    if (Either.isLeft(result)) continue
    const { replayed, ...record } = result.right
    if (!replayed) orders.push({ by: command.by, record })
  }
  return orders
}
