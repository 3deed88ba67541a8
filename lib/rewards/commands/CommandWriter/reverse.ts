import { Either } from "effect"
import type { Tally } from "../../awards/decide.ts"
import * as Coins from "../../Coins.ts"
import {
  AlreadyReversed,
  AwardNotFound,
  AwardSuppressed,
  type BalanceTooLarge,
  CycleEnded,
  type InsufficientCoins
} from "../../Errors.ts"
import { TransferId } from "../../Id.ts"
import { monthOf } from "../../ledger/Account.ts"
import type { ReversalFacts, ReversedAward } from "../../reversals/Reversal.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import type { CommandOf, ReverseRefused } from "../Command.ts"
import { type Changes, namesOf } from "./Changes.ts"

/** Moves the coins of a payment back to the partner, and removes the payment from the tally and the counters. */
const undoPayment = (
  changes: Changes,
  rule: StoredRule,
  { coins, createdAt, memberId }: ReversedAward,
  id: TransferId
): Either.Either<void, InsufficientCoins | BalanceTooLarge> => {
  const { partnerId } = rule
  const { at, book, counters } = changes.state
  const draft = { partnerId, id, memberId, amount: coins, createdAt: at, month: monthOf(createdAt) }
  const taken = book.transfer("award_reversal", draft)
  if (Either.isLeft(taken)) return Either.left(taken.left)
  const tally = changes.tally(rule, memberId)
  changes.setTally(rule, memberId, { ...tally, paid: tally.paid - 1 })
  if (tally.paid === 1) changes.addParticipants(rule, -1)
  counters.count(-1, rule, memberId, createdAt, coins)
  return Either.void
}

/** The progress of the running cycle without one of its completions. A sub-rule stays done while it has another completion. */
const progressWithout = (changes: Changes, rule: StoredRule, award: ReversedAward, tally: Tally): number => {
  if (rule.terms._tag !== "Combined") return tally.progress - 1
  const left = (changes.steps(rule, award.memberId).get(award.ordinal) ?? 0) - 1
  return left > 0 ? tally.progress : tally.progress & ~(1 << (award.ordinal - 1))
}

/** Undoes a completion of the running cycle. */
const undoCompletion = (
  changes: Changes,
  rule: StoredRule,
  award: ReversedAward
): Either.Either<void, CycleEnded> => {
  const { cycle, id, memberId, ordinal } = award
  const tally = changes.tally(rule, memberId)
  if (cycle !== tally.cycle) return Either.left(new CycleEnded({ awardId: id }))
  changes.setTally(rule, memberId, { ...tally, progress: progressWithout(changes, rule, award, tally) })
  changes.addStep(rule, memberId, ordinal, -1)
  return Either.void
}

/** The award as the event `award.reversed` contains it, with the current name of its rule. */
const factOf = (
  rule: StoredRule,
  { cycle: _, memberId: __, ordinal, partnerId: ___, ...award }: ReversedAward
) => {
  const named = namesOf(rule).find((each) => each.ordinal === ordinal)
  if (named === undefined)
    throw new Error(`award ${award.id} names a condition that rule ${rule.id} does not have`)
  return { ...award, ruleId: named.id, ruleName: named.name }
}

/** Reverses an award. A refused reversal changes nothing. */
export const reverse = (
  changes: Changes,
  { award, command, requestId }: CommandOf<"Reverse">,
  newId: string
): Either.Either<ReversalFacts, ReverseRefused> => {
  const { partnerId } = command
  if (award === undefined) return Either.left(new AwardNotFound({ awardId: command.awardId }))
  if (award.suppressedBy !== null) return Either.left(new AwardSuppressed({ awardId: award.id }))
  if (changes.isReversed(award)) return Either.left(new AlreadyReversed({ recordId: award.id }))
  const rule = changes.rule(partnerId, award.ruleId)
  const id = TransferId.make(newId, { disableValidation: true })
  const undone: Either.Either<void, InsufficientCoins | BalanceTooLarge | CycleEnded> = award.awarded
    ? undoPayment(changes, rule, award, id)
    : undoCompletion(changes, rule, award)
  if (Either.isLeft(undone)) return Either.left(undone.left)
  const coins = award.awarded ? award.coins : Coins.zero
  const { at: createdAt } = changes.state
  changes.addReversal({ partnerId, id, awardId: award.id, transferId: null, createdAt }, award)
  changes.addTexts(partnerId, id, command)
  const reversal = { id, coins, createdAt }
  const data = { award: factOf(rule, award), reversal }
  changes.addFact(partnerId, requestId, { type: "award.reversed", data })
  return Either.right(reversal)
}
