import assert from "node:assert/strict"
import { SqlClient, type SqlError } from "@effect/sql"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import * as Postgres from "../../lib/drivers/postgres.ts"
import * as Sqlite from "../../lib/drivers/sqlite-bun.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { Database } from "../../lib/sql/Database.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { everything, put, rows } from "./entries.ts"

type Client = Layer.Layer<SqlClient.SqlClient, SqlError.SqlError>

const places: ReadonlyArray<readonly [string, Effect.Effect<Client>]> = [
  ["SQLite", Effect.succeed(Sqlite.layer({ filename: ":memory:" }))],
  ["PostgreSQL", Effect.map(Effect.promise(freshDatabase), (url) => Postgres.layer({ url }))]
]

/** The client that a host uses, and the library's database over the same client. */
const open = (client: Client) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.provideMerge(Database.layer, client))
    const database = Context.get(context, Database)
    yield* database.define("CREATE TABLE entry (id INT PRIMARY KEY)")
    return { database, sql: Context.get(context, SqlClient.SqlClient) }
  })

for (const [name, place] of places) {
  describe(`the library inside of a transaction of the host's, on ${name}`, () => {
    it.live("is told when the host's transaction commits, and only then", () =>
      Effect.gen(function* () {
        const { database, sql } = yield* open(yield* place)
        const told: Array<string> = []
        const noting = (what: string) => database.transaction(database.afterCommit(() => told.push(what)))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* noting("kept")
            yield* Effect.flip(
              sql.withTransaction(Effect.zipRight(noting("undone alone"), Effect.fail("no")))
            )
            assert.deepEqual(told, [])
          })
        )
        yield* Effect.flip(sql.withTransaction(Effect.zipRight(noting("undone"), Effect.fail("no"))))
        assert.deepEqual(told, ["kept"])
      })
    )

    it.live("undoes its own writes alone when what it decides by throws", () =>
      Effect.gen(function* () {
        const { database, sql } = yield* open(yield* place)
        const unreadable = Batch.map(Batch.of(put, rows(1)), () => {
          throw new Error("unreadable")
        })
        const broken = database.transactionOn(unreadable, () => Effect.succeed(Batch.of(put, rows(2))))
        const exit = yield* sql.withTransaction(
          Effect.zipLeft(Effect.exit(broken), database.run(put, rows(3)))
        )
        assert.ok(Exit.isFailure(exit) && Cause.isDie(exit.cause))
        assert.deepEqual(yield* database.run(everything, [{}]), rows(3))
      })
    )
  })
}

describe("a PostgreSQL transaction in which a statement has failed", () => {
  it.live("is not revived by the savepoint of a later call, and commits nothing", () =>
    Effect.gen(function* () {
      const { database, sql } = yield* open(Postgres.layer({ url: yield* Effect.promise(freshDatabase) }))
      const refused = database.transactionOn(Batch.of(everything, [{}]), () => Effect.fail("refused"))
      const host = sql.withTransaction(
        Effect.gen(function* () {
          assert.equal(yield* Effect.flip(refused), "refused")
          yield* database.run(put, rows(1))
          yield* Effect.flip(sql`SELECT 1 / 0`)
          // The host goes on without looking, and the library with it.
          yield* Effect.exit(refused)
          yield* Effect.exit(database.run(put, rows(2)))
        })
      )
      assert.ok(Exit.isFailure(yield* Effect.exit(host)))
      assert.deepEqual(yield* database.run(everything, [{}]), [])
    })
  )
})
