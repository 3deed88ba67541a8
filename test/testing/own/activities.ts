// How the engine judges the conditions of rules on activities, and finds the rules of an activity.
import type {
  ActivityBody,
  Conditions,
  DecidingLeaf,
  Leaf,
  Scalar,
  When
} from "../../../lib/entries/testing.ts"
import type { Fault, StoredRule } from "./Records.ts"
import { clockIn } from "./Windows.ts"

export interface Facts {
  readonly data: ActivityBody["data"]
  readonly attributes: ReadonlyMap<string, Scalar>
  readonly activities: number
  readonly paid: number
  readonly at: number
  readonly timeZone: string
}

export interface Verdict {
  readonly met: boolean
  readonly because: ReadonlyArray<DecidingLeaf>
}

const child = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Reflect.get(value, name) : undefined

export const valueAt = (data: Facts["data"], path: string): unknown =>
  path
    .split(".")
    .slice(1)
    .reduce(child, data as unknown)

const find = (field: string, facts: Facts): unknown => {
  const [root, name, attribute = ""] = field.split(".")
  if (root === "data") return valueAt(facts.data, field)
  if (name === "attributes") return facts.attributes.get(attribute)
  if (name === "activities") return facts.activities
  if (name === "paid") return facts.paid
  return Reflect.get(clockIn(facts.timeZone, facts.at), name ?? "")
}

/** Below 0 if the first value comes before the second one. Bytes of UTF-8 are in the order of code points. */
const order = (one: Scalar, other: Scalar): number =>
  typeof one === "string"
    ? Buffer.compare(Buffer.from(one), Buffer.from(String(other)))
    : Number(one) - Number(other)

const test = ({ is, value: wanted }: Leaf, value: unknown, fault: Fault | undefined): boolean => {
  const exists = value !== undefined && value !== null
  if (is === "exists") return exists === wanted
  if (!exists) return fault === "condition that holds for a missing field"
  if (Array.isArray(wanted)) return wanted.some((each) => each === value)
  const isSameType = typeof value === typeof wanted
  if (typeof value === "object" || !isSameType) return false
  const found = value as Scalar
  if (is === "equals") return found === wanted
  if (is === "notEquals") return found !== wanted
  if (is === "startsWith") return String(found).startsWith(String(wanted))
  if (typeof found === "boolean") return false
  const by = order(found, wanted as Scalar)
  if (is === "atLeast") return by >= 0
  if (is === "atMost") return by <= 0
  return is === "moreThan" ? by > 0 : by < 0
}

export const judge = (
  conditions: Conditions | undefined,
  facts: Facts,
  fault: Fault | undefined
): Verdict => {
  if (conditions === undefined) return { met: true, because: [] }
  if ("field" in conditions) {
    const held = test(conditions, find(conditions.field, facts), fault)
    return { met: held, because: [{ ...conditions, held }] }
  }
  if ("not" in conditions) {
    const { because, met } = judge(conditions.not, facts, fault)
    return { met: !met, because }
  }
  const isAll = "all" in conditions
  const verdicts = (isAll ? conditions.all : conditions.any).map((each) => judge(each, facts, fault))
  const deciding = verdicts.filter(({ met }) => met !== isAll)
  const met = isAll === (deciding.length === 0)
  const named = deciding.length === 0 ? verdicts : isAll ? deciding : deciding.slice(0, 1)
  return { met, because: named.flatMap(({ because }) => because) }
}

/** A rule or part that is awarded for activities of a type. */
export interface Candidate {
  readonly id: string
  readonly rule: StoredRule
  readonly name: string
  readonly when: When
}

/** The active rules and parts for a type of activity, in the order of their names. */
export const candidates = (
  rules: ReadonlyMap<string, StoredRule>,
  type: string,
  fault: Fault | undefined
): ReadonlyArray<Candidate> => {
  const found = Array.from(rules).flatMap(([id, rule]) =>
    [rule.draft, ...rule.draft.parts].flatMap(
      ({ name, status, when }): ReadonlyArray<Candidate> =>
        status === "active" && rule.draft.status === "active" && when?.activity === type
          ? [{ id, rule, name, when }]
          : []
    )
  )
  return fault === "rules of an activity in the order of their creation"
    ? found
    : found.sort((one, other) => order(one.name, other.name))
}
