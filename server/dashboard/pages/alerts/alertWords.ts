import type { Alert, LimitUsage } from "../../contract.ts"
import { momentWords } from "../../parts/moments.ts"
import { counted, exact } from "../../parts/numbers.ts"
import type { IconName } from "../../parts/strokes.ts"

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

const windows: Readonly<Record<LimitUsage["period"], string>> = {
  day: "today",
  week: "this week",
  month: "this month",
  year: "this year",
  ever: ""
}

/** "its budget", "its payments this week". */
const nameOf = ({ measure, period }: LimitUsage): string =>
  measure === "participants"
    ? "its places"
    : measure === "coins" && period === "ever"
      ? "its budget"
      : [measure === "coins" ? "its coins" : "its payments", windows[period]].filter(Boolean).join(" ")

const unitOf = ({ max, measure }: LimitUsage): string =>
  measure === "participants"
    ? counted(Number(max), "place")
    : measure === "coins"
      ? counted(Number(max), "coin")
      : counted(Number(max), "payment")

const againAt = ({ resetsAt }: LimitUsage, now: number): string =>
  resetsAt === null ? "" : ` It opens again ${momentWords(Date.parse(resetsAt), now)}.`

const ofLimit = (limit: LimitUsage, now: number): Pick<AlertWords, "icon" | "tone" | "title" | "why"> => {
  const share = Number(limit.used) / Number(limit.max)
  if (share < 1) {
    const percent = Math.floor(share * 100)
    const why = `${percent} % of ${nameOf(limit)}: ${exact(limit.used)} of ${unitOf(limit)}.`
    return { icon: "near", tone: "near", title: "is nearly used up", why }
  }
  if (limit.measure === "participants") {
    const why = Number(limit.max) === 1 ? "The only place is taken." : `All ${unitOf(limit)} are taken.`
    return { icon: "full", tone: "plain", title: "is full", why }
  }
  const why = `${exact(limit.used)} of ${unitOf(limit)} are used.${againAt(limit, now)}`
  return { icon: "full", tone: "plain", title: `has used up ${nameOf(limit)}`, why }
}

/** What an alert says, and what can be done about it. */
export const alertWords = (alert: Alert, now: number): AlertWords => {
  const { endsAt, limit, rule, since, waiting, webhook } = alert
  const from = since === null ? "" : momentWords(Date.parse(since), now)
  const ofRule = {
    name: rule?.name ?? "",
    action: "Edit",
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
        title: waiting === 1 ? "An approval waits" : `${waiting} approvals wait`,
        why: waiting === 1 ? `It was asked for ${from}.` : `The oldest was asked for ${from}.`,
        action: "Review",
        to,
        otherwise: to
      }
    }
    case "webhook.failing": {
      const to = `/webhooks/${webhook?.id}`
      const paused = webhook?.pausedReason == null ? "" : ` It is paused: ${webhook.pausedReason}.`
      return {
        icon: "broken",
        tone: "bad",
        name: "",
        title: "A webhook is failing",
        why: `${webhook?.host} has accepted nothing since ${from}.${paused}`,
        action: "Open",
        to,
        otherwise: to
      }
    }
    case "rule.ending": {
      const end = endsAt === null ? "" : momentWords(Date.parse(endsAt), now)
      return { ...ofRule, icon: "clock", tone: "near", title: "ends soon", why: `It pays until ${end}.` }
    }
    case "rule.used_up":
    case "rule.nearly_used_up":
      return limit === null
        ? { ...ofRule, icon: "near", tone: "near", title: "is nearly used up", why: "" }
        : { ...ofRule, ...ofLimit(limit, now) }
  }
}

/** Identifies an alert in a list. */
export const keyOfAlert = ({ rule, type, webhook }: Alert): string =>
  `${type} ${rule?.id ?? webhook?.id ?? ""}`
