import { SchemaAST as AST, type Schema } from "effect"
import { compile, lazily, misfit } from "../schema/Compiled.ts"
import { sqlName } from "./names.ts"

type Row = Readonly<Record<string, unknown>>

interface Field {
  readonly name: string
  readonly column: string
  readonly convert: (value: unknown) => unknown
}

const fieldsOf = ({ propertySignatures }: AST.TypeLiteral): ReadonlyArray<Field> =>
  propertySignatures.map(({ name, type }) => ({
    name: String(name),
    column: sqlName(String(name)),
    convert: compile(type, "decode")
  }))

const valueIn = (row: Row, { column, name }: Field): unknown => {
  const value = row[column]
  return value === undefined ? row[name] : value
}

/** Reads a row of one form. Its columns have the SQL names of the fields. */
const reader = (fields: ReadonlyArray<Field>) => (row: Row) => {
  const found: Record<string, unknown> = {}
  for (const field of fields) {
    const value = field.convert(valueIn(row, field))
    if (value === misfit) return misfit
    found[field.name] = value
  }
  return found
}

/** The forms that a row can have: one struct, or the members of a union of structs. */
const formsOf = (ast: AST.AST): ReadonlyArray<ReadonlyArray<Field>> => {
  if (AST.isTypeLiteral(ast)) return [fieldsOf(ast)]
  if (AST.isUnion(ast)) return ast.types.flatMap(formsOf)
  throw new Error("the output of a statement must be a struct or a union of structs")
}

const misfitsIn = (row: Row, fields: ReadonlyArray<Field>): ReadonlyArray<string> =>
  fields.filter((field) => field.convert(valueIn(row, field)) === misfit).map(({ column }) => column)

/**
 * Decodes the rows of an answer. Reading rows is a good part of an award's cost, so their schema is compiled. A row that does
 * not fit is a defect of ours.
 */
export const decoder = <A, I>({
  ast
}: Schema.Schema<A, I>): ((rows: ReadonlyArray<unknown>) => ReadonlyArray<A>) =>
  lazily(() => {
    const forms = formsOf(ast)
    const readers = forms.map(reader)
    const read = (row: Row) => {
      for (const each of readers) {
        const found = each(row)
        if (found !== misfit) return found
      }
      // The message names columns and no values: it goes to a log, and rows hold mails, hashes and personal records.
      const columns = new Set(forms.flatMap((fields) => misfitsIn(row, fields)))
      throw new Error(`the database returned a row that does not fit: ${Array.from(columns).join(", ")}`)
    }
    // The fields are converted to what the schema's type says.
    return (rows) => rows.map((row) => read(row as Row) as A)
  })
