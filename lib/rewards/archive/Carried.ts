import { Either, Encoding, Schema } from "effect"
import { isId } from "../../schema/Id.ts"
import { type ColumnValue, columnOf } from "../../sql/Row.ts"
import { bare, type Declared, type Fragments, type Statement, statement } from "../../sql/Statement.ts"

/** A row as statements take and give it. */
export type Row = Readonly<Record<string, ColumnValue | null>>

/** How many rows are read or written at once. */
export const pageSize = 500

/**
 * Whose rows they are: of one partner, of the whole service, or of the service but part of the archive of one partner, whose
 * rows refer to them.
 */
export type Of = "partner" | "service" | "shared"

/** A value of the one row of a statement's input. */
export const asked = (column: string): string => `(SELECT ${column} FROM input)`

export interface CarriedOptions {
  /** What its records are called in an archive. */
  readonly name: string
  readonly table: string
  /** All columns but the partner's, with their types. */
  readonly columns: Readonly<Record<string, Declared>>
  /** The primary key after the partner; none for a table with one row a partner. Its first column is never empty. */
  readonly key: ReadonlyArray<string>
  readonly of: Of
  /** What is read in place of a column. `t` is the row. */
  readonly instead?: Readonly<Record<string, string | ((fragments: Fragments) => string)>>
  /** Which rows are carried; all by default. `t` is the row, and `asked("partner_id")` the partner of an archive of one. */
  readonly where?: string | ((fragments: Fragments) => string)
  /** What writes the rows of `input`, where one INSERT does not; rows that are there already stay. */
  readonly writes?: ReadonlyArray<string>
}

/** A table as an archive carries it, one record for each row. */
export interface Carried {
  readonly name: string
  readonly table: string
  /** The columns of the table, or of what stands for them. */
  readonly columns: ReadonlyArray<string>
  readonly of: Of
  /** The page of rows after a key, by the primary key. Its input is a row of `before`. */
  readonly page: Statement<Row, Row>
  /** The key before all rows of a partner, or after a row. */
  readonly before: (partnerId: string, row?: Row) => Row
  /** Those of these rows that are there, by their keys. Its input is rows of `before`. */
  readonly byKey: Statement<Row, Row>
  /** Write rows, in this order. Rows that are there already stay as they are. */
  readonly writes: ReadonlyArray<Statement<Row, unknown>>
  /** The record of a row as JSON. It is the same whatever database the row comes from. */
  readonly encode: (row: Row) => string
  /** The row of a record, or what is wrong with it. */
  readonly decode: (partnerId: string, record: unknown) => Row | string
}

const isOptional = (type: Declared): boolean => type.endsWith("?")

const smallest: Readonly<Record<string, ColumnValue>> = {
  uuid: "00000000-0000-0000-0000-000000000000",
  text: "",
  integer: -1,
  small: -1,
  boolean: false,
  instant: "0001-01-01T00:00:00.000Z"
}

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)

/** A value of a record as a column of this type takes it, or undefined. */
const columnValue = (type: string, value: unknown): ColumnValue | undefined => {
  switch (type) {
    case "integer":
    case "small":
      return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined
    case "boolean":
      return typeof value === "boolean" ? value : undefined
  }
  if (typeof value !== "string") return undefined
  if (type === "uuid") return isId(value) ? value : undefined
  if (type === "instant") return isInstant(value) ? value : undefined
  if (type === "bytes") return Either.getOrUndefined(Encoding.decodeHex(value))
  return value.isWellFormed() && !value.includes("\0") ? value : undefined
}

const textOf = (fragment: string | ((fragments: Fragments) => string), fragments: Fragments): string =>
  typeof fragment === "string" ? fragment : fragment(fragments)

/** A table as an archive carries it. A wing states this for each table of its own. */
export const carried = (options: CarriedOptions): Carried => {
  const { columns: own, instead = {}, key, name, of, table, where = "TRUE" } = options
  const isPartners = of === "partner"
  const columns: Readonly<Record<string, Declared>> = isPartners ? { partner_id: "uuid", ...own } : own
  const names = Object.keys(columns)
  const wholeKey = isPartners ? ["partner_id", ...key] : key
  const typeOf = (column: string): Declared => columns[column] ?? "text"
  const keyInput = Object.fromEntries(wholeKey.map((column) => [column, typeOf(column)]))
  const output = Schema.Struct(
    Object.fromEntries(
      Object.entries(columns).map(([column, type]) => {
        const codec = columnOf(bare(type))
        return [column, Schema.NullOr(codec)]
      })
    )
  )
  const read = (fragments: Fragments): string =>
    names
      .map((column) => {
        const other = instead[column]
        return other === undefined ? `t.${column}` : `${textOf(other, fragments)} AS ${column}`
      })
      .join(", ")
  const keyed = key.map((column) => `t.${column}`).join(", ")
  const writes = options.writes ?? [
    `INSERT INTO ${table} (${names.join(", ")}) SELECT ${names.join(", ")} FROM input WHERE true
      ON CONFLICT (${wholeKey.join(", ")}) DO NOTHING`
  ]

  return {
    name,
    table,
    columns: names,
    of,
    page: statement({
      input: of === "shared" ? { partner_id: "uuid", ...keyInput } : keyInput,
      output,
      // The key is asked for by subqueries, and not by a join, so that the index gives the order.
      sql: (fragments) => `SELECT ${read(fragments)} FROM ${table} t
        WHERE ${isPartners ? `t.partner_id = ${asked("partner_id")} AND ` : ""}${
          key.length === 0 ? "" : `(${keyed}) > (${key.map(asked).join(", ")}) AND `
        }(${textOf(where, fragments)})
        ${key.length === 0 ? "" : `ORDER BY ${keyed}`} LIMIT ${pageSize}`
    }),
    before: (partnerId, row) => ({
      partner_id: partnerId,
      ...Object.fromEntries(key.map((column) => [column, row?.[column] ?? smallest[typeOf(column)] ?? ""]))
    }),
    byKey: statement({
      input: keyInput,
      output,
      sql: (fragments) => `SELECT ${read(fragments)} FROM input CROSS JOIN ${table} t
        WHERE ${wholeKey.map((column) => `t.${column} = input.${column}`).join(" AND ")}`
    }),
    writes: writes.map((sql) => statement({ input: columns, sql })),
    encode: (row) =>
      JSON.stringify(
        Object.fromEntries(
          Object.keys(own).map((column) => {
            const value = row[column] ?? null
            return [column, value instanceof Uint8Array ? Encoding.encodeHex(value) : value]
          })
        )
      ),
    decode: (partnerId, record) => {
      if (typeof record !== "object" || record === null) return "must be an object"
      const row: Record<string, ColumnValue | null> = isPartners ? { partner_id: partnerId } : {}
      for (const [column, type] of Object.entries(own)) {
        const given: unknown = Reflect.get(record, column)
        const value = given === null && isOptional(type) ? null : columnValue(bare(type), given)
        if (value === undefined) return `has no ${column} of the type ${type}`
        row[column] = value
      }
      const unknown = Object.keys(record).find((column) => !(column in own))
      return unknown === undefined ? row : `has ${unknown}, which this version does not know`
    }
  }
}
