import type { Rule } from "../../contract.ts"
import { paymentOf } from "../../parts/payment.ts"
import type { Words } from "../../words/en/sentence.ts"
import { words as current } from "../../words/sentence.ts"
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

/** A rule's budget is the limit of all coins that it ever pays. */
const isBudget = ({ per, period }: Pick<Limit, "per" | "period">): boolean =>
  per === "rule" && period === "ever"

const limitsPer = (
  per: Limit["per"],
  { limits }: Pick<Described, "limits">,
  words: Words
): ReadonlyArray<string> =>
  limits
    .filter((limit) => limit.per === per)
    .flatMap(({ awards, coins, period }) => [
      ...(awards ? [words.payments(Number(awards), words.periods[period])] : []),
      ...(coins && !isBudget({ per, period }) ? [words.coins(Number(coins), words.periods[period])] : [])
    ])

const budgetsOf = ({ limits }: Described, words: Words): ReadonlyArray<string> =>
  limits.filter((limit) => limit.coins && isBudget(limit)).map(({ coins }) => words.budget(Number(coins)))

/** The limits of one member, such as "3 payments in all" and "60 coins a week". */
export const memberLimits = (
  rule: Pick<Described, "userLimitAward" | "limits">,
  words = current
): ReadonlyArray<string> => {
  const most = rule.userLimitAward.trim()
  const total = most === "" || most === "-1" ? [] : [words.payments(Number(most), words.periods.ever)]
  return [...total, ...limitsPer("member", rule, words)]
}

/** How often the rule pays. Empty for a rule that pays by amount. */
const timesOf = ({ completionNumber, rules, type, unit }: Described, words: Words): string => {
  if (unit) return ""
  if (type === "single") return words.eachTime
  if (type === "batched") {
    const count = Number(completionNumber)
    return count === 1 ? words.everyCompletion : words.everyCompletions(count)
  }
  const active = rules.filter(({ status }) => status === "active").length
  return active === 1 ? words.itsCondition : words.allConditions(active)
}

/** The activities for which the rule is awarded, or its active sub-rules. Empty if it is awarded only by name. */
const decisionsOf = ({ rules, type, when }: Described, words: Words): ReadonlyArray<string> => {
  if (type === "combined") {
    return rules.flatMap(({ name, status, when: own }) =>
      own === null || status !== "active" ? [] : [words.partAwarded(name, words.when(own))]
    )
  }
  if (when === null) return []
  return [
    when.amount === undefined
      ? words.awarded(words.when(when))
      : words.awardedByAmount(words.when(when), when.amount)
  ]
}

/** Whether a condition reads the local time. */
const asksForTime = ({ rules, type, when }: Described): boolean =>
  (type === "combined" ? rules.map((subRule) => subRule.when) : [when]).some((each) =>
    JSON.stringify(each?.conditions ?? null).includes('"field":"local.')
  )

const scheduleOf = ({ endsAt, startsAt }: Described, zone: string | undefined, words: Words): string => {
  const { timeZone } = Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions()
  const start = startsAt ? words.at(startsAt, timeZone) : ""
  const end = endsAt ? words.at(endsAt, timeZone) : ""
  if (start && end) return words.paysFromUntil(start, end, timeZone)
  if (start) return words.paysFrom(start, timeZone)
  return end && words.paysUntil(end, timeZone)
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
export const ruleSentence = (given: Described, zone?: string, words = current): string | undefined => {
  // The form keeps the unit while another type is chosen.
  const rule = given.type === "single" ? given : { ...given, unit: null, maxCoins: null }
  if (!isComplete(rule)) return undefined
  const member = memberLimits(rule, words)
  const together = limitsPer("rule", rule, words)
  const isUnlimited = member.length === 0 && rule.limits.length === 0
  const hasWindows = rule.limits.some(({ period }) => period !== "ever")
  const first = isUnlimited ? words.firstUnlimited : words.first
  return [
    first(paymentOf(rule, words), timesOf(rule, words), Number(rule.maxNumberOfParticipant)),
    timeSentence(rule, words),
    ...decisionsOf(rule, words),
    member.length > 0 ? words.eachMember(member) : "",
    together.length > 0 ? words.allMembers(together) : "",
    ...budgetsOf(rule, words),
    words.atLimit[rule.atLimit],
    asksForTime(rule) || isInTime(rule) ? words.daysOf(rule.timeZone) : "",
    hasWindows ? words.restartIn(rule.timeZone) : "",
    scheduleOf(rule, zone, words)
  ]
    .filter((sentence) => sentence !== "")
    .join(" ")
}
