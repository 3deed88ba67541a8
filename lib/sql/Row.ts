import { SchemaAST as AST, ParseResult, Schema } from "effect"
import { compile, lazily, misfit, ReadId } from "../schema/Compiled.ts"
import { textOf } from "../schema/Id.ts"
import type { ColumnType } from "./Dialect.ts"

/**
 * Returns the codec of a column. It reads the same value from every driver: `read` converts a driver's value, or returns undefined if the
 * value does not fit. `Dialect.parameters` converts values in the other direction.
 */
const column = <A extends {}>(read: (value: unknown) => A | undefined): Schema.Schema<A, unknown> =>
  Schema.declare([], {
    decode: () => (value, _options, ast) => {
      const found = read(value)
      return found === undefined
        ? ParseResult.fail(new ParseResult.Type(ast, value))
        : ParseResult.succeed(found)
    },
    encode: () => (value: unknown) => ParseResult.succeed(value)
  }).annotations({ [ReadId]: read })

const exact = (value: number): number | undefined => (Number.isSafeInteger(value) ? value : undefined)

/** Reads an integer. PostgreSQL returns a 64-bit integer as text. SQLite returns a number, or a bigint if the host configures this. */
const readInteger = (value: unknown): number | undefined => {
  switch (typeof value) {
    case "number":
      return exact(value)
    case "string":
      return /^-?\d+$/.test(value) ? exact(Number(value)) : undefined
    case "bigint":
      return exact(Number(value))
    default:
      return undefined
  }
}
export const Integer = column(readInteger)

/** Reads a boolean. SQLite has no booleans and returns 0 and 1. */
const readBool = (value: unknown): boolean | undefined => {
  if (typeof value === "boolean") return value
  if (value === 0 || value === 0n) return false
  return value === 1 || value === 1n ? true : undefined
}
export const Bool = column(readBool)

const valid = (at: Date): Date | undefined => (Number.isNaN(at.getTime()) ? undefined : at)

/** Reads an instant. PostgreSQL returns a timestamp as a `Date`. SQLite returns the ISO text that was stored. */
const readInstant = (value: unknown): Date | undefined => {
  if (value instanceof Date) return valid(value)
  return typeof value === "string" ? valid(new Date(value)) : undefined
}
export const Instant = column(readInstant)

const readBytes = (value: unknown): Uint8Array | undefined =>
  value instanceof Uint8Array ? value : undefined
export const Bytes = column(readBytes)

/** Reads an id. PostgreSQL returns an id as text. SQLite returns the bytes that were stored. */
const readUuid = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  return value instanceof Uint8Array ? textOf(value) : undefined
}
export const Uuid = column(readUuid)

export const Id = <Brand extends string>(brand: Brand) => Uuid.pipe(Schema.brand(brand))

/** An amount of coins. Its bounds are not checked when it is read. */
export const Coins = Integer.pipe(Schema.brand("Coins"))

/** A value of a column in an archive. An instant is an ISO text. */
export type ColumnValue = string | number | boolean | Uint8Array

const reads: Readonly<Record<ColumnType, (value: unknown) => ColumnValue | undefined>> = {
  uuid: readUuid,
  text: (value) => (typeof value === "string" ? value : undefined),
  integer: readInteger,
  small: readInteger,
  boolean: readBool,
  instant: (value) => readInstant(value)?.toISOString(),
  bytes: readBytes
}

/** Returns the codec of a column in an archive. */
export const columnOf = (type: ColumnType): Schema.Schema<ColumnValue, unknown> => column(reads[type])

/** Converts a name from TypeScript to SQL: `partnerId` becomes `partner_id`. */
export const sqlName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type DriverRow = Readonly<Record<string, unknown>>

interface Field {
  readonly name: string
  readonly column: string
  readonly isOptional: boolean
  readonly convert: (value: unknown) => unknown
}

const fieldsOf = ({ propertySignatures }: AST.TypeLiteral): ReadonlyArray<Field> =>
  propertySignatures.map(({ isOptional, name, type }) => ({
    name: String(name),
    column: sqlName(String(name)),
    isOptional,
    convert: compile(type, "decode")
  }))

/** Makes a function that reads a row. The columns of the row have the SQL names of the fields. */
const reader = (fields: ReadonlyArray<Field>) => (row: DriverRow) => {
  const found: Record<string, unknown> = {}
  for (const { column, convert, isOptional, name } of fields) {
    const stored = row[column]
    if (isOptional && stored === undefined) continue
    const value = convert(stored)
    if (value === misfit) return misfit
    found[name] = value
  }
  return found
}

/** Returns the forms that a row can have: one struct, or the members of a union of structs. */
const formsOf = (ast: AST.AST): ReadonlyArray<ReadonlyArray<Field>> => {
  if (AST.isTypeLiteral(ast)) return [fieldsOf(ast)]
  if (AST.isUnion(ast)) return ast.types.flatMap(formsOf)
  throw new Error("the output of a statement must be a struct or a union of structs")
}

const misfitsIn = (row: DriverRow, fields: ReadonlyArray<Field>): ReadonlyArray<string> =>
  fields.filter((field) => field.convert(row[field.column]) === misfit).map(({ column }) => column)

/** Makes a function that decodes rows. It throws for a row that does not fit, which is a bug in this library. */
export const decoder = <A, I>({
  ast
}: Schema.Schema<A, I>): ((rows: ReadonlyArray<unknown>) => ReadonlyArray<A>) =>
  lazily(() => {
    const forms = formsOf(ast)
    const readers = forms.map(reader)
    const read = (row: DriverRow) => {
      for (const each of readers) {
        const found = each(row)
        if (found !== misfit) return found
      }
      // The message goes to a log. It contains no values, because rows contain personal data and hashes.
      const columns = new Set(forms.flatMap((fields) => misfitsIn(row, fields)))
      throw new Error(`the database returned a row that does not fit: ${Array.from(columns).join(", ")}`)
    }
    // The cast is safe, because each field was converted to the type in the schema.
    return (rows) => rows.map((row) => read(row as DriverRow) as A)
  })
