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

/** The schema itself, where it is a reference to one with a name. */
export const resolved = (schema: Schema, schemas: Schemas): Schema => {
  const name = nameOf(schema)
  return name === undefined ? schema : (schemas[name] ?? {})
}

/** A type in words, of which some are names of schemas: `string or number`, `list of RuleAward`. */
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

/** The schema whose fields are listed under a field: its own, or that of the items of a list. */
const within = (schema: Schema): Schema => (schema.type === "array" ? (schema.items ?? {}) : schema)

/** A row for each field, those of nested objects under their path: `rules[].name`. */
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
 * An example of a value. `chosen` says which optional fields it has. A schema that holds itself would have no end, so
 * what lies deeper than six objects is left empty.
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

/** Optional fields that a first request is likely to have: those with an example that is not what is assumed anyway. */
export const isTelling = ({ default: assumed, examples }: Schema): boolean =>
  examples !== undefined && assumed === undefined
