import type { Conditions, Leaf, Operator, Scalar, When } from "./When.ts"

/** Puts `when` into words: "order.placed with data.total at least 50, on Tuesdays". */
export const sentenceOf = ({ activity, conditions }: Pick<When, "activity" | "conditions">): string => {
  if (conditions === undefined) return activity
  const parts = "all" in conditions ? conditions.all : [conditions]
  const times = parts.flatMap((part) => timeOf(part) ?? [])
  const others = parts.filter((part) => timeOf(part) === undefined).map(phraseOf)
  return [others.length === 0 ? activity : `${activity} with ${listed(others, "and")}`, ...times].join(", ")
}

const isLeaf = (conditions: Conditions): conditions is Leaf => "field" in conditions

const words: Readonly<Record<Exclude<Operator, "in" | "exists">, string>> = {
  equals: "equal to",
  notEquals: "not equal to",
  atLeast: "at least",
  atMost: "at most",
  moreThan: "more than",
  lessThan: "less than",
  startsWith: "starting with"
}

const listed = (items: ReadonlyArray<string>, word: "and" | "or"): string => {
  const last = items.at(-1) ?? ""
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${word} ${last}`
}

const quoted = (value: Scalar): string => (typeof value === "string" ? JSON.stringify(value) : String(value))

/**
 * Puts conditions into words for use in a sentence: "data.total at least 50". A group of several conditions has parentheses,
 * so that "and", "or" and "not" are unambiguous.
 */
export const phraseOf = (conditions: Conditions): string => {
  if ("all" in conditions) return grouped(conditions.all, "and")
  if ("any" in conditions) return grouped(conditions.any, "or")
  if ("not" in conditions) {
    const inner = phraseOf(conditions.not)
    return inner.startsWith("(") ? `not ${inner}` : `not (${inner})`
  }
  return timeOf(conditions) ?? leafOf(conditions)
}

const grouped = (parts: ReadonlyArray<Conditions>, word: "and" | "or"): string => {
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) return phraseOf(only)
  return `(${listed(parts.map(phraseOf), word)})`
}

const leafOf = ({ field, is, value }: Leaf): string => {
  if (is === "exists") return `${field} ${value === true ? "present" : "missing"}`
  const values = valuesOf(value).map(quoted)
  return `${field} ${is === "in" ? `one of ${listed(values, "or")}` : `${words[is]} ${values.join()}`}`
}

const valuesOf = (value: Leaf["value"]): ReadonlyArray<Scalar> =>
  typeof value === "object" ? value : [value]

const weekdays = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"]

/**
 * Puts a condition on the local time into words. Returns undefined for other conditions, and for operators without a phrase for the field.
 */
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

const weekdayOf = ({ is, value }: Leaf): string | undefined => {
  const days = valuesOf(value).map((day) => weekdays[Number(day) - 1] ?? "")
  if (is === "equals" || is === "in") return `on ${listed(days, "and")}`
  return is === "notEquals" ? `not on ${listed(days, "and")}` : undefined
}

const hourOf = ({ is, value }: Leaf): string | undefined => {
  const hour = Number(value)
  switch (is) {
    case "atLeast":
      return `from ${hour}:00`
    case "moreThan":
      return `from ${hour + 1}:00`
    case "lessThan":
      return `before ${hour}:00`
    case "atMost":
      return `before ${hour + 1}:00`
    case "equals":
      return `from ${hour}:00 to ${hour + 1}:00`
    default:
      return undefined
  }
}

const dateOf = ({ is, value }: Leaf): string | undefined => {
  switch (is) {
    case "equals":
      return `on ${String(value)}`
    case "in":
      return `on ${listed(valuesOf(value).map(String), "or")}`
    case "atLeast":
      return `from ${String(value)}`
    case "moreThan":
      return `after ${String(value)}`
    case "atMost":
      return `until ${String(value)}`
    case "lessThan":
      return `before ${String(value)}`
    default:
      return undefined
  }
}
