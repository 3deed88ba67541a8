import { Schema } from "effect"
import { explainedError } from "../schema/Input.ts"
import * as Coins from "./Coins.ts"
import { measures, Per, Period } from "./limits/Limit.ts"

/** The errors with which the core refuses a call. */

export class PartnerNotFound extends explainedError<PartnerNotFound>()("PartnerNotFound", {
  fields: { partnerId: Schema.String },
  cause: "No partner has this id.",
  fix: "Register the partner first, or use the id that registration returned.",
  message: ({ partnerId }) => `partnerId ${partnerId} was not found: register the partner first`
}) {}

export class RuleNotFound extends explainedError<RuleNotFound>()("RuleNotFound", {
  fields: { rule: Schema.String },
  cause: "The partner has no rule or sub-rule of this name or id.",
  fix: "Create the rule first. Case and surrounding white space of names do not matter.",
  message: ({ rule }) => `rule ${rule} was not found: create the rule first`
}) {}

export class MemberNotFound extends explainedError<MemberNotFound>()("MemberNotFound", {
  fields: { userId: Schema.String },
  cause: "The partner has no member with this id, and it is not the id of a user.",
  fix: "Onboard the user first.",
  message: ({ userId }) => `userId ${userId} was not found: onboard the user first`
}) {}

export class NameTaken extends explainedError<NameTaken>()("NameTaken", {
  fields: { name: Schema.String },
  cause: "Another rule or sub-rule of the partner has this name.",
  fix: "Choose another name; rules and sub-rules share one name space.",
  message: ({ name }) => `name ${name} is already taken by another rule or sub-rule: choose another`
}) {}

export class RuleInactive extends explainedError<RuleInactive>()("RuleInactive", {
  fields: { ruleName: Schema.String },
  cause: "The rule or sub-rule is inactive.",
  fix: "Set its status to active, or award another rule.",
  message: ({ ruleName }) => `ruleName ${ruleName} is inactive: set its status to active first`
}) {}

export class ParticipantLimitReached extends explainedError<ParticipantLimitReached>()(
  "ParticipantLimitReached",
  {
    fields: { ruleName: Schema.String, max: Schema.Int },
    cause: "The rule has already paid `maxNumberOfParticipant` members, and this member is not one of them.",
    fix: "Raise `maxNumberOfParticipant`. If you reverse all payments to one participant, the rule can pay another member instead.",
    message: ({ max, ruleName }) =>
      `rule ${ruleName} has already rewarded its ${max} participants: raise maxNumberOfParticipant to reward more`
  }
) {}

export class UserLimitReached extends explainedError<UserLimitReached>()("UserLimitReached", {
  fields: { ruleName: Schema.String, max: Schema.Int },
  cause: "The rule has paid this member `userLimitAward` times.",
  fix: "Raise `userLimitAward`, or set it to -1.",
  message: ({ max, ruleName }) =>
    `rule ${ruleName} has already rewarded this user ${max} times: raise userLimitAward to reward more`
}) {}

export class RuleNotRunning extends explainedError<RuleNotRunning>()("RuleNotRunning", {
  fields: {
    ruleName: Schema.String,
    startsAt: Schema.NullOr(Schema.Date),
    endsAt: Schema.NullOr(Schema.Date)
  },
  cause: "The award was made before `startsAt` of the rule, or at or after `endsAt`.",
  fix: "Award the rule between these two times, or change the times.",
  message: ({ endsAt, ruleName, startsAt }) => {
    const from = startsAt === null ? "" : ` from ${startsAt.toISOString()} on`
    const until = endsAt === null ? "" : ` until ${endsAt.toISOString()}`
    return `ruleName ${ruleName} runs${from}${until}: award it in that time, or change startsAt and endsAt`
  }
}) {}

export class LimitReached extends explainedError<LimitReached>()("LimitReached", {
  fields: {
    ruleName: Schema.String,
    per: Per,
    period: Period,
    measure: Schema.Literal(...measures),
    /** `used` and `max` are whole numbers of awards, or decimal amounts of coins. */
    used: Schema.String,
    max: Schema.String,
    /** When the current window ends; null for a limit that never resets. */
    resetsAt: Schema.NullOr(Schema.Date)
  },
  cause:
    "The payment would exceed one of the rule's `limits`. The error names the limit, its usage and the end of its window.",
  fix: "Award the rule from `resetsAt` on, raise the limit, or set `atLimit` to `suppress` or `clamp`.",
  message: ({ max, measure, per, period, resetsAt, ruleName, used }) => {
    const window = period === "ever" ? "" : ` and ${period}`
    const fix =
      resetsAt === null ? "raise the limit" : `award from ${resetsAt.toISOString()} on, or raise the limit`
    return `rule ${ruleName} has used ${used} of ${max} ${measure} per ${per}${window}: ${fix}`
  }
}) {}

export class LimitTooLow extends explainedError<LimitTooLow>()("LimitTooLow", {
  fields: {
    /** The path of the limit, such as `limits.0.coins`. */
    field: Schema.String,
    used: Schema.String,
    max: Schema.String
  },
  cause: "A limit per rule is lower than what the rule has already paid in the current window.",
  fix: "Set the limit to at least `used`.",
  message: ({ field, max, used }) =>
    `${field} cannot be ${max}: ${used} are used already in the running window`
}) {}

export class AwardNotFound extends explainedError<AwardNotFound>()("AwardNotFound", {
  fields: { awardId: Schema.String },
  cause: "The partner has no award with this id.",
  fix: "Use the id that the award returned, or one from the list of awards.",
  message: ({ awardId }) => `awardId ${awardId} was not found: use the id of an award of this partner`
}) {}

export class TransferNotFound extends explainedError<TransferNotFound>()("TransferNotFound", {
  fields: { transactionId: Schema.String },
  cause: "The partner has received no transfer with this id.",
  fix: "Use the id that the transfer returned, or one from the list of transactions.",
  message: ({ transactionId }) =>
    `transactionId ${transactionId} was not found: use the id of a transfer from a wallet to this partner`
}) {}

export class AlreadyReversed extends explainedError<AlreadyReversed>()("AlreadyReversed", {
  fields: { recordId: Schema.String },
  cause: "The award was already reversed, or the transfer was already refunded.",
  fix: "Nothing to do. A retry with the idempotency key of the first call returns the answer of the first call.",
  message: ({ recordId }) => `${recordId} was reversed or refunded already: this can be done only once`
}) {}

export class CycleEnded extends explainedError<CycleEnded>()("CycleEnded", {
  fields: { awardId: Schema.String },
  cause: "The award only counted towards a payment, and this payment was already made.",
  fix: "Reverse the award that paid for the cycle. The cycle is not reopened, so none of its completions count again.",
  message: ({ awardId }) =>
    `awardId ${awardId} only counted, and its cycle has ended: reverse the award that paid for the cycle`
}) {}

export class AwardSuppressed extends explainedError<AwardSuppressed>()("AwardSuppressed", {
  fields: { awardId: Schema.String },
  cause: "A limit suppressed the award, so there is nothing to reverse.",
  fix: "Nothing to do: it neither paid nor counted.",
  message: ({ awardId }) =>
    `awardId ${awardId} was suppressed by a limit: it neither paid nor counted, and cannot be reversed`
}) {}

export class TooFewPlaces extends explainedError<TooFewPlaces>()("TooFewPlaces", {
  fields: { participants: Schema.Int, max: Schema.Int },
  cause: "`maxNumberOfParticipant` is lower than the number of participants.",
  fix: "Set it to at least the number of participants.",
  message: ({ max, participants }) =>
    `maxNumberOfParticipant cannot be ${max}: ${participants} participants have been rewarded already`
}) {}

export class InsufficientCoins extends explainedError<InsufficientCoins>()("InsufficientCoins", {
  fields: { have: Coins.Amount, need: Coins.Amount },
  cause: "The wallet has fewer coins than the transfer or reversal needs.",
  fix: "Transfer less, or wait until the member has earned more: a wallet never goes below zero.",
  message: ({ have, need }) =>
    `coins must be no more than the wallet holds: it has ${Coins.format(have)}, this needs ${Coins.format(need)}`
}) {}

export class AlreadyLinked extends explainedError<AlreadyLinked>()("AlreadyLinked", {
  fields: { userId: Schema.String, reason: Schema.String },
  cause:
    "One id is already linked, or both ids have members and the member that would be removed has awards or transfers.",
  fix: "Link other ids. Two members are never merged, and a link is permanent.",
  message: ({ reason, userId }) => `userId ${userId} cannot be linked to this user: ${reason}`
}) {}

export class BalanceTooLarge extends explainedError<BalanceTooLarge>()("BalanceTooLarge", {
  fields: { accountId: Schema.String, max: Coins.Amount },
  cause: "An account would have more than 500 000 000 000 coins, which is the maximum.",
  fix: "Pay or move less.",
  message: ({ accountId, max }) =>
    `coins would take account ${accountId} past ${Coins.format(max)}, the most an account can hold`
}) {}

export class IdempotencyMismatch extends explainedError<IdempotencyMismatch>()("IdempotencyMismatch", {
  fields: { key: Schema.String },
  cause: "The idempotency key was used for a request with other fields.",
  fix: "Use a new key for a new request; send the same fields for a retry.",
  message: ({ key }) => `idempotency key ${key} was used for another request: use a new key for a new request`
}) {}

export class QueueFull extends explainedError<QueueFull>()("QueueFull", {
  fields: { capacity: Schema.Int },
  cause: "Too many commands wait to be written, or too many passwords wait to be hashed.",
  fix: "Try again after a pause; nothing was written.",
  message: ({ capacity }) => `${capacity} others are waiting already: nothing was written, try again later`
}) {
  readonly retryable = true
}
