/** The `appErrorCode` of the errors that are answered with 400 and "not found". An unknown user has no code. */
export const notFoundCodes = {
  ApiKeyNotFound: "api_key_not_found",
  ApplicationNotFound: "application_not_found",
  AwardNotFound: "award_not_found",
  DeliveryNotFound: "delivery_not_found",
  PartnerNotFound: "partner_not_found",
  RuleNotFound: "rule_not_found",
  TransferNotFound: "transfer_not_found",
  WebhookNotFound: "webhook_not_found"
} as const

/** The `appErrorCode` of the errors that are answered with 400 and "invalid". A taken tag has no code. */
export const invalidCodes = {
  AlreadyLinked: "already_linked",
  AlreadyReversed: "already_reversed",
  AwardSuppressed: "award_suppressed",
  BalanceTooLarge: "balance_too_large",
  CodeRefused: "otp_refused",
  CycleEnded: "cycle_ended",
  EmailTaken: "email_taken",
  InsufficientCoins: "insufficient_coins",
  LimitReached: "limit_reached",
  LimitTooLow: "limit_too_low",
  NameTaken: "name_taken",
  ParticipantLimitReached: "participant_limit_reached",
  ResetRefused: "reset_refused",
  RuleInactive: "rule_inactive",
  RuleNotRunning: "rule_not_running",
  TooFewPlaces: "too_few_places",
  TooManyKeys: "api_key_limit_reached",
  TooManyWebhooks: "webhook_limit_reached",
  UserDetailsUnavailable: "user_details_unavailable",
  UserLimitReached: "user_limit_reached",
  WebhookBusy: "webhook_busy"
} as const

export const mismatchCode = "idempotency_mismatch"

/** All codes of this service, in alphabetical order. */
export const appErrorCodes: ReadonlyArray<string> = [
  ...Object.values(notFoundCodes),
  ...Object.values(invalidCodes),
  mismatchCode
].sort()
