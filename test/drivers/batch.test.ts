import assert from "node:assert/strict"
import type { EventEmitter } from "node:events"
import type { SqlClient, SqlError } from "@effect/sql"
import { Cause, Context, Deferred, Effect, Exit, Fiber, Layer, Schema } from "effect"
import pg from "pg"
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

/**
 * A pool of a host's, and what went over its one connection: a Sync or a simple query is what the server answers with
 * "ready". In its pipeline mode `pg` takes no batches of ours.
 */
const hostPool = (pipeline: boolean) =>
  Effect.gen(function* () {
    const connectionString = yield* Effect.promise(freshDatabase)
    const options: pg.PoolConfig & { readonly pipeline: boolean } = { connectionString, pipeline, max: 1 }
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new pg.Pool(options)),
      (pool) => Effect.promise(() => pool.end())
    )
    const events: Array<Event> = []
    pool.on("connect", (client) => {
      const connection: EventEmitter = Reflect.get(client, "connection")
      for (const method of ["sync", "query"]) {
        const send: (...given: Array<unknown>) => unknown = Reflect.get(connection, method)
        Reflect.set(connection, method, (...given: Array<unknown>) => {
          events.push("sent")
          return send.apply(connection, given)
        })
      }
      connection.on("readyForQuery", () => events.push("answered"))
    })
    return { layer: Postgres.layerFromPool(pool), events }
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
          return Effect.map(
            database.send(Batch.ensure(written, () => seen.length > 1, "not yet")),
            Batch.succeed
          )
        }
        assert.deepEqual(yield* database.transactionOn(Batch.of(everything, [{}]), write), rows(2))
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
          database.transactionOn(Batch.of(broken, rows(1)), () => Effect.succeed(Batch.of(put, rows(1))))
        )
        assert.ok(Exit.isFailure(exit) && Cause.isDie(exit.cause))
        yield* database.transaction(database.run(put, rows(2)))
        assert.deepEqual(yield* database.run(everything, [{}]), rows(2))
      })
    )

    it.live("can be what a transaction ends with, alone and inside of another", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        const write = (...ids: ReadonlyArray<number>) =>
          database.transactionOn(Batch.of(everything, [{}]), (found) =>
            Effect.succeed(Batch.map(Batch.of(put, rows(...ids)), (written) => ({ found, written })))
          )
        let committed = 0
        const noted = database.afterCommit(() => {
          committed += 1
        })
        assert.deepEqual(yield* write(1), { found: [], written: rows(1) })
        const inside = yield* database.transaction(
          Effect.zipRight(Effect.zipRight(database.run(put, rows(2)), noted), write(3))
        )
        assert.deepEqual(inside, { found: rows(1, 2), written: rows(3) })
        assert.equal(committed, 1)
        assert.deepEqual(yield* database.run(everything, [{}]), rows(1, 2, 3))
      })
    )

    it.live("that a transaction ends with, and that fails, leaves nothing behind", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        yield* database.run(put, rows(7))
        const last = Batch.inOrder([Batch.of(put, rows(1)), Batch.of(put, rows(7)), Batch.of(put, rows(2))])
        const seen: Array<string> = []
        const write = database.transactionOn(Batch.of(everything, [{}]), (found) =>
          Effect.as(
            database.afterCommit(() => seen.push("committed")),
            found.length === 1 ? last : Batch.inOrder([Batch.of(put, rows(4))])
          )
        )
        // Inside of another transaction, which goes on: only what the batch belongs to is undone.
        const outer = yield* database.transaction(
          Effect.gen(function* () {
            const failed = yield* Effect.flip(write)
            yield* database.run(put, rows(3))
            return failed
          })
        )
        assert.equal(outer._tag, "TransactionConflict")
        assert.deepEqual(yield* database.run(everything, [{}]), rows(3, 7))
        assert.deepEqual(seen, [])
        // Alone, it starts over, and finds what is there by now.
        const broken = Batch.of(
          statement({ input: { id: "integer" }, sql: "SELECT id FROM nowhere" }),
          rows(1)
        )
        const exit = yield* Effect.exit(
          database.transactionOn(Batch.succeed(0), () =>
            Effect.succeed(Batch.inOrder([Batch.of(put, rows(5)), broken]))
          )
        )
        assert.ok(Exit.isFailure(exit) && Cause.isDie(exit.cause))
        yield* write
        assert.deepEqual(yield* database.run(everything, [{}]), rows(3, 4, 7))
        assert.deepEqual(seen, ["committed"])
      })
    )

    it.live("that was committed, and whose answers cannot be read, is not said to have failed", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        const misread = statement({
          input: { id: "integer" },
          output: Schema.Struct({ id: Schema.Boolean }),
          sql: "INSERT INTO entry (id) SELECT id FROM input WHERE true RETURNING id"
        })
        const write = database.transactionOn(Batch.succeed(0), () =>
          Effect.succeed(Batch.of(misread, rows(1)))
        )
        const failed = yield* Effect.flip(write)
        assert.ok(failed._tag === "DatabaseUnavailable" && failed.committed === "unknown")
        assert.deepEqual(yield* database.run(everything, [{}]), rows(1))
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
  const exchange: ReadonlyArray<Event> = ["sent", "answered"]
  const times = (count: number) => Array.from({ length: count }, () => exchange).flat()

  const events = (pipeline: boolean) =>
    Effect.gen(function* () {
      const { layer, events } = yield* hostPool(pipeline)
      const database = yield* open(layer)
      events.splice(0)
      const written = [1, 2].map((id) => Batch.of(put, rows(id)))
      yield* database.transactionOn(Batch.of(everything, [{}]), () => Effect.succeed(Batch.inOrder(written)))
      assert.deepEqual(yield* database.run(everything, [{}]), rows(1, 2))
      return events
    })

  it.live("takes one exchange with what begins its transaction, and one with what ends it", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* events(false), times(3))
    })
  )

  it.live("is sent one by one where the client takes nothing else", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* events(true), times(6))
    })
  )

  it.live("that a transaction ends with tells whether it can have been committed", () =>
    Effect.gen(function* () {
      const database = yield* open(Postgres.layer({ url: yield* Effect.promise(freshDatabase) }))
      const setReadOnly = statement({ input: {}, sql: "SET TRANSACTION READ ONLY" })
      const kill = statement({ input: {}, sql: "SELECT pg_terminate_backend(pg_backend_pid())" })
      const endingWith = (before: Batch.Batch<unknown>, last: Batch.Batch<unknown>) =>
        Effect.flip(database.transactionOn(before, () => Effect.succeed(last)))
      // As when another server has taken over: this one says that it wrote nothing.
      const refused = yield* endingWith(Batch.of(setReadOnly, [{}]), Batch.of(put, rows(1)))
      assert.ok(refused._tag === "DatabaseUnavailable" && refused.committed === "no")
      const lost = yield* endingWith(
        Batch.succeed(0),
        Batch.inOrder([Batch.of(put, rows(1)), Batch.of(kill, [{}])])
      )
      assert.ok(lost._tag === "DatabaseUnavailable" && lost.committed === "unknown")
      assert.deepEqual(yield* database.run(everything, [{}]), [])
    })
  )

  it.live("that nobody waited for may have been committed, and is not written again", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(freshDatabase)
      // Long enough for everything else on a busy machine.
      const database = yield* open(Postgres.layer({ url: `${url}?query_timeout=2000` }))
      const sleep = statement({ input: {}, sql: "SELECT pg_sleep(3)" })
      const last = Batch.inOrder([Batch.of(put, rows(1)), Batch.of(sleep, [{}])])
      const failed = yield* Effect.flip(database.transactionOn(Batch.succeed(0), () => Effect.succeed(last)))
      assert.ok(failed._tag === "DatabaseUnavailable" && failed.committed === "unknown")
      const before = yield* Effect.flip(database.transaction(database.run(sleep, [{}])))
      assert.ok(before._tag === "DatabaseUnavailable" && before.committed === "no")
    })
  )

  it.live("outside of a transaction is one", () =>
    Effect.gen(function* () {
      const { layer, events } = yield* hostPool(false)
      const database = yield* open(layer)
      events.splice(0)
      const failed = yield* Effect.flip(
        database.send(Batch.inOrder([Batch.of(put, rows(1, 2)), Batch.of(put, rows(2, 3))]))
      )
      assert.equal(failed._tag, "TransactionConflict")
      assert.deepEqual(yield* database.run(everything, [{}]), [])
      assert.equal(events.filter((event) => event === "sent").length, 2)
    })
  )

  it.live("gives and takes every value as a lone statement does, the first time and later", () =>
    Effect.gen(function* () {
      const database = yield* open(Postgres.layer({ url: yield* Effect.promise(freshDatabase) }))
      const echo = statement({
        input: {
          id: "uuid",
          note: "text?",
          size: "integer",
          big: "integer?",
          kept: "boolean",
          at: "instant"
        },
        output: Schema.Struct({
          id: Schema.String,
          note: Schema.NullOr(Schema.String),
          size: Schema.String,
          big: Schema.NullOr(Schema.String),
          kept: Schema.Boolean,
          at: Schema.ValidDateFromSelf
        }),
        sql: "SELECT * FROM input"
      })
      const notes = ["", "a,b", '"quoted"', "back\\slash", "{brace}", "NULL", " é 💰\n\t", '\\"', null]
      const given = notes.map((note, index) => ({
        id: `0190d3f0-0000-7000-8000-00000000000${index}`,
        note,
        size: index * 1_000_000_007,
        big: index % 2 === 0 ? Number.MIN_SAFE_INTEGER : null,
        kept: index % 2 === 0,
        at: `2026-01-0${index + 1}T00:00:00.00${index}Z`
      }))
      const lone = yield* database.run(echo, given)
      assert.deepEqual(
        lone.map(({ note }) => note),
        notes
      )
      for (const again of [1, 2, 3]) {
        const [[one], rest] = yield* database.send(
          Batch.zip(Batch.of(echo, given.slice(again, again + 1)), Batch.of(echo, given))
        )
        assert.deepEqual(one, lone[again])
        assert.deepEqual(rest, lone)
      }
    })
  )

  it.live("that cannot be read fails, and the next is served", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(freshDatabase)
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => new pg.Pool({ connectionString: url, max: 1 })),
        (pool) => Effect.promise(() => pool.end())
      )
      pool.on("connect", (client) =>
        client.setTypeParser(pg.types.builtins.INT4, (text) => {
          if (text === "13") throw new Error("not that one")
          return Number(text)
        })
      )
      const database = yield* open(Postgres.layerFromPool(pool))
      const exit = yield* Effect.exit(
        database.send(Batch.zip(Batch.of(put, rows(13)), Batch.of(everything, [{}])))
      )
      assert.ok(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      yield* database.run(statement({ input: {}, sql: "DELETE FROM entry" }), [{}])
      assert.deepEqual(yield* database.run(put, rows(14)), rows(14))
    })
  )

  it.live("is answered whole before an interruption goes on", () =>
    Effect.gen(function* () {
      const { layer, events } = yield* hostPool(false)
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
