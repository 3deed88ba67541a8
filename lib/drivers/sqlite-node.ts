import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { Context, Effect } from "effect"
import * as Sqlite from "./sqlite.ts"

export type { SqliteOptions } from "./sqlite.ts"

/** Opens SQLite on Node 22.13 or newer, and on Deno, through `node:sqlite`. */
export const layer = (options: Sqlite.SqliteOptions) => Sqlite.layer(options, open)

const open: Sqlite.Open = (filename) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => new DatabaseSync(filename),
      catch: (cause) => new SqlError.SqlError({ cause })
    }),
    (database) => Effect.sync(() => database.close())
  ).pipe(Effect.map(connect))

const connect = (database: DatabaseSync): Sqlite.DriverConnection => {
  const prepared = makeStatements(database)

  const run = (text: string, parameters: ReadonlyArray<unknown>, arrays: boolean) =>
    Effect.withFiberRuntime<ReadonlyArray<object>, SqlError.SqlError>((fiber) => {
      const bigints = Context.get(fiber.currentContext, SqlClient.SafeIntegers)
      try {
        const statement = prepared(text)
        setForm(statement, arrays, bigints)
        return Effect.succeed(statement.native.all(...parameters.map(bind)))
      } catch (cause) {
        return Effect.fail(new SqlError.SqlError({ cause, message: "Failed to execute statement" }))
      }
    })

  const execute: SqlConnection.Connection["execute"] = (text, parameters, transform) => {
    const rows = run(text, parameters, false)
    return transform === undefined ? rows : Effect.map(rows, transform)
  }

  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, parameters) => run(text, parameters, false),
    executeValues: (text, parameters) =>
      Effect.map(run(text, parameters, true), (rows) =>
        rows.map((row) => (Array.isArray(row) ? row : Object.values(row)))
      )
  }
}

/** Binds whole numbers as integers. Node would bind them as REAL, and `3 / 2` would be 1.5. */
const bind = (value: unknown): SQLInputValue => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === "string" || typeof value === "bigint") return value
  if (value === null || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

/** A prepared statement. `arrays` and `bigints` say in which form it returns rows and integers. */
interface Statement {
  readonly native: StatementSync
  arrays: boolean
  bigints: boolean
}

const setForm = (statement: Statement, arrays: boolean, bigints: boolean) => {
  const { native } = statement
  if (statement.bigints !== bigints) native.setReadBigInts(bigints)
  // Node has this method since 22.16.
  if (statement.arrays !== arrays && "setReturnArrays" in native) native.setReturnArrays(arrays)
  statement.arrays = arrays
  statement.bigints = bigints
}

const maxStatements = 512
/** The largest total length of the cached statements' texts. It limits the memory of prepared statements. */
const maxCharacters = 4_000_000

/** Prepares the statements of one database and caches them by their text. A full cache drops the least recently used ones. */
const makeStatements = (database: DatabaseSync) => {
  const statements = new Map<string, Statement>()
  let characters = 0

  const prepare = (text: string): Statement => {
    const native = database.prepare(text)
    characters += text.length
    return { native, arrays: false, bigints: false }
  }

  return (text: string): Statement => {
    const statement = statements.get(text) ?? prepare(text)
    // Moves the statement to the end of the map. The least recently used statement comes first.
    statements.delete(text)
    statements.set(text, statement)
    for (const oldest of statements.keys()) {
      if (statements.size <= maxStatements && characters <= maxCharacters) break
      statements.delete(oldest)
      characters -= oldest.length
    }
    return statement
  }
}
