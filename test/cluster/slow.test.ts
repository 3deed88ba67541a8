import assert from "node:assert/strict"
import { Effect, Layer, Schema } from "effect"
import * as Postgres from "../../lib/drivers/postgres.ts"
import { openRewards } from "../../lib/index.ts"
import { Database, Timeouts } from "../../lib/sql/Database.ts"
import { statement } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { refused } from "../support/expect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { sqlAt } from "../support/sql.ts"
import { eventually } from "../support/wait.ts"

const sleep = statement({
  input: { partnerId: "uuid", seconds: "text" },
  output: Schema.Struct({ slept: Schema.String }),
  sql: `SELECT 'yes' || pg_sleep(CAST(input.seconds AS FLOAT)) AS slept
    FROM input JOIN rewards_partner p ON p.id = input.partner_id`
})

const hour = "3600"

const databaseAt = (url: string) =>
  Database.layer.pipe(
    Layer.provide(Postgres.layer({ url, maxConnections: 1 })),
    Layer.provide(Layer.succeed(Timeouts, { lock: 3000, idle: 3000, alone: 2000 }))
  )

/** The sessions of the workers that sleep. */
const sleepers = async (url: string): Promise<number> => {
  const [row] = await sqlAt(url)(
    `SELECT SUM(CAST(result AS INTEGER)) AS sleeping FROM run_command_on_workers(
       $$SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'$$)`
  )
  return Number(row?.sleeping)
}

const suite = () => {
  it.live("is cancelled on its worker too, and leaves its connection usable", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(migratedDatabase)
      const { id: partnerId } = yield* Effect.promise(async () => {
        const rewards = await openRewards({ database: url, accounts: { sendWebhooks: false } })
        return rewards.partners.register({ name: "shop" }).finally(rewards.close)
      })
      yield* Effect.gen(function* () {
        const database = yield* Database
        // Opens the connection to the worker.
        yield* Postgres.patiently(database.run(sleep, [{ partnerId, seconds: "0" }]))
        yield* refused("LockTimeout")(database.run(sleep, [{ partnerId, seconds: hour }]))
        assert.deepEqual(yield* Postgres.patiently(database.run(sleep, [{ partnerId, seconds: "0" }])), [
          { slept: "yes" }
        ])
        yield* Effect.promise(() =>
          eventually(
            "the worker to stop",
            () => sleepers(url),
            (count) => count === 0
          )
        )
        const slow = database.run(sleep, [{ partnerId, seconds: "3" }])
        assert.deepEqual(yield* Postgres.patiently(slow), [{ slept: "yes" }])
        assert.deepEqual(yield* database.transaction(slow), [{ slept: "yes" }])
      }).pipe(Effect.provide(databaseAt(url)))
    })
  )
}

if (process.env.CITUS_URL)
  describe("a statement outside a transaction that takes too long on a worker of Citus", suite)
else it.skip("SKIPPED: CITUS_URL is not set, so no statement runs on a worker", () => {})
