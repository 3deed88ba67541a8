import { Schema } from "effect"
import { required } from "../../schema/Input.ts"
import { maxPageSize, PageSize } from "../../schema/Page.ts"
import { text } from "../../schema/Text.ts"
import * as Coins from "../Coins.ts"
import { AwardId, PartnerId, RuleId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import { UserId } from "../members/Member.ts"
import { Name } from "../rules/Name.ts"

/** "This member met this rule's condition once", as the partner states it. */
export const AwardCommand = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  ruleName: required(Name),
  narration: Schema.optional(Schema.NullOr(text(0, 500))),
  idempotencyKey: Schema.optional(IdempotencyKey)
})
export type AwardCommand = typeof AwardCommand.Type
export type AwardInput = typeof AwardCommand.Encoded

/** The record of one accepted award call. `ruleId` and `ruleName` are those of the rule or sub-rule named. */
export const Award = Schema.Struct({
  id: AwardId,
  partnerId: PartnerId,
  ruleId: RuleId,
  ruleName: Schema.String,
  userId: Schema.String,
  awarded: Schema.Boolean,
  coins: Coins.Amount,
  note: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Award = typeof Award.Type

/** What the rows of an award say of it, and keep for good. */
export type AwardFacts = Pick<Award, "id" | "ruleId" | "awarded" | "coins" | "createdAt">

/** The record of an award, of what the command says and what its rows say. */
export const awardOf = (
  { partnerId, userId, ruleName, narration = null }: AwardCommand,
  { id, ruleId, awarded, coins, createdAt }: AwardFacts
): Award => ({ id, partnerId, ruleId, ruleName, userId, awarded, coins, note: narration, createdAt })

export const ListAwards = Schema.Struct({
  partnerId: required(PartnerId),
  userId: Schema.optional(UserId),
  ruleName: Schema.optional(Name),
  before: Schema.optional(AwardId),
  limit: Schema.optionalWith(PageSize, { default: () => maxPageSize })
})
export type ListAwards = typeof ListAwards.Type
export type ListAwardsInput = typeof ListAwards.Encoded
