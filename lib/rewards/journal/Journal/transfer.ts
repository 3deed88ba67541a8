import { Either } from "effect"
import { MemberNotFound } from "../../Errors.ts"
import { TransferId } from "../../Id.ts"
import { monthOf, walletOf } from "../../ledger/Account.ts"
import type { TransferCommand, TransferFacts } from "../../transfers/Transfer.ts"
import type { TransferRefused } from "../Command.ts"
import type { Changes } from "./Changes.ts"

/** Runs a transfer from a wallet to the partner. When it is refused it changes nothing. */
export const transfer = (
  changes: Changes,
  command: TransferCommand,
  id: string
): Either.Either<TransferFacts, TransferRefused> => {
  const { partnerId, userId, coins, idempotencyKey, attachment } = command
  const { at, book, side } = changes.state
  const memberId = changes.member(partnerId, userId)
  if (memberId === undefined) return Either.left(new MemberNotFound({ userId }))
  const transferId = TransferId.make(id, { disableValidation: true })
  const moved = book.redeem({
    partnerId,
    id: transferId,
    amount: coins,
    debit: walletOf(memberId),
    credit: side(partnerId, "treasury"),
    createdAt: at,
    month: monthOf(at)
  })
  if (Either.isLeft(moved)) return Either.left(moved.left)
  changes.addTexts(partnerId, id, command)
  const kept = idempotencyKey === undefined || attachment === undefined ? {} : { attachment }
  return Either.right({ id: transferId, balance: moved.right.debit.balance, createdAt: at, ...kept })
}
