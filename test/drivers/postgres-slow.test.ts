import assert from "node:assert/strict"
import { Effect, Layer, Schema } from "effect"
import * as Postgres from "../../lib/drivers/postgres.ts"
import { Database, Timeouts } from "../../lib/sql/Database.ts"
import { statement } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { refused } from "../support/expect.ts"
import { freshDatabase } from "../support/postgres.ts"

const sleep = statement({
  input: { seconds: "text" },
  output: Schema.Struct({ slept: Schema.String }),
  sql: "SELECT 'yes' || pg_sleep(CAST(input.seconds AS FLOAT)) AS slept FROM input"
})

const databaseAt = (url: string) =>
  Database.layer.pipe(
    Layer.provide(Postgres.layer({ url, maxConnections: 1 })),
    Layer.provide(Layer.succeed(Timeouts, { lock: 3000, idle: 3000, alone: 100 }))
  )

describe("a statement outside a transaction that takes too long", () => {
  it.live("is cancelled, says that it can be tried again, and leaves its connection usable", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const failure = yield* refused("LockTimeout")(database.run(sleep, [{ seconds: "5" }]))
      assert.equal(
        failure.message,
        "a statement took too long, usually because another transaction has locked a row: nothing was written, try again"
      )
      assert.equal(failure.retryable, true)
      assert.deepEqual(yield* database.run(sleep, [{ seconds: "0" }]), [{ slept: "yes" }])
    }).pipe(Effect.provide(Layer.unwrapEffect(Effect.promise(async () => databaseAt(await freshDatabase())))))
  )

  it.live("may go on inside `patiently` and inside a transaction", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const slow = database.run(sleep, [{ seconds: "0.3" }])
      assert.deepEqual(yield* Postgres.patiently(slow), [{ slept: "yes" }])
      assert.deepEqual(yield* database.transaction(slow), [{ slept: "yes" }])
    }).pipe(Effect.provide(Layer.unwrapEffect(Effect.promise(async () => databaseAt(await freshDatabase())))))
  )
})
