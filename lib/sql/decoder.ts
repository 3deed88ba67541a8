import { Either, Option, ParseResult, Schema, SchemaAST } from "effect"
import { ReadId } from "./Row.ts"

/** What a compiled reader returns for a value that does not fit. */
const misfit = Symbol("misfit")

type Read = (value: unknown) => unknown

/**
 * Decodes the rows of an answer. Reading rows is a good part of an award, so a schema of columns, literals, structs and unions
 * is compiled into plain functions, which take an eighth of the time. Every other schema, and every row that does not fit, is
 * left to Schema.
 */
export const decoder = <A, I>(
  row: Schema.Schema<A, I>
): ((rows: ReadonlyArray<unknown>) => ReadonlyArray<A>) => {
  const slowly = Schema.decodeUnknownEither(Schema.Array(row))
  const read = compile(row.ast)
  const isRow = (value: unknown): value is A => value !== misfit
  return (rows) => {
    if (read !== undefined) {
      const found = rows.map(read)
      if (found.every(isRow)) return found
    }
    const decoded = slowly(rows)
    if (Either.isRight(decoded)) return decoded.right
    // The message names places and no values: it goes to a log, and rows hold mails, hashes and personal records.
    const places = ParseResult.ArrayFormatter.formatErrorSync(decoded.left).map(({ path }) => path.join("."))
    throw new Error(`the database answered with a row that does not fit: ${places.join(", ")}`)
  }
}

/** A function that reads what the schema decodes; undefined for a schema of another kind. */
const compile = (ast: SchemaAST.AST): Read | undefined => {
  const read = SchemaAST.getAnnotation<Read>(ReadId)(ast)
  if (Option.isSome(read)) return (value) => read.value(value) ?? misfit
  switch (ast._tag) {
    case "StringKeyword":
      return (value) => (typeof value === "string" ? value : misfit)
    case "NumberKeyword":
      return (value) => (typeof value === "number" ? value : misfit)
    case "Literal":
      return (value) => (value === ast.literal ? value : misfit)
    case "Union":
      return compileUnion(ast)
    case "TypeLiteral":
      return compileStruct(ast)
    default:
      return undefined
  }
}

const compileAll = (all: ReadonlyArray<SchemaAST.AST>): ReadonlyArray<Read> | undefined => {
  const reads = all.map(compile)
  return reads.every((read) => read !== undefined) ? reads : undefined
}

const compileUnion = ({ types }: SchemaAST.Union): Read | undefined => {
  const reads = compileAll(types)
  if (reads === undefined) return undefined
  return (value) => {
    for (const read of reads) {
      const found = read(value)
      if (found !== misfit) return found
    }
    return misfit
  }
}

const compileStruct = ({ indexSignatures, propertySignatures }: SchemaAST.TypeLiteral): Read | undefined => {
  if (indexSignatures.length > 0 || propertySignatures.some(({ isOptional }) => isOptional)) return undefined
  const reads = compileAll(propertySignatures.map(({ type }) => type))
  if (reads === undefined) return undefined
  const fields = reads.map((read, index) => [propertySignatures[index]?.name ?? "", read] as const)
  return (row) => {
    if (typeof row !== "object" || row === null) return misfit
    const found: Record<PropertyKey, unknown> = {}
    for (const [name, read] of fields) {
      const value = read(Reflect.get(row, name))
      if (value === misfit) return misfit
      found[name] = value
    }
    return found
  }
}
