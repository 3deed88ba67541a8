// Written by `npm run docs` from the schemas of the answers; do not edit.

import type { Conditions } from "../schema/inputs.ts"

/** An answer that is stored under an idempotency key. */
export type Receipt<Answer> = Answer & {
  /** True if this is the stored answer of an earlier call with the same key. */
  readonly replayed: boolean
}

export interface PlainAccessToken {
  readonly accessToken: string
  readonly expiresIn: number
}

/** A recorded activity. It has an outcome for each active rule and sub-rule whose `when` names its type, in the order of their names. */
export interface PlainActivity {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly type: string
  readonly occurredAt: string
  readonly createdAt: string
  readonly outcomes: ReadonlyArray<PlainActivityOutcome>
}

/** The outcome of an activity under one rule or sub-rule. If the activity met the conditions (`met`), the rule paid (`awarded`), only counted a completion, or did not pay. `refusal` is the reason why it did not pay. */
export interface PlainActivityOutcome {
  readonly ruleId: string
  readonly ruleName: string
  readonly met: boolean
  readonly awarded: boolean
  readonly coins: string
  readonly refusal:
    | {
        readonly ruleName: string
        readonly _tag: "RuleInactive"
      }
    | {
        readonly ruleName: string
        readonly startsAt: string | null
        readonly endsAt: string | null
        readonly _tag: "RuleNotRunning"
      }
    | {
        readonly ruleName: string
        readonly _tag: "AmountRequired"
      }
    | {
        readonly ruleName: string
        readonly _tag: "AmountNotAllowed"
      }
    | {
        readonly ruleName: string
        readonly unit: string
        readonly _tag: "AmountTooSmall"
      }
    | {
        readonly ruleName: string
        readonly max: string
        readonly _tag: "AmountTooLarge"
      }
    | {
        readonly ruleName: string
        readonly max: number
        readonly _tag: "ParticipantLimitReached"
      }
    | {
        readonly ruleName: string
        readonly max: number
        readonly _tag: "UserLimitReached"
      }
    | {
        readonly ruleName: string
        readonly per: "member" | "rule"
        readonly period: "day" | "week" | "month" | "year" | "ever"
        readonly measure: "awards" | "coins"
        readonly used: string
        readonly max: string
        readonly resetsAt: string | null
        readonly _tag: "LimitReached"
      }
    | {
        readonly accountId: string
        readonly max: string
        readonly _tag: "BalanceTooLarge"
      }
    | {
        readonly ruleName: string
        readonly field: string
        readonly _tag: "AmountInvalid"
      }
    | null
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
    readonly held: boolean
  }>
}

export interface PlainActivityPage {
  readonly data: ReadonlyArray<PlainListedActivity>
  readonly hasMore: boolean
  readonly next: string | null
}

/** An accepted reversal of an activity. `coins` is the total that was taken back for its awards. */
export interface PlainActivityReversal {
  readonly id: string
  readonly partnerId: string
  readonly activityId: string
  readonly coins: string
  readonly narration: string | null
  readonly createdAt: string
}

/** An accepted adjustment. */
export interface PlainAdjustment {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly coins: string
  readonly debitOrCredit: "CR" | "DE"
  readonly reason: string
  readonly points: boolean
  readonly narration: string | null
  readonly createdAt: string
}

export interface PlainAdjustmentReversal {
  readonly id: string
  readonly partnerId: string
  readonly coins: string
  readonly narration: string | null
  readonly createdAt: string
  readonly adjustmentId: string
}

/** Something that may need the attention of a person. Fields that do not belong to the alert's type are null. */
export interface PlainAlert {
  readonly type:
    | "rule.used_up"
    | "rule.nearly_used_up"
    | "rule.ending"
    | "webhook.failing"
    | "approval.waiting"
  readonly rule: {
    readonly id: string
    readonly name: string
  } | null
  /** The rule's limit with the largest used share. */
  readonly limit: PlainLimitStanding | null
  /** When the rule ends. */
  readonly endsAt: string | null
  /** The webhook, with the host of its URL, and why the service has paused it. */
  readonly webhook: {
    readonly id: string
    readonly host: string
    readonly pausedReason: string | null
  } | null
  /** The number of adjustments that wait for approval, at most 100. */
  readonly waiting: number | null
  /** The time since which the webhook has been failing, or since which the oldest of these adjustments has been waiting. */
  readonly since: string | null
}

export interface PlainAlertList {
  /** The alerts, the most urgent first. */
  readonly data: ReadonlyArray<PlainAlert>
  /** True if more rules have alerts than one call reads. */
  readonly hasMore: boolean
}

/** A credential with which a machine of the partner logs in. */
export interface PlainApiKey {
  readonly id: string
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
  readonly createdAt: string
  /** When the key last obtained a token; null if never. */
  readonly lastUsedAt: string | null
  /** When the key was revoked; null while it is valid. */
  readonly revokedAt: string | null
  /** Who created the key; null if the caller is not known. */
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
}

/** The application that onboarding registers for a partner. */
export interface PlainApplication {
  readonly id: string
  readonly partnerId: string
  readonly clientId: string
  readonly applicationName: string
  readonly partnerName: string
  readonly email: string
  readonly redirectUrl: string
  readonly webRedirectUrl: string | null
  readonly mobileRedirectUrl: string | null
  readonly userDetailsUrl: string
}

export interface PlainAuditEntry {
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
  /** Who acted: for example an e-mail address or an API key. If a user gives or withdraws a consent, the actor is the clientId of the application, because the partner may not be allowed to see the user's tag. */
  readonly actor: string
  /** The user of the service whom the action concerns. */
  readonly userId: string | null
  /** The caller's network address, if the host provides it. */
  readonly address: string | null
  readonly detail: string | null
  readonly createdAt: string
}

/** A valid authorization request. */
export interface PlainAuthorizationRequest {
  readonly client: PlainClient
  /** One of the client's registered addresses. */
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<"profile" | "email" | "fullname">
  readonly state: string | undefined
  /** The PKCE challenge. A code without a challenge can be exchanged only with the access token of the partner's login with e-mail and password. */
  readonly challenge: string | undefined
}

/** An accepted award. `ruleId` and `ruleName` identify the awarded rule or sub-rule. */
export interface PlainAward {
  readonly id: string
  readonly partnerId: string
  readonly ruleId: string
  readonly ruleName: string
  readonly userId: string
  readonly awarded: boolean
  readonly coins: string
  /** The amount that the rule paid for; null if the rule had no `unit`. */
  readonly amount: string | null
  /** The code of the limit that suppressed the award; null if no limit did. */
  readonly suppressedBy: "participant_limit_reached" | "user_limit_reached" | "limit_reached" | null
  /** The id of the activity that earned the award; null if the caller named the rule. */
  readonly activityId: string | null
  readonly note: string | null
  readonly createdAt: string
}

/** An award with its rule, its last 100 reversals, oldest first, and the lot of its coins. */
export interface PlainAwardDetails {
  readonly id: string
  readonly partnerId: string
  readonly ruleId: string
  readonly ruleName: string
  readonly userId: string
  readonly awarded: boolean
  readonly coins: string
  readonly amount: string | null
  readonly suppressedBy: "participant_limit_reached" | "user_limit_reached" | "limit_reached" | null
  readonly activityId: string | null
  readonly note: string | null
  readonly createdAt: string
  readonly state: "paid" | "pending" | "counted" | "suppressed" | "partly_reversed" | "reversed"
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  readonly coinsLeft: string
  readonly amountLeft: string | null
  readonly maturesAt: string | null
  readonly expiresAt: string | null
  readonly reversedAt: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** The rule of the award. If the award named a sub-rule, it is the combined rule. `changedSince` is true if the rule was changed after the award. */
  readonly rule: {
    readonly id: string
    readonly name: string
    readonly changedSince: boolean
  }
  /** The rate at which the rule paid for an amount at the time of the award; null if the award has no amount. */
  readonly rate: {
    readonly unit: string
    readonly coinValue: string
    readonly maxCoins: string | null
  } | null
  readonly reversals: ReadonlyArray<PlainReversalOfAward>
  /** The lot of the coins of the award. It contains all coins of the wallet that expire at the same instant, also those of other awards: `coins` are left, and `expired` have expired. Pending coins are not in the lot yet. Null if the coins of the award do not expire. */
  readonly lot: {
    readonly expiresAt: string
    readonly timeZone: string
    readonly coins: string
    readonly expired: string
  } | null
}

export interface PlainAwardPage {
  readonly data: ReadonlyArray<PlainListedAward>
  readonly hasMore: boolean
  readonly next: string | null
}

/** An application as an OAuth client. Clients have no secrets. */
export interface PlainClient {
  readonly partnerId: string
  readonly clientId: string
  readonly applicationName: string
  readonly partnerName: string
  readonly redirectUrl: string
  readonly webRedirectUrl: string | null
  readonly mobileRedirectUrl: string | null
  readonly applicationId: string
}

export interface PlainCoinsEntry {
  readonly userId: string
  readonly coins: string
}

export interface PlainCoinsPage {
  readonly userPosition: PlainUserPosition | null
  readonly entries: ReadonlyArray<PlainCoinsEntry>
  readonly count: number
  readonly currentPage: number
  readonly nextPage: number | null
  readonly prevPage: number | null
  readonly lastPage: number
}

export interface PlainCoinsYear {
  readonly year: number
  readonly months: ReadonlyArray<{
    readonly month: number
    readonly name:
      | "January"
      | "February"
      | "March"
      | "April"
      | "May"
      | "June"
      | "July"
      | "August"
      | "September"
      | "October"
      | "November"
      | "December"
    readonly entries: ReadonlyArray<PlainCoinsEntry>
  }>
}

/** The early maturity of an award. `id` is the id of the transfer into the wallet. */
export interface PlainConfirmation {
  readonly id: string
  readonly partnerId: string
  readonly awardId: string
  /** The coins that moved into the wallet. */
  readonly coins: string
  /** When the coins expire; null if they do not. */
  readonly expiresAt: string | null
  readonly createdAt: string
}

/** The consents of a user to one application of a partner. */
export interface PlainConsent {
  readonly clientId: string
  readonly applicationName: string
  readonly partnerName: string
  readonly scopes: ReadonlyArray<string>
  /** When the user gave the first of these consents. */
  readonly createdAt: string
  /** When the user gave the last of these consents. */
  readonly updatedAt: string
}

/** The statistics of one day in UTC. A reversal or refund counts on the day on which it was made. Expired coins count on the day of their expiry. */
export interface PlainDayStatistics {
  readonly day: string
  /** The number of awards that paid coins. */
  readonly awards: number
  /** The coins of these awards, including coins that are still pending. */
  readonly earned: string
  readonly reversals: number
  readonly reversed: string
  /** The number of transfers to the partner. */
  readonly transfers: number
  /** The coins of these transfers. */
  readonly spent: string
  readonly refunds: number
  readonly refunded: string
  /** The coins that expired, or that were erased with their member. */
  readonly expired: string
  /** The part of `reversed` and `debited` that had already expired, so it was not owed: `owed` does not change by it. */
  readonly unexpired: string
  /** The number of adjustments and of reversals of adjustments. */
  readonly adjustments: number
  /** The coins that adjustments and their reversals added to wallets. */
  readonly credited: string
  /** The coins that debits and reversals of credits took, from wallets or from the coins that had expired. */
  readonly debited: string
  /** The number of awards that rules refused or suppressed. It is approximate. */
  readonly refused: number
  /** The coins that were owed at the end of the day, as decimal text. If the day has not ended, the coins that are owed now. */
  readonly owed: string
}

export interface PlainDeclined {
  readonly id: string
  readonly partnerId: string
  readonly state: "declined"
  readonly createdAt: string
}

/** The delivery of one event to one webhook. Its id is the id of the event. */
export interface PlainDelivery {
  readonly id: string
  readonly type: string
  readonly state: "pending" | "delivered" | "failed"
  readonly attempts: number
  /** When the next attempt is due; null if the delivery is not pending. */
  readonly dueAt: string | null
  /** The HTTP status of the last attempt; null if there was no answer. */
  readonly status: number | null
  /** The first 1 KiB of the body of the answer to the last attempt. */
  readonly answer: string | null
  /** Why the last attempt failed. */
  readonly error: string | null
  /** How long the last attempt took, in milliseconds. */
  readonly duration: number | null
  /** When the last attempt ended. */
  readonly attemptedAt: string | null
  readonly deliveredAt: string | null
  readonly createdAt: string
}

export interface PlainDeliveryPage {
  readonly data: ReadonlyArray<PlainDelivery>
  readonly hasMore: boolean
  readonly next: string | null
}

/** A member and its record. `userData` is null if no record is stored. */
export interface PlainDetailedMember {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly linkedId: string | null
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly createdAt: string
  readonly userData: PlainUserRecord | null
}

/** A member in a list, with the personal data that the partner may see. */
export interface PlainDirectoryMember {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly linkedId: string | null
  /** The member's attributes; null if `records` is false. */
  readonly attributes: Readonly<Record<string, string | number | boolean>> | null
  readonly createdAt: string
  readonly coins: string
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  /** The user's tag; null if the member is not a user, or has not granted the partner the scope `profile`. */
  readonly tag: string | null
  /** The user's full name; empty if the member is not a user, or has not granted the partner the scope `fullname`. */
  readonly fullname: string
  /** The record that the partner's `userDetailsUrl` returned; null if none is stored, or if `records` is false. */
  readonly userData: PlainUserRecord | null
}

export interface PlainDirectoryPage {
  readonly data: ReadonlyArray<PlainDirectoryMember>
  readonly hasMore: boolean
  readonly next: string | null
}

export interface PlainEarner {
  readonly userId: string
  readonly coins: string
  /** The number of awards. Null if the list comes from the board of a month, because a board does not count awards. */
  readonly awards: number | null
}

/** The state of an erasure. */
export interface PlainErasure {
  /** The id of the member. The erasure does not change it. */
  readonly id: string
  readonly partnerId: string
  /** The pseudonym that replaces the member's ids. */
  readonly userId: string
  readonly state: "running" | "done"
  readonly createdAt: string
  /** When the last text was removed; null until then. */
  readonly finishedAt: string | null
}

/** Coins that expire at the end of a day. */
export interface PlainExpiringCoins {
  /** The last day on which the coins are valid, in the time zone of the rule that paid them (UTC for coins of adjustments). */
  readonly on: string
  readonly coins: string
}

/** Coins that expire in a month. */
export interface PlainExpiringMonth {
  /** The month of the last day on which the coins are valid, in the time zone of the rule that paid them (UTC for coins of adjustments). */
  readonly month: string
  readonly coins: string
}

/** The outcome that an award would have now, and why. */
export interface PlainExplanation {
  readonly outcome: "pays" | "counts" | "suppressed" | "refused"
  readonly wouldPay: boolean
  readonly coins: string
  /** When these coins would mature; null if they would not have to wait, or if the award would not pay. */
  readonly maturesAt: string | null
  /** When these coins would expire; null if they would not, or if the award would not pay. */
  readonly expiresAt: string | null
  /** The error that the award would fail with. */
  readonly refusal:
    | {
        readonly ruleName: string
        readonly _tag: "RuleInactive"
      }
    | {
        readonly ruleName: string
        readonly startsAt: string | null
        readonly endsAt: string | null
        readonly _tag: "RuleNotRunning"
      }
    | {
        readonly ruleName: string
        readonly _tag: "AmountRequired"
      }
    | {
        readonly ruleName: string
        readonly _tag: "AmountNotAllowed"
      }
    | {
        readonly ruleName: string
        readonly unit: string
        readonly _tag: "AmountTooSmall"
      }
    | {
        readonly ruleName: string
        readonly max: string
        readonly _tag: "AmountTooLarge"
      }
    | {
        readonly ruleName: string
        readonly max: number
        readonly _tag: "ParticipantLimitReached"
      }
    | {
        readonly ruleName: string
        readonly max: number
        readonly _tag: "UserLimitReached"
      }
    | {
        readonly ruleName: string
        readonly per: "member" | "rule"
        readonly period: "day" | "week" | "month" | "year" | "ever"
        readonly measure: "awards" | "coins"
        readonly used: string
        readonly max: string
        readonly resetsAt: string | null
        readonly _tag: "LimitReached"
      }
    | null
  readonly suppressedBy: "participant_limit_reached" | "user_limit_reached" | "limit_reached" | null
  /** Why the award would be refused or suppressed. */
  readonly reason: string | null
  /** The progress before the award. A payment needs `of` completions or sub-rules; `done` of them are finished. */
  readonly progress: {
    readonly done: number
    readonly of: number
  }
  /** True if the award names a sub-rule that the member has already finished in this cycle. The award would be recorded, but it would change nothing. */
  readonly alreadyDone: boolean
  /** The limits of the rule: first `maxNumberOfParticipant`, then `userLimitAward` if it is set, then the `limits` of the rule. */
  readonly limits: ReadonlyArray<PlainLimitStanding>
}

/** A page of a wallet's entries, newest first. */
export interface PlainHistory {
  readonly userId: string
  readonly entries: ReadonlyArray<PlainTransaction>
  readonly count: number
  readonly page: number
  readonly size: number
}

/** The code for a request that the user has allowed. */
export interface PlainIssuedCode {
  readonly code: string
  readonly request: PlainAuthorizationRequest
}

/** What a partner owed its members at an instant, and the sums of the movements until then. All sums of coins are decimal texts, because they can exceed the largest `Coins.Amount`. `awarded - reversed - spent - expired + adjusted` is always `outstanding + pending`. */
export interface PlainLiabilitySums {
  readonly at: string
  /** The coins in all wallets. */
  readonly outstanding: string
  /** The coins of awards that had not matured. */
  readonly pending: string
  /** The `outstanding` coins that expire, by month. The other coins do not expire. */
  readonly expiring: ReadonlyArray<PlainExpiringMonth>
  /** The coins that expired, or that were erased with their member, without those that reversals took back. */
  readonly expired: string
  readonly awarded: string
  /** The coins that members transferred to the partner, without those that were refunded. */
  readonly spent: string
  /** The coins that reversals of awards took back from wallets, from pending awards and from expired coins. */
  readonly reversed: string
  /** The coins that adjustments added, without those that they removed. Reversed adjustments do not count. */
  readonly adjusted: string
}

/** A limit, and how much of it is used. `used` and `max` are numbers of awards or participants, or decimal amounts of coins. */
export interface PlainLimitStanding {
  readonly per: "member" | "rule"
  readonly period: "day" | "week" | "month" | "year" | "ever"
  readonly measure: "awards" | "coins" | "participants"
  readonly used: string
  readonly max: string
  /** When the current window ends; null if it never ends. */
  readonly resetsAt: string | null
}

/** The member to which the user is linked, with the user's tag. */
export interface PlainLinked {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly linkedId: string | null
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly createdAt: string
  readonly tag: string
}

export interface PlainListedActivity {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly type: string
  readonly occurredAt: string
  readonly createdAt: string
  readonly outcomes: ReadonlyArray<PlainActivityOutcome>
  readonly data: Readonly<Record<string, unknown>>
  /** When the activity was reversed; otherwise null. */
  readonly reversedAt: string | null
  /** Who recorded the activity; null if the caller is not known. */
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
}

export interface PlainListedAward {
  readonly id: string
  readonly partnerId: string
  readonly ruleId: string
  readonly ruleName: string
  readonly userId: string
  readonly awarded: boolean
  readonly coins: string
  readonly amount: string | null
  readonly suppressedBy: "participant_limit_reached" | "user_limit_reached" | "limit_reached" | null
  readonly activityId: string | null
  readonly note: string | null
  readonly createdAt: string
  readonly state: "paid" | "pending" | "counted" | "suppressed" | "partly_reversed" | "reversed"
  /** Who ordered the award; null if the caller is not known. */
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  /** The coins that were not taken back. */
  readonly coinsLeft: string
  /** The part of `amount` that was not returned; null if the award has no amount. */
  readonly amountLeft: string | null
  /** When the coins mature or matured; null if they did not have to wait. */
  readonly maturesAt: string | null
  /** When the coins expire; null if they do not. */
  readonly expiresAt: string | null
  /** When the whole award was reversed; otherwise null. */
  readonly reversedAt: string | null
  readonly metadata: Readonly<Record<string, string>>
}

export interface PlainListedMember {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly linkedId: string | null
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly createdAt: string
  readonly coins: string
  /** Who made the user a member; null if the caller is not known. */
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
}

/** A person in the list of people. */
export interface PlainListedPerson {
  readonly id: string
  readonly email: string
  readonly role: "owner" | "manager" | "support" | "viewer"
  readonly state: "invited" | "active"
  readonly createdAt: string
  readonly inviteExpiresAt: string | null
  readonly alertMails: boolean
  /** Whether the person has a second factor. */
  readonly totp: boolean
}

/** A request in a list. */
export interface PlainListedRequest {
  readonly id: string
  readonly userId: string
  /** The adjustment to reverse; null if the request is for a new adjustment. */
  readonly adjustmentId: string | null
  readonly coins: string
  readonly debitOrCredit: "CR" | "DE"
  /** Null after the member was erased. */
  readonly reason: string | null
  readonly points: boolean
  readonly coinsExpire: string | null
  readonly narration: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly state: "waiting" | "approved" | "declined" | "lapsed"
  readonly createdAt: string
  /** When the request lapses if nobody has decided by then. */
  readonly lapsesAt: string
  /** When the request was approved or declined; null if it was not. */
  readonly decidedAt: string | null
  /** The adjustment or the reversal that was approved. */
  readonly recordId: string | null
  /** Who ordered the adjustment; null if the caller is not known. */
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  /** Who approved or declined the request; null if nobody did, or if the caller is not known. */
  readonly decidedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
}

/** A rule in lists, with its orderers. */
export interface PlainListedRule {
  readonly id: string
  readonly partnerId: string
  readonly name: string
  readonly coinValue: string
  readonly unit: string | null
  readonly maxCoins: string | null
  readonly maxNumberOfParticipant: number
  readonly participants: number
  readonly userLimitAward: number
  readonly condition: string
  readonly status: "active" | "inactive"
  readonly archived: boolean
  readonly terms:
    | {
        readonly _tag: "Single"
      }
    | {
        readonly _tag: "Batched"
        readonly completionNumber: number
      }
    | {
        readonly _tag: "Combined"
        readonly subRules: readonly [PlainSubRule, ...ReadonlyArray<PlainSubRule>]
      }
  readonly when: {
    readonly activity: string
    readonly conditions?: Conditions | undefined
    readonly amount?: string | undefined
  } | null
  readonly limits: ReadonlyArray<{
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    readonly awards?: number | undefined
    readonly coins?: string | undefined
  }>
  readonly timeZone: string
  readonly startsAt: string | null
  readonly endsAt: string | null
  readonly atLimit: "reject" | "suppress" | "clamp"
  readonly pendingDays: number | null
  readonly coinsExpire: string | null
  readonly createdAt: string
  readonly updatedAt: string
  /** Who created the rule; null if the caller is not known. */
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  /** Who ordered the last change; null if the caller is not known, or if the rule was never changed. */
  readonly changedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
}

/** A user whom a partner has onboarded, or who became a member with an award, activity or credit. Each member has a wallet. */
export interface PlainMember {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  /** Another id of the member that is linked to `userId`, such as the id that the same person has as a user of the service; null if there is none. */
  readonly linkedId: string | null
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly createdAt: string
}

export interface PlainMemberPage {
  readonly data: ReadonlyArray<PlainListedMember>
  readonly hasMore: boolean
  readonly next: string | null
}

/** `done` is the number of completions or finished sub-rules. `of` is the number that a payment needs. */
export interface PlainMemberProgress {
  readonly memberId: string
  readonly userId: string
  readonly done: number
  readonly of: number
  /** The names of the active sub-rules that the member has not finished; empty for a batched rule. */
  readonly missing: ReadonlyArray<string>
}

export interface PlainMerged {
  /** The id of the transfer of the type `merge`. */
  readonly id: string
  readonly partnerId: string
  /** The `userId` of the member that remains. */
  readonly userId: string
  readonly memberId: string
  /** The `userId` that the merged member had. It now leads to the member that remains. */
  readonly mergedUserId: string
  readonly mergedId: string
  /** The coins that went to the member that remains. */
  readonly coins: string
  /** The pending coins that went to the member that remains. */
  readonly pendingCoins: string
  readonly createdAt: string
}

/** A created key with its secret. The secret is returned only here, because the service stores only its hash. */
export interface PlainNewApiKey {
  readonly id: string
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
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  readonly apiSecret: string
}

/** An erasure that has just begun, and the coins that it moved to the partner's expired coins. */
export interface PlainNewErasure {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly state: "running" | "done"
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly coins: string
  readonly pendingCoins: string
}

/** A new user. The OTP that was mailed to the user is valid until `emailCodeExpiresAt`. */
export interface PlainNewUser {
  readonly id: string
  readonly tag: string
  readonly email: string
  readonly fullname: string
  readonly phone: string
  readonly countryCode: string
  readonly isAdult: boolean
  readonly dateOfBirth: string | null
  readonly createdAt: string
  readonly emailVerifiedAt: string | null
  readonly emailCodeExpiresAt: string
}

/** A webhook with its secret. Only `Webhooks.create` and `Webhooks.rotate` return the secret. */
export interface PlainNewWebhook {
  readonly id: string
  readonly url: string
  readonly types: ReadonlyArray<string>
  readonly description: string | null
  readonly status: "active" | "paused"
  readonly pausedReason: string | null
  readonly failingSince: string | null
  readonly previousSecretUntil: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  readonly changedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  readonly secret: string
}

/** The number of rules that paid in the range but are not in the list, and the sums over these rules. */
export interface PlainOtherRules {
  readonly rules: number
  readonly awards: number
  readonly coins: string
  readonly reversed: string
}

/** A mail in the outbox. When the mail is sent or given up, its text is deleted, because the text may contain a valid code. */
export interface PlainOutboxMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly state: "waiting" | "sent" | "given up"
  readonly attempts: number
  readonly createdAt: string
  /** The mail is not sent after this instant. */
  readonly expiresAt: string | null
  /** When the next attempt is due; null if there is none. During an attempt: when the mail is due again if the process dies. */
  readonly dueAt: string | null
  readonly sentAt: string | null
  /** Why the last attempt failed, or why the mail was given up. */
  readonly error: string | null
}

/** A tenant. `reference` is a unique id that the host chooses. */
export interface PlainPartner {
  readonly id: string
  readonly name: string
  readonly reference: string | null
  readonly createdAt: string
}

export interface PlainPartnerPage {
  readonly data: ReadonlyArray<PlainPartner>
  readonly hasMore: boolean
  readonly next: string | null
}

/** The settings that a partner chooses for all of its rules and members. */
export interface PlainPartnerSettings {
  /** The event `coins.expiring` is written this many days before coins expire. Null means never. */
  readonly expiryNotice: number | null
  /** If a person orders an adjustment of more coins than this, it waits until another person approves it. So does a person's reversal of such an adjustment: see `Approvals`. Null means that no adjustment waits. */
  readonly approveAbove: string | null
  /** Whether a digest of the id of an erased member is stored, so that a person who comes back is recognised. */
  readonly rememberErased: boolean
}

/** A person who works for a partner. */
export interface PlainPerson {
  readonly id: string
  readonly email: string
  readonly role: "owner" | "manager" | "support" | "viewer"
  /** `invited` until the person accepts the invitation and chooses a password. */
  readonly state: "invited" | "active"
  readonly createdAt: string
  /** When the invitation expires; null for an active person. */
  readonly inviteExpiresAt: string | null
  /** Whether the person gets mails about alerts. */
  readonly alertMails: boolean
}

/** An open session of a person, as it is shown to this person. */
export interface PlainPersonSession {
  readonly id: string
  /** The name that the browser or program gave itself at the login (`User-Agent`); null if it gave none. */
  readonly device: string | null
  /** The network address of the login, if the host provides it. */
  readonly address: string | null
  readonly createdAt: string
  /** When the session was last used, to within five minutes. */
  readonly lastUsedAt: string
}

export interface PlainPointsEntry {
  readonly id: string
  readonly userId: string
  readonly points: string
  /** When the member was onboarded. */
  readonly createdAt: string
  /** The time of the member's last paid award, adjustment with `points`, or reversal. */
  readonly updatedAt: string
}

export interface PlainPointsPage {
  readonly userPosition: PlainUserPosition | null
  readonly entries: ReadonlyArray<PlainPointsEntry>
  readonly count: number
  readonly currentPage: number
  readonly nextPage: number | null
  readonly prevPage: number | null
  readonly lastPage: number
}

/** An active rule that may need a person's attention: a limit for all members is nearly used up, or the rule ends soon. */
export interface PlainPressingRule {
  readonly ruleId: string
  readonly ruleName: string
  readonly endsAt: string | null
  /** How much is used of the places, and of each limit with `per: "rule"` in the current window. */
  readonly limits: ReadonlyArray<PlainLimitStanding>
}

export interface PlainPressingRules {
  /** The newest rules first. */
  readonly data: ReadonlyArray<PlainPressingRule>
  /** True if there are more such rules than are read at once. */
  readonly hasMore: boolean
}

/** The data of a user's account, without secrets. The caller must show only what the session's scopes allow. */
export interface PlainProfile {
  readonly id: string
  readonly tag: string
  readonly fullname: string
  readonly phone: string
  readonly countryCode: string
  readonly isAdult: boolean
  readonly dateOfBirth: string | null
  readonly createdAt: string
  /** Null until the user has verified the address. */
  readonly email: string | null
  readonly emailVerified: boolean
  /** The partner's own id for the user, if the two are linked; otherwise the user's id. */
  readonly userId: string
}

/** A page can be short or empty although `hasMore` is true. `next` is the `after` of the next page. */
export interface PlainProgressPage {
  readonly data: ReadonlyArray<PlainMemberProgress>
  readonly hasMore: boolean
  readonly next: string | null
}

/** Codes for logins without the authenticator app. Each code works once. They are shown only once. */
export interface PlainRecoveryCodes {
  readonly recoveryCodes: ReadonlyArray<string>
}

export interface PlainRefund {
  readonly id: string
  readonly partnerId: string
  readonly coins: string
  readonly narration: string | null
  readonly createdAt: string
  readonly transactionId: string
}

export interface PlainReversal {
  readonly id: string
  readonly partnerId: string
  readonly coins: string
  readonly narration: string | null
  readonly createdAt: string
  readonly awardId: string
}

/** A reversal of an award. `coins` and `amount` are what this reversal took back, without earlier reversals. */
export interface PlainReversalOfAward {
  readonly id: string
  /** 1 for the first reversal of the award. */
  readonly number: number
  readonly coins: string
  /** The part of the award's amount that was returned; null if the award has no amount. */
  readonly amount: string | null
  readonly note: string | null
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  readonly createdAt: string
}

export interface PlainRule {
  readonly id: string
  readonly partnerId: string
  readonly name: string
  readonly coinValue: string
  /** If it is not null, the rule pays by amount: `coinValue` for every full `unit`. Only a rule of the type "single" can have a unit. */
  readonly unit: string | null
  /** The largest number of coins that one award by amount pays; null if there is no maximum. */
  readonly maxCoins: string | null
  readonly maxNumberOfParticipant: number
  readonly participants: number
  readonly userLimitAward: number
  readonly condition: string
  readonly status: "active" | "inactive"
  /** Whether the rule is archived: lists contain it only if the caller asks for archived rules. Only an inactive rule can be archived. */
  readonly archived: boolean
  readonly terms:
    | {
        readonly _tag: "Single"
      }
    | {
        readonly _tag: "Batched"
        readonly completionNumber: number
      }
    | {
        readonly _tag: "Combined"
        readonly subRules: readonly [PlainSubRule, ...ReadonlyArray<PlainSubRule>]
      }
  /** The activities for which the rule is awarded; null if it is awarded by name only. A combined rule has null, because its sub-rules have their own `when`. */
  readonly when: {
    readonly activity: string
    readonly conditions?: Conditions | undefined
    readonly amount?: string | undefined
  } | null
  /** How much the rule may pay per period. The periods follow the calendar of `timeZone`. */
  readonly limits: ReadonlyArray<{
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    readonly awards?: number | undefined
    readonly coins?: string | undefined
  }>
  readonly timeZone: string
  /** The rule can be awarded from `startsAt` on, and before `endsAt`. */
  readonly startsAt: string | null
  readonly endsAt: string | null
  readonly atLimit: "reject" | "suppress" | "clamp"
  /** How many days in `timeZone` the coins of an award are pending; null if an award pays at once. */
  readonly pendingDays: number | null
  /** After how long the coins expire, at the end of a day in `timeZone`; null if they do not expire. */
  readonly coinsExpire: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The coins that a rule's awards paid in a range of days. `reversed` is the part that reversals have taken back so far. */
export interface PlainRuleCost {
  readonly ruleId: string
  readonly ruleName: string
  readonly awards: number
  readonly coins: string
  readonly reversed: string
}

export interface PlainRuleDay {
  readonly day: string
  readonly awards: number
  readonly coins: string
  readonly reversed: string
}

/** A rule and its usage. For the usage of one member, see `Explanation`. */
export interface PlainRuleDetails {
  readonly rule: PlainListedRule
  /** Pass it as `version` of an update. The update fails if the rule has changed since. */
  readonly version: string
  readonly usage: ReadonlyArray<PlainLimitStanding>
}

/** A member whom a rule paid. */
export interface PlainRuleEarner {
  readonly userId: string
  readonly coins: string
  /** The number of awards that paid. */
  readonly awards: number
}

export interface PlainRulePage {
  readonly data: ReadonlyArray<PlainListedRule>
  readonly hasMore: boolean
  readonly next: string | null
}

export interface PlainRuleRefusals {
  readonly ruleId: string
  readonly ruleName: string
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
  readonly limit: {
    readonly per: "member" | "rule"
    readonly period: "day" | "week" | "month" | "year" | "ever"
    readonly measure: "awards" | "coins"
  } | null
  readonly count: number
}

/** The coins that a rule paid on each day of a range. The day of an award is its local day in the time zone that the rule had at that time. A reversal counts on the day of its award. Refusals are counted by days in UTC. */
export interface PlainRuleStatistics {
  readonly ruleId: string
  readonly ruleName: string
  readonly timeZone: string
  readonly from: string
  readonly to: string
  readonly days: ReadonlyArray<PlainRuleDay>
  /** The ten members whom the rule paid most in the range. At most the newest 20,000 awards of the rule and its sub-rules are examined. `after` is null if these are all awards of the range. Otherwise only awards after this time count. */
  readonly members: {
    readonly after: string | null
    readonly data: ReadonlyArray<PlainRuleEarner>
  }
  readonly refusals: ReadonlyArray<{
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
    readonly limit: {
      readonly per: "member" | "rule"
      readonly period: "day" | "week" | "month" | "year" | "ever"
      readonly measure: "awards" | "coins"
    } | null
    readonly count: number
  }>
}

/** How much of a rule is used: `limits` has its places, and each limit with `per: "rule"` in the current window. */
export interface PlainRuleUsage {
  readonly ruleId: string
  readonly ruleName: string
  readonly limits: ReadonlyArray<PlainLimitStanding>
}

export interface PlainRuleUsagePage {
  readonly data: ReadonlyArray<PlainRuleUsage>
  readonly hasMore: boolean
  readonly next: string | null
}

/** The partner, owner and scopes of a valid token. */
export interface PlainSession {
  /** The id of the token, which is no secret. */
  readonly id: string
  /** The partner whose data the token opens: a live partner, or the test side of one. */
  readonly partnerId: string
  /** The partner who has the account: `partnerId`, or the live partner of a test side. */
  readonly accountId: string
  readonly scopes: ReadonlyArray<string>
  /** The owner of the token. */
  readonly actor: {
    readonly kind: "person" | "key"
    readonly id: string
    readonly name: string
    readonly credential: string
  }
}

/** What a rule would have paid for the activities between two times, without other rules and with counters that start at zero. */
export interface PlainSimulation {
  /** The number of activities of the types that the rule names, without reversed activities. */
  readonly activities: number
  /** The number of activities that met the conditions of the rule, or of one of its sub-rules. */
  readonly met: number
  /** The number of awards that paid. */
  readonly awards: number
  /** The number of members who were paid. */
  readonly members: number
  /** Decimal text, because the sum can exceed the largest amount of coins. */
  readonly coins: string
  /** How many times conditions were met, but the award was refused or suppressed. The keys are the tags of the errors. */
  readonly refusals: Readonly<Record<string, number>>
  /** The days with a payment, by the calendar of the rule's time zone. */
  readonly days: ReadonlyArray<{
    readonly day: string
    readonly coins: string
  }>
}

export interface PlainStatistics {
  readonly from: string
  readonly to: string
  /** The time of `owed`, `outstanding` and `pending`. */
  readonly at: string
  /** The sum of the coins in all wallets and the pending coins, as decimal text. The sum can exceed the largest `Coins.Amount`. */
  readonly owed: string
  readonly outstanding: string
  readonly pending: string
  /** Every day of the range, including days on which nothing happened. */
  readonly days: ReadonlyArray<PlainDayStatistics>
  /** The rules that paid most in the range, at most 50. */
  readonly rules: ReadonlyArray<PlainRuleCost>
  readonly otherRules: PlainOtherRules
  /** The ten members who earned most from `from` to `to`. If the range has more than 20,000 payments, the list comes from the board of the month in which the range ends, and `from` and `to` are the first and last day of this month. */
  readonly members: {
    readonly from: string
    readonly to: string
    readonly data: ReadonlyArray<PlainEarner>
  }
  /** The most frequent reasons for which rules refused or suppressed awards, at most 50. The counts are approximate. */
  readonly refusals: ReadonlyArray<PlainRuleRefusals>
  /** The number of refused or suppressed awards that are not in `refusals`. */
  readonly otherRefusals: number
}

export interface PlainSubRule {
  readonly id: string
  readonly name: string
  readonly condition: string
  readonly status: "active" | "inactive"
  /** The activities that finish the sub-rule; null if only an award that names the sub-rule finishes it. */
  readonly when: {
    readonly activity: string
    readonly conditions?: Conditions | undefined
    readonly amount?: string | undefined
  } | null
}

/** The result of a test. */
export interface PlainTestResult {
  readonly delivered: boolean
  readonly status: number | null
  readonly answer: string | null
  readonly error: string | null
  readonly duration: number
}

/** The partner that serves as the test side of another: it has its own data and a clock that can be set. */
export interface PlainTestSide {
  readonly partnerId: string
  /** When the test side was made or last emptied, in real time. */
  readonly createdAt: string
  /** The current time of the test side's clock. */
  readonly clock: string
  /** How many seconds this clock is ahead of the real time. */
  readonly ahead: number
}

/** The tokens that a client receives for a code or a refresh token. */
export interface PlainTokenSet {
  readonly accessToken: string
  readonly expiresIn: number
  readonly refreshToken: string
  readonly scopes: ReadonlyArray<"profile" | "email" | "fullname">
}

/** The secret of a second factor, for an authenticator app. It is shown only once. */
export interface PlainTotpSetup {
  /** The secret in base32, for people who cannot scan the QR code. */
  readonly secret: string
  /** The address that a QR code contains. */
  readonly uri: string
}

/** An entry of a wallet with its texts. If an award has no narration, `narration` contains the name of its rule or sub-rule. An adjustment without a narration has its reason as `narration`. */
export interface PlainTransaction {
  readonly partnerId: string
  readonly transferId: string
  readonly accountId: string
  readonly version: number
  readonly kind:
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
  readonly amount: string
  readonly balance: string
  readonly createdAt: string
  /** The id by which the list was filtered. Without this filter, the member's own id. */
  readonly userId: string
  readonly narration: string | null
  /** The reason of an adjustment; null for other transactions. */
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** Whether the whole award or adjustment was reversed, or the transfer refunded. */
  readonly reversed: boolean
  /** Who ordered the transaction; null if the caller is not known, or if it happened at its due time without a request. */
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
}

export interface PlainTransactionPage {
  readonly data: ReadonlyArray<PlainTransaction>
  readonly hasMore: boolean
  readonly next: string | null
}

/** A user account of the service, identified by `id` or by its unique `tag`. */
export interface PlainUser {
  readonly id: string
  readonly tag: string
  readonly email: string
  readonly fullname: string
  /** A 0, followed by the national digits. */
  readonly phone: string
  readonly countryCode: string
  readonly isAdult: boolean
  readonly dateOfBirth: string | null
  readonly createdAt: string
  /** When the user verified the e-mail address; null until then. */
  readonly emailVerifiedAt: string | null
}

/** The score and position of one member. Both are 0 for a member whose score is not above 0. */
export interface PlainUserPosition {
  readonly userId: string
  readonly amount: string
  readonly position: number
}

/** The record that a partner's `userDetailsUrl` returns. Every field is required. Texts and dates may be null if the partner does not have them, except the id, the name and the tag. Dates are checked, but stay texts. */
export interface PlainUserRecord {
  /** The partner's id for the user. It becomes the member's `userId` if the call gives no `userId`. */
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
  readonly dateOfBirth: string | null
  readonly kyc: {
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
    readonly phoneCodeExpiresAt: string | null
  }
}

/** The partner, user and scopes of a valid user access token. */
export interface PlainUserSession {
  readonly partnerId: string
  readonly scopes: ReadonlyArray<string>
  readonly userId: string
}

export interface PlainWallet {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly coins: string
  /** The coins of awards that have not matured. They are not among `coins`. */
  readonly pendingCoins: string
  /** The next days after which coins of the wallet expire, at most 12. */
  readonly expiring: ReadonlyArray<PlainExpiringCoins>
}

/** An accepted transfer. `balance` is the balance of the wallet after the transfer. */
export interface PlainWalletTransfer {
  readonly id: string
  readonly partnerId: string
  readonly userId: string
  readonly coins: string
  readonly balance: string
  readonly narration: string | null
  readonly createdAt: string
  /** The attachment of the first call with the idempotency key. Absent if that call had no attachment or no key. */
  readonly attachment?: string | undefined
}

/** A URL to which a partner's events are sent. */
export interface PlainWebhook {
  readonly id: string
  readonly url: string
  /** The types of events that are sent; empty for all types, including types that later versions add. */
  readonly types: ReadonlyArray<string>
  readonly description: string | null
  readonly status: "active" | "paused"
  /** Why the webhook is paused; null while it is active. */
  readonly pausedReason: string | null
  /** The time since which all attempts have failed; null if the webhook is not failing. */
  readonly failingSince: string | null
  /** Until when requests are also signed with the previous secret. */
  readonly previousSecretUntil: string | null
  readonly createdAt: string
  readonly updatedAt: string
  /** Who created the webhook; null if the caller is not known. */
  readonly orderedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
  /** Who ordered the last change; null if the caller is not known, or if the webhook was never changed. */
  readonly changedBy: {
    readonly kind: "person" | "key" | "host"
    readonly id: string | null
    readonly name: string
  } | null
}
