import { SchemaAST as AST, Schema } from "effect"
import * as Coins from "../rewards/Coins.ts"
import { Metadata } from "../rewards/texts/Metadata.ts"
import { encoderOf } from "../schema/Compiled.ts"
import { encodedFields, expectationOf, wireProperty, wireType } from "./requestSchemas.ts"

export const Id = Schema.String.annotations({ description: "An id made by this service (UUID)" })

/** Adds the description that the OpenAPI document shows for a schema. */
export const described = <S extends Schema.Annotable.All>(
  schema: S,
  description: string
): Schema.Annotable.Self<S> => schema.annotations({ description })

export const Instant = Schema.String.annotations({
  jsonSchema: { type: "string", format: "date-time", description: "ISO 8601, UTC, with milliseconds" }
})
export const Decimal = Schema.String.annotations({ description: "A decimal without trailing zeros" })

export const CoinNumber = Schema.Number.annotations({
  jsonSchema: {
    type: "number",
    minimum: 0,
    maximum: Coins.largest,
    description: "Coins with at most 4 decimals, not rounded"
  }
})
export const Numeric = Schema.String.annotations({ description: "A whole number, as text" })

/** An integer. `Schema.Int` is not used, because the OpenAPI document would show it as a separate schema. */
export const Whole = Schema.Number.pipe(Schema.filter(Number.isInteger, { jsonSchema: { type: "integer" } }))

export const AttributeValues = Schema.Record({
  key: Schema.String,
  value: Schema.Union(Schema.String, Schema.Number, Schema.Boolean)
})

export const Texts = Schema.Record({ key: Schema.String, value: Schema.String })

/** The schema of a field that is always null, because nothing sets it yet. */
export const Unset = Schema.Null

export const Empty = Schema.Struct({}).annotations({
  jsonSchema: { type: "object", description: "An object without fields so far" }
})

/** The documentation of a field of an answer. */
export interface AnswerNote {
  readonly description?: string
  readonly identifier?: string
  readonly format?: "date"
  /** Notes for the fields of an object, or of the objects in a list. */
  readonly fields?: Readonly<Record<string, AnswerNote>>
}

/** For each field, a note, or the schema that the OpenAPI document shows instead of the derived one. */
type NotesOf<Encoded> = {
  readonly [Name in keyof Encoded]?: AnswerNote | Schema.Schema<Exclude<Encoded[Name], undefined>>
}

type WireFields<Encoded> = {
  readonly [Name in keyof Encoded]-?: {} extends Pick<Encoded, Name>
    ? Schema.optional<Schema.Schema<Exclude<Encoded[Name], undefined>>>
    : Schema.Schema<Encoded[Name]>
}

/** Derives the schema of an answer from a domain schema. `encode` converts a domain record to the answer. */
export const answer = <Fields extends Schema.Struct.Fields>(
  identifier: string | undefined,
  record: Schema.Struct<Fields>,
  notes: NotesOf<Schema.Struct.Encoded<Fields>> = {}
) => {
  const given: Readonly<Record<string, AnswerNote | Schema.Schema.Any | undefined>> = notes
  const fields = encodedFields(record.ast)
  const wireFields = Object.fromEntries(fields.map((each) => [each.name, wireField(each, given)]))
  const struct = Schema.Struct(wireFields as WireFields<Schema.Struct.Encoded<Fields>>)
  return Object.assign(struct.annotations(identifier === undefined ? {} : { identifier }), {
    encode: encoderOf(
      Schema.make<Schema.Struct.Type<Fields>, Schema.Struct.Encoded<Fields>>(
        new AST.TypeLiteral(fields.map(encodedField), [])
      )
    )
  })
}

/** Returns the same record with these fields first. */
export const startingWith = <Fields extends Schema.Struct.Fields>(
  record: Schema.Struct<Fields>,
  ...names: ReadonlyArray<keyof Fields>
): Schema.Struct<Fields> => {
  const first = Object.fromEntries(names.map((name) => [name, record.fields[name]]))
  return Schema.Struct({ ...first, ...record.fields } as Fields)
}

/** Maps a domain schema to its wire schema, if the wire schema is not derived. */
const stated: ReadonlyMap<AST.AST, AST.AST> = new Map([
  [Schema.Date.ast, Instant.ast],
  [Schema.Int.ast, Whole.ast],
  [Coins.Amount.ast, Decimal.ast],
  [Metadata.ast, Texts.ast]
])

const wireField = (
  signature: AST.PropertySignature,
  notes: Readonly<Record<string, AnswerNote | Schema.Schema.Any | undefined>>
): Schema.Struct.Field => {
  const note = notes[String(signature.name)]
  if (Schema.isSchema(note)) return note
  const { isOptional, type } = wireProperty(signature, documented, note)
  if (!isOptional) return Schema.make(type)
  const types = AST.isUnion(type) ? type.types.filter((each) => !AST.isUndefinedKeyword(each)) : [type]
  return Schema.optional(Schema.make(AST.Union.make(types)))
}

const documented = (ast: AST.AST, note: AnswerNote = {}): AST.AST => {
  const { fields, format, identifier } = note
  const type = wireType(ast, { stated, describe: documented }, fields)
  const expectation = AST.isRefinement(ast) && !stated.has(ast) ? expectationOf(ast) : undefined
  const description = note.description ?? expectation?.replace(/^./, (first) => first.toUpperCase())
  // A recursive type keeps its identifier only if it is returned unchanged.
  if (identifier === undefined && description === undefined && format === undefined) return type
  return AST.annotations(type, {
    ...(identifier !== undefined && { [AST.IdentifierAnnotationId]: identifier }),
    ...(description !== undefined && { [AST.DescriptionAnnotationId]: description }),
    // This annotation replaces the others in the document, so it repeats the description.
    ...(format !== undefined && {
      [AST.JSONSchemaAnnotationId]: {
        type: "string",
        format,
        ...(description !== undefined && { description })
      }
    })
  })
}

/** Returns the schema that encodes a field. A field that encoding does not change is copied without a check: TypeScript has checked it. */
const encodedField = (field: AST.PropertySignature): AST.PropertySignature =>
  isConverted(field.type)
    ? field
    : new AST.PropertySignature(field.name, AST.unknownKeyword, field.isOptional, field.isReadonly)

const isConverted = (ast: AST.AST): boolean => {
  switch (ast._tag) {
    case "Transformation":
      return true
    case "Refinement":
      return isConverted(ast.from)
    case "TypeLiteral":
      return ast.propertySignatures.some(({ type }) => isConverted(type))
    case "TupleType":
      return [...ast.elements, ...ast.rest].some(({ type }) => isConverted(type))
    case "Union":
      return ast.types.some(isConverted)
    default:
      return false
  }
}
