import type { Schema } from "effect"
import type { Request } from "./Connections.ts"
import { type Columns, type ColumnType, type Dialect, partnerParameter } from "./Dialect.ts"
import { decoder, sqlName } from "./Row.ts"

/**
 * The type of an input column. A question mark means that the value may be null. The first column must not be null. On SQLite, a NULL
 * in this column marks a row that only pads the VALUES list.
 */
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
  | "indexed"
  | "bytes"
  | "bytesText"
  | "elements"
  | "rankKey"
  | "distributed"
  | "owner"
  | "source"
>

/**
 * One SQL statement over one relation of input rows. Its text is cached by the dialect and by the number that `Dialect.slots` returns.
 *
 * Names are in camel case in TypeScript and in snake case in SQL. The field `partnerId` is the column `partner_id`.
 */
export interface Statement<Row, A> {
  readonly text: (dialect: Dialect, count: number) => string
  readonly parameters: (dialect: Dialect, rows: ReadonlyArray<Row>) => ReadonlyArray<unknown>
  /** Returns the requests for these rows: one for all rows or, on Citus, one for each partner if the statement is `routed`. */
  readonly requests: (dialect: Dialect, rows: ReadonlyArray<Row>) => ReadonlyArray<Request>
  /** Why the statement touches rows of several partners, or of a partner that the input does not name. */
  readonly acrossPartners: string | undefined
  /** Whether a distributed database sends the statement to the node of its partner. */
  readonly routed: boolean
  /** The schema of the returned rows, if there are any. */
  readonly output: Schema.Schema.AnyNoContext | undefined
  /** Decodes the returned rows. Throws if a row does not match the schema, which is a bug in this library. */
  readonly decode: (rows: ReadonlyArray<unknown>) => ReadonlyArray<A>
}

/** All statements that were made so far. Tests check each of them. */
export const statements = new Set<Statement<never, unknown>>()

interface StatementOptions<C, A, I> {
  readonly input: C
  readonly output?: Schema.Schema<A, I>
  readonly sql: string | ((fragments: Fragments) => string)
  /** The input field with the id of the partner whose rows the statement reads and writes; `partnerId` by default. */
  readonly partner?: string
  /** Why the statement touches rows of several partners, or of a partner that the input does not name. */
  readonly acrossPartners?: string
  /** Set if the statement uses tables of the coordinator. It is then not sent to the node of a partner. */
  readonly onCoordinator?: boolean
}

export const statement = <const C extends Readonly<Record<string, Declared>>, A = never, I = never>(
  options: StatementOptions<C, A, I>
): Statement<InputRow<C>, A> => {
  const { acrossPartners, input, onCoordinator = false, partner = "partnerId" } = options
  const routed = input[partner] === "uuid" && acrossPartners === undefined && !onCoordinator
  const fields = Object.keys(input)
  const columns: Columns = (routed ? [partner, ...fields.filter((field) => field !== partner)] : fields).map(
    (field) => ({ name: sqlName(field), type: bare(input[field] ?? "text"), field })
  )
  const texts = new Map<Dialect, Map<number, string>>()
  const decode = options.output && decoder(options.output)
  const text = (dialect: Dialect, count: number): string => {
    const slots = dialect.slots(count)
    const known = texts.get(dialect) ?? new Map<number, string>()
    const found = known.get(slots)
    if (found !== undefined) return found
    const relation = columns.length === 0 ? "" : `WITH ${dialect.input(columns, slots, routed)} `
    const sql = typeof options.sql === "string" ? options.sql : options.sql(dialect)
    const made = relation + (routed && dialect.distributed ? withPartner(sql, sqlName(partner)) : sql)
    texts.set(dialect, known.set(slots, made))
    return made
  }
  const parameters = (dialect: Dialect, rows: ReadonlyArray<InputRow<C>>): ReadonlyArray<unknown> =>
    dialect.parameters(columns, rows, dialect.slots(rows.length), routed)
  const made: Statement<InputRow<C>, A> = {
    text,
    parameters,
    requests: (dialect, rows) => {
      if (!routed || !dialect.distributed) {
        return [{ text: text(dialect, rows.length), parameters: parameters(dialect, rows) }]
      }
      return byPartner(rows, partner).map((part) => ({
        text: text(dialect, part.length),
        parameters: parameters(dialect, part),
        partner: String(part[0]?.[partner])
      }))
    },
    acrossPartners,
    routed,
    output: options.output,
    decode: decode ?? (() => [])
  }
  statements.add(made)
  return made
}

/**
 * Adapts the SQL of a routed statement to Citus. Each request is for one partner, whose id is a parameter. Replaces the partner column on
 * the right side of each comparison by this parameter. Citus needs such a comparison for every table.
 */
const withPartner = (sql: string, column: string): string =>
  sql.replaceAll(
    new RegExp(`(= \\w+\\.${column}\\b|(=|IN) \\(SELECT ${column} FROM \\w+\\))`, "g"),
    () => `= ${partnerParameter}`
  )

const byPartner = <Row extends Readonly<Record<string, unknown>>>(
  rows: ReadonlyArray<Row>,
  field: string
): ReadonlyArray<ReadonlyArray<Row>> => {
  const [first] = rows
  if (rows.every((row) => row[field] === first?.[field])) return [rows]
  return Array.from(Map.groupBy(rows, (row) => row[field]).values())
}

/**
 * Returns a column of the input row as a subquery, for statements with one input row. On PostgreSQL, a comparison with it can use an index.
 */
export const given = (column: string): string => `(SELECT ${column} FROM input)`

/** Returns the type without its question mark. */
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
