import assert from "node:assert/strict"
import { SqlClient, type SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { SqliteClient } from "@effect/sql-sqlite-bun"
import { Cause, Context, Deferred, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import * as Postgres from "../../lib/drivers/postgres.ts"
import * as Sqlite from "../../lib/drivers/sqlite-bun.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { Database } from "../../lib/sql/Database.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { inTime } from "../support/wait.ts"
import { everything, put, rows } from "./entries.ts"
import { goes, stays } from "./interrupted.ts"

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

/** Long enough for other fibers to send their statements. */
const pause = Effect.sleep("5 millis")

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

  describe(`a caller of a transaction who is interrupted, on ${name}`, () => {
    it.live("goes only when it has ended: it is written as a whole", () =>
      Effect.gen(function* () {
        const { database } = yield* open(yield* place)
        const put1 = database.run(put, rows(1))
        const put2 = database.run(put, rows(2))
        yield* stays((middle) => database.transaction(Effect.all([put1, middle, put2], { discard: true })))
        assert.deepEqual(yield* database.run(everything, [{}]), rows(1, 2))
      })
    )

    it.live("goes at once from a snapshot, which only reads", () =>
      Effect.gen(function* () {
        const { database } = yield* open(yield* place)
        yield* goes((middle) => database.snapshot(middle))
        assert.deepEqual(yield* database.run(everything, [{}]), [])
      })
    )
  })

  describe(`fibers that share a transaction, on ${name}`, () => {
    it.live("keep what each was told, although others are undone at the same moment", () =>
      Effect.gen(function* () {
        const { database, sql } = yield* open(yield* place)
        const entry = (id: number) => database.run(put, rows(id))
        const undone = (id: number) =>
          Effect.flip(
            database.transaction(Effect.zipRight(Effect.zipRight(entry(id), pause), Effect.fail("no")))
          )
        const host = Effect.all(
          [
            undone(1),
            database.transaction(Effect.zipLeft(entry(2), pause)),
            undone(3),
            sql.withTransaction(Effect.zipLeft(entry(4), pause)),
            undone(5),
            entry(6),
            undone(7),
            sql`INSERT INTO entry (id) VALUES (8)`,
            Effect.flip(
              sql.withTransaction(Effect.zipRight(entry(9), Effect.zipRight(pause, Effect.fail("no"))))
            ),
            database.transactionOn(Batch.of(everything, [{}]), () => Effect.succeed(Batch.of(put, rows(10))))
          ],
          { concurrency: "unbounded", discard: true }
        )
        yield* sql.withTransaction(host)
        assert.deepEqual(yield* database.run(everything, [{}]), rows(2, 4, 6, 8, 10))
      })
    )

    it.live("are told of the commit, although others are undone at the same moment", () =>
      Effect.gen(function* () {
        const { database, sql } = yield* open(yield* place)
        const told: Array<number> = []
        const noting = (id: number) => database.afterCommit(() => told.push(id))
        const undone = (id: number) =>
          Effect.flip(database.transaction(Effect.all([noting(id), pause, Effect.fail("no")])))
        const host = Effect.all(
          [undone(1), noting(2), undone(3), database.transaction(Effect.zipRight(noting(4), pause))],
          { concurrency: "unbounded" }
        )
        yield* sql.withTransaction(host)
        assert.deepEqual(told, [2, 4])
      })
    )

    it.live("do not wait for a transaction that they are in themselves", () =>
      Effect.gen(function* () {
        const { database, sql } = yield* open(yield* place)
        const nested = (id: number) =>
          database.transaction(
            Effect.zipRight(
              database.run(put, rows(id)),
              sql.withTransaction(database.transaction(database.run(put, rows(id + 10))))
            )
          )
        const host = Effect.all([nested(1), nested(2), nested(3)], { concurrency: "unbounded" })
        yield* Effect.timeout(sql.withTransaction(host), "10 seconds")
        assert.deepEqual(yield* database.run(everything, [{}]), rows(1, 2, 3, 11, 12, 13))
      })
    )

    it.live("come in order of arrival, without those that were interrupted while they waited", () =>
      Effect.gen(function* () {
        const { database, sql } = yield* open(yield* place)
        const order: Array<number> = []
        const noted = (id: number) =>
          database.transaction(
            Effect.zipRight(
              database.run(put, rows(id)),
              Effect.sync(() => order.push(id))
            )
          )
        const host = Effect.gen(function* () {
          const begun = yield* Deferred.make<void>()
          const goOn = yield* Deferred.make<void>()
          const holding = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(goOn))
          const holder = yield* Effect.fork(database.transaction(holding))
          yield* inTime("the transaction to begin")(Deferred.await(begun))
          const waiting: Array<Fiber.Fiber<unknown, unknown>> = []
          for (const id of [1, 2, 3, 4]) {
            waiting.push(yield* Effect.fork(noted(id)))
            yield* Effect.yieldNow()
          }
          yield* Fiber.interruptAll(waiting.slice(1, 3))
          yield* Deferred.succeed(goOn, undefined)
          yield* Fiber.join(holder)
          return yield* Fiber.awaitAll(waiting)
        })
        const exits = yield* Effect.timeout(sql.withTransaction(host), "10 seconds")
        assert.deepEqual(exits.map(Exit.isSuccess), [true, false, false, true])
        assert.deepEqual(order, [1, 4])
        assert.deepEqual(yield* database.run(everything, [{}]), rows(1, 4))
      })
    )

    it.live("and are left behind by it are in it as a whole, or refused", () =>
      Effect.gen(function* () {
        const { database, sql } = yield* open(yield* place)
        const begun = yield* Deferred.make<void>()
        const over = yield* Deferred.make<void>()
        const early = database.transaction(
          Effect.all([
            database.run(put, rows(1)),
            Deferred.succeed(begun, undefined),
            pause,
            database.run(put, rows(2))
          ])
        )
        const late = Effect.zipRight(Deferred.await(over), database.transaction(database.run(put, rows(3))))
        const [first, second] = yield* sql.withTransaction(
          Effect.zipLeft(
            Effect.all([Effect.forkDaemon(early), Effect.forkDaemon(late)]),
            Deferred.await(begun)
          )
        )
        assert.ok(Exit.isSuccess(yield* Fiber.await(first)))
        yield* Deferred.succeed(over, undefined)
        const refused = yield* Fiber.await(second)
        assert.ok(Exit.isFailure(refused) && Cause.isDie(refused.cause))
        assert.deepEqual(yield* database.run(everything, [{}]), rows(1, 2))
      })
    )
  })
}

const foreign: ReadonlyArray<readonly [string, Effect.Effect<Client>]> = [
  ["@effect/sql-sqlite-bun", Effect.succeed(Layer.orDie(SqliteClient.layer({ filename: ":memory:" })))],
  [
    "@effect/sql-pg",
    Effect.map(Effect.promise(freshDatabase), (url) =>
      Layer.orDie(PgClient.layer({ url: Redacted.make(url) }))
    )
  ]
]

for (const [name, place] of foreign) {
  describe(`calls at once in one transaction of ${name}`, () => {
    it.live("keep what each was told, although others are undone at the same moment", () =>
      Effect.gen(function* () {
        const { database, sql } = yield* open(yield* place)
        const entry = (id: number) => Effect.zipLeft(database.run(put, rows(id)), pause)
        const call = (id: number) =>
          database.transaction(id % 2 === 0 ? entry(id) : Effect.zipRight(entry(id), Effect.fail("no")))
        const calls = Effect.forEach([1, 2, 3, 4, 5, 6], (id) => Effect.either(call(id)), {
          concurrency: "unbounded"
        })
        // A transaction of the client's inside of one of ours, around another of ours.
        const nested = database.transaction(sql.withTransaction(database.transaction(entry(8))))
        yield* sql.withTransaction(Effect.all([calls, nested], { concurrency: "unbounded" }))
        assert.deepEqual(yield* database.run(everything, [{}]), rows(2, 4, 6, 8))
      })
    )
  })
}

describe("a connection of the host's", () => {
  it.live("keeps nothing of what is told after its transactions, which commit unseen", () =>
    Effect.gen(function* () {
      const { database, sql } = yield* open(Layer.orDie(SqliteClient.layer({ filename: ":memory:" })))
      const kept: Array<WeakRef<object>> = []
      const noting = Effect.suspend(() => {
        const note = { size: 1 }
        kept.push(new WeakRef(note))
        return database.transaction(database.afterCommit(() => void note.size++))
      })
      yield* sql.withTransaction(Effect.repeatN(noting, 99))
      // A reference that was made or read is kept until the task ends.
      yield* pause
      Bun.gc(true)
      const alive = kept.filter((note) => note.deref() !== undefined).length
      // The collector may take a number on the stack for an address.
      assert.ok(alive < 50, `${alive} of ${kept.length} are kept`)
    })
  )
})

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
