import { Schema } from "effect"

/** Facts about accounts that make a call impossible. Each says what the caller can do about it. */

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
