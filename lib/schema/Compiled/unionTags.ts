import { SchemaAST as AST, Option } from "effect"

export type Direction = "decode" | "encode"

/** A union whose members differ in the literal of one field. `others` has the members without such a field, which can be all. */
export interface TaggedUnion {
  readonly name: PropertyKey
  /** The members of each literal, in the order of the union. */
  readonly members: ReadonlyMap<AST.LiteralValue, ReadonlyArray<AST.AST>>
  readonly others: ReadonlyArray<AST.AST>
}

interface LiteralField {
  readonly name: PropertyKey
  readonly literal: AST.LiteralValue
}

/** The literal fields of a struct. Schema uses the same ones to choose among the members of a union. */
const tagsOf = (ast: AST.AST, direction: Direction): ReadonlyArray<LiteralField> => {
  switch (ast._tag) {
    case "Refinement":
      return tagsOf(ast.from, direction)
    case "Transformation":
      return tagsOf(direction === "decode" ? ast.from : ast.to, direction)
    case "TypeLiteral":
      return ast.propertySignatures.flatMap(({ isOptional, name, type }) => {
        const side = direction === "decode" ? AST.encodedAST(type) : AST.typeAST(type)
        return AST.isLiteral(side) && !isOptional ? [{ name, literal: side.literal }] : []
      })
    // The surrogate of a class has its fields.
    case "Declaration":
      return Option.match(AST.getSurrogateAnnotation(ast), {
        onNone: () => [],
        onSome: (fields) => tagsOf(fields, direction)
      })
    default:
      return []
  }
}

/** Schema also finds tags in these, and this module does not. */
const hidesTags = (ast: AST.AST): boolean =>
  AST.isSuspend(ast) || (AST.isTupleType(ast) && ast.elements.length > 0)

/** Finds the literal field of a union. Returns undefined if there may be more than one. */
export const taggedBy = (types: ReadonlyArray<AST.AST>, direction: Direction): TaggedUnion | undefined => {
  const tags = types.map((type) => tagsOf(type, direction))
  const names = new Set(tags.flat().map(({ name }) => name))
  if (names.size > 1 || types.some(hidesTags)) return undefined
  const [name = ""] = names
  const members = new Map<AST.LiteralValue, Array<AST.AST>>()
  const others: Array<AST.AST> = []
  for (const [index, type] of types.entries()) {
    const tag = tags[index]?.[0]
    if (tag === undefined) others.push(type)
    else members.set(tag.literal, [...(members.get(tag.literal) ?? []), type])
  }
  return { name, members, others }
}
