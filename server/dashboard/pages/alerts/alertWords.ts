import type { Alert, LimitUsage } from "../../contract.ts"
import { momentWords } from "../../parts/moments.ts"
import { exact } from "../../parts/numbers.ts"
import type { IconName } from "../../parts/strokes.ts"
import { parts, alerts as words } from "../../words/common.ts"

export interface AlertWords {
  readonly icon: IconName
  readonly tone: "plain" | "near" | "bad"
  /** The name of a rule, which the title goes on from; empty if the alert is not about a rule. */
  readonly name: string
  readonly title: string
  readonly why: string
  /** What the person can do about it, and where. The second address is for people who may not open the first. */
  readonly action: string
  readonly to: string
  readonly otherwise: string
}

type LimitWords = Pick<AlertWords, "icon" | "tone" | "title" | "why">

/** The budget is the limit of all coins that a rule pays. */
const isBudget = ({ measure, period }: LimitUsage): boolean => measure === "coins" && period === "ever"

const nearlyUsedUp = (limit: LimitUsage): string => {
  const { max, measure, period, used } = limit
  const percent = exact(Math.floor((Number(used) / Number(max)) * 100))
  const most = Number(max)
  if (measure === "participants") return words.nearlyPlaces(percent, exact(used), most)
  if (isBudget(limit)) return words.nearlyBudget(percent, exact(used), most)
  const nearly = measure === "coins" ? words.nearlyCoins : words.nearlyPayments
  return nearly(percent, exact(used), most, parts.windows[period])
}

const usedUp = (limit: LimitUsage, now: number): LimitWords => {
  const { max, measure, period, resetsAt, used } = limit
  const isCoins = measure === "coins"
  const title = isBudget(limit)
    ? words.usedUpBudget
    : (isCoins ? words.usedUpCoins : words.usedUpPayments)(parts.windows[period])
  const again = resetsAt === null ? "" : ` ${words.opensAgain(momentWords(Date.parse(resetsAt), now))}`
  const why = (isCoins ? words.coinsUsed : words.paymentsUsed)(exact(used), Number(max))
  return { icon: "full", tone: "plain", title, why: `${why}${again}` }
}

const ofLimit = (limit: LimitUsage, now: number): LimitWords => {
  if (Number(limit.used) < Number(limit.max)) {
    return { icon: "near", tone: "near", title: words.nearlyUsedUp, why: nearlyUsedUp(limit) }
  }
  return limit.measure === "participants"
    ? { icon: "full", tone: "plain", title: words.full, why: words.allPlaces(Number(limit.max)) }
    : usedUp(limit, now)
}

/** What an alert says, and what can be done about it. */
export const alertWords = (alert: Alert, now: number): AlertWords => {
  const { endsAt, limit, rule, since, waiting, webhook } = alert
  const from = since === null ? "" : momentWords(Date.parse(since), now)
  const ofRule = {
    name: rule?.name ?? "",
    action: words.edit,
    to: `/rules/${rule?.id}/edit`,
    otherwise: `/rules/${rule?.id}`
  }
  switch (alert.type) {
    case "approval.waiting": {
      const to = "/approvals"
      return {
        icon: "clock",
        tone: "plain",
        name: "",
        title: words.approvalsWait(waiting ?? 0),
        why: words.askedFor(waiting ?? 0, from),
        action: words.review,
        to,
        otherwise: to
      }
    }
    case "webhook.failing": {
      const to = `/webhooks/${webhook?.id}`
      const paused = webhook?.pausedReason == null ? "" : ` ${words.paused(webhook.pausedReason)}`
      return {
        icon: "broken",
        tone: "bad",
        name: "",
        title: words.webhookFailing,
        why: `${words.nothingAccepted(webhook?.host ?? "", from)}${paused}`,
        action: words.open,
        to,
        otherwise: to
      }
    }
    case "rule.ending": {
      const end = endsAt === null ? "" : momentWords(Date.parse(endsAt), now)
      return { ...ofRule, icon: "clock", tone: "near", title: words.endsSoon, why: words.paysUntil(end) }
    }
    case "rule.used_up":
    case "rule.nearly_used_up":
      return limit === null
        ? { ...ofRule, icon: "near", tone: "near", title: words.nearlyUsedUp, why: "" }
        : { ...ofRule, ...ofLimit(limit, now) }
  }
}

/** Identifies an alert in a list. */
export const keyOfAlert = ({ rule, type, webhook }: Alert): string =>
  `${type} ${rule?.id ?? webhook?.id ?? ""}`
