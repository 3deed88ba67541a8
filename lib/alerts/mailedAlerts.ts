import type { MailedAlert, MailedAlerts } from "../accounts/people/alertReaders.ts"
import type { LimitStanding } from "../rewards/awards/Explanation.ts"
import type { Alert, AlertList } from "./Alert.ts"

const units: Readonly<Record<LimitStanding["measure"], string>> = {
  participants: "places",
  awards: "payments",
  coins: "coins"
}

const usageOf = ({ max, measure, period, used }: LimitStanding): string =>
  `${used} of ${max} ${units[measure]}${period === "ever" ? "" : ` of this ${period}`}`

const minuteOf = (at: Date | null): string =>
  at === null ? "" : `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`

/** What a mail says about an alert: names of rules and hosts of webhooks, but nothing about members. */
const textOf = ({ endsAt, limit, rule, since, type, waiting, webhook }: Alert): string => {
  const named = `The rule "${rule?.name}"`
  const usage = limit === null ? "" : `: ${usageOf(limit)}`
  switch (type) {
    case "rule.used_up":
      return `${named} is used up${usage}.`
    case "rule.nearly_used_up":
      return `${named} is nearly used up${usage}.`
    case "rule.ending":
      return `${named} ends at ${minuteOf(endsAt)}.`
    case "webhook.failing": {
      const paused = webhook?.pausedReason == null ? "" : ` It is paused: ${webhook.pausedReason}.`
      return `The webhook to ${webhook?.host} has been failing since ${minuteOf(since)}.${paused}`
    }
    case "approval.waiting":
      return waiting === 1 ? "1 adjustment waits for approval." : `${waiting} adjustments wait for approval.`
  }
}

const keyOf = ({ rule, type, webhook }: Alert): string => `${type} ${rule?.id ?? webhook?.id ?? ""}`.trim()

const mailed = (alert: Alert): MailedAlert => ({
  key: keyOf(alert),
  text: textOf(alert),
  scope: alert.type === "approval.waiting" ? "coins:adjust" : "read"
})

/**
 * Returns alerts as they are mailed. If more rules have alerts than the list contains, the list has only the newest rules. Then an alert
 * about an older rule may still apply, although it is not in the list. An older rule has a smaller id.
 */
export const mailedAlerts = ({ data, hasMore }: AlertList): MailedAlerts => {
  const [oldest = ""] = data.flatMap(({ rule }) => (rule === null ? [] : [rule.id])).sort()
  return {
    alerts: data.map(mailed),
    mayLast: (key) => {
      const [type = "", id = ""] = key.split(" ")
      return hasMore && type.startsWith("rule.") && (oldest === "" || id < oldest)
    }
  }
}
