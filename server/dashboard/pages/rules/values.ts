import { filled } from "../../api.ts"
import type { Body, Rule, When } from "../../contract.ts"
import { instantIn, localIn, ownZone } from "../../parts/zones.ts"
import { words } from "../../words/rules.ts"
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
  /** The most coins that the rule ever pays. Empty for no budget. The API has it as a limit per rule, ever, in coins. */
  readonly budget: string
  readonly limits: ReadonlyArray<LimitValues>
  readonly timeZone: string
  /** A local time of `timeZone`, such as 2026-01-31T12:00. Empty for none. */
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
  budget: "",
  limits: [],
  timeZone: ownZone,
  startsAt: "",
  endsAt: "",
  atLimit: "reject",
  pendingDays: "",
  coinsExpire: noPeriod
}

/** A limit of the coins that the rule ever pays. */
const isBudget = ({ coins, per, period }: Rule["limits"][number]): boolean =>
  per === "rule" && period === "ever" && coins !== undefined

/** The last budget, and the other limits. A limit of both payments and coins in all is split, which means the same. */
const budgetValues = (limits: Rule["limits"]): Pick<RuleValues, "budget" | "limits"> => {
  const place = limits.findLastIndex(isBudget)
  return {
    budget: limits[place]?.coins ?? "",
    limits: limits.flatMap(({ awards = "", coins = "", per, period }, index) =>
      index !== place
        ? [{ per, period, awards, coins }]
        : awards === ""
          ? []
          : [{ per, period, awards, coins: "" }]
    )
  }
}

export const valuesOf = (rule: Rule): RuleValues => ({
  ...rule,
  unit: rule.unit ?? "",
  maxCoins: rule.maxCoins ?? "",
  userLimitAward: rule.userLimitAward === "-1" ? "" : rule.userLimitAward,
  when: whenValuesOf(rule.when),
  rules: rule.rules.map((subRule) => ({ ...subRule, when: whenValuesOf(subRule.when) })),
  ...budgetValues(rule.limits),
  startsAt: localIn(rule.startsAt, rule.timeZone),
  endsAt: localIn(rule.endsAt, rule.timeZone),
  pendingDays: rule.pendingDays ?? "",
  coinsExpire: periodValuesOf(rule.coinsExpire)
})

/** The values of a new rule like this one. Its name is free, and so are those of its conditions. */
export const copyOf = (values: RuleValues): RuleValues => ({
  ...values,
  name: words.copyOf(values.name),
  status: "active",
  rules: values.rules.map((subRule) => ({ ...subRule, name: words.copyOf(subRule.name), status: "active" }))
})

/** All limits, with the budget as the last one. */
const withBudget = ({ budget, limits }: RuleValues): ReadonlyArray<LimitValues> =>
  budget.trim() === ""
    ? limits
    : [...limits, { per: "rule", period: "ever", awards: "", coins: budget.trim() }]

const limitsOf = (values: RuleValues) =>
  withBudget(values).map(({ awards, coins, per, period }) => ({
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
  limits: withBudget(values),
  startsAt: instantIn(values.startsAt, values.timeZone),
  endsAt: instantIn(values.endsAt, values.timeZone),
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
  ...(withBudget(values).length === 0 ? {} : { limits: limitsOf(values) }),
  // Conditions on the day or the hour read it, too.
  ...(withBudget(values).length === 0 && values.timeZone === "UTC" ? {} : { timeZone: values.timeZone }),
  ...(values.startsAt === "" ? {} : { startsAt: instantIn(values.startsAt, values.timeZone) }),
  ...(values.endsAt === "" ? {} : { endsAt: instantIn(values.endsAt, values.timeZone) }),
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
  // A local time of another time zone is another instant. The field has no seconds, so an instant is sent only if one of both changed.
  const moved = (field: "startsAt" | "endsAt") =>
    values[field] === was[field] && (values[field] === "" || values.timeZone === was.timeZone)
      ? {}
      : { [field]: instantIn(values[field], values.timeZone) }
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
    ...(differ(withBudget(values), withBudget(was)) ? { limits: limitsOf(values) } : {}),
    ...moved("startsAt"),
    ...moved("endsAt"),
    ...(differ(values.coinsExpire, was.coinsExpire)
      ? { coinsExpire: periodOf(values.coinsExpire) || null }
      : {})
  }
}
