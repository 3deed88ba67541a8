import { Predicate, Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { type CrossCheck, type Fault, InstantInput, mustBe, required, storable } from "../../schema/Input.ts"
import { PageSize, pageOf } from "../../schema/Page.ts"
import { AwardRefusal } from "../awards/decide.ts"
import * as Coins from "../Coins.ts"
import { AmountInvalid, BalanceTooLarge } from "../Errors.ts"
import { ActivityId, PartnerId, RuleId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import { UserId } from "../members/Member.ts"
import { Orderer } from "../orderers/Orderer.ts"
import { Narration } from "../texts/Narration.ts"
import { ActivityType, isExact, Leaf } from "./When.ts"

/** The largest data of an activity. The data itself has the depth 1. A leaf is a text, a number, a boolean or null. */
export const maxData = { bytes: 8 * 1024, leaves: 100, depth: 5 }

export type ActivityData = Readonly<Record<string, unknown>>

/**
 * Whether an object is one that JSON.parse could return. Another object, such as a `Date` or a list with holes, changes when it is stored
 * as JSON, so the stored data would differ from the data that the conditions read. An object from another JavaScript realm is accepted,
 * too: its prototype has no prototype.
 */
const isJsonObject = (value: object): boolean => {
  if (Array.isArray(value)) return Object.keys(value).length === value.length
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

/** Checks the data without copying it. A copy could lose a key such as `__proto__`. */
export const ActivityData = Schema.declare(
  (value): value is ActivityData => Predicate.isRecord(value) && isJsonObject(value)
)
  .annotations({ jsonSchema: { type: "object", additionalProperties: true } })
  .pipe(
    mustBe(
      `a JSON object of at most ${maxData.bytes} bytes, ${maxData.leaves} values and ${maxData.depth} levels`
    )
  )

/** Returns the fault of a text, number, boolean or null in the data; undefined if it has none. */
const leafProblem = (value: unknown): string | undefined => {
  switch (typeof value) {
    case "string":
      return storable(value) ? undefined : "must be text without NUL and lone surrogates"
    case "number":
      return isExact(value) ? undefined : "must be a number of at most 15 significant digits"
    case "boolean":
      return undefined
    default:
      return value === null ? undefined : "must be a JSON value"
  }
}

/**
 * Checks the values in one object or list of the data, and adds their faults to `faults`. `depth` is the depth of this object or list.
 * Returns the number of leaves.
 */
const checkValues = (values: object, field: string, depth: number, faults: Array<Fault>): number => {
  if (!isJsonObject(values)) {
    faults.push({ field, problem: "must be a JSON value" })
    return 0
  }
  if (depth > maxData.depth) {
    faults.push({ field, problem: `must be nested at most ${maxData.depth} levels deep` })
    return 0
  }
  let leaves = 0
  for (const key of Object.keys(values)) {
    const value: unknown = Reflect.get(values, key)
    const inner = () => `${field}.${key.slice(0, 60)}`
    if (!storable(key)) {
      faults.push({ field, problem: "must have keys without NUL and lone surrogates" })
    } else if (typeof value === "object" && value !== null) {
      leaves += checkValues(value, inner(), depth + 1, faults)
    } else {
      leaves += 1
      const problem = leafProblem(value)
      if (problem !== undefined) faults.push({ field: inner(), problem })
    }
  }
  return leaves
}

const checkData = (data: unknown, field: string): ReadonlyArray<Fault> => {
  if (!Predicate.isRecord(data)) return []
  const faults: Array<Fault> = []
  const leaves = checkValues(data, field, 1, faults)
  if (faults.length > 0) return faults.slice(0, maxFaults)
  if (leaves > maxData.leaves) {
    return [{ field, problem: `must have at most ${maxData.leaves} values, got ${leaves}` }]
  }
  const json = JSON.stringify(data)
  // A character of a JavaScript string is at most three bytes of UTF-8.
  if (json.length * 3 <= maxData.bytes) return []
  const bytes = new TextEncoder().encode(json).length
  return bytes > maxData.bytes
    ? [{ field, problem: `must have at most ${maxData.bytes} bytes as JSON, got ${bytes}` }]
    : []
}

/** The largest number of faults of one activity's data that an error names. */
const maxFaults = 10

/** Records that a member did something. The rules whose `when` names this type of activity decide what it earns. */
export const ActivityCommand = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  type: required(ActivityType),
  data: Schema.optional(ActivityData),
  /** When it happened: at most 30 days ago. The default is the time at which it is recorded. */
  occurredAt: Schema.optional(InstantInput),
  idempotencyKey: Schema.optional(IdempotencyKey)
})
export type ActivityCommand = typeof ActivityCommand.Type
export type ActivityInput = Documented.Of<typeof ActivityCommand, Documented.ActivityInput>

export const checkActivity: CrossCheck = ({ data }) => checkData(data, "data")

export const checkExplainActivity: CrossCheck = ({ activity }) =>
  Predicate.isRecord(activity) ? checkData(activity.data, "activity.data") : []

const day = 24 * 60 * 60 * 1000
const minute = 60 * 1000

/** Returns the fault of an `occurredAt` that is too far from the time of recording; undefined if it is not. */
export const checkOccurredAt = (occurredAt: Date, at: Date): Fault | undefined => {
  const age = at.getTime() - occurredAt.getTime()
  if (age > 30 * day) return { field: "occurredAt", problem: "must be at most 30 days ago" }
  return age < -5 * minute
    ? { field: "occurredAt", problem: "must not be more than 5 minutes in the future" }
    : undefined
}

/** Why a rule did not pay for an activity that met its conditions. */
export const OutcomeRefusal = Schema.Union(AwardRefusal, BalanceTooLarge, AmountInvalid)
export type OutcomeRefusal = typeof OutcomeRefusal.Type

/** A condition that decided the outcome. It is about one field. It never contains a value of the member or of the data. */
const Because = Schema.Struct({ ...Leaf.fields, held: Schema.Boolean })

/**
 * The outcome of an activity under one rule or sub-rule. If the activity met the conditions (`met`), the rule paid (`awarded`), only
 * counted a completion, or did not pay. `refusal` is the reason why it did not pay.
 */
export const ActivityOutcome = Schema.Struct({
  ruleId: RuleId,
  ruleName: Schema.String,
  met: Schema.Boolean,
  awarded: Schema.Boolean,
  coins: Coins.Amount,
  refusal: Schema.NullOr(OutcomeRefusal),
  because: Schema.Array(Because)
})
export type ActivityOutcome = typeof ActivityOutcome.Type

/** A recorded activity. It has an outcome for each active rule and sub-rule whose `when` names its type, in the order of their names. */
export const Activity = Schema.Struct({
  id: ActivityId,
  partnerId: PartnerId,
  userId: Schema.String,
  type: Schema.String,
  occurredAt: Schema.Date,
  createdAt: Schema.Date,
  outcomes: Schema.Array(ActivityOutcome)
})
export type Activity = typeof Activity.Type

/** The fields of an activity that a replay reads from the database. The others come from the command. */
export type ActivityFacts = Pick<Activity, "id" | "occurredAt" | "createdAt" | "outcomes">

export const activityOf = (
  { partnerId, userId, type }: ActivityCommand,
  { id, occurredAt, createdAt, outcomes }: ActivityFacts
): Activity => ({ id, partnerId, userId, type, occurredAt, createdAt, outcomes })

export const ListedActivity = Schema.Struct({
  ...Activity.fields,
  data: ActivityData,
  /** When the activity was reversed; otherwise null. */
  reversedAt: Schema.NullOr(Schema.Date),
  /** Who recorded the activity; null if the caller is not known. */
  orderedBy: Schema.NullOr(Orderer)
})
export type ListedActivity = typeof ListedActivity.Type

export const ListActivities = Schema.Struct({
  partnerId: required(PartnerId),
  userId: Schema.optional(UserId),
  type: Schema.optional(ActivityType),
  from: Schema.optional(InstantInput),
  to: Schema.optional(InstantInput),
  limit: Schema.optionalWith(PageSize, { default: () => 20 }),
  /** The `next` of the previous page. */
  after: Schema.optional(ActivityId)
})
export type ListActivities = typeof ListActivities.Type
export type ListActivitiesInput = Documented.Of<typeof ListActivities, Documented.ListActivitiesInput>

export const ActivityPage = pageOf(ListedActivity)
export type ActivityPage = typeof ActivityPage.Type

/** Explains what an activity would earn now. */
export const ExplainActivity = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  activity: required(
    Schema.Struct({
      type: required(ActivityType),
      data: Schema.optional(ActivityData),
      /** When it happened; by default now. */
      occurredAt: Schema.optional(InstantInput)
    })
  )
})
export type ExplainActivity = typeof ExplainActivity.Type
export type ExplainActivityInput = Documented.Of<typeof ExplainActivity, Documented.ExplainActivityInput>

/**
 * Reverses an activity, and those of its awards that still have an effect. If one of these awards cannot be reversed, nothing is reversed.
 */
export const ReverseActivityCommand = Schema.Struct({
  partnerId: required(PartnerId),
  activityId: required(ActivityId),
  narration: Schema.optional(Narration),
  idempotencyKey: Schema.optional(IdempotencyKey)
})
export type ReverseActivityCommand = typeof ReverseActivityCommand.Type
export type ReverseActivityInput = Documented.Of<
  typeof ReverseActivityCommand,
  Documented.ReverseActivityInput
>

/** An accepted reversal of an activity. `coins` is the total that was taken back for its awards. */
export const ActivityReversal = Schema.Struct({
  id: Schema.String,
  partnerId: PartnerId,
  activityId: ActivityId,
  coins: Coins.Amount,
  narration: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type ActivityReversal = typeof ActivityReversal.Type
