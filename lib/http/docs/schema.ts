import { Predicate } from "effect"
import { escaped } from "../../schema/Html.ts"
import { code, prose, table } from "./html.ts"

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const property = (value: unknown, name: string): unknown =>
  Predicate.isRecord(value) ? value[name] : undefined

const refersTo = (schema: unknown): string | undefined => {
  const reference = property(schema, "$ref")
  return typeof reference === "string" ? reference.slice(reference.lastIndexOf("/") + 1) : undefined
}

/** A type in words: `string or number`, `list of RuleAward`, `"active" or "inactive"`. */
export const typeOf = (schema: unknown): string => {
  const name = refersTo(schema)
  if (name !== undefined) return `<a href="#${escaped(name)}">${escaped(name)}</a>`
  const words = list(property(schema, "enum"))
  if (words.length > 0) return words.map((word) => code(JSON.stringify(word))).join(" or ")
  const choices = list(property(schema, "anyOf"))
  if (choices.length > 0) return choices.map(typeOf).join(" or ")
  const type = property(schema, "type")
  if (type === "array") return `list of ${typeOf(property(schema, "items"))}`
  return [type]
    .flat()
    .map((each) => escaped(String(each ?? "anything")))
    .join(" or ")
}

type Row = readonly [name: string, type: string, required: string, description: string]

/** A row for each field, the fields of nested objects under their path. */
const rowsOf = (schema: unknown, path: string): ReadonlyArray<Row> => {
  const properties = property(schema, "properties")
  if (!Predicate.isRecord(properties)) return []
  const required = new Set(list(property(schema, "required")))
  return Object.entries(properties).flatMap(([name, field]): ReadonlyArray<Row> => {
    const description = property(field, "description")
    const examples = list(property(field, "examples")).map((example) => code(JSON.stringify(example)))
    const words = typeof description === "string" ? prose(description) : ""
    const row: Row = [
      code(path + name),
      typeOf(field),
      required.has(name) ? "required" : "",
      examples.length > 0 ? `${words}<br>Example: ${examples.join(", ")}` : words
    ]
    const isList = property(field, "type") === "array"
    return [
      row,
      ...rowsOf(isList ? property(field, "items") : field, `${path}${name}${isList ? "[]." : "."}`)
    ]
  })
}

export const fields = (schema: unknown): string =>
  table(["field", "type", "", ""], rowsOf(schema, "")) || `<p>${typeOf(schema)}</p>`

/** The schema of the data in an answer's envelope. */
export const dataOf = (schema: unknown): unknown => property(property(schema, "properties"), "data")
