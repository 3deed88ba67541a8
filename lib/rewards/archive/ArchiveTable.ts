import { Either, Encoding, Schema } from "effect"
import { isId, smallestId } from "../../schema/Id.ts"
import { partnerTable } from "../../sql/Dialect.ts"
import { type ColumnValue, columnOf, sqlName } from "../../sql/Row.ts"
import { bare, type Declared, type Fragments, given, type Statement, statement } from "../../sql/Statement.ts"
import type { Table } from "../../sql/Table.ts"

/** A row. Its keys are the names of its columns in SQL, such as `created_at`. Only the partner's id has the key `partnerId`. */
export type Row = Readonly<Record<string, ColumnValue | null>>

/** The maximum number of rows that are read or written at once. */
export const pageSize = 500

/**
 * The section of an archive that contains the records of a table: the section of a partner, or the section of the service. "shared" records
 * belong to the service, but are in the section of a partner, because the partner's rows refer to them.
 */
export type Of = "partner" | "service" | "shared"

/**
 * Returns SQL for a column of the only input row, such as the key after which a page starts. It is `given` under another name, because
 * `decode` has a variable `given`.
 */
const asked = given

/** A table whose rows belong to partners and refer to shared rows. */
interface Referrer {
  readonly table: string
  /** SQL that reads the id of the shared row from the row `r`, as text. A text that is not an id refers to no shared row. */
  readonly id: Sql
}

interface ArchiveOptions {
  /** The name of the table's records in an archive. */
  readonly record: string
  /** Default: "partner" if there is a column `partnerId`, otherwise "service". With `referrers` it is always "shared". */
  readonly of?: Of
  /** Columns that the records do not contain. */
  readonly omit?: ReadonlyArray<string>
  /** Fields of the records that are not columns of the table, with SQL that reads them from the row `t`. */
  readonly extra?: Readonly<Record<string, { readonly type: Declared; readonly sql: Sql }>>
  /** A condition on the row `t`. Default: all rows. */
  readonly where?: Sql
  /** For shared rows: the columns of the partner's tables that refer to them. */
  readonly referrers?: ReadonlyArray<Referrer>
  /** SQL statements that write the rows of `input`. They must skip rows that exist. Default: one INSERT. */
  readonly writes?: ReadonlyArray<Sql>
}

/** SQL that may differ between SQLite and PostgreSQL. */
type Sql = string | ((fragments: Fragments) => string)

/** A table in an archive: one record for each row. */
export interface ArchiveTable {
  readonly name: string
  readonly table: string
  /** The SQL names of the columns and extra fields. */
  readonly columns: ReadonlyArray<string>
  readonly of: Of
  /** Reads the next page of rows, in the order of the primary key. The input is a result of `before`. */
  readonly page: Statement<Row, Row>
  /** Returns the key after which `page` starts: the key of `row`. Without `row`, it is a key before all rows. */
  readonly before: (partnerId: string, row?: Row) => Row
  /**
   * For shared rows: reads a sorted page of the ids to which a partner's rows refer, as texts. The page starts after the text `after`. A
   * text that is not an id refers to no shared row.
   */
  readonly referred:
    | Statement<{ readonly partnerId: string; readonly after: string }, { readonly id: string }>
    | undefined
  /** Reads rows by their keys. Each row of the input is a result of `before`. */
  readonly byKey: Statement<Row, Row>
  /** Statements that write rows, in this order. They do not change rows that exist. */
  readonly writes: ReadonlyArray<Statement<Row, unknown>>
  /**
   * Returns the record of a row as JSON. It is the same for all databases. A field that is null is omitted, so an archive that was made
   * before a column that can be null was added has the same records as one that was made afterwards.
   */
  readonly encode: (row: Row) => string
  /** Returns the row of a record, or the reason why the record is invalid. */
  readonly decode: (partnerId: string, record: unknown) => Row | string
}

const smallest: Readonly<Record<string, ColumnValue>> = {
  uuid: smallestId,
  text: "",
  integer: -1,
  small: -1,
  boolean: false,
  instant: "0001-01-01T00:00:00.000Z"
}

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)

/** Converts a value of a record to a value of a column; undefined if it has the wrong type. */
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

const textOf = (sql: Sql, fragments: Fragments): string => (typeof sql === "string" ? sql : sql(fragments))

/** Makes an `ArchiveTable` from the declaration of a table. */
export const archiveTable = (
  { columns, key: primaryKey, name: table, placement }: Pick<Table, "columns" | "key" | "name" | "placement">,
  { omit = [], extra = {}, record, referrers, where = "TRUE", ...options }: ArchiveOptions
): ArchiveTable => {
  const of = referrers ? "shared" : (options.of ?? ("partnerId" in columns ? "partner" : "service"))
  const isPartners = of === "partner"
  const isOwn = (column: string) => !(isPartners && column === "partnerId") && !omit.includes(column)
  const routing =
    placement === "partner" ? table === partnerTable && { partner: "id" } : { onCoordinator: true }
  const ownKey = primaryKey.filter(isOwn)
  /** The primary key without the partner. It is empty for a table with one row for each partner. */
  const key = ownKey.map(sqlName)
  /** The fields of a record, by their names in SQL. The key comes first. */
  const fields: Readonly<Record<string, Declared>> = {
    ...Object.fromEntries(
      [...ownKey, ...Object.keys(columns).filter(isOwn)].map((column) => [
        sqlName(column),
        columns[column]?.type ?? "text"
      ])
    ),
    ...Object.fromEntries(Object.entries(extra).map(([column, { type }]) => [column, type]))
  }
  const typeOf = (column: string): Declared => fields[column] ?? "uuid"
  const partner: Readonly<Record<string, Declared>> = isPartners ? { partnerId: "uuid" } : {}
  const input = { ...partner, ...fields }
  const keyInput = { ...partner, ...Object.fromEntries(key.map((column) => [column, typeOf(column)])) }
  const names = Object.keys(input).map(sqlName)
  const output = Schema.Struct(
    Object.fromEntries(
      Object.entries(input).map(([column, type]) => [column, Schema.NullOr(columnOf(bare(type)))])
    )
  )
  const read = (fragments: Fragments): string =>
    names
      .map((column) => {
        const other = extra[column]
        return other === undefined ? `t.${column}` : `${textOf(other.sql, fragments)} AS ${column}`
      })
      .join(", ")
  const keyed = key.map((column) => `t.${column}`).join(", ")
  const values = (owner: string): string =>
    names.map((name) => (name === "partner_id" ? owner : `input.${name}`)).join(", ")
  const writes: ReadonlyArray<Sql> = options.writes ?? [
    (fragments) => {
      const routed = isPartners && placement === "partner"
      const owner = routed ? fragments.owner() : "input.partner_id"
      const source = routed ? fragments.source() : "input"
      return `INSERT INTO ${table} (${names.join(", ")}) SELECT ${values(owner)} FROM ${source} WHERE true
        ON CONFLICT (${primaryKey.map(sqlName).join(", ")}) DO NOTHING`
    }
  ]

  return {
    name: record,
    table,
    columns: names,
    of,
    page: statement({
      ...(isPartners || placement === "coordinator"
        ? routing
        : { acrossPartners: "an archive can contain all partners" }),
      input: keyInput,
      output,
      // `asked` is a subquery and not a join, so that the database reads rows in the order of the index.
      sql: (fragments) => `SELECT ${read(fragments)} FROM ${table} t
        WHERE ${isPartners ? `t.partner_id = ${asked("partner_id")} AND ` : ""}${
          key.length === 0 ? "" : `(${keyed}) > (${key.map(asked).join(", ")}) AND `
        }(${textOf(where, fragments)})
        ${key.length === 0 ? "" : `ORDER BY ${keyed}`} LIMIT ${pageSize}`
    }),
    referred:
      referrers &&
      statement({
        input: { partnerId: "uuid", after: "text" },
        output: Schema.Struct({ id: Schema.String }),
        sql: (fragments) => {
          const pages = referrers.map((referrer, index) => {
            const id = textOf(referrer.id, fragments)
            return `SELECT id FROM (SELECT DISTINCT ${id} AS id FROM ${referrer.table} r
              WHERE r.partner_id = ${asked("partner_id")} AND ${id} > ${asked("after")} ORDER BY 1 LIMIT ${pageSize}) page_${index}`
          })
          return `SELECT id FROM (${pages.join(" UNION ")}) referred ORDER BY id LIMIT ${pageSize}`
        }
      }),
    before: (partnerId, row) => ({
      partnerId,
      ...Object.fromEntries(key.map((column) => [column, row?.[column] ?? smallest[typeOf(column)] ?? ""]))
    }),
    byKey: statement({
      ...routing,
      input: keyInput,
      output,
      sql: (fragments) => `SELECT ${read(fragments)} FROM input CROSS JOIN ${table} t
        WHERE ${Object.keys(keyInput)
          .map((column) => `t.${sqlName(column)} = input.${sqlName(column)}`)
          .join(" AND ")}`
    }),
    writes: writes.map((sql) => statement({ ...routing, input, sql })),
    encode: (row) =>
      JSON.stringify(
        Object.fromEntries(
          Object.keys(fields).map((column) => {
            const value = row[column] ?? undefined
            return [column, value instanceof Uint8Array ? Encoding.encodeHex(value) : value]
          })
        )
      ),
    decode: (partnerId, record) => {
      if (typeof record !== "object" || record === null) return "must be an object"
      const row: Record<string, ColumnValue | null> = isPartners ? { partnerId } : {}
      for (const [column, type] of Object.entries(fields)) {
        const given: unknown = Reflect.get(record, column) ?? null
        const value = given === null && type.endsWith("?") ? null : columnValue(bare(type), given)
        if (value === undefined) return `has no ${column} of the type ${type}`
        row[column] = value
      }
      const unknown = Object.keys(record).find((column) => !(column in fields))
      return unknown === undefined ? row : `has ${unknown}, which this version does not know`
    }
  }
}
