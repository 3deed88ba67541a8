import { Schema } from "effect"
import * as Coins from "./Coins.ts"

/** Facts that make a command impossible. Each carries its data and says what the caller can do about it. */

export class PartnerNotFound extends Schema.TaggedError<PartnerNotFound>()("PartnerNotFound", {
  partnerId: Schema.String
}) {
  override get message(): string {
    return `partnerId ${this.partnerId} was not found: register the partner first`
  }
}

export class RuleNotFound extends Schema.TaggedError<RuleNotFound>()("RuleNotFound", {
  rule: Schema.String
}) {
  override get message(): string {
    return `rule ${this.rule} was not found: create the rule first`
  }
}

export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()("MemberNotFound", {
  userId: Schema.String
}) {
  override get message(): string {
    return `userId ${this.userId} was not found: onboard the user first`
  }
}

export class NameTaken extends Schema.TaggedError<NameTaken>()("NameTaken", { name: Schema.String }) {
  override get message(): string {
    return `name ${this.name} is already taken by another rule or sub-rule: choose another`
  }
}

export class RuleInactive extends Schema.TaggedError<RuleInactive>()("RuleInactive", {
  ruleName: Schema.String
}) {
  override get message(): string {
    return `ruleName ${this.ruleName} is inactive: set its status to active first`
  }
}

export class ParticipantLimitReached extends Schema.TaggedError<ParticipantLimitReached>()(
  "ParticipantLimitReached",
  {
    ruleName: Schema.String,
    max: Schema.Int
  }
) {
  override get message(): string {
    return `rule ${this.ruleName} has already rewarded its ${this.max} participants: raise maxNumberOfParticipant to reward more`
  }
}

export class UserLimitReached extends Schema.TaggedError<UserLimitReached>()("UserLimitReached", {
  ruleName: Schema.String,
  max: Schema.Int
}) {
  override get message(): string {
    return `rule ${this.ruleName} has already rewarded this user ${this.max} times: raise userLimitAward to reward more`
  }
}

export class TooFewPlaces extends Schema.TaggedError<TooFewPlaces>()("TooFewPlaces", {
  participants: Schema.Int,
  max: Schema.Int
}) {
  override get message(): string {
    return `maxNumberOfParticipant cannot be ${this.max}: ${this.participants} participants have been rewarded already`
  }
}

export class InsufficientCoins extends Schema.TaggedError<InsufficientCoins>()("InsufficientCoins", {
  have: Coins.Amount,
  need: Coins.Amount
}) {
  override get message(): string {
    return `coins must be no more than the wallet holds: it has ${Coins.format(this.have)}, this needs ${Coins.format(this.need)}`
  }
}

/** Two members cannot become one: both have a history, or one is linked already. */
export class AlreadyLinked extends Schema.TaggedError<AlreadyLinked>()("AlreadyLinked", {
  userId: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `userId ${this.userId} cannot be linked to this user: ${this.reason}`
  }
}

/** An account can hold no more than the largest exact amount; the one that would overflow is named. */
export class BalanceTooLarge extends Schema.TaggedError<BalanceTooLarge>()("BalanceTooLarge", {
  accountId: Schema.String,
  max: Coins.Amount
}) {
  override get message(): string {
    return `coins would take account ${this.accountId} past ${Coins.format(this.max)}, the most an account can hold`
  }
}

export class IdempotencyMismatch extends Schema.TaggedError<IdempotencyMismatch>()("IdempotencyMismatch", {
  key: Schema.String
}) {
  override get message(): string {
    return `idempotency key ${this.key} was used for another request: use a new key for a new request`
  }
}

/** A queue is full: the commands that wait for the journal, or the passwords that wait to be hashed. */
export class QueueFull extends Schema.TaggedError<QueueFull>()("QueueFull", { capacity: Schema.Int }) {
  readonly retryable = true
  override get message(): string {
    return `${this.capacity} others are waiting already: nothing was written, try again later`
  }
}
