import { SchemaAST as AST, Either, Option, ParseResult, Predicate, Schema } from "effect"
import { compile, isSpecial, misfit } from "./Compiled.ts"

/** One thing wrong with one field, worded so that `field + " " + problem` reads as a sentence. */
export const Fault = Schema.Struct({ field: Schema.String, problem: Schema.String })
export type Fault = typeof Fault.Type

/** The names of a field and of those around it; undefined for the whole value. */
type Path = string | undefined

/** Names what is wrong with the value at a path, which does not fit. */
type Explain = (value: unknown, path: Path) => ReadonlyArray<Fault>

/** The default messages of a schema are for programmers; these are for callers. */
const problemOf = (message: string): string => {
  if (!message.startsWith("Expected ")) return message
  if (message.startsWith("Expected ReadonlyArray")) return "must be a list"
  return message.startsWith("Expected {") ? "must be an object" : "must be of another type"
}

const under = (path: Path, name: string): string => (path === undefined ? name : `${path}.${name}`)

const faultAt = (path: Path, message: string): Fault => ({
  field: path ?? "input",
  problem: problemOf(message)
})

const wordsOf = (issue: ParseResult.ParseIssue) => ParseResult.ArrayFormatter.formatIssueSync(issue)

/** Asks Schema, which is slow: only for the parts of an input whose words are not known beforehand. */
const bySchema = (ast: AST.AST): Explain => {
  const schema = Schema.make<unknown, unknown>(ast)
  return (value, path) =>
    Either.match(ParseResult.decodeUnknownEither(schema, { errors: "all" })(value), {
      onLeft: (issue) =>
        wordsOf(issue).map(({ message, path: inner }) =>
          faultAt(inner.length === 0 ? path : under(path, inner.map(String).join(".")), message)
        ),
      onRight: () => []
    })
}

/** Names every fault of a value that does not fit its schema, in the order and the words of Schema. */
export const explainer = (ast: AST.AST): ((value: unknown) => ReadonlyArray<Fault>) => {
  const explain = explainerOf(ast)
  return (value) => {
    const faults = explain(value, undefined)
    if (faults.length === 0) throw new Error("a value does not fit its compiled schema, and fits the schema")
    return faults
  }
}

const explainerOf = (ast: AST.AST): Explain => {
  if (isSpecial(ast)) return bySchema(ast)
  const message = Option.getOrUndefined(AST.getMessageAnnotation(ast))
  if (message !== undefined) return byMessage(ast, message)
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.indexSignatures.length === 0 ? byFields(ast) : bySchema(ast)
    case "TupleType":
      return byItems(ast)
    case "Transformation":
      return ast.transformation._tag === "TypeLiteralTransformation" ? byEncodedFields(ast) : bySchema(ast)
    default:
      return bySchema(ast)
  }
}

/** A message that overrides all others is the only one of its schema. It depends on the value alone. */
const byMessage = (ast: AST.AST, message: AST.MessageAnnotation): Explain => {
  const otherwise = bySchema(ast)
  return (value, path) => {
    const said = message(new ParseResult.Type(ast, value))
    return Predicate.hasProperty(said, "override") && said.override && Predicate.isString(said.message)
      ? [faultAt(path, said.message)]
      : otherwise(value, path)
  }
}

const byFields = (ast: AST.TypeLiteral): Explain => {
  const fields = ast.propertySignatures.map((signature) => ({
    name: String(signature.name),
    isOptional: signature.isOptional,
    convert: compile(signature.type, "decode"),
    explain: explainerOf(signature.type),
    missing: wordsOf(new ParseResult.Missing(signature)).map(({ message }) => message)
  }))
  const otherwise = bySchema(ast)
  return (value, path) => {
    if (!Predicate.isRecord(value)) return otherwise(value, path)
    return fields.flatMap(({ convert, explain, isOptional, missing, name }) => {
      const isGiven = Object.hasOwn(value, name)
      if (isOptional && !isGiven) return []
      if (convert(value[name]) !== misfit) return []
      const field = under(path, name)
      return isGiven ? explain(value[name], field) : missing.map((message) => faultAt(field, message))
    })
  }
}

const byItems = (ast: AST.TupleType): Explain => {
  const [rest] = ast.rest
  const otherwise = bySchema(ast)
  if (rest === undefined || ast.rest.length > 1 || ast.elements.length > 0) return otherwise
  const convert = compile(rest.type, "decode")
  const explain = explainerOf(rest.type)
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item: unknown, index) =>
          convert(item) === misfit ? explain(item, under(path, String(index))) : []
        )
      : otherwise(value, path)
}

/** Fields with defaults: what is wrong is usually wrong before the defaults are filled in. */
const byEncodedFields = (ast: AST.Transformation): Explain => {
  const convert = compile(ast.from, "decode")
  const explain = explainerOf(ast.from)
  const otherwise = bySchema(ast)
  return (value, path) => (convert(value) === misfit ? explain : otherwise)(value, path)
}
