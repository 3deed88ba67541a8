// What the OpenAPI document says of the fields of a request.
import { openApi } from "../../lib/entries/http.ts"

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null
const at = (value: unknown, name: string): unknown => (isJson(value) ? value[name] : undefined)

const document: unknown = JSON.parse(JSON.stringify(openApi()))

const resolved = (schema: unknown): unknown => {
  const reference = at(schema, "$ref")
  return typeof reference === "string" ? reference.slice(2).split("/").reduce(at, document) : schema
}

const operations: ReadonlyArray<unknown> = Object.values(openApi().paths).flatMap((path) =>
  Object.values(JSON.parse(JSON.stringify(path)))
)

/** The schemas of an operation's parameters and of the fields of its JSON body, by their names. */
export const fieldSchemas = (operationId: string): ReadonlyMap<string, Json> => {
  const operation = operations.find((each) => at(each, "operationId") === operationId)
  const parameters = at(operation, "parameters")
  const body = ["requestBody", "content", "application/json", "schema"].reduce(at, operation)
  return new Map([
    ...(Array.isArray(parameters) ? parameters : []).map((each): [string, Json] => [each.name, each.schema]),
    ...Object.entries(at(resolved(body), "properties") ?? {})
  ])
}

const isNumber = (value: unknown): value is number => typeof value === "number"

/** Whether a value keeps the limits of a schema, as far as text and numbers have limits. */
export const allows = (schema: Json, value: unknown): boolean => {
  const { enum: words, exclusiveMinimum, maximum, maxLength, minimum, minLength, pattern } = schema
  if (Array.isArray(words) && !words.includes(value)) return false
  if (typeof value === "string") {
    return (
      !(isNumber(minLength) && value.length < minLength) &&
      !(isNumber(maxLength) && value.length > maxLength) &&
      !(typeof pattern === "string" && !new RegExp(pattern).test(value))
    )
  }
  return !(
    isNumber(value) &&
    ((isNumber(minimum) && value < minimum) ||
      (isNumber(maximum) && value > maximum) ||
      (isNumber(exclusiveMinimum) && value <= exclusiveMinimum))
  )
}
