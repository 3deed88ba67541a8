import type * as OpenApi from "@effect/platform/OpenApi"
import { Predicate, Record } from "effect"

const reference = /^#\/components\/schemas\/(.+)$/

/** Removes `additionalProperties: false`, at every depth. */
const opened = <A>(value: A): A => {
  if (Array.isArray(value)) return value.map(opened) as A
  if (!Predicate.isRecord(value)) return value
  const entries = Object.entries(value).filter(
    ([name, part]) => name !== "additionalProperties" || part !== false
  )
  return Object.fromEntries(entries.map(([name, part]) => [name, opened(part)])) as A
}

/** Returns the names of the schemas to which a part of the document refers, directly or through other schemas. */
const referredBy = (
  value: unknown,
  schemas: Readonly<Record<string, unknown>>,
  found: Set<string>
): Set<string> => {
  if (Array.isArray(value)) for (const part of value) referredBy(part, schemas, found)
  else if (Predicate.isRecord(value)) {
    for (const [name, part] of Object.entries(value)) {
      const [, referred] = name === "$ref" && typeof part === "string" ? (reference.exec(part) ?? []) : []
      if (referred === undefined) referredBy(part, schemas, found)
      else if (!found.has(referred)) referredBy(schemas[referred], schemas, found.add(referred))
    }
  }
  return found
}

type Parts = Pick<OpenApi.OpenAPISpec, "paths" | "components">

/** Lets the bodies of some operations have unknown fields, because the service ignores them. */
export const withOpenInputs = (
  { components, paths }: Parts,
  isOpen: (operation: OpenApi.OpenAPISpecOperation) => boolean
): Parts => {
  const inputs = new Set<string>()
  const open = (operation: OpenApi.OpenAPISpecOperation): OpenApi.OpenAPISpecOperation => {
    if (operation.requestBody === undefined || !isOpen(operation)) return operation
    referredBy(operation.requestBody, components.schemas, inputs)
    return { ...operation, requestBody: opened(operation.requestBody) }
  }
  const openPaths = Record.map(paths, (methods) =>
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, open(operation)]))
  )
  const schemas = Record.map(components.schemas, (schema, name) =>
    inputs.has(name) ? opened(schema) : schema
  )
  return { components: { ...components, schemas }, paths: openPaths }
}
