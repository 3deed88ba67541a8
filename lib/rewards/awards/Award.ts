import { Schema } from "effect"
import { mustBe, required } from "../../schema/Input.ts"
import { pageOf } from "../../schema/Page.ts"
import * as Coins from "../Coins.ts"
import { AwardId, PartnerId, RuleId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import { listing } from "../lists.ts"
import { UserId } from "../members/Member.ts"
import { RuleName } from "../rules/Rule.ts"
import { Metadata } from "../texts/Metadata.ts"
import { Narration } from "../texts/Narration.ts"

/** The command with which a partner states that a member met a rule's condition once. */
export const AwardCommand = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  ruleName: required(RuleName),
  narration: Schema.optional(Narration),
  metadata: Schema.optional(Metadata),
  idempotencyKey: Schema.optional(IdempotencyKey)
})
export type AwardCommand = typeof AwardCommand.Type
export type AwardInput = typeof AwardCommand.Encoded

export const SuppressedBy = Schema.Literal("participant_limit_reached", "user_limit_reached", "limit_reached")
export type SuppressedBy = typeof SuppressedBy.Type

/** The record of one accepted award call. `ruleId` and `ruleName` identify the rule or sub-rule that the call named. */
export const Award = Schema.Struct({
  id: AwardId,
  partnerId: PartnerId,
  ruleId: RuleId,
  ruleName: Schema.String,
  userId: Schema.String,
  awarded: Schema.Boolean,
  coins: Coins.Amount,
  /** The code of the limit that suppressed the award; null if no limit did. */
  suppressedBy: Schema.NullOr(SuppressedBy),
  note: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Award = typeof Award.Type

/** The fields of an award that are stored and never change. */
export type AwardFacts = Pick<Award, "id" | "ruleId" | "awarded" | "coins" | "suppressedBy" | "createdAt">

export const awardOf = (
  { partnerId, userId, ruleName, narration = null }: AwardCommand,
  { id, ruleId, awarded, coins, suppressedBy, createdAt }: AwardFacts
): Award => ({
  id,
  partnerId,
  ruleId,
  ruleName,
  userId,
  awarded,
  coins,
  suppressedBy,
  note: narration,
  createdAt
})

/** "counted": the award did not pay, but counts towards a payment. "suppressed": a limit prevented the payment. */
export const AwardState = Schema.Literal("paid", "counted", "suppressed", "reversed").pipe(
  mustBe('"paid", "counted", "suppressed" or "reversed"')
)
export type AwardState = typeof AwardState.Type

export const ListedAward = Schema.Struct({
  ...Award.fields,
  state: AwardState,
  reversedAt: Schema.NullOr(Schema.Date),
  metadata: Metadata
})
export type ListedAward = typeof ListedAward.Type

export const ListAwards = Schema.Struct({
  partnerId: required(PartnerId),
  userId: Schema.optional(UserId),
  ruleName: Schema.optional(RuleName),
  state: Schema.optional(AwardState),
  ...listing,
  after: Schema.optional(AwardId)
})
export type ListAwards = typeof ListAwards.Type
export type ListAwardsInput = typeof ListAwards.Encoded

export const AwardPage = pageOf(ListedAward)
export type AwardPage = typeof AwardPage.Type
