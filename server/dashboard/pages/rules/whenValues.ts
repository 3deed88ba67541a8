import type { Conditions, Leaf, When } from "../../contract.ts"
import { type Comparison, contentOf, hasValue, type Kind } from "./whenFields.ts"

/** `when` as values of the form: unchecked text. */

export interface LeafValues {
  readonly field: string
  readonly is: Comparison
  /** The kind of value to compare with. It matters only for data and attributes: each other field has one kind. */
  readonly kind: Kind
  /** The values of "is one of"; other comparisons use only the first. */
  readonly values: ReadonlyArray<string>
}

/** Conditions that the form cannot show. They are shown as a sentence, and sent as they came. */
interface Kept {
  readonly kept: Conditions
}

export type Joined = "all" | "any"
export type InnerPart = LeafValues | Kept

/** Conditions inside of others. */
export interface GroupValues {
  readonly joined: Joined
  readonly parts: ReadonlyArray<InnerPart>
}

export type Part = InnerPart | GroupValues

export interface WhenValues {
  /** False if the rule is awarded only by name. The form then keeps the other values, but does not send them. */
  readonly decides: boolean
  readonly activity: string
  /** The field that is the award's amount. Empty for none. */
  readonly amount: string
  readonly joined: Joined
  readonly parts: ReadonlyArray<Part>
}

export const newLeaf: LeafValues = { field: "", is: "atLeast", kind: "number", values: [] }
export const newWhen: WhenValues = { decides: false, activity: "", amount: "", joined: "all", parts: [] }

const decimal = /^-?\d+(\.\d+)?$/

/** Whether a text is a number of at most 15 significant digits. The API refuses numbers with more. */
export const isNumber = (text: string): boolean =>
  decimal.test(text.trim()) &&
  text
    .trim()
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "").length <= 15

type Scalar = string | number | boolean

const kindIn = (field: string, kind: Kind): Kind => {
  const content = contentOf(field)
  return content === "any" ? kind : content === "date" ? "text" : "number"
}

/** A text that is not a number is sent unchanged. `checkWhen` reports it first. */
const scalarOf = (kind: Kind, text: string): Scalar =>
  kind === "text" ? text : kind === "boolean" ? text === "true" : isNumber(text) ? Number(text) : text.trim()

const leafOf = ({ field, is, kind, values }: LeafValues): Leaf => {
  if (is === "exists" || is === "missing") return { field, is: "exists", value: is === "exists" }
  const scalars = values.map((text) => scalarOf(is === "startsWith" ? "text" : kindIn(field, kind), text))
  return { field, is, value: is === "in" ? scalars : (scalars[0] ?? "") }
}

const innerOf = (part: InnerPart): Conditions => ("kept" in part ? part.kept : leafOf(part))

const conditionsOf = ({ joined, parts }: Pick<WhenValues, "joined" | "parts">): Conditions | undefined => {
  const [only] = parts
  if (only === undefined) return undefined
  // Without a group around it, since the API limits the number of levels.
  if (parts.length === 1 && "kept" in only) return only.kept
  const all = parts.map(
    (part): Conditions => ("parts" in part ? grouped(part.joined, part.parts.map(innerOf)) : innerOf(part))
  )
  return grouped(joined, all)
}

const grouped = (joined: Joined, parts: ReadonlyArray<Conditions>): Conditions =>
  joined === "all" ? { all: parts } : { any: parts }

/** `when` as the API takes it; null if the rule is awarded only by name. */
export const whenOf = (values: WhenValues): When | null => {
  if (!values.decides) return null
  const conditions = conditionsOf(values)
  return {
    activity: values.activity.trim(),
    ...(conditions === undefined ? {} : { conditions }),
    ...(values.amount.trim() === "" ? {} : { amount: values.amount.trim() })
  }
}

const isLeaf = (conditions: Conditions): conditions is Leaf => "field" in conditions

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A condition as a row of the form, or kept if the row would have a fault or would be another condition. */
const innerPartOf = (conditions: Conditions): InnerPart => {
  if (!isLeaf(conditions)) return { kept: conditions }
  const { field, is, value } = conditions
  const comparison = is === "exists" && value === false ? "missing" : is
  const list: ReadonlyArray<Scalar> = typeof value === "object" ? value : [value]
  const [first] = list
  const kind = typeof first === "number" ? "number" : typeof first === "boolean" ? "boolean" : "text"
  const values = hasValue(comparison) ? list.map(String) : []
  const part: LeafValues = { field, is: comparison, kind, values }
  const { field: f, is: i, value: v } = leafOf(part)
  return same([f, i, v], [field, is, value]) && faultOfLeaf(part) === undefined ? part : { kept: conditions }
}

const partOf = (conditions: Conditions): Part => {
  if ("all" in conditions) return { joined: "all", parts: conditions.all.map(innerPartOf) }
  if ("any" in conditions) return { joined: "any", parts: conditions.any.map(innerPartOf) }
  return innerPartOf(conditions)
}

/** The values of the form for `when` of a rule. */
export const whenValuesOf = (when: When | null): WhenValues => {
  if (when === null) return newWhen
  const { activity, amount = "", conditions } = when
  const shown = { decides: true, activity, amount }
  if (conditions === undefined) return { ...newWhen, ...shown }
  if ("all" in conditions) return { ...shown, joined: "all", parts: conditions.all.map(partOf) }
  if ("any" in conditions) return { ...shown, joined: "any", parts: conditions.any.map(partOf) }
  return { ...shown, joined: "all", parts: [innerPartOf(conditions)] }
}

/** Whether every condition has a field and its values, so that a sentence can describe them. */
export const isWhenComplete = ({ activity, decides, parts }: WhenValues): boolean =>
  !decides ||
  (activity.trim() !== "" &&
    parts
      .flatMap((part): ReadonlyArray<InnerPart> => ("parts" in part ? part.parts : [part]))
      .every((part) => "kept" in part || faultOfLeaf(part) === undefined) &&
    parts.every((part) => !("parts" in part) || part.parts.length > 0))

const problemOf = (field: string, kind: Kind, text: string): string | undefined => {
  if (text.trim() === "") return "is required"
  return kindIn(field, kind) === "number" && !isNumber(text)
    ? `must be a number of at most 15 significant digits, got ${JSON.stringify(text)}`
    : undefined
}

/** The fault of a row, with the name of its field. The API reports all other faults. */
export const faultOfLeaf = ({
  field,
  is,
  kind,
  values
}: LeafValues): readonly ["field" | "value", string] | undefined => {
  if (field.trim() === "") return ["field", "is required"]
  if (!hasValue(is)) return undefined
  const asked = is === "in" ? values : [values[0] ?? ""]
  if (asked.length === 0) return ["value", "is required"]
  const problem = asked
    .map((text) => problemOf(field, is === "startsWith" ? "text" : kind, text))
    .find((each) => each !== undefined)
  return problem === undefined ? undefined : ["value", problem]
}

const groupFaults = (path: string, parts: ReadonlyArray<Part>): ReadonlyArray<readonly [string, string]> =>
  parts.length === 0
    ? [[path, "must be a list of at least one condition"]]
    : parts.flatMap((part, index): ReadonlyArray<readonly [string, string]> => {
        const at = `${path}.${index}`
        if ("kept" in part) return []
        if ("parts" in part) return groupFaults(`${at}.${part.joined}`, part.parts)
        const fault = faultOfLeaf(part)
        return fault === undefined ? [] : [[`${at}.${fault[0]}`, fault[1]]]
      })

/** Finds faults before the form is sent, in the API's words. `path` is `when`, or the path of a sub-rule's `when`. */
export const checkWhen = (
  values: WhenValues,
  path: string,
  unit: string
): ReadonlyArray<readonly [string, string]> => {
  if (!values.decides) return []
  const { activity, amount, joined, parts } = values
  const isMissing = unit.trim() !== "" && amount.trim() === ""
  return [
    ...(activity.trim() === "" ? [[`${path}.activity`, "is required"] as const] : []),
    ...(parts.length === 0 ? [] : groupFaults(`${path}.conditions.${joined}`, parts)),
    ...(isMissing
      ? [
          [
            `${path}.amount`,
            "is required, because the rule has a unit: name the field of the data that is the amount"
          ] as const
        ]
      : [])
  ]
}
