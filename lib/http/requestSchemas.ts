import { SchemaAST as AST, Option, Schema } from "effect"
import { formOf } from "../schema/Documented.ts"

// The schemas of requests are derived from the inputs of services. They check only types. The service checks the limits and reports
// the errors.

/** The documentation of a field of a request. The limits of the field are derived from the domain schema. */
export interface RequestNote {
  readonly description: string
  readonly example?: unknown
  readonly default?: string
  readonly format?: "password"
  readonly writeOnly?: true
  /** Notes for the fields of an object, or of the objects in a list. */
  readonly fields?: Readonly<Record<string, RequestNote>>
}

/** The key of an annotation. Its value is the schema of the service's input, from which the schema of the request is derived. */
export const InputId = Symbol.for("rewards/Input")

type NotesOf<Fields> = { readonly [Name in keyof Fields]: RequestNote }

/** Lets the client send unknown fields, too, so that the service refuses them by name. Otherwise Schema would drop them. */
export const withUnknownFields = { parseOptions: { onExcessProperty: "preserve" } } as const

/** Returns the schema of a request body that has the fields of a service's input. */
export const requestBody = <Fields extends Schema.Struct.Fields>(
  identifier: string,
  input: Schema.Struct<Fields>,
  notes: NotesOf<Fields>,
  description?: string
) => {
  const ast = new AST.TypeLiteral(propertiesOf(input.ast, notes, documented), [])
  return Schema.make<Schema.Struct.Encoded<Fields>>(ast).annotations({
    identifier,
    ...withUnknownFields,
    [InputId]: input,
    ...(description !== undefined && { description })
  })
}

/** The parameters of a query are text, even if the service's input accepts numbers. */
type Text<Fields> = { readonly [Name in keyof Fields]: Extract<Fields[Name], string | undefined> }

/** Returns the schema of a query that has the fields of a service's input. */
export const requestQuery = <Fields extends Schema.Struct.Fields>(
  input: Schema.Struct<Fields>,
  notes: NotesOf<Fields>
) => {
  const fields = propertiesOf(input.ast, notes, documentedText)
  return Schema.make<Text<Schema.Struct.Encoded<Fields>>>(new AST.TypeLiteral(fields, [])).annotations({
    [InputId]: input
  })
}

/** Returns the schema of one parameter of a path, or of one header. */
export const parameter = <A>(schema: Schema.Schema<A, string>, note: RequestNote) =>
  Schema.make<string>(documentedText(schema.ast, note))

const propertiesOf = (
  ast: AST.AST,
  notes: Readonly<Record<string, RequestNote>>,
  describe: (field: AST.AST, note: RequestNote | undefined) => AST.AST
) => encodedFields(ast).map((each) => wireProperty(each, describe, notes[String(each.name)]))

type Json = Readonly<Record<string, unknown>>

const bare = (ast: AST.AST, note: RequestNote | undefined): AST.AST =>
  wireType(ast, { stated: new Map(), describe: documented }, note?.fields)

/** Returns the wire type of a field with its limits and its note. */
const documented = (ast: AST.AST, note: RequestNote | undefined): AST.AST => {
  const type = bare(ast, note)
  return annotated(ast, type, { ...typesOf(type), ...limitsOf(ast) }, note)
}

/** Like `documented`, for parameters and headers, which are text. */
const documentedText = (ast: AST.AST, note: RequestNote | undefined): AST.AST => {
  const type = bare(ast, note)
  if (!AST.isUnion(type) || !type.types.some(AST.isStringKeyword)) return documented(ast, note)
  // If a field accepts text or a number, only the limits of text apply here.
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum, type: _, ...limits } = limitsOf(ast)
  return annotated(ast, AST.stringKeyword, limits, note)
}

const annotated = (ast: AST.AST, type: AST.AST, limits: Json, note: RequestNote | undefined): AST.AST => {
  if (note === undefined && Object.keys(limits).length === 0) return type
  const { example, fields, ...rest } = note ?? {}
  const texts = note && { ...rest, description: descriptionOf(note.description, ast, type) }
  const examples = example === undefined ? {} : { examples: [example] }
  return AST.annotations(type, {
    // A declaration (`Schema.declare`) has its own description, which would replace the one in the JSON schema.
    ...(texts && AST.isDeclaration(type) && { [AST.DescriptionAnnotationId]: texts.description }),
    [AST.JSONSchemaAnnotationId]: { ...limits, ...texts, ...examples }
  })
}

const jsonOf = (ast: AST.AST): Json => ({ ...Option.getOrUndefined(AST.getJSONSchemaAnnotation(ast)) })

/** Returns the limits that a schema and its inner schemas state. A limit of the outer schema takes precedence. */
const limitsOf = (ast: AST.AST): Json => {
  if (AST.isRefinement(ast) || AST.isTransformation(ast)) return { ...limitsOf(ast.from), ...jsonOf(ast) }
  if (AST.isUnion(ast)) return { ...Object.assign({}, ...ast.types.map(limitsOf)), ...jsonOf(ast) }
  return jsonOf(ast)
}

const plain: ReadonlySet<AST.AST> = new Set([Schema.String.ast, Schema.Number.ast, Schema.Boolean.ast])

/** Returns the expectation of a schema, such as "a whole number". The error messages of the domain use the same words. */
export const expectationOf = (ast: AST.AST): string | undefined => {
  const own = plain.has(ast) ? undefined : Option.getOrUndefined(AST.getDescriptionAnnotation(ast))
  if (own !== undefined || !AST.isUnion(ast)) return own
  return ast.types.map(expectationOf).find((words) => words !== undefined)
}

const typeNames: Readonly<Record<string, string>> = { StringKeyword: "string", NumberKeyword: "number" }
const typeName = (ast: AST.AST): string | undefined =>
  AST.isLiteral(ast) && ast.literal === null ? "null" : typeNames[ast._tag]

/** Returns the JSON Schema type of a union of plain types: a list such as `["string", "null"]`. */
const typesOf = (ast: AST.AST): Json => {
  const names = AST.isUnion(ast) ? ast.types.map(typeName) : []
  return names.length === 0 || names.includes(undefined) ? {} : { type: names }
}

/** Returns whether a type is a literal or a union of literals. The document already lists these values. */
const isWord = (ast: AST.AST): boolean => AST.isLiteral(ast) || (AST.isUnion(ast) && ast.types.every(isWord))

/** Returns the description of a note, followed by the expectation of the schema. */
const descriptionOf = (description: string, ast: AST.AST, type: AST.AST): string => {
  const expectation = isWord(type) ? undefined : expectationOf(ast)
  const takesBoth =
    AST.isUnion(type) && type.types.some(AST.isNumberKeyword) && type.types.some(AST.isStringKeyword)
  return [
    description,
    ...(expectation === undefined ? [] : [`Must be ${expectation}`]),
    ...(takesBoth ? ["A JSON string or number"] : [])
  ].join(". ")
}

type Describe<Note> = (field: AST.AST, note: Note | undefined) => AST.AST

interface WireForm<Note> {
  /** Maps domain schemas to wire schemas that are written by hand instead of derived. */
  readonly stated: ReadonlyMap<AST.AST, AST.AST>
  readonly describe: Describe<Note>
}

type Notes<Note> = Readonly<Record<string, Note | undefined>>

/** Returns the wire type of a value: the encoded side of the domain schema, without filters and messages. */
export const wireType = <Note>(
  ast: AST.AST,
  form: WireForm<Note>,
  notes: Notes<Note> | undefined = {}
): AST.AST => {
  const stated = form.stated.get(ast)
  if (stated !== undefined) return stated
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return wireType(ast.from, form, notes)
    case "TypeLiteral": {
      const properties = ast.propertySignatures.map((each) =>
        wireProperty(each, form.describe, notes[String(each.name)])
      )
      return new AST.TypeLiteral(properties, ast.indexSignatures)
    }
    case "TupleType": {
      const rest = ast.rest.map(({ type }) => new AST.Type(wireType(type, form, notes)))
      return new AST.TupleType(ast.elements, rest, ast.isReadonly)
    }
    case "Union":
      return AST.Union.make(ast.types.map((type) => wireType(type, form, notes)))
    case "StringKeyword":
      return AST.stringKeyword
    case "NumberKeyword":
      return AST.numberKeyword
    case "BooleanKeyword":
      return AST.booleanKeyword
    case "Declaration":
      return formOf(ast)?.ast ?? ast
    default:
      return ast
  }
}

/** Documents a field. The type of an optional field contains `undefined`, which the document must not mention. */
export const wireProperty = <Note>(
  signature: AST.PropertySignature,
  describe: Describe<Note>,
  note: Note | undefined
): AST.PropertySignature => {
  const { annotations, isOptional, isReadonly, name, type } = signature
  const types = AST.isUnion(type) ? type.types : [type]
  const defined = types.filter((each) => !AST.isUndefinedKeyword(each))
  const isWhole = defined.length === types.length
  const field = describe(isWhole ? type : AST.Union.make(defined), note)
  const whole = isWhole ? field : AST.Union.make([field, AST.undefinedKeyword])
  return new AST.PropertySignature(name, whole, isOptional, isReadonly, annotations)
}

export const encodedFields = (ast: AST.AST): ReadonlyArray<AST.PropertySignature> => {
  if (AST.isTransformation(ast)) return encodedFields(ast.from)
  return AST.isTypeLiteral(ast) ? ast.propertySignatures : []
}

// Notes on fields that several features share.

export const password = (description: string): RequestNote => ({
  description,
  format: "password",
  writeOnly: true
})

export const confirmPassword = password("Must equal password")

export const email: RequestNote = {
  description: "The e-mail address; unique without regard to case",
  example: "owner@acme.example"
}

export const otp: RequestNote = {
  description: "The code of the authenticator app, or a recovery code",
  example: "492039"
}

export const partnerEmail: RequestNote = {
  ...email,
  description: "The e-mail address; unique within the ecosystem, without regard to case"
}

export const userId: RequestNote = {
  description: "The id of a user account, or the partner's own id for the user",
  example: "customer-42"
}

export const narration: RequestNote = {
  description: "The reason, in your own words",
  example: "Order 1042 was returned"
}

export const metadata: RequestNote = {
  description: "Your own texts, by key. Lists show them and can be filtered by them",
  example: { orderId: "1042" }
}

export const itemKey: RequestNote = {
  description:
    "The item takes effect once under this key, like a single request with this `Idempotency-Key`. The key cannot be given together with the header",
  example: "order-1042"
}

export const listing = {
  from: { description: "Only entries at or after this time" },
  to: { description: "Only entries before this time" },
  metadataKey: { description: "Only entries whose metadata has metadataValue under this key" },
  metadataValue: { description: "The value under metadataKey" },
  after: { description: "The `next` of the previous page" }
}

export const page: RequestNote = { description: "The page number; 1 by default" }

export const pageSize = (byDefault: number): RequestNote => ({
  description: `The maximum number of entries in a page; ${byDefault} by default`
})
