/** Checks and evaluates the conditions of rules on activities. */

import type {
  ActivityData,
  ConditionsDraft,
  DecidingLeaf,
  LeafDraft,
  Scalar,
  WhenDraft
} from "../ActivityDraft.ts"
import { localTimeOf } from "./calendar.ts"

/** The facts that conditions can read. */
export interface ConditionFacts {
  readonly data: ActivityData
  readonly attributes: Readonly<Record<string, Scalar>>
  readonly activities: number
  readonly paid: number
  readonly occurredAt: number
  readonly timeZone: string
}

/** The smallest and the largest value of the fields that are whole numbers. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  "member.activities": [0, 1e15],
  "member.paid": [0, 1e15],
  "local.weekday": [1, 7],
  "local.hour": [0, 23]
}

const isValidValue = (field: string, value: Scalar): boolean => {
  const [least, most] = ranges[field] ?? []
  if (least === undefined || most === undefined) {
    return field !== "local.date" || (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value))
  }
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
}

const isValidLeaf = ({ field, is, value }: LeafDraft): boolean => {
  const isFree = /^(data|member\.attributes)\.[a-z]+(\.[a-z]+)*$/.test(field)
  if (!isFree && field !== "local.date" && ranges[field] === undefined) return false
  if (is === "exists") return isFree && typeof value === "boolean"
  if (is === "startsWith") return ranges[field] === undefined && typeof value === "string" && value !== ""
  if (Array.isArray(value)) {
    return is === "in" && value.length > 0 && value.every((each) => isValidValue(field, each))
  }
  const isOrdered = !["equals", "notEquals"].includes(is)
  return is !== "in" && isValidValue(field, value as Scalar) && !(isOrdered && typeof value === "boolean")
}

const isValid = (conditions: ConditionsDraft): boolean => {
  if ("field" in conditions) return isValidLeaf(conditions)
  if ("not" in conditions) return isValid(conditions.not)
  const inner = "all" in conditions ? conditions.all : conditions.any
  return inner.length > 0 && inner.every(isValid)
}

/** Returns whether `when` of a rule is well-formed or absent. */
export const isValidWhen = (when: WhenDraft | null | undefined): boolean => {
  if (when === null || when === undefined) return true
  const { activity, amount = "data.total", conditions } = when
  const isAmount = /^data\.[a-z]+(\.[a-z]+)*$/.test(amount)
  return /^[a-z]+$/.test(activity) && isAmount && (conditions === undefined || isValid(conditions))
}

/** Returns the value at a path such as `data.cart.items`. Lists have no fields. */
export const valueAt = (data: ActivityData, field: string): unknown => {
  let value: unknown = data
  for (const name of field.split(".").slice(1)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
    value = new Map(Object.entries(value)).get(name)
  }
  return value
}

const fieldIn = (field: string, facts: ConditionFacts): unknown => {
  if (field.startsWith("data.")) return valueAt(facts.data, field)
  const { date, hour, weekday } = localTimeOf(facts.timeZone, facts.occurredAt)
  const known: Readonly<Record<string, Scalar>> = {
    ...Object.fromEntries(
      Object.entries(facts.attributes).map(([name, value]) => [`member.attributes.${name}`, value])
    ),
    "member.activities": facts.activities,
    "member.paid": facts.paid,
    "local.date": date,
    "local.weekday": weekday,
    "local.hour": hour
  }
  return known[field]
}

/** Returns -1, 0 or 1. Compares texts by their code points. */
const compare = (one: string | number, other: string | number): number => {
  if (typeof one === "number" || typeof other === "number") return Math.sign(Number(one) - Number(other))
  const [a, b] = [one, other].map((text) => Array.from(text, (each) => each.codePointAt(0) ?? 0))
  for (const [index, point] of (a ?? []).entries()) {
    const against = b?.[index] ?? -1
    if (point !== against) return point < against ? -1 : 1
  }
  return (a?.length ?? 0) === (b?.length ?? 0) ? 0 : -1
}

const holdsLeaf = ({ field, is, value: wanted }: LeafDraft, facts: ConditionFacts): boolean => {
  const found = fieldIn(field, facts)
  const exists = found !== undefined && found !== null
  if (is === "exists") return exists === wanted
  if (is === "in") return Array.isArray(wanted) && wanted.some((each) => each === found)
  if (typeof found !== typeof wanted || !exists) return false
  if (is === "equals") return found === wanted
  if (is === "notEquals") return typeof found !== "object" && found !== wanted
  if (typeof found === "boolean" || typeof found === "object") return false
  if (is === "startsWith") return String(found).slice(0, String(wanted).length) === wanted
  const order = compare(found as string | number, wanted as string | number)
  return { atLeast: order >= 0, atMost: order <= 0, moreThan: order > 0, lessThan: order < 0 }[is]
}

/** Returns whether an activity meets the conditions. */
export const holds = (conditions: ConditionsDraft | undefined, facts: ConditionFacts): boolean => {
  if (conditions === undefined) return true
  if ("field" in conditions) return holdsLeaf(conditions, facts)
  if ("not" in conditions) return !holds(conditions.not, facts)
  return "all" in conditions
    ? conditions.all.every((each) => holds(each, facts))
    : conditions.any.some((each) => holds(each, facts))
}

/**
 * Returns the leaves (conditions on one field) that decided the outcome. If an `all` does not hold, the conditions in it that do not hold
 * decide. If an `any` holds, the first condition in it that holds decides. Otherwise all conditions of the list decide.
 */
export const leavesThatDecided = (
  conditions: ConditionsDraft | undefined,
  facts: ConditionFacts
): ReadonlyArray<DecidingLeaf> => {
  if (conditions === undefined) return []
  if ("field" in conditions) return [{ ...conditions, held: holdsLeaf(conditions, facts) }]
  if ("not" in conditions) return leavesThatDecided(conditions.not, facts)
  const isMet = holds(conditions, facts)
  const inner = "all" in conditions ? conditions.all : conditions.any
  const found =
    "all" in conditions
      ? inner.filter((each) => isMet || !holds(each, facts))
      : isMet
        ? inner.filter((each) => holds(each, facts)).slice(0, 1)
        : inner
  return found.flatMap((each) => leavesThatDecided(each, facts))
}
