import { Either } from "effect"
import { AdjustmentNotFound, AlreadyReversed, MemberNotFound } from "../../Errors.ts"
import { TransferId } from "../../Id.ts"
import { StoredAnswer } from "../../idempotency/StoredAnswer.ts"
import { monthOf, noMonth, walletOf } from "../../ledger/Account.ts"
import { endOfDayAfter } from "../../lots/period.ts"
import { noMetadata } from "../../texts/Metadata.ts"
import type {
  AdjustRefused,
  ApproveRefused,
  CommandOf,
  DecideRefused,
  ReverseAdjustmentRefused
} from "../Command.ts"
import { ask, decidable, decide, mustWait } from "./approve.ts"
import type { Changes } from "./Changes.ts"
import { deposit, giveBack, reclaim, withdraw } from "./wallet.ts"

type RecordOf<Tag extends StoredAnswer["_tag"]> = Extract<StoredAnswer, { readonly _tag: Tag }>

/** Adds coins to a wallet, or removes coins from it. A refused adjustment changes nothing. An adjustment may have to wait for approval. */
export const adjust = (
  changes: Changes,
  each: CommandOf<"Adjust">,
  newId: string
): Either.Either<RecordOf<"Adjustment" | "Request">, AdjustRefused> => {
  const { command, orderedBy = null } = each
  const { partnerId, userId, coins, coinsExpire, debitOrCredit, points = false, reason } = command
  const { at: createdAt, book } = changes.state
  const memberId = changes.member(partnerId, userId)
  if (memberId === undefined) return Either.left(new MemberNotFound({ userId }))
  if (mustWait(changes, each, coins)) {
    const refused = book.refusal(debitOrCredit === "CR" ? "credit" : "debit", {
      partnerId,
      memberId,
      amount: coins
    })
    if (refused !== undefined) return Either.left(refused)
    const { metadata = noMetadata, narration = null } = command
    const wanted = { partnerId, memberId, userId, adjustmentId: null, coins, debitOrCredit, points, reason }
    changes.addOnboarding(command, each, memberId)
    const request = { ...wanted, coinsExpire: coinsExpire ?? null, narration, metadata }
    return Either.right(ask(changes, each, request, newId))
  }
  const id = TransferId.make(newId, { disableValidation: true })
  const month = points ? monthOf(createdAt) : noMonth
  const draft = { partnerId, id, memberId, amount: coins, month, orderedBy }
  const expiresAt = coinsExpire === undefined ? null : endOfDayAfter("UTC", coinsExpire, createdAt)
  const moved =
    debitOrCredit === "CR"
      ? deposit(changes, "credit", draft, { expiresAt, timeZone: "UTC" })
      : withdraw(changes, "debit", draft)
  if (Either.isLeft(moved)) return Either.left(moved.left)
  changes.adjustments.push({ partnerId, id, reason })
  changes.addTexts(partnerId, id, command)
  changes.addOnboarding(command, each, memberId)
  const balance = debitOrCredit === "CR" ? moved.right.creditBalance : moved.right.debitBalance
  const data = { id, memberId, userId, coins, debitOrCredit, points, balance, createdAt }
  changes.addFact(partnerId, each, { type: "coins.adjusted", data })
  return Either.right(StoredAnswer.Adjustment({ facts: { id, createdAt } }))
}

/** Undoes an adjustment. A refused reversal changes nothing. A reversal may have to wait for approval. */
export const reverseAdjustment = (
  changes: Changes,
  each: CommandOf<"ReverseAdjustment">,
  newId: string,
  takeId: () => string
): Either.Either<RecordOf<"Reversal" | "Request">, ReverseAdjustmentRefused> => {
  const { adjustment, command, orderedBy = null } = each
  const { partnerId } = command
  const { at: createdAt, book } = changes.state
  if (adjustment === undefined) {
    return Either.left(new AdjustmentNotFound({ adjustmentId: command.adjustmentId }))
  }
  const before = changes.returned(adjustment)
  if (before.number > 0) return Either.left(new AlreadyReversed({ recordId: adjustment.id }))
  const { coins, debitOrCredit, id: adjustmentId, lots, memberId, month, reason, userId } = adjustment
  if (mustWait(changes, each, coins)) {
    const { narration = null } = command
    const wanted = {
      partnerId,
      memberId,
      userId,
      adjustmentId,
      coins,
      debitOrCredit,
      points: month !== noMonth,
      reason
    }
    return Either.right(
      ask(changes, each, { ...wanted, coinsExpire: null, narration, metadata: noMetadata }, newId)
    )
  }
  const id = TransferId.make(newId, { disableValidation: true })
  const draft = { partnerId, id, memberId, amount: coins, month, orderedBy }
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
  const record = { partnerId, id, createdAt, orderedBy }
  changes.addReversal(
    record,
    { transferId: adjustmentId, expiredId },
    { ...adjustment, amount: null },
    { ...before, number: 1, coins }
  )
  changes.addTexts(partnerId, id, command)
  const data = { id, adjustmentId, memberId, userId, coins, debitOrCredit, balance, createdAt }
  changes.addFact(partnerId, each, { type: "coins.adjustment_reversed", data })
  return Either.right(StoredAnswer.Reversal({ facts: { id, coins, createdAt } }))
}

/** Carries out a command that waited for approval. The request ends only if the command is not refused. */
export const approve = (
  changes: Changes,
  each: CommandOf<"Approve">,
  newId: string,
  takeId: () => string
): Either.Either<RecordOf<"Adjustment" | "Reversal">, ApproveRefused> =>
  Either.flatMap(decidable(changes, each), (request) => {
    const { approved } = each
    if (approved === undefined) throw new Error(`the command of request ${request.id} was not read`)
    const done: Either.Either<
      RecordOf<"Adjustment" | "Reversal" | "Request">,
      ApproveRefused
    > = approved._tag === "Adjust"
      ? adjust(changes, approved, newId)
      : reverseAdjustment(changes, approved, newId, takeId)
    return Either.map(done, (record) => {
      if (record._tag === "Request") throw new Error(`request ${request.id} waits for approval again`)
      decide(changes, each, request, TransferId.make(newId, { disableValidation: true }))
      return record
    })
  })

/** Ends a request without carrying it out. */
export const decline = (
  changes: Changes,
  each: CommandOf<"Decline">
): Either.Either<RecordOf<"Request">, DecideRefused> =>
  Either.map(decidable(changes, each), (request) => {
    decide(changes, each, request, null)
    return StoredAnswer.Request({ facts: { ...request, declinedAt: changes.state.at } })
  })
