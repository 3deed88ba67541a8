// A database of the library as SQL text: the statements of its migrations, and its rows.
import { Database } from "bun:sqlite"
import pg from "pg"
import { migrations as accounts } from "../../../lib/accounts/migrations.ts"
import { migrations as boards } from "../../../lib/boards/migrations.ts"
import { migrations as events } from "../../../lib/events/migrations.ts"
import { migrations as rewards } from "../../../lib/rewards/migrations.ts"
import { type Dialect, postgres, sqlite } from "../../../lib/sql/Dialect.ts"
import { migrations as webhooks } from "../../../lib/webhooks/migrations.ts"
import { type Sql, sqlAt } from "../../support/sql.ts"

export const dialects: ReadonlyArray<Dialect> = [sqlite, postgres]
export const wings = [rewards, boards, events, webhooks, accounts]

/** Stands between statements, of which some have semicolons. */
const end = "\n--;\n"

const manifest = ({ types: { instant, integer, text } }: Dialect): string =>
  `CREATE TABLE rewards_migration (
    wing ${text} NOT NULL, id ${integer} NOT NULL, name ${text} NOT NULL, applied_at ${instant} NOT NULL, PRIMARY KEY (wing, id)
  )`

const queries = {
  sqlite: {
    tables: "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rewards_%' ORDER BY name",
    columns: (table: string) =>
      `SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0 ORDER BY cid`,
    quoted: (column: string) => `quote(${column})`
  },
  postgres: {
    tables: "SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'rewards_%' ORDER BY tablename",
    columns: (table: string) =>
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = '${table}' AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    quoted: (column: string) => `quote_nullable(${column}::text)`
  }
}

const namesIn = async (sql: Sql, query: string): Promise<ReadonlyArray<string>> =>
  (await sql(query)).map(({ name }) => String(name))

const rowsOf = async (sql: Sql, dialect: Dialect, table: string): Promise<ReadonlyArray<string>> => {
  const { columns, quoted } = queries[dialect.name]
  const names = await namesIn(sql, columns(table))
  const values = names.map((name) => quoted(name)).join(" || ', ' || ")
  const rows = await sql(`SELECT ${values} AS row FROM ${table} ORDER BY 1`)
  return rows.map(({ row }) => `INSERT INTO ${table} (${names.join(", ")}) VALUES (${row})`)
}

/** The text of the database at an address, as this version of the library made it. */
export const dumpOf = async (dialect: Dialect, url: string): Promise<string> => {
  const sql = sqlAt(url)
  const schema = wings.flatMap(({ migrations }) => migrations.flatMap(({ up }) => up(dialect)))
  const rows: Array<string> = []
  for (const table of await namesIn(sql, queries[dialect.name].tables))
    rows.push(...(await rowsOf(sql, dialect, table)))
  return [manifest(dialect), ...schema, ...rows, ""].join(end)
}

/** Writes a text into an empty database. Rows come in the order of their tables, so references are not checked meanwhile. */
export const load = async (url: string, text: string): Promise<void> => {
  const statements = text.split(end).filter((statement) => statement !== "")
  if (url.startsWith("sqlite:")) {
    const database = new Database(url.slice("sqlite:".length))
    database.run("PRAGMA foreign_keys = OFF")
    database.transaction(() => {
      for (const statement of statements) database.run(statement)
    })()
    return database.close()
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("SET session_replication_role = replica")
  for (const statement of statements) await client.query(statement)
  await client.end()
}
