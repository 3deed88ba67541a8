import { filled } from "../../api.ts"
import type { Body, Rule, When } from "../../contract.ts"
import { noPeriod, type PeriodValues, periodOf, periodValuesOf } from "./coinsInTime.ts"
import { newWhen, type WhenValues, whenOf, whenValuesOf } from "./whenValues.ts"

/** A rule as values of the form: unchecked text. */
export interface SubRuleValues {
  readonly name: string
  readonly condition: string
  readonly status: Rule["status"]
  readonly when: WhenValues
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
  /** Empty if the rule does not pay by amount. */
  readonly unit: string
  /** Empty for no maximum. */
  readonly maxCoins: string
  readonly maxNumberOfParticipant: string
  readonly condition: string
  /** For a combined rule, those of the sub-rules are sent instead. */
  readonly when: WhenValues
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
  /** Empty if coins can be spent at once. */
  readonly pendingDays: string
  readonly coinsExpire: PeriodValues
}

export const newSubRule: SubRuleValues = { name: "", condition: "", status: "active", when: newWhen }
export const newLimit: LimitValues = { per: "member", period: "day", awards: "", coins: "" }

export const newRule: RuleValues = {
  name: "",
  type: "single",
  coinValue: "",
  unit: "",
  maxCoins: "",
  maxNumberOfParticipant: "",
  condition: "",
  when: newWhen,
  status: "active",
  completionNumber: "10",
  userLimitAward: "",
  rules: [newSubRule, newSubRule],
  limits: [],
  timeZone: "UTC",
  startsAt: "",
  endsAt: "",
  atLimit: "reject",
  pendingDays: "",
  coinsExpire: noPeriod
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
  unit: rule.unit ?? "",
  maxCoins: rule.maxCoins ?? "",
  userLimitAward: rule.userLimitAward === "-1" ? "" : rule.userLimitAward,
  when: whenValuesOf(rule.when),
  rules: rule.rules.map((subRule) => ({ ...subRule, when: whenValuesOf(subRule.when) })),
  limits: rule.limits.map(({ awards = "", coins = "", per, period }) => ({ per, period, awards, coins })),
  startsAt: localOf(rule.startsAt),
  endsAt: localOf(rule.endsAt),
  pendingDays: rule.pendingDays ?? "",
  coinsExpire: periodValuesOf(rule.coinsExpire)
})

const limitsOf = (values: RuleValues) =>
  values.limits.map(({ awards, coins, per, period }) => ({
    per,
    period,
    ...filled("awards", awards),
    ...filled("coins", coins)
  }))

/** The rule's `when`; null if it has none. The form keeps the amount while the rule has no unit. */
export const ruleWhen = ({ type, unit, when }: Pick<RuleValues, "type" | "unit" | "when">): When | null =>
  type === "combined"
    ? null
    : whenOf(type === "single" && unit.trim() !== "" ? when : { ...when, amount: "" })

/** The fields that the rule's sentence describes. */
export const describedOf = (values: RuleValues) => ({
  ...values,
  coinsExpire: periodOf(values.coinsExpire),
  when: ruleWhen(values),
  rules: values.rules.map((subRule) => ({ ...subRule, when: whenOf(subRule.when) }))
})

const given = (when: When | null) => (when === null ? {} : { when })

/** The body that creates the rule, without defaults. */
export const creationOf = (values: RuleValues): Partial<Body<"rules.create">> => ({
  ...filled("name", values.name),
  ...filled("coinValue", values.coinValue),
  ...(values.type === "single"
    ? { ...filled("unit", values.unit), ...filled("maxCoins", values.maxCoins) }
    : {}),
  ...filled("maxNumberOfParticipant", values.maxNumberOfParticipant),
  ...filled("condition", values.condition),
  ...given(ruleWhen(values)),
  ...(values.status === "active" ? {} : { status: values.status }),
  ...(values.type === "single" ? {} : { type: values.type }),
  ...(values.type === "batched" ? filled("completionNumber", values.completionNumber) : {}),
  ...filled("userLimitAward", values.userLimitAward),
  ...(values.type === "combined"
    ? {
        rules: values.rules.map(({ condition, name, when }) => ({
          name: name.trim(),
          condition: condition.trim(),
          ...given(whenOf(when))
        }))
      }
    : {}),
  ...(values.limits.length === 0 ? {} : { limits: limitsOf(values) }),
  // Conditions on the day or the hour read it, too.
  ...(values.limits.length === 0 && values.timeZone === newRule.timeZone
    ? {}
    : { timeZone: values.timeZone }),
  ...(values.startsAt === "" ? {} : { startsAt: instantOf(values.startsAt) }),
  ...(values.endsAt === "" ? {} : { endsAt: instantOf(values.endsAt) }),
  ...(values.atLimit === "reject" ? {} : { atLimit: values.atLimit }),
  ...filled("pendingDays", values.pendingDays),
  ...filled("coinsExpire", periodOf(values.coinsExpire))
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
  const removable = (["unit", "maxCoins", "pendingDays"] as const)
    .filter((field) => values[field] !== was[field])
    .map((field) => [field, values[field].trim() || null])
  const subRules = values.rules.flatMap(({ name, status, when }, index) => {
    const old = was.rules[index]
    const changes = {
      ...(status === old?.status ? {} : { status }),
      ...(differ(when, old?.when) ? { when: whenOf(when) } : {})
    }
    return Object.keys(changes).length === 0 ? [] : [{ name, ...changes }]
  })
  // Without a unit, the amount goes too.
  const isWhenChanged = differ(ruleWhen(values), ruleWhen(was))
  return {
    id: before.id,
    ...Object.fromEntries([...plain, ...removable]),
    ...(values.userLimitAward === was.userLimitAward
      ? {}
      : { userLimitAward: values.userLimitAward.trim() || "-1" }),
    ...(isWhenChanged ? { when: ruleWhen(values) } : {}),
    ...(subRules.length === 0 ? {} : { rules: subRules }),
    ...(differ(values.limits, was.limits) ? { limits: limitsOf(values) } : {}),
    ...(values.startsAt === was.startsAt ? {} : { startsAt: instantOf(values.startsAt) }),
    ...(values.endsAt === was.endsAt ? {} : { endsAt: instantOf(values.endsAt) }),
    ...(differ(values.coinsExpire, was.coinsExpire)
      ? { coinsExpire: periodOf(values.coinsExpire) || null }
      : {})
  }
}
