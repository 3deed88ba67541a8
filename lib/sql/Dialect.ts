/**
 * Everything in which SQLite and PostgreSQL differ for us. A statement takes its input as one relation of rows, so a
 * batch is always one statement: PostgreSQL gets one array a column, SQLite a VALUES list. A VALUES list is padded to a
 * power of two, so that a handful of statement texts serve every batch size and stay prepared.
 */
export type ColumnType = "uuid" | "text" | "integer" | "boolean" | "instant"

export type Value = string | number | boolean | null

export type Columns = ReadonlyArray<readonly [name: string, type: ColumnType]>

export interface Dialect {
  readonly name: "sqlite" | "postgres"
  readonly begin: string
  /** Column types for table definitions. */
  readonly types: Readonly<Record<ColumnType, string>>
  readonly tableOptions: (options: { readonly updatedOften: boolean }) => string
  /**
   * Locks the rows of the named tables until commit, one after the other in an order: for the one who changes them, or
   * for many who want to find them unchanged. SQLite's write transaction has locked the whole database, and need not
   * sort.
   */
  readonly lock: (aliases: string, order: string, mode?: "change" | "share") => string
  /** Locks those rows of the named tables that nobody else has locked, and leaves out the others. Stands after LIMIT. */
  readonly lockFree: (aliases: string) => string
  /** One of 64 numbers for a name: a transaction that holds a lock for each of many names holds 64 at most. */
  readonly bucket: (name: string) => string
  /**
   * A lock until commit that belongs to no row, by a bucket: true once it is held, or whether it could be had "at once".
   * Many may share one while nobody has it alone. On SQLite whoever writes is alone.
   */
  readonly hold: (how: "shared" | "alone" | "alone, at once", bucket: string) => string
  /** The UTC month of an instant, as a number that counts months. */
  readonly month: (instant: string) => string
  /** An instant as milliseconds since 1970. */
  readonly millis: (instant: string) => string
  /**
   * A place in a board's order as one text: the score counted down from the largest there can be, the moment at which it
   * was reached, the member. Score and moment have a fixed number of digits: the first fifteen are those of everybody with
   * one score.
   */
  readonly rankKey: (score: string, reachedMs: string, memberId: string) => string
  /** How many rows a relation for `count` rows is made of. */
  readonly slots: (count: number) => number
  /** The input rows as a query, one column each. */
  readonly relation: (columns: Columns, slots: number) => string
  readonly parameters: (
    columns: Columns,
    rows: ReadonlyArray<Readonly<Record<string, Value>>>,
    slots: number
  ) => ReadonlyArray<unknown>
}

/** 2^60 - 1, in fifteen hexadecimal digits. */
export const largestScore = "1152921504606846975"

export const sqlite: Dialect = {
  name: "sqlite",
  begin: "BEGIN IMMEDIATE",
  types: { uuid: "TEXT", text: "TEXT", integer: "INTEGER", boolean: "INTEGER", instant: "TEXT" },
  tableOptions: () => " STRICT",
  lock: () => "",
  lockFree: () => "",
  bucket: () => "0",
  hold: () => "1",
  month: (instant) =>
    `(CAST(substr(${instant}, 1, 4) AS INTEGER) * 12 + CAST(substr(${instant}, 6, 2) AS INTEGER))`,
  millis: (instant) => `CAST(round(unixepoch(${instant}, 'subsec') * 1000) AS INTEGER)`,
  rankKey: (score, reachedMs, memberId) =>
    `printf('%015x%012x', ${largestScore} - ${score}, ${reachedMs}) || ${memberId}`,
  slots: (count) => 2 ** Math.ceil(Math.log2(Math.max(1, count))),
  relation: (columns, slots) => {
    const list = columns.map(([name], index) => `column${index + 1} AS ${name}`).join(", ")
    // One row or two never need padding, and are cheaper without the VALUES list.
    if (slots <= 2) {
      const first = `SELECT ${columns.map(([name]) => `? AS ${name}`).join(", ")}`
      return slots === 1 ? first : `${first} UNION ALL SELECT ${columns.map(() => "?").join(", ")}`
    }
    const row = `(${columns.map(() => "?").join(",")})`
    return `SELECT ${list} FROM (VALUES ${Array(slots).fill(row).join(",")}) WHERE column1 IS NOT NULL`
  },
  parameters: (columns, rows, slots) => {
    // Plain loops: this runs for every row of every statement.
    const width = columns.length
    const flat = new Array<unknown>(slots * width).fill(null)
    for (let row = 0; row < rows.length; row++) {
      for (let column = 0; column < width; column++) {
        const value = rows[row]?.[columns[column]?.[0] ?? ""] ?? null
        flat[row * width + column] = typeof value === "boolean" ? Number(value) : value
      }
    }
    return flat
  }
}

/** Any number, as long as nothing else in the host's database locks it or one of the 63 after it. */
const firstLock = 7164250981700

export const postgres: Dialect = {
  name: "postgres",
  begin: "BEGIN ISOLATION LEVEL READ COMMITTED",
  types: { uuid: "UUID", text: "TEXT", integer: "BIGINT", boolean: "BOOLEAN", instant: "TIMESTAMPTZ" },
  // Rows that are updated in place stay on their page, and out of the indexes, while the page has room for them.
  tableOptions: ({ updatedOften }) => (updatedOften ? " WITH (fillfactor = 70)" : ""),
  lock: (aliases, order, mode = "change") =>
    ` ORDER BY ${order} FOR ${mode === "share" ? "SHARE" : "NO KEY UPDATE"} OF ${aliases}`,
  lockFree: (aliases) => ` FOR NO KEY UPDATE OF ${aliases} SKIP LOCKED`,
  bucket: (name) => `(hashtextextended(CAST(${name} AS TEXT), 0) & 63)`,
  hold: (how, bucket) => {
    const key = `${firstLock} + ${bucket}`
    if (how === "alone, at once") return `pg_try_advisory_xact_lock(${key})`
    return `(pg_advisory_xact_lock${how === "shared" ? "_shared" : ""}(${key}) IS NOT NULL)`
  },
  month: (instant) =>
    `CAST(EXTRACT(YEAR FROM ${instant} AT TIME ZONE 'UTC') * 12
       + EXTRACT(MONTH FROM ${instant} AT TIME ZONE 'UTC') AS BIGINT)`,
  millis: (instant) => `CAST(round(EXTRACT(EPOCH FROM ${instant}) * 1000) AS BIGINT)`,
  rankKey: (score, reachedMs, memberId) =>
    `lpad(to_hex(${largestScore} - ${score}), 15, '0') || lpad(to_hex(${reachedMs}), 12, '0')
      || CAST(${memberId} AS TEXT)`,
  slots: () => 1,
  // A plan that is made once and kept does not know how many rows there will be. With a limit of unknown size it takes
  // one for granted, and looks others up by index; otherwise it would scan small tables, or be made anew every time.
  relation: (columns) => {
    const arrays = columns.map(([, type], index) => `$${index + 1}::${postgres.types[type]}[]`).join(", ")
    const names = columns.map(([name]) => name).join(", ")
    return `SELECT * FROM unnest(${arrays}) AS rows(${names}) LIMIT $${columns.length + 1}::BIGINT`
  },
  parameters: (columns, rows) =>
    columns.length === 0
      ? []
      : [...columns.map(([name]) => rows.map((row) => row[name] ?? null)), rows.length]
}
