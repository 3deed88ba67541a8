import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Api } from "../../lib/entries/http.ts"

// Only types are imported, so the bundle contains nothing of the library.

type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer G, infer _E, infer _R> ? G : never

type Errors = typeof Api extends HttpApi.HttpApi<infer _Id, infer _G, infer E, infer _R> ? E : never

/** The `data` of a failure. */
export type Refusal = Extract<Errors, { readonly status: "failed" }>["data"]

type NamesIn<G> = G extends { readonly identifier: infer Name extends string }
  ? `${Name}.${HttpApiEndpoint.HttpApiEndpoint.Name<HttpApiGroup.HttpApiGroup.Endpoints<G>>}`
  : never

/** The operations of the API by group and name, such as `rules.create`. */
export type Operation = NamesIn<Groups>

type EndpointOf<O extends Operation> = O extends `${infer G}.${infer Name}`
  ? HttpApiEndpoint.HttpApiEndpoint.WithName<
      HttpApiGroup.HttpApiGroup.Endpoints<HttpApiGroup.HttpApiGroup.WithName<Groups, G>>,
      Name
    >
  : never

/** The `data` of an operation's answer. */
export type Data<O extends Operation> =
  HttpApiEndpoint.HttpApiEndpoint.Success<EndpointOf<O>> extends { readonly data: infer D } ? D : never
/** The body of an operation; `never` if it has none. */
export type Body<O extends Operation> = HttpApiEndpoint.HttpApiEndpoint.Payload<EndpointOf<O>>
/** The query of an operation; `never` if it has none. */
export type Query<O extends Operation> = HttpApiEndpoint.HttpApiEndpoint.UrlParams<EndpointOf<O>>

/** The operations that the pages call, with their method and path. A test compares them with the contract. */
export const operations = {
  "partners.onboard": "POST /:eco/partners",
  "partners.forgotPassword": "POST /:eco/partners/forgot-password",
  "partners.details": "GET /:eco/partners",
  "partners.update": "PATCH /:eco/partners",
  "people.list": "GET /laas/iam/staff",
  "people.invite": "POST /laas/iam/staff",
  "people.changeRole": "POST /laas/iam/staff/role",
  "people.remove": "DELETE /laas/iam/staff/:id",
  "iam.me": "GET /laas/iam/me",
  "iam.updateMe": "PATCH /laas/iam/me",
  "iam.listSessions": "GET /laas/iam/sessions",
  "iam.endSession": "DELETE /laas/iam/sessions/:id",
  "iam.logoutLogins": "POST /laas/iam/logout-logins",
  "iam.listApiKeys": "GET /laas/iam/api-keys",
  "iam.createApiKey": "POST /laas/iam/api-keys",
  "iam.revokeApiKey": "DELETE /laas/iam/api-keys/:id",
  "iam.audit": "GET /laas/iam/audit",
  "testSide.create": "POST /laas/iam/test-side",
  "testSide.get": "GET /laas/iam/test-side",
  "testSide.empty": "POST /laas/iam/test-side/empty",
  "testSide.clock": "POST /laas/iam/test-side/clock",
  "settings.get": "GET /laas/settings",
  "settings.update": "POST /laas/settings",
  "totp.start": "POST /laas/iam/totp",
  "totp.confirm": "POST /laas/iam/totp/confirm",
  "totp.remove": "POST /laas/iam/totp/remove",
  "events.list": "GET /laas/events",
  "webhooks.list": "GET /laas/webhooks",
  "webhooks.get": "GET /laas/webhooks/:id",
  "webhooks.create": "POST /laas/webhooks",
  "webhooks.update": "PATCH /laas/webhooks/:id",
  "webhooks.remove": "DELETE /laas/webhooks/:id",
  "webhooks.rotate": "POST /laas/webhooks/:id/rotate",
  "webhooks.test": "POST /laas/webhooks/:id/test",
  "webhooks.deliveries": "GET /laas/webhooks/:id/deliveries",
  "webhooks.redeliver": "POST /laas/webhooks/:id/deliveries/:deliveryId/redeliver",
  "rules.list": "GET /laas/rules",
  "rules.usage": "GET /laas/rules/usage",
  "rules.get": "GET /laas/rules/:id",
  "rules.progress": "GET /laas/rules/:id/progress",
  "rules.create": "POST /laas/rules/create-rule",
  "rules.update": "POST /laas/rules/update-rule",
  "rules.simulate": "POST /laas/rules/simulate",
  "rules.award": "POST /laas/rules/award",
  "rules.awardMany": "POST /laas/rules/awards",
  "rules.awards": "GET /laas/rules/awards",
  "rules.getAward": "GET /laas/awards/:id",
  "rules.explain": "POST /laas/rules/award/explain",
  "rules.reverse": "POST /laas/rules/award/reverse",
  "rules.confirm": "POST /laas/rules/award/confirm",
  "activities.record": "POST /laas/activities",
  "activities.list": "GET /laas/activities",
  "activities.reverse": "POST /laas/activities/reverse",
  "members.onboard": "POST /laas/users",
  "members.list": "GET /laas/users",
  "members.export": "GET /laas/users/export",
  "members.erase": "POST /laas/users/erase",
  "members.erasure": "GET /laas/users/erasures/:id",
  "members.merge": "POST /laas/users/merge",
  "statistics.ofPartner": "GET /laas/statistics",
  "statistics.ofRule": "GET /laas/rules/:id/statistics",
  "boards.points": "GET /laas/leaderboard/new",
  "boards.coins": "GET /laas/coins/partner/ep-leaderboard",
  "coins.liability": "GET /laas/coins/liability",
  "coins.wallet": "GET /laas/get-user-coin-data",
  "coins.search": "GET /laas/coins/transactions/search",
  "coins.transfer": "POST /laas/coins/transfer-from-user-wallet",
  "coins.refund": "POST /laas/coins/refund",
  "coins.adjust": "POST /laas/coins/adjust",
  "coins.adjustMany": "POST /laas/coins/adjustments",
  "coins.reverseAdjustment": "POST /laas/coins/adjust/reverse",
  "alerts.list": "GET /laas/alerts",
  "approvals.list": "GET /laas/coins/adjust/requests",
  "approvals.approve": "POST /laas/coins/adjust/approve",
  "approvals.decline": "POST /laas/coins/adjust/decline"
} as const satisfies { readonly [O in Operation]?: string }
export type PageOperation = keyof typeof operations

/** The scopes that operations need, without those that every role has. A test compares them with the contract. */
export const needs = {
  "partners.update": "account",
  "people.list": "staff",
  "people.invite": "staff",
  "people.changeRole": "staff",
  "people.remove": "staff",
  "iam.listApiKeys": "account",
  "iam.createApiKey": "account",
  "iam.revokeApiKey": "account",
  "iam.audit": "account",
  "testSide.create": "account",
  "testSide.empty": "account",
  "testSide.clock": "account",
  "settings.get": "account",
  "settings.update": "settings",
  "webhooks.create": "webhooks:write",
  "webhooks.update": "webhooks:write",
  "webhooks.remove": "webhooks:write",
  "webhooks.rotate": "webhooks:write",
  "webhooks.test": "webhooks:write",
  "webhooks.redeliver": "webhooks:write",
  "rules.create": "rules:write",
  "rules.update": "rules:write",
  "rules.award": "awards:write",
  "rules.awardMany": "awards:write",
  "rules.reverse": "awards:write",
  "rules.confirm": "awards:write",
  "activities.record": "awards:write",
  "activities.reverse": "awards:write",
  "members.onboard": "awards:write",
  "members.erase": "members:write",
  "members.merge": "members:write",
  "coins.transfer": "coins:write",
  "coins.refund": "coins:refund",
  "coins.adjust": "coins:adjust",
  "coins.adjustMany": "coins:adjust",
  "coins.reverseAdjustment": "coins:adjust",
  "approvals.list": "coins:adjust",
  "approvals.approve": "coins:adjust",
  "approvals.decline": "coins:adjust"
} as const satisfies { readonly [O in PageOperation]?: string }

export type Rule = Data<"rules.list">["data"][number]
export type Orderer = NonNullable<Rule["orderedBy"]>
/** What a rule is awarded for, and the conditions in it. */
export type When = NonNullable<Rule["when"]>
export type Conditions = NonNullable<When["conditions"]>
export type Leaf = Extract<Conditions, { readonly field: string }>
export type Usage = Data<"rules.usage">["data"][number]
export type LimitUsage = Usage["limits"][number]
export type Statistics = Data<"statistics.ofPartner">
export type DayStatistics = Statistics["days"][number]
export type Award = Data<"rules.awards">["data"][number]
/** An award by its id, with its rule, its reversals and its lot. */
export type AwardDetails = Data<"rules.getAward">
type Explained = Data<"rules.explain">
/** The explanation of an award. For an activity, the same operation answers its outcomes. */
export type Explanation = Exclude<Explained, { readonly outcomes: unknown }>
export const isOfAward = (data: Explained): data is Explanation => !("outcomes" in data)
export type Simulation = Data<"rules.simulate">
/** A recorded activity, and what it did under one rule. */
export type Activity = Data<"activities.list">["data"][number]
export type ActivityOutcome = Activity["outcomes"][number]
export type Partner = Data<"partners.details">
export type Member = Data<"members.list">["data"][number]
export type ApprovalRequest = Data<"approvals.list">["data"][number]
export type Alert = Data<"alerts.list">["data"][number]
export type Transaction = Data<"coins.search">["data"][number]
export type TestSide = Data<"testSide.get">
/** The person who is signed in. */
export type Caller = Data<"iam.me">
export type Person = Data<"people.list">[number]
export type PersonSession = Data<"iam.listSessions">[number]
export type ApiKey = Data<"iam.listApiKeys">[number]
export type NewApiKey = Data<"iam.createApiKey">
export type TotpSetup = Data<"totp.start">
export type AuditEntry = Data<"iam.audit">["data"][number]
export type Event = Data<"events.list">["data"][number]
export type Webhook = Data<"webhooks.get">
export type Delivery = Data<"webhooks.deliveries">["data"][number]

/** The types of events. A test compares them with the service. */
export const eventTypes = [
  "award.paid",
  "award.counted",
  "award.suppressed",
  "award.reversed",
  "award.matured",
  "coins.expiring",
  "coins.expired",
  "coins.transferred",
  "coins.refunded",
  "coins.adjusted",
  "coins.adjustment_reversed",
  "approval.requested",
  "approval.approved",
  "approval.declined",
  "activity.recorded",
  "activity.reversed",
  "member.onboarded",
  "member.linked",
  "member.erased",
  "member.merged",
  "rule.created",
  "rule.updated",
  "rule.exhausted"
] as const
export type EventType = (typeof eventTypes)[number]
