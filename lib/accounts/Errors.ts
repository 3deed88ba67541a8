import { Schema } from "effect"
import { explainedError } from "../schema/Input.ts"

export class EmailTaken extends explainedError<EmailTaken>()("EmailTaken", {
  fields: { email: Schema.String },
  cause:
    "Another user, or a person of a partner of the ecosystem, has this e-mail address; case does not matter. An invitation counts until it expires.",
  fix: "Log in, or use another address.",
  message: ({ email }) => `email ${email} is already taken: log in, or use another address`
}) {}

export class TagTaken extends explainedError<TagTaken>()("TagTaken", {
  fields: { tag: Schema.String },
  cause: "Another user has this tag.",
  fix: "Choose another tag.",
  message: ({ tag }) => `tag ${tag} is already taken: choose another`
}) {}

export class Unauthorized extends explainedError<Unauthorized>()("Unauthorized", {
  fields: { reason: Schema.String },
  cause: "The credentials are missing, malformed, wrong, expired or revoked.",
  fix: "Log in again; check the `Authorization` header.",
  message: ({ reason }) => reason
}) {}

export class OtpRequired extends explainedError<OtpRequired>()("OtpRequired", {
  fields: {},
  cause: "The e-mail address and the password are right, and the person has a second factor.",
  fix: "Log in again with `otp`: the code that the authenticator app shows, or a recovery code.",
  message: () => "otp is required: log in with the code of your authenticator app, or with a recovery code"
}) {}

export class OtpWrong extends explainedError<OtpWrong>()("OtpWrong", {
  fields: {},
  cause:
    "The code of the second factor is not the current one, or it was used before. Each code and each recovery code works once.",
  fix: "Wait for the next code of the authenticator app, and check the clock of its phone; or use another recovery code.",
  message: () => "otp is wrong or was used before: send the next code, or a recovery code"
}) {}

export class TotpNotStarted extends explainedError<TotpNotStarted>()("TotpNotStarted", {
  fields: {},
  cause: "A second factor was to be confirmed, but the person has not asked for its secret.",
  fix: "Get a secret with `POST /laas/iam/totp` first.",
  message: () => "a second factor was not started: get its secret with POST /laas/iam/totp"
}) {}

export class TotpAlreadyOn extends explainedError<TotpAlreadyOn>()("TotpAlreadyOn", {
  fields: {},
  cause: "The person already has a second factor.",
  fix: "Remove the second factor first, with one of its codes.",
  message: () => "the second factor is already on: remove it first with /laas/iam/totp/remove"
}) {}

export class TotpNotOn extends explainedError<TotpNotOn>()("TotpNotOn", {
  fields: {},
  cause: "A second factor was to be removed from a person who has none.",
  fix: "Nothing needs to be done.",
  message: () => "there is no second factor to remove"
}) {}

export class Forbidden extends explainedError<Forbidden>()("Forbidden", {
  fields: { reason: Schema.String },
  cause:
    "The credentials are valid but do not allow this call. For example, a scope is missing, or the data belongs to another partner.",
  fix: "Use a token with the scope that the operation needs.",
  message: ({ reason }) => reason
}) {}

export class TooManyPasswords extends explainedError<TooManyPasswords>()("TooManyPasswords", {
  fields: { max: Schema.Int },
  cause:
    "Too many passwords from one network address are waiting to be hashed. If addresses are not known, the passwords of one account are counted instead.",
  fix: "Try again when some of these passwords have been hashed; nothing was written.",
  message: () =>
    "too many passwords from one address wait to be checked: try again when some have been checked"
}) {
  readonly retryable = true
}

/** Also the error for an e-mail address that has no code, so that it does not reveal whether an account exists. */
export class CodeRefused extends explainedError<CodeRefused>()("CodeRefused", {
  fields: {},
  cause:
    "The code is wrong, has expired or was used. A code that verifies an e-mail address also becomes invalid after five attempts, or when a newer code is mailed.",
  fix: "Ask for a new code.",
  message: () => "otp is wrong, has expired or was tried too often: ask for a new one"
}) {}

export class ResetRefused extends explainedError<ResetRefused>()("ResetRefused", {
  fields: {},
  cause: "The token of the link is unknown, has expired or was used.",
  fix: "Ask for a new link.",
  message: () =>
    "token is unknown, has expired or was used: ask for a new link with /partners/forgot-password"
}) {}

export class InvitationRefused extends explainedError<InvitationRefused>()("InvitationRefused", {
  fields: {},
  cause: "The token of the invitation is unknown, has expired or was used, or the invitation was withdrawn.",
  fix: "Log in if you have accepted it. Otherwise ask an owner to invite you again.",
  message: () => "token is unknown, has expired or was used: log in, or ask an owner to invite you again"
}) {}

export class PersonNotFound extends explainedError<PersonNotFound>()("PersonNotFound", {
  fields: { id: Schema.String },
  cause: "The partner has no person with this id.",
  fix: "List the people, and use the `id` of one.",
  message: ({ id }) => `id ${id} is not one of your people: list them with /laas/iam/staff`
}) {}

export class SessionNotFound extends explainedError<SessionNotFound>()("SessionNotFound", {
  fields: { id: Schema.String },
  cause: "The person has no session with this id: it has ended, or belongs to somebody else.",
  fix: "List your sessions, and use the `id` of one.",
  message: ({ id }) => `id ${id} is not one of your sessions: list them with /laas/iam/sessions`
}) {}

export class LastOwner extends explainedError<LastOwner>()("LastOwner", {
  fields: {},
  cause: "The person is the only owner who can log in. A partner always has at least one such owner.",
  fix: "Make another person an owner first.",
  message: () =>
    "the last owner can neither be removed nor get another role: make another person an owner first"
}) {}

export class OwnRole extends explainedError<OwnRole>()("OwnRole", {
  fields: {},
  cause: "The call would change the role of the person who makes it.",
  fix: "Ask another owner.",
  message: () => "nobody can change their own role: ask another owner"
}) {}

export class TooManyPeople extends explainedError<TooManyPeople>()("TooManyPeople", {
  fields: { max: Schema.Int },
  cause: "The partner has 100 people, including invited people.",
  fix: "Remove a person, or an invitation.",
  message: ({ max }) => `there are already ${max} people: remove one, or an invitation`
}) {}

export class ApiKeyNotFound extends explainedError<ApiKeyNotFound>()("ApiKeyNotFound", {
  fields: { id: Schema.String },
  cause: "The partner has no API key with this id.",
  fix: "List the keys, and use the `id` of one (not its `apiKey`).",
  message: ({ id }) => `id ${id} is not one of your API keys: list them with /laas/iam/api-keys`
}) {}

export class TooManyKeys extends explainedError<TooManyKeys>()("TooManyKeys", {
  fields: { max: Schema.Int },
  cause: "The partner has 100 API keys that are not revoked.",
  fix: "Revoke a key that is no longer used.",
  message: ({ max }) => `there are already ${max} API keys: revoke one that is no longer used`
}) {}

export class ApplicationNotFound extends explainedError<ApplicationNotFound>()("ApplicationNotFound", {
  fields: { clientId: Schema.String },
  cause: "No application has this `clientId`.",
  fix: "Use the `clientId` that onboarding returned.",
  message: ({ clientId }) => `clientId ${clientId} was not found: use the one that onboarding returned`
}) {}

/** `code` is an error code of RFC 6749, section 4.1.2.1 or 5.2. */
export class GrantRefused extends explainedError<GrantRefused>()("GrantRefused", {
  fields: {
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
  cause: "A step of the OAuth authorization code flow was refused. `code` is an OAuth error code (RFC 6749).",
  fix: "Read the reason; in most cases send the user through the authorization page again.",
  message: ({ reason }) => reason
}) {}

export class UserDetailsUnavailable extends explainedError<UserDetailsUnavailable>()(
  "UserDetailsUnavailable",
  {
    fields: { reason: Schema.String },
    cause:
      "The partner's `userDetailsUrl` could not be reached, is not a public https address, or did not answer with a user record.",
    fix: "Fix the address or the response; the error says what is wrong.",
    message: ({ reason }) => `userDetailsUrl ${reason}`
  }
) {}

export class TestSideNotFound extends explainedError<TestSideNotFound>()("TestSideNotFound", {
  fields: {},
  cause: "The partner has no test side.",
  fix: "Make one with `POST /laas/iam/test-side`.",
  message: () => "there is no test side: make one with POST /laas/iam/test-side"
}) {}

export class ClockBackwards extends explainedError<ClockBackwards>()("ClockBackwards", {
  fields: { clock: Schema.Date },
  cause:
    "The clock of a test side was to be set to an earlier time. Records are in the order of their times, so the clock only moves forward.",
  fix: "Choose a later time, or empty the test side: the clock of an empty one shows the real time.",
  message: ({ clock }) =>
    `at must not be before ${clock.toISOString()}, which the clock shows: it only moves forward, until the test side is emptied`
}) {}

export class EmptiedTooOften extends explainedError<EmptiedTooOften>()("EmptiedTooOften", {
  fields: { max: Schema.Int },
  cause: "A test side can be emptied a limited number of times in 24 hours.",
  fix: "Use other members and rules in the test side, or wait.",
  message: ({ max }) => `a test side can be emptied at most ${max} times in 24 hours: try again later`
}) {}
