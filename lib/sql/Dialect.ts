import { Encoding } from "effect"
import { bytesOf } from "../schema/Id.ts"

/**
 * The type of a column. In JavaScript, a `uuid` is text in lower case. `small` is a whole number below 2^31. `integer` is a whole
 * number of 64 bits.
 */
export type ColumnType = "uuid" | "text" | "integer" | "small" | "boolean" | "instant" | "bytes"

type Value = string | number | boolean | Date | Uint8Array | null

/** A column of a statement's input: the name in SQL, the type, and the field of an input row that has the value. */
export interface InputColumn {
  readonly name: string
  readonly type: ColumnType
  readonly field: string
}

export type Columns = ReadonlyArray<InputColumn>

/**
 * The differences between SQLite and PostgreSQL. The input of a statement is one relation of any number of rows. PostgreSQL gets one
 * array for each column. SQLite gets a list of rows, which is padded to a power of two. So there are only a few different statement
 * texts, which stay prepared.
 */
export interface Dialect {
  readonly name: "sqlite" | "postgres"
  /** Whether the tables are spread over the nodes of a Citus cluster, by partner. */
  readonly distributed: boolean
  readonly begin: string
  /** Opens a transaction that reads one state of the database and does not block writers. */
  readonly beginSnapshot: string
  readonly types: Readonly<Record<ColumnType, string>>
  /** The type of a text column that is sorted by its UTF-8 bytes, so that an index finds all texts with a prefix. */
  readonly sortedText: string
  readonly tableOptions: (options: { readonly updatedOften: boolean }) => string
  /**
   * Locks rows of the tables with these aliases until COMMIT, in the given order. The mode `change` locks rows like an UPDATE. The
   * mode `share` keeps rows unchanged, and other transactions can share the lock. Empty on SQLite, where a write transaction locks
   * the whole database.
   */
  readonly lock: (aliases: string, order: string, mode?: "change" | "share") => string
  /** Locks rows in the mode `change`, but skips rows that another transaction has locked. In a statement, it follows LIMIT. */
  readonly lockFree: (aliases: string) => string
  /** Returns SQL for an instant as milliseconds since 1970. */
  readonly millis: (instant: string) => string
  /** Returns SQL for the UTC date of an instant, in the form that `dayNumber` takes. */
  readonly date: (instant: string) => string
  /** Returns SQL for the number of days from 1970 to a `date`. */
  readonly dayNumber: (date: string) => string
  /** Returns SQL for an id as text, in the form that JavaScript uses. NULL stays NULL. */
  readonly idText: (id: string) => string
  /** Returns SQL for the condition that a boolean column has this value. Partial indexes must use the same text. */
  readonly holds: (column: string, value: boolean) => string
  /**
   * Makes SQLite read a table by this index; it follows the alias. SQLite prefers the primary key of a clustered table to a partial index,
   * even if the index leads to far fewer rows.
   */
  readonly indexed: (index: string) => string
  /** Returns SQL for constant bytes. */
  readonly bytes: (value: Uint8Array) => string
  /** Returns SQL for the hexadecimal digits of bytes. */
  readonly bytesText: (bytes: string) => string
  /** Returns SQL for a relation of the elements of a JSON list, which is a text. Its column `value` is JSON, for the operator `->>`. */
  readonly elements: (list: string) => string
  /**
   * Returns SQL for a member's sort key on a board, in 30 bytes: 8 bytes for `largestScore` minus the score, 6 bytes for the instant at
   * which the score was reached, and 16 bytes for the member's id. Higher scores come first.
   */
  readonly rankKey: (score: string, reachedMs: string, memberId: string) => string
  /** Returns SQL for the partner of a row to insert, for `INSERT INTO … SELECT owner, … FROM source`. */
  readonly owner: (alias?: string) => string
  /**
   * Returns SQL for the relation of the rows to insert; `input` by default. Citus runs INSERT … SELECT on one node only if the SELECT
   * reads a distributed table. So on Citus, `source` also joins the row of the partner, as `home`. Write the relation's alias before
   * columns that `home` also has.
   */
  readonly source: (alias?: string, relation?: string) => string
  /** Returns the number of rows in the padded list for `count` input rows. It is always 1 on PostgreSQL, which gets arrays instead. */
  readonly slots: (count: number) => number
  /**
   * Returns SQL for the relation `input` in a WITH clause. `routed` means that, on Citus, all rows belong to the partner in the first
   * column.
   */
  readonly input: (columns: Columns, slots: number, routed: boolean) => string
  readonly parameters: (
    columns: Columns,
    rows: ReadonlyArray<Readonly<Record<string, Value>>>,
    slots: number,
    routed: boolean
  ) => ReadonlyArray<unknown>
}

/** The table of partners. On Citus, rows that are distributed by partner are on the same node as their partner's row in this table. */
export const partnerTable = "rewards_partner"

const owner = (alias = "input"): string => `${alias}.partner_id`

/** 2^60 - 1. */
export const largestScore = "1152921504606846975"

/** Returns a value of an input row. A missing value is a bug, and must not become a NULL in the ledger. */
const valueIn = (row: Readonly<Record<string, Value>>, column: string): Value => {
  const value = row[column]
  if (value === undefined) throw new Error(`the input of a statement has no value for ${column}`)
  return value
}

const uuidBytes = (value: Value, column: string): Uint8Array | null => {
  if (value === null) return null
  const bytes = typeof value === "string" ? bytesOf(value) : undefined
  if (bytes === undefined) throw new Error(`the input of a statement has no id for ${column}`)
  return bytes
}

/** Converts a value to a form that the drivers of SQLite can bind. */
const bind = (value: Value, { name, type }: InputColumn): unknown => {
  if (type === "uuid") return uuidBytes(value, name)
  if (value instanceof Date) return value.toISOString()
  return typeof value === "boolean" ? Number(value) : value
}

/** The positions of the first and last digit of each part of a UUID. */
const parts = [
  [1, 8],
  [9, 12],
  [13, 16],
  [17, 20],
  [21, 32]
] as const

export const sqlite: Dialect = {
  name: "sqlite",
  distributed: false,
  begin: "BEGIN IMMEDIATE",
  // The first read determines which state of the database the transaction reads.
  beginSnapshot: "BEGIN DEFERRED",
  types: {
    uuid: "BLOB",
    text: "TEXT",
    integer: "INTEGER",
    small: "INTEGER",
    boolean: "INTEGER",
    instant: "TEXT",
    bytes: "BLOB"
  },
  sortedText: "TEXT",
  tableOptions: () => " STRICT",
  lock: () => "",
  lockFree: () => "",
  millis: (instant) => `CAST(round(unixepoch(${instant}, 'subsec') * 1000) AS INTEGER)`,
  date: (instant) => `substr(${instant}, 1, 10)`,
  dayNumber: (date) => `(unixepoch(${date}) / 86400)`,
  idText: (id) => {
    const digits = parts.map(([first, last]) => `substr(hex(${id}), ${first}, ${last - first + 1})`)
    return `CASE WHEN ${id} IS NOT NULL THEN lower(${digits.join(" || '-' || ")}) END`
  },
  holds: (column, value) => `${column} = ${value ? 1 : 0}`,
  indexed: (index) => ` INDEXED BY ${index}`,
  bytes: (value) => `X'${Encoding.encodeHex(value)}'`,
  bytesText: (bytes) => `lower(hex(${bytes}))`,
  elements: (list) => `json_each(${list})`,
  rankKey: (score, reachedMs, memberId) =>
    `unhex(printf('%016x%012x', ${largestScore} - ${score}, ${reachedMs}) || hex(${memberId}))`,
  owner,
  source: (alias = "input", relation = alias) => relation,
  slots: (count) => 2 ** Math.ceil(Math.log2(Math.max(1, count))),
  input: (columns, slots) => {
    // The unary plus stops SQLite from making an index of the input rows. With such an index and many input rows, SQLite would read whole
    // tables and search the index for each of their rows.
    const list = columns.map(({ name }, index) => `+column${index + 1} AS ${name}`).join(", ")
    // One or two rows need no padding, so they need no VALUES list.
    if (slots <= 2) {
      const first = `SELECT ${columns.map(({ name }) => `? AS ${name}`).join(", ")}`
      return `input AS (${slots === 1 ? first : `${first} UNION ALL SELECT ${columns.map(() => "?").join(", ")}`})`
    }
    const row = `(${columns.map(() => "?").join(",")})`
    return `input AS (SELECT ${list} FROM (VALUES ${Array(slots).fill(row).join(",")}) WHERE column1 IS NOT NULL)`
  },
  parameters: (columns, rows, slots) => {
    // A value that equals the value in the previous row, such as the partner, is not converted again.
    const width = columns.length
    const flat = new Array<unknown>(slots * width).fill(null)
    let index = 0
    let before: Readonly<Record<string, Value>> | undefined
    for (const row of rows) {
      for (const column of columns) {
        const value = valueIn(row, column.field)
        flat[index] =
          before !== undefined && before[column.field] === value ? flat[index - width] : bind(value, column)
        index++
      }
      before = row
    }
    return flat
  }
}

/** Converts bytes and instants to the text form of PostgreSQL, which every client can send inside of an array. */
const writeText = (value: Value): Value => {
  if (typeof value !== "object" || value === null) return value
  return value instanceof Date ? value.toISOString() : `\\x${Encoding.encodeHex(value)}`
}

/** Returns the values of one field in all rows. A value that equals the value in the previous row is not converted again. */
const valuesOf = (
  rows: ReadonlyArray<Readonly<Record<string, Value>>>,
  field: string
): ReadonlyArray<Value> => {
  let before: Value | undefined
  let written: Value = null
  return rows.map((row) => {
    const value = valueIn(row, field)
    if (value !== before) written = writeText(value)
    before = value
    return written
  })
}

/** Returns a relation that is made from one array for each column. `first` is the number of the first array's parameter. */
const unnest = (columns: Columns, first: number): string => {
  const arrays = columns.map(({ type }, index) => `$${first + index}::${postgres.types[type]}[]`).join(", ")
  return `unnest(${arrays}) AS rows(${columns.map(({ name }) => name).join(", ")})`
}

export const postgres: Dialect = {
  name: "postgres",
  distributed: false,
  begin: "BEGIN ISOLATION LEVEL READ COMMITTED",
  beginSnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  types: {
    uuid: "UUID",
    text: "TEXT",
    integer: "BIGINT",
    small: "INTEGER",
    boolean: "BOOLEAN",
    instant: "TIMESTAMPTZ",
    bytes: "BYTEA"
  },
  // The database's own collation may not sort texts with a common prefix next to each other.
  sortedText: 'TEXT COLLATE "C"',
  // If a page has room, PostgreSQL can update a row without changing the indexes.
  tableOptions: ({ updatedOften }) => (updatedOften ? " WITH (fillfactor = 70)" : ""),
  lock: (aliases, order, mode = "change") =>
    ` ORDER BY ${order} FOR ${mode === "share" ? "SHARE" : "NO KEY UPDATE"} OF ${aliases}`,
  lockFree: (aliases) => ` FOR NO KEY UPDATE OF ${aliases} SKIP LOCKED`,
  millis: (instant) => `CAST(round(EXTRACT(EPOCH FROM ${instant}) * 1000) AS BIGINT)`,
  date: (instant) => `CAST(${instant} AT TIME ZONE 'UTC' AS DATE)`,
  dayNumber: (date) => `CAST(${date} - DATE '1970-01-01' AS BIGINT)`,
  idText: (id) => `CAST(${id} AS TEXT)`,
  holds: (column, value) => (value ? column : `NOT ${column}`),
  indexed: () => "",
  // The meaning of a literal with a backslash would depend on the setting standard_conforming_strings.
  bytes: (value) => `decode('${Encoding.encodeHex(value)}', 'hex')`,
  bytesText: (bytes) => `encode(${bytes}, 'hex')`,
  elements: (list) => `json_array_elements(CAST(${list} AS JSON))`,
  rankKey: (score, reachedMs, memberId) =>
    `int8send(${largestScore} - ${score}) || substring(int8send(${reachedMs}) FROM 3) || uuid_send(${memberId})`,
  owner,
  source: (alias = "input", relation = alias) => relation,
  slots: () => 1,
  // Without the LIMIT, a cached plan expects ten input rows. With it, the plan expects one row, and reads other tables by index.
  input: (columns) => `input AS (SELECT * FROM ${unnest(columns, 1)} LIMIT $${columns.length + 1}::BIGINT)`,
  parameters: (columns, rows) =>
    columns.length === 0 ? [] : [...columns.map(({ field }) => valuesOf(rows, field)), rows.length]
}

/** The parameter for the partner of a routed statement on Citus. */
export const partnerParameter = "$1::UUID"

/**
 * PostgreSQL with Citus, whose tables are distributed by partner. Citus sends a statement to one node if the statement compares the
 * partner of every table with a constant. So the partner of a routed statement is one parameter. `input` is always inlined, so that
 * `t.partner_id = input.partner_id` is a comparison with the parameter.
 */
export const citus: Dialect = {
  ...postgres,
  distributed: true,
  owner: () => "home.id",
  source: (alias = "input", relation = alias) =>
    `${relation} JOIN ${partnerTable} home ON home.id = ${alias}.partner_id`,
  input: (columns, _, routed) => {
    const [partner, ...others] = columns
    if (!routed || partner === undefined)
      return `input AS NOT MATERIALIZED (SELECT * FROM ${unnest(columns, 1)})`
    const rows = others.length === 0 ? "" : `, rows.* FROM ${unnest(others, 2)}`
    return `input AS NOT MATERIALIZED (SELECT ${partnerParameter} AS ${partner.name}${rows})`
  },
  parameters: (columns, rows, _, routed) => {
    const [partner, ...others] = columns
    const [first] = rows
    if (!routed || partner === undefined || first === undefined) {
      return columns.map(({ field }) => valuesOf(rows, field))
    }
    return [valueIn(first, partner.field), ...others.map(({ field }) => valuesOf(rows, field))]
  }
}
