import { Schema } from "effect"
import { explained } from "../schema/Input.ts"
import * as Coins from "./Coins.ts"
import { measures, Per, Period } from "./limits/Limit.ts"

/** The reasons why a command is refused. Each has its data, and says what the caller can do. */

export class PartnerNotFound extends Schema.TaggedError<PartnerNotFound>()(
  "PartnerNotFound",
  { partnerId: Schema.String },
  explained(
    "No partner has this id.",
    "Register the partner first, or use the id that registration returned."
  )
) {
  override get message(): string {
    return `partnerId ${this.partnerId} was not found: register the partner first`
  }
}

export class RuleNotFound extends Schema.TaggedError<RuleNotFound>()(
  "RuleNotFound",
  { rule: Schema.String },
  explained(
    "The partner has no rule or sub-rule of this name or id.",
    "Create the rule first. Case and surrounding white space of names do not matter."
  )
) {
  override get message(): string {
    return `rule ${this.rule} was not found: create the rule first`
  }
}

export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()(
  "MemberNotFound",
  { userId: Schema.String },
  explained(
    "The partner has no member with this id, and it is not the id of a user.",
    "Onboard the user first."
  )
) {
  override get message(): string {
    return `userId ${this.userId} was not found: onboard the user first`
  }
}

export class NameTaken extends Schema.TaggedError<NameTaken>()(
  "NameTaken",
  { name: Schema.String },
  explained(
    "Another rule or sub-rule of the partner has this name.",
    "Choose another name; rules and sub-rules share one name space."
  )
) {
  override get message(): string {
    return `name ${this.name} is already taken by another rule or sub-rule: choose another`
  }
}

export class RuleInactive extends Schema.TaggedError<RuleInactive>()(
  "RuleInactive",
  { ruleName: Schema.String },
  explained("The rule or sub-rule that was named is inactive.", "Set its status to active, or award another.")
) {
  override get message(): string {
    return `ruleName ${this.ruleName} is inactive: set its status to active first`
  }
}

export class ParticipantLimitReached extends Schema.TaggedError<ParticipantLimitReached>()(
  "ParticipantLimitReached",
  { ruleName: Schema.String, max: Schema.Int },
  explained(
    "The rule has already paid `maxNumberOfParticipant` members, and this member is not one of them.",
    "Raise `maxNumberOfParticipant`; reversing all payments of a member frees its place."
  )
) {
  override get message(): string {
    return `rule ${this.ruleName} has already rewarded its ${this.max} participants: raise maxNumberOfParticipant to reward more`
  }
}

export class UserLimitReached extends Schema.TaggedError<UserLimitReached>()(
  "UserLimitReached",
  { ruleName: Schema.String, max: Schema.Int },
  explained(
    "The rule has paid this member `userLimitAward` times.",
    "Raise `userLimitAward`, or set it to -1."
  )
) {
  override get message(): string {
    return `rule ${this.ruleName} has already rewarded this user ${this.max} times: raise userLimitAward to reward more`
  }
}

export class RuleNotRunning extends Schema.TaggedError<RuleNotRunning>()(
  "RuleNotRunning",
  { ruleName: Schema.String, startsAt: Schema.NullOr(Schema.Date), endsAt: Schema.NullOr(Schema.Date) },
  explained(
    "The award is before the `startsAt` of the rule, or not before its `endsAt`.",
    "Award it between these times, or change them."
  )
) {
  override get message(): string {
    const from = this.startsAt === null ? "" : ` from ${this.startsAt.toISOString()} on`
    const until = this.endsAt === null ? "" : ` until ${this.endsAt.toISOString()}`
    return `ruleName ${this.ruleName} runs${from}${until}: award it in that time, or change startsAt and endsAt`
  }
}

/** A limit is used up, or less is left of it than the rule pays. */
export class LimitReached extends Schema.TaggedError<LimitReached>()(
  "LimitReached",
  {
    ruleName: Schema.String,
    per: Per,
    period: Period,
    measure: Schema.Literal(...measures),
    /** A whole number of awards, or a decimal of coins. */
    used: Schema.String,
    max: Schema.String,
    /** When the current window ends; null for a limit that never resets. */
    resetsAt: Schema.NullOr(Schema.Date)
  },
  explained(
    "The payment would exceed one of the rule's `limits`. The error says which, how much is used and when its window ends.",
    "Award it from `resetsAt` on, raise the limit, or set `atLimit` to suppress or clamp."
  )
) {
  override get message(): string {
    const window = this.period === "ever" ? "" : ` and ${this.period}`
    const fix =
      this.resetsAt === null
        ? "raise the limit"
        : `award from ${this.resetsAt.toISOString()} on, or raise the limit`
    return `rule ${this.ruleName} has used ${this.used} of ${this.max} ${this.measure} per ${this.per}${window}: ${fix}`
  }
}

/** A limit per rule cannot be lower than what the rule has already paid in the current window. */
export class LimitTooLow extends Schema.TaggedError<LimitTooLow>()(
  "LimitTooLow",
  {
    /** Such as `limits.0.coins`. */
    field: Schema.String,
    used: Schema.String,
    max: Schema.String
  },
  explained(
    "A limit per rule is lower than what the rule has already paid in the current window.",
    "Set it at least to what is used."
  )
) {
  override get message(): string {
    return `${this.field} cannot be ${this.max}: ${this.used} are used already in the running window`
  }
}

export class AwardNotFound extends Schema.TaggedError<AwardNotFound>()(
  "AwardNotFound",
  { awardId: Schema.String },
  explained(
    "The partner has no award with this id.",
    "Use the id that the award returned, or one from the list of awards."
  )
) {
  override get message(): string {
    return `awardId ${this.awardId} was not found: use the id of an award of this partner`
  }
}

export class TransferNotFound extends Schema.TaggedError<TransferNotFound>()(
  "TransferNotFound",
  { transactionId: Schema.String },
  explained(
    "The partner has received no transfer with this id.",
    "Use the id that the transfer returned, or one from the list of transactions."
  )
) {
  override get message(): string {
    return `transactionId ${this.transactionId} was not found: use the id of a transfer from a wallet to this partner`
  }
}

export class AlreadyReversed extends Schema.TaggedError<AlreadyReversed>()(
  "AlreadyReversed",
  { recordId: Schema.String },
  explained(
    "The award was already reversed, or the transfer refunded.",
    "Nothing to do. A retry with the idempotency key of the first call gets its answer again."
  )
) {
  override get message(): string {
    return `${this.recordId} was reversed or refunded already: that can be done once`
  }
}

/** An award that only counted can be reversed while its cycle runs. The payment that ended the cycle can be reversed instead. */
export class CycleEnded extends Schema.TaggedError<CycleEnded>()(
  "CycleEnded",
  { awardId: Schema.String },
  explained(
    "The award only counted, and the cycle that it counted in has paid.",
    "Reverse the award that paid for the cycle. Its completions are then void too."
  )
) {
  override get message(): string {
    return `awardId ${this.awardId} only counted, and its cycle has ended: reverse the award that paid for the cycle`
  }
}

/** A suppressed award moved nothing, so there is nothing to reverse. */
export class AwardSuppressed extends Schema.TaggedError<AwardSuppressed>()(
  "AwardSuppressed",
  { awardId: Schema.String },
  explained(
    "The award was suppressed by a limit, so there is nothing to reverse.",
    "Nothing to do: it neither paid nor counted."
  )
) {
  override get message(): string {
    return `awardId ${this.awardId} was suppressed by a limit: it neither paid nor counted, and cannot be reversed`
  }
}

export class TooFewPlaces extends Schema.TaggedError<TooFewPlaces>()(
  "TooFewPlaces",
  { participants: Schema.Int, max: Schema.Int },
  explained(
    "`maxNumberOfParticipant` is lower than the number of participants.",
    "Set it at least to that number."
  )
) {
  override get message(): string {
    return `maxNumberOfParticipant cannot be ${this.max}: ${this.participants} participants have been rewarded already`
  }
}

export class InsufficientCoins extends Schema.TaggedError<InsufficientCoins>()(
  "InsufficientCoins",
  { have: Coins.Amount, need: Coins.Amount },
  explained(
    "The wallet has fewer coins than the transfer or reversal needs.",
    "Transfer less, or wait until the member has earned more: a wallet never goes below zero."
  )
) {
  override get message(): string {
    return `coins must be no more than the wallet holds: it has ${Coins.format(this.have)}, this needs ${Coins.format(this.need)}`
  }
}

/** Two ids cannot be linked: both have a history, or one is linked already. */
export class AlreadyLinked extends Schema.TaggedError<AlreadyLinked>()(
  "AlreadyLinked",
  { userId: Schema.String, reason: Schema.String },
  explained(
    "Both ids have a history of their own, or one of them is linked to another.",
    "Link other ids: members are never merged, and a link is permanent."
  )
) {
  override get message(): string {
    return `userId ${this.userId} cannot be linked to this user: ${this.reason}`
  }
}

/** An account can have at most the largest amount that a number represents exactly. */
export class BalanceTooLarge extends Schema.TaggedError<BalanceTooLarge>()(
  "BalanceTooLarge",
  { accountId: Schema.String, max: Coins.Amount },
  explained(
    "An account would have more than 500 000 000 000 coins, which is the maximum.",
    "Pay or move less."
  )
) {
  override get message(): string {
    return `coins would take account ${this.accountId} past ${Coins.format(this.max)}, the most an account can hold`
  }
}

export class IdempotencyMismatch extends Schema.TaggedError<IdempotencyMismatch>()(
  "IdempotencyMismatch",
  { key: Schema.String },
  explained(
    "The idempotency key was used for a request with other fields.",
    "Use a new key for a new request; send the same fields for a retry."
  )
) {
  override get message(): string {
    return `idempotency key ${this.key} was used for another request: use a new key for a new request`
  }
}

/** A queue is full: that of commands to be written, or that of passwords to be hashed. */
export class QueueFull extends Schema.TaggedError<QueueFull>()(
  "QueueFull",
  { capacity: Schema.Int },
  explained(
    "Too many commands, or passwords to be hashed, are waiting.",
    "Try again after a pause; nothing was written."
  )
) {
  readonly retryable = true
  override get message(): string {
    return `${this.capacity} others are waiting already: nothing was written, try again later`
  }
}
