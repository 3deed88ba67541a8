import { Schema } from "effect"
import { required } from "../../schema/Input.ts"
import type { Award } from "../awards/Award.ts"
import * as Coins from "../Coins.ts"
import { AwardId, type MemberId, PartnerId, TransferId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import { Narration } from "../texts/Narration.ts"

const order = {
  partnerId: required(PartnerId),
  narration: Schema.optional(Narration),
  idempotencyKey: Schema.optional(IdempotencyKey)
}

/** Reverses an award: its coins are taken back, and it no longer counts towards progress or limits. */
export const ReverseCommand = Schema.Struct({ ...order, awardId: required(AwardId) })
export type ReverseCommand = typeof ReverseCommand.Type
export type ReverseInput = typeof ReverseCommand.Encoded

/** Refunds a transfer: its coins return to the wallet. */
export const RefundCommand = Schema.Struct({ ...order, transactionId: required(TransferId) })
export type RefundCommand = typeof RefundCommand.Type
export type RefundInput = typeof RefundCommand.Encoded

const record = {
  id: Schema.String,
  partnerId: PartnerId,
  /** The coins that were moved back; 0 for an award that paid nothing. */
  coins: Coins.Amount,
  narration: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
}

export const Reversal = Schema.Struct({ ...record, awardId: AwardId })
export type Reversal = typeof Reversal.Type

export const Refund = Schema.Struct({ ...record, transactionId: TransferId })
export type Refund = typeof Refund.Type

/** The fields of a reversal or refund that are read from its rows. The other fields come from the command. */
export type ReversalFacts = Pick<Reversal, "id" | "coins" | "createdAt">

export const reversalOf = (
  { partnerId, awardId, narration = null }: ReverseCommand,
  { id, coins, createdAt }: ReversalFacts
): Reversal => ({ id, partnerId, awardId, coins, narration, createdAt })

export const refundOf = (
  { partnerId, transactionId, narration = null }: RefundCommand,
  { id, coins, createdAt }: ReversalFacts
): Refund => ({ id, partnerId, transactionId, coins, narration, createdAt })

/** An award to reverse. Its row never changes, so it can be read before the transaction. */
export interface ReversedAward extends Omit<Award, "ruleName" | "note"> {
  readonly memberId: MemberId
  readonly ordinal: number
  readonly cycle: number
}

/** A transfer to refund. */
export interface RefundedTransfer {
  readonly partnerId: PartnerId
  readonly id: TransferId
  readonly memberId: MemberId
  readonly userId: string
  readonly coins: Coins.Coins
  readonly month: number
}
