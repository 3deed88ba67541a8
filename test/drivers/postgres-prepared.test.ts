import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Logger, Schema } from "effect"
import "../../lib/entries/accounts.ts"
import "../../lib/entries/http.ts"
import { makePrepared } from "../../lib/drivers/postgres/batch.ts"
import * as Postgres from "../../lib/drivers/postgres.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { Database } from "../../lib/sql/Database.ts"
import { postgres } from "../../lib/sql/Dialect.ts"
import { statement, statements } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { both } from "../support/sql.ts"

/** A pool of one connection, and the warnings that it logs. */
const client = (url: string, prepare?: boolean) =>
  Effect.gen(function* () {
    const warnings: Array<unknown> = []
    const heard = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => warnings.push(...[message].flat()))
    )
    const pool = Postgres.layer({ url, maxConnections: 1, prepare })
    const context = yield* Layer.build(Layer.provideMerge(Database.layer, pool).pipe(Layer.provide(heard)))
    return {
      sql: Context.get(context, SqlClient.SqlClient),
      database: Context.get(context, Database),
      warnings
    }
  })

/** The same on its own database with an empty table. */
const open = (prepare?: boolean) =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(freshDatabase)
    const opened = yield* client(url, prepare)
    yield* opened.sql`CREATE TABLE entry (id INT PRIMARY KEY)`
    return { url, ...opened }
  })

/** Statements that the driver prepared on the only connection. */
const kept = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ name: string; statement: string }>`SELECT name, statement FROM pg_prepared_statements`,
    (rows) => rows.filter(({ statement }) => /AS twice|INTO entry/.test(statement))
  )

const twice = (sql: SqlClient.SqlClient, number: number) => sql`SELECT ${number}::INT * 2 AS twice`
const insert = (sql: SqlClient.SqlClient, id: number) => sql`INSERT INTO entry (id) VALUES (${id})`
const ids = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ id: number }>`SELECT id FROM entry ORDER BY id`, (rows) => rows.map(({ id }) => id))

/** Simulates a pooler that switches to another server connection, on which no statement is prepared. */
const forget = (sql: SqlClient.SqlClient) => sql`DEALLOCATE ALL`

/** Simulates a pooler that returns a connection on which another client prepared the same statements. */
const prepareByHand = (sql: SqlClient.SqlClient, name: string, text: string) =>
  sql.unsafe(`PREPARE ${name} AS ${text}`)

describe("statements that stay prepared on the PostgreSQL server", () => {
  it("are all statements of the library", () => {
    const { nameOf } = makePrepared(() => {})
    const texts = Array.from(statements, (each) => each.text(postgres, 1))
    assert.ok(texts.length > 500, `${texts.length} statements`)
    assert.ok(texts.every((text) => nameOf(text) !== undefined))
  })

  for (const prepare of [undefined, true, false]) {
    it.live(`are prepared unless that is turned off: ${prepare}`, () =>
      Effect.gen(function* () {
        const { sql } = yield* open(prepare)
        assert.deepEqual(yield* twice(sql, 2), [{ twice: 4 }])
        assert.deepEqual(yield* twice(sql, 4), [{ twice: 8 }])
        assert.equal((yield* kept(sql)).length, prepare === false ? 0 : 1)
      })
    )
  }

  it.live("have a name derived from their text, the same in every process", () =>
    Effect.gen(function* () {
      const { sql } = yield* open()
      yield* twice(sql, 2)
      const [only] = yield* kept(sql)
      const hash = createHash("sha256").update(String(only?.statement)).digest("hex")
      assert.equal(only?.name, `rewards_${hash.slice(0, 32)}`)
    })
  )

  it.live("a single statement that the server has lost is sent again, and all others unprepared", () =>
    Effect.gen(function* () {
      const { sql, warnings } = yield* open()
      yield* twice(sql, 2)
      yield* insert(sql, 1)
      yield* forget(sql)
      assert.deepEqual(yield* twice(sql, 3), [{ twice: 6 }])
      yield* insert(sql, 2)
      assert.deepEqual(yield* ids(sql), [1, 2])
      assert.deepEqual(yield* kept(sql), [])
      assert.equal(warnings.length, 1)
      assert.match(String(warnings[0]), /lost a prepared statement/)
    })
  )

  it.live("a statement that another client prepared on the same connection does no harm", () =>
    Effect.gen(function* () {
      const { url, sql } = yield* open()
      yield* insert(sql, 1)
      const [found] = yield* kept(sql)
      const other = yield* client(url)
      yield* prepareByHand(other.sql, String(found?.name), String(found?.statement))
      yield* insert(other.sql, 2)
      assert.deepEqual(yield* ids(sql), [1, 2])
      assert.equal(other.warnings.length, 1)
    })
  )

  const put = statement({ input: { id: "integer" }, sql: "INSERT INTO entry (id) SELECT id FROM input" })
  const remove = statement({
    input: { id: "integer" },
    sql: "DELETE FROM entry WHERE id IN (SELECT id FROM input)"
  })

  for (const how of ["one by one", "in a batch"] as const) {
    it.live(
      `a transaction with a lost statement starts over, and leaves nothing of its first attempt: ${how}`,
      () =>
        Effect.gen(function* () {
          const { sql, database, warnings } = yield* open()
          yield* database.run(put, [{ id: 1 }])
          yield* forget(sql)
          let tries = 0
          const write = Effect.suspend(() => {
            tries += 1
            return how === "in a batch"
              ? database.send(Batch.inOrder([Batch.of(remove, [{ id: 1 }]), Batch.of(put, [{ id: 2 }])]))
              : Effect.zipRight(database.run(remove, [{ id: 1 }]), database.run(put, [{ id: 2 }]))
          })
          yield* database.transaction(write)
          assert.equal(tries, 2)
          assert.deepEqual(yield* ids(sql), [2])
          assert.equal(warnings.length, 1)
        })
    )
  }

  it.live("a batch outside of a transaction is sent again with its text, like a single statement", () =>
    Effect.gen(function* () {
      const { sql, database, warnings } = yield* open()
      yield* database.run(put, [{ id: 1 }])
      yield* forget(sql)
      yield* database.send(Batch.inOrder([Batch.of(remove, [{ id: 1 }]), Batch.of(put, [{ id: 2 }])]))
      assert.deepEqual(yield* ids(sql), [2])
      assert.equal(warnings.length, 1)
    })
  )

  it.live("are shared by batches and single statements, also twice in one batch and after a failed one", () =>
    Effect.gen(function* () {
      const { sql, database, warnings } = yield* open()
      const twice = Batch.inOrder([Batch.of(put, [{ id: 1 }]), Batch.of(put, [{ id: 1 }])])
      const failed = yield* Effect.flip(database.send(twice))
      assert.equal(failed._tag, "TransactionConflict")
      yield* database.run(put, [{ id: 1 }])
      yield* database.send(Batch.inOrder([Batch.of(put, [{ id: 2 }]), Batch.of(put, [{ id: 3 }])]))
      assert.deepEqual(yield* ids(sql), [1, 2, 3])
      assert.equal((yield* kept(sql)).length, 1)
      assert.deepEqual(warnings, [])
    })
  )

  it.live("a table whose columns changed meanwhile is read correctly", () =>
    Effect.gen(function* () {
      const { sql } = yield* open()
      yield* insert(sql, 1)
      const all = sql`SELECT * FROM entry WHERE id = ${1}`
      assert.deepEqual(yield* all, [{ id: 1 }])
      yield* sql`ALTER TABLE entry ADD COLUMN note TEXT`
      assert.deepEqual(yield* all, [{ id: 1, note: null }])
    })
  )

  it.live("a batch on tables whose columns changed meanwhile is read correctly", () =>
    Effect.gen(function* () {
      const { sql, database, warnings } = yield* open()
      yield* insert(sql, 1)
      const all = statement({
        input: { id: "integer" },
        output: Schema.Struct({ id: Schema.Number, note: Schema.optional(Schema.String) }),
        sql: "SELECT e.* FROM entry e WHERE e.id IN (SELECT id FROM input)"
      })
      const read = database.send(both(Batch.of(all, [{ id: 1 }]), Batch.of(all, [{ id: 1 }])))
      assert.deepEqual(yield* read, [[{ id: 1 }], [{ id: 1 }]])
      yield* sql`ALTER TABLE entry ADD COLUMN note TEXT NOT NULL DEFAULT 'n'`
      assert.deepEqual(yield* read, [[{ id: 1, note: "n" }], [{ id: 1, note: "n" }]])
      assert.equal(warnings.length, 1)
    })
  )
})
