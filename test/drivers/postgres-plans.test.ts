import assert from "node:assert/strict"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Schema } from "effect"
import * as Postgres from "../../lib/drivers/postgres.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { Database } from "../../lib/sql/Database.ts"
import { statement } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"

const find = statement({
  input: { id: "integer" },
  output: Schema.Struct({ id: Schema.Number }),
  sql: "SELECT e.id FROM input JOIN entry e ON e.id = input.id"
})

const settings = statement({
  input: { name: "text" },
  output: Schema.Struct({ setting: Schema.String }),
  sql: "SELECT current_setting(input.name) AS setting FROM input"
})
const planning = [{ name: "plan_cache_mode" }, { name: "enable_seqscan" }, { name: "jit" }]
const ours = ["force_generic_plan", "off", "off"]

/** A pool of one connection, and an empty table. */
const open = Effect.gen(function* () {
  const url = yield* Effect.promise(freshDatabase)
  const pool = Postgres.layer({ url, maxConnections: 1 })
  const context = yield* Layer.build(Layer.provideMerge(Database.layer, pool))
  const sql = Context.get(context, SqlClient.SqlClient)
  yield* sql`CREATE TABLE entry (id INT PRIMARY KEY)`
  const database = Context.get(context, Database)
  const grow = (count: number) => sql`INSERT INTO entry (id)
    SELECT n FROM (SELECT COALESCE(MAX(id), 0) AS top FROM entry) AS t, generate_series(t.top + 1, t.top + ${count}) AS n`
  /** How often the statement ran by the plan for all parameters, and by one for the parameters of the call. */
  const plans = Effect.map(
    sql<{ name: string; generic: number; custom: number }>`
      SELECT name, generic_plans::INT AS generic, custom_plans::INT AS custom FROM pg_prepared_statements
      WHERE statement LIKE ${"%SELECT e.id FROM input%"} AND statement NOT LIKE ${"%pg_prepared_statements%"}`,
    ([found]) => {
      assert.ok(found)
      return found
    }
  )
  /** The plan that the connection keeps. */
  const kept = Effect.gen(function* () {
    const { name } = yield* plans
    yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
    const lines = yield* sql.unsafe(`EXPLAIN EXECUTE ${name}('{1,2,3}', 3)`)
    return lines.map((line) => Object.values(line).join()).join("\n")
  }).pipe(sql.withTransaction)
  return { database, grow, kept, plans, sql }
})

const byIndex = /Index (Only )?Scan using entry_pkey/

describe("the plans of statements on PostgreSQL", () => {
  it.live("are made once a connection, for all parameters, while a table grows and is analyzed", () =>
    Effect.gen(function* () {
      const { database, grow, plans, sql } = yield* open
      // Outside of a transaction, in a batch outside of one, and in both kinds of short transactions.
      const read = Batch.of(find, [{ id: 1 }])
      for (let step = 0; step < 5; step++) {
        yield* grow(10 ** step)
        yield* sql`ANALYZE entry`
        yield* database.run(find, [{ id: 1 }])
        yield* database.send(read)
        yield* database.transaction(database.run(find, [{ id: 1 }]))
        yield* database.relaxedTransactionOn(read, () => Effect.succeed(read))
      }
      const { custom, generic } = yield* plans
      assert.deepEqual({ custom, generic }, { custom: 0, generic: 25 })
    })
  )

  it.live("read by index, even if they were made while a table was empty or small", () =>
    Effect.gen(function* () {
      const { database, grow, kept, sql } = yield* open
      yield* database.run(find, [{ id: 1 }])
      assert.match(yield* kept, byIndex)
      yield* grow(20)
      yield* sql`ANALYZE entry`
      assert.deepEqual(yield* database.run(find, [{ id: 1 }]), [{ id: 1 }])
      assert.match(yield* kept, byIndex)
      assert.doesNotMatch(yield* kept, /Seq Scan/)
      yield* grow(300)
      const rows = Array.from({ length: 200 }, (_, index) => ({ id: index + 1 }))
      assert.equal((yield* database.run(find, rows)).length, 200)
      assert.match(yield* kept, byIndex)
    })
  )

  it.live("of long work, and of a host, are as the server makes them", () =>
    Effect.gen(function* () {
      const { database, sql } = yield* open
      const read = Effect.map(database.run(settings, planning), (rows) => rows.map(({ setting }) => setting))
      assert.deepEqual(yield* read, ours)
      assert.deepEqual(yield* database.transaction(read), ours)
      const names = planning.map(({ name }) => name)
      const onConnection = Effect.map(
        sql<{ value: string }>`SELECT current_setting(name) AS value FROM unnest(${names}::TEXT[]) AS name`,
        (rows) => rows.map(({ value }) => value)
      )
      const theirs = yield* onConnection
      assert.notDeepEqual(theirs, ours)
      assert.deepEqual(yield* database.patientTransaction(read), theirs)
      assert.deepEqual(yield* database.snapshot(read), theirs)
      assert.deepEqual(yield* sql.withTransaction(read), theirs)
      assert.deepEqual(yield* onConnection, theirs)
    })
  )
})
