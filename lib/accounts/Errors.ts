import { Schema } from "effect"
import { explained } from "../schema/Input.ts"

/** Reasons to refuse a call about accounts. Each message says what the caller can do. */

export class EmailTaken extends Schema.TaggedError<EmailTaken>()(
  "EmailTaken",
  { email: Schema.String },
  explained(
    "Another account has this e-mail address; case does not matter.",
    "Log in, or use another address."
  )
) {
  override get message(): string {
    return `email ${this.email} is already taken: log in, or use another address`
  }
}

export class TagTaken extends Schema.TaggedError<TagTaken>()(
  "TagTaken",
  { tag: Schema.String },
  explained("Another user has this tag.", "Choose another tag.")
) {
  override get message(): string {
    return `tag ${this.tag} is already taken: choose another`
  }
}

/**
 * The same error for an unknown e-mail address, a wrong password, and a token that is unknown, expired or revoked.
 */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  { reason: Schema.String },
  explained(
    "The credentials are missing, malformed, wrong, expired or revoked.",
    "Log in again; check the `Authorization` header."
  )
) {
  override get message(): string {
    return this.reason
  }
}

/** The credential is valid but does not permit this call. */
export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "Forbidden",
  { reason: Schema.String },
  explained(
    "The credentials are valid but do not allow this call: a scope is missing, or the data belongs to another partner.",
    "Use a token with the scope that the operation needs."
  )
) {
  override get message(): string {
    return this.reason
  }
}

/** The same error for an OTP that is wrong, expired or tried too often, and for an address without one. */
export class CodeRefused extends Schema.TaggedError<CodeRefused>()(
  "CodeRefused",
  {},
  explained(
    "The code is wrong, has expired, was tried five times, or was replaced by a newer one.",
    "Ask for a new code."
  )
) {
  override get message(): string {
    return "otp is wrong, has expired or was tried too often: ask for a new one"
  }
}

/** The token of a password reset link is unknown, expired or used. */
export class ResetRefused extends Schema.TaggedError<ResetRefused>()(
  "ResetRefused",
  {},
  explained("The token of the link is unknown, has expired or was used.", "Ask for a new link.")
) {
  override get message(): string {
    return "token is unknown, has expired or was used: ask for a new link with /partners/forgot-password"
  }
}

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()(
  "ApiKeyNotFound",
  { id: Schema.String },
  explained(
    "The partner has no API key with this id.",
    "List the keys, and use the `id` of one (not its `apiKey`)."
  )
) {
  override get message(): string {
    return `id ${this.id} is not one of your API keys: list them with /laas/iam/api-keys`
  }
}

export class TooManyKeys extends Schema.TaggedError<TooManyKeys>()(
  "TooManyKeys",
  { max: Schema.Int },
  explained("The partner has 100 API keys that are not revoked.", "Revoke one that is no longer used.")
) {
  override get message(): string {
    return `there are already ${this.max} API keys: revoke one that is no longer used`
  }
}

export class ApplicationNotFound extends Schema.TaggedError<ApplicationNotFound>()(
  "ApplicationNotFound",
  { clientId: Schema.String },
  explained("No application has this `clientId`.", "Use the one that onboarding returned.")
) {
  override get message(): string {
    return `clientId ${this.clientId} was not found: use the one that onboarding returned`
  }
}

/** The error codes of OAuth (RFC 6749, sections 4.1.2.1 and 5.2). */
export class GrantRefused extends Schema.TaggedError<GrantRefused>()(
  "GrantRefused",
  {
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
  },
  explained(
    "A step of OAuth's authorization code flow was refused; the code is one of OAuth's own (RFC 6749).",
    "Read the reason; in most cases send the user through the authorization page again."
  )
) {
  override get message(): string {
    return this.reason
  }
}

/** The partner's `userDetailsUrl` did not answer with a user record. */
export class UserDetailsUnavailable extends Schema.TaggedError<UserDetailsUnavailable>()(
  "UserDetailsUnavailable",
  { reason: Schema.String },
  explained(
    "The partner's `userDetailsUrl` could not be reached, is not a public https address, or did not answer with a user record.",
    "Fix the address or the response; the error says what is wrong."
  )
) {
  override get message(): string {
    return `userDetailsUrl ${this.reason}`
  }
}
