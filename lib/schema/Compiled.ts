import { SchemaAST as AST, Either, Option, ParseResult, Predicate, Schema } from "effect"
import { type Direction, type TaggedUnion, taggedBy } from "./Compiled/unionTags.ts"

/** The result of a compiled function for a value that does not fit its schema. */
export const misfit: unique symbol = Symbol("misfit")
export type Misfit = typeof misfit

/** Decodes or encodes one value. Returns `misfit` where Schema would fail. */
type Convert = (value: unknown) => unknown

/** An annotation with this key is a function that decodes a value. The function returns undefined for a value that does not fit. */
export const ReadId: unique symbol = Symbol.for("rewards/schema/Read")

/** Calls `make` only when the returned function is first called, so that an unused schema is not compiled. */
export const lazily = <A, B>(make: () => (value: A) => B): ((value: A) => B) => {
  let made: ((value: A) => B) | undefined
  return (value) => {
    made ??= make()
    return made(value)
  }
}

const typed =
  <A>(convert: Convert): ((value: unknown) => A | Misfit) =>
  (value) =>
    convert(value) as A | Misfit

/** Makes a function that decodes a value, or returns `misfit`. */
export const decoderOf = <A, I>({ ast }: Schema.Schema<A, I>): ((value: unknown) => A | Misfit) =>
  lazily(() => typed<A>(compile(ast, "decode")))

/** Converts a value. If the value does not fit, Schema converts it again, to throw an error with the reason. */
const orThrow = <A, B>(convert: (value: A) => B | Misfit, makeThrowing: () => (value: A) => B) => {
  const throwing = lazily(makeThrowing)
  return (value: A): B => {
    const found = convert(value)
    return found === misfit ? throwing(value) : found
  }
}

/** Returns a compiled `Schema.encodeSync`. It throws for a value that does not fit. */
export const encoderOf = <A, I>(schema: Schema.Schema<A, I>): ((value: A) => I) =>
  orThrow(
    lazily(() => typed<I>(compile(schema.ast, "encode"))),
    () => Schema.encodeSync(schema)
  )

/** Returns a compiled `Schema.decodeUnknownSync`. It throws for a value that does not fit. */
export const strictDecoderOf = <A, I>(schema: Schema.Schema<A, I>): ((value: unknown) => A) =>
  orThrow(decoderOf(schema), () => Schema.decodeUnknownSync(schema))

const options: AST.ParseOptions = {}

const resultOf = (result: unknown): unknown =>
  Either.isEither(result) && Either.isRight(result) ? result.right : misfit

/** Converts with Schema itself, for parts of a schema that cannot be compiled. */
const bySchema = (ast: AST.AST, direction: Direction): Convert => {
  const schema = Schema.make<unknown, unknown>(ast)
  const convert =
    direction === "decode" ? ParseResult.decodeUnknownEither(schema) : ParseResult.encodeUnknownEither(schema)
  return (value) => {
    try {
      return resultOf(convert(value))
    } catch {
      // Schema throws if a tag is an object that cannot be converted to a primitive value.
      return misfit
    }
  }
}

/** Accepts the values for which the condition holds. */
const where =
  (holds: (value: unknown) => boolean): Convert =>
  (value) =>
    holds(value) ? value : misfit

/** Returns true if annotations change how Schema converts the values of a node. */
export const isSpecial = (ast: AST.AST): boolean =>
  Option.isSome(AST.getParseOptionsAnnotation(ast)) || Option.isSome(AST.getDecodingFallbackAnnotation(ast))

/** Compiles a schema into a function that converts values as Schema does. */
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
      return direction === "decode" ? decodeRefinement(ast) : encodeRefinement(ast)
    case "Transformation":
      return transformation(ast, direction)
    case "TypeLiteral":
      return ast.indexSignatures.length === 0 && ast.propertySignatures.length > 0
        ? struct(ast, direction)
        : bySchema(ast, direction)
    case "TupleType":
      return array(ast, direction)
    case "Union":
      return union(ast, direction)
    default:
      return bySchema(ast, direction)
  }
}

const declaration = (ast: AST.Declaration, direction: Direction): Convert => {
  const read = AST.getAnnotation<(value: unknown) => unknown>(ReadId)(ast)
  if (Option.isSome(read) && direction === "decode") return (value) => read.value(value) ?? misfit
  if (ast.typeParameters.length > 0) return bySchema(ast, direction)
  const convert = direction === "decode" ? ast.decodeUnknown() : ast.encodeUnknown()
  return (value) => resultOf(convert(value, options, ast))
}

const decodeRefinement = (ast: AST.Refinement): Convert => {
  const from = compile(ast.from, "decode")
  return (value) => {
    const found = from(value)
    return found === misfit || Option.isSome(ast.filter(found, options, ast)) ? misfit : found
  }
}

const withoutFilters = (ast: AST.AST): AST.AST => (AST.isRefinement(ast) ? withoutFilters(ast.from) : ast)

/** Checks all filters before it encodes a value, as Schema does. */
const encodeRefinement = (ast: AST.Refinement): Convert => {
  const check = compile(AST.typeAST(ast), "decode")
  const encode = compile(withoutFilters(ast.from), "encode")
  return (value) => {
    const found = check(value)
    return found === misfit ? misfit : encode(found)
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

/** `found` is the value to change, and `original` the value before any conversion. */
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

/** Renames fields and fills in defaults. It may change the object in place, because `struct` has just made it. */
const changeOfFields = (
  { propertySignatureTransformations: fields }: AST.TypeLiteralTransformation,
  direction: Direction
): Convert => {
  const changes = fields.map(({ decode, encode, from, to }) =>
    direction === "decode" ? { from, to, convert: decode } : { from: to, to: from, convert: encode }
  )
  return (found) => {
    if (!Predicate.isRecord(found)) return misfit
    for (const { convert, from, to } of changes) {
      const value = convert(Object.hasOwn(found, from) ? Option.some(found[from]) : Option.none())
      delete found[from]
      if (Option.isSome(value)) found[to] = value.value
    }
    return found
  }
}

const struct = ({ propertySignatures }: AST.TypeLiteral, direction: Direction): Convert => {
  const fields = propertySignatures.map(({ isOptional, name, type }) => ({
    name,
    isOptional,
    convert: compile(type, direction)
  }))
  return (value) => {
    if (!Predicate.isRecord(value)) return misfit
    const found: Record<PropertyKey, unknown> = {}
    for (const { convert, isOptional, name } of fields) {
      if (isOptional && !Object.hasOwn(value, name)) continue
      const field = convert(value[name])
      if (field === misfit) return misfit
      found[name] = field
    }
    return found
  }
}

const array = (ast: AST.TupleType, direction: Direction): Convert => {
  const [item] = ast.rest
  if (item === undefined || ast.rest.length > 1 || ast.elements.length > 0) return bySchema(ast, direction)
  const convert = compile(item.type, direction)
  return (value) => {
    if (!Array.isArray(value)) return misfit
    const found: Array<unknown> = []
    for (const each of value) {
      const item = convert(each)
      if (item === misfit) return misfit
      found.push(item)
    }
    return found
  }
}

const union = (ast: AST.Union, direction: Direction): Convert => {
  const tagged = taggedBy(ast.types, direction)
  return tagged === undefined ? bySchema(ast, direction) : taggedUnion(tagged, direction)
}

const firstFit = (types: ReadonlyArray<AST.AST>, direction: Direction): Convert => {
  const converts = types.map((type) => compile(type, direction))
  return (value) => {
    for (const convert of converts) {
      const found = convert(value)
      if (found !== misfit) return found
    }
    return misfit
  }
}

/** Tries first the members of the union that have the value's tag, and then the members without a tag. Schema uses the same order. */
const taggedUnion = ({ members, name, others }: TaggedUnion, direction: Direction): Convert => {
  const byOthers = firstFit(others, direction)
  if (members.size === 0) return byOthers
  const byLiteral = new Map<unknown, Convert>()
  for (const [literal, types] of members) byLiteral.set(literal, firstFit(types, direction))
  return (value) => {
    const isTagged = Predicate.isRecord(value) && Object.hasOwn(value, name)
    const convert = isTagged ? byLiteral.get(value[name]) : undefined
    const found = convert === undefined ? misfit : convert(value)
    return found === misfit ? byOthers(value) : found
  }
}
