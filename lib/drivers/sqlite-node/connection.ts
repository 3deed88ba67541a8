import type { DatabaseSync, SQLInputValue } from "node:sqlite"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { Context, Effect, Stream } from "effect"
import * as Statements from "./statements.ts"

/** A connection over `node:sqlite`, which runs every statement synchronously. The caller closes the database. */
export const connect = (database: DatabaseSync): SqlConnection.Connection => {
  const statements = Statements.make(database)

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

const run = <Row>(statement: Statements.Run<Row>, text: string, parameters: ReadonlyArray<unknown>) =>
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
