import type { Schema } from "effect"
import type { Columns, ColumnType, Dialect } from "./Dialect.ts"
import { decoder, sqlName } from "./Row.ts"

/** The type of an input column. With a question mark it may be null; the first column may not. */
export type Declared = ColumnType | `${ColumnType}?`

interface InputValues {
  readonly uuid: string
  readonly text: string
  readonly integer: number
  readonly small: number
  readonly boolean: boolean
  readonly instant: Date | string
  readonly bytes: Uint8Array
}

type InputValue<T> = T extends keyof InputValues ? InputValues[T] : never

type InputOf<T> = T extends `${infer Bare}?` ? InputValue<Bare> | null : InputValue<T>

export type InputRow<C extends Readonly<Record<string, Declared>>> = {
  readonly [K in keyof C]: InputOf<C[K]>
}

/** The parts of the dialect that the text of a statement can use. The text reads its input rows from the relation `input`. */
export type Fragments = Pick<
  Dialect,
  | "lock"
  | "lockFree"
  | "millis"
  | "date"
  | "dayNumber"
  | "idText"
  | "holds"
  | "bytes"
  | "bytesText"
  | "rankKey"
>

/**
 * One SQL statement over one relation of input rows. Its text is made once for each dialect and number of slots.
 *
 * Names are in camel case in TypeScript and in snake case in SQL: the field `partnerId` of an input row is the column `partner_id`
 * of `input`, and the column `partner_id` of an answer is the field `partnerId` of a decoded row.
 */
export interface Statement<Row, A> {
  readonly text: (dialect: Dialect, count: number) => string
  readonly parameters: (dialect: Dialect, rows: ReadonlyArray<Row>) => ReadonlyArray<unknown>
  /** The schema of the returned rows, if there are any. */
  readonly output: Schema.Schema.AnyNoContext | undefined
  /** Decodes the returned rows. Throws when a row does not match the schema, which is a defect of ours. */
  readonly decode: (rows: ReadonlyArray<unknown>) => ReadonlyArray<A>
}

export const statement = <const C extends Readonly<Record<string, Declared>>, A = never, I = never>(options: {
  readonly input: C
  readonly output?: Schema.Schema<A, I>
  readonly sql: string | ((fragments: Fragments) => string)
}): Statement<InputRow<C>, A> => {
  const columns: Columns = Object.entries(options.input).map(([field, type]) => [
    sqlName(field),
    bare(type),
    field
  ])
  const texts = new Map<Dialect, Map<number, string>>()
  const decode = options.output && decoder(options.output)
  return {
    text: (dialect, count) => {
      const slots = dialect.slots(count)
      const known = texts.get(dialect) ?? new Map<number, string>()
      const found = known.get(slots)
      if (found !== undefined) return found
      const input = columns.length === 0 ? "" : `WITH input AS (${dialect.relation(columns, slots)}) `
      const text = input + (typeof options.sql === "string" ? options.sql : options.sql(dialect))
      texts.set(dialect, known.set(slots, text))
      return text
    },
    parameters: (dialect, rows) => dialect.parameters(columns, rows, dialect.slots(rows.length)),
    output: options.output,
    decode: decode ?? (() => [])
  }
}

/** A column of the only input row, as a subquery. PostgreSQL reads an index in its order when it compares with such a value. */
export const given = (column: string): string => `(SELECT ${column} FROM input)`

/** The type without its question mark. */
export const bare = (type: Declared): ColumnType => {
  switch (type) {
    case "uuid?":
      return "uuid"
    case "text?":
      return "text"
    case "integer?":
      return "integer"
    case "small?":
      return "small"
    case "boolean?":
      return "boolean"
    case "instant?":
      return "instant"
    case "bytes?":
      return "bytes"
    default:
      return type
  }
}
