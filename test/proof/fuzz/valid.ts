// Whether a value fits a schema of the document: the keywords of JSON Schema that the document uses. Another keyword throws,
// since a value that it forbids would pass unseen.
import { isList, isObject, type Json, type JsonObject, resolved } from "./document.ts"

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  password: /^/
}

const typeOf = (value: Json): string => (value === null ? "null" : isList(value) ? "array" : typeof value)

const isOfType = (type: Json, value: Json): boolean =>
  isList(type)
    ? type.some((each) => isOfType(each, value))
    : type === typeOf(value) || (type === "integer" && Number.isInteger(value))

const lengthOf = (text: string): number => Array.from(text).length

type Forbids = (limit: Json, value: Json, schema: JsonObject) => boolean

/** Each keyword with the values that it forbids. */
const forbids: Readonly<Record<string, Forbids>> = {
  $ref: () => false,
  type: (type, value) => !isOfType(type, value),
  enum: (words, value) => isList(words) && !words.includes(value),
  anyOf: (schemas, value) => isList(schemas) && !schemas.some((schema) => fits(schema, value)),
  pattern: (pattern, value) => typeof value === "string" && !new RegExp(String(pattern), "u").test(value),
  format: (format, value) => {
    const form = formats[String(format)]
    if (form === undefined) throw new Error(`the format ${format} is not known here`)
    return typeof value === "string" && !form.test(value)
  },
  minLength: (limit, value) => typeof value === "string" && lengthOf(value) < Number(limit),
  maxLength: (limit, value) => typeof value === "string" && lengthOf(value) > Number(limit),
  minimum: (limit, value) => typeof value === "number" && value < Number(limit),
  maximum: (limit, value) => typeof value === "number" && value > Number(limit),
  exclusiveMinimum: (limit, value) => typeof value === "number" && value <= Number(limit),
  minItems: (limit, value) => isList(value) && value.length < Number(limit),
  maxItems: (limit, value) => isList(value) && value.length > Number(limit),
  items: (schema, value) => isList(value) && !value.every((each) => fits(schema, each)),
  required: (names, value) =>
    isObject(value) && isList(names) && names.some((name) => value[String(name)] === undefined),
  properties: (schemas, value) =>
    isObject(value) &&
    isObject(schemas) &&
    Object.entries(schemas).some(([name, schema]) => {
      const part = Object.hasOwn(value, name) ? value[name] : undefined
      return part !== undefined && !fits(schema, part)
    }),
  additionalProperties: (schema, value, { properties }) =>
    isObject(value) &&
    Object.entries(value).some(
      ([name, part]) =>
        !(isObject(properties) && Object.hasOwn(properties, name)) &&
        (schema === false || !fits(schema, part))
    ),
  maxProperties: (limit, value) => isObject(value) && Object.keys(value).length > Number(limit),
  propertyNames: (schema, value) => isObject(value) && !Object.keys(value).every((name) => fits(schema, name))
}

const silent = new Set(["description", "examples", "title", "default", "writeOnly"])

export const fits = (schema: Json, value: Json): boolean => {
  if (schema === true) return true
  const whole = resolved(schema)
  return Object.entries(whole).every(([keyword, limit]) => {
    if (silent.has(keyword)) return true
    const forbidden = forbids[keyword]
    if (forbidden === undefined) throw new Error(`the keyword ${keyword} is not known here`)
    return !forbidden(limit, value, whole)
  })
}
