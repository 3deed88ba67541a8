// Written by `npm run docs` from the schemas of the inputs and the contract in lib/http; do not edit.

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

export interface AcceptInvitationInput {
  /** The ecosystem of the partner. */
  readonly ecosystem: string
  /** The value of token= in the mailed link. */
  readonly token: string
  /** The new password. Must be text with at least 8 characters, one uppercase letter, one number, one special character, at most 200 characters. */
  readonly password: string
  /** Must equal password. */
  readonly confirmPassword: string
}

export interface ActivityInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** What happened. Rules name it in when.activity. Must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
  readonly type: string
  /** Data about the activity. The conditions of rules read it. Must be a JSON object of at most 8192 bytes, 100 values and 5 levels. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** When it happened: at most 30 days ago. The default is the time at which it is recorded. */
  readonly occurredAt?: string | undefined
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
}

export interface AdjustInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The coins to add or to remove. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly coins: string | number
  /** CR adds coins to the wallet. DE removes coins from it. The wallet must contain them. */
  readonly debitOrCredit: "CR" | "DE"
  /** Why the balance is corrected. */
  readonly reason: string
  /** Whether a credit counts on boards; false by default. */
  readonly points?: boolean | undefined
  /** After how long the coins of a credit expire, at the end of a day in UTC. By default they do not expire. */
  readonly coinsExpire?: string | undefined
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** Your own texts, by key. Lists show them and can be filtered by them. Must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
}

export interface AwardInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The name of a rule, or of a sub-rule of a combined rule. Must be a name of 1 to 128 characters. */
  readonly ruleName: string
  /** The amount that the rule pays for. Required if the rule has a `unit`, and not allowed otherwise. */
  readonly amount?: string | number | undefined
  /** A text that awards return as `note`. */
  readonly narration?: string | null | undefined
  /** Your own texts, by key. Lists show them and can be filtered by them. Must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
}

export interface ChangeRoleInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the person. */
  readonly id: string
  /** The new role. */
  readonly role: "owner" | "manager" | "support" | "viewer"
}

export interface CoinsBoardInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The page number; 1 by default. Must be a whole number of 1 or more. */
  readonly page?: string | number | undefined
  /** The maximum number of entries in a page. */
  readonly limit?: string | number | undefined
  /** `earner` ranks by the coins of awards and of adjustments with `points`. `spender` ranks by the coins that were moved to the partner. The default is `earner`. */
  readonly type?: "earner" | "spender" | undefined
  /** A month of `year`, or of the current year if `year` is not given. Must be a month from 1 to 12 or its English name. */
  readonly month?: string | number | undefined
  /** The year. Without `month`, the answer has each month of the year that has begun. Must be a year from 1970 to 2999. */
  readonly year?: string | number | undefined
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId?: string | undefined
  /** The id of a user. Instead of `page`, it selects the page with this user, or the first page if the user has no score. Must be text of 1 to 128 characters. */
  readonly around?: string | undefined
}

export interface CoinsYearInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The year. The answer has the months of this year that have begun. */
  readonly year: string | number
  /** The maximum number of entries in a page. */
  readonly limit?: string | number | undefined
  /** `earner` ranks by the coins of awards and of adjustments with `points`. `spender` ranks by the coins that were moved to the partner. The default is `earner`. */
  readonly type?: "earner" | "spender" | undefined
}

export interface ConfirmInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the award. Must be an id made by this service. */
  readonly awardId: string
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
}

export interface ConfirmTotpInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the person. */
  readonly personId: string
  /** The code that the authenticator app shows. */
  readonly otp: string
}

export interface CreateApiKeyInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
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

export interface CreateRuleInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
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

export interface CreateUserInput {
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

export interface CreateWebhookInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The address that receives events by POST. It must use https and must not contain a user name or a password. Must be an absolute http or https address. */
  readonly url: string
  /** The types of events that are sent; all of them if omitted. */
  readonly types?: ReadonlyArray<string> | undefined
  /** What the webhook is used for. Must be text of 1 to 200 characters. */
  readonly description?: string | undefined
}

export interface DecideInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the request, from the answer to the adjustment. */
  readonly requestId: string
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
}

export interface DeliveryKeyInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the webhook. */
  readonly id: string
  /** The id of the delivery, which is the id of its event. */
  readonly deliveryId: string
}

export interface EndSessionInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the person. */
  readonly personId: string
  /** The id of the session. */
  readonly id: string
}

export interface ExchangeCodeInput {
  /** The ecosystem of the partner. */
  readonly ecosystem: string
  /** The application's clientId. Must be the clientId that onboarding returned. */
  readonly clientId: string
  /** The code of the redirect, valid for one use within 60 seconds. */
  readonly code: string
  /** The address to which the code was sent; optional. Must be the redirect address of the authorization request. */
  readonly redirectUri?: string | undefined
  /** The text whose SHA-256 is the code challenge. Must be 43 to 128 of the characters A-Z a-z 0-9 - . _ ~. */
  readonly codeVerifier?: string | undefined
  /** The newest refresh token, valid for one use. */
  readonly refreshToken?: string | undefined
  /** With refresh_token: the scopes of the new access token, if it needs fewer scopes than the user allowed. Must be words with spaces between them. */
  readonly scope?: string | undefined
}

export interface ExplainActivityInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
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

export interface ExplainAwardInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The name of a rule, or of a sub-rule of a combined rule. Must be a name of 1 to 128 characters. */
  readonly ruleName: string
  /** The amount that the rule pays for; required if the rule has a unit, and refused otherwise. Must be a decimal above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly amount?: string | number | undefined
}

export interface FindRuleInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** Unique among the partner's rules and sub-rules; trimmed and lower-cased. Must be a name of 1 to 128 characters. */
  readonly name: string
}

export interface ForgotUserPasswordInput {
  /** The e-mail address; unique without regard to case. Must be an e-mail address. */
  readonly email: string
}

export interface GetAwardInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The award's id. */
  readonly id: string
}

export interface GetRuleInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The rule's id. Must be an id made by this service. */
  readonly id: string
}

export interface HistoryInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The page number; 1 by default. Must be a whole number of 1 or more. */
  readonly page?: string | number | undefined
  /** The maximum number of entries in a page; 10 by default. Must be a whole number from 1 to 100. */
  readonly limit?: string | number | undefined
}

export interface KeyLoginInput {
  /** The API key: rk_ and 64 hex characters, or rk_test_ and 64 hex characters. */
  readonly apiKey: string
  /** The secret that was shown when the key was created. */
  readonly apiSecret: string
}

export interface LinkUserInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The ecosystem of the partner. */
  readonly ecosystem: string
  /** The partner's own id for the user. */
  readonly userId: string
  /** The tag of a user who has given the partner the scope `profile`. Must be 3 to 32 of the characters a-z 0-9 _ . -. */
  readonly tag: string
}

export interface ListActivitiesInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId?: string | undefined
  /** Only activities of this type. Must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen. */
  readonly type?: string | undefined
  /** Only entries at or after this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly from?: string | undefined
  /** Only entries before this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly to?: string | undefined
  /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
  readonly limit?: string | number | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
}

export interface ListAlertsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** Whether the list includes adjustments that wait for approval. They concern only people who may approve them. */
  readonly approvals?: boolean | undefined
}

export interface ListAuditInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
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
  /** The id of the last entry of the previous page. */
  readonly before?: string | undefined
  /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
  readonly limit?: string | number | undefined
}

export interface ListAwardsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId?: string | undefined
  /** Only awards that named this rule or sub-rule. Must be a name of 1 to 128 characters. */
  readonly ruleName?: string | undefined
  /** Only awards in this state: paid, paid but waiting to mature (`pending`), only counted, suppressed by a limit, reversed in part, or reversed. */
  readonly state?: "paid" | "pending" | "counted" | "suppressed" | "partly_reversed" | "reversed" | undefined
  /** Only entries at or after this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly from?: string | undefined
  /** Only entries before this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly to?: string | undefined
  /** Only entries whose metadata has metadataValue under this key. Must be text of 1 to 40 characters. */
  readonly metadataKey?: string | undefined
  /** The value under metadataKey. Must be text of 0 to 500 characters. */
  readonly metadataValue?: string | undefined
  /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
  readonly limit?: string | number | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
}

export interface ListConsentsInput {
  /** The user's tag or e-mail address. */
  readonly tag: string
  /** The user's password. */
  readonly password: string
}

export interface ListDeliveriesInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the webhook. */
  readonly id: string
  /** Only deliveries in this state. */
  readonly state?: "pending" | "delivered" | "failed" | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
  readonly limit?: string | number | undefined
}

export interface ListDirectoryInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** A prefix of an id of the member: of its `userId`, its `linkedId`, or another id that leads to it. */
  readonly search?: string | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
  readonly limit?: string | number | undefined
  /** Only the members with these ids. Cannot be combined with `search`. */
  readonly userIds?: ReadonlyArray<string> | undefined
  /** If true, the attributes are shown, and the records from the partner's `userDetailsUrl` are shown and searched. */
  readonly records?: boolean | undefined
}

export interface ListEventsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** Returns events after this one. The event itself may have been removed. */
  readonly after?: string | undefined
  /** Starts the list `newest` events before the end of the feed. It cannot be combined with `after`. */
  readonly newest?: string | number | undefined
  /** The page size. The default is `newest`, or 20 if `newest` is not given. */
  readonly limit?: string | number | undefined
  /** Returns only events of these types; by default all events. */
  readonly types?: ReadonlyArray<string> | undefined
}

export interface ListMailsInput {
  /** The id of the last entry of the previous page. */
  readonly before?: string | undefined
  /** The maximum number of entries in a page. */
  readonly limit?: string | number | undefined
}

export interface ListMembersInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** A prefix of an id of the member: of its `userId`, its `linkedId`, or another id that leads to it. */
  readonly search?: string | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
  readonly limit?: string | number | undefined
}

export interface ListPartnersInput {
  /** The id of the last entry of the previous page. */
  readonly after?: string | undefined
  /** The maximum number of entries in a page. */
  readonly limit?: string | number | undefined
}

export interface ListProgressInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The rule's id. Must be an id made by this service. */
  readonly id: string
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
  readonly limit?: string | number | undefined
}

export interface ListRequestsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** With "waiting", the list has only requests that wait. By default, the list has all requests. */
  readonly state?: "waiting" | undefined
  /** The id of the last entry of the previous page. */
  readonly before?: string | undefined
  /** The maximum number of entries in a page; 20 by default. Must be a whole number from 1 to 100. */
  readonly limit?: string | number | undefined
}

export interface ListRulesInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  /** The status of the rule itself, not of its sub-rules. Archived rules are listed with "archived" only. */
  readonly status?: "active" | "inactive" | "archived" | undefined
  /** Only rules of this type. */
  readonly type?: "single" | "batched" | "combined" | undefined
  /** A part of the name of the rule or of one of its sub-rules. Upper and lower case are the same. */
  readonly search?: string | undefined
  /** The maximum number of entries in a page. */
  readonly limit?: string | number | undefined
}

export interface ListTransactionsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
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
  readonly limit?: string | number | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
}

export interface LoginInput {
  /** The ecosystem of the partner. */
  readonly ecosystem: string
  /** The e-mail address; unique within the ecosystem, without regard to case. Must be an e-mail address. */
  readonly email: string
  /** The person's password. */
  readonly password: string
  /** For a person with a second factor: the code that the authenticator app shows, or a recovery code. */
  readonly otp?: string | undefined
}

export interface MemberKeyInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
}

export interface MergeMembersInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** An id of the member whose records, coins and ids go to the other member. */
  readonly from: string
  /** An id of the member that remains. */
  readonly into: string
  /** Merges the members even if both together were paid more than a rule pays one member. The limit is then used up. */
  readonly force?: boolean | undefined
}

export interface MoveTestClockInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The time that the clock shall show. */
  readonly at?: string | undefined
  /** How many days of 24 hours the clock shall move forward. */
  readonly days?: number | undefined
}

export interface NewestEventsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** Instead of `after`: start with this many of the newest events. With `types`, only the last 1,000 events are searched. Must be a whole number from 1 to 100. */
  readonly newest: string | number
  /** Returns only events of these types; by default all events. */
  readonly types?: ReadonlyArray<string> | undefined
}

export interface OnboardMemberInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId?: string | undefined
  /** The user's tag at the partner. The service requests the user's record from the partner's userDetailsUrl. Must be text of 1 to 128 characters. */
  readonly tag?: string | undefined
  /** Data about the member, which the conditions of rules can read. The request sets these attributes, and removes each attribute whose value is null. Other attributes do not change. A member has at most 20 attributes. Must be an object of texts, numbers, booleans and nulls, with names of 1 to 64 characters. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | null>> | undefined
}

export interface OnboardPartnerInput {
  /** The ecosystem of the partner. */
  readonly ecosystem: string
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

export interface OnboardUserInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** Data about the member, which the conditions of rules can read. The request sets these attributes, and removes each attribute whose value is null. Other attributes do not change. A member has at most 20 attributes. Must be an object of texts, numbers, booleans and nulls, with names of 1 to 64 characters. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | null>> | undefined
}

export interface PartnerKeyInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
}

export interface PartnerOfEcosystemInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The ecosystem of the partner. */
  readonly ecosystem: string
}

export interface PersonKeyInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the person. */
  readonly personId: string
}

export interface PointsBoardInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The page number; 1 by default. Must be a whole number of 1 or more. */
  readonly page?: string | number | undefined
  /** The maximum number of entries in a page. */
  readonly take?: string | number | undefined
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId?: string | undefined
  /** The id of a user. Instead of `page`, it selects the page with this user, or the first page if the user has no score. Must be text of 1 to 128 characters. */
  readonly around?: string | undefined
}

export interface PositionInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** `earner` ranks by the coins of awards and of adjustments with `points`. `spender` ranks by the coins that were moved to the partner. The default is `earner`. */
  readonly type?: "earner" | "spender" | undefined
  /** A month of `year`, or of the current year if `year` is not given. Must be a month from 1 to 12 or its English name. */
  readonly month?: string | number | undefined
  /** The year. Without `month`, the answer has each month of the year that has begun. Must be a year from 1970 to 2999. */
  readonly year?: string | number | undefined
}

export interface ReadLiabilityInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The time of the sums, which must not be in the future. By default it is now. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly at?: string | undefined
}

export interface ReadRuleStatisticsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The rule's id. Must be an id made by this service. */
  readonly id: string
  /** The first day, in UTC. By default, the range has 30 days. Must be a day, such as 2026-01-31. */
  readonly from?: string | undefined
  /** The last day, in UTC. By default it is today, or 29 days after `from` if that is earlier. The range can have at most 400 days. Must be a day, such as 2026-01-31. */
  readonly to?: string | undefined
}

export interface ReadStatisticsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The first day, in UTC. By default, the range has 30 days. Must be a day, such as 2026-01-31. */
  readonly from?: string | undefined
  /** The last day, in UTC. By default it is today, or 29 days after `from` if that is earlier. The range can have at most 400 days. Must be a day, such as 2026-01-31. */
  readonly to?: string | undefined
}

export interface RebuildInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
}

export interface RefreshTokensInput {
  /** The ecosystem of the partner. */
  readonly ecosystem: string
  /** The application's clientId. Must be the clientId that onboarding returned. */
  readonly clientId: string
  /** The code of the redirect, valid for one use within 60 seconds. */
  readonly code?: string | undefined
  /** The address to which the code was sent; optional. Must be the redirect address of the authorization request. */
  readonly redirectUri?: string | undefined
  /** The text whose SHA-256 is the code challenge. Must be 43 to 128 of the characters A-Z a-z 0-9 - . _ ~. */
  readonly codeVerifier?: string | undefined
  /** The newest refresh token, valid for one use. */
  readonly refreshToken: string
  /** With refresh_token: the scopes of the new access token, if it needs fewer scopes than the user allowed. Must be words with spaces between them. */
  readonly scope?: string | undefined
}

export interface RefundInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
  /** The id of a transfer from a wallet to the partner. Must be an id made by this service. */
  readonly transactionId: string
}

export interface RegisterPartnerInput {
  /** The name of the partner. It need not be unique. */
  readonly name: string
  /** A unique id that the host chooses. A second call with the same reference returns the same partner. */
  readonly reference?: string | null | undefined
}

export interface RemovePersonInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the person. */
  readonly id: string
}

export interface RemoveTotpInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the person. */
  readonly personId: string
  /** The code that the authenticator app shows, or a recovery code. */
  readonly otp: string
}

export interface RemoveTotpOfInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the person who lost the second factor. */
  readonly id: string
}

export interface RenamePartnerInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The new name. */
  readonly name: string
}

export interface RequestCodeInput {
  /** The ecosystem of the partner. */
  readonly ecosystem: string
  /** The application's clientId. Must be the clientId that onboarding returned. */
  readonly clientId: string
  /** The user's tag or e-mail address. Must be text of 1 to 254 characters. */
  readonly tag: string
  /** The user's password. */
  readonly password: string
  /** One or more of profile, email and fullname, separated by spaces; profile by default. Must be words with spaces between them. */
  readonly scope?: string | undefined
  /** web or mobile: chooses one of the registered addresses to return to. */
  readonly deviceType?: "web" | "mobile" | undefined
  /** The address to return to, exactly as it was registered. Must be one of the registered addresses. */
  readonly redirectUri?: string | undefined
  /** Returned unchanged. Must be text of 1 to 2048 characters. */
  readonly state?: string | undefined
  /** The SHA-256 of the code verifier in base64url (PKCE). Must be 43 characters of base64url. */
  readonly codeChallenge?: string | undefined
  /** The only supported method. */
  readonly codeChallengeMethod?: "S256" | undefined
}

export interface ResendOtpInput {
  /** The e-mail address; unique without regard to case. Must be an e-mail address. */
  readonly email: string
}

export interface ResetPasswordInput {
  /** The ecosystem of the partner. */
  readonly ecosystem: string
  /** The value of token= in the mailed link. */
  readonly token: string
  /** The new password. Must be text with at least 8 characters, one uppercase letter, one number, one special character, at most 200 characters. */
  readonly password: string
  /** Must equal password. */
  readonly confirmPassword: string
}

export interface ResetUserPasswordInput {
  /** The e-mail address; unique without regard to case. Must be an e-mail address. */
  readonly email: string
  /** The code from the mail, with its leading zeros. Must be the twenty digits of the mail, as text. */
  readonly otp: string
  /** The account's new password. Must be text of 8 to 200 characters. */
  readonly password: string
  /** Must equal password. */
  readonly confirmPassword: string
}

export interface ReverseActivityInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of an activity. Must be an id made by this service. */
  readonly activityId: string
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
}

export interface ReverseAdjustmentInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of an adjustment. Must be an id made by this service. */
  readonly adjustmentId: string
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
}

export interface ReverseInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The reason, in your own words. */
  readonly narration?: string | null | undefined
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
  /** The id of the award. Must be an id made by this service. */
  readonly awardId: string
  /** The coins to take back. By default all that are left. */
  readonly coins?: string | number | undefined
  /** The cancelled part of the award's amount. The member keeps at most the coins that the rest of the amount earns. */
  readonly amount?: string | number | undefined
}

export interface RevokeApiKeyInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the API key. */
  readonly id: string
}

export interface RevokeTokenInput {
  /** The ecosystem of the partner. */
  readonly ecosystem: string
  /** The application's clientId. Must be the clientId that onboarding returned. */
  readonly clientId: string
  /** A refresh token or an access token. Revoking a refresh token ends all tokens of its grant. */
  readonly token: string
  /** The kind of token; it may be omitted. Must be access_token or refresh_token. */
  readonly tokenTypeHint?: string | undefined
}

export interface SimulateRuleInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** Either a new rule with `when`, in the form of `create-rule`, or the `id` of a rule and its changes, in the form of `update-rule`. The rule must be active. */
  readonly rule:
    | {
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
    | {
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
  /** Only activities that were recorded at or after this time. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly from: string
  /** Only activities that were recorded before this time. A simulation of more than 200000 activities is refused. Must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z. */
  readonly to: string
}

export interface StatementInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The version of the last entry of the previous page. */
  readonly before?: number | undefined
  /** The maximum number of entries in a page. */
  readonly limit?: string | number | undefined
}

export interface StreamEventsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** Returns events after this one. The event itself may have been removed. */
  readonly after?: string | undefined
  /** Starts the list `newest` events before the end of the feed. It cannot be combined with `after`. */
  readonly newest?: string | number | undefined
  /** Returns only events of these types; by default all events. */
  readonly types?: ReadonlyArray<string> | undefined
}

export interface TransferInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of a user account, or the partner's own id for the user. Must be text of 1 to 128 characters. */
  readonly userId: string
  /** The coins to move. The wallet must contain them. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly coins: string | number
  /** A text that lists return with the transfer. */
  readonly narration?: string | null | undefined
  /** Your own texts, by key. Lists show them and can be filtered by them. Must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** A second call with the same key and input returns the first answer, and takes effect once. */
  readonly idempotencyKey?: string | undefined
  /** Text that the caller stores with the idempotency key. A retry with another text is still the same request. The text must not contain personal data, because it stays when the narration and metadata are erased. */
  readonly attachment?: string | undefined
}

export interface UpdatePartnerInput {
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
  /** The current password. It is required if the e-mail address changes. */
  readonly currentPassword?: string | undefined
}

export interface UpdatePersonInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the person. */
  readonly personId: string
  /** Whether the person gets mails about alerts: see `AlertMails`. */
  readonly alertMails: boolean
}

export interface UpdateRuleInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The rule's id. Must be an id made by this service. */
  readonly id: string
  /** The `version` that the caller has read. If the rule has changed since then, the update is refused. */
  readonly version?: string | undefined
  /** Unique among the partner's rules and sub-rules; trimmed and lower-cased. Must be a name of 1 to 128 characters. */
  readonly name?: string | undefined
  /** The coins that the rule pays. Must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000. A JSON string or number. */
  readonly coinValue?: string | number | undefined
  /** How many users can be awarded. Must be a whole number of 1 or more. A JSON string or number. */
  readonly maxNumberOfParticipant?: string | number | undefined
  /** The condition that a user must meet, as text. It can be empty only if the type is combined. */
  readonly condition?: string | undefined
  /** An inactive rule cannot be awarded. */
  readonly status?: "active" | "inactive" | undefined
  /** Lists leave out an archived rule. It must be inactive. Its name stays taken, and it can be restored. */
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

export interface UpdateSettingsInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The event `coins.expiring` is written this many days before coins expire, from 1 to 365. Null means never. A new partner has 30. */
  readonly expiryNotice?: number | null | undefined
  /** If a person orders an adjustment of more coins than this, it waits until another person approves it. So does a person's reversal of such an adjustment. 0 means that all adjustments by people wait. Null means that none waits, as for a new partner. */
  readonly approveAbove?: string | number | null | undefined
  /** Whether a digest of the id of an erased member is stored. Null means the same as false. It is true for a new partner. */
  readonly rememberErased?: boolean | null | undefined
}

export interface UpdateWebhookInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the webhook. */
  readonly id: string
  /** The address that receives events by POST. It must use https and must not contain a user name or a password. Must be an absolute http or https address. */
  readonly url?: string | undefined
  /** The types of events that are sent; null for all of them. */
  readonly types?: ReadonlyArray<string> | null | undefined
  /** What the webhook is used for; null removes it. Must be text of 1 to 200 characters. */
  readonly description?: string | null | undefined
  /** `paused` stops sending. `active` continues where sending stopped. */
  readonly status?: "active" | "paused" | undefined
}

export interface UserLoginInput {
  /** The user's tag or e-mail address. */
  readonly tag: string
  /** The user's password. */
  readonly password: string
}

export interface VerifyOtpInput {
  /** The e-mail address; unique without regard to case. Must be an e-mail address. */
  readonly email: string
  /** The code from the mail, with its leading zeros. Must be the six digits of the mail, as text. */
  readonly otp: string
}

export interface WebhookKeyInput {
  /** The id of the partner, as `partners.register` returns it. */
  readonly partnerId: string
  /** The id of the webhook. */
  readonly id: string
}

export interface WithdrawConsentInput {
  /** The user's tag or e-mail address. */
  readonly tag: string
  /** The user's password. */
  readonly password: string
  /** The application's clientId, from the list of consents. Must be the clientId of a consent. */
  readonly clientId: string
}
