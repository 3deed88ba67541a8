import { Schema } from "effect"
import { LimitStanding } from "../rewards/awards/Explanation.ts"
import { RuleId } from "../rewards/Id.ts"
import { endsSoon, nearlyUsed, type PressingRule } from "../rewards/rules/PressingRule.ts"
import { type Webhook, WebhookId } from "../webhooks/Webhook.ts"

export const alertTypes = [
  "rule.used_up",
  "rule.nearly_used_up",
  "rule.ending",
  "webhook.failing",
  "approval.waiting"
] as const

/** Something that may need the attention of a person. Fields that do not belong to the alert's type are null. */
export const Alert = Schema.Struct({
  type: Schema.Literal(...alertTypes),
  rule: Schema.NullOr(Schema.Struct({ id: RuleId, name: Schema.String })),
  /** The rule's limit with the largest used share. */
  limit: Schema.NullOr(LimitStanding),
  /** When the rule ends. */
  endsAt: Schema.NullOr(Schema.Date),
  /** The webhook, with the host of its URL, and why the service has paused it. */
  webhook: Schema.NullOr(
    Schema.Struct({ id: WebhookId, host: Schema.String, pausedReason: Schema.NullOr(Schema.String) })
  ),
  /** The number of adjustments that wait for approval, at most 100. */
  waiting: Schema.NullOr(Schema.Int),
  /** The time since which the webhook has been failing, or since which the oldest of these adjustments has been waiting. */
  since: Schema.NullOr(Schema.Date)
})
export type Alert = typeof Alert.Type

export const AlertList = Schema.Struct({
  /** The alerts, the most urgent first. */
  data: Schema.Array(Alert),
  /** True if more rules have alerts than one call reads. */
  hasMore: Schema.Boolean
})
export type AlertList = typeof AlertList.Type

/** The facts about a partner from which `alertsOf` makes alerts. */
export interface Facts {
  readonly rules: ReadonlyArray<PressingRule>
  readonly webhooks: ReadonlyArray<Pick<Webhook, "id" | "url" | "status" | "pausedReason" | "failingSince">>
  /** The times at which the adjustments that wait for approval were ordered. */
  readonly waitingSince: ReadonlyArray<Date>
}

const about = (type: Alert["type"], fields: Partial<Alert>): Alert => ({
  type,
  rule: null,
  limit: null,
  endsAt: null,
  webhook: null,
  waiting: null,
  since: null,
  ...fields
})

const shareOf = ({ max, used }: LimitStanding): number => Number(used) / Number(max)

/** Returns whether `one` is more pressing than `other`. If the same share of both is used, the limit that resets later is more pressing. */
const isBefore = (one: LimitStanding, other: LimitStanding): boolean =>
  shareOf(one) !== shareOf(other)
    ? shareOf(one) > shareOf(other)
    : (one.resetsAt?.getTime() ?? Number.POSITIVE_INFINITY) >
      (other.resetsAt?.getTime() ?? Number.POSITIVE_INFINITY)

const ofRule = (
  { endsAt, limits, ruleId: id, ruleName: name }: PressingRule,
  at: Date
): ReadonlyArray<Alert> => {
  const rule = { id, name }
  const [first, ...others] = limits
  const limit = others.reduce(
    (most, each) => (most === undefined || isBefore(each, most) ? each : most),
    first
  )
  const isNear = limit !== undefined && shareOf(limit) * nearlyUsed.of >= nearlyUsed.used
  const left = endsAt === null ? Number.POSITIVE_INFINITY : endsAt.getTime() - at.getTime()
  return [
    ...(isNear ? [about(shareOf(limit) >= 1 ? "rule.used_up" : "rule.nearly_used_up", { rule, limit })] : []),
    ...(left > 0 && left <= endsSoon ? [about("rule.ending", { rule, endsAt })] : [])
  ]
}

/** The reason of a pause by the partner. The partner pauses a webhook on purpose, so such a webhook causes no alert. */
const pausedByPartner = "by the partner"

const ofWebhook = ({ failingSince, id, pausedReason, url }: Facts["webhooks"][number]) =>
  failingSince === null || pausedReason === pausedByPartner
    ? []
    : [
        about("webhook.failing", {
          webhook: { id, host: new URL(url).host, pausedReason },
          since: failingSince
        })
      ]

const urgency: Readonly<Record<Alert["type"], number>> = {
  "approval.waiting": 0,
  "webhook.failing": 1,
  "rule.used_up": 2,
  "rule.nearly_used_up": 3,
  "rule.ending": 4
}

/** Returns the alerts about a partner, the most urgent first. */
export const alertsOf = ({ rules, waitingSince, webhooks }: Facts, at: Date): ReadonlyArray<Alert> => {
  const waiting = waitingSince.length
  const since = new Date(Math.min(...waitingSince.map((each) => each.getTime())))
  return [
    ...(waiting === 0 ? [] : [about("approval.waiting", { waiting, since })]),
    ...webhooks.flatMap(ofWebhook),
    ...rules.flatMap((rule) => ofRule(rule, at))
  ].sort((one, other) => urgency[one.type] - urgency[other.type])
}
