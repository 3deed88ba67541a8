import { Either } from "effect"
import { AlreadyReversed, MemberNotFound, TransferNotFound } from "../../Errors.ts"
import { TransferId } from "../../Id.ts"
import { monthOf } from "../../ledger/Account.ts"
import type { ReversalFacts } from "../../reversals/Reversal.ts"
import type { TransferFacts } from "../../transfers/Transfer.ts"
import type { CommandOf, RefundRefused, TransferRefused } from "../Command.ts"
import type { Changes } from "./Changes.ts"
import { giveBack, withdraw } from "./wallet.ts"

/** Runs a transfer from a wallet to the partner. A refused transfer changes nothing. */
export const transfer = (
  changes: Changes,
  each: CommandOf<"Transfer">,
  newId: string
): Either.Either<TransferFacts, TransferRefused> => {
  const { command, orderedBy = null } = each
  const { partnerId, userId, coins, idempotencyKey, attachment } = command
  const { at: createdAt } = changes.state
  const memberId = changes.member(partnerId, userId)
  if (memberId === undefined) return Either.left(new MemberNotFound({ userId }))
  const id = TransferId.make(newId, { disableValidation: true })
  const draft = { partnerId, id, memberId, amount: coins, month: monthOf(createdAt), orderedBy }
  const moved = withdraw(changes, "transfer", draft)
  if (Either.isLeft(moved)) return Either.left(moved.left)
  changes.addTexts(partnerId, id, command)
  const { debitBalance: balance } = moved.right
  const data = { id, memberId, userId, coins, balance, createdAt }
  changes.addFact(partnerId, each, { type: "coins.transferred", data })
  // The attachment is stored with the idempotency key, so a transfer without a key has no attachment.
  const stored = idempotencyKey === undefined || attachment === undefined ? {} : { attachment }
  return Either.right({ id, balance, createdAt, ...stored })
}

/**
 * Moves the coins of a transfer back to the member's wallet. If the member was erased, moves them on to the expired coins. A refused refund
 * changes nothing.
 */
export const refund = (
  changes: Changes,
  each: CommandOf<"Refund">,
  newId: string,
  takeId: () => string
): Either.Either<ReversalFacts, RefundRefused> => {
  const { command, orderedBy = null, transfer } = each
  const { partnerId } = command
  const { at: createdAt } = changes.state
  if (transfer === undefined) {
    return Either.left(new TransferNotFound({ transactionId: command.transactionId }))
  }
  const before = changes.returned(transfer)
  if (before.number > 0) return Either.left(new AlreadyReversed({ recordId: transfer.id }))
  const { coins, id: transactionId, lots, memberId, month, userId } = transfer
  const id = TransferId.make(newId, { disableValidation: true })
  const draft = { partnerId, id, memberId, amount: coins, month, orderedBy }
  const erasureId = TransferId.make(takeId(), { disableValidation: true })
  const returned = giveBack(changes, "refund", draft, lots, erasureId)
  if (Either.isLeft(returned)) return Either.left(returned.left)
  const record = { partnerId, id, createdAt, orderedBy }
  changes.addReversal(
    record,
    { transferId: transactionId },
    { ...transfer, amount: null },
    { ...before, number: 1, coins }
  )
  changes.addTexts(partnerId, id, command)
  const data = { id, transactionId, memberId, userId, coins, createdAt }
  changes.addFact(partnerId, each, { type: "coins.refunded", data })
  return Either.right({ id, coins, createdAt })
}
