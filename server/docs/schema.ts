/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: ReadonlyArray<string>
  readonly description?: string
  readonly examples?: ReadonlyArray<unknown>
  readonly default?: unknown
  readonly format?: string
}
export type Schemas = Readonly<Record<string, Schema>>

/** The name that a schema refers to. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.slice($ref.lastIndexOf("/") + 1)

/** The schema that a reference names; any other schema itself. */
export const resolved = (schema: Schema, schemas: Schemas): Schema => {
  const name = nameOf(schema)
  return name === undefined ? schema : (schemas[name] ?? {})
}

/** A type in words, such as `string or number` or `list of RuleAward`. Names of schemas are marked. */
export const wordsOf = (schema: Schema): ReadonlyArray<{ readonly text: string; readonly name?: string }> => {
  const name = nameOf(schema)
  if (name !== undefined) return [{ text: name, name }]
  const joined = (parts: ReadonlyArray<ReturnType<typeof wordsOf>>) =>
    parts.flatMap((part, index) => (index === 0 ? part : [{ text: " or " }, ...part]))
  if (schema.enum) return joined(schema.enum.map((word) => [{ text: JSON.stringify(word) }]))
  if (schema.anyOf) return joined(schema.anyOf.map(wordsOf))
  if (schema.type === "array") return [{ text: "list of " }, ...wordsOf(schema.items ?? {})]
  return [{ text: [schema.type ?? "anything"].flat().join(" or ") }]
}

export interface FieldRow {
  readonly path: string
  readonly schema: Schema
  readonly required: boolean
}

/** The schema of the fields below a field: its own, or that of its items if it is a list. */
const within = (schema: Schema): Schema => (schema.type === "array" ? (schema.items ?? {}) : schema)

/** A row for each field. Fields of nested objects have a path, such as `rules[].name`. */
export const rowsOf = (schema: Schema, path = ""): ReadonlyArray<FieldRow> =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { path: path + name, schema: field, required: schema.required?.includes(name) ?? false },
    ...rowsOf(within(field), `${path}${name}${field.type === "array" ? "[]." : "."}`)
  ])

const plain: Readonly<Record<string, unknown>> = {
  string: "…",
  number: 1,
  integer: 1,
  boolean: true,
  null: null
}

/**
 * An example of a value. `chosen` decides which optional fields it has. Below six levels of objects it is null, because a schema can
 * contain itself.
 */
export const exampleOf = (
  schema: Schema,
  schemas: Schemas,
  chosen: (field: Schema) => boolean,
  depth = 0
): unknown => {
  const found = resolved(schema, schemas)
  const [example = found.default ?? found.enum?.[0]] = found.examples ?? []
  if (example !== undefined) return example
  if (depth > 6) return null
  if (found.anyOf?.[0]) return exampleOf(found.anyOf[0], schemas, chosen, depth)
  const [type = "object"] = [found.type ?? "object"].flat()
  if (type === "array") return [exampleOf(found.items ?? {}, schemas, chosen, depth + 1)]
  if (type !== "object") return found.format === "date-time" ? "2026-01-31T12:00:00.000Z" : plain[type]
  const fields = Object.entries(found.properties ?? {}).filter(
    ([name, field]) => found.required?.includes(name) || chosen(field)
  )
  return Object.fromEntries(
    fields.map(([name, field]) => [name, exampleOf(field, schemas, chosen, depth + 1)])
  )
}

/** Whether an example request has an optional field: it has an example and no default. */
export const isTelling = ({ default: fallback, examples }: Schema): boolean =>
  examples !== undefined && fallback === undefined
