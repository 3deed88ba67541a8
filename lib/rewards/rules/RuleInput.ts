import { Either, Predicate, Schema } from "effect"
import {
  Count,
  type CrossCheck,
  type Fault,
  InstantInput,
  mustBe,
  required,
  trimmed
} from "../../schema/Input.ts"
import { checkWhen, When } from "../activities/When.ts"
import * as Coins from "../Coins.ts"
import { PartnerId, RuleId } from "../Id.ts"
import { AtLimit, checkLimits, LimitsField, TimeZone } from "../limits/Limit.ts"
import { CoinsExpire, PendingDays } from "../lots/period.ts"
import {
  maxSubRules,
  RuleName,
  RuleType,
  Status,
  type SubRule,
  type Terms,
  UserLimit,
  UserLimitField
} from "./Rule.ts"

const maxCondition = 1000
const Condition = trimmed(1, maxCondition)

/** The condition of a rule. It may be empty for a combined rule, whose sub-rules have the conditions. */
const RuleCondition = trimmed(0, maxCondition)

/** `when` as callers write it, or null for none. */
const WhenField = Schema.Union(When, Schema.Null)

/** Optional fields that creation and update share. Null means that the rule has no such field, for example no unit or no end. */
const programme = {
  when: Schema.optional(WhenField),
  unit: Schema.optional(Schema.NullOr(Coins.PositiveDecimal)),
  maxCoins: Schema.optional(Schema.NullOr(Coins.PositiveAmount)),
  limits: Schema.optional(LimitsField),
  timeZone: Schema.optional(TimeZone),
  startsAt: Schema.optional(Schema.NullOr(InstantInput)),
  endsAt: Schema.optional(Schema.NullOr(InstantInput)),
  atLimit: Schema.optional(AtLimit),
  pendingDays: Schema.optional(Schema.NullOr(PendingDays)),
  coinsExpire: Schema.optional(Schema.NullOr(CoinsExpire))
}

export const CreateRule = Schema.Struct({
  partnerId: required(PartnerId),
  name: required(RuleName),
  coinValue: required(Coins.PositiveAmount),
  maxNumberOfParticipant: required(Count),
  condition: Schema.optional(RuleCondition),
  status: Schema.optionalWith(Status, { default: () => "active" }),
  type: Schema.optionalWith(RuleType, { default: () => "single" }),
  completionNumber: Schema.optionalWith(Count, { default: () => 1 }),
  userLimitAward: Schema.optionalWith(UserLimitField, { default: () => UserLimit.Unlimited() }),
  rules: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        name: required(RuleName),
        condition: required(Condition),
        status: Schema.optionalWith(Status, { default: () => "active" }),
        when: Schema.optional(WhenField)
      })
    ).annotations({ jsonSchema: { maxItems: maxSubRules } }),
    { default: () => [] }
  ),
  ...programme
})
export type CreateRule = typeof CreateRule.Type

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const isInactive = (value: unknown): boolean => Predicate.isRecord(value) && value.status === "inactive"
const nameOf = (value: unknown): ReadonlyArray<string> =>
  Predicate.isRecord(value) && typeof value.name === "string" ? [value.name.trim().toLowerCase()] : []

/** Reports a schedule that does not end after its start. */
export const checkSchedule = (startsAt: Date | null, endsAt: Date | null): ReadonlyArray<Fault> =>
  startsAt === null || endsAt === null || endsAt > startsAt
    ? []
    : [{ field: "endsAt", problem: `must be after startsAt, which is ${startsAt.toISOString()}` }]

/** Returns null for a date that cannot be parsed. The schema of the field reports such a date. */
const dateIn = (value: unknown): Date | null => {
  const at = typeof value === "string" ? new Date(value) : null
  return at === null || Number.isNaN(at.getTime()) ? null : at
}

const has = (value: unknown): boolean => value !== undefined && value !== null

/** Refuses a `unit` of a rule that is not single, and a `maxCoins` without `unit`. */
export const checkUnit = (isSingle: boolean, unit: unknown, maxCoins: unknown): ReadonlyArray<Fault> => {
  if (has(unit) && !isSingle) return [{ field: "unit", problem: 'can only be given when type is "single"' }]
  return has(maxCoins) && !has(unit)
    ? [{ field: "maxCoins", problem: "can only be given together with unit" }]
    : []
}

/** Refuses `when` of a combined rule. An amount in `when` is needed with `unit`, and refused without it. */
export const checkWhenOfRule = (isCombined: boolean, unit: unknown, when: unknown): ReadonlyArray<Fault> => {
  if (!Predicate.isRecord(when)) return []
  if (isCombined) {
    return [{ field: "when", problem: 'cannot be given when type is "combined": give it to the sub-rules' }]
  }
  if (has(unit) === (when.amount !== undefined)) return []
  const problem = has(unit)
    ? "is required, because the rule has a unit: name the field of the data that is the amount"
    : "can only be given together with unit: set unit, or leave out when.amount"
  return [{ field: "when.amount", problem }]
}

const checkWhenOfSubRules = (subRules: ReadonlyArray<unknown>): ReadonlyArray<Fault> =>
  subRules.flatMap((subRule, index) => {
    if (!Predicate.isRecord(subRule) || !Predicate.isRecord(subRule.when)) return []
    const field = `rules.${index}.when`
    return subRule.when.amount === undefined
      ? checkWhen(subRule.when, field)
      : [
          {
            field: `${field}.amount`,
            problem: "cannot be given, because a sub-rule has no unit: leave it out"
          }
        ]
  })

export const checkCreateRule: CrossCheck = (rule) => [
  ...checkType(rule),
  ...checkUnit(rule.type === undefined || rule.type === "single", rule.unit, rule.maxCoins),
  ...checkCompletions(rule),
  ...checkWhen(rule.when),
  ...checkWhenOfRule(rule.type === "combined", rule.unit, rule.when),
  ...checkWhenOfSubRules(list(rule.rules)),
  ...checkLimits(rule.limits),
  ...checkSchedule(dateIn(rule.startsAt), dateIn(rule.endsAt))
]

/** Refuses an archived rule that is active. */
export const checkArchived = (archived: boolean, status: Status): ReadonlyArray<Fault> =>
  archived && status === "active"
    ? [{ field: "archived", problem: 'can only be true when status is "inactive"' }]
    : []

/** Refuses an empty condition. It is called only for rules that are not combined, because the condition of a combined rule may be empty. */
export const checkCondition = (condition: unknown): ReadonlyArray<Fault> =>
  typeof condition === "string" && condition.trim() === ""
    ? [{ field: "condition", problem: `must be text of 1 to ${maxCondition} characters, got ""` }]
    : []

/** Refuses a `completionNumber` that the rule would not use. HTTP answers show 1 for such a rule, so 1 is accepted. */
const checkCompletions: CrossCheck = ({ completionNumber, type }) =>
  type === "batched" || completionNumber === undefined || completionNumber === 1 || completionNumber === "1"
    ? []
    : [{ field: "completionNumber", problem: 'can only be given when type is "batched"' }]

/** Checks the fields that depend on the type of the rule. */
const checkType: CrossCheck = (rule) => {
  const subRules = list(rule.rules)
  if (rule.type !== "combined") {
    const faults: Array<Fault> = []
    if (rule.condition === undefined) faults.push({ field: "condition", problem: "is required" })
    else faults.push(...checkCondition(rule.condition))
    if (subRules.length > 0)
      faults.push({ field: "rules", problem: 'can only be given when type is "combined"' })
    return faults
  }
  const names = [rule, ...subRules].flatMap(nameOf)
  if (subRules.length === 0 || subRules.length > maxSubRules) {
    return [{ field: "rules", problem: `must hold 1 to ${maxSubRules} sub-rules when type is "combined"` }]
  }
  if (subRules.every(isInactive)) {
    return [
      { field: "rules", problem: "must hold at least one active sub-rule, or the rule could never pay" }
    ]
  }
  return new Set(names).size < names.length
    ? [{ field: "rules", problem: "must have names that differ from each other and from the rule's own" }]
    : []
}

/** The version of a rule, as `versionOf` computes it. */
const RuleVersion = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}$/), mustBe("the `version` of a rule"))

/** An update can change the status and `when` of sub-rules. It cannot add or remove them, because members' progress depends on them. */
export const UpdateRule = Schema.Struct({
  partnerId: required(PartnerId),
  id: required(RuleId),
  /** The `version` that the caller has read. If the rule has changed since then, the update is refused. */
  version: Schema.optional(RuleVersion),
  name: Schema.optional(RuleName),
  coinValue: Schema.optional(Coins.PositiveAmount),
  maxNumberOfParticipant: Schema.optional(Count),
  /** The condition that a user must meet, as text. It can be empty only if the type is combined. */
  condition: Schema.optional(RuleCondition),
  status: Schema.optional(Status),
  /** Lists leave out an archived rule. It must be inactive. Its name stays taken, and it can be restored. */
  archived: Schema.optional(Schema.Boolean.pipe(mustBe("true or false"))),
  userLimitAward: Schema.optional(UserLimitField),
  rules: Schema.optional(
    Schema.Array(
      Schema.Struct({
        name: required(RuleName),
        status: Schema.optional(Status),
        when: Schema.optional(WhenField)
      })
    ).annotations({ jsonSchema: { maxItems: maxSubRules } })
  ),
  ...programme
})
export type UpdateRule = typeof UpdateRule.Type

const neededByProgress = "members' progress depends on it, so create another rule instead"

/** The fields of a rule that an update cannot change, and the reasons. */
const fixed: Readonly<Record<string, string>> = {
  type: neededByProgress,
  completionNumber: neededByProgress,
  terms: neededByProgress,
  participants: "it counts the members that were paid",
  createdAt: "the service sets it",
  updatedAt: "the service sets it"
}

const cannotChange = (field: string, reason: string): Fault => ({
  field,
  problem: `cannot be changed: ${reason}`
})

const given = (value: unknown): ReadonlyArray<string> =>
  Predicate.isRecord(value) ? Object.keys(value).filter((key) => value[key] !== undefined) : []

/** The fields of a sub-rule in an update. */
const changeable: ReadonlyArray<string> = ["name", "status", "when"]

export const checkUpdateRule: CrossCheck = (update) => {
  const subRules = list(update.rules)
  const names = subRules.flatMap(nameOf)
  const faults = Object.entries(fixed)
    .filter(([field]) => update[field] !== undefined)
    .map(([field, reason]) => cannotChange(field, reason))
  const others = subRules.flatMap((subRule, index) =>
    given(subRule)
      .filter((key) => !changeable.includes(key))
      .map((key) =>
        cannotChange(
          `rules.${index}.${key.slice(0, 60)}`,
          "only the fields status and when of a sub-rule can be changed"
        )
      )
  )
  const idle = subRules.flatMap((subRule, index) =>
    Predicate.isRecord(subRule) && subRule.status === undefined && subRule.when === undefined
      ? [{ field: `rules.${index}.status`, problem: "is required if the field when is missing" }]
      : []
  )
  const isNamedTwice = new Set(names).size < names.length
  return [
    ...faults,
    ...idle,
    ...others,
    ...(isNamedTwice ? [{ field: "rules", problem: "must name each sub-rule once" }] : []),
    ...checkWhen(update.when),
    ...checkWhenOfSubRules(subRules),
    ...checkLimits(update.limits)
  ]
}

/** Returns the sub-rules after an update, or the faults of the update. */
export const updateSubRules = (
  terms: Terms,
  changes: NonNullable<UpdateRule["rules"]>
): Either.Either<ReadonlyArray<SubRule>, ReadonlyArray<Fault>> => {
  if (terms._tag !== "Combined") {
    return changes.length === 0
      ? Either.right([])
      : Either.left([{ field: "rules", problem: "can only be given for a combined rule" }])
  }
  const known = new Set(terms.subRules.map(({ name }) => name))
  const faults = changes.flatMap(({ name }, index) => {
    const problem = `must be the name of a sub-rule of this rule, got ${JSON.stringify(name)}`
    return known.has(name) ? [] : [{ field: `rules.${index}.name`, problem }]
  })
  if (faults.length > 0) return Either.left(faults)
  const changeOf = new Map(changes.map((change) => [change.name, change]))
  const subRules = terms.subRules.map((subRule) => {
    const { status = subRule.status, when = subRule.when } = changeOf.get(subRule.name) ?? {}
    return { ...subRule, status, when }
  })
  return subRules.every(isInactive)
    ? Either.left([
        { field: "rules", problem: "must leave at least one active sub-rule, or the rule could never pay" }
      ])
    : Either.right(subRules)
}
