// Prints schemas as TypeScript, with their descriptions as comments. The types are those of the encoded form.
import { SchemaAST as AST, Option } from "effect"
import { formOf } from "../../lib/schema/Documented.ts"

/** The descriptions that Effect gives to its own schemas. They repeat the type. */
const builtIn = /^(a|an) (string|number|boolean|integer|non empty string)$/i

const annotated = (ast: AST.Annotated): string | undefined => {
  const own = fieldOf(Option.getOrUndefined(AST.getJSONSchemaAnnotation(ast)), "description")
  const text = typeof own === "string" ? own : Option.getOrUndefined(AST.getDescriptionAnnotation(ast))
  return text === undefined || builtIn.test(text) ? undefined : text
}

const withoutUndefined = (ast: AST.AST): AST.AST =>
  AST.isUnion(ast) ? AST.Union.make(ast.types.filter((each) => !AST.isUndefinedKeyword(each))) : ast

/** The description of a type, of a member of a union with null, or of the type that it refines. */
export const descriptionOf = (ast: AST.AST): string | undefined => {
  const own = annotated(ast)
  if (own !== undefined) return own
  if (AST.isTransformation(ast) || AST.isRefinement(ast)) return descriptionOf(ast.from)
  if (!AST.isUnion(ast)) return undefined
  const given = ast.types.filter((each) => !AST.isUndefinedKeyword(each) && !isNull(each))
  return given.length === 1 && given[0] !== undefined ? descriptionOf(given[0]) : undefined
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

export const identifierOf = (ast: AST.AST): string | undefined =>
  Option.getOrUndefined(AST.getJSONIdentifierAnnotation(ast)) ??
  Option.getOrUndefined(AST.getIdentifierAnnotation(ast))

/** Whether a type refers to the type with this identifier by `Schema.suspend`. */
const refersTo = (identifier: string, ast: AST.AST): boolean => {
  switch (ast._tag) {
    case "Suspend":
      return identifierOf(ast.f()) === identifier
    case "Union":
      return ast.types.some((each) => refersTo(identifier, each))
    case "TypeLiteral":
      return ast.propertySignatures.some(({ type }) => refersTo(identifier, type))
    case "TupleType":
      return ast.rest.some(({ type }) => refersTo(identifier, type))
    default:
      return false
  }
}

/** A declaration has no parts to print. Its JSON schema tells which plain values its object has. */
const valuesOf = (ast: AST.AST): string | undefined => {
  const json = Option.getOrUndefined(AST.getJSONSchemaAnnotation(ast))
  const type = fieldOf(fieldOf(json, "additionalProperties"), "type")
  return type === undefined ? undefined : [type].flat().join(" | ")
}

/** Likewise, its JSON schema tells that it is an object of any values. */
const isJson = (ast: AST.AST): boolean => {
  const json = Option.getOrUndefined(AST.getJSONSchemaAnnotation(ast))
  return fieldOf(json, "additionalProperties") === true
}

const isNull = (ast: AST.AST): boolean => AST.isLiteral(ast) && ast.literal === null

/** A comment of one sentence or more. */
export const comment = (text: string | undefined): string => {
  if (text === undefined || text === "") return ""
  const words = text.replaceAll("*/", "* /")
  return `/** ${/[.!?:]$/.test(words) ? words : `${words}.`} */\n`
}

const isIdentifier = /^[A-Za-z_$][\w$]*$/

/** A description for a field that has none of its own, by the name of the field. */
type FieldNotes = (field: string) => string | undefined

export interface Printer {
  /** The type of a schema, as an expression. */
  readonly type: (ast: AST.AST, notes?: FieldNotes) => string
  /** The members of an interface. */
  readonly members: (ast: AST.TypeLiteral, notes?: FieldNotes) => string
  /** The declarations of the recursive unions that were printed, by their names. */
  readonly unions: ReadonlyMap<string, string>
}

/**
 * Prints types. `nameOf` is called for each type within a type, and returns the name of a type that is declared elsewhere.
 * `describe` returns the description of a field's type.
 */
export const makePrinter = (
  nameOf: (ast: AST.AST) => string | undefined,
  describe: (ast: AST.AST) => string | undefined = descriptionOf
): Printer => {
  const unions = new Map<string, string>()

  /** The name of a recursive union. Only its declaration has its members. */
  const unionName = (ast: AST.AST): string | undefined => {
    const name = AST.isUnion(ast) ? identifierOf(ast) : undefined
    if (name === undefined || !refersTo(name, ast)) return undefined
    if (!unions.has(name)) {
      unions.set(name, "")
      const text = comment(Option.getOrUndefined(AST.getDescriptionAnnotation(ast)))
      unions.set(name, `${text}export type ${name} = ${expression(ast)}\n`)
    }
    return name
  }

  const type = (ast: AST.AST, notes?: FieldNotes): string =>
    nameOf(ast) ?? unionName(ast) ?? expression(ast, notes)

  const union = ({ types }: AST.Union, notes?: FieldNotes): string =>
    Array.from(new Set(types.map((each) => type(each, notes)))).join(" | ")

  const expression = (ast: AST.AST, notes?: FieldNotes): string => {
    switch (ast._tag) {
      case "StringKeyword":
      case "TemplateLiteral":
        return "string"
      case "NumberKeyword":
        return "number"
      case "BooleanKeyword":
        return "boolean"
      case "UndefinedKeyword":
        return "undefined"
      case "UnknownKeyword":
        return "unknown"
      case "ObjectKeyword":
        return "object"
      case "Literal":
        return JSON.stringify(ast.literal)
      case "Union":
        return union(ast, notes)
      case "Refinement":
      case "Transformation":
        return type(ast.from, notes)
      case "Suspend":
        return type(ast.f(), notes)
      case "TupleType":
        return list(ast, notes)
      case "TypeLiteral":
        return literal(ast, notes)
      case "Declaration":
        return declaration(ast)
      default:
        throw new Error(`no TypeScript for ${ast._tag}: ${ast}`)
    }
  }

  const declaration = (ast: AST.Declaration): string => {
    const form = formOf(ast)
    if (form !== undefined) return type(form.ast)
    const values = isJson(ast) ? "unknown" : valuesOf(ast)
    if (values === undefined) throw new Error(`no TypeScript for the declaration of ${ast}`)
    return `Readonly<Record<string, ${values}>>`
  }

  const list = ({ elements, rest }: AST.TupleType, notes?: FieldNotes): string => {
    const more = `ReadonlyArray<${rest.map((each) => type(each.type, notes)).join(" | ")}>`
    const first = elements.map((each) => type(each.type, notes))
    return first.length === 0 ? more : `readonly [${[...first, `...${more}`].join(", ")}]`
  }

  const literal = (ast: AST.TypeLiteral, notes?: FieldNotes): string => {
    const [index] = ast.indexSignatures
    if (index !== undefined) return `Readonly<Record<string, ${type(index.type, notes)}>>`
    if (ast.propertySignatures.length === 0) return "Readonly<Record<string, never>>"
    return `{\n${members(ast, notes)}\n}`
  }

  const members = ({ propertySignatures }: AST.TypeLiteral, notes?: FieldNotes): string =>
    propertySignatures
      .map((signature) => {
        const name = String(signature.name)
        const key = isIdentifier.test(name) ? name : JSON.stringify(name)
        const text = annotated(signature) ?? notes?.(name) ?? describe(signature.type)
        const mark = signature.isOptional ? "?" : ""
        const shown = type(withoutUndefined(signature.type))
        const optional = signature.isOptional || shown !== type(signature.type) ? " | undefined" : ""
        return `${comment(text)}readonly ${key}${mark}: ${shown}${optional}`
      })
      .join("\n")

  return { type, members, unions }
}
