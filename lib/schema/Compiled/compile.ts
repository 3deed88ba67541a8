import { SchemaAST as AST, Either, Option, ParseResult, Predicate, Schema } from "effect"
import { type Convert, type Direction, misfit } from "./convert.ts"
import { array, changeOfFields, struct, tagged, untagged } from "./shapes.ts"
import { taggedBy } from "./tags.ts"

/** The annotation of a declaration that holds the function by which its values are decoded; undefined is a misfit. */
export const ReadId: unique symbol = Symbol.for("rewards/schema/Read")

const options: AST.ParseOptions = {}

const resultOf = (result: unknown): unknown =>
  Either.isEither(result) && Either.isRight(result) ? result.right : misfit

/** What is not compiled is left to Schema, part by part. */
const bySchema = (ast: AST.AST, direction: Direction): Convert => {
  const schema = Schema.make<unknown, unknown>(ast)
  const convert =
    direction === "decode" ? ParseResult.decodeUnknownEither(schema) : ParseResult.encodeUnknownEither(schema)
  return (value) => resultOf(convert(value))
}

const where =
  (holds: (value: unknown) => boolean): Convert =>
  (value) =>
    holds(value) ? value : misfit

/** Whether annotations change how Schema converts the values of a node. */
export const isSpecial = (ast: AST.AST): boolean =>
  Option.isSome(AST.getParseOptionsAnnotation(ast)) || Option.isSome(AST.getDecodingFallbackAnnotation(ast))

/**
 * Compiles a schema into a plain function that converts a value as Schema does, in a fraction of the time, and says nothing
 * about what is wrong with a value that does not fit. Schema can say that.
 */
export const compile = (ast: AST.AST, direction: Direction): Convert => {
  if (isSpecial(ast)) return bySchema(ast, direction)
  switch (ast._tag) {
    case "StringKeyword":
      return where(Predicate.isString)
    case "NumberKeyword":
      return where(Predicate.isNumber)
    case "BooleanKeyword":
      return where(Predicate.isBoolean)
    case "UndefinedKeyword":
      return where(Predicate.isUndefined)
    case "UnknownKeyword":
      return (value) => value
    case "Literal":
      return where((value) => value === ast.literal)
    case "Declaration":
      return declaration(ast, direction)
    case "Refinement":
      return direction === "decode" ? refinement(ast) : refined(ast)
    case "Transformation":
      return transformation(ast, direction)
    case "TypeLiteral":
      return ast.indexSignatures.length === 0 && ast.propertySignatures.length > 0
        ? struct(ast, compileIn(direction))
        : bySchema(ast, direction)
    case "TupleType":
      return tuple(ast, direction)
    case "Union":
      return union(ast, direction)
    default:
      return bySchema(ast, direction)
  }
}

const compileIn =
  (direction: Direction) =>
  (ast: AST.AST): Convert =>
    compile(ast, direction)

const declaration = (ast: AST.Declaration, direction: Direction): Convert => {
  const read = AST.getAnnotation<(value: unknown) => unknown>(ReadId)(ast)
  if (Option.isSome(read) && direction === "decode") return (value) => read.value(value) ?? misfit
  if (ast.typeParameters.length > 0) return bySchema(ast, direction)
  const convert = direction === "decode" ? ast.decodeUnknown() : ast.encodeUnknown()
  return (value) => resultOf(convert(value, options, ast))
}

const refinement = (ast: AST.Refinement): Convert => {
  const from = compile(ast.from, "decode")
  return (value) => {
    const found = from(value)
    return found === misfit || Option.isSome(ast.filter(found, options, ast)) ? misfit : found
  }
}

const withoutFilters = (ast: AST.AST): AST.AST => (AST.isRefinement(ast) ? withoutFilters(ast.from) : ast)

/** To encode a value, Schema checks all filters first, and encodes what is under them. */
const refined = (ast: AST.Refinement): Convert => {
  const check = compile(AST.typeAST(ast), "decode")
  const write = compile(withoutFilters(ast.from), "encode")
  return (value) => {
    const found = check(value)
    return found === misfit ? misfit : write(found)
  }
}

const transformation = (ast: AST.Transformation, direction: Direction): Convert => {
  const decodes = direction === "decode"
  const before = compile(decodes ? ast.from : ast.to, direction)
  const after = compile(decodes ? ast.to : ast.from, direction)
  const change = changeOf(ast, direction)
  return (value) => {
    const found = before(value)
    if (found === misfit) return misfit
    const changed = change(found, value)
    return changed === misfit ? misfit : after(changed)
  }
}

type Change = (found: unknown, original: unknown) => unknown

const changeOf = (ast: AST.Transformation, direction: Direction): Change => {
  const { transformation: kind } = ast
  switch (kind._tag) {
    case "ComposeTransformation":
      return (found) => found
    case "FinalTransformation": {
      const convert = direction === "decode" ? kind.decode : kind.encode
      return (found, original) => resultOf(convert(found, options, ast, original))
    }
    case "TypeLiteralTransformation":
      return changeOfFields(kind, direction)
  }
}

const tuple = (ast: AST.TupleType, direction: Direction): Convert => {
  const [item] = ast.rest
  return item === undefined || ast.rest.length > 1 || ast.elements.length > 0
    ? bySchema(ast, direction)
    : array(item, compileIn(direction))
}

const union = (ast: AST.Union, direction: Direction): Convert => {
  const members = taggedBy(ast.types, direction)
  if (members === "many") return bySchema(ast, direction)
  return members === "none"
    ? untagged(ast.types, compileIn(direction))
    : tagged(members, compileIn(direction))
}
