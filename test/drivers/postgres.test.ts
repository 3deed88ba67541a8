import assert from "node:assert/strict"
import { once } from "node:events"
import { connect, createServer } from "node:net"
import { inspect } from "node:util"
import { SqlClient, SqlError } from "@effect/sql"
import { Cause, Context, Deferred, Effect, Exit, Fiber, Layer, Logger, Redacted, Scope } from "effect"
import pg from "pg"
import { unprepared } from "../../lib/drivers/postgres/batch.ts"
import { connectionsOf } from "../../lib/drivers/postgres/connection.ts"
import { noSilence } from "../../lib/drivers/postgres/pool.ts"
import * as Postgres from "../../lib/drivers/postgres.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { inTime, repeatUntil } from "../support/wait.ts"

const database = Effect.promise(freshDatabase)

const client = (layer: Layer.Layer<SqlClient.SqlClient, SqlError.SqlError>) =>
  Effect.map(Layer.build(Layer.provide(layer, quiet)), Context.get(SqlClient.SqlClient))
const quiet = Logger.remove(Logger.defaultLogger)

/** A database with an empty table, and a pool of the given size. */
const open = (maxConnections: number) =>
  Effect.gen(function* () {
    const sql = yield* client(Postgres.layer({ url: yield* database, maxConnections }))
    yield* sql`CREATE TABLE entry (id INT PRIMARY KEY, parent INT REFERENCES entry DEFERRABLE INITIALLY DEFERRED)`
    return sql
  })

const hostPool = (options: pg.PoolConfig = {}) =>
  Effect.flatMap(database, (connectionString) =>
    Effect.acquireRelease(
      Effect.sync(() => new pg.Pool({ connectionString, ...options })),
      (pool) => Effect.promise(() => (pool.ending ? Promise.resolve() : pool.end()))
    )
  )

const ids = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ id: number }>`SELECT id FROM entry ORDER BY id`, (rows) => rows.map(({ id }) => id))

const insert = (sql: SqlClient.SqlClient, id: number) => sql`INSERT INTO entry (id) VALUES (${id})`

const backend = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`, (rows) => Number(rows[0]?.pid))

/** Ends every other connection to the client's database. */
const endOthers = (sql: SqlClient.SqlClient) =>
  sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`

/** A proxy to the server that adds the message of a shutting-down server whenever a client disconnects. */
const shuttingDown = (address: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const url = new URL(address)
      const target = Number(url.port)
      const leaves = Buffer.from("X\0\0\0\x04")
      const word = Buffer.from("SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0")
      let connected = 0
      const server = createServer({ allowHalfOpen: true }, (near) => {
        const far = connect(target, "127.0.0.1")
        connected += 1
        far.pipe(near)
        near.on("data", (chunk: Buffer) => {
          if (!chunk.equals(leaves)) return far.write(chunk)
          setTimeout(() => {
            connected -= 1
            near.write(Buffer.concat([Buffer.from([0x45, 0, 0, 0, word.length + 4]), word]))
            far.end(leaves)
          }, 20)
        })
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      const at = server.address()
      url.port = String(typeof at === "object" && at?.port)
      return { url: url.href, connected: () => connected, server }
    }),
    ({ server }) => Effect.sync(() => server.close())
  )

const code = (error: unknown): unknown =>
  error instanceof SqlError.SqlError ? Reflect.get(Object(error.cause), "code") : error

describe("PostgreSQL", () => {
  it.live("connects with its application name, and counts its connections", () =>
    Effect.gen(function* () {
      const sql = yield* client(Postgres.layer({ url: Redacted.make(yield* database), maxConnections: 3 }))
      const pids = yield* Effect.all(
        Array.from({ length: 9 }, () => Effect.zipLeft(backend(sql), sql`SELECT pg_sleep(0.01)`)),
        {
          concurrency: "unbounded"
        }
      )
      assert.ok(new Set(pids).size <= 3)
      assert.deepEqual(yield* sql`SELECT current_setting('application_name'), 1`.values, [
        ["laurel-rewards", 1]
      ])
    })
  )

  it.live("a failed connection is a failure with the reason and without the password", () =>
    Effect.gen(function* () {
      const url = new URL(yield* database)
      url.password = "hunter2"
      const elsewhere = new URL(url)
      elsewhere.port = "1"
      const missing = new URL(url)
      missing.password = new URL(yield* database).password
      missing.pathname = "/nowhere"
      const failure = (options: Postgres.PostgresOptions) =>
        Effect.gen(function* () {
          const exit = yield* Effect.exit(Effect.scoped(client(Postgres.layer(options))))
          assert.ok(Exit.isFailure(exit))
          for (const text of [
            Cause.pretty(exit.cause, { renderErrorCause: true }),
            inspect(exit, { depth: 9 })
          ]) {
            assert.doesNotMatch(text, /hunter2/)
          }
          const error = Cause.failureOrCause(exit.cause)
          assert.ok(error._tag === "Left" && error.left instanceof SqlError.SqlError)
          return error.left.message
        })
      assert.match(
        yield* failure({ url: `${elsewhere}` }),
        /Cannot reach PostgreSQL at .*:1\/.*(ECONNREFUSED|connect)/i
      )
      assert.match(yield* failure({ url: `${missing}` }), /\/nowhere: .*nowhere/)
      assert.match(yield* failure({ url: "postgres://me:hunter2@[host/x" }), /cannot be parsed/)
      assert.match(yield* failure({ url: "mysql://me:hunter2@host/x" }), /must begin with postgres/)
      assert.match(yield* failure({ url: `${url}`, maxConnections: 0 }), /maxConnections/)
    })
  )

  it.live("a transaction commits completely, and a nested one can be rolled back alone", () =>
    Effect.gen(function* () {
      const sql = yield* open(2)
      const inner = Effect.zipRight(insert(sql, 2), insert(sql, 2))
      yield* sql.withTransaction(
        insert(sql, 1).pipe(
          Effect.zipRight(Effect.flip(sql.withTransaction(inner))),
          Effect.zipRight(sql.withTransaction(insert(sql, 3)))
        )
      )
      assert.equal(
        yield* Effect.flip(sql.withTransaction(Effect.zipRight(insert(sql, 4), Effect.fail("no")))),
        "no"
      )
      assert.deepEqual(yield* ids(sql), [1, 3])
    })
  )

  it.live("a COMMIT that did not commit is a failure, whether or not the server reports it", () =>
    Effect.gen(function* () {
      const sql = yield* open(1)
      const orphan = sql.withTransaction(sql`INSERT INTO entry (id, parent) VALUES (1, 99)`)
      assert.equal(code(yield* Effect.flip(orphan)), "23503")
      const swallowed = sql.withTransaction(Effect.zipRight(insert(sql, 2), Effect.either(sql`SELECT 1 / 0`)))
      assert.equal(code(yield* Effect.flip(swallowed)), "25P02")
      yield* sql.withTransaction(insert(sql, 3))
      assert.deepEqual(yield* ids(sql), [3])
    })
  )

  it.live("an interrupted transaction is rolled back, and its connection can be used again", () =>
    Effect.gen(function* () {
      const sql = yield* open(1)
      const pid = yield* backend(sql)
      const started = yield* Deferred.make<void>()
      const transaction = insert(sql, 1).pipe(
        Effect.zipRight(Deferred.succeed(started, undefined)),
        Effect.zipRight(sql`SELECT pg_sleep(0.1)`),
        Effect.zipRight(Effect.never)
      )
      const holder = yield* Effect.fork(sql.withTransaction(transaction))
      yield* inTime("the transaction to begin")(Deferred.await(started))
      const waiting = yield* Effect.fork(sql.withTransaction(insert(sql, 2)))
      const reserving = yield* Effect.fork(Effect.scoped(sql.reserve))
      yield* Effect.sleep("10 millis")
      assert.ok(Exit.isInterrupted(yield* Fiber.interrupt(waiting)))
      assert.ok(Exit.isInterrupted(yield* Fiber.interrupt(reserving)))
      assert.ok(Exit.isInterrupted(yield* Fiber.interrupt(holder)))
      assert.equal(yield* backend(sql), pid)
      yield* Effect.scoped(
        Effect.flatMap(sql.reserve, (connection) =>
          Effect.zipRight(
            connection.executeUnprepared("BEGIN", [], undefined),
            connection.execute("INSERT INTO entry (id) VALUES ($1)", [3], undefined)
          )
        )
      )
      yield* sql.withTransaction(insert(sql, 4))
      assert.deepEqual(yield* ids(sql), [4])
    })
  )

  it.live("a connection whose statement stays unanswered is closed, and never given to the next", () =>
    Effect.gen(function* () {
      const pool = yield* hostPool({ max: 1 })
      const options = { patience: "30 millis", prepared: unprepared, silence: noSilence } as const
      const { acquirer } = connectionsOf(pool, options)
      const pid = "SELECT pg_backend_pid() AS pid"
      const execute = (text: string) =>
        Effect.scoped(Effect.flatMap(acquirer, (connection) => connection.execute(text, [], undefined)))
      const before = yield* execute(pid)
      const stuck = yield* Effect.fork(execute("SELECT pg_sleep(60)"))
      yield* Effect.sleep("20 millis")
      assert.ok(Exit.isInterrupted(yield* Fiber.interrupt(stuck)))
      assert.notDeepEqual(yield* execute(pid), before)
      yield* endOthers(yield* client(Postgres.layerFromPool(pool)))
    })
  )

  it.live("connections that the server ends, idle or in a transaction, cost one failure at most", () =>
    Effect.gen(function* () {
      const pool = yield* hostPool({ max: 3 })
      const scope = yield* Scope.make()
      const sql = yield* Scope.extend(client(Postgres.layerFromPool(pool)), scope)
      yield* sql`CREATE TABLE entry (id INT PRIMARY KEY)`
      yield* Effect.all([sql`SELECT pg_sleep(0.02)`, sql`SELECT pg_sleep(0.02)`], { concurrency: 2 })
      assert.equal(pool.idleCount, 2)
      yield* endOthers(sql)
      // The pool notices an ended connection with a delay. Until then it would still hand it out.
      yield* repeatUntil(
        "the pool to notice",
        Effect.sync(() => pool.totalCount),
        (count) => count === 1
      )
      assert.deepEqual(yield* ids(sql), [])

      const killed = sql.withTransaction(
        Effect.gen(function* () {
          yield* insert(sql, 1)
          const pid = yield* backend(sql)
          yield* Effect.promise(() => pool.query("SELECT pg_terminate_backend($1, 5000)", [pid]))
          yield* sql.withTransaction(insert(sql, 2))
        })
      )
      const exit = yield* Effect.exit(killed)
      assert.ok(Exit.isFailure(exit) && Cause.isFailure(exit.cause) && !Cause.isDie(exit.cause))
      yield* sql.withTransaction(insert(sql, 3))
      assert.deepEqual(yield* ids(sql), [3])

      yield* Scope.close(scope, Exit.void)
      assert.equal(pool.listenerCount("error"), 0)
      assert.equal((yield* Effect.promise(() => pool.query("SELECT 1 AS one"))).rows[0].one, 1)
      yield* Effect.promise(() => pool.end())
      assert.ok((yield* Effect.flip(ids(sql))) instanceof SqlError.SqlError)
    })
  )

  it.live("closing waits until the server has closed every connection, and ignores its last messages", () =>
    Effect.gen(function* () {
      const server = yield* shuttingDown(yield* database)
      const scope = yield* Scope.make()
      const sql = yield* Scope.extend(client(Postgres.layer({ url: server.url, maxConnections: 4 })), scope)
      yield* Effect.replicateEffect(sql`SELECT pg_sleep(0.02)`, 4, { concurrency: 4, discard: true })
      assert.ok(server.connected() > 1)
      yield* Scope.close(scope, Exit.void)
      assert.equal(server.connected(), 0)
    }).pipe(Effect.provide(quiet))
  )

  it.live("randomly interrupted transactions are written completely or not, and lose no connection", () =>
    Effect.gen(function* () {
      const sql = yield* open(4)
      const fibers = yield* Effect.forEach(Array.from({ length: 60 }), (_, id) =>
        Effect.fork(sql.withTransaction(Effect.zipRight(insert(sql, id), insert(sql, -id - 1))))
      )
      yield* Effect.forEach(
        fibers.filter((_, id) => id % 3 === 0),
        (fiber) => Effect.zipRight(Effect.sleep("1 millis"), Fiber.interrupt(fiber))
      )
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      const written = new Set(yield* ids(sql))
      for (const [id, exit] of exits.entries()) {
        assert.equal(written.has(id), written.has(-id - 1))
        // An interruption during COMMIT takes effect after it.
        assert.ok(Exit.isInterrupted(exit) || (Exit.isSuccess(exit) && written.has(id)))
      }
      const all = Array.from({ length: 4 }, () => sql.withTransaction(sql`SELECT pg_sleep(0.01)`))
      yield* Effect.all(all, { concurrency: "unbounded" })
    })
  )
})
