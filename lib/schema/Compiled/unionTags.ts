import { SchemaAST as AST, Option } from "effect"

export type Direction = "decode" | "encode"

/**
 * A union whose members are grouped by the literal of the field `name`. `others` are the members without such a field. If no member
 * has such a field, `name` is empty.
 */
export interface TaggedUnion {
  readonly name: PropertyKey
  /** The members by literal. Members with the same literal are in the order of the union. */
  readonly members: ReadonlyMap<AST.LiteralValue, ReadonlyArray<AST.AST>>
  readonly others: ReadonlyArray<AST.AST>
}

interface LiteralField {
  readonly name: PropertyKey
  readonly literal: AST.LiteralValue
}

/** Returns the fields of a struct that have a literal type. Schema uses these fields to choose a member of a union. */
const tagsOf = (ast: AST.AST, direction: Direction): ReadonlyArray<LiteralField> => {
  switch (ast._tag) {
    case "Refinement":
      return tagsOf(ast.from, direction)
    case "Transformation":
      return tagsOf(direction === "decode" ? ast.from : ast.to, direction)
    case "TypeLiteral":
      return ast.propertySignatures.flatMap(({ isOptional, name, type }) => {
        const input = direction === "decode" ? AST.encodedAST(type) : AST.typeAST(type)
        return AST.isLiteral(input) && !isOptional ? [{ name, literal: input.literal }] : []
      })
    // A class has its fields in the surrogate annotation.
    case "Declaration":
      return Option.match(AST.getSurrogateAnnotation(ast), {
        onNone: () => [],
        onSome: (fields) => tagsOf(fields, direction)
      })
    default:
      return []
  }
}

/** Returns true for types in which Schema finds tags, but `tagsOf` does not. */
const hidesTags = (ast: AST.AST): boolean =>
  AST.isSuspend(ast) || (AST.isTupleType(ast) && ast.elements.length > 0)

/** Groups the members of a union by the literal of one field. Returns undefined if they may have literals in different fields. */
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
