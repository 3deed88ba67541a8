import { filled } from "../../api.ts"
import type { Body, Rule } from "../../contract.ts"

/** A rule as values of the form: unchecked text. */
export interface SubRuleValues {
  readonly name: string
  readonly condition: string
  readonly status: Rule["status"]
}

export interface LimitValues {
  readonly per: Rule["limits"][number]["per"]
  readonly period: Rule["limits"][number]["period"]
  readonly awards: string
  readonly coins: string
}

export interface RuleValues {
  readonly name: string
  readonly type: Rule["type"]
  readonly coinValue: string
  readonly maxNumberOfParticipant: string
  readonly condition: string
  readonly status: Rule["status"]
  readonly completionNumber: string
  /** Empty for no maximum. */
  readonly userLimitAward: string
  readonly rules: ReadonlyArray<SubRuleValues>
  readonly limits: ReadonlyArray<LimitValues>
  readonly timeZone: string
  /** A local time of the browser, such as 2026-01-31T12:00. Empty for none. */
  readonly startsAt: string
  readonly endsAt: string
  readonly atLimit: Rule["atLimit"]
}

export const newSubRule: SubRuleValues = { name: "", condition: "", status: "active" }
export const newLimit: LimitValues = { per: "member", period: "day", awards: "", coins: "" }

export const newRule: RuleValues = {
  name: "",
  type: "single",
  coinValue: "",
  maxNumberOfParticipant: "",
  condition: "",
  status: "active",
  completionNumber: "10",
  userLimitAward: "",
  rules: [newSubRule, newSubRule],
  limits: [],
  timeZone: "UTC",
  startsAt: "",
  endsAt: "",
  atLimit: "reject"
}

const pad = (value: number): string => String(value).padStart(2, "0")

const localOf = (instant: string | null): string => {
  if (instant === null) return ""
  const at = new Date(instant)
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

const instantOf = (local: string): string | null => {
  const at = new Date(local)
  return local === "" ? null : Number.isNaN(at.getTime()) ? local : at.toISOString()
}

export const valuesOf = (rule: Rule): RuleValues => ({
  ...rule,
  userLimitAward: rule.userLimitAward === "-1" ? "" : rule.userLimitAward,
  limits: rule.limits.map(({ awards = "", coins = "", per, period }) => ({ per, period, awards, coins })),
  startsAt: localOf(rule.startsAt),
  endsAt: localOf(rule.endsAt)
})

const limitsOf = (values: RuleValues) =>
  values.limits.map(({ awards, coins, per, period }) => ({
    per,
    period,
    ...filled("awards", awards),
    ...filled("coins", coins)
  }))

/** The body that creates the rule, without defaults. */
export const creationOf = (values: RuleValues): Partial<Body<"rules.create">> => ({
  ...filled("name", values.name),
  ...filled("coinValue", values.coinValue),
  ...filled("maxNumberOfParticipant", values.maxNumberOfParticipant),
  ...filled("condition", values.condition),
  ...(values.status === "active" ? {} : { status: values.status }),
  ...(values.type === "single" ? {} : { type: values.type }),
  ...(values.type === "batched" ? filled("completionNumber", values.completionNumber) : {}),
  ...filled("userLimitAward", values.userLimitAward),
  ...(values.type === "combined"
    ? {
        rules: values.rules.map(({ condition, name }) => ({ name: name.trim(), condition: condition.trim() }))
      }
    : {}),
  ...(values.limits.length === 0 ? {} : { limits: limitsOf(values), timeZone: values.timeZone }),
  ...(values.startsAt === "" ? {} : { startsAt: instantOf(values.startsAt) }),
  ...(values.endsAt === "" ? {} : { endsAt: instantOf(values.endsAt) }),
  ...(values.atLimit === "reject" ? {} : { atLimit: values.atLimit })
})

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** The body that changes a rule: its id and the changed fields. */
export const changesOf = (before: Rule, values: RuleValues): Body<"rules.update"> => {
  const was = valuesOf(before)
  const plain = (
    ["name", "coinValue", "maxNumberOfParticipant", "condition", "status", "timeZone", "atLimit"] as const
  )
    .filter((field) => values[field] !== was[field])
    .map((field) => [field, values[field].trim()])
  const statuses = values.rules.filter(({ status }, index) => status !== was.rules[index]?.status)
  return {
    id: before.id,
    ...Object.fromEntries(plain),
    ...(values.userLimitAward === was.userLimitAward
      ? {}
      : { userLimitAward: values.userLimitAward.trim() || "-1" }),
    ...(statuses.length === 0 ? {} : { rules: statuses.map(({ name, status }) => ({ name, status })) }),
    ...(differ(values.limits, was.limits) ? { limits: limitsOf(values) } : {}),
    ...(values.startsAt === was.startsAt ? {} : { startsAt: instantOf(values.startsAt) }),
    ...(values.endsAt === was.endsAt ? {} : { endsAt: instantOf(values.endsAt) })
  }
}
