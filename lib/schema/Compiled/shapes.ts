import { type SchemaAST as AST, Option, Predicate } from "effect"
import { type Convert, type Direction, misfit } from "./convert.ts"
import type { Tagged } from "./tags.ts"

/** Compiles a part of a schema in the direction of the whole. */
type Compile = (ast: AST.AST) => Convert

export const struct = ({ propertySignatures }: AST.TypeLiteral, compile: Compile): Convert => {
  const fields = propertySignatures.map(({ isOptional, name, type }) => ({
    name,
    isOptional,
    convert: compile(type)
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

export const array = (item: AST.Type, compile: Compile): Convert => {
  const convert = compile(item.type)
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

/** The first of several conversions that a value fits. */
const first =
  (converts: ReadonlyArray<Convert>): Convert =>
  (value) => {
    for (const convert of converts) {
      const found = convert(value)
      if (found !== misfit) return found
    }
    return misfit
  }

/** The members of a union of which none has a literal field. */
export const untagged = (types: ReadonlyArray<AST.AST>, compile: Compile): Convert =>
  first(types.map(compile))

/** Schema looks at the members that have the literal of a value before all others, and so does this. */
export const tagged = ({ members, name, others }: Tagged, compile: Compile): Convert => {
  const byLiteral = new Map<unknown, Convert>()
  for (const [literal, types] of members) byLiteral.set(literal, first(types.map(compile)))
  const otherwise = first(others.map(compile))
  return (value) => {
    const isTagged = Predicate.isRecord(value) && Object.hasOwn(value, name)
    const convert = isTagged ? byLiteral.get(value[name]) : undefined
    const found = convert === undefined ? misfit : convert(value)
    return found === misfit ? otherwise(value) : found
  }
}

/** Renames fields and fills defaults in. The object is a copy that `struct` has just made. */
export const changeOfFields = (
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
