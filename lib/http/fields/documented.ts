import { SchemaAST as AST } from "effect"
import { limitsOf, limitsOfText, typesOf, wordsOf } from "./stated.ts"

/**
 * What the document says of a request's field, besides its limits: those come from the domain's schema, which also
 * checks them.
 */
export interface Note {
  readonly description: string
  readonly example?: unknown
  readonly default?: string
  readonly format?: "password"
  readonly writeOnly?: true
  /** Notes for the fields of an object, or of the objects in a list. */
  readonly fields?: Notes
}
export type Notes = Readonly<Record<string, Note>>

/** The types of a value on the wire, without filters and messages. */
const bare = (ast: AST.AST, notes: Notes = {}): AST.AST => {
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return bare(ast.from, notes)
    case "TypeLiteral": {
      const properties = ast.propertySignatures.map((each) => property(each, notes[String(each.name)]))
      return new AST.TypeLiteral(properties, ast.indexSignatures)
    }
    case "TupleType": {
      const rest = ast.rest.map(({ type }) => new AST.Type(bare(type, notes)))
      return new AST.TupleType(ast.elements, rest, ast.isReadonly)
    }
    case "Union":
      return AST.Union.make(ast.types.map((type) => bare(type, notes)))
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

/** The type of a field on the wire, with its limits and its note. A parameter of a query or path is text. */
export const documented = (ast: AST.AST, note: Note | undefined, asText = false): AST.AST => {
  const whole = bare(ast, note?.fields)
  const type =
    asText && AST.isUnion(whole) && whole.types.some(AST.isStringKeyword) ? AST.stringKeyword : whole
  const limits = type === whole ? { ...typesOf(type), ...limitsOf(ast) } : limitsOfText(limitsOf(ast))
  if (note === undefined && Object.keys(limits).length === 0) return type
  const { example, fields, ...rest } = note ?? {}
  const words = note && { ...rest, description: wordsOf(note.description, ast, type) }
  const examples = example === undefined ? {} : { examples: [example] }
  return AST.annotations(type, { [AST.JSONSchemaAnnotationId]: { ...limits, ...words, ...examples } })
}

/** A field that may be left out has "undefined" among its types, which no document mentions. */
export const property = (signature: AST.PropertySignature, note: Note | undefined, asText = false) => {
  const { annotations, isOptional, isReadonly, name, type } = signature
  const types = AST.isUnion(type) ? type.types : [type]
  const defined = types.filter((each) => !AST.isUndefinedKeyword(each))
  const isWhole = defined.length === types.length
  const field = documented(isWhole ? type : AST.Union.make(defined), note, asText)
  const whole = isWhole ? field : AST.Union.make([field, AST.undefinedKeyword])
  return new AST.PropertySignature(name, whole, isOptional, isReadonly, annotations)
}

/** The fields of a structure as they are encoded. */
export const encodedFields = (ast: AST.AST): ReadonlyArray<AST.PropertySignature> => {
  if (AST.isTransformation(ast)) return encodedFields(ast.from)
  return AST.isTypeLiteral(ast) ? ast.propertySignatures : []
}
