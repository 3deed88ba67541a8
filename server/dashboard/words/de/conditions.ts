import type { Conditions, Leaf, When } from "../../contract.ts"

type Scalar = string | number | boolean

const operators: Readonly<Record<Exclude<Leaf["is"], "in" | "exists">, string>> = {
  equals: "gleich",
  notEquals: "ungleich",
  atLeast: "mindestens",
  atMost: "höchstens",
  moreThan: "mehr als",
  lessThan: "weniger als",
  startsWith: "beginnend mit"
}

const weekdays = ["montags", "dienstags", "mittwochs", "donnerstags", "freitags", "samstags", "sonntags"]

const isLeaf = (conditions: Conditions): conditions is Leaf => "field" in conditions

const valuesOf = ({ value }: Leaf): ReadonlyArray<Scalar> => (typeof value === "object" ? value : [value])

/** "a, b oder c". */
const joined = (items: ReadonlyArray<string>, word: "und" | "oder"): string => {
  const last = items.at(-1) ?? ""
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${word} ${last}`
}

/** Texts are quoted as in JSON, so that they cannot be taken for words of the sentence. */
const quoted = (value: Scalar): string =>
  typeof value === "string" ? JSON.stringify(value) : String(value).replace(".", ",")

/** "24.12.2026" for a date, and other texts as they are. */
const dated = (value: Scalar): string => String(value).replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$3.$2.$1")

const weekdayOf = (leaf: Leaf): string | undefined => {
  const days = joined(
    valuesOf(leaf).map((day) => weekdays[Number(day) - 1] ?? ""),
    "und"
  )
  if (leaf.is === "equals" || leaf.is === "in") return days
  return leaf.is === "notEquals" ? `nicht ${days}` : undefined
}

const hourOf = ({ is, value }: Leaf): string | undefined => {
  const hour = Number(value)
  switch (is) {
    case "atLeast":
      return `ab ${hour}:00`
    case "moreThan":
      return `ab ${hour + 1}:00`
    case "lessThan":
      return `vor ${hour}:00`
    case "atMost":
      return `vor ${hour + 1}:00`
    case "equals":
      return `von ${hour}:00 bis ${hour + 1}:00`
    default:
      return undefined
  }
}

const dateOf = (leaf: Leaf): string | undefined => {
  const dates = joined(valuesOf(leaf).map(dated), "oder")
  switch (leaf.is) {
    case "equals":
    case "in":
      return `am ${dates}`
    case "atLeast":
      return `ab ${dates}`
    case "moreThan":
      return `nach ${dates}`
    case "atMost":
      return `bis ${dates}`
    case "lessThan":
      return `vor ${dates}`
    default:
      return undefined
  }
}

/** A condition on the local time. Undefined for other conditions, and for comparisons without a phrase for the field. */
const timeOf = (conditions: Conditions): string | undefined => {
  if (!isLeaf(conditions)) return undefined
  switch (conditions.field) {
    case "local.weekday":
      return weekdayOf(conditions)
    case "local.hour":
      return hourOf(conditions)
    case "local.date":
      return dateOf(conditions)
    default:
      return undefined
  }
}

const leafOf = (leaf: Leaf): string => {
  const { field, is, value } = leaf
  if (is === "exists") return `${field} ${value === true ? "vorhanden" : "nicht vorhanden"}`
  const values = valuesOf(leaf).map(quoted)
  return is === "in"
    ? `${field} eines von ${joined(values, "oder")}`
    : `${field} ${operators[is]} ${values.join()}`
}

const grouped = (parts: ReadonlyArray<Conditions>, word: "und" | "oder"): string => {
  const [only, ...others] = parts
  return only !== undefined && others.length === 0 ? phraseOf(only) : `(${joined(parts.map(phraseOf), word)})`
}

/** Groups have parentheses, so that "und", "oder" and "nicht" are unambiguous. */
export const phraseOf = (conditions: Conditions): string => {
  if ("all" in conditions) return grouped(conditions.all, "und")
  if ("any" in conditions) return grouped(conditions.any, "oder")
  if ("not" in conditions) {
    const inner = phraseOf(conditions.not)
    return inner.startsWith("(") ? `nicht ${inner}` : `nicht (${inner})`
  }
  return timeOf(conditions) ?? leafOf(conditions)
}

/** What a rule is awarded for: "order.placed mit data.total mindestens 50, dienstags". The library has the English sentence. */
export const conditionsOf = ({ activity, conditions }: When): string => {
  if (conditions === undefined) return activity
  const parts = "all" in conditions ? conditions.all : [conditions]
  const times = parts.flatMap((part) => timeOf(part) ?? [])
  const others = parts.filter((part) => timeOf(part) === undefined).map(phraseOf)
  return [others.length === 0 ? activity : `${activity} mit ${joined(others, "und")}`, ...times].join(", ")
}
