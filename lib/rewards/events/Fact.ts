import { Schema } from "effect"
import { DebitOrCredit } from "../adjustments/Adjustment.ts"
import { Award, ListedAward } from "../awards/Award.ts"
import * as Coins from "../Coins.ts"
import { ActivityId, ApprovalId, AwardId, MemberId, RuleId, TransferId } from "../Id.ts"
import { Merged } from "../members/Merge.ts"
import { Rule } from "../rules/Rule.ts"

/**
 * The form in which events store an award. The note must be erasable, so it is not stored in the event. `maturesAt` is absent if the coins
 * go into the wallet at once. `expiresAt` is absent if the coins do not expire.
 */
const AwardFact = Schema.Struct({
  ...Award.omit("partnerId", "note").fields,
  maturesAt: Schema.optional(Schema.Date),
  expiresAt: Schema.optional(Schema.Date)
})

const TransferFact = Schema.Struct({
  id: TransferId,
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  /** The balance of the wallet after the transfer. */
  balance: Coins.Amount,
  createdAt: Schema.Date
})

const RefundFact = Schema.Struct({
  id: TransferId,
  transactionId: TransferId,
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  createdAt: Schema.Date
})

const AdjustmentFact = Schema.Struct({
  id: TransferId,
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  debitOrCredit: DebitOrCredit,
  points: Schema.Boolean,
  /** The balance of the wallet after the adjustment. */
  balance: Coins.Amount,
  createdAt: Schema.Date
})

/**
 * `debitOrCredit` is copied from the adjustment. The reversal moves the coins in the other direction. `balance` is the wallet's balance
 * after the reversal.
 */
const AdjustmentReversedFact = Schema.Struct({
  ...AdjustmentFact.omit("points").fields,
  adjustmentId: TransferId
})

/** An adjustment that waits for approval. `adjustmentId` is the adjustment to reverse; null for a new adjustment. */
const RequestFact = Schema.Struct({
  id: ApprovalId,
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  debitOrCredit: DebitOrCredit,
  adjustmentId: Schema.NullOr(TransferId),
  createdAt: Schema.Date
})

/** `recordId` is the adjustment or the reversal that was approved; null if the request was declined. */
const DecisionFact = Schema.Struct({
  ...RequestFact.pick("id", "memberId", "userId", "coins").fields,
  recordId: Schema.NullOr(TransferId),
  /** When the request was approved or declined. */
  createdAt: Schema.Date
})

const ReversedFact = Schema.Struct({
  award: AwardFact,
  /** What is left of the award's coins and amount after the reversal. */
  ...ListedAward.pick("coinsLeft", "amountLeft").fields,
  reversal: Schema.Struct({ id: TransferId, coins: Coins.Amount, createdAt: Schema.Date })
})

/** The data of the activity must be erasable, so it is not stored in the event. */
const ActivityFact = Schema.Struct({
  id: ActivityId,
  memberId: MemberId,
  userId: Schema.String,
  type: Schema.String,
  occurredAt: Schema.Date,
  createdAt: Schema.Date
})

/** Before this event, there is an event `award.reversed` for each award that was reversed with the activity. */
const ActivityReversedFact = Schema.Struct({
  id: TransferId,
  activityId: ActivityId,
  memberId: MemberId,
  userId: Schema.String,
  /** The total of the coins that were taken back for the activity's awards. */
  coins: Coins.Amount,
  createdAt: Schema.Date
})

const MemberFact = Schema.Struct({ memberId: MemberId, userId: Schema.String, createdAt: Schema.Date })

const LinkFact = Schema.Struct({
  memberId: MemberId,
  userId: Schema.String,
  linkedId: Schema.String,
  /** The member that had the linked id before and was deleted; null if no member was deleted. */
  removedId: Schema.NullOr(MemberId)
})

/** `userId` is the pseudonym. No event shows a former user id of the member. */
const ErasedFact = Schema.Struct({
  ...MemberFact.pick("memberId", "userId").fields,
  /** The coins that were in the wallet. They have expired. */
  coins: Coins.Amount,
  /** The coins that were pending. They have expired, too. */
  pendingCoins: Coins.Amount,
  createdAt: Schema.Date
})

const MergedFact = Schema.Struct(Merged.omit("partnerId").fields)

const MaturityFact = Schema.Struct({
  /** The id of the transfer into the wallet. */
  id: TransferId,
  awardId: AwardId,
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  /** When the coins expire; null if they do not. */
  expiresAt: Schema.NullOr(Schema.Date),
  /** The balance of the wallet after the transfer. */
  balance: Coins.Amount,
  /** When the award matured. */
  createdAt: Schema.Date
})

const ExpiryFact = Schema.Struct({
  id: TransferId,
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  /** The balance of the wallet after the coins expired. */
  balance: Coins.Amount,
  /** When the coins expired. */
  createdAt: Schema.Date
})

/** Coins that will expire soon. */
const ExpiringFact = Schema.Struct({
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  expiresAt: Schema.Date
})

/** A limit that a payment used up: `maxNumberOfParticipant`, or a maximum of a limit with `per: "rule"` and `period: "ever"`. */
export const Exhaustion = Schema.Struct({
  ruleId: RuleId,
  ruleName: Schema.String,
  measure: Schema.Literal("participants", "awards", "coins"),
  used: Schema.String,
  max: Schema.String
})
export type Exhaustion = typeof Exhaustion.Type

/** The stored data of each type of event. */
export const facts = {
  "award.paid": AwardFact,
  "award.counted": AwardFact,
  "award.suppressed": AwardFact,
  "award.reversed": ReversedFact,
  "award.matured": MaturityFact,
  "coins.expiring": ExpiringFact,
  "coins.expired": ExpiryFact,
  "coins.transferred": TransferFact,
  "coins.refunded": RefundFact,
  "coins.adjusted": AdjustmentFact,
  "coins.adjustment_reversed": AdjustmentReversedFact,
  "approval.requested": RequestFact,
  "approval.approved": DecisionFact,
  "approval.declined": DecisionFact,
  "activity.recorded": ActivityFact,
  "activity.reversed": ActivityReversedFact,
  "member.onboarded": MemberFact,
  "member.linked": LinkFact,
  "member.erased": ErasedFact,
  "member.merged": MergedFact,
  "rule.created": Rule,
  "rule.updated": Rule,
  "rule.exhausted": Exhaustion
}

export type FactType = keyof typeof facts

/** A change, in the form that its event stores. */
export type Fact = {
  [Type in FactType]: { readonly type: Type; readonly data: (typeof facts)[Type]["Type"] }
}[FactType]

const structs = Object.entries(facts).map(([type, data]) =>
  Schema.Struct({ type: Schema.Literal(type), data })
)
export const Fact = Schema.make<Fact, { readonly type: FactType; readonly data: unknown }>(
  Schema.Union(...structs).ast
)
