import { SchemaAST as AST } from "effect"

/** The schema of one field on the wire: its type there, and what the document says of it. */
type Describe<Note> = (field: AST.AST, note: Note | undefined) => AST.AST

interface WireForm<Note> {
  /** The schemas of the domain whose form on the wire is stated, not derived. */
  readonly stated: ReadonlyMap<AST.AST, AST.AST>
  readonly describe: Describe<Note>
}

type Notes<Note> = Readonly<Record<string, Note | undefined>>

/** The type of a value on the wire: the encoded side of the domain's schema, without filters and messages. */
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
    default:
      return ast
  }
}

/** An optional field has "undefined" among its types, which no document mentions. */
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

/** The fields of a structure as they are encoded. */
export const encodedFields = (ast: AST.AST): ReadonlyArray<AST.PropertySignature> => {
  if (AST.isTransformation(ast)) return encodedFields(ast.from)
  return AST.isTypeLiteral(ast) ? ast.propertySignatures : []
}
