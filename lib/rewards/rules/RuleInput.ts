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
import * as Coins from "../Coins.ts"
import { PartnerId, RuleId } from "../Id.ts"
import { AtLimit, checkLimits, LimitsField, TimeZone } from "../limits/Limit.ts"
import { maxSubRules, RuleName, Status, type SubRule, type Terms, UserLimit, UserLimitField } from "./Rule.ts"

const maxCondition = 1000
const Condition = trimmed(1, maxCondition)

/** The condition of a rule. It may be empty for a combined rule, whose sub-rules have the conditions. */
const RuleCondition = trimmed(0, maxCondition)

/** Optional fields that creation and update share. Null means that the rule has no start or no end. */
const programme = {
  limits: Schema.optional(LimitsField),
  timeZone: Schema.optional(TimeZone),
  startsAt: Schema.optional(Schema.NullOr(InstantInput)),
  endsAt: Schema.optional(Schema.NullOr(InstantInput)),
  atLimit: Schema.optional(AtLimit)
}

export const CreateRule = Schema.Struct({
  partnerId: required(PartnerId),
  name: required(RuleName),
  coinValue: required(Coins.PositiveAmount),
  maxNumberOfParticipant: required(Count),
  condition: Schema.optional(RuleCondition),
  status: Schema.optionalWith(Status, { default: () => "active" }),
  type: Schema.optionalWith(
    Schema.Literal("single", "batched", "combined").pipe(mustBe('"single", "batched" or "combined"')),
    { default: () => "single" }
  ),
  completionNumber: Schema.optionalWith(Count, { default: () => 1 }),
  userLimitAward: Schema.optionalWith(UserLimitField, { default: () => UserLimit.Unlimited() }),
  rules: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        name: required(RuleName),
        condition: required(Condition),
        status: Schema.optionalWith(Status, { default: () => "active" })
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

export const checkCreateRule: CrossCheck = (rule) => [
  ...checkType(rule),
  ...checkCompletions(rule),
  ...checkLimits(rule.limits),
  ...checkSchedule(dateIn(rule.startsAt), dateIn(rule.endsAt))
]

/** Refuses an empty condition of a rule that is not combined. */
export const checkCondition = (condition: unknown): ReadonlyArray<Fault> =>
  typeof condition === "string" && condition.trim() === ""
    ? [{ field: "condition", problem: `must be text of 1 to ${maxCondition} characters, got ""` }]
    : []

/** Refuses a `completionNumber` that the rule would not use. Answers show 1 for such a rule, so 1 is accepted. */
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

/** An update can change the status of sub-rules. It cannot add or remove them, because members' progress depends on them. */
export const UpdateRule = Schema.Struct({
  partnerId: required(PartnerId),
  id: required(RuleId),
  name: Schema.optional(RuleName),
  coinValue: Schema.optional(Coins.PositiveAmount),
  maxNumberOfParticipant: Schema.optional(Count),
  condition: Schema.optional(RuleCondition),
  status: Schema.optional(Status),
  userLimitAward: Schema.optional(UserLimitField),
  rules: Schema.optional(
    Schema.Array(Schema.Struct({ name: required(RuleName), status: required(Status) })).annotations({
      jsonSchema: { maxItems: maxSubRules }
    })
  ),
  ...programme
})
export type UpdateRule = typeof UpdateRule.Type

const countedIn = "members' progress depends on it, so create another rule instead"

/** The fields of a rule that an update cannot change, and why. */
const fixed: Readonly<Record<string, string>> = {
  type: countedIn,
  completionNumber: countedIn,
  terms: countedIn,
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

/** Rejects fields that an update cannot change. */
export const checkUpdateRule: CrossCheck = (update) => {
  const subRules = list(update.rules)
  const names = subRules.flatMap(nameOf)
  const faults = Object.entries(fixed)
    .filter(([field]) => update[field] !== undefined)
    .map(([field, reason]) => cannotChange(field, reason))
  const others = subRules.flatMap((subRule, index) =>
    given(subRule)
      .filter((key) => key !== "name" && key !== "status")
      .map((key) =>
        cannotChange(`rules.${index}.${key.slice(0, 60)}`, "only the status of a sub-rule can be changed")
      )
  )
  const isNamedTwice = new Set(names).size < names.length
  return [
    ...faults,
    ...others,
    ...(isNamedTwice ? [{ field: "rules", problem: "must name each sub-rule once" }] : []),
    ...checkLimits(update.limits)
  ]
}

/** The sub-rules after an update, or the faults of the update. */
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
  const statuses = new Map(changes.map(({ name, status }) => [name, status]))
  const subRules = terms.subRules.map((subRule) => ({
    ...subRule,
    status: statuses.get(subRule.name) ?? subRule.status
  }))
  return subRules.every(isInactive)
    ? Either.left([
        { field: "rules", problem: "must leave at least one active sub-rule, or the rule could never pay" }
      ])
    : Either.right(subRules)
}
