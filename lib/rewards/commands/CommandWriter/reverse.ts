import { Either } from "effect"
import type { Tally } from "../../awards/decide.ts"
import * as Coins from "../../Coins.ts"
import {
  ActivityNotFound,
  ActivityNotReversed,
  AlreadyReversed,
  AwardNotFound,
  AwardSuppressed,
  type BalanceTooLarge,
  CycleEnded,
  InsufficientCoins
} from "../../Errors.ts"
import { TransferId } from "../../Id.ts"
import { monthOf, walletOf } from "../../ledger/Account.ts"
import { changed, pendingOfAward } from "../../lots/Holdings.ts"
import { type Instants, knownInstants } from "../../lots/period.ts"
import type { OrdererNumber } from "../../orderers/Orderer.ts"
import { decideReversal } from "../../reversals/decideReversal.ts"
import type { ReversalFacts, ReversedActivity, ReversedAward } from "../../reversals/Reversal.ts"
import { namesOf } from "../../rules/Named.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import type { CommandOf, ReverseActivityRefused, ReverseRefused } from "../Command.ts"
import type { Changes } from "./Changes.ts"
import { cancelPending, expiredChange, reclaim, takenFrom, waitingOf } from "./wallet.ts"

/**
 * Returns when the coins of an award mature and expire. They expire with the lot that the award paid into, or will pay into when it
 * matures.
 */
const instantsOf = (changes: Changes, { expiresAt, id, memberId, waited }: ReversedAward): Instants => {
  if (waited === null) return { maturesAt: null, expiresAt }
  const pending = pendingOfAward(changes.state.wallets.of(memberId), id)
  return {
    maturesAt: pending?.maturedAt ?? pending?.maturesAt ?? null,
    expiresAt: pending?.expiresAt ?? null
  }
}

/** The id of the reversal that takes coins back, and who ordered it. */
interface Taking {
  readonly id: TransferId
  readonly orderedBy: OrdererNumber
}

/** Takes the coins of a payment back. Returns the id of the transfer that took expired coins; null if there is none. */
const takeCoins = (
  changes: Changes,
  award: ReversedAward,
  { id, orderedBy }: Taking,
  coins: Coins.Coins,
  takeId: () => string
): Either.Either<TransferId | null, InsufficientCoins | BalanceTooLarge> => {
  const { createdAt, memberId, partnerId } = award
  const draft = { partnerId, id, memberId, amount: coins, month: monthOf(createdAt), orderedBy }
  const pending = award.waited === null ? undefined : waitingOf(changes, memberId, award.id)
  if (pending !== undefined) return Either.map(cancelPending(changes, draft, pending), () => null)
  const { expiresAt } = instantsOf(changes, award)
  const expiredId = TransferId.make(takeId(), { disableValidation: true })
  return Either.map(reclaim(changes, "award_reversal", draft, { expiresAt }, expiredId), ({ tookExpired }) =>
    tookExpired ? expiredId : null
  )
}

/**
 * Moves coins of a payment back to the partner and out of the counters. If none are left, the payment no longer counts. Returns the id of
 * the transfer that took expired coins; null if there is none.
 */
const undoPayment = (
  changes: Changes,
  rule: StoredRule,
  award: ReversedAward,
  taking: Taking,
  { coins, isWhole }: { readonly coins: Coins.Coins; readonly isWhole: boolean },
  takeId: () => string
): Either.Either<TransferId | null, InsufficientCoins | BalanceTooLarge> => {
  const { createdAt, memberId } = award
  const { counters } = changes.state
  const taken = coins > 0 ? takeCoins(changes, award, taking, coins, takeId) : Either.right(null)
  if (Either.isLeft(taken)) return Either.left(taken.left)
  counters.giveBack(rule, memberId, createdAt, { awards: isWhole ? 1 : 0, coins })
  if (!isWhole) return taken
  const payee = changes.payee(memberId)
  const tally = changes.tally(rule, payee)
  changes.setTally(rule, payee, { ...tally, paid: tally.paid - 1 })
  if (tally.paid === 1) changes.addParticipants(rule, -1)
  return taken
}

/** Returns the progress of the running cycle without one of its completions. A sub-rule stays done while it has another completion. */
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
): Either.Either<null, CycleEnded> => {
  const { cycle, id, memberId, ordinal } = award
  const tally = changes.tally(rule, memberId)
  if (cycle !== tally.cycle) return Either.left(new CycleEnded({ awardId: id }))
  changes.setTally(rule, memberId, { ...tally, progress: progressWithout(changes, rule, award, tally) })
  changes.addStep(rule, memberId, ordinal, -1)
  return Either.right(null)
}

/** Returns the award as the event `award.reversed` shows it, with the current name of its rule or sub-rule. */
const factOf = (
  rule: StoredRule,
  instants: Instants,
  {
    cycle: _,
    earned: __,
    memberId: ___,
    ordinal,
    partnerId: ____,
    waited: _____,
    expiresAt: ______,
    ...award
  }: ReversedAward
) => {
  const named = namesOf(rule).find((each) => each.ordinal === ordinal)
  if (named === undefined)
    throw new Error(`award ${award.id} names a sub-rule that rule ${rule.id} does not have`)
  return { ...award, ...knownInstants(instants), ruleId: named.id, ruleName: named.name }
}

/**
 * Reverses an award, or a part of it. A refused reversal changes nothing. `activityReversalId` is the reversal of an activity that this
 * reversal belongs to.
 */
export const reverse = (
  changes: Changes,
  each: CommandOf<"Reverse">,
  newId: string,
  takeId: () => string,
  activityReversalId: TransferId | null = null
): Either.Either<ReversalFacts, ReverseRefused> => {
  const { award, command, orderedBy = null } = each
  const { partnerId } = command
  if (award === undefined) return Either.left(new AwardNotFound({ awardId: command.awardId }))
  if (award.suppressedBy !== null) return Either.left(new AwardSuppressed({ awardId: award.id }))
  const before = changes.returned(award)
  const decided = decideReversal(award, before, command)
  if (Either.isLeft(decided)) return Either.left(decided.left)
  const after = decided.right
  const coins = Coins.make(after.coins - before.coins)
  const rule = changes.rule(partnerId, award.ruleId)
  const id = TransferId.make(newId, { disableValidation: true })
  const undone: Either.Either<TransferId | null, InsufficientCoins | BalanceTooLarge | CycleEnded> =
    award.awarded
      ? undoPayment(
          changes,
          rule,
          award,
          { id, orderedBy },
          { coins, isWhole: after.coins === award.coins },
          takeId
        )
      : undoCompletion(changes, rule, award)
  if (Either.isLeft(undone)) return Either.left(undone.left)
  const { at: createdAt } = changes.state
  const expiredId = undone.right
  const record = { partnerId, id, createdAt, orderedBy }
  changes.addReversal(record, { awardId: award.id, activityReversalId, expiredId }, award, after)
  changes.addTexts(partnerId, id, command)
  const reversal = { id, coins, createdAt }
  const coinsLeft = Coins.make(award.coins - after.coins)
  const amountLeft = award.amount && Coins.make(award.amount - after.amount)
  const data = { award: factOf(rule, instantsOf(changes, award), award), coinsLeft, amountLeft, reversal }
  changes.addFact(partnerId, each, { type: "award.reversed", data })
  return Either.right(reversal)
}

/** Whether an award cannot be reversed any further: it was suppressed, or it has been reversed completely. */
const isDone = (changes: Changes, award: ReversedAward): boolean => {
  const before = changes.returned(award)
  return award.suppressedBy !== null || (before.number > 0 && before.coins === award.coins)
}

/**
 * Returns the awards that the reversal of an activity reverses. Skips awards that were suppressed or already reversed. Also skips
 * completions of a cycle that another award of the activity ended: they have no effect once that award is reversed. Fails if any other
 * award cannot be reversed.
 */
const awardsToReverse = (
  changes: Changes,
  { awards, memberId }: ReversedActivity
): Either.Either<ReadonlyArray<ReversedAward>, ActivityNotReversed> => {
  const found: Array<ReversedAward> = []
  const { book, wallets } = changes.state
  let { balance } = book.account(walletOf(memberId))
  let holdings = wallets.of(memberId)
  const isErased = changes.isErased(memberId)
  let erasedCoins = changes.erasedCoins(memberId)
  for (const award of awards) {
    if (isDone(changes, award)) continue
    const refused = (error: CycleEnded | InsufficientCoins) =>
      Either.left(new ActivityNotReversed({ awardId: award.id, reason: error.message }))
    if (award.awarded) {
      const coins = Coins.make(award.coins - changes.returned(award).coins)
      const pending = pendingOfAward(holdings, award.id)
      if (isErased) {
        if (erasedCoins < coins) return refused(new InsufficientCoins({ have: erasedCoins, need: coins }))
        erasedCoins = Coins.make(erasedCoins - coins)
      } else if (pending === undefined || pending.coins === 0) {
        const { expiresAt } = instantsOf(changes, award)
        const taken = takenFrom(holdings, balance, expiresAt, coins)
        if (Either.isLeft(taken)) return refused(taken.left)
        balance = Coins.make(balance - taken.right.fromWallet)
        // The reversals of two awards cannot take the same coins of a lot.
        holdings = changed(holdings, [
          ...taken.right.changes,
          ...expiredChange(expiresAt, taken.right.fromExpired)
        ])
      }
    } else if (award.cycle !== changes.tally(changes.rule(award.partnerId, award.ruleId), memberId).cycle) {
      const isVoid = awards.some(
        (other) => other.awarded && other.ruleId === award.ruleId && other.cycle === award.cycle
      )
      if (!isVoid) return refused(new CycleEnded({ awardId: award.id }))
      continue
    }
    found.push(award)
  }
  return Either.right(found)
}

/** Reverses all awards of an activity. A refused reversal changes nothing. */
export const reverseActivity = (
  changes: Changes,
  each: CommandOf<"ReverseActivity">,
  newId: string,
  takeId: () => string
): Either.Either<ReversalFacts, ReverseActivityRefused> => {
  const { activity, command, orderedBy = null, requestId } = each
  const { activityId, partnerId } = command
  if (activity === undefined) return Either.left(new ActivityNotFound({ activityId }))
  const before = changes.returned(activity)
  if (before.number > 0) return Either.left(new AlreadyReversed({ recordId: activityId }))
  const awards = awardsToReverse(changes, activity)
  if (Either.isLeft(awards)) return Either.left(awards.left)
  const id = TransferId.make(newId, { disableValidation: true })
  let sum = 0
  for (const award of awards.right) {
    const command = { partnerId, awardId: award.id }
    const reversed = reverse(
      changes,
      { _tag: "Reverse", award, command, requestId, orderedBy },
      takeId(),
      takeId,
      id
    )
    if (Either.isRight(reversed)) sum += reversed.right.coins
    // If an account of the partner is full, the whole transaction starts over.
    else if (changes.state.book.full.length === 0) throw reversed.left
  }
  const coins = Coins.make(sum)
  const { at: createdAt } = changes.state
  const record = { ...activity, coins, amount: null }
  const reversal = { partnerId, id, createdAt, orderedBy }
  changes.addReversal(reversal, { activityId }, record, { ...before, number: 1, coins })
  changes.addTexts(partnerId, id, command)
  const { memberId, userId } = activity
  const data = { id, activityId, memberId, userId, coins, createdAt }
  changes.addFact(partnerId, each, { type: "activity.reversed", data })
  return Either.right({ id, coins, createdAt })
}
