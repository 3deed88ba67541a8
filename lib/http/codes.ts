import { refusalCodes } from "../rewards/refusals/Refusal.ts"

/** The `appErrorCode` of the errors that are answered with 400 and "not found". An unknown user has no code. */
export const notFoundCodes = {
  ActivityNotFound: "activity_not_found",
  RequestNotFound: "request_not_found",
  ApiKeyNotFound: "api_key_not_found",
  ApplicationNotFound: "application_not_found",
  AwardNotFound: "award_not_found",
  DeliveryNotFound: "delivery_not_found",
  PartnerNotFound: "partner_not_found",
  PersonNotFound: "person_not_found",
  RuleNotFound: "rule_not_found",
  SessionNotFound: "session_not_found",
  TestSideNotFound: "test_side_not_found",
  TransferNotFound: "transfer_not_found",
  AdjustmentNotFound: "adjustment_not_found",
  WebhookNotFound: "webhook_not_found"
} as const

/** The `appErrorCode` of most errors that are answered with 400 and "invalid". `toWire` has the others. */
export const invalidCodes = {
  ...refusalCodes,
  ActivityNotReversed: "activity_not_reversed",
  AlreadyDecided: "already_decided",
  AlreadyLinked: "already_linked",
  AlreadyReversed: "already_reversed",
  AwardSuppressed: "award_suppressed",
  AwardNotPending: "award_not_pending",
  BulkTooLarge: "bulk_too_large",
  CannotMerge: "cannot_merge",
  ClockBackwards: "clock_backwards",
  CodeRefused: "otp_refused",
  CycleEnded: "cycle_ended",
  EmailTaken: "email_taken",
  EmptiedTooOften: "test_side_limit_reached",
  InsufficientCoins: "insufficient_coins",
  InvitationRefused: "invitation_refused",
  LastOwner: "last_owner",
  LimitTooLow: "limit_too_low",
  MergeLimitReached: "limit_reached",
  NameTaken: "name_taken",
  OwnRequest: "own_request",
  OwnRole: "own_role",
  ResetRefused: "reset_refused",
  TooFewPlaces: "too_few_places",
  TooManyActivities: "too_many_activities",
  TooManyKeys: "api_key_limit_reached",
  TooManyPeople: "person_limit_reached",
  TooMuchToReverse: "too_much_to_reverse",
  TooManyRulesOfActivity: "too_many_rules_of_activity",
  TooManyWebhooks: "webhook_limit_reached",
  TotpAlreadyOn: "totp_already_on",
  TotpNotOn: "totp_not_on",
  TotpNotStarted: "totp_not_started",
  UserDetailsUnavailable: "user_details_unavailable",
  WebhookBusy: "webhook_busy"
} as const

/** The `appErrorCode` of the errors that are answered with 401 because of a second factor. */
export const otpCodes = { OtpRequired: "otp_required", OtpWrong: "otp_wrong" } as const

export const mismatchCode = "idempotency_mismatch"

/** The `appErrorCode` of 412: a rule has changed since the caller read it. */
export const ruleChangedCode = "rule_changed"

/** The codes above, in alphabetical order. */
export const appErrorCodes: ReadonlyArray<string> = [
  ...Object.values(notFoundCodes),
  ...Object.values(invalidCodes),
  ...Object.values(otpCodes),
  mismatchCode,
  ruleChangedCode
].sort()
