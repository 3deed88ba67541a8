import { SchemaAST as AST, Option, Schema } from "effect"

type Json = Readonly<Record<string, unknown>>

const jsonOf = (ast: AST.AST): Json => ({ ...Option.getOrUndefined(AST.getJSONSchemaAnnotation(ast)) })

/** The limits that a schema and the schemas under it state. The outer one wins. */
export const limitsOf = (ast: AST.AST): Json => {
  if (AST.isRefinement(ast) || AST.isTransformation(ast)) return { ...limitsOf(ast.from), ...jsonOf(ast) }
  if (AST.isUnion(ast)) return { ...Object.assign({}, ...ast.types.map(limitsOf)), ...jsonOf(ast) }
  return jsonOf(ast)
}

/** Of the limits of a value that can be text or a number, those of the text. */
export const limitsOfText = (limits: Json): Json => {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...ofText } = limits
  return ofText
}

const plain: ReadonlySet<AST.AST> = new Set([Schema.String.ast, Schema.Number.ast, Schema.Boolean.ast])

/** The words in which the domain's error states what a value must be. */
const expectationOf = (ast: AST.AST): string | undefined => {
  const own = plain.has(ast) ? undefined : Option.getOrUndefined(AST.getDescriptionAnnotation(ast))
  if (own !== undefined || !AST.isUnion(ast)) return own
  return ast.types.map(expectationOf).find((words) => words !== undefined)
}

const typeNames: Readonly<Record<string, string>> = { StringKeyword: "string", NumberKeyword: "number" }
const typeName = (ast: AST.AST): string | undefined =>
  AST.isLiteral(ast) && ast.literal === null ? "null" : typeNames[ast._tag]

/** A union of plain types, written as a list: `["string", "null"]`. */
export const typesOf = (ast: AST.AST): Json => {
  const names = AST.isUnion(ast) ? ast.types.map(typeName) : []
  return names.length === 0 || names.includes(undefined) ? {} : { type: names }
}

const isWord = (ast: AST.AST): boolean => AST.isLiteral(ast) || (AST.isUnion(ast) && ast.types.every(isWord))

/** A note's words, and what the schema itself says of its values. */
export const wordsOf = (words: string, ast: AST.AST, type: AST.AST): string => {
  // A list of words is in the document already.
  const expectation = isWord(type) ? undefined : expectationOf(ast)
  const takesNumbers = AST.isUnion(type) && type.types.some(AST.isNumberKeyword)
  return [
    words,
    ...(expectation === undefined ? [] : [`Must be ${expectation}`]),
    ...(takesNumbers ? ["A JSON string or number"] : [])
  ].join(". ")
}
