import type { SqlClient, SqlError } from "@effect/sql"
import { Context, Effect, Layer, Schema } from "effect"
import { Database } from "../../lib/sql/Database.ts"
import { statement } from "../../lib/sql/Statement.ts"

const Entry = Schema.Struct({ id: Schema.Number })
export const put = statement({
  input: { id: "integer" },
  output: Entry,
  sql: "INSERT INTO entry (id) SELECT id FROM input WHERE true RETURNING id"
})
export const find = statement({
  input: { id: "integer" },
  output: Entry,
  sql: "SELECT e.id FROM entry e WHERE e.id IN (SELECT id FROM input) ORDER BY e.id"
})
export const everything = statement({ input: {}, output: Entry, sql: "SELECT id FROM entry ORDER BY id" })

export const rows = (...ids: ReadonlyArray<number>) => ids.map((id) => ({ id }))

/** A database with an empty table `entry`. */
export const open = (client: Layer.Layer<SqlClient.SqlClient, SqlError.SqlError>) =>
  Effect.gen(function* () {
    const database = Context.get(yield* Layer.build(Layer.provide(Database.layer, client)), Database)
    yield* database.define("CREATE TABLE entry (id INT PRIMARY KEY)")
    return database
  })
