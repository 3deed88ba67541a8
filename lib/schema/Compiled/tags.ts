import { SchemaAST as AST, Option } from "effect"
import type { Direction } from "./convert.ts"

/** The members of a union that one literal field tells apart, and those without such a field. */
export interface Tagged {
  readonly name: PropertyKey
  /** By literal, each in the order of the union. */
  readonly members: ReadonlyMap<AST.LiteralValue, ReadonlyArray<AST.AST>>
  readonly others: ReadonlyArray<AST.AST>
}

interface Tag {
  readonly name: PropertyKey
  readonly literal: AST.LiteralValue
}

/** The literal fields of a struct, as Schema finds them to choose among the members of a union. */
const tagsOf = (ast: AST.AST, direction: Direction): ReadonlyArray<Tag> => {
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
    // A class stands for its fields.
    case "Declaration":
      return Option.match(AST.getSurrogateAnnotation(ast), {
        onNone: () => [],
        onSome: (fields) => tagsOf(fields, direction)
      })
    default:
      return []
  }
}

/** Schema finds tags in these, too. */
const hidesTags = (ast: AST.AST): boolean =>
  AST.isSuspend(ast) || (AST.isTupleType(ast) && ast.elements.length > 0)

/** How a union tells its members apart: by no literal, by one field of literals, or in more than one way. */
export const taggedBy = (types: ReadonlyArray<AST.AST>, direction: Direction): Tagged | "none" | "many" => {
  const tags = types.map((type) => tagsOf(type, direction))
  const names = new Set(tags.flat().map(({ name }) => name))
  const [name] = names
  if (names.size > 1 || types.some(hidesTags)) return "many"
  if (name === undefined) return "none"
  const members = new Map<AST.LiteralValue, Array<AST.AST>>()
  const others: Array<AST.AST> = []
  for (const [index, type] of types.entries()) {
    const tag = tags[index]?.[0]
    if (tag === undefined) others.push(type)
    else members.set(tag.literal, [...(members.get(tag.literal) ?? []), type])
  }
  return { name, members, others }
}
