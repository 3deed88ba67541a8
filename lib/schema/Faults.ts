import { SchemaAST as AST, Either, Option, ParseResult, Predicate, Schema } from "effect"
import { compile, isSpecial, misfit } from "./Compiled.ts"

/** A problem with one field. `field + " " + problem` reads as a sentence. */
export const Fault = Schema.Struct({ field: Schema.String, problem: Schema.String })
export type Fault = typeof Fault.Type

/** The path of a field, such as `rules.0.name`; undefined for the whole value. */
export type Path = string | undefined

/** Finds the faults of a value that does not fit its schema. `path` is the path of the value. */
type FindFaults = (value: unknown, path: Path) => ReadonlyArray<Fault>

const kinds: Readonly<Record<string, string>> = {
  string: "must be text",
  number: "must be a number",
  boolean: "must be true or false"
}

/** Replaces Schema's default messages, which describe types, by messages that a caller understands. */
const problemOf = (message: string): string => {
  const [, expected] = /^Expected ([^,]+)/.exec(message) ?? []
  if (expected === undefined) return message
  if (expected.startsWith("ReadonlyArray")) return "must be a list"
  if (expected.startsWith("{")) return "must be an object"
  return kinds[expected] ?? "must be of another type"
}

/** Returns the path of a field of the value at `path`. */
export const under = (path: Path, name: string): string => (path === undefined ? name : `${path}.${name}`)

const faultAt = (path: Path, message: string): Fault => ({
  field: path ?? "input",
  problem: problemOf(message)
})

const messagesOf = (issue: ParseResult.ParseIssue) => ParseResult.ArrayFormatter.formatIssueSync(issue)

/** Lets Schema find the faults, which is slow. It is for types that the other functions of this file do not handle. */
const bySchema = (ast: AST.AST): FindFaults => {
  const schema = Schema.make<unknown, unknown>(ast)
  return (value, path) =>
    Either.match(ParseResult.decodeUnknownEither(schema, { errors: "all" })(value), {
      onLeft: (issue) =>
        messagesOf(issue).map(({ message, path: inner }) =>
          faultAt(inner.length === 0 ? path : under(path, inner.map(String).join(".")), message)
        ),
      onRight: () => []
    })
}

/** Finds every fault of a value that does not fit its schema, in the order in which Schema reports them. */
export const faultFinder = (ast: AST.AST): ((value: unknown) => ReadonlyArray<Fault>) => {
  const find = finderOf(ast)
  return (value) => {
    const faults = find(value, undefined)
    if (faults.length === 0) throw new Error("the compiled schema rejects a value that the schema accepts")
    return faults
  }
}

const finderOf = (ast: AST.AST): FindFaults => {
  if (isSpecial(ast)) return bySchema(ast)
  const message = Option.getOrUndefined(AST.getMessageAnnotation(ast))
  if (message !== undefined) return byMessage(ast, message)
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.indexSignatures.length === 0 ? byFields(ast) : bySchema(ast)
    case "TupleType":
      return byItems(ast)
    case "Union":
      return byMember(ast)
    case "Transformation":
      return ast.transformation._tag === "TypeLiteralTransformation" ? byEncodedFields(ast) : bySchema(ast)
    default:
      return bySchema(ast)
  }
}

/**
 * Finds the faults for a type with its own message. If this message overrides all others, it is the only fault. Otherwise Schema finds
 * them.
 */
const byMessage = (ast: AST.AST, message: AST.MessageAnnotation): FindFaults => {
  const schemaFaults = bySchema(ast)
  return (value, path) => {
    const own = message(new ParseResult.Type(ast, value))
    return Predicate.hasProperty(own, "override") && own.override && Predicate.isString(own.message)
      ? [faultAt(path, own.message)]
      : schemaFaults(value, path)
  }
}

const byFields = (ast: AST.TypeLiteral): FindFaults => {
  const fields = ast.propertySignatures.map((signature) => ({
    name: String(signature.name),
    isOptional: signature.isOptional,
    convert: compile(signature.type, "decode"),
    find: finderOf(signature.type),
    missing: messagesOf(new ParseResult.Missing(signature)).map(({ message }) => message)
  }))
  const schemaFaults = bySchema(ast)
  return (value, path) => {
    if (!Predicate.isRecord(value)) return schemaFaults(value, path)
    return fields.flatMap(({ convert, find, isOptional, missing, name }) => {
      const isGiven = Object.hasOwn(value, name)
      if (isOptional && !isGiven) return []
      if (convert(value[name]) !== misfit) return []
      const field = under(path, name)
      return isGiven ? find(value[name], field) : missing.map((message) => faultAt(field, message))
    })
  }
}

const isAbsent = (ast: AST.AST): boolean =>
  AST.isUndefinedKeyword(ast) || (AST.isLiteral(ast) && ast.literal === null)

/**
 * Finds the faults of a union. An optional or nullable type is a union of one type with undefined or null: only that one type matters.
 * Schema would also report that the value is not null, in a message that quotes the whole value. For a deeply nested value, building this
 * message could exhaust the stack.
 */
const byMember = (ast: AST.Union): FindFaults => {
  const [member, ...others] = ast.types.filter((type) => !isAbsent(type))
  return member === undefined || others.length > 0 ? bySchema(ast) : finderOf(member)
}

const byItems = (ast: AST.TupleType): FindFaults => {
  const [rest] = ast.rest
  const schemaFaults = bySchema(ast)
  if (rest === undefined || ast.rest.length > 1 || ast.elements.length > 0) return schemaFaults
  const convert = compile(rest.type, "decode")
  const find = finderOf(rest.type)
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item: unknown, index) =>
          convert(item) === misfit ? find(item, under(path, String(index))) : []
        )
      : schemaFaults(value, path)
}

/**
 * Finds faults in a struct whose fields are renamed or have defaults. First checks the encoded fields. If all of them fit, Schema
 * finds the faults.
 */
const byEncodedFields = (ast: AST.Transformation): FindFaults => {
  const convert = compile(ast.from, "decode")
  const find = finderOf(ast.from)
  const schemaFaults = bySchema(ast)
  return (value, path) => (convert(value) === misfit ? find : schemaFaults)(value, path)
}
