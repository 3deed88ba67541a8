import { Either } from "effect"
import type { AdjustmentFacts } from "../../adjustments/Adjustment.ts"
import { AdjustmentNotFound, AlreadyReversed, MemberNotFound } from "../../Errors.ts"
import { TransferId } from "../../Id.ts"
import { monthOf, noMonth, walletOf } from "../../ledger/Account.ts"
import { endOfDayAfter } from "../../lots/period.ts"
import type { ReversalFacts } from "../../reversals/Reversal.ts"
import type { AdjustRefused, CommandOf, ReverseAdjustmentRefused } from "../Command.ts"
import type { Changes } from "./Changes.ts"
import { deposit, giveBack, reclaim, withdraw } from "./wallet.ts"

/** Adds coins to a wallet, or removes coins from it. A refused adjustment changes nothing. */
export const adjust = (
  changes: Changes,
  { command, requestId }: CommandOf<"Adjust">,
  newId: string
): Either.Either<AdjustmentFacts, AdjustRefused> => {
  const { partnerId, userId, coins, coinsExpire, debitOrCredit, points = false, reason } = command
  const { at: createdAt } = changes.state
  const memberId = changes.member(partnerId, userId)
  if (memberId === undefined) return Either.left(new MemberNotFound({ userId }))
  const id = TransferId.make(newId, { disableValidation: true })
  const month = points ? monthOf(createdAt) : noMonth
  const draft = { partnerId, id, memberId, amount: coins, month }
  const expiresAt = coinsExpire === undefined ? null : endOfDayAfter("UTC", coinsExpire, createdAt)
  const moved =
    debitOrCredit === "CR"
      ? deposit(changes, "credit", draft, { expiresAt, timeZone: "UTC" })
      : withdraw(changes, "debit", draft)
  if (Either.isLeft(moved)) return Either.left(moved.left)
  changes.adjustments.push({ partnerId, id, reason })
  changes.addTexts(partnerId, id, command)
  changes.addOnboarding(command, requestId, memberId)
  const balance = debitOrCredit === "CR" ? moved.right.creditBalance : moved.right.debitBalance
  const data = { id, memberId, userId, coins, debitOrCredit, points, balance, createdAt }
  changes.addFact(partnerId, requestId, { type: "coins.adjusted", data })
  return Either.right({ id, createdAt })
}

/** Undoes an adjustment. A refused reversal changes nothing. */
export const reverseAdjustment = (
  changes: Changes,
  { adjustment, command, requestId }: CommandOf<"ReverseAdjustment">,
  newId: string,
  takeId: () => string
): Either.Either<ReversalFacts, ReverseAdjustmentRefused> => {
  const { partnerId } = command
  const { at: createdAt, book } = changes.state
  if (adjustment === undefined) {
    return Either.left(new AdjustmentNotFound({ adjustmentId: command.adjustmentId }))
  }
  const before = changes.returned(adjustment)
  if (before.number > 0) return Either.left(new AlreadyReversed({ recordId: adjustment.id }))
  const { coins, debitOrCredit, id: adjustmentId, lots, memberId, month, userId } = adjustment
  const id = TransferId.make(newId, { disableValidation: true })
  const draft = { partnerId, id, memberId, amount: coins, month }
  let expiredId: TransferId | null = null
  if (debitOrCredit === "DE") {
    const erasureId = TransferId.make(takeId(), { disableValidation: true })
    const returned = giveBack(changes, "debit_reversal", draft, lots, erasureId)
    if (Either.isLeft(returned)) return Either.left(returned.left)
  } else {
    const [lot] = lots
    const origin = { expiresAt: lot?.expiresAt ?? null }
    const other = TransferId.make(takeId(), { disableValidation: true })
    const returned = reclaim(changes, "credit_reversal", draft, origin, other)
    if (Either.isLeft(returned)) return Either.left(returned.left)
    if (returned.right.tookExpired) expiredId = other
  }
  const { balance } = book.account(walletOf(memberId))
  const record = { partnerId, id, createdAt }
  changes.addReversal(
    record,
    { transferId: adjustmentId, expiredId },
    { ...adjustment, amount: null },
    { ...before, number: 1, coins }
  )
  changes.addTexts(partnerId, id, command)
  const data = { id, adjustmentId, memberId, userId, coins, debitOrCredit, balance, createdAt }
  changes.addFact(partnerId, requestId, { type: "coins.adjustment_reversed", data })
  return Either.right({ id, coins, createdAt })
}
