import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { Context, Effect, Stream } from "effect"
import * as Sqlite from "./sqlite/client.ts"

export type { SqliteOptions } from "./sqlite/client.ts"

/** SQLite on Node 22.13 or newer, and on Deno, through `node:sqlite`. */
export const layer = (options: Sqlite.SqliteOptions) => Sqlite.layer(options, open)

const open: Sqlite.Open = (filename) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => new DatabaseSync(filename),
      catch: (cause) => new SqlError.SqlError({ cause })
    }),
    (database) => Effect.sync(() => database.close())
  ).pipe(Effect.map(connect))

/** A connection over `node:sqlite`, which runs every statement synchronously. The caller closes the database. */
const connect = (database: DatabaseSync): SqlConnection.Connection => {
  const statements = makeStatements(database)

  const execute: SqlConnection.Connection["execute"] = (text, parameters, transform) => {
    const rows = run(statements.rows, text, parameters)
    return transform === undefined ? rows : Effect.map(rows, transform)
  }

  return {
    execute,
    executeRaw: (text, parameters) => run(statements.rows, text, parameters),
    executeValues: (text, parameters) => run(statements.values, text, parameters),
    executeUnprepared: execute,
    executeStream: (text, parameters, transform) =>
      Stream.unwrap(Effect.map(execute(text, parameters, transform), Stream.fromIterable))
  }
}

const run = <Row>(statement: Run<Row>, text: string, parameters: ReadonlyArray<unknown>) =>
  Effect.withFiberRuntime<ReadonlyArray<Row>, SqlError.SqlError>((fiber) => {
    const bigints = Context.get(fiber.currentContext, SqlClient.SafeIntegers)
    try {
      return Effect.succeed(statement(text, parameters.map(bind), bigints))
    } catch (cause) {
      return Effect.fail(new SqlError.SqlError({ cause, message: "Failed to execute statement" }))
    }
  })

/** Binds whole numbers as integers. Node would bind every number as REAL, and `3 / 2` would be 1.5 instead of 1 as on Bun. */
const bind = (value: unknown): SQLInputValue => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === "string" || typeof value === "bigint") return value
  if (value === null || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

interface Statements {
  readonly rows: Run<object>
  readonly values: Run<ReadonlyArray<unknown>>
}

/** Runs a statement and returns all its rows. Prepares it first, unless it is prepared already. */
type Run<Row> = (
  text: string,
  parameters: ReadonlyArray<SQLInputValue>,
  bigints: boolean
) => ReadonlyArray<Row>

const maxStatements = 512
/** A prepared statement takes memory in proportion to its text, which is long when it has thousands of parameters. */
const maxCharacters = 4_000_000

/** Keeps the statements of one database prepared, by their text. Drops the least recently used first. */
const makeStatements = (database: DatabaseSync): Statements => {
  const statements = new Map<string, Statement>()
  let characters = 0

  const prepare = (text: string): Statement => ({
    native: database.prepare(text),
    reading: { arrays: false, bigints: false }
  })

  const keep = (text: string, statement: Statement) => {
    statements.set(text, statement)
    characters += text.length
    for (const oldest of statements.keys()) {
      if (statements.size <= maxStatements && characters <= maxCharacters) return
      statements.delete(oldest)
      characters -= oldest.length
    }
  }

  const find = (text: string): Statement => {
    const found = statements.get(text)
    if (found !== undefined) {
      statements.delete(text)
      statements.set(text, found)
      return found
    }
    const prepared = prepare(text)
    keep(text, prepared)
    return prepared
  }

  const run = (text: string, parameters: ReadonlyArray<SQLInputValue>, reading: Reading) => {
    const statement = find(text)
    read(statement, reading)
    return statement.native.all(...parameters)
  }

  return {
    rows: (text, parameters, bigints) => run(text, parameters, { arrays: false, bigints }),
    values: (text, parameters, bigints) => run(text, parameters, { arrays: true, bigints }).map(valuesOf)
  }
}

interface Reading {
  readonly arrays: boolean
  readonly bigints: boolean
}

interface Statement {
  readonly native: StatementSync
  reading: Reading
}

const read = (statement: Statement, { arrays, bigints }: Reading) => {
  const { native, reading } = statement
  if (reading.bigints === bigints && reading.arrays === arrays) return
  if (reading.bigints !== bigints) native.setReadBigInts(bigints)
  // Node has it since 22.16. Earlier versions return columns of the same name as one value.
  if (reading.arrays !== arrays && "setReturnArrays" in native) native.setReturnArrays(arrays)
  statement.reading = { arrays, bigints }
}

const valuesOf = (row: object): ReadonlyArray<unknown> => (Array.isArray(row) ? row : Object.values(row))
