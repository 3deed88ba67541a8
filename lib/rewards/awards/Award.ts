import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { mustBe, required } from "../../schema/Input.ts"
import { pageOf } from "../../schema/Page.ts"
import * as Coins from "../Coins.ts"
import { ActivityId, AwardId, PartnerId, RuleId, TransferId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import { listing } from "../lists.ts"
import { UserId } from "../members/Member.ts"
import { Orderer } from "../orderers/Orderer.ts"
import { RuleName } from "../rules/Rule.ts"
import { Metadata } from "../texts/Metadata.ts"
import { Narration } from "../texts/Narration.ts"

/** The command with which a partner states that a member met a rule's condition once. */
export const AwardCommand = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  ruleName: required(RuleName),
  /** The amount that the rule pays for. Required if the rule has a `unit`, and not allowed otherwise. */
  amount: Schema.optional(Coins.PositiveDecimal),
  narration: Schema.optional(Narration),
  metadata: Schema.optional(Metadata),
  idempotencyKey: Schema.optional(IdempotencyKey)
})
export type AwardCommand = typeof AwardCommand.Type
export type AwardInput = Documented.Of<typeof AwardCommand, Documented.AwardInput>

export const SuppressedBy = Schema.Literal("participant_limit_reached", "user_limit_reached", "limit_reached")
export type SuppressedBy = typeof SuppressedBy.Type

/** An accepted award. `ruleId` and `ruleName` identify the awarded rule or sub-rule. */
export const Award = Schema.Struct({
  id: AwardId,
  partnerId: PartnerId,
  ruleId: RuleId,
  ruleName: Schema.String,
  userId: Schema.String,
  awarded: Schema.Boolean,
  coins: Coins.Amount,
  /** The amount that the rule paid for; null if the rule had no `unit`. */
  amount: Schema.NullOr(Coins.Amount),
  /** The code of the limit that suppressed the award; null if no limit did. */
  suppressedBy: Schema.NullOr(SuppressedBy),
  /** The id of the activity that earned the award; null if the caller named the rule. */
  activityId: Schema.NullOr(ActivityId),
  note: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Award = typeof Award.Type

/** The fields of an award that are stored and never change. */
export type AwardFacts = Pick<
  Award,
  "id" | "ruleId" | "awarded" | "coins" | "amount" | "suppressedBy" | "activityId" | "createdAt"
>

export const awardOf = (
  { partnerId, userId, ruleName, narration = null }: AwardCommand,
  { id, ruleId, awarded, coins, amount, suppressedBy, activityId, createdAt }: AwardFacts
): Award => ({
  id,
  partnerId,
  ruleId,
  ruleName,
  userId,
  awarded,
  coins,
  amount,
  suppressedBy,
  activityId,
  note: narration,
  createdAt
})

/**
 * "pending": coins of the award wait until they mature. "counted": the award did not pay, but counts towards a payment. "suppressed": a
 * limit prevented the payment. "partly_reversed": a part of the coins was taken back, or a part of the amount was returned.
 */
export const AwardState = Schema.Literal(
  "paid",
  "pending",
  "counted",
  "suppressed",
  "partly_reversed",
  "reversed"
).pipe(mustBe('"paid", "pending", "counted", "suppressed", "partly_reversed" or "reversed"'))
export type AwardState = typeof AwardState.Type

export const ListedAward = Schema.Struct({
  ...Award.fields,
  state: AwardState,
  /** Who ordered the award; null if the caller is not known. */
  orderedBy: Schema.NullOr(Orderer),
  /** The coins that were not taken back. */
  coinsLeft: Coins.Amount,
  /** The part of `amount` that was not returned; null if the award has no amount. */
  amountLeft: Schema.NullOr(Coins.Amount),
  /** When the coins mature or matured; null if they did not have to wait. */
  maturesAt: Schema.NullOr(Schema.Date),
  /** When the coins expire; null if they do not. */
  expiresAt: Schema.NullOr(Schema.Date),
  /** When the whole award was reversed; otherwise null. */
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
  /** The `next` of the previous page. */
  after: Schema.optional(AwardId)
})
export type ListAwards = typeof ListAwards.Type
export type ListAwardsInput = Documented.Of<typeof ListAwards, Documented.ListAwardsInput>

export const AwardPage = pageOf(ListedAward)
export type AwardPage = typeof AwardPage.Type

export const GetAward = Schema.Struct({
  partnerId: required(PartnerId),
  /** The award's id. */
  id: required(AwardId)
})
export type GetAward = typeof GetAward.Type
export type GetAwardInput = Documented.Of<typeof GetAward, Documented.GetAwardInput>

/** A reversal of an award. `coins` and `amount` are what this reversal took back, without earlier reversals. */
export const ReversalOfAward = Schema.Struct({
  id: TransferId,
  /** 1 for the first reversal of the award. */
  number: Schema.Int,
  coins: Coins.Amount,
  /** The part of the award's amount that was returned; null if the award has no amount. */
  amount: Schema.NullOr(Coins.Amount),
  note: Schema.NullOr(Schema.String),
  orderedBy: Schema.NullOr(Orderer),
  createdAt: Schema.Date
})
export type ReversalOfAward = typeof ReversalOfAward.Type

/** An award with its rule, its last 100 reversals, oldest first, and the lot of its coins. */
export const AwardDetails = Schema.Struct({
  ...ListedAward.fields,
  /**
   * The rule of the award. If the award named a sub-rule, it is the combined rule. `changedSince` is true if the rule was changed after the
   * award.
   */
  rule: Schema.Struct({ id: RuleId, name: Schema.String, changedSince: Schema.Boolean }),
  /** The rate at which the rule paid for an amount at the time of the award; null if the award has no amount. */
  rate: Schema.NullOr(
    Schema.Struct({
      unit: Coins.Amount,
      coinValue: Coins.Amount,
      maxCoins: Schema.NullOr(Coins.Amount)
    })
  ),
  reversals: Schema.Array(ReversalOfAward),
  /**
   * The lot of the coins of the award. It contains all coins of the wallet that expire at the same instant, also those of other awards:
   * `coins` are left, and `expired` have expired. Pending coins are not in the lot yet. Null if the coins of the award do not expire.
   */
  lot: Schema.NullOr(
    Schema.Struct({
      expiresAt: Schema.Date,
      timeZone: Schema.String,
      coins: Coins.Amount,
      expired: Coins.Amount
    })
  )
})
export type AwardDetails = typeof AwardDetails.Type
