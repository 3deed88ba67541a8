import assert from "node:assert/strict"
import type { SqlClient, SqlError } from "@effect/sql"
import { Cause, Deferred, Effect, Exit, Fiber, type Layer, Schema } from "effect"
import * as Postgres from "../../lib/drivers/postgres.ts"
import * as Sqlite from "../../lib/drivers/sqlite-bun.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { statement } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { both } from "../support/sql.ts"
import { inTime } from "../support/wait.ts"
import { everything, find, open, put, rows } from "./entries.ts"

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
    it.live("runs its statements in their order, and returns the answer of each", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        const batch = both(
          both(Batch.of(put, rows(1, 2)), Batch.of(find, rows(1, 2, 3))),
          both(
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
        const batch = both(Batch.of(put, []), both(Batch.of(put, rows(1)), Batch.succeed("known")))
        assert.deepEqual(yield* database.send(batch), [[], [rows(1), "known"]])
        const begun = yield* Deferred.make<void>()
        const end = yield* Deferred.make<void>()
        // Has the only connection.
        const holder = yield* Effect.fork(
          database.transaction(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end)))
        )
        yield* inTime("the transaction to begin")(Deferred.await(begun))
        assert.equal(yield* database.send(Batch.succeed("known")), "known")
        assert.deepEqual(yield* database.run(put, []), [])
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(holder)
      })
    )

    it.live("is not sent at all when a row lacks one of its columns", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        const incomplete: { readonly id: number } = JSON.parse("{}")
        const exit = yield* Effect.exit(
          Effect.suspend(() => database.send(Batch.of(put, [...rows(1), incomplete])))
        )
        assert.ok(Exit.isFailure(exit) && /no value for id/.test(Cause.pretty(exit.cause)))
        assert.deepEqual(yield* database.run(everything, [{}]), [])
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

    it.live("can start a transaction, and runs again when the transaction starts over", () =>
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

    it.live("that starts a transaction and fails leaves no transaction open", () =>
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

    it.live("can end a transaction, also a nested one", () =>
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

    it.live("that ends a transaction and fails leaves nothing behind", () =>
      Effect.gen(function* () {
        const database = yield* open(yield* place)
        yield* database.run(put, rows(7))
        const last = Batch.inOrder([Batch.of(put, rows(1)), Batch.of(put, rows(7)), Batch.of(put, rows(2))])
        const seen: Array<string> = []
        let tries = 0
        const write = database.transactionOn(Batch.of(everything, [{}]), (found) => {
          tries += 1
          return Effect.as(
            database.afterCommit(() => seen.push("committed")),
            found.length === 1 ? last : Batch.inOrder([Batch.of(put, rows(4))])
          )
        })
        // Inside another transaction only the savepoint of the batch is rolled back.
        const outer = yield* database.transaction(
          Effect.gen(function* () {
            const failed = yield* Effect.flip(write)
            yield* database.run(put, rows(3))
            return failed
          })
        )
        assert.equal(outer._tag, "TransactionConflict")
        // Only the whole transaction can start over.
        assert.equal(tries, 1)
        assert.deepEqual(yield* database.run(everything, [{}]), rows(3, 7))
        assert.deepEqual(seen, [])
        // Outside of one the transaction starts over and reads the current rows.
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

    it.live("that was committed and whose answers cannot be read is not reported as failed", () =>
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

    it.live("with impossible answers is a conflict, and starts over", () =>
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
