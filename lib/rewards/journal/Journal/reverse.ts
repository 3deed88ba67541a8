import { Either } from "effect"
import type { Tally } from "../../awards/decide.ts"
import * as Coins from "../../Coins.ts"
import {
  AlreadyReversed,
  AwardNotFound,
  AwardSuppressed,
  type BalanceTooLarge,
  CycleEnded,
  type InsufficientCoins,
  TransferNotFound
} from "../../Errors.ts"
import { TransferId } from "../../Id.ts"
import { monthOf, walletOf } from "../../ledger/Account.ts"
import type { ReversalFacts, ReversedAward } from "../../reversals/Reversal.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import type { CommandOf, RefundRefused, ReverseRefused } from "../Command.ts"
import { type Changes, namesOf } from "./Changes.ts"

const idOf = (id: string): TransferId => TransferId.make(id, { disableValidation: true })

/** Takes back the coins of an award that paid, its place, and what it used of the limits of its own moment. */
const unpay = (
  changes: Changes,
  rule: RuleCore,
  award: ReversedAward,
  id: string
): Either.Either<void, InsufficientCoins | BalanceTooLarge> => {
  const { at, book, counters, side } = changes.state
  const { coins, createdAt, memberId } = award
  const taken = book.takeBack({
    partnerId: rule.partnerId,
    id: idOf(id),
    amount: coins,
    debit: walletOf(memberId),
    credit: side(rule.partnerId, "issuance"),
    createdAt: at,
    month: monthOf(createdAt)
  })
  if (Either.isLeft(taken)) return Either.left(taken.left)
  const tally = changes.tally(rule, memberId)
  changes.setTally(rule, memberId, { ...tally, paid: tally.paid - 1 })
  if (tally.paid === 1) changes.addParticipants(rule, -1)
  counters.giveBack(rule, memberId, createdAt, coins)
  return Either.void
}

/** The progress of the running cycle without one of its completions. A sub-rule may have been counted more than once. */
const withoutStep = (changes: Changes, rule: RuleCore, award: ReversedAward, tally: Tally): number => {
  if (rule.terms._tag !== "Combined") return tally.progress - 1
  const left = (changes.steps(rule, award.memberId).get(award.ordinal) ?? 0) - 1
  return left > 0 ? tally.progress : tally.progress & ~(1 << (award.ordinal - 1))
}

/** Takes back a completion of the running cycle. */
const uncount = (changes: Changes, rule: RuleCore, award: ReversedAward): Either.Either<void, CycleEnded> => {
  const { cycle, id, memberId, ordinal } = award
  const tally = changes.tally(rule, memberId)
  if (cycle !== tally.cycle) return Either.left(new CycleEnded({ awardId: id }))
  changes.setTally(rule, memberId, { ...tally, progress: withoutStep(changes, rule, award, tally) })
  changes.addStep(rule, memberId, ordinal, -1)
  return Either.void
}

/** The award as its own event had it, under the present name of its rule. */
const factOf = (rule: RuleCore, { ordinal, ...award }: ReversedAward) => {
  const named = namesOf(rule).find((each) => each.ordinal === ordinal)
  if (named === undefined) throw new Error(`award ${award.id} names no condition of rule ${rule.id}`)
  const { awarded, coins, createdAt, id, suppressedBy, userId } = award
  return { id, ruleId: named.id, ruleName: named.name, userId, awarded, coins, suppressedBy, createdAt }
}

/** Reverses an award. When it is refused it changes nothing. */
export const reverse = (
  changes: Changes,
  { award, command, requestId }: CommandOf<"Reverse">,
  id: string
): Either.Either<ReversalFacts, ReverseRefused> => {
  const { partnerId } = command
  if (award === undefined) return Either.left(new AwardNotFound({ awardId: command.awardId }))
  if (award.suppressedBy !== null) return Either.left(new AwardSuppressed({ awardId: award.id }))
  if (changes.isReversed(award)) return Either.left(new AlreadyReversed({ recordId: award.id }))
  const rule = changes.rule(partnerId, award.ruleId)
  const undone: Either.Either<void, InsufficientCoins | BalanceTooLarge | CycleEnded> = award.awarded
    ? unpay(changes, rule, award, id)
    : uncount(changes, rule, award)
  if (Either.isLeft(undone)) return Either.left(undone.left)
  changes.addReversal({ partnerId, id: idOf(id), awardId: award.id, transferId: null }, award)
  changes.addTexts(partnerId, id, command)
  const coins = award.awarded ? award.coins : Coins.zero
  const createdAt = changes.state.at
  if (changes.isWatched(partnerId)) {
    const data = { award: factOf(rule, award), reversal: { id: idOf(id), coins, createdAt } }
    changes.note(partnerId, requestId, { type: "award.reversed", data })
  }
  return Either.right({ id, coins, createdAt })
}

/** Returns the coins of a transfer to its wallet. When it is refused it changes nothing. */
export const refund = (
  changes: Changes,
  { command, requestId, transfer }: CommandOf<"Refund">,
  id: string
): Either.Either<ReversalFacts, RefundRefused> => {
  const { partnerId } = command
  const { at, book, side } = changes.state
  if (transfer === undefined) {
    return Either.left(new TransferNotFound({ transactionId: command.transactionId }))
  }
  if (changes.isReversed(transfer)) return Either.left(new AlreadyReversed({ recordId: transfer.id }))
  const given = book.giveBack({
    partnerId,
    id: idOf(id),
    amount: transfer.coins,
    debit: side(partnerId, "treasury"),
    credit: walletOf(transfer.memberId),
    createdAt: at,
    month: transfer.month
  })
  if (Either.isLeft(given)) return Either.left(given.left)
  changes.addReversal({ partnerId, id: idOf(id), awardId: null, transferId: transfer.id }, transfer)
  changes.addTexts(partnerId, id, command)
  if (changes.isWatched(partnerId)) {
    const { coins, id: transactionId, memberId, userId } = transfer
    const data = { id: idOf(id), transactionId, memberId, userId, coins, createdAt: at }
    changes.note(partnerId, requestId, { type: "coins.refunded", data })
  }
  return Either.right({ id, coins: transfer.coins, createdAt: at })
}
