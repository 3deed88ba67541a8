import assert from "node:assert/strict"
import type { SqlClient, SqlError } from "@effect/sql"
import { Cause, Context, Deferred, Effect, Exit, Fiber, Layer, Schema } from "effect"
import pg from "pg"
import type { PgPool } from "../../lib/drivers/postgres/pool.ts"
import * as Postgres from "../../lib/drivers/postgres.ts"
import * as Sqlite from "../../lib/drivers/sqlite-bun.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { Database } from "../../lib/sql/Database.ts"
import { statement } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"

const Entry = Schema.Struct({ id: Schema.Number })
const put = statement({
  input: { id: "integer" },
  output: Entry,
  sql: "INSERT INTO entry (id) SELECT id FROM input WHERE true RETURNING id"
})
const find = statement({
  input: { id: "integer" },
  output: Entry,
  sql: "SELECT e.id FROM entry e WHERE e.id IN (SELECT id FROM input) ORDER BY e.id"
})
const everything = statement({ input: {}, output: Entry, sql: "SELECT id FROM entry ORDER BY id" })

const rows = (...ids: ReadonlyArray<number>) => ids.map((id) => ({ id }))

const open = (client: Layer.Layer<SqlClient.SqlClient, SqlError.SqlError>) =>
  Effect.gen(function* () {
    const database = Context.get(yield* Layer.build(Layer.provide(Database.layer, client)), Database)
    yield* database.define("CREATE TABLE entry (id INT PRIMARY KEY)")
    return database
  })

type Event = "sent" | "answered"

/** A pool of a host's, which tells what its connections do. */
const hostPool = (pipeline: boolean) =>
  Effect.gen(function* () {
    const connectionString = yield* Effect.promise(freshDatabase)
    const options: pg.PoolConfig & { readonly pipeline: boolean } = { connectionString, pipeline, max: 1 }
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new pg.Pool(options)),
      (pool) => Effect.promise(() => pool.end())
    )
    const events: Array<Event> = []
    const host: PgPool = {
      connect: (callback) =>
        pool.connect((error, client) => {
          if (client === undefined) return callback(error, undefined)
          callback(error, {
            pipeline,
            query: (config, answer) => {
              events.push("sent")
              client.query(config, (failure, result) => {
                events.push("answered")
                answer(failure, result)
              })
            },
            on: (event, listener) => client.on(event, listener),
            off: (event, listener) => client.off(event, listener),
            release: (failure) => client.release(failure)
          })
        }),
      on: (event, listener) => pool.on(event, listener),
      off: (event, listener) => pool.off(event, listener)
    }
    return { layer: Postgres.layerFromPool(host), events }
  })

const places: ReadonlyArray<
  readonly [string, Effect.Effect<Layer.Layer<SqlClient.SqlClient, SqlError.SqlError>, never, never>]
> = [
  ["SQLite", Effect.succeed(Sqlite.layer({ filename: ":memory:" }))],
  [
    "PostgreSQL",
    Effect.map(Effect.promise(freshDatabase), (url) => Postgres.layer({ url, maxConnections: 1 }))
  ]
]

for (const [name, place] of places) {
  describe(`a batch on ${name}`, () => {
    it.live("runs its statements in their order, and gives each its own answer", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        const batch = Batch.zip(
          Batch.zip(Batch.of(put, rows(1, 2)), Batch.of(find, rows(1, 2, 3))),
          Batch.zip(
            Batch.of(put, rows(3)),
            Batch.map(Batch.of(everything, [{}]), (all) => all.length)
          )
        )
        const [[first, found], [second, count]] = yield* database.transaction(database.send(batch))
        assert.deepEqual(first, rows(1, 2))
        assert.deepEqual(found, rows(1, 2))
        assert.deepEqual(second, rows(3))
        assert.equal(count, 3)
      })
    )

    it.live("needs no statement where there are no rows, and no connection where there is no statement", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        const batch = Batch.zip(Batch.of(put, []), Batch.zip(Batch.of(put, rows(1)), Batch.succeed("known")))
        assert.deepEqual(yield* database.send(batch), [[], [rows(1), "known"]])
        assert.equal(yield* database.send(Batch.succeed("known")), "known")
      })
    )

    it.live("that fails somewhere undoes its transaction, and leaves the connection as it was", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        yield* database.run(put, rows(7))
        const batch = Batch.inOrder([
          Batch.of(put, rows(1)),
          Batch.of(put, rows(7)),
          Batch.of(put, rows(2)),
          Batch.of(put, rows(7))
        ])
        let tries = 0
        const failed = yield* Effect.flip(
          database.transaction(
            Effect.suspend(() => {
              tries += 1
              return Effect.mapError(database.send(batch), (failure) => ({ failure }))
            })
          )
        )
        assert.equal(tries, 1)
        assert.ok("failure" in failed && failed.failure._tag === "TransactionConflict")
        assert.deepEqual(yield* database.run(everything, [{}]), rows(7))
      })
    )

    it.live("can be what a transaction begins with, and is there again when that starts over", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        yield* database.run(put, rows(1))
        const seen: Array<number> = []
        const write = (found: ReadonlyArray<{ readonly id: number }>) => {
          seen.push(found.length)
          const written = Batch.of(put, rows(2))
          return database.send(Batch.ensure(written, () => seen.length > 1, "not yet"))
        }
        yield* database.transactionOn(Batch.of(everything, [{}]), write)
        assert.deepEqual(seen, [1, 1])
        assert.deepEqual(yield* database.run(everything, [{}]), rows(1, 2))

        const nested = database.transactionOn(Batch.of(everything, [{}]), (found) =>
          Effect.zipRight(database.run(put, rows(3)), Effect.fail(found))
        )
        const undone = yield* database.transaction(
          Effect.zipLeft(Effect.flip(nested), database.run(put, rows(4)))
        )
        assert.deepEqual(undone, rows(1, 2))
        assert.deepEqual(yield* database.run(everything, [{}]), rows(1, 2, 4))
      })
    )

    it.live("that a transaction begins with, and that fails, leaves no transaction open", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        const broken = statement({ input: { id: "integer" }, sql: "SELECT id FROM nowhere" })
        const exit = yield* Effect.exit(
          database.transactionOn(Batch.of(broken, rows(1)), () => database.run(put, rows(1)))
        )
        assert.ok(Exit.isFailure(exit) && Cause.isDie(exit.cause))
        yield* database.transaction(database.run(put, rows(2)))
        assert.deepEqual(yield* database.run(everything, [{}]), rows(2))
      })
    )

    it.live("with answers that must not be is a conflict, and is started over", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        let tries = 0
        const exit = yield* Effect.exit(
          database.transaction(
            Effect.suspend(() => {
              tries += 1
              const written = Batch.of(put, rows(1))
              const ensured = Batch.ensure(written, () => tries > 2, "not yet")
              return database.send(Batch.inOrder([ensured, Batch.of(put, rows(2))]))
            })
          )
        )
        assert.ok(Exit.isSuccess(exit))
        assert.equal(tries, 3)
        assert.deepEqual(yield* database.run(everything, [{}]), rows(1, 2))
      })
    )
  })
}

describe("a batch on a PostgreSQL connection", () => {
  const events = (pipeline: boolean) =>
    Effect.gen(function* () {
      const { layer, events } = yield* hostPool(pipeline)
      const database = yield* open(layer)
      const three = [1, 2, 3].map((id) => Batch.of(put, rows(id)))
      yield* database.transaction(
        Effect.sync(() => events.splice(0)).pipe(
          Effect.zipRight(database.send(Batch.inOrder(three))),
          Effect.zipLeft(Effect.sync(() => events.push("sent")))
        )
      )
      return events.slice(0, 6)
    })

  it.live("that takes several statements at once is sent whole before its first answer", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* events(true), ["sent", "sent", "sent", "answered", "answered", "answered"])
    })
  )

  it.live("goes out with the statement that begins its transaction", () =>
    Effect.gen(function* () {
      const { layer, events } = yield* hostPool(true)
      const database = yield* open(layer)
      events.splice(0)
      yield* database.transactionOn(Batch.of(everything, [{}]), () => Effect.void)
      assert.deepEqual(events, ["sent", "sent", "answered", "answered", "sent", "answered"])
    })
  )

  it.live("that takes them one by one is sent one by one", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* events(false), ["sent", "answered", "sent", "answered", "sent", "answered"])
    })
  )

  it.live("is answered whole before an interruption goes on", () =>
    Effect.gen(function* () {
      const { layer, events } = yield* hostPool(true)
      const database = yield* open(layer)
      const sleep = statement({ input: {}, sql: "SELECT pg_sleep(0.05)" })
      const started = yield* Deferred.make<void>()
      const batch = Batch.inOrder([Batch.of(sleep, [{}]), Batch.of(put, rows(1)), Batch.of(put, rows(2))])
      const writing = yield* Effect.fork(
        database.transaction(Effect.zipRight(Deferred.succeed(started, undefined), database.send(batch)))
      )
      yield* Deferred.await(started)
      const exit = yield* Fiber.interrupt(writing)
      assert.ok(Exit.isSuccess(exit) || Cause.isInterrupted(exit.cause))
      assert.equal(events.filter((event) => event === "sent").length, events.length / 2)
      const written = yield* database.run(everything, [{}])
      assert.ok(written.length === 0 || written.length === 2)
    })
  )
})
