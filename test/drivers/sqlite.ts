// The guarantees of both SQLite drivers. Runs under `bun test` and under Node's test runner.
import assert from "node:assert/strict"
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient, SqlError } from "@effect/sql"
import { Cause, Context, Deferred, Effect, Either, Exit, Fiber, Layer, Scope, Stream } from "effect"
import type { SqliteOptions } from "../../lib/drivers/sqlite.ts"
import { describe, it } from "../support/effect.ts"
import { inTime } from "../support/wait.ts"

type Driver = (options: SqliteOptions) => Layer.Layer<SqlClient.SqlClient, SqlError.SqlError>

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "laurel-sqlite-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const file = Effect.map(folder, (path) => join(path, "rewards.db"))

const client = (layer: ReturnType<Driver>) => Effect.map(Layer.build(layer), Context.get(SqlClient.SqlClient))

const schema = (sql: SqlClient.SqlClient) =>
  sql`CREATE TABLE entry (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES entry DEFERRABLE INITIALLY DEFERRED) STRICT`

const ids = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ id: number }>`SELECT id FROM entry ORDER BY id`, (rows) => rows.map(({ id }) => id))

const insert = (sql: SqlClient.SqlClient, id: number) => sql`INSERT INTO entry (id) VALUES (${id})`

const code = (error: unknown): unknown =>
  error instanceof SqlError.SqlError && error.cause instanceof Error
    ? "errcode" in error.cause
      ? error.cause.errcode
      : "errno" in error.cause
        ? error.cause.errno
        : error.cause.message
    : error

export const suite = (name: string, driver: Driver) =>
  describe(name, () => {
    const memory = Effect.tap(client(driver({ filename: ":memory:" })), schema)

    it.live("a file is opened with durable commits and foreign keys, and its folder is created", () =>
      Effect.gen(function* () {
        const filename = join(yield* folder, "new", "folder", "rewards.db")
        const sql = yield* client(driver({ filename }))
        const pragma = (name: string) =>
          Effect.map(sql.unsafe(`PRAGMA ${name}`).values, (rows) => rows[0]?.[0])
        assert.equal(yield* pragma("journal_mode"), "wal")
        assert.equal(yield* pragma("synchronous"), 2)
        assert.equal(yield* pragma("foreign_keys"), 1)
        assert.equal(yield* pragma("recursive_triggers"), 1)
        assert.equal(yield* pragma("trusted_schema"), 0)
        assert.ok(existsSync(filename))
      })
    )

    it.live("only the user of the process can read a new file, its log, and a new folder", () =>
      Effect.gen(function* () {
        const created = join(yield* folder, "new")
        const filename = join(created, "rewards.db")
        yield* schema(yield* client(driver({ filename })))
        const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
        assert.equal(modeOf(created), "700")
        for (const suffix of ["", "-wal", "-shm"]) assert.equal(modeOf(filename + suffix), "600", suffix)
      })
    )

    it.live("the permissions of an existing file stay as they are", () =>
      Effect.gen(function* () {
        const filename = yield* file
        writeFileSync(filename, "", { mode: 0o640 })
        yield* schema(yield* client(driver({ filename })))
        assert.equal((statSync(filename).mode & 0o777).toString(8), "640")
      })
    )

    it.live("a file that cannot be a database makes the layer fail with its name and the reason", () =>
      Effect.gen(function* () {
        const path = yield* folder
        const text = join(path, "notes.txt")
        writeFileSync(text, "a shopping list ".repeat(100))
        const failure = (filename: string) => Effect.flip(Effect.scoped(client(driver({ filename }))))
        assert.match((yield* failure(text)).message, /notes\.txt": file is not a database/)
        assert.match((yield* failure(path)).message, /laurel-sqlite-.*": unable to open database file/)
        assert.match((yield* failure(join(text, "x.db"))).message, /x\.db": /)
        assert.match((yield* failure("")).message, /the filename is empty/)
        assert.match((yield* failure("file:x.db")).message, /must be a path/)
      })
    )

    it.live("values are bound and read the same way on every runtime", () =>
      Effect.gen(function* () {
        const sql = yield* memory
        const at = new Date(0)
        const rows = yield* sql.unsafe<Record<string, unknown>>(
          "SELECT ? yes, ? no, ? at, ? gone, typeof(?) whole, ? / 2 half, typeof(?) real, typeof(?) large, '?' quoted -- ?",
          [true, false, at, undefined, 3, 3, 1.5, 2 ** 40]
        )
        const { at: when, gone, half, large, no, quoted, real, whole, yes } = rows[0] ?? {}
        assert.deepEqual(
          [yes, no, when, gone, whole, half, real, large, quoted],
          [1, 0, at.toISOString(), null, "integer", 1, "real", "integer", "?"]
        )
        const big = sql`SELECT ${9007199254740993n} AS n`.values
        assert.deepEqual(yield* Effect.provideService(big, SqlClient.SafeIntegers, true), [
          [9007199254740993n]
        ])
        assert.deepEqual(yield* sql`SELECT 1 AS b, 2 AS a`.values, [[1, 2]])
        assert.equal(yield* Stream.runCount(sql`VALUES (1), (2)`.stream), 2)
        const many = Array.from({ length: 5000 }, (_, index) => index)
        const text = `SELECT count(*) AS n FROM (VALUES ${many.map(() => "(?)").join(",")})`
        assert.equal((yield* sql.unsafe<{ n: number }>(text, many))[0]?.n, 5000)
        assert.ok((yield* Effect.flip(sql`SELECT ${Symbol("x")}`)) instanceof SqlError.SqlError)
      })
    )

    it.live("a transaction commits completely, and a nested one can be rolled back alone", () =>
      Effect.gen(function* () {
        const sql = yield* memory
        const inner = Effect.zipRight(insert(sql, 2), Effect.fail("no"))
        yield* sql.withTransaction(
          insert(sql, 1).pipe(
            Effect.zipRight(Effect.flip(sql.withTransaction(inner))),
            Effect.zipRight(sql.withTransaction(insert(sql, 3)))
          )
        )
        assert.deepEqual(yield* ids(sql), [1, 3])
        const failed = sql.withTransaction(Effect.zipRight(insert(sql, 4), Effect.fail("no")))
        assert.equal(yield* Effect.flip(failed), "no")
        assert.deepEqual(yield* ids(sql), [1, 3])
      })
    )

    it.live("an interrupted transaction is rolled back and an interrupted wait leaves the queue", () =>
      Effect.gen(function* () {
        const sql = yield* memory
        const started = yield* Deferred.make<void>()
        const holder = yield* Effect.fork(
          sql.withTransaction(
            insert(sql, 1).pipe(
              Effect.zipRight(Deferred.succeed(started, undefined)),
              Effect.zipRight(Effect.never)
            )
          )
        )
        yield* inTime("the transaction to begin")(Deferred.await(started))
        const waiting = yield* Effect.fork(sql.withTransaction(insert(sql, 2)))
        const bystander = yield* Effect.fork(ids(sql))
        yield* Effect.sleep("5 millis")
        assert.ok(Exit.isInterrupted(yield* Fiber.interrupt(waiting)))
        yield* Fiber.interrupt(holder)
        assert.deepEqual(yield* Fiber.join(bystander), [])
        yield* sql.withTransaction(insert(sql, 3))
        assert.deepEqual(yield* ids(sql), [3])
      })
    )

    it.live("randomly interrupted transactions are written completely or not, and block no others", () =>
      Effect.gen(function* () {
        const sql = yield* memory
        const fibers = yield* Effect.forEach(Array.from({ length: 100 }), (_, id) =>
          Effect.fork(
            sql.withTransaction(Effect.all([insert(sql, id), Effect.yieldNow(), insert(sql, -id - 1)]))
          )
        )
        yield* Effect.forEach(
          fibers.filter((_, id) => id % 3 === 0),
          (fiber, turn) =>
            Effect.zipRight(turn % 2 === 0 ? Effect.yieldNow() : Effect.void, Fiber.interrupt(fiber))
        )
        const exits = yield* Effect.forEach(fibers, Fiber.await)
        const written = new Set(yield* ids(sql))
        for (const [id, exit] of exits.entries()) {
          assert.equal(written.has(id), written.has(-id - 1))
          assert.ok(Exit.isInterrupted(exit) || (Exit.isSuccess(exit) && written.has(id)))
        }
      })
    )

    it.live("a reserved connection that is given back inside a transaction is rolled back", () =>
      Effect.gen(function* () {
        const sql = yield* memory
        yield* Effect.scoped(
          Effect.gen(function* () {
            const connection = yield* sql.reserve
            yield* connection.executeUnprepared("BEGIN IMMEDIATE", [], undefined)
            yield* connection.execute("INSERT INTO entry (id) VALUES (?)", [1], undefined)
          })
        )
        yield* sql.withTransaction(insert(sql, 2))
        assert.deepEqual(yield* ids(sql), [2])
      })
    )

    it.live("a COMMIT that fails is a failure, not a defect, and leaves nothing behind", () =>
      Effect.gen(function* () {
        const sql = yield* memory
        const orphan = sql.withTransaction(sql`INSERT INTO entry (id, parent) VALUES (1, 99)`)
        assert.match((yield* Effect.flip(orphan)).message, /commit/)
        yield* sql.withTransaction(insert(sql, 2))
        assert.deepEqual(yield* ids(sql), [2])
      })
    )

    it.live("after SQLite has rolled back a transaction, its further statements fail", () =>
      Effect.gen(function* () {
        const sql = yield* memory
        yield* sql`CREATE TRIGGER full BEFORE INSERT ON entry WHEN NEW.id = 13 BEGIN SELECT RAISE(ROLLBACK, 'full'); END`
        const careless = sql.withTransaction(
          insert(sql, 1).pipe(
            Effect.zipRight(Effect.either(sql.withTransaction(insert(sql, 13)))),
            Effect.zipRight(Effect.either(insert(sql, 2)))
          )
        )
        const after = yield* Effect.either(careless)
        assert.ok(Either.isLeft(after) && after.left instanceof SqlError.SqlError)
        assert.deepEqual(yield* ids(sql), [])
        yield* sql.withTransaction(insert(sql, 3))
        assert.deepEqual(yield* ids(sql), [3])
      })
    )

    it.live(
      "a transaction has the write lock from its start; another client waits for it up to its timeout",
      () =>
        Effect.gen(function* () {
          const filename = yield* file
          const sql = yield* Effect.tap(client(driver({ filename })), schema)
          const patient = yield* client(driver({ filename }))
          const hasty = yield* client(driver({ filename, busyTimeout: "20 millis" }))
          const started = yield* Deferred.make<void>()
          const release = yield* Deferred.make<void>()
          const holder = yield* Effect.fork(
            sql.withTransaction(
              Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(release))
            )
          )
          yield* inTime("the transaction to begin")(Deferred.await(started))
          const refused = yield* Effect.exit(hasty.withTransaction(insert(hasty, 1)))
          assert.equal(Exit.isFailure(refused) && code(Cause.squash(refused.cause)), 5)
          assert.equal(code(yield* Effect.flip(insert(hasty, 1))), 5)
          assert.deepEqual(yield* ids(hasty), [])
          const waiting = yield* Effect.fork(
            Effect.zipRight(patient.withTransaction(insert(patient, 2)), insert(patient, 3))
          )
          const gone = yield* Effect.fork(hasty.withTransaction(insert(hasty, 4)))
          assert.ok(Exit.isFailure(yield* Fiber.interrupt(gone)))
          yield* Effect.sleep("20 millis")
          yield* Deferred.succeed(release, undefined)
          yield* Fiber.join(holder)
          yield* Fiber.join(waiting)
          yield* hasty.withTransaction(insert(hasty, 5))
          assert.deepEqual(yield* ids(sql), [2, 3, 5])
        })
    )

    it.live("a closed client answers with a failure", () =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const sql = yield* Scope.extend(memory, scope)
        yield* Scope.close(scope, Exit.void)
        assert.ok((yield* Effect.flip(ids(sql))) instanceof SqlError.SqlError)
        assert.ok((yield* Effect.flip(sql.withTransaction(ids(sql)))) instanceof SqlError.SqlError)
      })
    )
  })
