import { SchemaAST as AST, Either, Predicate, Schema } from "effect"
import { type CrossCheck, type InvalidInput, parser } from "../schema/Input.ts"

type Check = (value: unknown) => boolean

/** A check of types by plain comparisons: that of `Schema` would cost as much again as the service's own parsing. */
const checkOf = (ast: AST.AST): Check => {
  switch (ast._tag) {
    case "StringKeyword":
      return Predicate.isString
    case "NumberKeyword":
      return Predicate.isNumber
    case "BooleanKeyword":
      return Predicate.isBoolean
    case "UndefinedKeyword":
      return Predicate.isUndefined
    case "Literal":
      return (value) => value === ast.literal
    case "Union": {
      const checks = ast.types.map(checkOf)
      return (value) => checks.some((holds) => holds(value))
    }
    case "TypeLiteral":
      return ast.indexSignatures.length === 0 ? checkOfFields(ast) : Schema.is(Schema.make(ast))
    default:
      return Schema.is(Schema.make(ast))
  }
}

const checkOfFields = ({ propertySignatures }: AST.TypeLiteral): Check => {
  const fields = propertySignatures.map(({ isOptional, name, type }) => ({
    name,
    isOptional,
    holds: checkOf(type)
  }))
  return (value) =>
    Predicate.isRecord(value) &&
    fields.every(({ holds, isOptional, name }) => {
      const given = value[name]
      return given === undefined ? isOptional : holds(given)
    })
}

/**
 * Reads a service's input from the fields of a request. Only types are checked here, since the service parses its whole
 * input. Where a type is wrong, the same schema says all that is wrong, as the service would.
 */
export const inputOf = <A, I>(schema: Schema.Schema<A, I>, crossCheck?: CrossCheck) => {
  const holds = checkOf(AST.encodedAST(schema.ast))
  const hasTypes = (fields: unknown): fields is I => holds(fields)
  const parse = parser(schema, crossCheck)
  return (fields: Readonly<Record<string, unknown>>): Either.Either<I, InvalidInput> =>
    hasTypes(fields)
      ? Either.right(fields)
      : Either.flatMap(parse(fields), () => {
          throw new Error("an input has other types than its schema, which accepts it")
        })
}
