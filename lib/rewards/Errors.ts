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
  cause: "The partner has no member with this id, and no user account has this id.",
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

export class AmountRequired extends explainedError<AmountRequired>()("AmountRequired", {
  fields: { ruleName: Schema.String },
  cause: "The rule pays by amount, because it has a `unit`, and the award has no `amount`.",
  fix: "Send `amount` with the award.",
  message: ({ ruleName }) => `amount is required: rule ${ruleName} pays for every full unit of an amount`
}) {}

export class AmountNotAllowed extends explainedError<AmountNotAllowed>()("AmountNotAllowed", {
  fields: { ruleName: Schema.String },
  cause: "The award has an `amount`, and the rule has no `unit`.",
  fix: "Leave `amount` out, or set the `unit` of the rule.",
  message: ({ ruleName }) => `amount must be left out: rule ${ruleName} has no unit`
}) {}

export class AmountTooSmall extends explainedError<AmountTooSmall>()("AmountTooSmall", {
  fields: { ruleName: Schema.String, unit: Schema.String },
  cause: "The `amount` is less than one `unit` of the rule, so it earns nothing.",
  fix: "Award only amounts of at least one unit.",
  message: ({ ruleName, unit }) => `amount must be at least ${unit}, which is one unit of rule ${ruleName}`
}) {}

export class AmountTooLarge extends explainedError<AmountTooLarge>()("AmountTooLarge", {
  fields: { ruleName: Schema.String, max: Schema.String },
  cause: "The `amount` earns more coins than one award can pay.",
  fix: "Send a smaller amount, or set `maxCoins` of the rule.",
  message: ({ max, ruleName }) =>
    `amount is too large: rule ${ruleName} would pay more than ${max} coins, which is the maximum of an award`
}) {}

export class AmountInvalid extends explainedError<AmountInvalid>()("AmountInvalid", {
  fields: { ruleName: Schema.String, field: Schema.String },
  cause:
    "The rule takes its amount from a field of the activity's data, and this field is missing or is not an amount.",
  fix: "Send the field as a positive number, or as text with at most 4 decimals, or change `when.amount` of the rule.",
  message: ({ field, ruleName }) =>
    `${field} must be a positive amount with at most 4 decimals: rule ${ruleName} pays for it`
}) {}

export class TooMuchToReverse extends explainedError<TooMuchToReverse>()("TooMuchToReverse", {
  fields: { field: Schema.Literal("coins", "amount"), left: Schema.String },
  cause: "`coins` or `amount` of the reversal is more than the part of the award that is not reversed yet.",
  fix: "Reverse at most `left`. Leave `coins` and `amount` out to reverse all that is left.",
  message: ({ field, left }) =>
    `${field} must be at most ${left}, the part of the award that is not reversed yet`
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

export class RuleChanged extends explainedError<RuleChanged>()("RuleChanged", {
  fields: { rule: Schema.String },
  cause: "The update names a `version`, and the rule was changed after the caller had read this version.",
  fix: "Read the rule again, decide whether your update still applies, and send it with the new `version`.",
  message: ({ rule }) => `rule ${rule} was changed by somebody else: read it again, and repeat the update`
}) {}

export class LimitTooLow extends explainedError<LimitTooLow>()("LimitTooLow", {
  fields: {
    /** The path of the limit, such as `limits.0.coins`. */
    field: Schema.String,
    used: Schema.String,
    max: Schema.String
  },
  cause: 'A limit with `per` "rule" is lower than what the rule has already paid in the current window.',
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

export class AdjustmentNotFound extends explainedError<AdjustmentNotFound>()("AdjustmentNotFound", {
  fields: { adjustmentId: Schema.String },
  cause: "The partner has no adjustment with this id.",
  fix: "Use the id that the adjustment returned, or one from the list of transactions.",
  message: ({ adjustmentId }) =>
    `adjustmentId ${adjustmentId} was not found: use the id of an adjustment of this partner`
}) {}

export class ActivityNotFound extends explainedError<ActivityNotFound>()("ActivityNotFound", {
  fields: { activityId: Schema.String },
  cause: "The partner has no activity with this id.",
  fix: "Use the id that the activity returned, or one from the list of activities.",
  message: ({ activityId }) =>
    `activityId ${activityId} was not found: use the id of an activity of this partner`
}) {}

/** One award of the activity cannot be reversed, so the whole activity cannot. `reason` is the message of the award's error. */
export class ActivityNotReversed extends explainedError<ActivityNotReversed>()("ActivityNotReversed", {
  fields: { awardId: Schema.String, reason: Schema.String },
  cause: "An award of the activity cannot be reversed, so none of its awards was.",
  fix: "Do what the reason says, or reverse the other awards one by one.",
  message: ({ awardId, reason }) => `award ${awardId} of the activity cannot be reversed: ${reason}`
}) {}

export class RequestNotFound extends explainedError<RequestNotFound>()("RequestNotFound", {
  fields: { requestId: Schema.String },
  cause: "The partner has no request for approval with this id.",
  fix: "Use the id in the 202 answer to the adjustment. `GET /laas/coins/adjust/requests` lists the requests.",
  message: ({ requestId }) => `requestId ${requestId} was not found: use the id of a request for approval`
}) {}

export class AlreadyDecided extends explainedError<AlreadyDecided>()("AlreadyDecided", {
  fields: { requestId: Schema.String, state: Schema.Literal("approved", "declined", "lapsed") },
  cause: "The request was approved or declined, or it waited for seven days and lapsed.",
  fix: "If the adjustment was declined or has lapsed and is still wanted, order it again.",
  message: ({ requestId, state }) =>
    state === "approved"
      ? `requestId ${requestId} was approved already`
      : `requestId ${requestId} ${state === "lapsed" ? "has lapsed" : "was declined"}: order the adjustment again if it is still wanted`
}) {}

export class OwnRequest extends explainedError<OwnRequest>()("OwnRequest", {
  fields: { requestId: Schema.String },
  cause: "The person who ordered an adjustment tried to approve or decline it.",
  fix: "Another person whose role may adjust must decide.",
  message: ({ requestId }) => `requestId ${requestId} is your own request: another person must decide`
}) {}

export class PersonRequired extends explainedError<PersonRequired>()("PersonRequired", {
  fields: {},
  cause: "An API key tried to approve or decline a request.",
  fix: "Log in as a person whose role may adjust.",
  message: () => "an API key cannot approve or decline: log in as a person"
}) {}

export class BulkTooLarge extends explainedError<BulkTooLarge>()("BulkTooLarge", {
  fields: {
    count: Schema.Int,
    /** Approximately how many activities of these types one request can contain. */
    most: Schema.Int
  },
  cause:
    "Many rules name the types of these activities in `when`, and each rule could make an award for each activity.",
  fix: "Send fewer activities in one request.",
  message: ({ count, most }) =>
    `activities must have at most ${most} items, got ${count}: many rules can award activities of these types`
}) {}

export class AlreadyReversed extends explainedError<AlreadyReversed>()("AlreadyReversed", {
  fields: { recordId: Schema.String },
  cause:
    "The award, adjustment or activity was already reversed, or the transfer was already refunded. Nothing is left of it.",
  fix: "Nothing to do. A retry with the idempotency key of the first call returns the answer of the first call.",
  message: ({ recordId }) => `${recordId} was already reversed or refunded: nothing is left of it`
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

export class AwardNotPending extends explainedError<AwardNotPending>()("AwardNotPending", {
  fields: { awardId: Schema.String },
  cause: "The award has no pending coins: it has matured, it paid at once, or it did not pay.",
  fix: "Nothing to do: if it paid, its coins are in the wallet.",
  message: ({ awardId }) => `awardId ${awardId} is not pending: none of its coins wait to mature`
}) {}

export class TooFewPlaces extends explainedError<TooFewPlaces>()("TooFewPlaces", {
  fields: { participants: Schema.Int, max: Schema.Int },
  cause: "`maxNumberOfParticipant` is lower than the number of members that the rule has already paid.",
  fix: "Set it to at least the number of participants.",
  message: ({ max, participants }) =>
    `maxNumberOfParticipant cannot be ${max}: ${participants} participants have been rewarded already`
}) {}

export class TooManyRulesOfActivity extends explainedError<TooManyRulesOfActivity>()(
  "TooManyRulesOfActivity",
  {
    fields: { activity: Schema.String, max: Schema.Int },
    cause:
      "The partner already has the maximum number of active rules and sub-rules with this `when.activity`.",
    fix: "Set the status of one of them to inactive, or pay for the activity with fewer rules.",
    message: ({ activity, max }) =>
      `when.activity ${activity} already has ${max} active rules and sub-rules, which is the maximum: set the status of one of them to inactive`
  }
) {}

export class TooManyActivities extends explainedError<TooManyActivities>()("TooManyActivities", {
  fields: { from: Schema.Date, to: Schema.Date, fits: Schema.Date, max: Schema.Int },
  cause: "More activities were recorded between `from` and `to` than a simulation reads.",
  fix: "Set `to` to the time that the error names, or to an earlier time.",
  message: ({ fits, from, max, to }) =>
    `to must be at most ${fits.toISOString()}, because more than ${max} activities were recorded from ${from.toISOString()} to ${to.toISOString()}`
}) {}

export class SimulationTimeout extends explainedError<SimulationTimeout>()("SimulationTimeout", {
  fields: { seconds: Schema.Int },
  cause: "The simulation, with its wait for other simulations, took too long.",
  fix: "Simulate a shorter period, or try again when no other simulation runs.",
  message: ({ seconds }) =>
    `the simulation took longer than ${seconds} seconds: simulate a shorter period, or try again later`
}) {
  readonly retryable = true
}

export class InsufficientCoins extends explainedError<InsufficientCoins>()("InsufficientCoins", {
  fields: { have: Coins.Amount, need: Coins.Amount },
  cause: "The wallet has fewer coins than the transfer, debit or reversal needs.",
  fix: "Move fewer coins, or wait until the member has earned more: a wallet never goes below zero.",
  message: ({ have, need }) =>
    `coins must be no more than the wallet holds: it has ${Coins.format(have)}, this needs ${Coins.format(need)}`
}) {}

export class AlreadyLinked extends explainedError<AlreadyLinked>()("AlreadyLinked", {
  fields: { userId: Schema.String, reason: Schema.String },
  cause:
    "One of the ids is already linked. Or each id has its own member, and the two members cannot become one: the member of the user account has awards, activities or transfers, or the two members have more than 20 attributes together.",
  fix: "Link other ids. Awards, activities and transfers never move to another member, and a link is permanent.",
  message: ({ reason, userId }) => `userId ${userId} cannot be linked to this user: ${reason}`
}) {}

export class CannotMerge extends explainedError<CannotMerge>()("CannotMerge", {
  fields: { from: Schema.String, into: Schema.String, reason: Schema.String },
  cause:
    "Both ids lead to the same member, the two members are linked to different user accounts, or they have more than 20 attributes together.",
  fix: "Name two members of the same person, at most one of which is linked. Remove attributes first if there are too many.",
  message: ({ from, into, reason }) => `from ${from} cannot be merged into ${into}: ${reason}`
}) {}

export class MergeLimitReached extends explainedError<MergeLimitReached>()("MergeLimitReached", {
  fields: {
    ruleName: Schema.String,
    period: Period,
    measure: Schema.Literal(...measures),
    used: Schema.String,
    max: Schema.String
  },
  cause: "A rule has paid the two members more together than it may pay one member.",
  fix: "Reverse an award first, raise the limit, or send `force`. A forced merge leaves the limit used up.",
  message: ({ max, measure, period, ruleName, used }) => {
    const window = period === "ever" ? "" : ` and ${period}`
    return `rule ${ruleName} has paid both members ${used} of ${max} ${measure} per member${window}: raise the limit, or send force`
  }
}) {}

export class BalanceTooLarge extends explainedError<BalanceTooLarge>()("BalanceTooLarge", {
  fields: { accountId: Schema.String, max: Coins.Amount },
  cause: "The balance of an account would be above 500 000 000 000 coins, or below -500 000 000 000 coins.",
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
  message: ({ capacity }) =>
    `${capacity} other calls are waiting already: nothing was written, try again later`
}) {
  readonly retryable = true
}
