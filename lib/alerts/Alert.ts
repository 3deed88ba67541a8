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

/** Something that may need a person. The fields that are not about its type are null. */
export const Alert = Schema.Struct({
  type: Schema.Literal(...alertTypes),
  rule: Schema.NullOr(Schema.Struct({ id: RuleId, name: Schema.String })),
  /** The limit of the rule of which most is used. */
  limit: Schema.NullOr(LimitStanding),
  /** When the rule ends. */
  endsAt: Schema.NullOr(Schema.Date),
  /** The webhook, with the host of its URL, and why the service has paused it. */
  webhook: Schema.NullOr(
    Schema.Struct({ id: WebhookId, host: Schema.String, pausedReason: Schema.NullOr(Schema.String) })
  ),
  /** The number of adjustments that wait for approval, at most 100. */
  waiting: Schema.NullOr(Schema.Int),
  /** Since when the webhook is failing, or since when the oldest of these adjustments waits. */
  since: Schema.NullOr(Schema.Date)
})
export type Alert = typeof Alert.Type

export const AlertList = Schema.Struct({
  /** Those that hold something up first. */
  data: Schema.Array(Alert),
  /** True if more rules need a person than are read at once. */
  hasMore: Schema.Boolean
})
export type AlertList = typeof AlertList.Type

/** What is known about a partner. */
export interface Facts {
  readonly rules: ReadonlyArray<PressingRule>
  readonly webhooks: ReadonlyArray<Pick<Webhook, "id" | "url" | "status" | "pausedReason" | "failingSince">>
  /** When each adjustment was ordered that waits for approval. */
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

/** Whether one limit is more pressing than another. Of two that are used alike, one that resets later is. */
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

/** The partner pauses a webhook on purpose, so only one that the service paused is failing. */
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

/** Decides what needs a person. What holds something up comes first. */
export const alertsOf = ({ rules, waitingSince, webhooks }: Facts, at: Date): ReadonlyArray<Alert> => {
  const waiting = waitingSince.length
  const since = new Date(Math.min(...waitingSince.map((each) => each.getTime())))
  return [
    ...(waiting === 0 ? [] : [about("approval.waiting", { waiting, since })]),
    ...webhooks.flatMap(ofWebhook),
    ...rules.flatMap((rule) => ofRule(rule, at))
  ].sort((one, other) => urgency[one.type] - urgency[other.type])
}
