import assert from "node:assert/strict"
import type { EventEmitter } from "node:events"
import { Cause, Deferred, Effect, Exit, Fiber, Schema } from "effect"
import fc from "fast-check"
import pg from "pg"
import { BatchQuery, quoted, takesBatches } from "../../lib/drivers/postgres/batch.ts"
import * as Postgres from "../../lib/drivers/postgres.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { statement } from "../../lib/sql/Statement.ts"
import { everything, open, put, rows } from "../sql/entries.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { both } from "../support/sql.ts"
import { inTime } from "../support/wait.ts"
import { engineOn, newPartner } from "../support/world.ts"

type Event = "sent" | "answered"

/**
 * A pool of the host, and the messages on its one connection: the server answers each Sync or simple query with
 * "ready". In the pipeline mode of `pg` the client does not use batches.
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

const methodsOf = (prototype: object) =>
  Object.getOwnPropertyNames(prototype)
    .filter((name) => name.startsWith("handle"))
    .sort()

describe("the private parts of pg that a batch relies on", () => {
  it("are there, so that batches are not sent one statement after the other", () => {
    const client = new pg.Client()
    const connection: object = Reflect.get(client, "connection")
    for (const part of ["parse", "bind", "describe", "execute", "sync", "sendCopyFail", "on", "off"]) {
      assert.equal(typeof Reflect.get(connection, part), "function", `pg.Connection has no ${part} any more`)
    }
    assert.deepEqual(Reflect.get(connection, "parsedStatements"), {})
    assert.equal(typeof Reflect.get(connection, "stream").cork, "function")
    assert.ok(takesBatches(client))
  })

  it("are told of the same messages as a query of its own", () => {
    assert.deepEqual(methodsOf(BatchQuery.prototype), methodsOf(pg.Query.prototype))
  })
})

describe("a text in an array", () => {
  it("is written with a backslash before each quote and backslash, whatever else it contains", () => {
    const text = fc.oneof(
      fc.fullUnicodeString(),
      fc.string16bits(),
      fc.json(),
      fc.stringMatching(/^["\\a]*$/)
    )
    fc.assert(
      fc.property(text, (value) => {
        assert.equal(quoted(value), `"${value.replace(/["\\]/g, "\\$&")}"`)
      }),
      { numRuns: 2000 }
    )
  })
})

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

  it.live("shares one exchange with BEGIN, and one with COMMIT", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* events(false), times(3))
    })
  )

  it.live("makes an award cost three exchanges, as docs/design/sql.md states", () =>
    Effect.gen(function* () {
      const { layer, events } = yield* hostPool(false)
      const award = Effect.gen(function* () {
        const { rule, onboard, award } = yield* newPartner
        yield* rule()
        yield* onboard("ann")
        yield* award("ann")
        events.splice(0)
        assert.equal((yield* award("ann")).awarded, true)
        assert.deepEqual(events, times(3))
      })
      yield* Effect.provide(award, engineOn(layer))
    })
  )

  it.live("is sent statement by statement if the client supports nothing else", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* events(true), times(7))
    })
  )

  it.live("at the end of a transaction reports whether it may have been committed", () =>
    Effect.gen(function* () {
      const database = yield* open(Postgres.layer({ url: yield* Effect.promise(freshDatabase) }))
      const setReadOnly = statement({ input: {}, sql: "SET TRANSACTION READ ONLY" })
      const kill = statement({ input: {}, sql: "SELECT pg_terminate_backend(pg_backend_pid())" })
      const endingWith = (before: Batch.Batch<unknown>, last: Batch.Batch<unknown>) =>
        Effect.flip(database.transactionOn(before, () => Effect.succeed(last)))
      // As after a failover: this server is read-only and reports that it wrote nothing.
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

  it.live("that timed out may have been committed, and is not sent again", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(freshDatabase)
      // Long enough for all other statements on a busy machine.
      const database = yield* open(Postgres.layer({ url: `${url}?query_timeout=2000` }))
      const sleep = statement({ input: {}, sql: "SELECT pg_sleep(3)" })
      const last = Batch.inOrder([Batch.of(put, rows(1)), Batch.of(sleep, [{}])])
      const failed = yield* Effect.flip(database.transactionOn(Batch.succeed(0), () => Effect.succeed(last)))
      assert.ok(failed._tag === "DatabaseUnavailable" && failed.committed === "unknown")
      const before = yield* Effect.flip(database.transaction(database.run(sleep, [{}])))
      assert.ok(before._tag === "DatabaseUnavailable" && before.committed === "no")
    })
  )

  it.live("outside of a transaction is a transaction", () =>
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

  it.live("encodes and decodes every value like a single statement, the first time and later", () =>
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
          both(Batch.of(echo, given.slice(again, again + 1)), Batch.of(echo, given))
        )
        assert.deepEqual(one, lone[again])
        assert.deepEqual(rest, lone)
      }
    })
  )

  it.live("that cannot be read fails, and the next one works", () =>
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
        database.send(both(Batch.of(put, rows(13)), Batch.of(everything, [{}])))
      )
      assert.ok(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      yield* database.run(statement({ input: {}, sql: "DELETE FROM entry" }), [{}])
      assert.deepEqual(yield* database.run(put, rows(14)), rows(14))
    })
  )

  it.live("is answered completely before an interruption takes effect", () =>
    Effect.gen(function* () {
      const { layer, events } = yield* hostPool(false)
      const database = yield* open(layer)
      const sleep = statement({ input: {}, sql: "SELECT pg_sleep(0.05)" })
      const started = yield* Deferred.make<void>()
      const batch = Batch.inOrder([Batch.of(sleep, [{}]), Batch.of(put, rows(1)), Batch.of(put, rows(2))])
      const writing = yield* Effect.fork(
        database.transaction(Effect.zipRight(Deferred.succeed(started, undefined), database.send(batch)))
      )
      yield* inTime("the transaction to begin")(Deferred.await(started))
      const exit = yield* Fiber.interrupt(writing)
      assert.ok(Exit.isSuccess(exit) || Cause.isInterrupted(exit.cause))
      assert.equal(events.filter((event) => event === "sent").length, events.length / 2)
      const written = yield* database.run(everything, [{}])
      assert.ok(written.length === 0 || written.length === 2)
    })
  )
})
