import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { ConfigProvider, Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/postgres.ts"
import { check, HarnessFailure, layerSubject } from "../../lib/entries/testing.ts"
import { it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"

const withoutLocks = (text: string): string => text.replace(/FOR (NO KEY )?UPDATE( OF [a-z, ]+)?/, "")

/** Turns off batches, so that all statements pass through this client. */
const oneByOne = { executeAll: undefined }

const unlocked = Layer.effect(
  SqlClient.SqlClient,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const reserve: SqlClient.SqlClient["reserve"] = Effect.map(sql.reserve, (connection) => ({
      ...connection,
      ...oneByOne,
      execute: (text, parameters, transform) => connection.execute(withoutLocks(text), parameters, transform)
    }))
    return new Proxy(sql, { get: (target, key) => (key === "reserve" ? reserve : Reflect.get(target, key)) })
  })
)

// The failure depends on timing, so a replay proves nothing here. Most runs find it within 30 sequences.
it.live(
  "the harness finds a PostgreSQL client whose row locks do not lock",
  () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(migratedDatabase)
      const faulty = unlocked.pipe(Layer.provide(layer({ url })))
      const subject = layerSubject(() => faulty, { writers: 2 })
      const options = { subject, seeds: 500, shrinkFor: 0 }
      const failure = yield* Effect.flip(
        Effect.withConfigProvider(check(options), ConfigProvider.fromMap(new Map()))
      )
      assert.ok(failure instanceof HarnessFailure, String(failure))
      assert.match(failure.message, /HARNESS_SEED=\d+/)
    }),
  300_000
)
