import { sentenceOf } from "../../../../lib/rewards/activities/sentence.ts"
import type { Rule } from "../../contract.ts"
import { counted } from "../../parts/numbers.ts"
import { paymentOf } from "../../parts/payment.ts"
import { isInTime, isTimeComplete, timeSentence } from "./coinsInTime.ts"

type Limit = Rule["limits"][number]

/** The fields that the sentence describes. Both a rule of the API and the values of the form have them. */
type Described = Pick<
  Rule,
  | "type"
  | "when"
  | "coinValue"
  | "maxNumberOfParticipant"
  | "completionNumber"
  | "userLimitAward"
  | "timeZone"
  | "startsAt"
  | "endsAt"
  | "atLimit"
  | "pendingDays"
  | "coinsExpire"
> & {
  readonly unit: string | null
  readonly maxCoins: string | null
  readonly rules: ReadonlyArray<Pick<Rule["rules"][number], "name" | "status" | "when">>
  readonly limits: ReadonlyArray<Pick<Limit, "per" | "period" | "awards" | "coins">>
}

const periods: Readonly<Record<Limit["period"], string>> = {
  day: "a day",
  week: "a week",
  month: "a month",
  year: "a year",
  ever: "in all"
}

const policies: Readonly<Record<Rule["atLimit"], string>> = {
  reject: "",
  suppress: " At a limit, an award is recorded without effect.",
  clamp: " At a limit, an award pays what the coin limits leave."
}

const listed = (items: ReadonlyArray<string>): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`

/** A rule's budget is the limit of all coins that it ever pays. */
const isBudget = ({ per, period }: Pick<Limit, "per" | "period">): boolean =>
  per === "rule" && period === "ever"

const limitsPer = (per: Limit["per"], { limits }: Pick<Described, "limits">): ReadonlyArray<string> =>
  limits
    .filter((limit) => limit.per === per)
    .flatMap(({ awards, coins, period }) => [
      ...(awards ? [`${counted(Number(awards), "payment")} ${periods[period]}`] : []),
      ...(coins && !isBudget({ per, period }) ? [`${counted(Number(coins), "coin")} ${periods[period]}`] : [])
    ])

const budgetOf = ({ limits }: Described): string =>
  limits
    .filter((limit) => limit.coins && isBudget(limit))
    .map(({ coins }) => ` The budget is ${counted(Number(coins), "coin")}.`)
    .join("")

/** The limits of one member, such as "3 payments in all" and "60 coins a week". */
export const memberLimits = (rule: Pick<Described, "userLimitAward" | "limits">): ReadonlyArray<string> => {
  const most = rule.userLimitAward.trim()
  const total = most === "" || most === "-1" ? [] : [`${counted(Number(most), "payment")} in all`]
  return [...total, ...limitsPer("member", rule)]
}

const whenOf = ({ completionNumber, rules, type }: Described): string => {
  if (type === "single") return "each time"
  if (type === "batched") {
    return Number(completionNumber) === 1
      ? "every completion"
      : `every ${counted(Number(completionNumber), "completion")}`
  }
  const active = rules.filter(({ status }) => status === "active").length
  return active === 1 ? "when its condition is met" : `when all ${counted(active, "condition")} are met`
}

/** The activities for which the rule is awarded, or its active sub-rules. Empty if it is awarded only by name. */
const decisionOf = ({ rules, type, when }: Described): string => {
  if (type === "combined") {
    return rules
      .flatMap(({ name, status, when: own }) =>
        own === null || status !== "active" ? [] : [` “${name}” is awarded for ${sentenceOf(own)}.`]
      )
      .join("")
  }
  if (when === null) return ""
  const amount = when.amount === undefined ? "" : `; the amount is ${when.amount}`
  return ` It is awarded for ${sentenceOf(when)}${amount}.`
}

/** Whether a condition reads the local time. */
const asksForTime = ({ rules, type, when }: Described): boolean =>
  (type === "combined" ? rules.map((subRule) => subRule.when) : [when]).some((each) =>
    JSON.stringify(each?.conditions ?? null).includes('"field":"local.')
  )

const scheduleOf = ({ endsAt, startsAt }: Described, zone: string | undefined): string => {
  if (!startsAt && !endsAt) return ""
  const { timeZone } = Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions()
  const said = (instant: string) => {
    const at = new Date(instant)
    return at.toLocaleString("en-GB", {
      dateStyle: "medium",
      timeStyle: at.getUTCSeconds() === 0 ? "short" : "medium",
      timeZone
    })
  }
  const start = startsAt ? ` from ${said(startsAt)}` : ""
  const end = endsAt ? ` until ${said(endsAt)}` : ""
  return ` It pays${start}${end} (${timeZone}).`
}

/** Whether every number and date is valid. In a form, some may be missing. */
const isComplete = (rule: Described): boolean => {
  const most = rule.userLimitAward.trim()
  const numbers = [
    rule.coinValue,
    rule.maxNumberOfParticipant,
    ...(rule.unit ? [rule.unit] : []),
    ...(rule.maxCoins ? [rule.unit, rule.maxCoins] : []),
    ...(rule.type === "batched" ? [rule.completionNumber] : []),
    ...(most === "" || most === "-1" ? [] : [most]),
    ...rule.limits.flatMap(({ awards, coins }) => (awards || coins ? [awards, coins].filter(Boolean) : [""]))
  ]
  const dates = [rule.startsAt, rule.endsAt].filter(Boolean)
  return (
    numbers.every((text) => Number(text) > 0) &&
    isTimeComplete(rule) &&
    dates.every((text) => !Number.isNaN(Date.parse(text ?? "")))
  )
}

/**
 * Describes the rule: what it pays, to whom, how often and when, with every limit and date. Undefined while a number is missing. Times
 * are in the reader's time zone, or in `zone`; limits restart in the rule's time zone.
 */
export const ruleSentence = (given: Described, zone?: string): string | undefined => {
  // The form keeps the unit while another type is chosen.
  const rule = given.type === "single" ? given : { ...given, unit: null, maxCoins: null }
  if (!isComplete(rule)) return undefined
  const member = memberLimits(rule)
  const together = limitsPer("rule", rule)
  const isUnlimited = member.length === 0 && rule.limits.length === 0
  const hasWindows = rule.limits.some(({ period }) => period !== "ever")
  return [
    rule.unit ? `Pays ${paymentOf(rule)}` : `Pays ${paymentOf(rule)} ${whenOf(rule)}`,
    `, to at most ${counted(Number(rule.maxNumberOfParticipant), "member")}`,
    isUnlimited ? ", as often as they earn it." : ".",
    timeSentence(rule),
    decisionOf(rule),
    member.length > 0 ? ` Each member gets at most ${listed(member)}.` : "",
    together.length > 0 ? ` All members together get at most ${listed(together)}.` : "",
    budgetOf(rule),
    policies[rule.atLimit],
    asksForTime(rule) || isInTime(rule) ? ` Days and hours are those of ${rule.timeZone}.` : "",
    hasWindows ? ` The limits restart by the calendar of ${rule.timeZone}.` : "",
    scheduleOf(rule, zone)
  ].join("")
}
