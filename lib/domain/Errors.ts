import { Schema } from "effect"
import * as Coins from "./Coins.ts"

/** Facts that make a command impossible. Each carries its data, and says what the caller can do about it. */

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

/** The database cannot be reached or is closed. When `committed` is "unknown", only an idempotency key can tell. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  reason: Schema.String,
  committed: Schema.Literal("no", "unknown")
}) {
  readonly retryable = true
  override get message(): string {
    return this.committed === "no"
      ? `the database is not available (${this.reason}): nothing was written, try again`
      : `the database went away during commit (${this.reason}): try again with the same idempotency key`
  }
}

/** Other writers were in the way more often than we are willing to retry. Nothing was written. */
export class TransactionConflict extends Schema.TaggedError<TransactionConflict>()("TransactionConflict", {
  reason: Schema.String
}) {
  readonly retryable = true
  override get message(): string {
    return `the database was too busy with conflicting work (${this.reason}): nothing was written, try again`
  }
}

/** So many wait for their turn already, at the journal or at the passwords, that one more would wait for too long. */
export class QueueFull extends Schema.TaggedError<QueueFull>()("QueueFull", { capacity: Schema.Int }) {
  readonly retryable = true
  override get message(): string {
    return `${this.capacity} others are waiting already: nothing was written, try again later`
  }
}

export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", { email: Schema.String }) {
  override get message(): string {
    return `email ${this.email} is already taken: log in, or use another address`
  }
}

export class TagTaken extends Schema.TaggedError<TagTaken>()("TagTaken", { tag: Schema.String }) {
  override get message(): string {
    return `tag ${this.tag} is already taken: choose another`
  }
}

/** One answer for an unknown e-mail, a wrong password, and a token that is unknown, expired or revoked. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** A valid credential that does not reach this far. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** One answer for a wrong code, an expired one, one that was tried too often, and an address that has none. */
export class CodeRefused extends Schema.TaggedError<CodeRefused>()("CodeRefused", {}) {
  override get message(): string {
    return "otp is wrong, has expired or was tried too often: ask for a new one with /user/resend-otp"
  }
}

/** A password link that is unknown, expired or used. */
export class ResetRefused extends Schema.TaggedError<ResetRefused>()("ResetRefused", {}) {
  override get message(): string {
    return "token is unknown, has expired or was used: ask for a new link with /partners/forgot-password"
  }
}

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", {
  id: Schema.String
}) {
  override get message(): string {
    return `id ${this.id} is no API key of yours: list them with /laas/iam/api-keys`
  }
}

export class TooManyKeys extends Schema.TaggedError<TooManyKeys>()("TooManyKeys", { max: Schema.Int }) {
  override get message(): string {
    return `there are ${this.max} API keys already: revoke one that is no longer used`
  }
}

export class ApplicationNotFound extends Schema.TaggedError<ApplicationNotFound>()("ApplicationNotFound", {
  clientId: Schema.String
}) {
  override get message(): string {
    return `clientId ${this.clientId} was not found: use the one that onboarding answered`
  }
}

/** The refusals of OAuth (RFC 6749, 4.1.2.1 and 5.2), under its own names. */
export class GrantRefused extends Schema.TaggedError<GrantRefused>()("GrantRefused", {
  code: Schema.Literal(
    "invalid_request",
    "invalid_grant",
    "invalid_scope",
    "invalid_client",
    "unauthorized_client",
    "unsupported_grant_type",
    "unsupported_response_type",
    "access_denied"
  ),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The partner's own address did not answer with a record of its user. */
export class UserDetailsUnavailable extends Schema.TaggedError<UserDetailsUnavailable>()(
  "UserDetailsUnavailable",
  { reason: Schema.String }
) {
  override get message(): string {
    return `userDetailsUrl ${this.reason}`
  }
}

/** Two members cannot become one: both have a history, or one is linked to somebody else. */
export class AlreadyLinked extends Schema.TaggedError<AlreadyLinked>()("AlreadyLinked", {
  userId: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `userId ${this.userId} cannot be linked to this user: ${this.reason}`
  }
}
