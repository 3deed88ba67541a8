import { Schema } from "effect"
import { type ColumnType, type Dialect, partnerTable } from "./Dialect.ts"
import * as guards from "./guards.ts"
import * as Row from "./Row.ts"
import { sqlName } from "./Row.ts"
import { bare, type Declared, type Fragments, type InputRow, type Statement, statement } from "./Statement.ts"

/** A column: how it is stored, and the schema that reads it. */
export interface Column<
  S extends Schema.Schema.AnyNoContext = Schema.Schema.AnyNoContext,
  T extends Declared = Declared
> {
  /** Ends with a question mark if the column may be NULL. */
  readonly type: T
  readonly schema: S
  /** The database sorts the column by UTF-8 bytes, so that an index finds all texts with a prefix. */
  readonly sorted?: true
  /** The default value, as an SQL expression. */
  readonly default?: string
  /** Returns the expression from which the database computes the column. Statements cannot write such a column. */
  readonly generated?: (dialect: Dialect) => string
  /** The number of the migration that adds the column; 1 by default. */
  readonly since?: number
}

export const uuid = <Brand extends string>(brand: Brand) => ({ type: "uuid", schema: Row.Id(brand) }) as const

export const text = { type: "text", schema: Schema.String } as const
/** Makes a text column whose values the schema restricts. */
export const textOf = <A extends string>(schema: Schema.Schema<A>) => ({ type: "text", schema }) as const
export const sortedText = { type: "text", schema: Schema.String, sorted: true } as const
export const integer = { type: "integer", schema: Row.Integer } as const
export const coins = { type: "integer", schema: Row.Coins } as const
export const small = { type: "small", schema: Row.Integer } as const
export const boolean = { type: "boolean", schema: Row.Bool } as const
export const instant = { type: "instant", schema: Row.Instant } as const
export const bytes = { type: "bytes", schema: Row.Bytes } as const

export const nullable = <S extends Schema.Schema.AnyNoContext, T extends ColumnType>(
  column: Column<S, T>
): Column<Schema.Schema<Schema.Schema.Type<S> | null, unknown>, `${T}?`> => ({
  ...column,
  type: `${column.type}?`,
  schema: Schema.make(Schema.NullOr(column.schema).ast)
})

export const withDefault = <C extends Column>(column: C, expression: string): C => ({
  ...column,
  default: expression
})

type Columns = Readonly<Record<string, Column>>
type NameOf<C extends Columns> = keyof C & string

/** SQL that may differ between SQLite and PostgreSQL. */
type Sql = string | ((dialect: Dialect) => string)

/** A foreign key. */
export interface Reference<Name extends string = string> {
  readonly columns: ReadonlyArray<Name>
  readonly table: string
  /** The SQL names of the columns in `table`; by default the same names as in `columns`. */
  readonly to?: ReadonlyArray<string>
  /** The database checks this reference at COMMIT. */
  readonly deferred?: true
  /**
   * On PostgreSQL without Citus, a trigger checks this reference at the end of each INSERT, even if it is `deferred`. The rows that
   * are referred to need their own protection: see `permanent`.
   */
  readonly byStatement?: true
}

interface Index {
  /** The columns or expressions. */
  readonly on: Sql
  readonly where?: Sql
  readonly unique?: true
  /** The number of the migration that creates the index; 1 by default. */
  readonly since?: number
}

/**
 * Where a distributed PostgreSQL stores a row:
 *
 * - `partner`: on the node of its partner. The first column of the key is the partner's id.
 * - `coordinator`: on the coordinator. It is for rows that have no partner, and for rows that are read before the partner is known.
 *
 * No table has a copy on every node: the rows of such a table could not be locked or written while a node is down.
 *
 * A statement reads and writes tables of one placement only.
 */
export type Placement = "partner" | "coordinator"

interface TableOptions<C extends Columns, Key extends NameOf<C>> {
  /** Wide columns of fixed size come first: PostgreSQL then needs no padding between them. */
  readonly columns: C
  /** The primary key. If the placement is `partner`, it starts with the partner. A distributed PostgreSQL needs this. */
  readonly key: ReadonlyArray<Key>
  readonly unique?: ReadonlyArray<ReadonlyArray<NameOf<C>>>
  readonly references?: ReadonlyArray<Reference<NameOf<C>>>
  /** CHECK constraints by name. In the database, the name of the table is put in front of this name. */
  readonly checks?: Readonly<Record<string, Sql>>
  /** Indexes by name. In the database, the name of the table is put in front of this name. */
  readonly indexes?: Readonly<Record<string, Index>>
  /** Leaves room on each page of PostgreSQL, so that updates seldom change the indexes. */
  readonly updatedOften?: true
  /** On SQLite, stores the rows in the index of the primary key. It is for small rows: a row above 1,000 bytes takes a whole page. */
  readonly clustered?: true
  /** Where the rows are on a distributed PostgreSQL: `partner` by default. */
  readonly placement?: Placement
  /** Triggers refuse to change or delete rows. Distributed tables have no triggers: see `Roles.ts`. */
  readonly appendOnly?: true
  /** On PostgreSQL without Citus, rows for which this condition over OLD holds cannot be deleted, and their keys cannot change. */
  readonly permanent?: string
  /** The number of the migration that creates the table; 1 by default. */
  readonly since?: number
}

/** The types of columns, in the form of a statement's `input`. */
type Types<C extends Columns> = { readonly [K in keyof C]: C[K]["type"] }

type Fields<C extends Columns> = { readonly [K in keyof C]: C[K]["schema"] }

type Rows<C extends Columns, K extends keyof C> = { readonly [N in K]: Schema.Schema.Type<C[N]["schema"]> }

interface InsertOptions<C extends Columns, K extends NameOf<C>, R extends NameOf<C>> {
  /** The columns to write; by default all columns that are not generated. The other columns get their default values. */
  readonly columns?: ReadonlyArray<K>
  /** Skips a row if the table has a row with the same values in these columns. An empty list means the columns of any unique key. */
  readonly unlessExists?: ReadonlyArray<NameOf<C>>
  readonly returning?: ReadonlyArray<R>
}

interface UpdateOptions<K extends string, R extends string> {
  readonly set: ReadonlyArray<K>
  /** A condition in SQL. It must name columns with their table, because `input` can have columns of the same names. */
  readonly where?: string
  readonly returning?: ReadonlyArray<R>
}

/** Statements about the rows whose columns `By` have the values of the input. */
interface Lookup<C extends Columns, By extends NameOf<C>> {
  /** Reads these columns of the rows; all by default. */
  readonly find: <K extends NameOf<C> = NameOf<C>>(
    ...names: ReadonlyArray<K>
  ) => Statement<InputRow<Types<Pick<C, By>>>, Rows<C, K>>
  /** Like `find`, and locks the rows until COMMIT, in the order of their primary keys. */
  readonly lock: <K extends NameOf<C> = NameOf<C>>(
    ...names: ReadonlyArray<K>
  ) => Statement<InputRow<Types<Pick<C, By>>>, Rows<C, K>>
  /** Sets columns of the rows. If there is a condition, sets them only in rows for which it holds. */
  readonly change: <K extends NameOf<C>, R extends NameOf<C> = never>(
    options: UpdateOptions<K, R>
  ) => Statement<InputRow<Types<Pick<C, By | K>>>, Rows<C, R>>
  readonly delete: () => Statement<InputRow<Types<Pick<C, By>>>, never>
}

/** A declared table, with simple statements and the schemas of its rows. The methods of `Lookup` find rows by their primary keys. */
export interface Table<C extends Columns = Columns, Key extends NameOf<C> = NameOf<C>>
  extends Lookup<C, Key> {
  readonly name: string
  readonly columns: C
  readonly key: ReadonlyArray<Key>
  readonly placement: Placement
  readonly appendOnly: boolean
  readonly references: ReadonlyArray<Reference<NameOf<C>>>
  /** The types of all columns, for a statement whose input is a whole row. */
  readonly types: Types<Pick<C, NameOf<C>>>
  /** Returns the SQL that the migration with this number runs for this table. */
  readonly definedIn: (migration: number, dialect: Dialect) => ReadonlyArray<string>
  /** The schemas of all columns, for the schema of a row that has other columns as well. */
  readonly fields: Fields<C>
  /** Returns the schema of rows with these columns; with all columns by default. */
  readonly row: <K extends NameOf<C> = NameOf<C>>(
    ...names: ReadonlyArray<K>
  ) => Schema.Schema<Rows<C, K>, unknown>
  /** Returns the names of all columns except these. */
  readonly except: <K extends NameOf<C>>(...names: ReadonlyArray<K>) => ReadonlyArray<Exclude<NameOf<C>, K>>
  /** Returns columns for a SELECT: `list("a", "id", "ruleId")` is `a.id, a.rule_id`; all by default. */
  readonly list: (alias: string, ...names: ReadonlyArray<NameOf<C>>) => string
  readonly insert: <K extends NameOf<C> = NameOf<C>, R extends NameOf<C> = never>(
    options?: InsertOptions<C, K, R>
  ) => Statement<InputRow<Types<Pick<C, K>>>, Rows<C, R>>
  /** Sets these columns of the rows with the primary keys of the input. */
  readonly update: <K extends NameOf<C>>(
    ...names: ReadonlyArray<K>
  ) => Statement<InputRow<Types<Pick<C, K | Key>>>, Rows<C, never>>
  /** Statements about the rows that have the values of the input in these columns. */
  readonly by: <K extends NameOf<C>>(...names: ReadonlyArray<K>) => Lookup<C, K>
  /** Locks the rows that no other transaction has locked, and returns their keys. Does not wait for locks. */
  readonly lockFree: () => Statement<InputRow<Types<Pick<C, Key>>>, Rows<C, Key>>
}

const sqlNames = (names: ReadonlyArray<string>): string => names.map(sqlName).join(", ")

const sqlOf = (sql: Sql, dialect: Dialect): string => (typeof sql === "string" ? sql : sql(dialect))

const isNullable = ({ type }: Column): boolean => type.endsWith("?")

const columnDefinition = (name: string, column: Column, dialect: Dialect): string => {
  const type = bare(column.type)
  const isSqlite = dialect.name === "sqlite"
  return [
    sqlName(name),
    column.sorted === true ? dialect.sortedText : dialect.types[type],
    ...(isNullable(column) ? [] : ["NOT NULL"]),
    ...(column.default === undefined ? [] : [`DEFAULT ${column.default}`]),
    ...(column.generated === undefined
      ? []
      : [`GENERATED ALWAYS AS (${column.generated(dialect)}) ${isSqlite ? "VIRTUAL" : "STORED"}`]),
    // SQLite has no booleans.
    ...(isSqlite && type === "boolean" ? [`CHECK (${sqlName(name)} IN (0, 1))`] : [])
  ].join(" ")
}

export const foreignKey = ({ columns, deferred, table, to }: Reference): string =>
  `FOREIGN KEY (${sqlNames(columns)}) REFERENCES ${table} (${(to ?? columns.map(sqlName)).join(", ")})${
    deferred === true ? " DEFERRABLE INITIALLY DEFERRED" : ""
  }`

export const table = <const C extends Columns, const Key extends NameOf<C>>(
  name: string,
  options: TableOptions<C, Key>
): Table<C, Key> => {
  const {
    columns,
    key,
    references = [],
    checks = {},
    indexes = {},
    placement = "partner",
    appendOnly = false,
    since = 1
  } = options
  const all = Object.keys(columns) as ReadonlyArray<NameOf<C>>
  const writable = all.filter((each) => columnOf(each).generated === undefined)

  function columnOf(each: string): Column {
    const column = columns[each]
    if (column === undefined) throw new Error(`${name} has no column ${each}`)
    return column
  }

  const typesOf = <K extends NameOf<C>>(names: ReadonlyArray<NameOf<C>>) =>
    Object.fromEntries(names.map((each) => [each, columnOf(each).type])) as Types<Pick<C, K>>

  const row = <K extends NameOf<C>>(...names: ReadonlyArray<K>) => {
    const chosen = names.length === 0 ? all : names
    const { ast } = Schema.Struct(Object.fromEntries(chosen.map((each) => [each, columnOf(each).schema])))
    return Schema.make<Rows<C, K>, unknown>(ast)
  }

  const list = (alias: string, ...names: ReadonlyArray<NameOf<C>>): string =>
    (names.length === 0 ? all : names).map((each) => `${alias}.${sqlName(each)}`).join(", ")

  const equals = (alias: string, names: ReadonlyArray<string>): string =>
    names.map((each) => `${alias}.${sqlName(each)} = input.${sqlName(each)}`).join(" AND ")

  const [first] = key
  const routing = {
    ...(placement === "partner" && first !== undefined ? { partner: first } : { onCoordinator: true })
  }

  const assignments = (names: ReadonlyArray<string>): string =>
    names.map((each) => `${sqlName(each)} = input.${sqlName(each)}`).join(", ")

  const select = <By extends NameOf<C>, K extends NameOf<C>>(
    by: ReadonlyArray<By>,
    names: ReadonlyArray<K>,
    ending: (fragments: Fragments) => string
  ) =>
    statement({
      input: typesOf<By>(by),
      ...routing,
      output: row<K>(...names),
      sql: (fragments) => `SELECT ${list("t", ...names)} FROM input CROSS JOIN ${name} t
        WHERE ${equals("t", by)}${ending(fragments)}`
    })

  const lookup = <By extends NameOf<C>>(...by: ReadonlyArray<By>): Lookup<C, By> => ({
    find: (...names) => select(by, names, () => ""),
    lock: (...names) => select(by, names, ({ lock }) => lock("t", list("t", ...key))),
    change: <K extends NameOf<C>, R extends NameOf<C>>({ returning = [], set, where }: UpdateOptions<K, R>) =>
      statement({
        input: typesOf<By | K>([...by, ...set]),
        ...routing,
        ...(returning.length > 0 && { output: row<R>(...returning) }),
        sql: `UPDATE ${name} SET ${assignments(set)} FROM input WHERE ${equals(name, by)}${
          where === undefined ? "" : ` AND ${where}`
        }${returning.length > 0 ? ` RETURNING ${list(name, ...returning)}` : ""}`
      }),
    delete: () =>
      statement({
        input: typesOf<By>(by),
        ...routing,
        sql: ({ distributed }) =>
          distributed
            ? `DELETE FROM ${name} USING input WHERE ${equals(name, by)}`
            : `DELETE FROM ${name} WHERE (${sqlNames(by)}) IN (SELECT ${sqlNames(by)} FROM input)`
      })
  })

  const index = (suffix: string, { on, unique, where }: Index, dialect: Dialect): string =>
    `CREATE ${unique === true ? "UNIQUE " : ""}INDEX ${name}_${suffix} ON ${name} (${sqlOf(on, dialect)})${
      where === undefined ? "" : ` WHERE ${sqlOf(where, dialect)}`
    }`

  const create = (dialect: Dialect): string => {
    const isSqlite = dialect.name === "sqlite"
    const lines = [
      ...all
        .filter((each) => (columnOf(each).since ?? 1) <= since)
        .map((each) => columnDefinition(each, columnOf(each), dialect)),
      `PRIMARY KEY (${sqlNames(key)})`,
      ...(options.unique ?? []).map((each) => `UNIQUE (${sqlNames(each)})`),
      ...references.filter((each) => isSqlite || each.byStatement !== true).map(foreignKey),
      ...Object.entries(checks).map(
        ([suffix, condition]) => `CONSTRAINT ${name}_${suffix} CHECK (${sqlOf(condition, dialect)})`
      )
    ]
    const clustered = isSqlite && options.clustered === true ? ", WITHOUT ROWID" : ""
    const { updatedOften = false } = options
    return `CREATE TABLE ${name} (\n  ${lines.join(",\n  ")}\n)${dialect.tableOptions({ updatedOften })}${clustered}`
  }

  const triggers = (dialect: Dialect): ReadonlyArray<string> => {
    const byStatement = references.filter((each) => each.byStatement === true)
    const isPostgres = dialect.name === "postgres"
    return [
      ...(appendOnly ? guards.appendOnly(dialect, name) : []),
      ...(isPostgres && byStatement.length > 0
        ? guards.references(
            name,
            byStatement.map(({ columns, table, to }) => ({
              table,
              columns: columns.map((each, at) => [sqlName(each), to?.[at] ?? sqlName(each)] as const),
              nullable: columns.filter((each) => isNullable(columnOf(each))).map(sqlName)
            }))
          )
        : []),
      ...(isPostgres && options.permanent !== undefined
        ? guards.permanent(name, sqlNames(key), options.permanent)
        : [])
    ]
  }

  return {
    name,
    columns,
    key,
    placement,
    appendOnly,
    references,
    types: typesOf<NameOf<C>>(all),
    fields: Object.fromEntries(all.map((each) => [each, columnOf(each).schema])) as Fields<C>,
    row,
    list,
    except: <K extends NameOf<C>>(...names: ReadonlyArray<K>) => {
      const omitted: ReadonlyArray<string> = names
      const isOther = (each: NameOf<C>): each is Exclude<NameOf<C>, K> => !omitted.includes(each)
      return all.filter(isOther)
    },
    definedIn: (migration, dialect) => {
      const isNew = (part: { readonly since?: number }) => (part.since ?? 1) === migration
      const created = migration === since
      const added = Object.entries(indexes).filter(([, each]) =>
        created ? (each.since ?? 1) <= since : isNew(each)
      )
      return [
        ...(created ? [create(dialect)] : []),
        ...(migration > since
          ? all
              .filter((each) => isNew(columnOf(each)))
              .map(
                (each) => `ALTER TABLE ${name} ADD COLUMN ${columnDefinition(each, columnOf(each), dialect)}`
              )
          : []),
        ...added.map(([suffix, each]) => index(suffix, each, dialect)),
        ...(created ? triggers(dialect) : [])
      ]
    },
    insert: <K extends NameOf<C>, R extends NameOf<C>>({
      columns: chosen,
      returning = [],
      unlessExists
    }: InsertOptions<C, K, R> = {}) => {
      const written: ReadonlyArray<string> = chosen ?? writable
      const values = (owner: string) =>
        written.map((each) => (each === "partnerId" ? owner : `input.${sqlName(each)}`)).join(", ")
      const target = unlessExists?.length === 0 ? "" : ` (${sqlNames(unlessExists ?? [])})`
      const conflict = unlessExists === undefined ? "" : ` WHERE true ON CONFLICT${target} DO NOTHING`
      return statement({
        input: typesOf<K>(chosen ?? writable),
        ...(returning.length > 0 && { output: row<R>(...returning) }),
        ...routing,
        sql: (fragments) => {
          const { owner, source } =
            placement === "partner" && name !== partnerTable
              ? { owner: fragments.owner(), source: fragments.source() }
              : { owner: "input.partner_id", source: "input" }
          return `INSERT INTO ${name} (${sqlNames(written)}) SELECT ${values(owner)} FROM ${source}${conflict}${
            returning.length > 0 ? ` RETURNING ${sqlNames(returning)}` : ""
          }`
        }
      })
    },
    update: (...names) => lookup(...key).change({ set: names }),
    ...lookup(...key),
    by: lookup,
    lockFree: () => select(key, key, ({ lockFree }) => lockFree("t"))
  }
}

/** The parts of a table's declaration that decide where Citus stores it, and which rights a role needs on it. */
export type Placed = Pick<Table, "name" | "key" | "placement" | "appendOnly"> & {
  readonly references: ReadonlyArray<Reference>
}

/** Returns the SQL that a migration runs for these tables. All tables are created before indexes and triggers. */
export const definedIn = (
  tables: ReadonlyArray<Pick<Table, "definedIn">>,
  migration: number,
  dialect: Dialect
): ReadonlyArray<string> => {
  const statements = tables.flatMap((each) => each.definedIn(migration, dialect))
  const isTable = (statement: string) => statement.startsWith("CREATE TABLE")
  return [...statements.filter(isTable), ...statements.filter((each) => !isTable(each))]
}

export type RowOf<T extends Pick<Table, "columns">> = Rows<T["columns"], keyof T["columns"]>
