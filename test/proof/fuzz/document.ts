// The operations of the committed OpenAPI document. Nothing is taken from the code that the document was made from.
import { readFileSync } from "node:fs"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
export const isList = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)

const document: Json = JSON.parse(
  readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8")
)

export const at = (value: Json | undefined, ...path: ReadonlyArray<string>): Json | undefined =>
  path.reduce<Json | undefined>((found, name) => (isObject(found) ? found[name] : undefined), value)

/** A schema, found by its reference where it is one. */
export const resolved = (schema: Json | undefined): JsonObject => {
  const reference = at(schema, "$ref")
  const found = typeof reference === "string" ? at(document, ...reference.slice(2).split("/")) : schema
  return isObject(found) ? found : {}
}

export interface Parameter {
  readonly name: string
  readonly place: string
  readonly required: boolean
  readonly schema: JsonObject
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The schemas of the body, by content type. */
  readonly bodies: ReadonlyArray<readonly [type: string, schema: JsonObject]>
  readonly security: string | undefined
  /** The schemas of answers, by status and content type. An answer without a body has none. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, Json>>
}

const entries = (value: Json | undefined) => (isObject(value) ? Object.entries(value) : [])

const parameterOf = (parameter: Json): Parameter => ({
  name: String(at(parameter, "name")),
  place: String(at(parameter, "in")),
  required: at(parameter, "required") === true,
  schema: resolved(at(parameter, "schema"))
})

const operationOf = (path: string, method: string, operation: Json): Operation => {
  const [parameters, security] = [at(operation, "parameters"), at(operation, "security")]
  const [scheme] = isList(security) ? security : []
  return {
    id: String(at(operation, "operationId")),
    method: method.toUpperCase(),
    path,
    parameters: isList(parameters) ? parameters.map(parameterOf) : [],
    bodies: entries(at(operation, "requestBody", "content")).map(([type, content]) => [
      type,
      resolved(at(content, "schema"))
    ]),
    security: entries(scheme)[0]?.[0],
    answers: new Map(
      entries(at(operation, "responses")).map(([status, answer]) => [
        status,
        new Map(entries(at(answer, "content")).map(([type, content]) => [type, at(content, "schema") ?? {}]))
      ])
    )
  }
}

export const operations: ReadonlyArray<Operation> = entries(at(document, "paths")).flatMap(
  ([path, methods]) => entries(methods).map(([method, operation]) => operationOf(path, method, operation))
)

/** The methods that the document has for a path. */
export const methodsOf = (path: string): ReadonlySet<string> =>
  new Set(operations.filter((operation) => operation.path === path).map(({ method }) => method))

export const failure: Json = { $ref: "#/components/schemas/Failure" }
