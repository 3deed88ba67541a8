import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { type CrossCheck, required } from "../../schema/Input.ts"
import type { ActivityReversal, ReverseActivityCommand } from "../activities/Activity.ts"
import type { DebitOrCredit, ReverseAdjustmentCommand } from "../adjustments/Adjustment.ts"
import type { Award } from "../awards/Award.ts"
import type { Rate } from "../awards/earning.ts"
import * as Coins from "../Coins.ts"
import { type ActivityId, AwardId, type MemberId, PartnerId, TransferId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import type { Pending } from "../lots/Holdings.ts"
import { Narration } from "../texts/Narration.ts"

const order = {
  partnerId: required(PartnerId),
  narration: Schema.optional(Narration),
  idempotencyKey: Schema.optional(IdempotencyKey)
}

/**
 * Reverses an award: its coins are taken back, and it no longer counts towards progress or limits. With `coins` or `amount`, only a
 * part of the coins is taken back, and the award still counts as a payment as long as coins are left.
 */
export const ReverseCommand = Schema.Struct({
  ...order,
  awardId: required(AwardId),
  /** The coins to take back. By default all that are left. */
  coins: Schema.optional(Coins.PositiveAmount),
  /** The cancelled part of the award's amount. The member keeps at most the coins that the rest of the amount earns. */
  amount: Schema.optional(Coins.PositiveDecimal)
})

export const checkReverse: CrossCheck = ({ amount, coins }) =>
  amount === undefined || coins === undefined
    ? []
    : [{ field: "coins", problem: "cannot be given together with amount: give one of them" }]

export type ReverseCommand = typeof ReverseCommand.Type
export type ReverseInput = Documented.Of<typeof ReverseCommand, Documented.ReverseInput>

/** Refunds a transfer: its coins return to the wallet. */
export const RefundCommand = Schema.Struct({ ...order, transactionId: required(TransferId) })
export type RefundCommand = typeof RefundCommand.Type
export type RefundInput = Documented.Of<typeof RefundCommand, Documented.RefundInput>

const record = {
  id: Schema.String,
  partnerId: PartnerId,
  /** The coins that were moved back. They can be 0 for an award. */
  coins: Coins.Amount,
  narration: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
}

export const Reversal = Schema.Struct({ ...record, awardId: AwardId })
export type Reversal = typeof Reversal.Type

export const Refund = Schema.Struct({ ...record, transactionId: TransferId })
export type Refund = typeof Refund.Type

export const AdjustmentReversal = Schema.Struct({ ...record, adjustmentId: TransferId })
export type AdjustmentReversal = typeof AdjustmentReversal.Type

/** The fields of a reversal or refund that a replay reads from the database. The others come from the command. */
export type ReversalFacts = Pick<Reversal, "id" | "coins" | "createdAt">

export const reversalOf = (
  { partnerId, awardId, narration = null }: ReverseCommand,
  { id, coins, createdAt }: ReversalFacts
): Reversal => ({ id, partnerId, awardId, coins, narration, createdAt })

export const refundOf = (
  { partnerId, transactionId, narration = null }: RefundCommand,
  { id, coins, createdAt }: ReversalFacts
): Refund => ({ id, partnerId, transactionId, coins, narration, createdAt })

export const activityReversalOf = (
  { partnerId, activityId, narration = null }: ReverseActivityCommand,
  { id, coins, createdAt }: ReversalFacts
): ActivityReversal => ({ id, partnerId, activityId, coins, narration, createdAt })

export const adjustmentReversalOf = (
  { partnerId, adjustmentId, narration = null }: ReverseAdjustmentCommand,
  { id, coins, createdAt }: ReversalFacts
): AdjustmentReversal => ({ id, partnerId, adjustmentId, coins, narration, createdAt })

/** An award to reverse. Its row never changes, so it can be read before locks are taken. */
export interface ReversedAward extends Omit<Award, "ruleName" | "note"> {
  readonly memberId: MemberId
  readonly ordinal: number
  readonly cycle: number
  /** The rate at which the rule paid for an amount at the time of the award; null if the award has no amount. */
  readonly earned: Rate | null
  /** For an award that is or was pending: after how long its coins expire, counted from maturity. Null for an award that paid at once. */
  readonly waited: Pick<Pending, "coinsExpire" | "timeZone"> | null
  /** The end of the lot that the award paid into; null if the coins do not expire, and for an award that is or was pending. */
  readonly expiresAt: Date | null
}

/** A change of a lot by a transfer that is undone. Coins that left the lot are negative. */
export interface ReturnedLot {
  readonly expiresAt: Date
  readonly timeZone: string
  readonly coins: Coins.Coins
}

/** What the reversals of a record have returned so far. */
export interface Returned {
  /** The number of reversals. */
  readonly number: number
  readonly coins: Coins.Coins
  readonly amount: Coins.Coins
}

export const nothingReturned: Returned = { number: 0, coins: Coins.zero, amount: Coins.zero }

/** A transfer that a command undoes as a whole. */
export interface UndoneTransfer {
  readonly partnerId: PartnerId
  readonly id: TransferId
  readonly memberId: MemberId
  readonly userId: string
  readonly coins: Coins.Coins
  readonly month: number
  /** How the transfer changed lots of the wallet. */
  readonly lots: ReadonlyArray<ReturnedLot>
}

export interface ReversedAdjustment extends UndoneTransfer {
  readonly debitOrCredit: DebitOrCredit
  readonly reason: string | null
}

/** An activity to reverse, with its awards in the order in which they were made. */
export interface ReversedActivity {
  readonly partnerId: PartnerId
  readonly id: ActivityId
  readonly memberId: MemberId
  readonly userId: string
  readonly awards: ReadonlyArray<ReversedAward>
}
