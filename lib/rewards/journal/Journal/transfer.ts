import { Either } from "effect"
import { MemberNotFound } from "../../Errors.ts"
import { TransferId } from "../../Id.ts"
import { monthOf, walletOf } from "../../ledger/Account.ts"
import type { TransferFacts } from "../../transfers/Transfer.ts"
import type { CommandOf, TransferRefused } from "../Command.ts"
import type { Changes } from "./Changes.ts"

/** Runs a transfer from a wallet to the partner. When it is refused it changes nothing. */
export const transfer = (
  changes: Changes,
  { command, requestId }: CommandOf<"Transfer">,
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
  const { balance } = moved.right.debit
  if (changes.isWatched(partnerId)) {
    const data = { id: transferId, memberId, userId, coins, balance, createdAt: at }
    changes.note(partnerId, requestId, { type: "coins.transferred", data })
  }
  const kept = idempotencyKey === undefined || attachment === undefined ? {} : { attachment }
  return Either.right({ id: transferId, balance, createdAt: at, ...kept })
}
