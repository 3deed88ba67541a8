import { Predicate, Schema } from "effect"
import { FormId } from "../../schema/Documented.ts"
import { type Fault, mustBe, required, storable } from "../../schema/Input.ts"
import { shownName, unknownProblem } from "../../schema/UnknownFields.ts"

/** The activities that a rule pays for: their type, and conditions on their data, member and time. */

export const ActivityType = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9._-]{1,64}$/),
  mustBe("a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen")
)

export const Operator = Schema.Literal(
  "equals",
  "notEquals",
  "atLeast",
  "atMost",
  "moreThan",
  "lessThan",
  "in",
  "exists",
  "startsWith"
)
export type Operator = typeof Operator.Type

export const Scalar = Schema.Union(Schema.String, Schema.Number, Schema.Boolean)
export type Scalar = typeof Scalar.Type

/** A condition on one field. For `in`, `value` is a list. For `exists`, it says whether the field has to exist. */
export const Leaf = Schema.Struct({
  field: Schema.String,
  is: Operator,
  value: Schema.Union(Scalar, Schema.Array(Scalar))
})
export type Leaf = typeof Leaf.Type

export type Conditions =
  | Leaf
  | { readonly all: ReadonlyArray<Conditions> }
  | { readonly any: ReadonlyArray<Conditions> }
  | { readonly not: Conditions }

const shape = "must be {all: […]}, {any: […]}, {not: …} or {field, is, value}"

/**
 * The form of conditions in the OpenAPI document. It is not used for decoding: it is recursive, so a deeply nested input could exhaust the
 * stack.
 */
const ConditionsForm: Schema.Schema<Conditions> = Schema.Union(
  Schema.Struct({ all: Schema.Array(Schema.suspend(() => ConditionsForm)) }),
  Schema.Struct({ any: Schema.Array(Schema.suspend(() => ConditionsForm)) }),
  Schema.Struct({ not: Schema.suspend(() => ConditionsForm) }),
  Leaf
).annotations({
  identifier: "Conditions",
  description:
    "A condition on one field of an activity, or a group of conditions: `all` is true if all of them are true, `any` if at least one of them is true, `not` if the condition is false. There can be at most 40 conditions in 4 levels. A field is `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` (1 is Monday) or `local.hour`. If the field is missing or has a value of another type, the condition is false, except that `exists` with the value false is true for a field that is missing or null"
})

/** Valid conditions, nested at most `maxDepth` levels. A leaf alone is one level. `checkWhen` names the faults of invalid conditions. */
export const Conditions: Schema.Schema<Conditions> = Schema.declare(
  (value): value is Conditions => checkConditions(value, "", 1, () => {}).length === 0,
  { [FormId]: ConditionsForm, message: () => ({ message: shape, override: true }) }
)
const maxDepth = 4
const maxLeaves = 40

/**
 * The largest size of `conditions` and `amount` together as JSON, in bytes. It is small, because they are read for every activity of
 * the type.
 */
const maxBytes = 8192

export const When = Schema.Struct({
  activity: required(ActivityType),
  conditions: Schema.optional(Conditions),
  /** The field of the data that is the `amount` of the award. */
  amount: Schema.optional(Schema.String)
})
export type When = typeof When.Type

/** The longest text and the longest list that a condition compares with. */
const maxText = 256
const maxList = 50

/** The largest number of keys in a path in `data`. */
const maxPath = 5

/**
 * The kind of the values of a field. `any` is for the data and the attributes: the caller chooses their values, and they can be missing.
 */
type Content = "any" | "count" | "date" | "weekday" | "hour"

const contents: Readonly<Record<string, Content>> = {
  "member.activities": "count",
  "member.paid": "count",
  "local.date": "date",
  "local.weekday": "weekday",
  "local.hour": "hour"
}

const isPath = (path: string): boolean => {
  const keys = path.split(".")
  return keys.length <= maxPath && keys.every((key) => key.length >= 1 && key.length <= 64 && storable(key))
}

const dataPrefix = "data."
const attributePrefix = "member.attributes."

/** Returns the keys of a path in `data`, or undefined for another field. */
export const pathOf = (field: string): ReadonlyArray<string> | undefined =>
  field.startsWith(dataPrefix) ? field.slice(dataPrefix.length).split(".") : undefined

/** Returns the name of an attribute, or undefined for another field. */
export const attributeOf = (field: string): string | undefined =>
  field.startsWith(attributePrefix) ? field.slice(attributePrefix.length) : undefined

export const isAttributeName = (name: string): boolean =>
  name.length >= 1 && name.length <= 64 && storable(name)

const contentOf = (field: string): Content | undefined => {
  if (Object.hasOwn(contents, field)) return contents[field]
  const attribute = attributeOf(field)
  if (attribute !== undefined) return isAttributeName(attribute) ? "any" : undefined
  return field.startsWith(dataPrefix) && isPath(field.slice(dataPrefix.length)) ? "any" : undefined
}

/** Returns the problem of a field that `contentOf` does not know. */
const fieldProblem = (field: string): string => {
  if (field.startsWith(dataPrefix)) {
    return `must have a path of 1 to ${maxPath} keys after "${dataPrefix}", each of 1 to 64 characters, separated by full stops`
  }
  if (field.startsWith(attributePrefix)) {
    return `must have a name of 1 to 64 characters after "${attributePrefix}"`
  }
  return `must be one of ${["data.<path>", "member.attributes.<name>", ...Object.keys(contents)].join(", ")}`
}

/**
 * Whether a number, written as the shortest decimal, has at most 15 significant digits. Two different decimals of this kind are never the
 * same JavaScript number. So comparing the numbers gives the same result as comparing the decimals.
 */
export const isExact = (value: number): boolean => {
  if (!Number.isFinite(value)) return false
  // A quick check that accepts most numbers: those with at most four decimal places and at most 15 digits. JavaScript rounds the quotient
  // to the nearest number, as it does when it parses the decimal.
  const scaled = Math.round(value * 10_000)
  if (Math.abs(scaled) < 1e15 && scaled / 10_000 === value) return true
  // Rounding to 15 significant digits changes every number that needs more digits, and no other number.
  return Number(value.toPrecision(15)) === value
}

const isDate = (value: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

const isWithin = (value: unknown, first: number, last: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= first && value <= last

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= maxText && storable(value)

/** Whether a condition can compare with this value. `comparable` describes such values. */
export const isComparable = (value: unknown): value is Scalar =>
  isText(value) || typeof value === "boolean" || (typeof value === "number" && isExact(value))

export const comparable = `a text of at most ${maxText} characters, a number of at most 15 significant digits, true or false`

const fits: Readonly<Record<Content, (value: unknown) => boolean>> = {
  any: isComparable,
  count: (value) => isWithin(value, 0, Number.MAX_SAFE_INTEGER),
  date: (value) => typeof value === "string" && isDate(value),
  weekday: (value) => isWithin(value, 1, 7),
  hour: (value) => isWithin(value, 0, 23)
}

const described: Readonly<Record<Content, string>> = {
  any: comparable,
  count: "a whole number of 0 or more",
  date: "a date such as 2026-03-01",
  weekday: "a whole number from 1 (Monday) to 7 (Sunday)",
  hour: "a whole number from 0 to 23"
}

const checkValue = (content: Content, is: Operator, value: unknown): string | undefined => {
  switch (is) {
    case "exists":
      return typeof value === "boolean" ? undefined : "must be true or false"
    case "startsWith":
      return isText(value) && value !== "" ? undefined : `must be a text of 1 to ${maxText} characters`
    case "in":
      return Array.isArray(value) &&
        value.length >= 1 &&
        value.length <= maxList &&
        value.every(fits[content])
        ? undefined
        : `must be a list of 1 to ${maxList} values, each ${described[content]}`
    case "equals":
    case "notEquals":
      return fits[content](value) ? undefined : `must be ${described[content]}`
    default:
      return fits[content](value) && typeof value !== "boolean"
        ? undefined
        : `must be ${content === "any" ? `a text of at most ${maxText} characters or a number of at most 15 significant digits` : described[content]}`
  }
}

const isOperator = Schema.is(Operator)
const groups = ["all", "any", "not"] as const
const leafFields = ["field", "is", "value"]

const checkLeaf = (leaf: Readonly<Record<string, unknown>>, path: string): ReadonlyArray<Fault> => {
  const unknown = Object.keys(leaf).find((key) => !leafFields.includes(key))
  if (unknown !== undefined) {
    const problem = unknownProblem(unknown, [...leafFields, ...groups])
    return [{ field: `${path}.${shownName(unknown)}`, problem }]
  }
  const { field, is, value } = leaf
  if (field === undefined) return [{ field: `${path}.field`, problem: "is required" }]
  if (typeof field !== "string") return [{ field: `${path}.field`, problem: "must be text" }]
  const content = contentOf(field)
  if (content === undefined) return [{ field: `${path}.field`, problem: fieldProblem(field) }]
  if (!isOperator(is)) {
    return [{ field: `${path}.is`, problem: `must be one of ${Operator.literals.join(", ")}` }]
  }
  const always = content !== "any" && is === "exists"
  if (always) return [{ field: `${path}.is`, problem: `cannot be exists, because ${field} always exists` }]
  if (is === "startsWith" && content !== "any" && content !== "date") {
    return [{ field: `${path}.is`, problem: `cannot be startsWith, because ${field} is a number` }]
  }
  const problem = checkValue(content, is, value)
  return problem === undefined ? [] : [{ field: `${path}.value`, problem }]
}

/** Checks conditions. Stops at `maxDepth`, because an input can be nested deeply. `count` is called for every leaf. */
const checkConditions = (
  conditions: unknown,
  path: string,
  depth: number,
  count: () => void
): ReadonlyArray<Fault> => {
  if (depth > maxDepth) return [{ field: path, problem: `must be nested at most ${maxDepth} levels deep` }]
  if (!Predicate.isRecord(conditions)) return [{ field: path, problem: shape }]
  const given = groups.filter((group) => Object.hasOwn(conditions, group))
  const [group] = given
  if (group === undefined) {
    count()
    return checkLeaf(conditions, path)
  }
  if (Object.keys(conditions).length > 1) return [{ field: path, problem: shape }]
  const inner = conditions[group]
  if (group === "not") return checkConditions(inner, `${path}.not`, depth + 1, count)
  if (!Array.isArray(inner) || inner.length === 0) {
    return [{ field: `${path}.${group}`, problem: "must be a list of at least one condition" }]
  }
  return inner.flatMap((each: unknown, index) =>
    checkConditions(each, `${path}.${group}.${index}`, depth + 1, count)
  )
}

/** An error names at most this many faults of the conditions. */
const maxFaults = 10

/** Checks `when` in more detail than its schema does. `field` is the name of the checked field in the faults. */
export const checkWhen = (when: unknown, field = "when"): ReadonlyArray<Fault> => {
  if (!Predicate.isRecord(when)) return []
  const { amount, conditions } = when
  let leaves = 0
  const found =
    conditions === undefined
      ? []
      : checkConditions(conditions, `${field}.conditions`, 1, () => {
          leaves += 1
        })
  const faults =
    leaves > maxLeaves
      ? [
          {
            field: `${field}.conditions`,
            problem: `must have at most ${maxLeaves} conditions on fields, got ${leaves}`
          }
        ]
      : found.slice(0, maxFaults)
  const badAmount = checkAmount(amount).map((problem) => ({ field: `${field}.amount`, problem }))
  // Conditions without faults are not nested deeply, so JSON.stringify cannot exhaust the stack.
  const tooLarge = faults.length > 0 || badAmount.length > 0 ? [] : checkSize({ conditions, amount }, field)
  return [...faults, ...badAmount, ...tooLarge]
}

const checkAmount = (amount: unknown): ReadonlyArray<string> => {
  if (amount === undefined) return []
  if (typeof amount !== "string" || pathOf(amount) === undefined) {
    return ["must be a field of the data, such as data.total"]
  }
  return contentOf(amount) === undefined ? [fieldProblem(amount)] : []
}

const checkSize = (criteria: object, field: string): ReadonlyArray<Fault> => {
  const bytes = Buffer.byteLength(JSON.stringify(criteria))
  return bytes <= maxBytes
    ? []
    : [{ field: `${field}.conditions`, problem: `must have at most ${maxBytes} bytes as JSON, got ${bytes}` }]
}
