// Written by `npm run docs` from the contract in lib/http; do not edit.

/** The options of a call. They take precedence over those of the client. */
export interface CallOptions {
  /** A write that is sent again with the same key takes effect once. */
  readonly idempotencyKey?: string | undefined
  /** How long one try may take, in milliseconds. */
  readonly timeout?: number | undefined
  /** Aborts the call. The service may still execute it. */
  readonly signal?: AbortSignal | undefined
  /** Headers that are sent with the call. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How many times the call is repeated after an error with `retryable`. */
  readonly retries?: number | undefined
}

/** A successful answer. */
export interface Success<Data> {
  readonly status: "success"
  readonly message: string
  readonly data: Data
}

/** The method and path of an endpoint, and when a failed call of it can be repeated without a second effect. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly repeat: "always" | "with key" | "if refused"
}

export interface AcceptInvitation {
  /** The value of token= in the mailed link. */
  readonly token: string
  /** The new password. Must be text with at least 8 characters, one uppercase letter, one number, one special character, at most 200 characters. */
  readonly password: string
  /** Must equal password. */
  readonly confirmPassword: string
}

export interface AccessToken {
  readonly accessToken: string
  readonly tokenType: "Bearer"
  /** Seconds. */
  readonly expiresIn: number
}

export interface Activities {
  /** Up to 1000. */
  readonly activities: ReadonlyArray<Activity>
}

export interface Activity {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** What happened. Rules name it in when.activity. Must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
  readonly type: string
  /** Data about the activity. The conditions of rules read it. Must be a JSON object of at most 8192 bytes, 100 values and 5 levels. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** When it happened, at most 30 days ago; by default now. Conditions on local time use it. Limits, schedules and boards use the time of the request. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly occurredAt?: string | undefined
}

/** The event does not contain the data of the activity. Each award that the activity earns has its own event after this one. */
export interface ActivityEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "activity.recorded"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly id: string
    /** An id made by this service. */
    readonly memberId: string
    readonly userId: string
    readonly type: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly occurredAt: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
  }
}

export interface ActivityExplanation {
  /** One outcome for each active rule and sub-rule whose `when` names this type of activity, in the order of their names. */
  readonly outcomes: ReadonlyArray<ActivityOutcome>
}

export interface ActivityOutcome {
  readonly ruleName: string
  /** Whether the activity met the conditions of the rule. */
  readonly met: boolean
  /** Whether the award paid; false if it only counted, or if it was refused or suppressed. */
  readonly awarded: boolean
  /** What the award paid. */
  readonly coins: string
  /** Why the award was refused or suppressed, if the conditions were met; otherwise null. */
  readonly refusal: {
    readonly appErrorCode: string
    readonly error: string
  } | null
  /** The conditions that decided the outcome, each with the value that the rule asks for. Values of the activity or the user are never shown. */
  readonly because: ReadonlyArray<{
    readonly field: string
    readonly is:
      | "equals"
      | "notEquals"
      | "atLeast"
      | "atMost"
      | "moreThan"
      | "lessThan"
      | "in"
      | "exists"
      | "startsWith"
    readonly value: string | number | boolean | ReadonlyArray<string | number | boolean>
    /** Whether the condition was true. */
    readonly held: boolean
  }>
}

export interface ActivityOutcomes {
  readonly accepted: number
  readonly refused: number
  readonly outcomes: ReadonlyArray<
    | {
        readonly status: "success"
        readonly data: RecordedActivity
      }
    | Failure
  >
}

export interface ActivityPage {
  readonly data: ReadonlyArray<ListedActivity>
  /** Whether the list goes on. A page can have fewer entries than `limit`, or none, although the list goes on: for one page, the service examines at most 1,000 entries and returns at most 250 kB of notes, metadata and other texts. */
  readonly hasMore: boolean
  /** Pass it as `after` to get the next page; null if the list does not go on. */
  readonly next: string | null
}

export interface ActivityReversal {
  /** An id made by this service (UUID). */
  readonly id: string
  /** An id made by this service. */
  readonly activityId: string
  /** The coins that were taken back for all awards of the activity. */
  readonly coins: string
  readonly narration: string | null
  /** An id made by this service. */
  readonly partnerId: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface ActivityReversalEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "activity.reversed"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service (UUID). */
    readonly id: string
    /** An id made by this service. */
    readonly activityId: string
    /** The coins that were taken back for all awards of the activity. */
    readonly coins: string
    readonly narration: string | null
    /** An id made by this service. */
    readonly partnerId: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
    /** An id made by this service (UUID). */
    readonly memberId: string
    readonly userId: string
  }
}

export interface Adjust {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The coins to add or to remove. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly coins: string | number
  /** CR adds coins to the wallet. DE removes coins from it. The wallet must contain them. */
  readonly debitOrCredit: "CR" | "DE"
  /** Why the balance is corrected. Must be text of 1 to 200 characters. */
  readonly reason: string
  /** Whether a credit counts on the boards. By default it does not. A debit never counts. Must be true or false. */
  readonly points?: boolean | undefined
  /** An ISO 8601 period of years, months and days. The coins of a credit expire at the end of its last day in UTC. By default they do not expire. Must be a period of whole years, months and days, such as P1Y, P90D or P1Y6M10D, of at least 1 day and at most 10 years from any day on. */
  readonly coinsExpire?: string | undefined
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** Your own texts, by key. Lists show them and can be filtered by them. Must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

export interface AdjustItem {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The coins to add or to remove. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly coins: string | number
  /** CR adds coins to the wallet. DE removes coins from it. The wallet must contain them. */
  readonly debitOrCredit: "CR" | "DE"
  /** Why the balance is corrected. Must be text of 1 to 200 characters. */
  readonly reason: string
  /** Whether a credit counts on the boards. By default it does not. A debit never counts. Must be true or false. */
  readonly points?: boolean | undefined
  /** An ISO 8601 period of years, months and days. The coins of a credit expire at the end of its last day in UTC. By default they do not expire. Must be a period of whole years, months and days, such as P1Y, P90D or P1Y6M10D, of at least 1 day and at most 10 years from any day on. */
  readonly coinsExpire?: string | undefined
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** Your own texts, by key. Lists show them and can be filtered by them. Must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** The item takes effect once under this key, like a single request with this `Idempotency-Key`. The key cannot be given together with the header. Must be 1 to 255 printable characters. */
  readonly idempotencyKey?: string | undefined
}

export interface Adjustment {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly userId: string
  /** A decimal without trailing zeros. */
  readonly coins: string
  /** CR: added to the wallet. DE: removed from it. */
  readonly debitOrCredit: "CR" | "DE"
  readonly reason: string
  /** Whether the adjustment counts on the boards. */
  readonly points: boolean
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface AdjustmentEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "coins.adjusted"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service (UUID). */
    readonly id: string
    readonly userId: string
    /** DE: out of the wallet. CR: into the wallet. */
    readonly debitOrCredit: "DE" | "CR"
    /** Coins with at most 4 decimals, not rounded. */
    readonly coins: number
    readonly claimed: boolean
    readonly transactionType:
      | "award"
      | "user_partner_transfer"
      | "award_reversal"
      | "user_partner_refund"
      | "adjustment"
      | "adjustment_reversal"
      | "maturity"
      | "expiry"
      | "erasure"
      | "merge"
    readonly narration: string
    readonly from: {
      /** An id made by this service (UUID). */
      readonly id: string
      /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly fullname_businessName: string
      /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly email: string
      /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
      readonly tag: string | null
      readonly userId: string
    }
    readonly to: {
      /** An id made by this service (UUID). */
      readonly id: string
      /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly fullname_businessName: string
      /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly email: string
      /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
      readonly tag: string | null
      readonly userId: string
    }
    /** An object without fields so far. */
    readonly plan: Readonly<Record<string, never>>
    readonly paidWithGiftCard: boolean
    /** An object without fields so far. */
    readonly giftCardLedger: Readonly<Record<string, never>>
    readonly "the service": boolean
    readonly charge: number
    /** Whether this transfer was refunded. */
    readonly refunded: boolean
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
    /** When the transaction was completely reversed, or refunded; otherwise its createdAt. */
    readonly updatedAt: string
    /** The coins in the wallet directly after the transaction. */
    readonly balance: string
    /** Why the balance was adjusted; null for other transactions. */
    readonly reason: string | null
    readonly metadata: Readonly<Record<string, string>>
    /** Whether the adjustment counts on the boards. */
    readonly points: boolean
  }
}

export interface AdjustmentOutcomes {
  readonly accepted: number
  readonly refused: number
  readonly outcomes: ReadonlyArray<
    | {
        readonly status: "success"
        readonly data: Adjustment | WaitingRequest
      }
    | Failure
  >
}

export interface AdjustmentReversal {
  /** An id made by this service (UUID). */
  readonly id: string
  /** An id made by this service. */
  readonly adjustmentId: string
  /** The coins of the adjustment. */
  readonly coins: string
  readonly narration: string | null
  /** An id made by this service. */
  readonly partnerId: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface AdjustmentReversalEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "coins.adjustment_reversed"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service (UUID). */
    readonly id: string
    readonly userId: string
    /** DE: out of the wallet. CR: into the wallet. */
    readonly debitOrCredit: "DE" | "CR"
    /** Coins with at most 4 decimals, not rounded. */
    readonly coins: number
    readonly claimed: boolean
    readonly transactionType:
      | "award"
      | "user_partner_transfer"
      | "award_reversal"
      | "user_partner_refund"
      | "adjustment"
      | "adjustment_reversal"
      | "maturity"
      | "expiry"
      | "erasure"
      | "merge"
    readonly narration: string
    readonly from: {
      /** An id made by this service (UUID). */
      readonly id: string
      /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly fullname_businessName: string
      /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly email: string
      /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
      readonly tag: string | null
      readonly userId: string
    }
    readonly to: {
      /** An id made by this service (UUID). */
      readonly id: string
      /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly fullname_businessName: string
      /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly email: string
      /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
      readonly tag: string | null
      readonly userId: string
    }
    /** An object without fields so far. */
    readonly plan: Readonly<Record<string, never>>
    readonly paidWithGiftCard: boolean
    /** An object without fields so far. */
    readonly giftCardLedger: Readonly<Record<string, never>>
    readonly "the service": boolean
    readonly charge: number
    /** Whether this transfer was refunded. */
    readonly refunded: boolean
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
    /** When the transaction was completely reversed, or refunded; otherwise its createdAt. */
    readonly updatedAt: string
    /** The coins in the wallet directly after the transaction. */
    readonly balance: string
    /** The adjustment that was reversed. */
    readonly adjustmentId: string
  }
}

export interface Adjustments {
  /** Up to 1000. */
  readonly adjustments: ReadonlyArray<AdjustItem>
}

export interface Alert {
  readonly type:
    | "rule.used_up"
    | "rule.nearly_used_up"
    | "rule.ending"
    | "webhook.failing"
    | "approval.waiting"
  /** The rule; null if the alert is not about a rule. */
  readonly rule: {
    /** An id made by this service. */
    readonly id: string
    readonly name: string
  } | null
  /** The rule's limit with the largest used share; null if the alert is not about a limit. */
  readonly limit: {
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    readonly measure: "awards" | "coins" | "participants"
    /** How much is used in the current window; coins as decimal text. */
    readonly used: string
    readonly max: string
    /** When the current window ends; null if it never ends. */
    readonly resetsAt: string | null
  } | null
  /** When the rule ends; null if the alert is not about the end of a rule. */
  readonly endsAt: string | null
  /** The webhook with the host of its URL, and why the service has paused it; null if the alert is not about a webhook. */
  readonly webhook: {
    /** An id made by this service. */
    readonly id: string
    readonly host: string
    readonly pausedReason: string | null
  } | null
  /** The number of adjustments that wait for approval, at most 100; null otherwise. */
  readonly waiting: number | null
  /** The time since which the webhook has been failing, or the oldest adjustment has been waiting; null otherwise. */
  readonly since: string | null
}

export interface Alerts {
  readonly data: ReadonlyArray<Alert>
  /** True if more rules have alerts than are listed. */
  readonly hasMore: boolean
}

export interface ApiKey {
  /** An id made by this service (UUID). */
  readonly id: string
  /** The user name for HTTP Basic: rk_ and 64 hex characters; rk_test_ and 64 hex characters for a key of the test side. */
  readonly apiKey: string
  readonly name: string
  readonly scopes: ReadonlyArray<
    | "rules:write"
    | "awards:write"
    | "coins:write"
    | "coins:adjust"
    | "coins:refund"
    | "webhooks:write"
    | "read"
    | "members:read"
    | "members:write"
  >
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the key last logged in. */
  readonly lastUsedAt: string | null
  /** When the key was revoked; null if it is valid. */
  readonly revokedAt: string | null
  /** Who created the key; null if the caller is not known. */
  readonly orderedBy: Orderer | null
}

export interface ApiKeyCreated {
  /** An id made by this service (UUID). */
  readonly id: string
  /** The user name for HTTP Basic: rk_ and 64 hex characters; rk_test_ and 64 hex characters for a key of the test side. */
  readonly apiKey: string
  readonly name: string
  readonly scopes: ReadonlyArray<
    | "rules:write"
    | "awards:write"
    | "coins:write"
    | "coins:adjust"
    | "coins:refund"
    | "webhooks:write"
    | "read"
    | "members:read"
    | "members:write"
  >
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The password for HTTP Basic. It is shown only once. */
  readonly apiSecret: string
}

export interface ApprovalEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "approval.approved" | "approval.declined"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly id: string
    /** An id made by this service. */
    readonly memberId: string
    readonly userId: string
    /** A decimal without trailing zeros. */
    readonly coins: string
    readonly recordId: string | null
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
  }
}

export interface ApprovalRequest {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly userId: string
  /** The adjustment to reverse; null if the request is for a new adjustment. */
  readonly adjustmentId: string | null
  /** A decimal without trailing zeros. */
  readonly coins: string
  readonly debitOrCredit: "CR" | "DE"
  readonly reason: string | null
  readonly points: boolean
  readonly coinsExpire: string | null
  readonly narration: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly state: "waiting" | "approved" | "declined" | "lapsed"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly lapsesAt: string
  /** When the request was approved or declined; null if it was not. */
  readonly decidedAt: string | null
  /** The adjustment or the reversal that was approved; null if there is none. */
  readonly recordId: string | null
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  readonly decidedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
}

/** The event does not contain the texts of the adjustment. `GET /laas/coins/adjust/requests` shows them. */
export interface ApprovalRequestEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "approval.requested"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly id: string
    /** An id made by this service. */
    readonly memberId: string
    readonly userId: string
    /** A decimal without trailing zeros. */
    readonly coins: string
    readonly debitOrCredit: "CR" | "DE"
    readonly adjustmentId: string | null
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
  }
}

export interface ApprovalRequestPage {
  readonly data: ReadonlyArray<ApprovalRequest>
  /** Pass it as `before` to get the next page; null if there are no more requests. */
  readonly next: string | null
}

export interface AuditEntry {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly action:
    | "partner.onboard"
    | "partner.login"
    | "partner.logout"
    | "partner.logout-all"
    | "partner.logout-logins"
    | "partner.update"
    | "settings.update"
    | "session.end"
    | "staff.invite"
    | "staff.accept"
    | "staff.role"
    | "staff.remove"
    | "password.forgot"
    | "password.reset"
    | "key.create"
    | "key.revoke"
    | "key.login"
    | "test-side.create"
    | "test-side.empty"
    | "test-side.clock"
    | "totp.confirm"
    | "totp.remove"
    | "user.create"
    | "user.verify"
    | "user.resend"
    | "user.remove"
    | "user.forgot"
    | "user.reset"
    | "user.erase"
    | "consent.list"
    | "consent.give"
    | "consent.refuse"
    | "grant.exchange"
    | "grant.refresh"
    | "grant.revoke"
    | "member.details"
    | "member.link"
    | "member.erase"
    | "member.merge"
    | "rule.create"
    | "rule.update"
    | "award.reverse"
    | "coins.transfer"
    | "award.confirm"
    | "coins.refund"
    | "activity.reverse"
    | "coins.adjust"
    | "coins.adjust-reverse"
    | "approval.request"
    | "approval.approve"
    | "approval.decline"
    | "webhook.create"
    | "webhook.update"
    | "webhook.rotate"
    | "webhook.pause"
    | "webhook.delete"
    | "webhook.redeliver"
  readonly outcome: "done" | "refused"
  /** Who acted: the e-mail address of a person, or an API key. In entries about consents and tokens of users, it is the clientId of the application. In entries with the action member.details, it is the tag that was looked up. In entries about the pause of a failing webhook, it is the service. */
  readonly actor: string
  /** The user to whom the action applied. */
  readonly userId: string | null
  /** The caller's network address, if known. */
  readonly address: string | null
  readonly detail: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface AuditPage {
  readonly data: ReadonlyArray<AuditEntry>
  /** Pass it as `before` to get the next page; null if there are no more entries. */
  readonly next: string | null
}

export interface AuthorizationServerMetadata {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly revocation_endpoint: string
  readonly scopes_supported: ReadonlyArray<string>
  readonly response_types_supported: ReadonlyArray<string>
  readonly response_modes_supported: ReadonlyArray<string>
  readonly grant_types_supported: ReadonlyArray<string>
  readonly code_challenge_methods_supported: ReadonlyArray<string>
  readonly token_endpoint_auth_methods_supported: ReadonlyArray<string>
  readonly revocation_endpoint_auth_methods_supported: ReadonlyArray<string>
  readonly authorization_response_iss_parameter_supported: boolean
}

export interface Award {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The name of a rule, or of a sub-rule of a combined rule. Must be a name of 1 to 128 characters. */
  readonly ruleName: string
  /** The amount that the rule pays for; required if the rule has a unit, and refused otherwise. Must be a decimal above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly amount?: string | number | undefined
  /** A text that awards return as `note`. */
  readonly narration?: string | null | undefined
  /** Your own texts, by key. Lists show them and can be filtered by them. Must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

export interface AwardDetails {
  /** An id made by this service. */
  readonly id: string
  /** The id of the rule or sub-rule that the request named. */
  readonly ruleId: string
  readonly ruleName: string
  readonly userId: string
  /** Whether the award paid; false if it only counted, or if a limit suppressed it. */
  readonly awarded: boolean
  /** The narration of the request. */
  readonly note: string | null
  /** An id made by this service. */
  readonly partnerId: string
  /** A decimal without trailing zeros. */
  readonly coins: string
  /** The amount of the request; null if the rule had no unit. */
  readonly amount: string | null
  readonly state: "paid" | "pending" | "counted" | "suppressed" | "partly_reversed" | "reversed"
  /** The coins that were not taken back. */
  readonly coinsLeft: string
  /** The part of the amount that was not returned; null if the award has no amount. */
  readonly amountLeft: string | null
  /** The error code of the limit that suppresses the award; null if none does. */
  readonly suppressedBy: "participant_limit_reached" | "user_limit_reached" | "limit_reached" | null
  /** The activity that earned the award; null if a request named the rule. */
  readonly activityId: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the coins mature or matured; null if they did not have to wait. */
  readonly maturesAt: string | null
  /** When the coins expire; null if they do not. */
  readonly expiresAt: string | null
  /** When the whole award was reversed; otherwise null. */
  readonly reversedAt: string | null
  /** Who ordered the award; null if the caller is not known. */
  readonly orderedBy: Orderer | null
  /** The rule of the award. If the award named a sub-rule, it is the combined rule. */
  readonly rule: {
    /** An id made by this service. */
    readonly id: string
    readonly name: string
    /** Whether the rule was changed after the award. If so, its limits may have been different at the time of the award. */
    readonly changedSince: boolean
  }
  /** What the rule paid for an amount at the time of the award; null if the award has no amount. */
  readonly rate: {
    /** A decimal without trailing zeros. */
    readonly unit: string
    /** A decimal without trailing zeros. */
    readonly coinValue: string
    /** A decimal without trailing zeros. */
    readonly maxCoins: string | null
  } | null
  /** The reversals of the award, oldest first. If there are more than 100, only the last 100. */
  readonly reversals: ReadonlyArray<AwardReversal>
  /** The lot of the award: all coins of the wallet that expire at the same instant as the coins of the award. The lot does not contain the coins of a pending award. null if the coins of the award do not expire. */
  readonly lot: {
    /** ISO 8601, UTC, with milliseconds. */
    readonly expiresAt: string
    readonly timeZone: string
    /** The coins that are left; 0 from `expiresAt` on. */
    readonly coins: string
    /** The coins that have expired and were not taken back by a reversal. */
    readonly expired: string
  } | null
}

export interface AwardEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "award.paid" | "award.counted" | "award.suppressed"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: EventAward
}

export interface AwardItem {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The name of a rule, or of a sub-rule of a combined rule. Must be a name of 1 to 128 characters. */
  readonly ruleName: string
  /** The amount that the rule pays for; required if the rule has a unit, and refused otherwise. Must be a decimal above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly amount?: string | number | undefined
  /** A text that awards return as `note`. */
  readonly narration?: string | null | undefined
  /** Your own texts, by key. Lists show them and can be filtered by them. Must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** The item takes effect once under this key, like a single request with this `Idempotency-Key`. The key cannot be given together with the header. Must be 1 to 255 printable characters. */
  readonly idempotencyKey?: string | undefined
}

export interface AwardOutcomes {
  readonly accepted: number
  readonly refused: number
  readonly outcomes: ReadonlyArray<
    | {
        readonly status: "success"
        readonly data: RuleAward
      }
    | Failure
  >
}

export interface AwardPage {
  readonly data: ReadonlyArray<ListedAward>
  /** Whether the list goes on. A page can have fewer entries than `limit`, or none, although the list goes on: for one page, the service examines at most 1,000 entries and returns at most 250 kB of notes, metadata and other texts. */
  readonly hasMore: boolean
  /** Pass it as `after` to get the next page; null if the list does not go on. */
  readonly next: string | null
}

export interface AwardReversal {
  /** An id made by this service. */
  readonly id: string
  /** 1 for the first reversal of the award. */
  readonly number: number
  /** The coins that this reversal took back. */
  readonly coins: string
  /** The part of the amount that this reversal returned; null if the award has no amount. */
  readonly amount: string | null
  /** The narration of the reversal. */
  readonly note: string | null
  /** Who ordered the reversal; null if the caller is not known. */
  readonly orderedBy: Orderer | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface Awards {
  /** Up to 1000. */
  readonly awards: ReadonlyArray<AwardItem>
}

export interface CallingPerson {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly email: string
  readonly role: "owner" | "manager" | "support" | "viewer"
  /** The scopes of the person's role. */
  readonly scopes: ReadonlyArray<string>
  /** Whether the person has a second factor. */
  readonly totp: boolean
  /** Whether the person gets mails about alerts. */
  readonly alertMails: boolean
}

export interface ChangeRole {
  /** The id of the person. Must be an id made by this service. */
  readonly id: string
  /** owner may do everything; manager may do everything except manage people and settings; support may read, award and refund; viewer may read. */
  readonly role: "owner" | "manager" | "support" | "viewer"
}

export interface CodeIssued {
  /** The registered address with code and iss, and with state if the request has it. */
  readonly redirectUrl: string
}

export interface CoinBoard {
  readonly userPosition: {
    readonly userId: string
    /** A decimal without trailing zeros. */
    readonly amount: string
    readonly position: number
  } | null
  readonly data: ReadonlyArray<CoinEntry>
  readonly count: string
  readonly currentpage: number
  readonly nextpage: number | null
  readonly prevpage: number | null
  readonly lastpage: number
}

export interface CoinData {
  readonly userId: string
  /** Whether the member is linked to a user of the service. */
  readonly isLinked: boolean
  /** A decimal without trailing zeros. */
  readonly totalPartnerCoins: string
  /** The coins of awards that have not matured. They cannot be spent, and are not among `totalPartnerCoins`. */
  readonly pendingCoins: string
  /** The next days after which coins of the wallet expire, at most 12. */
  readonly expiring: ReadonlyArray<{
    /** The last day on which the coins are valid, in the time zone of the rule that paid them (UTC for coins of adjustments). */
    readonly on: string
    /** A decimal without trailing zeros. */
    readonly coins: string
  }>
  readonly wallets: ReadonlyArray<{
    readonly walletId: string
    readonly partner: {
      readonly id: string
      readonly name: string
    }
    /** A decimal without trailing zeros. */
    readonly coins: string
  }>
}

export interface CoinEntry {
  readonly userId: string
  /** A decimal without trailing zeros. */
  readonly coins: string
}

export interface CoinTransaction {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly userId: string
  /** DE: out of the wallet. CR: into the wallet. */
  readonly debitOrCredit: "DE" | "CR"
  /** Coins with at most 4 decimals, not rounded. */
  readonly coins: number
  readonly claimed: boolean
  readonly transactionType:
    | "award"
    | "user_partner_transfer"
    | "award_reversal"
    | "user_partner_refund"
    | "adjustment"
    | "adjustment_reversal"
    | "maturity"
    | "expiry"
    | "erasure"
    | "merge"
  readonly narration: string
  readonly from: {
    /** An id made by this service (UUID). */
    readonly id: string
    /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly fullname_businessName: string
    /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly email: string
    /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
    readonly tag: string | null
    readonly userId: string
  }
  readonly to: {
    /** An id made by this service (UUID). */
    readonly id: string
    /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly fullname_businessName: string
    /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly email: string
    /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
    readonly tag: string | null
    readonly userId: string
  }
  /** An object without fields so far. */
  readonly plan: Readonly<Record<string, never>>
  readonly paidWithGiftCard: boolean
  /** An object without fields so far. */
  readonly giftCardLedger: Readonly<Record<string, never>>
  readonly "the service": boolean
  readonly charge: number
  /** Whether this transfer was refunded. */
  readonly refunded: boolean
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the transaction was completely reversed, or refunded; otherwise its createdAt. */
  readonly updatedAt: string
}

export interface CoinTransactionPage {
  readonly data: ReadonlyArray<ListedTransaction>
  readonly count: number
  readonly currentpage: number
  readonly nextpage: number | null
  readonly prevpage: number | null
  readonly lastpage: number
}

export interface CoinYear {
  readonly year: string
  readonly leaderboards: Readonly<Record<string, ReadonlyArray<CoinEntry>>>
}

/** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
export type Conditions =
  | {
      readonly all: ReadonlyArray<Conditions>
    }
  | {
      readonly any: ReadonlyArray<Conditions>
    }
  | {
      readonly not: Conditions
    }
  | {
      readonly field: string
      readonly is:
        | "equals"
        | "notEquals"
        | "atLeast"
        | "atMost"
        | "moreThan"
        | "lessThan"
        | "in"
        | "exists"
        | "startsWith"
      readonly value: string | number | boolean | ReadonlyArray<string | number | boolean>
    }

export interface ConfirmAward {
  /** The id of the award. Must be an id made by this service. */
  readonly awardId: string
}

export interface ConfirmTotp {
  /** The code that the authenticator app shows. Must be the six digits of the authenticator app. */
  readonly otp: string
}

export interface Confirmation {
  /** An id made by this service (UUID). */
  readonly id: string
  /** An id made by this service. */
  readonly awardId: string
  /** The coins that moved into the wallet. */
  readonly coins: string
  /** An id made by this service. */
  readonly partnerId: string
  /** When the coins expire; null if they do not. */
  readonly expiresAt: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface ConfirmationOutcomes {
  readonly accepted: number
  readonly refused: number
  readonly outcomes: ReadonlyArray<
    | {
        readonly status: "success"
        readonly data: Confirmation
      }
    | Failure
  >
}

export interface Confirmations {
  /** Up to 1000. */
  readonly confirmations: ReadonlyArray<ConfirmAward>
}

export interface Consent {
  readonly clientId: string
  readonly applicationName: string
  readonly partnerName: string
  readonly scopes: ReadonlyArray<string>
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly updatedAt: string
}

export interface Consents {
  /** The user's tag or e-mail address. Must be text of 1 to 254 characters. */
  readonly tag: string
  /** The user's password. */
  readonly password: string
}

export interface CreateApiKey {
  /** A name that says what the key is used for. Must be text of 1 to 100 characters. */
  readonly name: string
  /** The scopes of the key's access tokens. */
  readonly scopes: ReadonlyArray<
    | "rules:write"
    | "awards:write"
    | "coins:write"
    | "coins:adjust"
    | "coins:refund"
    | "webhooks:write"
    | "read"
    | "members:read"
    | "members:write"
  >
}

export interface CreateRule {
  /** Unique among the partner's rules and sub-rules; trimmed and lower-cased. Must be a name of 1 to 128 characters. */
  readonly name: string
  /** The coins that the rule pays. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly coinValue: string | number
  /** How many users can be awarded. Must be a whole number of 1 or more. A JSON string or number. */
  readonly maxNumberOfParticipant: string | number
  /** The condition that a user must meet, as text; required unless the type is combined. Must be text of 0 to 1000 characters. */
  readonly condition?: string | undefined
  /** active by default. */
  readonly status?: "active" | "inactive" | undefined
  /** `single` (the default) pays for each completion, `batched` for every `completionNumber` completions, and `combined` when every active sub-rule is complete. */
  readonly type?: "single" | "batched" | "combined" | undefined
  /** For a batched rule: the number of completions for one payment. Must be a whole number of 1 or more. A JSON string or number. */
  readonly completionNumber?: string | number | undefined
  /** How many times one user can be paid; -1 means no maximum. Must be -1 (no maximum) or a whole number of 1 or more. A JSON string or number. */
  readonly userLimitAward?: string | number | undefined
  /** The sub-rules of a combined rule: 1 to 30, at least one of them active. */
  readonly rules?:
    | ReadonlyArray<{
        /** Unique among the partner's rules and sub-rules; trimmed and lower-cased. Must be a name of 1 to 128 characters. */
        readonly name: string
        /** The condition of the sub-rule, as text. Must be text of 1 to 1000 characters. */
        readonly condition: string
        /** active by default. */
        readonly status?: "active" | "inactive" | undefined
        /** The activities that finish the sub-rule, in the same form as `when` of a rule, but without `amount`. */
        readonly when?:
          | {
              /** The type of the activities. Must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
              readonly activity: string
              /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
              readonly conditions?: Conditions | undefined
              /** The field of the activity's data that is the amount of the award; only for a rule with a `unit`. */
              readonly amount?: string | undefined
            }
          | null
          | undefined
      }>
    | undefined
  /** The activities that the rule is awarded for: their type, and conditions on their data, member and time. null if the rule is awarded by name only. The rule can always be awarded by name, too. If the rule has a `unit`, `amount` is required. */
  readonly when?:
    | {
        /** The type of the activities. Must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
        readonly activity: string
        /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
        readonly conditions?: Conditions | undefined
        /** The field of the activity's data that is the amount of the award; only for a rule with a `unit`. */
        readonly amount?: string | undefined
      }
    | null
    | undefined
  /** For a `single` rule that pays by amount: an award pays `coinValue` for every full unit of its amount. null if the rule does not pay by amount. Must be a decimal above 0, with at most 4 decimals and no more than 500000000000. */
  readonly unit?: string | number | null | undefined
  /** The most coins that one award by amount pays; null if there is no maximum. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. */
  readonly maxCoins?: string | number | null | undefined
  /** Up to 8 limits. Each limits the payments of the rule, or their coins, in a window of the calendar. A budget is a limit of `coins` with `per` "rule" and `period` "ever". */
  readonly limits?:
    | ReadonlyArray<{
        /** `member` limits the payments to each user, and `rule` all payments of the rule. */
        readonly per: "member" | "rule"
        /** The length of the window, in the calendar of `timeZone`. Weeks begin on Monday. */
        readonly period: "day" | "week" | "month" | "year" | "ever"
        /** The maximum number of payments. Must be a whole number of 1 or more. A JSON string or number. */
        readonly awards?: string | number | undefined
        /** The maximum number of coins. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
        readonly coins?: string | number | undefined
      }>
    | undefined
  /** The time zone of the limits, and of the days on which coins mature and expire. A new rule has UTC by default. Must be the IANA name of a time zone, such as Europe/Berlin. */
  readonly timeZone?: string | undefined
  /** When the rule becomes available; null if it is available immediately. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly startsAt?: string | null | undefined
  /** When the rule stops being available; null if it does not end. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly endsAt?: string | null | undefined
  /** What happens to an award that a limit does not allow. `reject` refuses it, `suppress` records it without paying, and `clamp` pays only the coins that the limit still allows. A new rule has `reject` by default. */
  readonly atLimit?: "reject" | "suppress" | "clamp" | undefined
  /** The number of days in `timeZone` after which the coins of an award mature. Until then, they are pending and cannot be spent. null if an award pays at once. Must be a whole number of days from 1 to 365. */
  readonly pendingDays?: string | number | null | undefined
  /** The coins of an award expire after this time, at the end of the day in `timeZone`: an ISO 8601 period of years, months and days. For pending coins, this time begins on the day on which they mature. null if they do not expire. A change affects only later awards. Must be a period of whole years, months and days, such as P1Y, P90D or P1Y6M10D, of at least 1 day and at most 10 years from any day on. */
  readonly coinsExpire?: string | null | undefined
}

export interface CreateUser {
  /** The e-mail address; unique without regard to case. Must be an e-mail address. */
  readonly email: string
  /** Returned in lower case. Must be text of 1 to 200 visible characters. */
  readonly fullname: string
  /** The new account's password. Must be text of 8 to 200 characters. */
  readonly password: string
  /** Must equal password. */
  readonly confirmPassword: string
  /** 4 to 15 digits, with or without the country code; returned with a leading 0. Must be text with 4 to 15 digits, such as "0801 234 5678". */
  readonly phone: string
  /** Unique; lower-cased. Must be 3 to 32 of the characters a-z 0-9 _ . -. */
  readonly tag: string
  /** The country code of the phone number. Must be a country code with a leading +, such as +234. */
  readonly countryCode: string
  /** false by default. Must be true or false. */
  readonly isAdult?: boolean | undefined
  /** The user's date of birth, YYYY-MM-DD. Must be a date, as in 1990-12-31. */
  readonly dateOfBirth?: string | undefined
}

export interface CreateWebhook {
  /** The address that receives events by POST. It must use https and must not contain a user name or a password. Must be an absolute http or https address. */
  readonly url: string
  /** The types of events that are sent; all of them if omitted. */
  readonly types?: ReadonlyArray<string> | undefined
  /** What the webhook is used for. Must be text of 1 to 200 characters. */
  readonly description?: string | undefined
}

export interface Decide {
  /** The id of a request that waits for approval. Must be an id made by this service. */
  readonly requestId: string
}

export interface DeclinedRequest {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly state: "declined"
}

export interface Delivery {
  /** The id of the event, which is sent as the header webhook-id. */
  readonly id: string
  readonly type: string
  readonly state: "pending" | "delivered" | "failed"
  readonly attempts: number
  /** When the next attempt is due, if the delivery is pending. */
  readonly dueAt: string | null
  /** The HTTP status of the answer to the last attempt; null if there was no answer. */
  readonly status: number | null
  /** The first 1 KiB of the answer to the last attempt; null if there was no answer. */
  readonly answer: string | null
  /** Why the last attempt failed. */
  readonly error: string | null
  /** Milliseconds that the last attempt took. */
  readonly duration: number | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly attemptedAt: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly deliveredAt: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface DeliveryPage {
  readonly data: ReadonlyArray<Delivery>
  /** Whether the list goes on. A page can have fewer entries than `limit`, or none, although the list goes on: for one page, the service examines at most 1,000 entries and returns at most 250 kB of notes, metadata and other texts. */
  readonly hasMore: boolean
  /** Pass it as `after` to get the next page; null if the list does not go on. */
  readonly next: string | null
}

export interface EraseMember {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
}

export interface EraseUser {
  /** The user's tag or e-mail address. Must be text of 1 to 254 characters. */
  readonly tag: string
  /** The user's password. */
  readonly password: string
}

export interface Erasure {
  /** An id made by this service. */
  readonly id: string
  /** An id made by this service. */
  readonly partnerId: string
  /** The pseudonym that replaces the ids of the member. */
  readonly userId: string
  /** "running" while texts of a long history are being removed; no answer contains these texts any more. "done" when the last text is removed. */
  readonly state: "running" | "done"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the last text was removed; null until then. */
  readonly finishedAt: string | null
}

export interface ErasureEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "member.erased"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly memberId: string
    /** The pseudonym of the member. */
    readonly userId: string
    /** The coins of the wallet, which expired with the erasure. */
    readonly coins: string
    /** The pending coins, which expired with the erasure. */
    readonly pendingCoins: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
  }
}

export interface EventAward {
  /** An id made by this service. */
  readonly id: string
  /** The id of the rule or sub-rule that the request named. */
  readonly ruleId: string
  readonly ruleName: string
  readonly userId: string
  /** Whether the award paid; false if it only counted, or if a limit suppressed it. */
  readonly awarded: boolean
  /** The narration of the request. */
  readonly note: string | null
  /** An id made by this service. */
  readonly partnerId: string
  /** A decimal without trailing zeros. */
  readonly coins: string
  /** The amount of the request; null if the rule had no unit. */
  readonly amount: string | null
  readonly state: "paid" | "pending" | "counted" | "suppressed" | "partly_reversed" | "reversed"
  /** The coins that were not taken back. */
  readonly coinsLeft: string
  /** The part of the amount that was not returned; null if the award has no amount. */
  readonly amountLeft: string | null
  /** The error code of the limit that suppresses the award; null if none does. */
  readonly suppressedBy: "participant_limit_reached" | "user_limit_reached" | "limit_reached" | null
  /** The activity that earned the award; null if a request named the rule. */
  readonly activityId: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the coins mature or matured; null if they did not have to wait. */
  readonly maturesAt: string | null
  /** When the coins expire; null if they do not. */
  readonly expiresAt: string | null
  /** When the whole award was reversed; otherwise null. */
  readonly reversedAt: string | null
}

export interface EventPage {
  readonly data: ReadonlyArray<
    | AwardEvent
    | ReversalEvent
    | MaturityEvent
    | ExpiringEvent
    | ExpiryEvent
    | TransferEvent
    | RefundEvent
    | AdjustmentEvent
    | AdjustmentReversalEvent
    | ApprovalRequestEvent
    | ApprovalEvent
    | ActivityEvent
    | ActivityReversalEvent
    | MemberEvent
    | LinkEvent
    | ErasureEvent
    | MergeEvent
    | RuleEvent
    | ExhaustionEvent
  >
  /** Whether there are more events now. */
  readonly hasMore: boolean
  /** Pass it as `after` to get the next page. After the last page, pass it later to get newer events. null if there are no events yet. */
  readonly next: string | null
}

export interface EventTransaction {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly userId: string
  /** DE: out of the wallet. CR: into the wallet. */
  readonly debitOrCredit: "DE" | "CR"
  /** Coins with at most 4 decimals, not rounded. */
  readonly coins: number
  readonly claimed: boolean
  readonly transactionType:
    | "award"
    | "user_partner_transfer"
    | "award_reversal"
    | "user_partner_refund"
    | "adjustment"
    | "adjustment_reversal"
    | "maturity"
    | "expiry"
    | "erasure"
    | "merge"
  readonly narration: string
  readonly from: {
    /** An id made by this service (UUID). */
    readonly id: string
    /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly fullname_businessName: string
    /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly email: string
    /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
    readonly tag: string | null
    readonly userId: string
  }
  readonly to: {
    /** An id made by this service (UUID). */
    readonly id: string
    /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly fullname_businessName: string
    /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly email: string
    /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
    readonly tag: string | null
    readonly userId: string
  }
  /** An object without fields so far. */
  readonly plan: Readonly<Record<string, never>>
  readonly paidWithGiftCard: boolean
  /** An object without fields so far. */
  readonly giftCardLedger: Readonly<Record<string, never>>
  readonly "the service": boolean
  readonly charge: number
  /** Whether this transfer was refunded. */
  readonly refunded: boolean
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the transaction was completely reversed, or refunded; otherwise its createdAt. */
  readonly updatedAt: string
  /** The coins in the wallet directly after the transaction. */
  readonly balance: string
  /** Why the balance was adjusted; null for other transactions. */
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, string>>
}

export interface ExhaustionEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "rule.exhausted"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly ruleId: string
    readonly ruleName: string
    /** What is used up: the maximum number of participants, or the `awards` or `coins` of a limit with `per` "rule" and `period` "ever". */
    readonly measure: "participants" | "awards" | "coins"
    readonly used: string
    readonly max: string
  }
}

/** Coins will expire soon. */
export interface ExpiringEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "coins.expiring"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly memberId: string
    readonly userId: string
    /** A decimal without trailing zeros. */
    readonly coins: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly expiresAt: string
  }
}

/** `createdAt` of the data is the time at which the coins expired. */
export interface ExpiryEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "coins.expired"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly id: string
    /** An id made by this service. */
    readonly memberId: string
    readonly userId: string
    /** A decimal without trailing zeros. */
    readonly coins: string
    /** A decimal without trailing zeros. */
    readonly balance: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
  }
}

export interface ExplainActivity {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The activity to explain. It is not recorded. */
  readonly activity: {
    /** What happened. Rules name it in when.activity. Must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
    readonly type: string
    /** Data about the activity. The conditions of rules read it. Must be a JSON object of at most 8192 bytes, 100 values and 5 levels. */
    readonly data?: Readonly<Record<string, unknown>> | undefined
    /** When it happened; by default now. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
    readonly occurredAt?: string | undefined
  }
}

export interface ExplainAward {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The name of a rule, or of a sub-rule of a combined rule. Must be a name of 1 to 128 characters. */
  readonly ruleName: string
  /** The amount that the rule pays for; required if the rule has a unit, and refused otherwise. Must be a decimal above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly amount?: string | number | undefined
}

export interface Explanation {
  /** What the award would do. */
  readonly outcome: "pays" | "counts" | "suppressed" | "refused"
  readonly wouldPay: boolean
  /** What the award would pay; 0 if it does not pay. */
  readonly coins: string
  /** When these coins would mature; null if they would not have to wait, or nothing would be paid. */
  readonly maturesAt: string | null
  /** When these coins would expire; null if they would not, or nothing would be paid. */
  readonly expiresAt: string | null
  /** The error that the award would get; null if it would not be refused. */
  readonly refusal: {
    readonly appErrorCode: string
    readonly error: string
  } | null
  /** The error code of the limit that suppresses the award; null if none does. */
  readonly suppressedBy: "participant_limit_reached" | "user_limit_reached" | "limit_reached" | null
  /** The current cycle: the number of completions or finished sub-rules, and the number that is needed for a payment. */
  readonly progress: {
    readonly done: number
    readonly of: number
  }
  /** True if the award names a sub-rule that the member has already done in this cycle. It would be recorded, and change nothing. */
  readonly alreadyDone: boolean
  /** First the number of participants, then userLimitAward unless it is -1, then the limits of the rule. */
  readonly limits: ReadonlyArray<{
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    readonly measure: "awards" | "coins" | "participants"
    /** How much is used in the current window; coins as decimal text. */
    readonly used: string
    readonly max: string
    /** When the current window ends; null if it never ends. */
    readonly resetsAt: string | null
  }>
}

/** Every failure has this form. */
export interface Failure {
  readonly status: "failed"
  /** A short summary. */
  readonly message: string
  readonly data: {
    readonly errorType:
      | "invalid"
      | "not found"
      | "unauthorized"
      | "forbidden"
      | "conflict"
      | "rate limited"
      | "internal"
      | "unavailable"
    /** "Bad request" for a missing, malformed or unknown field; a code of OAuth (RFC 6749) for a refused grant; empty for an unknown user, a taken tag, and errors that the status alone identifies; otherwise one of activity_not_found, activity_not_reversed, adjustment_not_found, already_decided, already_linked, already_reversed, amount_invalid, amount_not_allowed, amount_required, amount_too_large, amount_too_small, api_key_limit_reached, api_key_not_found, application_not_found, award_not_found, award_not_pending, award_suppressed, balance_too_large, bulk_too_large, cannot_merge, clock_backwards, cycle_ended, delivery_not_found, email_taken, idempotency_mismatch, insufficient_coins, invitation_refused, last_owner, limit_reached, limit_reached, limit_too_low, name_taken, otp_refused, otp_required, otp_wrong, own_request, own_role, participant_limit_reached, partner_not_found, person_limit_reached, person_not_found, request_not_found, reset_refused, rule_changed, rule_inactive, rule_not_found, rule_not_running, session_not_found, test_side_limit_reached, test_side_not_found, too_few_places, too_many_activities, too_many_rules_of_activity, too_much_to_reverse, totp_already_on, totp_not_on, totp_not_started, transfer_not_found, user_details_unavailable, user_limit_reached, webhook_busy, webhook_limit_reached, webhook_not_found. */
    readonly appErrorCode: string
    /** What is wrong, as a text for people. For malformed input, it names the field. */
    readonly error: string
  }
}

export interface ForgotPassword {
  /** The e-mail address; unique within the ecosystem, without regard to case. Must be an e-mail address. */
  readonly email: string
}

export interface ForgotUserPassword {
  /** The e-mail address; unique without regard to case. Must be an e-mail address. */
  readonly email: string
}

export interface InvitePerson {
  /** The e-mail address; unique within the ecosystem, without regard to case. Must be an e-mail address. */
  readonly email: string
  /** owner may do everything; manager may do everything except manage people and settings; support may read, award and refund; viewer may read. */
  readonly role: "owner" | "manager" | "support" | "viewer"
}

export interface Liability {
  /** ISO 8601, UTC, with milliseconds. */
  readonly at: string
  /** The coins in all wallets. */
  readonly outstanding: string
  /** The coins of awards that have not matured. */
  readonly pending: string
  /** The outstanding coins that expire, by month. All other outstanding coins do not expire. */
  readonly expiring: ReadonlyArray<{
    /** The month of the last day on which the coins are valid, in the time zone of the rule that paid them (UTC for coins of adjustments), such as 2026-10. */
    readonly month: string
    readonly coins: string
  }>
  /** The coins that expired, or that were erased with their user, without those that reversals took back. */
  readonly expired: string
  /** The coins that awards paid. */
  readonly awarded: string
  /** The coins that users transferred to the partner, minus the coins that were refunded. */
  readonly spent: string
  /** The coins that reversals of awards took back, including coins that were pending or had expired. */
  readonly reversed: string
  /** The coins that adjustments added, minus the coins that adjustments removed. Adjustments that were reversed do not count. */
  readonly adjusted: string
}

export interface LinkEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "member.linked"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly memberId: string
    readonly userId: string
    /** The id that from now on also belongs to the member. */
    readonly linkedId: string
    /** The member that had the linked id and was removed because it had no history; null if no member was removed. */
    readonly removedMemberId: string | null
  }
}

export interface LinkTag {
  /** The partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The tag of a user who has given the partner the scope `profile`. Must be 3 to 32 of the characters a-z 0-9 _ . -. */
  readonly tag: string
}

export interface LinkedMember {
  /** An id made by this service. */
  readonly id: string
  readonly userId: string
  /** An id made by this service. */
  readonly partnerId: string
  /** Data about the member, which the conditions of rules can read. null if the access token lacks the scope members:read, or in the answer to a write with an Idempotency-Key. */
  readonly attributes: Readonly<Record<string, string | number | boolean>> | null
  /** The record that the partner's userDetailsUrl returned. null if the user was never onboarded with a tag, if the access token lacks the scope members:read, or in the answer to a write with an Idempotency-Key. */
  readonly userData: UserRecord | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The tag of the linked user. */
  readonly tag: string
}

export interface ListedActivity {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly userId: string
  readonly type: string
  /** What the request said about the activity; null without the scope members:read. */
  readonly data: Readonly<Record<string, unknown>> | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly occurredAt: string
  /** One outcome for each active rule and sub-rule whose `when` names this type of activity, in the order of their names. */
  readonly outcomes: ReadonlyArray<ActivityOutcome>
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the activity was reversed; otherwise null. */
  readonly reversedAt: string | null
  /** Who recorded the activity; null if the caller is not known. */
  readonly orderedBy: Orderer | null
}

export interface ListedAward {
  /** An id made by this service. */
  readonly id: string
  /** The id of the rule or sub-rule that the request named. */
  readonly ruleId: string
  readonly ruleName: string
  readonly userId: string
  /** Whether the award paid; false if it only counted, or if a limit suppressed it. */
  readonly awarded: boolean
  /** The narration of the request. */
  readonly note: string | null
  /** An id made by this service. */
  readonly partnerId: string
  /** A decimal without trailing zeros. */
  readonly coins: string
  /** The amount of the request; null if the rule had no unit. */
  readonly amount: string | null
  readonly state: "paid" | "pending" | "counted" | "suppressed" | "partly_reversed" | "reversed"
  /** The coins that were not taken back. */
  readonly coinsLeft: string
  /** The part of the amount that was not returned; null if the award has no amount. */
  readonly amountLeft: string | null
  /** The error code of the limit that suppresses the award; null if none does. */
  readonly suppressedBy: "participant_limit_reached" | "user_limit_reached" | "limit_reached" | null
  /** The activity that earned the award; null if a request named the rule. */
  readonly activityId: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the coins mature or matured; null if they did not have to wait. */
  readonly maturesAt: string | null
  /** When the coins expire; null if they do not. */
  readonly expiresAt: string | null
  /** When the whole award was reversed; otherwise null. */
  readonly reversedAt: string | null
  /** Who ordered the award; null if the caller is not known. */
  readonly orderedBy: Orderer | null
}

export interface ListedMember {
  /** An id made by this service. */
  readonly id: string
  readonly userId: string
  /** An id made by this service. */
  readonly partnerId: string
  /** Data about the member, which the conditions of rules can read. null if the access token lacks the scope members:read, or in the answer to a write with an Idempotency-Key. */
  readonly attributes: Readonly<Record<string, string | number | boolean>> | null
  /** The record that the partner's userDetailsUrl returned. null if the user was never onboarded with a tag, if the access token lacks the scope members:read, or in the answer to a write with an Idempotency-Key. */
  readonly userData: UserRecord | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The user's tag, if the user allows the scope profile; otherwise null. */
  readonly tag: string | null
  /** The user's full name, if the user allows the scope fullname; otherwise empty. */
  readonly fullname: string
  /** A decimal without trailing zeros. */
  readonly coins: string
  /** Who made the user a member; null if the caller is not known. */
  readonly orderedBy: Orderer | null
}

export interface ListedRule {
  /** An id made by this service. */
  readonly id: string
  readonly name: string
  /** A decimal without trailing zeros. */
  readonly coinValue: string
  /** A whole number, as text. */
  readonly maxNumberOfParticipant: string
  readonly condition: string
  readonly status: "active" | "inactive"
  readonly type: "single" | "batched" | "combined"
  /** A whole number, as text. */
  readonly completionNumber: string
  /** -1 means no maximum. */
  readonly userLimitAward: string
  readonly rules: ReadonlyArray<{
    readonly name: string
    readonly condition: string
    readonly status: "active" | "inactive"
    /** The activities that the rule or sub-rule is awarded for; null if it is awarded by name only. */
    readonly when: {
      /** A name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
      readonly activity: string
      /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
      readonly conditions?: Conditions | undefined
      readonly amount?: string | undefined
    } | null
  }>
  readonly limits: ReadonlyArray<{
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    /** A whole number, as text. */
    readonly awards?: string | undefined
    /** A decimal without trailing zeros. */
    readonly coins?: string | undefined
  }>
  /** A decimal without trailing zeros. */
  readonly unit: string | null
  /** A decimal without trailing zeros. */
  readonly maxCoins: string | null
  /** Whether lists leave the rule out. An archived rule is inactive. */
  readonly archived: boolean
  /** The activities that the rule or sub-rule is awarded for; null if it is awarded by name only. */
  readonly when: {
    /** A name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
    readonly activity: string
    /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
    readonly conditions?: Conditions | undefined
    readonly amount?: string | undefined
  } | null
  readonly timeZone: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly startsAt: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly endsAt: string | null
  readonly atLimit: "reject" | "suppress" | "clamp"
  /** After how long the coins of an award expire; null if they do not expire. */
  readonly coinsExpire: string | null
  /** The number of days for which the coins of an award are pending; null if an award pays at once. */
  readonly pendingDays: string | null
  /** Who created the rule; null if the caller is not known. */
  readonly orderedBy: Orderer | null
  /** Who ordered the last change; null if the caller is not known. */
  readonly changedBy: Orderer | null
}

export interface ListedTransaction {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly userId: string
  /** DE: out of the wallet. CR: into the wallet. */
  readonly debitOrCredit: "DE" | "CR"
  /** Coins with at most 4 decimals, not rounded. */
  readonly coins: number
  readonly claimed: boolean
  readonly transactionType:
    | "award"
    | "user_partner_transfer"
    | "award_reversal"
    | "user_partner_refund"
    | "adjustment"
    | "adjustment_reversal"
    | "maturity"
    | "expiry"
    | "erasure"
    | "merge"
  readonly narration: string
  readonly from: {
    /** An id made by this service (UUID). */
    readonly id: string
    /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly fullname_businessName: string
    /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly email: string
    /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
    readonly tag: string | null
    readonly userId: string
  }
  readonly to: {
    /** An id made by this service (UUID). */
    readonly id: string
    /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly fullname_businessName: string
    /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
    readonly email: string
    /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
    readonly tag: string | null
    readonly userId: string
  }
  /** An object without fields so far. */
  readonly plan: Readonly<Record<string, never>>
  readonly paidWithGiftCard: boolean
  /** An object without fields so far. */
  readonly giftCardLedger: Readonly<Record<string, never>>
  readonly "the service": boolean
  readonly charge: number
  /** Whether this transfer was refunded. */
  readonly refunded: boolean
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the transaction was completely reversed, or refunded; otherwise its createdAt. */
  readonly updatedAt: string
  /** The coins in the wallet directly after the transaction. */
  readonly balance: string
  /** Why the balance was adjusted; null for other transactions. */
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** Who ordered the transaction; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
}

export interface Login {
  /** The e-mail address; unique within the ecosystem, without regard to case. Must be an e-mail address. */
  readonly email: string
  /** The person's password. Must be text with at least 8 characters, one uppercase letter, one number, one special character, at most 200 characters. */
  readonly password: string
  /** The code of the authenticator app, or a recovery code; only for people with a second factor. Must be the six digits of the authenticator app, or a recovery code such as ABCD-EFGH-IJKL-MNOP. */
  readonly otp?: string | undefined
}

/** The coins of a pending award moved into the wallet. `createdAt` of the data is the time at which the award matured. */
export interface MaturityEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "award.matured"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly id: string
    /** An id made by this service. */
    readonly awardId: string
    /** An id made by this service. */
    readonly memberId: string
    readonly userId: string
    /** A decimal without trailing zeros. */
    readonly coins: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly expiresAt: string | null
    /** A decimal without trailing zeros. */
    readonly balance: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
  }
}

export interface Me {
  /** The user's id. */
  readonly id: string
  /** The partner's own id for the user, if the two are linked; otherwise the user's id. */
  readonly userId: string
  /** The scopes that the user has allowed. */
  readonly scope: string
  readonly tag?: string | undefined
  readonly phone?: string | undefined
  readonly countryCode?: string | undefined
  readonly isAdult?: boolean | undefined
  readonly dateOfBirth?: string | null | undefined
  readonly avatar?: null | undefined
  readonly gender?: null | undefined
  /** ISO 8601, UTC, with milliseconds. */
  readonly dateJoined?: string | undefined
  /** Only if the user has verified the address. */
  readonly email?: string | undefined
  readonly emailVerified?: boolean | undefined
  readonly fullname?: string | undefined
}

export interface Member {
  /** An id made by this service. */
  readonly id: string
  readonly userId: string
  /** An id made by this service. */
  readonly partnerId: string
  /** Data about the member, which the conditions of rules can read. null if the access token lacks the scope members:read, or in the answer to a write with an Idempotency-Key. */
  readonly attributes: Readonly<Record<string, string | number | boolean>> | null
  /** The record that the partner's userDetailsUrl returned. null if the user was never onboarded with a tag, if the access token lacks the scope members:read, or in the answer to a write with an Idempotency-Key. */
  readonly userData: UserRecord | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface MemberEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "member.onboarded"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly memberId: string
    readonly userId: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
  }
}

export interface MemberList {
  readonly data: ReadonlyArray<ListedMember>
  /** Whether the list goes on. A page can have fewer entries than `limit`, or none, although the list goes on: for one page, the service examines at most 1,000 entries and returns at most 250 kB of notes, metadata and other texts. */
  readonly hasMore: boolean
  /** Pass it as `after` to get the next page; null if the list does not go on. */
  readonly next: string | null
}

export interface MemberProgress {
  readonly userId: string
  /** Completions or finished sub-rules in the current cycle. */
  readonly done: number
  /** How many completions or sub-rules must be done before the rule pays. */
  readonly of: number
  /** The names of the sub-rules that are not finished; empty for a batched rule. */
  readonly missing: ReadonlyArray<string>
}

export interface MergeEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "member.merged"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly id: string
    /** The id of the member that remains. */
    readonly userId: string
    /** An id made by this service. */
    readonly memberId: string
    /** The id of the merged member. It now leads to the member that remains. */
    readonly mergedUserId: string
    /** An id made by this service. */
    readonly mergedId: string
    /** The coins that went to the wallet of the member that remains. */
    readonly coins: string
    /** The pending coins that went to the member that remains. */
    readonly pendingCoins: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
  }
}

export interface MergeMembers {
  /** An id of the member whose records, coins and ids go to the other member. Must be text of 1 to 128 characters. */
  readonly from: string
  /** An id of the member that remains. Must be text of 1 to 128 characters. */
  readonly into: string
  /** Merges the members even if a rule has paid them together more than it may pay one member. The limit is then full. */
  readonly force?: boolean | undefined
}

export interface MergedMembers {
  /** The id of the transaction of the type `merge`. */
  readonly id: string
  /** An id made by this service. */
  readonly partnerId: string
  /** The id of the member that remains. */
  readonly userId: string
  /** An id made by this service. */
  readonly memberId: string
  /** The id of the merged member. It now leads to the member that remains. */
  readonly mergedUserId: string
  /** An id made by this service. */
  readonly mergedId: string
  /** The coins that went to the wallet of the member that remains. */
  readonly coins: string
  /** The pending coins that went to the member that remains. */
  readonly pendingCoins: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

/** Either at or days is required. */
export interface MoveTestClock {
  /** The time that the clock shall show, at most 20 years ahead of the real time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly at?: string | undefined
  /** How many days of 24 hours the clock shall move forward. Must be a whole number of days from 1 to 3660. */
  readonly days?: number | undefined
}

export interface NewErasure {
  /** An id made by this service. */
  readonly id: string
  /** An id made by this service. */
  readonly partnerId: string
  /** The pseudonym that replaces the ids of the member. */
  readonly userId: string
  /** "running" while texts of a long history are being removed; no answer contains these texts any more. "done" when the last text is removed. */
  readonly state: "running" | "done"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the last text was removed; null until then. */
  readonly finishedAt: string | null
  /** The coins that went from the wallet to the expired coins. */
  readonly coins: string
  /** The pending coins that went to the expired coins. */
  readonly pendingCoins: string
}

/** At least one of the fields userId and tag is required. If only the tag is given, the member gets the user id of the user's record. */
export interface OnboardMember {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId?: string | undefined
  /** The user's tag at the partner. The service requests the user's record from the partner's userDetailsUrl. Must be text of 1 to 128 characters. */
  readonly tag?: string | undefined
  /** Data about the member, which the conditions of rules can read. The request sets these attributes, and removes each attribute whose value is null. Other attributes do not change. A member has at most 20 attributes. Must be an object of texts, numbers, booleans and nulls, with names of 1 to 64 characters. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | null>> | undefined
}

export interface OnboardPartner {
  /** The name of the partner's application. Must be text of 1 to 200 visible characters. */
  readonly applicationName: string
  /** The address that users return to if the sign-in names no deviceType. Must be an absolute URL, such as https://example.com/return. */
  readonly redirectUrl: string
  /** The address that users return to on the web. Must be an absolute URL, such as https://example.com/return. */
  readonly webRedirectUrl?: string | undefined
  /** The address that users return to in an app; a custom scheme is allowed. Must be an absolute URL, such as https://example.com/return. */
  readonly mobileRedirectUrl?: string | undefined
  /** The e-mail address; unique within the ecosystem, without regard to case. Must be an e-mail address. */
  readonly email: string
  /** The partner's name. Must be text of 1 to 200 visible characters. */
  readonly partnerName: string
  /** The new password. Must be text with at least 8 characters, one uppercase letter, one number, one special character, at most 200 characters. */
  readonly password: string
  /** Must equal password. */
  readonly confirmPassword: string
  /** The address on the partner's server that returns a user's record. The service adds the user's tag as the query parameter tag. Must be an absolute http or https address. */
  readonly userDetailsUrl: string
}

export interface Orderer {
  /** A person of the partner, an API key, or the program that embeds the service. */
  readonly kind: "person" | "key" | "host"
  /** The id of the person or of the API key; null for a program. */
  readonly id: string | null
  /** The e-mail address of the person, or the name of the API key or program. */
  readonly name: string
}

export interface Partner {
  /** The application's id. */
  readonly id: string
  readonly applicationName: string
  /** 64 hex characters. */
  readonly clientId: string
  /** Empty if none was given. */
  readonly webRedirectUrl: string
  /** Empty if none was given. */
  readonly mobileRedirectUrl: string
  /** The partner's id. */
  readonly partnerId: string
  readonly redirectUrl: string
  readonly email: string
  readonly partnerName: string
  readonly userDetailsUrl: string
}

export interface Person {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly email: string
  readonly role: "owner" | "manager" | "support" | "viewer"
  /** `invited` until the person has accepted the invitation. */
  readonly state: "invited" | "active"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** When the invitation expires; null if the person has accepted it. */
  readonly inviteExpiresAt: string | null
  /** Whether the person gets mails about alerts. */
  readonly alertMails: boolean
  /** Whether the person has a second factor. */
  readonly totp: boolean
}

export interface PersonSaved {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly email: string
  readonly role: "owner" | "manager" | "support" | "viewer"
  /** `invited` until the person has accepted the invitation. */
  readonly state: "invited" | "active"
}

export interface PointsBoard {
  readonly userPosition: {
    readonly userId: string
    /** Coins with at most 4 decimals, not rounded. */
    readonly amount: number
    readonly position: number
  } | null
  readonly data: ReadonlyArray<PointsEntry>
  readonly count: number
  readonly currentpage: number
  readonly nextpage: number | null
  readonly prevpage: number | null
  readonly lastpage: number
}

export interface PointsEntry {
  /** An id made by this service (UUID). */
  readonly id: string
  /** Coins with at most 4 decimals, not rounded. */
  readonly points: number
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly updatedAt: string
  readonly user: {
    /** An id made by this service. */
    readonly id: string
    readonly userId: string
    /** The record that the partner's userDetailsUrl returned. null if the user was never onboarded with a tag, if the access token lacks the scope members:read, or in the answer to a write with an Idempotency-Key. */
    readonly userData: UserRecord | null
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
    /** ISO 8601, UTC, with milliseconds. */
    readonly updatedAt: string
  }
}

export interface ProgressPage {
  readonly data: ReadonlyArray<MemberProgress>
  /** Whether there may be more entries. A page reads at most 500 members of the rule, so it can have few or no entries although there are more. */
  readonly hasMore: boolean
  /** Pass it as `after` to get the next page; null if the list does not go on. */
  readonly next: string | null
}

export interface RecordedActivity {
  /** An id made by this service (UUID). */
  readonly id: string
  /** One outcome for each active rule and sub-rule whose `when` names this type of activity, in the order of their names. */
  readonly outcomes: ReadonlyArray<ActivityOutcome>
}

export interface RecoveryCodes {
  /** Ten codes that work once each, instead of a code of the app. */
  readonly recoveryCodes: ReadonlyArray<string>
}

export interface Refund {
  /** An id made by this service (UUID). */
  readonly id: string
  /** An id made by this service. */
  readonly transactionId: string
  /** The coins that returned to the wallet. */
  readonly coins: string
  readonly narration: string | null
  /** An id made by this service. */
  readonly partnerId: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface RefundEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "coins.refunded"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service (UUID). */
    readonly id: string
    readonly userId: string
    /** DE: out of the wallet. CR: into the wallet. */
    readonly debitOrCredit: "DE" | "CR"
    /** Coins with at most 4 decimals, not rounded. */
    readonly coins: number
    readonly claimed: boolean
    readonly transactionType:
      | "award"
      | "user_partner_transfer"
      | "award_reversal"
      | "user_partner_refund"
      | "adjustment"
      | "adjustment_reversal"
      | "maturity"
      | "expiry"
      | "erasure"
      | "merge"
    readonly narration: string
    readonly from: {
      /** An id made by this service (UUID). */
      readonly id: string
      /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly fullname_businessName: string
      /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly email: string
      /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
      readonly tag: string | null
      readonly userId: string
    }
    readonly to: {
      /** An id made by this service (UUID). */
      readonly id: string
      /** The name of a partner, or of a user who allows the scope fullname. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly fullname_businessName: string
      /** The e-mail address of a partner, or of a user who allows the scope email. For other users it is empty. In the answer to a request with an Idempotency-Key it is empty for every user. */
      readonly email: string
      /** The tag of a user who allows the scope profile. For other users it is null. In the answer to a request with an Idempotency-Key it is null for every user. For a partner it is always null. */
      readonly tag: string | null
      readonly userId: string
    }
    /** An object without fields so far. */
    readonly plan: Readonly<Record<string, never>>
    readonly paidWithGiftCard: boolean
    /** An object without fields so far. */
    readonly giftCardLedger: Readonly<Record<string, never>>
    readonly "the service": boolean
    readonly charge: number
    /** Whether this transfer was refunded. */
    readonly refunded: boolean
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
    /** When the transaction was completely reversed, or refunded; otherwise its createdAt. */
    readonly updatedAt: string
    /** The transfer that was refunded. */
    readonly transactionId: string
  }
}

export interface RefundOutcomes {
  readonly accepted: number
  readonly refused: number
  readonly outcomes: ReadonlyArray<
    | {
        readonly status: "success"
        readonly data: Refund
      }
    | Failure
  >
}

export interface RefundTransfer {
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** The id of a transfer from a wallet to the partner. Must be an id made by this service. */
  readonly transactionId: string
}

export interface Refunds {
  /** Up to 1000. */
  readonly refunds: ReadonlyArray<RefundTransfer>
}

/** Either otp or id is required. */
export interface RemoveTotp {
  /** The code of the authenticator app, or a recovery code. Must be the six digits of the authenticator app, or a recovery code such as ABCD-EFGH-IJKL-MNOP. */
  readonly otp?: string | undefined
  /** Only for owners: the id of another person who has lost the second factor. Must be an id made by this service. */
  readonly id?: string | undefined
}

export interface RequestCode {
  /** The application's clientId. Must be the clientId that onboarding returned. */
  readonly clientId: string
  /** The user's tag or e-mail address. Must be text of 1 to 254 characters. */
  readonly tag: string
  /** The user's password. Must be text of 8 to 200 characters. */
  readonly password: string
  /** The address to return to, exactly as it was registered. Must be one of the registered addresses. */
  readonly redirectUri?: string | undefined
  /** Returned unchanged. Must be text of 1 to 2048 characters. */
  readonly state?: string | undefined
  /** The SHA-256 of the code verifier in base64url (PKCE). Must be 43 characters of base64url. */
  readonly codeChallenge?: string | undefined
  /** The only supported method. */
  readonly codeChallengeMethod?: "S256" | undefined
}

export interface ResendOtp {
  /** The e-mail address; unique without regard to case. Must be an e-mail address. */
  readonly email: string
}

export interface ResetPassword {
  /** The value of token= in the mailed link. */
  readonly token: string
  /** The new password. Must be text with at least 8 characters, one uppercase letter, one number, one special character, at most 200 characters. */
  readonly password: string
  /** Must equal password. */
  readonly confirmPassword: string
}

export interface ResetUserPassword {
  /** The e-mail address; unique without regard to case. Must be an e-mail address. */
  readonly email: string
  /** The code from the mail, with its leading zeros. Must be the twenty digits of the mail, as text. */
  readonly otp: string
  /** The account's new password. Must be text of 8 to 200 characters. */
  readonly password: string
  /** Must equal password. */
  readonly confirmPassword: string
}

export interface Reversal {
  /** An id made by this service (UUID). */
  readonly id: string
  /** An id made by this service. */
  readonly awardId: string
  /** The coins that the reversal took back; 0 if the award only counted, or if the rest of its amount still earns all its coins. */
  readonly coins: string
  readonly narration: string | null
  /** An id made by this service. */
  readonly partnerId: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
}

export interface ReversalEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "award.reversed"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: {
    /** An id made by this service. */
    readonly id: string
    /** The id of the rule or sub-rule that the request named. */
    readonly ruleId: string
    readonly ruleName: string
    readonly userId: string
    /** Whether the award paid; false if it only counted, or if a limit suppressed it. */
    readonly awarded: boolean
    /** The narration of the request. */
    readonly note: string | null
    /** An id made by this service. */
    readonly partnerId: string
    /** A decimal without trailing zeros. */
    readonly coins: string
    /** The amount of the request; null if the rule had no unit. */
    readonly amount: string | null
    readonly state: "paid" | "pending" | "counted" | "suppressed" | "partly_reversed" | "reversed"
    /** The coins that were not taken back. */
    readonly coinsLeft: string
    /** The part of the amount that was not returned; null if the award has no amount. */
    readonly amountLeft: string | null
    /** The error code of the limit that suppresses the award; null if none does. */
    readonly suppressedBy: "participant_limit_reached" | "user_limit_reached" | "limit_reached" | null
    /** The activity that earned the award; null if a request named the rule. */
    readonly activityId: string | null
    readonly metadata: Readonly<Record<string, string>>
    /** ISO 8601, UTC, with milliseconds. */
    readonly createdAt: string
    /** When the coins mature or matured; null if they did not have to wait. */
    readonly maturesAt: string | null
    /** When the coins expire; null if they do not. */
    readonly expiresAt: string | null
    /** When the whole award was reversed; otherwise null. */
    readonly reversedAt: string | null
    readonly reversal: Reversal
  }
}

export interface ReversalOutcomes {
  readonly accepted: number
  readonly refused: number
  readonly outcomes: ReadonlyArray<
    | {
        readonly status: "success"
        readonly data: Reversal
      }
    | Failure
  >
}

export interface Reversals {
  /** Up to 1000. */
  readonly reversals: ReadonlyArray<ReverseAward>
}

export interface ReverseActivity {
  /** The id of an activity. Must be an id made by this service. */
  readonly activityId: string
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
}

export interface ReverseAdjustment {
  /** The id of an adjustment. Must be an id made by this service. */
  readonly adjustmentId: string
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
}

export interface ReverseAward {
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** The id of the award. Must be an id made by this service. */
  readonly awardId: string
  /** The coins to take back; by default all that were not taken back yet. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly coins?: string | number | undefined
  /** How much of the award's amount was returned. The user keeps only the coins that the rest of the amount earns. Cannot be given together with `coins`. Must be a decimal above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly amount?: string | number | undefined
}

export interface RevokeConsent {
  /** The user's tag or e-mail address. Must be text of 1 to 254 characters. */
  readonly tag: string
  /** The user's password. */
  readonly password: string
  /** The application's clientId, from the list of consents. Must be the clientId of a consent. */
  readonly clientId: string
}

export interface RevokeToken {
  /** The application's clientId. Must be the clientId that onboarding returned. */
  readonly clientId: string
  /** A refresh token or an access token. Revoking a refresh token ends all tokens of its grant. */
  readonly token: string
  /** The kind of token; it may be omitted. Must be access_token or refresh_token. */
  readonly tokenTypeHint?: string | undefined
}

export interface Rule {
  /** An id made by this service. */
  readonly id: string
  readonly name: string
  /** A decimal without trailing zeros. */
  readonly coinValue: string
  /** A whole number, as text. */
  readonly maxNumberOfParticipant: string
  readonly condition: string
  readonly status: "active" | "inactive"
  readonly type: "single" | "batched" | "combined"
  /** A whole number, as text. */
  readonly completionNumber: string
  /** -1 means no maximum. */
  readonly userLimitAward: string
  readonly rules: ReadonlyArray<{
    readonly name: string
    readonly condition: string
    readonly status: "active" | "inactive"
    /** The activities that the rule or sub-rule is awarded for; null if it is awarded by name only. */
    readonly when: {
      /** A name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
      readonly activity: string
      /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
      readonly conditions?: Conditions | undefined
      readonly amount?: string | undefined
    } | null
  }>
  readonly limits: ReadonlyArray<{
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    /** A whole number, as text. */
    readonly awards?: string | undefined
    /** A decimal without trailing zeros. */
    readonly coins?: string | undefined
  }>
  /** A decimal without trailing zeros. */
  readonly unit: string | null
  /** A decimal without trailing zeros. */
  readonly maxCoins: string | null
  /** Whether lists leave the rule out. An archived rule is inactive. */
  readonly archived: boolean
  /** The activities that the rule or sub-rule is awarded for; null if it is awarded by name only. */
  readonly when: {
    /** A name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
    readonly activity: string
    /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
    readonly conditions?: Conditions | undefined
    readonly amount?: string | undefined
  } | null
  readonly timeZone: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly startsAt: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly endsAt: string | null
  readonly atLimit: "reject" | "suppress" | "clamp"
  /** After how long the coins of an award expire; null if they do not expire. */
  readonly coinsExpire: string | null
  /** The number of days for which the coins of an award are pending; null if an award pays at once. */
  readonly pendingDays: string | null
}

export interface RuleAward {
  /** An id made by this service. */
  readonly id: string
  /** The id of the rule or sub-rule that the request named. */
  readonly ruleId: string
  readonly ruleName: string
  readonly userId: string
  /** Whether the award paid; false if it only counted, or if a limit suppressed it. */
  readonly awarded: boolean
  /** The narration of the request. */
  readonly note: string | null
  /** An id made by this service. */
  readonly partnerId: string
}

export interface RuleCreated {
  /** An id made by this service. */
  readonly id: string
  readonly name: string
  /** A decimal without trailing zeros. */
  readonly coinValue: string
  readonly condition: string
  /** A whole number, as text. */
  readonly maxNumberOfParticipant: string
  readonly status: "active" | "inactive"
}

export interface RuleDetails {
  /** An id made by this service. */
  readonly id: string
  readonly name: string
  /** A decimal without trailing zeros. */
  readonly coinValue: string
  /** A whole number, as text. */
  readonly maxNumberOfParticipant: string
  readonly condition: string
  readonly status: "active" | "inactive"
  readonly type: "single" | "batched" | "combined"
  /** A whole number, as text. */
  readonly completionNumber: string
  /** -1 means no maximum. */
  readonly userLimitAward: string
  readonly rules: ReadonlyArray<{
    readonly name: string
    readonly condition: string
    readonly status: "active" | "inactive"
    /** The activities that the rule or sub-rule is awarded for; null if it is awarded by name only. */
    readonly when: {
      /** A name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
      readonly activity: string
      /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
      readonly conditions?: Conditions | undefined
      readonly amount?: string | undefined
    } | null
  }>
  readonly limits: ReadonlyArray<{
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    /** A whole number, as text. */
    readonly awards?: string | undefined
    /** A decimal without trailing zeros. */
    readonly coins?: string | undefined
  }>
  /** A decimal without trailing zeros. */
  readonly unit: string | null
  /** A decimal without trailing zeros. */
  readonly maxCoins: string | null
  /** Whether lists leave the rule out. An archived rule is inactive. */
  readonly archived: boolean
  /** The activities that the rule or sub-rule is awarded for; null if it is awarded by name only. */
  readonly when: {
    /** A name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
    readonly activity: string
    /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
    readonly conditions?: Conditions | undefined
    readonly amount?: string | undefined
  } | null
  readonly timeZone: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly startsAt: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly endsAt: string | null
  readonly atLimit: "reject" | "suppress" | "clamp"
  /** After how long the coins of an award expire; null if they do not expire. */
  readonly coinsExpire: string | null
  /** The number of days for which the coins of an award are pending; null if an award pays at once. */
  readonly pendingDays: string | null
  /** Who created the rule; null if the caller is not known. */
  readonly orderedBy: Orderer | null
  /** Who ordered the last change; null if the caller is not known. */
  readonly changedBy: Orderer | null
  /** The version of the rule. Pass it as `version` of an update. It changes if a field of the rule is updated, but not if the rule pays. The header `ETag` contains it in quotes. */
  readonly version: string
  /** The usage of the limits that count all payments of the rule: first the number of participants, then the limits with `per` "rule". For the limits per user, explain an award. */
  readonly usage: ReadonlyArray<{
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    readonly measure: "awards" | "coins" | "participants"
    /** How much is used in the current window; coins as decimal text. */
    readonly used: string
    readonly max: string
    /** When the current window ends; null if it never ends. */
    readonly resetsAt: string | null
  }>
}

export interface RuleEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "rule.created" | "rule.updated"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: Rule
}

export interface RulePage {
  readonly data: ReadonlyArray<ListedRule>
  /** Whether the list goes on. A page can have fewer entries than `limit`, or none, although the list goes on: for one page, the service examines at most 1,000 entries and returns at most 250 kB of notes, metadata and other texts. */
  readonly hasMore: boolean
  /** Pass it as `after` to get the next page; null if the list does not go on. */
  readonly next: string | null
}

export interface RuleStatistics {
  /** An id made by this service. */
  readonly ruleId: string
  readonly ruleName: string
  /** The time zone of the rule. */
  readonly timeZone: string
  /** The first day of the range, in the time zone of the rule. */
  readonly from: string
  /** The last day of the range. */
  readonly to: string
  /** One entry for every day of the range, in the time zone that the rule had at the time of the awards. */
  readonly days: ReadonlyArray<{
    /** A day of the range. */
    readonly day: string
    /** The number of awards that paid. */
    readonly awards: number
    /** The coins of all awards. */
    readonly coins: string
    /** The part of these coins that reversals have taken back so far. */
    readonly reversed: string
  }>
  /** The ten users whom the awards of these days paid most, including coins that reversals have taken back since. At most the newest 20,000 awards are examined. `after` is null if these are all awards of the range; otherwise only awards after this time count. */
  readonly members: {
    /** ISO 8601, UTC, with milliseconds. */
    readonly after: string | null
    readonly data: ReadonlyArray<{
      readonly userId: string
      /** The coins of all awards. */
      readonly coins: string
      /** Awards that paid. */
      readonly awards: number
    }>
  }
  /** The reasons for which the rule refused or suppressed awards on these days in UTC. The most frequent reason comes first. */
  readonly refusals: ReadonlyArray<{
    /** The `appErrorCode` of the reason. */
    readonly code:
      | "amount_invalid"
      | "amount_not_allowed"
      | "amount_required"
      | "amount_too_large"
      | "amount_too_small"
      | "balance_too_large"
      | "limit_reached"
      | "participant_limit_reached"
      | "rule_inactive"
      | "rule_not_running"
      | "user_limit_reached"
    /** The limit that was reached, if `code` is `limit_reached`; null for other reasons. */
    readonly limit: {
      readonly per: "member" | "rule"
      readonly period: "day" | "week" | "month" | "year" | "ever"
      readonly measure: "awards" | "coins"
    } | null
    /** About how many awards were refused or suppressed. */
    readonly count: number
  }>
}

export interface RuleUsage {
  /** An id made by this service (UUID). */
  readonly ruleId: string
  readonly ruleName: string
  /** The usage of the limits that count all payments of the rule: first the number of participants, then the limits with `per` "rule". For the limits per user, explain an award. */
  readonly limits: ReadonlyArray<{
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    readonly measure: "awards" | "coins" | "participants"
    /** How much is used in the current window; coins as decimal text. */
    readonly used: string
    readonly max: string
    /** When the current window ends; null if it never ends. */
    readonly resetsAt: string | null
  }>
}

export interface RuleUsagePage {
  readonly data: ReadonlyArray<RuleUsage>
  /** Whether the list goes on. A page can have fewer entries than `limit`, or none, although the list goes on: for one page, the service examines at most 1,000 entries and returns at most 250 kB of notes, metadata and other texts. */
  readonly hasMore: boolean
  /** Pass it as `after` to get the next page; null if the list does not go on. */
  readonly next: string | null
}

export interface Session {
  /** An id made by this service (UUID). */
  readonly id: string
  /** The name that the browser or program gave itself at the login; null if it gave none. */
  readonly device: string | null
  /** The network address of the login; null if it is not known. */
  readonly address: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly lastUsedAt: string
  /** Whether it is the session of this request. */
  readonly current: boolean
}

export interface Settings {
  /** The number of days between the event `coins.expiring` and the expiry of the coins; null if the event is not recorded. */
  readonly expiryNotice: number | null
  /** If a person orders an adjustment of more coins than this, it waits until another person approves it. So does a person's reversal of such an adjustment. Adjustments by API keys do not wait; null if no adjustment waits. */
  readonly approveAbove: string | null
  /** Whether a digest of the id of an erased member is stored, so that limits per member still apply to a person who comes back. Turning it off deletes the digests. */
  readonly rememberErased: boolean
}

export interface SimulateRule {
  /** Either a new rule with `when`, in the form of `create-rule`, or the `id` of a rule and its changes, in the form of `update-rule`. The rule must be active. */
  readonly rule: CreateRule | UpdateRule
  /** Only activities that were recorded at or after this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly from: string
  /** Only activities that were recorded before this time. A simulation of more than 200000 activities is refused. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly to: string
}

export interface Simulation {
  /** The number of activities of the types that the rule names. Reversed activities are left out. */
  readonly activities: number
  /** The number of activities that met the conditions of the rule, or of one of its sub-rules. */
  readonly met: number
  /** The number of awards that paid. */
  readonly awards: number
  /** The number of users who were paid. */
  readonly members: number
  /** The coins that the awards paid. */
  readonly coins: string
  /** How many times the conditions were met but the award was refused or suppressed, by the `appErrorCode` of the refusal. */
  readonly refusals: Readonly<Record<string, number>>
  /** The days with a payment, by the calendar of the rule's time zone. */
  readonly days: ReadonlyArray<{
    /** A day, such as 2026-10-31. */
    readonly day: string
    /** The coins of the day. */
    readonly coins: string
  }>
}

export interface Statistics {
  /** The first day of the range, in UTC. */
  readonly from: string
  /** The last day of the range, in UTC. */
  readonly to: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly at: string
  /** The coins that the partner owes its users now: the sum of `outstanding` and `pending`. */
  readonly owed: string
  /** The coins in all wallets now. */
  readonly outstanding: string
  /** The coins of awards that have not matured. */
  readonly pending: string
  /** One entry for every day of the range. On each day, the owed coins change by earned - reversed - spent + refunded - expired + unexpired + credited - debited. */
  readonly days: ReadonlyArray<{
    /** A day of the range. */
    readonly day: string
    /** The number of awards that paid. */
    readonly awards: number
    /** The coins of these awards, including coins that are still pending. */
    readonly earned: string
    /** The number of reversals of awards that had paid. */
    readonly reversals: number
    /** The coins of all reversals. */
    readonly reversed: string
    /** The number of transfers to the partner. */
    readonly transfers: number
    /** The coins of all transfers. */
    readonly spent: string
    /** The number of refunds of transfers. */
    readonly refunds: number
    /** The coins of all refunds. */
    readonly refunded: string
    /** The coins that expired, or that were erased with their user. */
    readonly expired: string
    /** The part of `reversed` and `debited` that had already expired, so it was not owed. */
    readonly unexpired: string
    /** The number of adjustments and of reversals of adjustments. */
    readonly adjustments: number
    /** The coins that adjustments and their reversals added to wallets. */
    readonly credited: string
    /** The coins that debits and reversals of credits took, from wallets or from the coins that had expired. */
    readonly debited: string
    /** About how many awards rules refused or suppressed. */
    readonly refused: number
    /** The coins that were owed at the end of the day, or now if the day has not ended. */
    readonly owed: string
  }>
  /** The rules that paid most, at most 50. */
  readonly rules: ReadonlyArray<{
    /** The rule's id. */
    readonly ruleId: string
    readonly ruleName: string
    /** The number of awards that paid. */
    readonly awards: number
    /** The coins of all awards. */
    readonly coins: string
    /** The part of these coins that reversals have taken back so far. */
    readonly reversed: string
  }>
  /** The number of other rules that paid, and the sums over these rules. */
  readonly otherRules: {
    readonly rules: number
    readonly awards: number
    readonly coins: string
    readonly reversed: string
  }
  /** The ten users who earned most from `from` to `to`, which are the first and the last day of the range. If the range has more than 20,000 payments, the list comes from the board of the month in which the range ends. Then `from` and `to` are the first and the last day of this month, and `awards` is null. */
  readonly members: {
    readonly from: string
    readonly to: string
    readonly data: ReadonlyArray<{
      readonly userId: string
      readonly coins: string
      readonly awards: number | null
    }>
  }
  /** The most frequent reasons for which rules refused or suppressed awards, at most 50. */
  readonly refusals: ReadonlyArray<{
    /** An id made by this service. */
    readonly ruleId: string
    readonly ruleName: string
    /** The `appErrorCode` of the reason. */
    readonly code:
      | "amount_invalid"
      | "amount_not_allowed"
      | "amount_required"
      | "amount_too_large"
      | "amount_too_small"
      | "balance_too_large"
      | "limit_reached"
      | "participant_limit_reached"
      | "rule_inactive"
      | "rule_not_running"
      | "user_limit_reached"
    /** The limit that was reached, if `code` is `limit_reached`; null for other reasons. */
    readonly limit: {
      readonly per: "member" | "rule"
      readonly period: "day" | "week" | "month" | "year" | "ever"
      readonly measure: "awards" | "coins"
    } | null
    /** About how many awards were refused or suppressed. */
    readonly count: number
  }>
  /** About how many awards were refused or suppressed for other reasons. */
  readonly otherRefusals: number
}

export interface TestSide {
  /** An id made by this service (UUID). */
  readonly partnerId: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly clock: string
  /** How many seconds this clock is ahead of the real time. */
  readonly ahead: number
}

export interface TokenRequest {
  /** authorization_code, or refresh_token. */
  readonly grantType: string
  /** The application's clientId. Must be the clientId that onboarding returned. */
  readonly clientId: string
  /** The code of the redirect, valid for one use within 60 seconds. */
  readonly code?: string | undefined
  /** The address to which the code was sent; optional. Must be the redirect address of the authorization request. */
  readonly redirectUri?: string | undefined
  /** The text whose SHA-256 is the code challenge. Must be 43 to 128 of the characters A-Z a-z 0-9 - . _ ~. */
  readonly codeVerifier?: string | undefined
  /** The newest refresh token, valid for one use. */
  readonly refreshToken?: string | undefined
  /** With refresh_token: the scopes of the new access token, if it needs fewer scopes than the user allowed. Must be words with spaces between them. */
  readonly scope?: string | undefined
}

export interface Tokens {
  readonly accessToken: string
  readonly tokenType: "Bearer"
  /** Seconds. */
  readonly expiresIn: number
  readonly refreshToken: string
  readonly scope: string
}

export interface TotpSetup {
  /** The secret in base32, to type into an authenticator app. */
  readonly secret: string
  /** The otpauth address with the secret, for a QR code. */
  readonly uri: string
}

export interface TransactionPage {
  readonly data: ReadonlyArray<ListedTransaction>
  /** Whether the list goes on. A page can have fewer entries than `limit`, or none, although the list goes on: for one page, the service examines at most 1,000 entries and returns at most 250 kB of notes, metadata and other texts. */
  readonly hasMore: boolean
  /** Pass it as `after` to get the next page; null if the list does not go on. */
  readonly next: string | null
}

export interface Transfer {
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The coins to move. The wallet must contain them. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly coins: string | number
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** Your own texts, by key. Lists show them and can be filtered by them. Must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

/** The names and e-mail addresses in an event are empty, and the tags are null. */
export interface TransferEvent {
  /** Ids ascend in the order in which the events were committed. */
  readonly id: string
  readonly type: "coins.transferred"
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** The x-request-id of the request that caused the event; null if no request caused it. */
  readonly requestId: string | null
  /** Who ordered the change; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: Orderer | null
  readonly data: EventTransaction
}

export interface UpdateCallingPerson {
  /** Whether to get mails about alerts. */
  readonly alertMails: boolean
}

/** At least one field besides currentPassword is required. */
export interface UpdatePartner {
  /** The name of the partner's application. Must be text of 1 to 200 visible characters. */
  readonly applicationName?: string | undefined
  /** The partner's name. Must be text of 1 to 200 visible characters. */
  readonly partnerName?: string | undefined
  /** The address that users return to if the sign-in names no deviceType. Must be an absolute URL, such as https://example.com/return. */
  readonly redirectUrl?: string | undefined
  /** The address that users return to on the web; null or empty removes it. Must be an absolute URL, such as https://example.com/return, or empty to remove it. */
  readonly webRedirectUrl?: string | null | undefined
  /** The address that users return to in an app; null or empty removes it. Must be an absolute URL, such as https://example.com/return, or empty to remove it. */
  readonly mobileRedirectUrl?: string | null | undefined
  /** The address on the partner's server that returns a user's record. The service adds the user's tag as the query parameter tag. Must be an absolute http or https address. */
  readonly userDetailsUrl?: string | undefined
  /** The e-mail address; unique within the ecosystem, without regard to case. Must be an e-mail address. */
  readonly email?: string | undefined
  /** The caller's password; required for a new e-mail address. Must be text with at least 8 characters, one uppercase letter, one number, one special character, at most 200 characters. */
  readonly currentPassword?: string | undefined
}

/** Omitted fields do not change. A request with `type` or `completionNumber`, or with fields of a sub-rule other than `name`, `status` and `when`, is refused, because these fields cannot change. */
export interface UpdateRule {
  /** The rule's id. Must be an id made by this service. */
  readonly id: string
  /** The `version` of the rule that the caller has read. If the rule has changed since then, nothing is written, and the answer is 412 with `rule_changed`. The header `If-Match` with the `ETag` of `GET /laas/rules/{id}` does the same. Must be the `version` of a rule. */
  readonly version?: string | undefined
  /** Unique among the partner's rules and sub-rules; trimmed and lower-cased. Must be a name of 1 to 128 characters. */
  readonly name?: string | undefined
  /** The coins that the rule pays. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly coinValue?: string | number | undefined
  /** How many users can be awarded. Must be a whole number of 1 or more. A JSON string or number. */
  readonly maxNumberOfParticipant?: string | number | undefined
  /** The condition that a user must meet, as text. Must be text of 0 to 1000 characters. */
  readonly condition?: string | undefined
  /** An inactive rule cannot be awarded. */
  readonly status?: "active" | "inactive" | undefined
  /** Lists leave out an archived rule. Only an inactive rule can be archived. Its awards, its history and its name stay, and `false` restores it. Must be true or false. */
  readonly archived?: boolean | undefined
  /** How many times one user can be paid; -1 means no maximum. Must be -1 (no maximum) or a whole number of 1 or more. A JSON string or number. */
  readonly userLimitAward?: string | number | undefined
  /** The sub-rules whose `status` or `when` changes. At least one sub-rule of a combined rule must stay active. */
  readonly rules?:
    | ReadonlyArray<{
        /** The name of a sub-rule of this rule. Must be a name of 1 to 128 characters. */
        readonly name: string
        /** An inactive sub-rule cannot be awarded, and the rule pays without it. */
        readonly status?: "active" | "inactive" | undefined
        /** The activities that finish the sub-rule, in the same form as `when` of a rule, but without `amount`. */
        readonly when?:
          | {
              /** The type of the activities. Must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
              readonly activity: string
              /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
              readonly conditions?: Conditions | undefined
              /** The field of the activity's data that is the amount of the award; only for a rule with a `unit`. */
              readonly amount?: string | undefined
            }
          | null
          | undefined
      }>
    | undefined
  /** The activities that the rule is awarded for: their type, and conditions on their data, member and time. null if the rule is awarded by name only. The rule can always be awarded by name, too. If the rule has a `unit`, `amount` is required. */
  readonly when?:
    | {
        /** The type of the activities. Must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
        readonly activity: string
        /** A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null. */
        readonly conditions?: Conditions | undefined
        /** The field of the activity's data that is the amount of the award; only for a rule with a `unit`. */
        readonly amount?: string | undefined
      }
    | null
    | undefined
  /** For a `single` rule that pays by amount: an award pays `coinValue` for every full unit of its amount. null if the rule does not pay by amount. Must be a decimal above 0, with at most 4 decimals and no more than 500000000000. */
  readonly unit?: string | number | null | undefined
  /** The most coins that one award by amount pays; null if there is no maximum. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. */
  readonly maxCoins?: string | number | null | undefined
  /** Up to 8 limits. Each limits the payments of the rule, or their coins, in a window of the calendar. A budget is a limit of `coins` with `per` "rule" and `period` "ever". */
  readonly limits?:
    | ReadonlyArray<{
        /** `member` limits the payments to each user, and `rule` all payments of the rule. */
        readonly per: "member" | "rule"
        /** The length of the window, in the calendar of `timeZone`. Weeks begin on Monday. */
        readonly period: "day" | "week" | "month" | "year" | "ever"
        /** The maximum number of payments. Must be a whole number of 1 or more. A JSON string or number. */
        readonly awards?: string | number | undefined
        /** The maximum number of coins. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
        readonly coins?: string | number | undefined
      }>
    | undefined
  /** The time zone of the limits, and of the days on which coins mature and expire. A new rule has UTC by default. Must be the IANA name of a time zone, such as Europe/Berlin. */
  readonly timeZone?: string | undefined
  /** When the rule becomes available; null if it is available immediately. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly startsAt?: string | null | undefined
  /** When the rule stops being available; null if it does not end. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly endsAt?: string | null | undefined
  /** What happens to an award that a limit does not allow. `reject` refuses it, `suppress` records it without paying, and `clamp` pays only the coins that the limit still allows. A new rule has `reject` by default. */
  readonly atLimit?: "reject" | "suppress" | "clamp" | undefined
  /** The number of days in `timeZone` after which the coins of an award mature. Until then, they are pending and cannot be spent. null if an award pays at once. Must be a whole number of days from 1 to 365. */
  readonly pendingDays?: string | number | null | undefined
  /** The coins of an award expire after this time, at the end of the day in `timeZone`: an ISO 8601 period of years, months and days. For pending coins, this time begins on the day on which they mature. null if they do not expire. A change affects only later awards. Must be a period of whole years, months and days, such as P1Y, P90D or P1Y6M10D, of at least 1 day and at most 10 years from any day on. */
  readonly coinsExpire?: string | null | undefined
}

/** At least one field is required. */
export interface UpdateSettings {
  /** The number of days between the event `coins.expiring` and the expiry of the coins. A new partner has 30. Must be a whole number of days from 1 to 365, or null to turn the notices off. */
  readonly expiryNotice?: number | null | undefined
  /** If a person orders an adjustment of more coins than this, it waits until another person approves it. So does a person's reversal of such an adjustment. Adjustments by API keys do not wait. With 0, every adjustment by a person waits. For a new partner, no adjustment waits. Must be an amount of coins of 0 or more, with at most 4 decimals, or null to turn approvals off. */
  readonly approveAbove?: string | number | null | undefined
  /** Whether a digest of the id of an erased member is stored, so that limits per member still apply to a person who comes back. Turning it off deletes the digests. True for a new partner. Must be true, false or null. */
  readonly rememberErased?: boolean | null | undefined
}

export interface UpdateWebhook {
  /** The address that receives events by POST. It must use https and must not contain a user name or a password. Must be an absolute http or https address. */
  readonly url?: string | undefined
  /** The types of events that are sent; null for all of them. */
  readonly types?: ReadonlyArray<string> | null | undefined
  /** What the webhook is used for; null removes it. Must be text of 1 to 200 characters. */
  readonly description?: string | null | undefined
  /** `paused` stops sending. `active` continues where sending stopped. */
  readonly status?: "active" | "paused" | undefined
}

export interface User {
  /** An id made by this service (UUID). */
  readonly id: string
  readonly fullname: string
  readonly tag: string
  readonly email: string
  readonly phone: string
  readonly referralCode: string
  readonly countryCode: string
  readonly type: "user"
  readonly status: "active"
  readonly avatar: null
  readonly emailVerified: boolean | null
  readonly emailVerificationCode: null
  /** When the code that was mailed to the new user expires; null in answers to other requests. */
  readonly emailCodeExpiresAt: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly emailVerifiedAt: string | null
  readonly referred: null
  readonly interest: null
  /** null in the answer to the request that creates the user. */
  readonly dateOfBirth: string | null
  readonly token: null
  readonly otpExpiresAt: null
  readonly fcmToken: null
  readonly lastRewardDate: null
  readonly faceIdKey: null
  readonly gender: null
  readonly isEnterpisePartnerUser: null
  readonly accountLinked: null
  readonly numberOfAccountLinked: null
  readonly accountLinkingData: null
  readonly transactionPinCreated: boolean
  readonly bankAccountCreated: boolean
  readonly accountDeleted: boolean
  readonly isVerifiedUser: boolean
  readonly isAdult: boolean
  readonly isFirstLogin: boolean
  readonly tourCompleted: boolean
  readonly fromLAAS: boolean
  readonly laasUserAccountFullyActivated: boolean
  /** An object without fields so far. */
  readonly kyc: Readonly<Record<string, never>>
  readonly earnings: ReadonlyArray<Readonly<Record<string, never>>>
  /** ISO 8601, UTC, with milliseconds. */
  readonly dateJoined: string
}

export interface UserRecord {
  readonly id: string
  readonly fullname: string
  readonly tag: string
  readonly avatar: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly countryCode: string | null
  readonly gender: string | null
  readonly bvn: string | null
  readonly accountNumber: string | null
  readonly emailVerified: boolean
  readonly isAdult: boolean
  /** An ISO 8601 date or date-time. */
  readonly dateOfBirth: string | null
  readonly kyc: UserRecordKyc
}

export interface UserRecordKyc {
  readonly id: string | null
  readonly bvn: string | null
  readonly streetAddress: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postalCode: string | null
  readonly country: string | null
  readonly proofOfAddress: string | null
  readonly governmentId: string | null
  readonly userPhoto: string | null
  readonly verificationStatus: string | null
  readonly phone: string | null
  readonly bvnProvided: boolean
  readonly bvnValidated: boolean
  readonly addressProvided: boolean
  readonly addressValidated: boolean
  readonly idProvided: boolean
  readonly idValidated: boolean
  readonly isCompleted: boolean
  readonly phoneVerified: boolean
  /** An ISO 8601 date or date-time. */
  readonly phoneCodeExpiresAt: string | null
}

export interface VerifyOtp {
  /** The e-mail address; unique without regard to case. Must be an e-mail address. */
  readonly email: string
  /** The code from the mail, with its leading zeros. Must be the six digits of the mail, as text. */
  readonly otp: string
}

export interface WaitingRequest {
  /** The id of the request, which another person approves or declines. */
  readonly id: string
  readonly state: "waiting"
}

export interface Webhook {
  /** An id made by this service. */
  readonly id: string
  readonly url: string
  /** The types of events that are sent. Empty if all types are sent. */
  readonly types: ReadonlyArray<string>
  readonly description: string | null
  readonly status: "active" | "paused"
  readonly pausedReason: string | null
  /** When deliveries began to fail. After three days of failures the webhook is paused. */
  readonly failingSince: string | null
  /** Until when requests are also signed with the previous secret. */
  readonly previousSecretUntil: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly updatedAt: string
  /** Who created the webhook; null if the caller is not known. */
  readonly orderedBy: Orderer | null
  /** Who ordered the last change; null if the caller is not known. */
  readonly changedBy: Orderer | null
}

export interface WebhookTest {
  /** Whether the status of the answer was 200 to 299. */
  readonly delivered: boolean
  /** The HTTP status of the answer to the test; null if there was no answer. */
  readonly status: number | null
  /** The first 1 KiB of the answer to the test; null if there was no answer. */
  readonly answer: string | null
  /** Why the test failed. */
  readonly error: string | null
  /** Milliseconds that the test took. */
  readonly duration: number
}

export interface WebhookWithSecret {
  /** An id made by this service. */
  readonly id: string
  readonly url: string
  /** The types of events that are sent. Empty if all types are sent. */
  readonly types: ReadonlyArray<string>
  readonly description: string | null
  readonly status: "active" | "paused"
  readonly pausedReason: string | null
  /** When deliveries began to fail. After three days of failures the webhook is paused. */
  readonly failingSince: string | null
  /** Until when requests are also signed with the previous secret. */
  readonly previousSecretUntil: string | null
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly updatedAt: string
  /** Who created the webhook; null if the caller is not known. */
  readonly orderedBy: Orderer | null
  /** Who ordered the last change; null if the caller is not known. */
  readonly changedBy: Orderer | null
  /** The secret that signs the requests: whsec_ and base64 text. It is shown only once. */
  readonly secret: string
}

/** A method for each endpoint of the contract that answers with JSON, by group: `client.rules.award({ payload, idempotencyKey })`. */
export interface PromiseClient {
  /** Partner onboarding, and the login of a partner's people. */
  readonly partners: {
    /** Register a partner and its application. Creates the partner, its first owner and its application in one step. The answer contains the application's `clientId`, but never the password. The partner belongs to the ecosystem `<eco>` of the path: its people log in under the same `<eco>`, and so do its users. An e-mail address can be used once in an ecosystem. An `Idempotency-Key` is ignored. */
    readonly onboard: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly payload: OnboardPartner
      }
    ) => Promise<Success<Partner>>

    /** The partner's details. The fields are the same as in the answer to onboarding. `email` is the address with which the caller logs in. Needs the access token of a person. */
    readonly details: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
      }
    ) => Promise<Success<Partner>>

    /** Change the partner's details. Changes only the given fields. `email` is the address with which the caller logs in, so changing it requires the caller's `currentPassword`. The `clientId` never changes. Needs the access token of an owner or a manager (the scope `account`). */
    readonly update: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly payload: UpdatePartner
      }
    ) => Promise<Success<Partner>>

    /** Get an access token with the e-mail address and the password of a person of a partner. The token is valid for `expiresIn` seconds (4 hours) and has the scopes of the person's role. A wrong password and an unknown address get the same answer after the same time. A person with a second factor also sends `otp`: each code works once. By default, after 10 failures in a minute for one account from one network address, further attempts get 429. An `Idempotency-Key` is ignored. */
    readonly login: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly payload: Login
      }
    ) => Promise<Success<AccessToken>>

    /** Mail a link for a new password. The link works once, within an hour. If no person of a partner has the address, no mail is sent, but the answer is the same. An `Idempotency-Key` is ignored. */
    readonly forgotPassword: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly payload: ForgotPassword
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** Set a new password with the mailed link, and end all sessions of the person. The token of the mailed link works once. All sessions of the person end, and all other links stop working. Tokens of API keys stay valid. The answer to a form is a page. An `Idempotency-Key` is ignored. */
    readonly resetPassword: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly payload: ResetPassword
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>
  }

  /** API keys, sessions and the audit trail. */
  readonly iam: {
    /** Get an access token with an API key and its secret. For programs. Send `Authorization: Basic` with the API key as user name and its secret as password, without a body. The token has the scopes of the key. An `Idempotency-Key` is ignored. */
    readonly login: (request?: CallOptions) => Promise<Success<AccessToken>>

    /** Revoke the access token of this request. Every process of the service refuses the token within three seconds. */
    readonly logout: (request?: CallOptions) => Promise<Success<Readonly<Record<string, never>>>>

    /** Revoke all access tokens of the partner, including the tokens of its API keys. All people are logged out, also of the test side, and the tokens of its API keys end. API keys stay valid and can log in again. Needs the access token of an owner (the scope `staff`). */
    readonly logoutAll: (request?: CallOptions) => Promise<Success<Readonly<Record<string, never>>>>

    /** End all sessions of the caller, on all devices. The tokens for which they were exchanged end with them. Sessions of other people and tokens of API keys of either side stay valid: a key is that of a program, and belongs to the partner. Needs the access token of a person. */
    readonly logoutLogins: (request?: CallOptions) => Promise<Success<Readonly<Record<string, never>>>>

    /** The person who calls. Needs the access token of a person. */
    readonly me: (request?: CallOptions) => Promise<Success<CallingPerson>>

    /** Change what the person who calls has chosen. With `alertMails`, the person gets mails about alerts: at most one an hour, with the alerts that are new since the last one. An alert that ended is new when it comes back. Only people who may approve adjustments get mails about those that wait. By default, nobody gets these mails. Needs the access token of a person. */
    readonly updateMe: (
      request: CallOptions & {
        readonly payload: UpdateCallingPerson
      }
    ) => Promise<Success<CallingPerson>>

    /** The caller's own sessions, newest first. At most the newest 100. A session ends by itself four hours after its login. Needs the access token of a person. */
    readonly listSessions: (request?: CallOptions) => Promise<Success<ReadonlyArray<Session>>>

    /** End one of the caller's own sessions. Every process of the service refuses its token within three seconds. Needs the access token of a person. */
    readonly endSession: (
      request: CallOptions & {
        readonly path: {
          /** The id of the session. */
          readonly id: string
        }
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** The partner's API keys: valid keys first, then revoked keys. Secrets are not stored and cannot be shown again. Needs the access token of an owner or a manager (the scope `account`). */
    readonly listApiKeys: (request?: CallOptions) => Promise<Success<ReadonlyArray<ApiKey>>>

    /** Create an API key; its secret is shown only once. Give each system its own key with the scopes that it needs. At most 100 keys can be valid at a time. A retry creates another key. Needs the access token of an owner or a manager (the scope `account`). An `Idempotency-Key` is ignored. */
    readonly createApiKey: (
      request: CallOptions & {
        readonly payload: CreateApiKey
      }
    ) => Promise<Success<ApiKeyCreated>>

    /** Revoke an API key and its access tokens. Every process of the service refuses the key and its tokens within three seconds. Revoking a revoked key gets the same answer. Needs the access token of an owner or a manager (the scope `account`). */
    readonly revokeApiKey: (
      request: CallOptions & {
        readonly path: {
          /** The id of the API key. */
          readonly id: string
        }
      }
    ) => Promise<Success<ApiKey>>

    /** The audit trail, newest entries first. The trail contains onboarding, logins, logouts, password resets and requests for them, second factors that were turned on or removed, transfers, refunds, confirmations, reversals and adjustments, requests for approval and the decisions about them, consents of users and their tokens, links, merges and erasures of members, fetches of user details, and changes of rules, API keys, webhooks, settings, people, the test side and the partner's own details. It also contains some refused requests: logins, password resets, consents, tokens and links, acceptances of invitations, changes of API keys and of the partner's own details, wrong codes of a second factor, and fetches of user details that failed. It does not contain refused movements of coins or refused changes of rules, webhooks, settings and people. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the access token of an owner or a manager (the scope `account`). */
    readonly audit: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** Only entries of this action, such as partner.login. */
          readonly action?:
            | "partner.onboard"
            | "partner.login"
            | "partner.logout"
            | "partner.logout-all"
            | "partner.logout-logins"
            | "partner.update"
            | "settings.update"
            | "session.end"
            | "staff.invite"
            | "staff.accept"
            | "staff.role"
            | "staff.remove"
            | "password.forgot"
            | "password.reset"
            | "key.create"
            | "key.revoke"
            | "key.login"
            | "test-side.create"
            | "test-side.empty"
            | "test-side.clock"
            | "totp.confirm"
            | "totp.remove"
            | "user.create"
            | "user.verify"
            | "user.resend"
            | "user.remove"
            | "user.forgot"
            | "user.reset"
            | "user.erase"
            | "consent.list"
            | "consent.give"
            | "consent.refuse"
            | "grant.exchange"
            | "grant.refresh"
            | "grant.revoke"
            | "member.details"
            | "member.link"
            | "member.erase"
            | "member.merge"
            | "rule.create"
            | "rule.update"
            | "award.reverse"
            | "coins.transfer"
            | "award.confirm"
            | "coins.refund"
            | "activity.reverse"
            | "coins.adjust"
            | "coins.adjust-reverse"
            | "approval.request"
            | "approval.approve"
            | "approval.decline"
            | "webhook.create"
            | "webhook.update"
            | "webhook.rotate"
            | "webhook.pause"
            | "webhook.delete"
            | "webhook.redeliver"
            | undefined
          /** The `next` of the previous page. Must be the id of an entry. */
          readonly before?: string | undefined
          /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
        }
      }
    ) => Promise<Success<AuditPage>>
  }

  /** The test side of a partner. */
  readonly testSide: {
    /** Make the partner's test side, or return the existing one. The test side has its own rules, members, coins, API keys, webhooks and settings, and the live side shows none of this data. Requests to the test side count towards the rate limits of the partner. Needs the access token of an owner or a manager (the scope `account`). */
    readonly create: (request?: CallOptions) => Promise<Success<TestSide>>

    /** The partner's test side, and the time of its clock. Tokens of both sides may read it. Needs the scope `read`. */
    readonly get: (request?: CallOptions) => Promise<Success<TestSide>>

    /** Empty the test side, and set its clock to the real time. This cannot be undone. The test side becomes another partner: its API keys, tokens, streams and webhooks end. A partner can empty its test side at most 10 times in 24 hours. The live side does not change. Needs the access token of an owner or a manager (the scope `account`). */
    readonly empty: (request?: CallOptions) => Promise<Success<TestSide>>

    /** Move the clock of the test side forward. Rules, limits, pending awards, expiries, boards and events of the test side use this clock. After the answer, all processes use the new time. The clock never moves back. Everything that has become due is shown at once, and its events are written within a minute. Tokens, rate limits, mails and webhooks use the real time. Needs the access token of an owner or a manager (the scope `account`). */
    readonly clock: (
      request: CallOptions & {
        readonly payload: MoveTestClock
      }
    ) => Promise<Success<TestSide>>

    /** Get an access token of the test side that ends with this session. The token begins with `test_`, has the scopes of the person's role without `staff`, and ends with the session. An earlier test token of the same session ends. The token cannot change the password, the second factor or the sessions of the person. Needs the access token of a person. */
    readonly token: (request?: CallOptions) => Promise<Success<AccessToken>>
  }

  /** Settings of the partner. */
  readonly settings: {
    /** The settings that hold for all rules and members of the partner. `expiryNotice` and `approveAbove` are null if they are turned off. Needs the access token of an owner or a manager (the scope `account`). */
    readonly get: (request?: CallOptions) => Promise<Success<Settings>>

    /** Change the settings. Changes only the given fields, and returns all of them. null turns a setting off; `rememberErased` is then false. The audit trail has the old and the new values. Needs the access token of an owner (the scope `settings`). */
    readonly update: (
      request: CallOptions & {
        readonly payload: UpdateSettings
      }
    ) => Promise<Success<Settings>>
  }

  /** The second factors of people: codes of an authenticator app (TOTP, RFC 6238) and recovery codes. */
  readonly totp: {
    /** Get the secret of a new second factor; it is shown only once. An authenticator app makes codes of six digits from the secret, a new one every 30 seconds. The second factor is on only after `/laas/iam/totp/confirm`. Another call replaces a secret that was not confirmed. Needs the access token of a person. */
    readonly start: (request?: CallOptions) => Promise<Success<TotpSetup>>

    /** Turn the second factor on with a first code; the recovery codes are shown only once. From then on, a login of this person needs the password and `otp`. Sessions that are open stay open. Needs the access token of a person. An `Idempotency-Key` is ignored. */
    readonly confirm: (
      request: CallOptions & {
        readonly payload: ConfirmTotp
      }
    ) => Promise<Success<RecoveryCodes>>

    /** Remove one's own second factor with a code; an owner can remove the second factor of another person. With `otp`, removes the second factor of the caller. With `id`, an owner removes the second factor of a colleague who has lost the app and the recovery codes. A new password does not remove a second factor. Needs the access token of a person. An `Idempotency-Key` is ignored. */
    readonly remove: (
      request: CallOptions & {
        readonly payload: RemoveTotp
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>
  }

  /** The people of a partner, their roles and invitations. */
  readonly people: {
    /** The partner's people, in the order in which they were invited. The list includes invitations, even if they have expired. A partner has at most 100 people. Needs the access token of an owner (the scope `staff`). */
    readonly list: (request?: CallOptions) => Promise<Success<ReadonlyArray<Person>>>

    /** Invite a person by mail. The mail contains a link that works once within seven days. The page of the link asks for a password. An address can be invited again after its invitation has expired or was removed. Needs the access token of an owner (the scope `staff`). */
    readonly invite: (
      request: CallOptions & {
        readonly payload: InvitePerson
      }
    ) => Promise<Success<PersonSaved>>

    /** Change the role of another person. All sessions of the person end: every process of the service refuses their tokens within three seconds. Nobody can change their own role. The last owner keeps the role. Needs the access token of an owner (the scope `staff`). */
    readonly changeRole: (
      request: CallOptions & {
        readonly payload: ChangeRole
      }
    ) => Promise<Success<PersonSaved>>

    /** Remove a person, or withdraw an invitation. All sessions of the person end: every process of the service refuses their tokens within three seconds. Records that the person has ordered stay, and still name the person. API keys stay valid. The last owner cannot be removed. Needs the access token of an owner (the scope `staff`). */
    readonly remove: (
      request: CallOptions & {
        readonly path: {
          /** The id of the person. */
          readonly id: string
        }
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** Accept an invitation with a password. The token of the mailed link works once. Afterwards the person can log in. The answer to a form is a page. An `Idempotency-Key` is ignored. */
    readonly accept: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly payload: AcceptInvitation
      }
    ) => Promise<Success<PersonSaved>>
  }

  /** User accounts. */
  readonly users: {
    /** Create a user account. Every partner can award the account under its `id` immediately. A six-digit code is mailed to the address; no answer contains the code. If an account is not verified within 24 hours, has given no consent and is not a member of any partner, another sign-up can take its tag and e-mail address. An `Idempotency-Key` is ignored. */
    readonly create: (
      request: CallOptions & {
        readonly payload: CreateUser
      }
    ) => Promise<Success<User>>

    /** Verify an e-mail address with the code that was mailed to it. A code is valid for 10 minutes and 5 attempts. Wrong, expired and unknown codes get the same answer. An `Idempotency-Key` is ignored. */
    readonly verifyOtp: (
      request: CallOptions & {
        readonly payload: VerifyOtp
      }
    ) => Promise<Success<User>>

    /** Mail a new code, if the address is not verified yet. Earlier codes become invalid. The answer is the same for every address. An `Idempotency-Key` is ignored. */
    readonly resendOtp: (
      request: CallOptions & {
        readonly payload: ResendOtp
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** Mail a code for a new password, with the same answer for every address. The code has twenty digits and works once, within an hour. A new code does not invalidate earlier codes. While five codes are valid, no further code is mailed. An `Idempotency-Key` is ignored. */
    readonly forgotPassword: (
      request: CallOptions & {
        readonly payload: ForgotUserPassword
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** Set a new password with the mailed code, and withdraw all consents. All tokens that applications have for the user become invalid. Every application has to ask the user for consent again. An `Idempotency-Key` is ignored. */
    readonly resetPassword: (
      request: CallOptions & {
        readonly payload: ResetUserPassword
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** The consents that the user has given to applications. Needs the user's tag or e-mail address, and password. Each application is listed once, with the scopes that the user allows now. An `Idempotency-Key` is ignored. */
    readonly consents: (
      request: CallOptions & {
        readonly payload: Consents
      }
    ) => Promise<Success<ReadonlyArray<Consent>>>

    /** Withdraw the user's consent to an application, and end its tokens. From the next request on, the partner no longer sees the user's tag, name and e-mail address. Awards and coins do not change. An `Idempotency-Key` is ignored. */
    readonly revokeConsent: (
      request: CallOptions & {
        readonly payload: RevokeConsent
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** Erase the user's account for good. Deletes the account with its consents, tokens and links. No coins move: each partner keeps its member under the id that the partner uses. An `Idempotency-Key` is ignored. */
    readonly erase: (
      request: CallOptions & {
        readonly payload: EraseUser
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** Link the partner's own user id to a user of the service. The user must allow the partner the scope `profile`. After the link is made, both ids identify one member, with its coins, awards and board positions. A link is permanent. If each of the two ids already has its own member, the member of the user's account is removed. If this member has awards, activities or transfers, the link is refused. A second call returns the same member. Needs the scope `awards:write`. */
    readonly linkTag: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly payload: LinkTag
      }
    ) => Promise<Success<LinkedMember>>
  }

  /** A partner's members. */
  readonly members: {
    /** Onboard a user as a member of the partner. Creates a member that can be awarded. With `tag`, the service requests the user's record from the partner's `userDetailsUrl` and stores it as `userData`. A second call returns the same member. With `tag` it also updates the member's record, and with `attributes` the member's attributes. Needs the scope `awards:write`. */
    readonly onboard: (
      request: CallOptions & {
        readonly payload: OnboardMember
      }
    ) => Promise<Success<Member>>

    /** The partner's members, in the order of onboarding. Shows each member with the coins in its wallet. Tag and name are shown if the user allows the partner to see them; `userData` and `attributes` need the scope `members:read`. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly list: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** Only members whose id, linked id or tag starts with this text, or whose full name contains the text at the start of a word. Case matters only for ids. The tag of the user's account is searched if the user allows the scope profile, and the full name if the user allows the scope fullname. The tag with which the member was onboarded and the full name in `userData` are searched if the access token has the scope members:read. Must be text of 1 to 128 characters. */
          readonly search?: string | undefined
          /** The `next` of the previous page. Must be the `next` of the previous page. */
          readonly after?: string | undefined
          /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
          /** Only the members with these ids: up to 100 ids, separated by commas. In an id, write a comma as `%2C` and a percent sign as `%25`, before the whole value is encoded for the URL. Ids that no member has are left out. This parameter cannot be combined with `search`. */
          readonly userIds?: string | undefined
        }
      }
    ) => Promise<Success<MemberList>>

    /** Export all records that the service stores about a member for the partner. The answer is sent while it is read, so it can be large. Records that are written in the meantime may be missing. If the connection ends early, the JSON is incomplete. Then send the request again. Needs the scope `members:read`. */
    readonly export: (
      request: CallOptions & {
        readonly urlParams: {
          /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
          readonly userId: string
        }
      }
    ) => Promise<Success<Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>>>>

    /** Erase a member for good. Removes attributes, userData, consents, notes, metadata, data of activities, reasons, and the ids of the member. Its awards and transactions stay under a pseudonym, and sums and boards do not change. Its coins expire. The ids are then unknown. The status is 202 if texts of a long history are still being removed. Nothing shows these texts any more. An erasure cannot be undone. Needs the scope `members:write`. */
    readonly erase: (
      request: CallOptions & {
        readonly payload: EraseMember
      }
    ) => Promise<Success<NewErasure>>

    /** Whether an erasure is done. Needs the scope `members:read`. */
    readonly erasure: (
      request: CallOptions & {
        readonly path: {
          /** The id of the erasure. */
          readonly id: string
        }
      }
    ) => Promise<Success<Erasure>>

    /** Merge two members who are the same person. `from` becomes a part of `into`, and all ids of both lead to `into`. A merge pays nothing. Coins (which expire on the same days as before), pending coins, points, payments and counts of activities add up. Progress adds up, too: the next award can then pay, but for one cycle at most. Two participants of a rule become one. If a rule has paid the two members together more than it may pay one member, the merge is refused with `limit_reached`, unless `force` is true. Later reversals and refunds of `from` use the wallet of `into`. A merge cannot be undone. Needs the scope `members:write`. */
    readonly merge: (
      request: CallOptions & {
        readonly payload: MergeMembers
      }
    ) => Promise<Success<MergedMembers>>
  }

  /** Rules and awards. */
  readonly rules: {
    /** Create a rule. The service does not evaluate `condition`, which is text for people. A `single` rule pays for each award, a `batched` rule for every `completionNumber` awards, and a `combined` rule when each of its active sub-rules was awarded. The name is trimmed and lower-cased. It must be unique among the partner's rules and sub-rules. `when`, `limits`, `startsAt`, `endsAt`, `atLimit`, `pendingDays` and `coinsExpire` are optional. At most 50 active rules and sub-rules of a partner can have the same `when.activity`. Needs the scope `rules:write`. */
    readonly create: (
      request: CallOptions & {
        readonly payload: CreateRule
      }
    ) => Promise<Success<RuleCreated>>

    /** Change a rule, or the status and `when` of its sub-rules. Omitted fields do not change; `limits` and `when` are replaced as a whole. A new limit also counts the payments that were already made in its current window. Existing awards do not change. Needs the scope `rules:write`. */
    readonly update: (
      request: CallOptions & {
        readonly payload: UpdateRule
      }
    ) => Promise<Success<Rule>>

    /** Simulate what a rule, or a change of a rule, would have paid for recorded activities. Applies only this rule to the recorded activities, in the order in which they were recorded, and writes nothing. Its counters start at zero, as if nobody had been paid before. In conditions, `member.activities` is the number of activities that the member had at the time of the activity, and attributes have their current values. Erased data is missing, and reversed activities are left out. The activities of merged members, and those of an erased member and its successor, count as the activities of one member. Limits and `days` follow the calendar of the rule's `timeZone`. A simulation reads at most 200000 activities. If there are more, the error names the latest `to` that is possible. A process of the service runs only one simulation of a partner at a time. A simulation that takes longer than 25 seconds, including its wait for others, is answered with 503. Needs the scope `read`. An `Idempotency-Key` is ignored. */
    readonly simulate: (
      request: CallOptions & {
        readonly payload: SimulateRule
      }
    ) => Promise<Success<Simulation>>

    /** The partner's rules, in the order of their creation. Includes the fields that the answer to a creation omits. A page with `search`, `status` or `type` examines at most 1000 rules, so it can have few rules or none although there are more. Read the next page while `hasMore` is true. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly list: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The `next` of the previous page. Must be an id made by this service. */
          readonly after?: string | undefined
          /** Only rules that have this text in their name, or in the name of a sub-rule; upper and lower case are the same. Must be a name of 1 to 128 characters. */
          readonly search?: string | undefined
          /** Only rules with this status; the status of sub-rules is ignored. Archived rules are listed with `archived` only. */
          readonly status?: "active" | "inactive" | "archived" | undefined
          /** Only rules of this type. */
          readonly type?: "single" | "batched" | "combined" | undefined
          /** The maximum number of entries in a page; 100 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
        }
      }
    ) => Promise<Success<RulePage>>

    /** The usage of each rule's limits. Takes the same parameters as the list of rules, and returns the same rules. The answer has the limits that count all payments of a rule. For the limits per user, explain an award. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly usage: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The `next` of the previous page. Must be an id made by this service. */
          readonly after?: string | undefined
          /** Only rules that have this text in their name, or in the name of a sub-rule; upper and lower case are the same. Must be a name of 1 to 128 characters. */
          readonly search?: string | undefined
          /** Only rules with this status; the status of sub-rules is ignored. Archived rules are listed with `archived` only. */
          readonly status?: "active" | "inactive" | "archived" | undefined
          /** Only rules of this type. */
          readonly type?: "single" | "batched" | "combined" | undefined
          /** The maximum number of entries in a page; 100 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
        }
      }
    ) => Promise<Success<RuleUsagePage>>

    /** A rule, and the usage of its limits. The answer has the fields of the list, `version` and `usage`. Needs the scope `read`. */
    readonly get: (
      request: CallOptions & {
        readonly path: {
          /** The rule's id. Must be an id made by this service. */
          readonly id: string
        }
      }
    ) => Promise<Success<RuleDetails>>

    /** The members who have started a cycle of a batched or combined rule. Shows each member with its progress. A page can have few entries although there are more. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly progress: (
      request: CallOptions & {
        readonly path: {
          /** The rule's id. Must be an id made by this service. */
          readonly id: string
        }
        readonly urlParams?: {
          /** The `next` of the previous page. Must be an id made by this service. */
          readonly after?: string | undefined
          /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
        }
      }
    ) => Promise<Success<ProgressPage>>

    /** Record that a user met a rule's condition once. Pays the coins of the rule, or only counts a completion, or is suppressed by a limit. `awarded` is true if it paid. A rule never has more than `maxNumberOfParticipant` participants, even if requests are concurrent. A refused award writes nothing. Send an `Idempotency-Key`, so that a retry never pays twice. Needs the scope `awards:write`. */
    readonly award: (
      request: CallOptions & {
        readonly payload: Award
      }
    ) => Promise<Success<RuleAward>>

    /** Up to 1000 awards in one request, each with its own outcome. The outcomes are in the order of the items in the request. A refused item does not stop the others: the status is that of a success even if all items are refused. Each item counts as a request for the rate limit. A retry with the same `Idempotency-Key` gets the whole first answer again, unless all items were refused. Needs the scope `awards:write`. */
    readonly awardMany: (
      request: CallOptions & {
        readonly payload: Awards
      }
    ) => Promise<Success<AwardOutcomes>>

    /** The partner's awards, newest first. Can be filtered by user, rule, state, time and metadata. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly awards: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
          readonly userId?: string | undefined
          /** Only awards that named this rule or sub-rule. Must be a name of 1 to 128 characters. */
          readonly ruleName?: string | undefined
          /** Only awards in this state: paid, paid but waiting to mature (`pending`), only counted, suppressed by a limit, reversed in part, or reversed. */
          readonly state?:
            | "paid"
            | "pending"
            | "counted"
            | "suppressed"
            | "partly_reversed"
            | "reversed"
            | undefined
          /** Only entries at or after this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
          readonly from?: string | undefined
          /** Only entries before this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
          readonly to?: string | undefined
          /** Only entries whose metadata has metadataValue under this key. Must be text of 1 to 40 characters. */
          readonly metadataKey?: string | undefined
          /** The value under metadataKey. Must be text of 0 to 500 characters. */
          readonly metadataValue?: string | undefined
          /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
          /** The `next` of the previous page. Must be an id made by this service. */
          readonly after?: string | undefined
        }
      }
    ) => Promise<Success<AwardPage>>

    /** An award, with its rule, its reversals, and the coins that expire with it. The answer has the fields of the list, and more. An award has no copy of the limits that applied at its time. `rate` shows what the rule paid for an amount at that time, and `rule.changedSince` says whether the rule has changed since then. Needs the scope `read`. */
    readonly getAward: (
      request: CallOptions & {
        readonly path: {
          /** The award's id. Must be an id made by this service. */
          readonly id: string
        }
      }
    ) => Promise<Success<AwardDetails>>

    /** Explain what an award or an activity would do now, without writing it. With `activity` instead of `ruleName`, the answer has the outcomes that the activity would have. Otherwise it says whether the award would pay, count, be suppressed or be refused, and how much of each limit is used. Awards that are written after the explanation can change the outcome. Needs the scope `read`. An `Idempotency-Key` is ignored. */
    readonly explain: (
      request: CallOptions & {
        readonly payload: ExplainAward | ExplainActivity
      }
    ) => Promise<Success<Explanation | ActivityExplanation>>

    /** Reverse an award and take its coins back. The coins of the award are taken from the wallet, which must still contain them. Coins that are still pending, and coins that have expired, are not in the wallet. They are taken from the pending coins and from the partner's expired coins. The award no longer counts for the number of participants, the limits and the boards. With `coins` or `amount`, only a part of the coins is taken back: limits and boards subtract these coins, and the award still counts as a payment. This can be repeated until no coins are left. An award that only counted can be reversed until its cycle ends. Needs the scope `awards:write`. */
    readonly reverse: (
      request: CallOptions & {
        readonly payload: ReverseAward
      }
    ) => Promise<Success<Reversal>>

    /** Up to 1000 reversals in one request, each with its own outcome. The outcomes are in the order of the items in the request. A refused item does not stop the others: the status is that of a success even if all items are refused. Each item counts as a request for the rate limit. A retry with the same `Idempotency-Key` gets the whole first answer again, unless all items were refused. Needs the scope `awards:write`. */
    readonly reverseMany: (
      request: CallOptions & {
        readonly payload: Reversals
      }
    ) => Promise<Success<ReversalOutcomes>>

    /** Confirm a pending award, so that its coins can be spent now. The award of a rule with `pendingDays` matures now instead of at its `maturesAt`. If its coins expire, they expire `coinsExpire` after the confirmation. An award that has matured, that was reversed or that never was pending is refused. Needs the scope `awards:write`. */
    readonly confirm: (
      request: CallOptions & {
        readonly payload: ConfirmAward
      }
    ) => Promise<Success<Confirmation>>

    /** Up to 1000 confirmations in one request, each with its own outcome. The outcomes are in the order of the items in the request. A refused item does not stop the others: the status is that of a success even if all items are refused. Each item counts as a request for the rate limit. A retry with the same `Idempotency-Key` gets the whole first answer again, unless all items were refused. Needs the scope `awards:write`. */
    readonly confirmMany: (
      request: CallOptions & {
        readonly payload: Confirmations
      }
    ) => Promise<Success<ConfirmationOutcomes>>
  }

  /** What users do, and what the rules pay for it. */
  readonly activities: {
    /** Record that a user did something, and award the rules whose conditions are met. Checks every active rule and sub-rule whose `when` names this type, and makes an award for each whose conditions are met, in one transaction. A rule that does not pay is an outcome, not an error. Send an `Idempotency-Key`, so that a retry never records the activity twice. Needs the scope `awards:write`. */
    readonly record: (
      request: CallOptions & {
        readonly payload: Activity
      }
    ) => Promise<Success<RecordedActivity>>

    /** Up to 1000 activities in one request, each with its own outcome. The outcomes are in the order of the items in the request. A refused item does not stop the others: the status is that of a success even if all items are refused. Each item counts as a request for the rate limit. A retry with the same `Idempotency-Key` gets the whole first answer again, unless all items were refused. Needs the scope `awards:write`. */
    readonly recordMany: (
      request: CallOptions & {
        readonly payload: Activities
      }
    ) => Promise<Success<ActivityOutcomes>>

    /** The recorded activities, newest first. Can be filtered by user, type and time. Each has its outcomes. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly list: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
          readonly userId?: string | undefined
          /** Only activities of this type. Must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
          readonly type?: string | undefined
          /** Only entries at or after this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
          readonly from?: string | undefined
          /** Only entries before this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
          readonly to?: string | undefined
          /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
          /** The `next` of the previous page. Must be an id made by this service. */
          readonly after?: string | undefined
        }
      }
    ) => Promise<Success<ActivityPage>>

    /** Reverse all awards of an activity. Reverses every award that the activity earned, or none of them. Awards that were suppressed or are already reversed are skipped. The activity stays in the list and still counts as one of the user's activities. Needs the scope `awards:write`. */
    readonly reverse: (
      request: CallOptions & {
        readonly payload: ReverseActivity
      }
    ) => Promise<Success<ActivityReversal>>
  }

  /** Leaderboards. */
  readonly boards: {
    /** The points leaderboard. Returns the page with the number `page`, or the page with the user `around`. Points are all coins that a member ever earned with the partner: the coins of awards and of adjustments with `points`. Spending coins does not reduce the points, but a reversal does. Members with equal points share a position (1, 1, 3) and are listed in the order in which they reached these points. The board includes every write that was answered before the request. `userPosition` is null unless `userId` or `around` is given. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly points: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The page number; 1 by default. Must be a whole number of 1 or more. */
          readonly page?: string | undefined
          /** The maximum number of entries in a page; 10 by default. Must be a whole number from 1 to 100. */
          readonly take?: string | undefined
          /** Must be the caller's own partner id, if given. */
          readonly partnerId?: string | undefined
          /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
          readonly userId?: string | undefined
          /** The id of a user. Instead of `page`, it selects the page with this user, or the first page if the user has no score. Must be text of 1 to 128 characters. */
          readonly around?: string | undefined
        }
      }
    ) => Promise<Success<PointsBoard>>

    /** The coins leaderboards: earners or spenders, of all time or of a month. Returns the page with the number `page`, or the page with the user `around`. `earner` ranks by the coins of awards and of adjustments with `points`, `spender` by the coins that were moved to the partner. `year` without `month` returns `year` and `leaderboards`: one leaderboard for each month of that year that has begun, with at most `limit` entries. If fewer members have coins, members with 0 coins follow. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly coins: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The page number; 1 by default. Must be a whole number of 1 or more. */
          readonly page?: string | undefined
          /** The maximum number of entries in a page; 10 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
          /** A month of `year`, or of the current year if `year` is not given. Must be a month from 1 to 12 or its English name. */
          readonly month?: string | undefined
          /** The year. Without `month`, the answer has each month of the year that has begun. Must be a year from 1970 to 2999. */
          readonly year?: string | undefined
          /** `earner` ranks by the coins of awards and of adjustments with `points`. `spender` ranks by the coins that were moved to the partner. The default is `earner`. */
          readonly type?: "earner" | "spender" | undefined
          /** Must be the caller's own partner id, if given. */
          readonly partnerId?: string | undefined
          /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
          readonly userId?: string | undefined
          /** The id of a user. Instead of `page`, it selects the page with this user, or the first page if the user has no score. Must be text of 1 to 128 characters. */
          readonly around?: string | undefined
        }
      }
    ) => Promise<Success<CoinBoard | CoinYear>>
  }

  /** Wallets and transfers. */
  readonly coins: {
    /** Move coins from a user's wallet to the partner. A transfer of more coins than the wallet contains is refused. Send an `Idempotency-Key`, so that a retry never moves coins twice. Needs the scope `coins:write`. */
    readonly transfer: (
      request: CallOptions & {
        readonly payload: Transfer
      }
    ) => Promise<Success<CoinTransaction>>

    /** A user's wallet with the partner. The answer contains no personal data of the user. Needs the scope `read`. */
    readonly wallet: (
      request: CallOptions & {
        readonly urlParams: {
          /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
          readonly userId: string
        }
      }
    ) => Promise<Success<CoinData>>

    /** A user's coin transactions, newest first. The pages are numbered. `debitOrCredit` says whether coins went into the wallet (`CR`: awards, refunds, credits, reversals of debits) or out of it (`DE`: transfers, debits, reversals of awards and credits). With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly transactions: (
      request: CallOptions & {
        readonly urlParams: {
          /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
          readonly userId: string
          /** The page number; 1 by default. Must be a whole number of 1 or more. */
          readonly page?: string | undefined
          /** The maximum number of entries in a page; 10 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
        }
      }
    ) => Promise<Success<CoinTransactionPage>>

    /** Coin transactions of all users, newest first. Can be filtered by user, type, time and metadata. New transactions do not shift the pages: each transaction is shown once. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly search: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
          readonly userId?: string | undefined
          /** Only transactions of this type. */
          readonly type?:
            | "award"
            | "user_partner_transfer"
            | "award_reversal"
            | "user_partner_refund"
            | "adjustment"
            | "adjustment_reversal"
            | "maturity"
            | "expiry"
            | "erasure"
            | "merge"
            | undefined
          /** Only entries at or after this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
          readonly from?: string | undefined
          /** Only entries before this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
          readonly to?: string | undefined
          /** Only entries whose metadata has metadataValue under this key. Must be text of 1 to 40 characters. */
          readonly metadataKey?: string | undefined
          /** The value under metadataKey. Must be text of 0 to 500 characters. */
          readonly metadataValue?: string | undefined
          /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
          /** The `next` of the previous page. Must be an id made by this service. */
          readonly after?: string | undefined
        }
      }
    ) => Promise<Success<TransactionPage>>

    /** The coins that the partner owes its users, now or at a time in the past. The sums include what was written or due up to and including `at`. `awarded - reversed - spent - expired + adjusted` is `outstanding + pending`. Needs the scope `read`. */
    readonly liability: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The time of the sums, which must not be in the future. By default it is now. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
          readonly at?: string | undefined
        }
      }
    ) => Promise<Success<Liability>>

    /** Return the coins of a transfer to the user's wallet. A transfer can be refunded once. Lists show it as refunded. Needs the scope `coins:refund`. */
    readonly refund: (
      request: CallOptions & {
        readonly payload: RefundTransfer
      }
    ) => Promise<Success<Refund>>

    /** Up to 1000 refunds in one request, each with its own outcome. The outcomes are in the order of the items in the request. A refused item does not stop the others: the status is that of a success even if all items are refused. Each item counts as a request for the rate limit. A retry with the same `Idempotency-Key` gets the whole first answer again, unless all items were refused. Needs the scope `coins:refund`. */
    readonly refundMany: (
      request: CallOptions & {
        readonly payload: Refunds
      }
    ) => Promise<Success<RefundOutcomes>>

    /** Correct a user's balance by hand. Adds coins to a wallet, or removes coins from it. Lists show the reason. The audit trail shows who made the adjustment. The wallet never goes below zero. No rule and no limit applies. An adjustment counts on the boards only with `points`. If a person adjusts by more coins than `approveAbove` of the partner's settings, the answer is 202, and the adjustment waits until another person approves it. Send an `Idempotency-Key`, so that a retry never adjusts twice. Needs the scope `coins:adjust`. */
    readonly adjust: (
      request: CallOptions & {
        readonly payload: Adjust
      }
    ) => Promise<Success<Adjustment>>

    /** Up to 1000 adjustments in one request, each with its own outcome. The outcomes are in the order of the items in the request. A refused item does not stop the others: the status is that of a success even if all items are refused. Each item counts as a request for the rate limit. A retry with the same `Idempotency-Key` gets the whole first answer again, unless all items were refused. Needs the scope `coins:adjust`. */
    readonly adjustMany: (
      request: CallOptions & {
        readonly payload: Adjustments
      }
    ) => Promise<Success<AdjustmentOutcomes>>

    /** Undo an adjustment. An adjustment can be reversed once, as a whole. The reversal of a credit takes its coins back from the wallet, except those that have expired. It is refused if the wallet has too few coins. A reversal by a person waits for approval if the adjustment has more coins than `approveAbove` of the partner's settings. Needs the scope `coins:adjust`. */
    readonly reverseAdjustment: (
      request: CallOptions & {
        readonly payload: ReverseAdjustment
      }
    ) => Promise<Success<AdjustmentReversal>>
  }

  /** Large adjustments by persons wait until another person approves them. */
  readonly approvals: {
    /** Requests for approval, newest first. If a person orders an adjustment of more coins than `approveAbove` of the partner's settings, the adjustment waits until another person approves it. So does a person's reversal of such an adjustment. Adjustments and reversals by API keys do not wait. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `coins:adjust`. */
    readonly list: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** Only requests that wait. By default, the list has all. */
          readonly state?: "waiting" | undefined
          /** The `next` of the previous page. Must be the id of a request. */
          readonly before?: string | undefined
          /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
        }
      }
    ) => Promise<Success<ApprovalRequestPage>>

    /** Approve an adjustment, or the reversal of one, and carry it out. The person who ordered the adjustment cannot decide. The role of the person who decides must allow adjustments. API keys cannot decide. A decision is final. Without a decision, a request lapses after seven days. The adjustment is checked again. If the wallet has too few coins by now, the approval is refused, and the request still waits. Needs the scope `coins:adjust`. */
    readonly approve: (
      request: CallOptions & {
        readonly payload: Decide
      }
    ) => Promise<Success<Adjustment | AdjustmentReversal>>

    /** Decline an adjustment, or the reversal of one. The person who ordered the adjustment cannot decide. The role of the person who decides must allow adjustments. API keys cannot decide. A decision is final. Without a decision, a request lapses after seven days. Needs the scope `coins:adjust`. */
    readonly decline: (
      request: CallOptions & {
        readonly payload: Decide
      }
    ) => Promise<Success<DeclinedRequest>>
  }

  /** Statistics of a range of days. */
  readonly statistics: {
    /** Statistics of a range of days, and the coins that are owed. A reversal or refund counts on the day on which it was written, so that past days do not change. Includes every write that was answered before the request, and everything that was due. Refusals are counted in memory and written every few seconds, so a crash can lose the last counts, and the counts of other processes can be some seconds late. Needs the scope `read`. */
    readonly ofPartner: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The first day, in UTC. By default, the range has 30 days. Must be a day, such as 2026-01-31. */
          readonly from?: string | undefined
          /** The last day, in UTC. By default it is today, or 29 days after `from` if that is earlier. The range can have at most 400 days. Must be a day, such as 2026-01-31. */
          readonly to?: string | undefined
        }
      }
    ) => Promise<Success<Statistics>>

    /** The coins that a rule paid on each day, and the users whom it paid most. A reversal counts on the day of its award. Includes every write that was answered before the request, and everything that was due. Refusals are counted in memory and written every few seconds, so a crash can lose the last counts, and the counts of other processes can be some seconds late. Needs the scope `read`. */
    readonly ofRule: (
      request: CallOptions & {
        readonly path: {
          /** The rule's id. Must be an id made by this service. */
          readonly id: string
        }
        readonly urlParams?: {
          /** The first day, in the time zone of the rule. By default, the range has 30 days. Must be a day, such as 2026-01-31. */
          readonly from?: string | undefined
          /** The last day, in the time zone of the rule. By default it is today, or 29 days after `from` if that is earlier. The range can have at most 400 days. Must be a day, such as 2026-01-31. */
          readonly to?: string | undefined
        }
      }
    ) => Promise<Success<RuleStatistics>>
  }

  /** What may need attention. */
  readonly alerts: {
    /** What may need attention now. Lists active rules that have used at least 80 % (`rule.nearly_used_up`) or all (`rule.used_up`) of the places or of a limit for all members. A rule has at most one of these two alerts. Also lists active rules that end within seven days (`rule.ending`), webhooks whose attempts fail (`webhook.failing`), and adjustments that wait for approval (`approval.waiting`). Only callers with the scope `coins:adjust` get `approval.waiting`. The answer has alerts for at most 100 rules. Only the newest 10,000 rules are examined. Needs the scope `read`. */
    readonly list: (request?: CallOptions) => Promise<Success<Alerts>>
  }

  /** Events, in the order in which they were committed. */
  readonly events: {
    /** The partner's events, oldest first, as pages or as server-sent events. Events are recorded from the first request to this endpoint until about a day after the last request, and while the partner has a webhook. They are stored for 30 days. With `Accept: text/event-stream` the answer is a stream that sends each event when it is committed: `id`, `event` (the type) and `data` (the event as in a page). A stream ends when its access token becomes invalid. Then connect again with a new token and `Last-Event-ID`. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly list: (
      request?: CallOptions & {
        readonly urlParams?: {
          /** The id of the last event that you received, even if the event is deleted by now. Must be an id made by this service. */
          readonly after?: string | undefined
          /** Instead of `after`: start with this many of the newest events. With `types`, only the last 1,000 events are searched. Must be a whole number from 1 to 100. */
          readonly newest?: string | undefined
          /** The maximum number of entries in a page. The default is the value of `newest`, or 20 if `newest` is not given. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
          /** Only events of these types, separated by commas. */
          readonly types?: string | undefined
        }
      }
    ) => Promise<Success<EventPage>>
  }

  /** Webhooks: signed requests that deliver events to the partner. */
  readonly webhooks: {
    /** Create a webhook for future events; its secret is shown only once. Each event is sent by POST at least once, and is signed with the secret as Standard Webhooks prescribes. A failed delivery is retried for three days. A partner can have at most 16 webhooks. A retry of this request creates another webhook. Needs the scope `webhooks:write`. An `Idempotency-Key` is ignored. */
    readonly create: (
      request: CallOptions & {
        readonly payload: CreateWebhook
      }
    ) => Promise<Success<WebhookWithSecret>>

    /** The partner's webhooks, at most 16. Secrets are shown only once, so they are not included. Needs the scope `read`. */
    readonly list: (request?: CallOptions) => Promise<Success<ReadonlyArray<Webhook>>>

    /** One webhook. The secret is shown only once, so it is not included. Needs the scope `read`. */
    readonly get: (
      request: CallOptions & {
        readonly path: {
          /** The id of the webhook. */
          readonly id: string
        }
      }
    ) => Promise<Success<Webhook>>

    /** Change the given fields of a webhook, pause it or make it active again. A webhook that becomes active again continues where it stopped. Events are stored for 30 days. Needs the scope `webhooks:write`. */
    readonly update: (
      request: CallOptions & {
        readonly path: {
          /** The id of the webhook. */
          readonly id: string
        }
        readonly payload: UpdateWebhook
      }
    ) => Promise<Success<Webhook>>

    /** Delete a webhook and its deliveries. Nothing more is sent. An attempt that is already running can still arrive. Needs the scope `webhooks:write`. */
    readonly remove: (
      request: CallOptions & {
        readonly path: {
          /** The id of the webhook. */
          readonly id: string
        }
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** Replace the secret of a webhook; the new one is shown only once. For 24 hours, requests have two signatures: one with the new secret and one with the old secret. Needs the scope `webhooks:write`. */
    readonly rotate: (
      request: CallOptions & {
        readonly path: {
          /** The id of the webhook. */
          readonly id: string
        }
      }
    ) => Promise<Success<WebhookWithSecret>>

    /** Send an event of the type webhook.test now, and return the receiver's answer. A process of the service runs only one test of a webhook at a time. Needs the scope `webhooks:write`. */
    readonly test: (
      request: CallOptions & {
        readonly path: {
          /** The id of the webhook. */
          readonly id: string
        }
      }
    ) => Promise<Success<WebhookTest>>

    /** The deliveries of a webhook in the last 30 days, newest event first. Shows each delivery with the result of its last attempt and the time of the next attempt. With `Accept: text/csv`, the answer is a CSV file with this page and all following pages. Needs the scope `read`. */
    readonly deliveries: (
      request: CallOptions & {
        readonly path: {
          /** The id of the webhook. */
          readonly id: string
        }
        readonly urlParams?: {
          /** Only deliveries in this state. */
          readonly state?: "pending" | "delivered" | "failed" | undefined
          /** The `next` of the previous page. Must be an id made by this service. */
          readonly after?: string | undefined
          /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
          readonly limit?: string | undefined
        }
      }
    ) => Promise<Success<DeliveryPage>>

    /** Send an event of the last 30 days again. The event is sent in the background with the same `webhook-id`, even if it was delivered before. Each call makes the same delivery pending again. Needs the scope `webhooks:write`. */
    readonly redeliver: (
      request: CallOptions & {
        readonly path: {
          /** The id of the webhook. */
          readonly id: string
          /** The id of the delivery, which is the id of its event. */
          readonly deliveryId: string
        }
      }
    ) => Promise<Success<Delivery>>
  }

  /** The authorization server. */
  readonly authorization: {
    /** Get an authorization code with the user's password. For native apps that ask for the password themselves. The code in `redirectUrl` is valid for one use within 60 seconds. `deviceType` chooses one of the registered addresses. Prefer the sign-in page, where the app never sees the password. An `Idempotency-Key` is ignored. */
    readonly code: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly urlParams?: {
          /** One or more of profile, email and fullname, separated by spaces; profile by default. Must be words with spaces between them. */
          readonly scope?: string | undefined
          /** web or mobile: chooses one of the registered addresses to return to. */
          readonly deviceType?: "web" | "mobile" | undefined
        }
        readonly payload: RequestCode
      }
    ) => Promise<Success<CodeIssued>>

    /** Exchange a code or a refresh token for tokens. A code can be used once; a second use ends all tokens that were issued for it. Each use of a refresh token replaces it. A JSON body is answered with the envelope, a form with the JSON of OAuth. An `Idempotency-Key` is ignored. */
    readonly token: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly payload: TokenRequest
      }
    ) => Promise<Success<Tokens>>

    /** Revoke a token (RFC 7009). Revoking a refresh token also ends all other tokens of its grant. Revoking an access token ends only that token. An unknown token is answered with success. The answer to a form has no body. An `Idempotency-Key` is ignored. */
    readonly revoke: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
        readonly payload: RevokeToken
      }
    ) => Promise<Success<Readonly<Record<string, never>>>>

    /** The user who granted the access token. Fields whose scope the user did not allow are omitted. */
    readonly me: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
      }
    ) => Promise<Success<Me>>

    /** The metadata of the authorization server (RFC 8414). For OAuth clients that configure themselves. The standard fixes this path, so it does not start with `/api/v1`. */
    readonly metadata: (
      request: CallOptions & {
        readonly path: {
          /** The partner's ecosystem. Must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter. */
          readonly eco: string
        }
      }
    ) => Promise<AuthorizationServerMetadata>
  }
}

export const routes = {
  partners: {
    onboard: { method: "POST", path: "/api/v1/:eco/partners", repeat: "if refused" },
    details: { method: "GET", path: "/api/v1/:eco/partners", repeat: "always" },
    update: { method: "PATCH", path: "/api/v1/:eco/partners", repeat: "with key" },
    login: { method: "POST", path: "/api/v1/:eco/partners/login", repeat: "if refused" },
    forgotPassword: { method: "POST", path: "/api/v1/:eco/partners/forgot-password", repeat: "if refused" },
    resetPassword: { method: "POST", path: "/api/v1/:eco/partners/reset-password", repeat: "if refused" }
  },
  iam: {
    login: { method: "POST", path: "/api/v1/laas/iam/login", repeat: "if refused" },
    logout: { method: "POST", path: "/api/v1/laas/iam/logout", repeat: "if refused" },
    logoutAll: { method: "POST", path: "/api/v1/laas/iam/logout-all", repeat: "if refused" },
    logoutLogins: { method: "POST", path: "/api/v1/laas/iam/logout-logins", repeat: "if refused" },
    me: { method: "GET", path: "/api/v1/laas/iam/me", repeat: "always" },
    updateMe: { method: "PATCH", path: "/api/v1/laas/iam/me", repeat: "with key" },
    listSessions: { method: "GET", path: "/api/v1/laas/iam/sessions", repeat: "always" },
    endSession: { method: "DELETE", path: "/api/v1/laas/iam/sessions/:id", repeat: "if refused" },
    listApiKeys: { method: "GET", path: "/api/v1/laas/iam/api-keys", repeat: "always" },
    createApiKey: { method: "POST", path: "/api/v1/laas/iam/api-keys", repeat: "if refused" },
    revokeApiKey: { method: "DELETE", path: "/api/v1/laas/iam/api-keys/:id", repeat: "if refused" },
    audit: { method: "GET", path: "/api/v1/laas/iam/audit", repeat: "always" }
  },
  testSide: {
    create: { method: "POST", path: "/api/v1/laas/iam/test-side", repeat: "if refused" },
    get: { method: "GET", path: "/api/v1/laas/iam/test-side", repeat: "always" },
    empty: { method: "POST", path: "/api/v1/laas/iam/test-side/empty", repeat: "if refused" },
    clock: { method: "POST", path: "/api/v1/laas/iam/test-side/clock", repeat: "with key" },
    token: { method: "POST", path: "/api/v1/laas/iam/test-side/token", repeat: "if refused" }
  },
  settings: {
    get: { method: "GET", path: "/api/v1/laas/settings", repeat: "always" },
    update: { method: "POST", path: "/api/v1/laas/settings", repeat: "with key" }
  },
  totp: {
    start: { method: "POST", path: "/api/v1/laas/iam/totp", repeat: "if refused" },
    confirm: { method: "POST", path: "/api/v1/laas/iam/totp/confirm", repeat: "if refused" },
    remove: { method: "POST", path: "/api/v1/laas/iam/totp/remove", repeat: "if refused" }
  },
  people: {
    list: { method: "GET", path: "/api/v1/laas/iam/staff", repeat: "always" },
    invite: { method: "POST", path: "/api/v1/laas/iam/staff", repeat: "with key" },
    changeRole: { method: "POST", path: "/api/v1/laas/iam/staff/role", repeat: "with key" },
    remove: { method: "DELETE", path: "/api/v1/laas/iam/staff/:id", repeat: "if refused" },
    accept: { method: "POST", path: "/api/v1/:eco/partners/staff/accept", repeat: "if refused" }
  },
  users: {
    create: { method: "POST", path: "/api/v1/user", repeat: "if refused" },
    verifyOtp: { method: "POST", path: "/api/v1/user/verify-otp", repeat: "if refused" },
    resendOtp: { method: "POST", path: "/api/v1/user/resend-otp", repeat: "if refused" },
    forgotPassword: { method: "POST", path: "/api/v1/user/forgot-password", repeat: "if refused" },
    resetPassword: { method: "POST", path: "/api/v1/user/reset-password", repeat: "if refused" },
    consents: { method: "POST", path: "/api/v1/user/consents", repeat: "if refused" },
    revokeConsent: { method: "POST", path: "/api/v1/user/consents/revoke", repeat: "if refused" },
    erase: { method: "POST", path: "/api/v1/user/erase", repeat: "if refused" },
    linkTag: { method: "POST", path: "/api/v1/:eco/users/link-tag", repeat: "with key" }
  },
  members: {
    onboard: { method: "POST", path: "/api/v1/laas/users", repeat: "with key" },
    list: { method: "GET", path: "/api/v1/laas/users", repeat: "always" },
    export: { method: "GET", path: "/api/v1/laas/users/export", repeat: "always" },
    erase: { method: "POST", path: "/api/v1/laas/users/erase", repeat: "with key" },
    erasure: { method: "GET", path: "/api/v1/laas/users/erasures/:id", repeat: "always" },
    merge: { method: "POST", path: "/api/v1/laas/users/merge", repeat: "with key" }
  },
  rules: {
    create: { method: "POST", path: "/api/v1/laas/rules/create-rule", repeat: "with key" },
    update: { method: "POST", path: "/api/v1/laas/rules/update-rule", repeat: "with key" },
    simulate: { method: "POST", path: "/api/v1/laas/rules/simulate", repeat: "always" },
    list: { method: "GET", path: "/api/v1/laas/rules", repeat: "always" },
    usage: { method: "GET", path: "/api/v1/laas/rules/usage", repeat: "always" },
    get: { method: "GET", path: "/api/v1/laas/rules/:id", repeat: "always" },
    progress: { method: "GET", path: "/api/v1/laas/rules/:id/progress", repeat: "always" },
    award: { method: "POST", path: "/api/v1/laas/rules/award", repeat: "with key" },
    awardMany: { method: "POST", path: "/api/v1/laas/rules/awards", repeat: "with key" },
    awards: { method: "GET", path: "/api/v1/laas/rules/awards", repeat: "always" },
    getAward: { method: "GET", path: "/api/v1/laas/awards/:id", repeat: "always" },
    explain: { method: "POST", path: "/api/v1/laas/rules/award/explain", repeat: "always" },
    reverse: { method: "POST", path: "/api/v1/laas/rules/award/reverse", repeat: "with key" },
    reverseMany: { method: "POST", path: "/api/v1/laas/rules/awards/reverse", repeat: "with key" },
    confirm: { method: "POST", path: "/api/v1/laas/rules/award/confirm", repeat: "with key" },
    confirmMany: { method: "POST", path: "/api/v1/laas/rules/awards/confirm", repeat: "with key" }
  },
  activities: {
    record: { method: "POST", path: "/api/v1/laas/activities", repeat: "with key" },
    recordMany: { method: "POST", path: "/api/v1/laas/activities/many", repeat: "with key" },
    list: { method: "GET", path: "/api/v1/laas/activities", repeat: "always" },
    reverse: { method: "POST", path: "/api/v1/laas/activities/reverse", repeat: "with key" }
  },
  boards: {
    points: { method: "GET", path: "/api/v1/laas/leaderboard/new", repeat: "always" },
    coins: { method: "GET", path: "/api/v1/laas/coins/partner/ep-leaderboard", repeat: "always" }
  },
  coins: {
    transfer: { method: "POST", path: "/api/v1/laas/coins/transfer-from-user-wallet", repeat: "with key" },
    wallet: { method: "GET", path: "/api/v1/laas/get-user-coin-data", repeat: "always" },
    transactions: { method: "GET", path: "/api/v1/laas/coins/transactions", repeat: "always" },
    search: { method: "GET", path: "/api/v1/laas/coins/transactions/search", repeat: "always" },
    liability: { method: "GET", path: "/api/v1/laas/coins/liability", repeat: "always" },
    refund: { method: "POST", path: "/api/v1/laas/coins/refund", repeat: "with key" },
    refundMany: { method: "POST", path: "/api/v1/laas/coins/refunds", repeat: "with key" },
    adjust: { method: "POST", path: "/api/v1/laas/coins/adjust", repeat: "with key" },
    adjustMany: { method: "POST", path: "/api/v1/laas/coins/adjustments", repeat: "with key" },
    reverseAdjustment: { method: "POST", path: "/api/v1/laas/coins/adjust/reverse", repeat: "with key" }
  },
  approvals: {
    list: { method: "GET", path: "/api/v1/laas/coins/adjust/requests", repeat: "always" },
    approve: { method: "POST", path: "/api/v1/laas/coins/adjust/approve", repeat: "with key" },
    decline: { method: "POST", path: "/api/v1/laas/coins/adjust/decline", repeat: "with key" }
  },
  statistics: {
    ofPartner: { method: "GET", path: "/api/v1/laas/statistics", repeat: "always" },
    ofRule: { method: "GET", path: "/api/v1/laas/rules/:id/statistics", repeat: "always" }
  },
  alerts: {
    list: { method: "GET", path: "/api/v1/laas/alerts", repeat: "always" }
  },
  events: {
    list: { method: "GET", path: "/api/v1/laas/events", repeat: "always" }
  },
  webhooks: {
    create: { method: "POST", path: "/api/v1/laas/webhooks", repeat: "if refused" },
    list: { method: "GET", path: "/api/v1/laas/webhooks", repeat: "always" },
    get: { method: "GET", path: "/api/v1/laas/webhooks/:id", repeat: "always" },
    update: { method: "PATCH", path: "/api/v1/laas/webhooks/:id", repeat: "with key" },
    remove: { method: "DELETE", path: "/api/v1/laas/webhooks/:id", repeat: "if refused" },
    rotate: { method: "POST", path: "/api/v1/laas/webhooks/:id/rotate", repeat: "if refused" },
    test: { method: "POST", path: "/api/v1/laas/webhooks/:id/test", repeat: "if refused" },
    deliveries: { method: "GET", path: "/api/v1/laas/webhooks/:id/deliveries", repeat: "always" },
    redeliver: {
      method: "POST",
      path: "/api/v1/laas/webhooks/:id/deliveries/:deliveryId/redeliver",
      repeat: "if refused"
    }
  },
  authorization: {
    code: {
      method: "POST",
      path: "/api/v1/:eco/users/authorization/authorization-code",
      repeat: "if refused"
    },
    token: { method: "POST", path: "/api/v1/:eco/users/authorization/token", repeat: "if refused" },
    revoke: { method: "POST", path: "/api/v1/:eco/users/authorization/revoke", repeat: "if refused" },
    me: { method: "GET", path: "/api/v1/:eco/users/me", repeat: "always" },
    metadata: { method: "GET", path: "/.well-known/oauth-authorization-server/api/v1/:eco", repeat: "always" }
  }
} as const satisfies Readonly<Record<string, Readonly<Record<string, Route>>>>
