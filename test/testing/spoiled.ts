import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { Rewards } from "../../lib/index.ts"
import { freshFile } from "../support/files.ts"

/** A database with the library's tables and a trigger that corrupts them. */
export const spoiled = (trigger: string) =>
  Effect.gen(function* () {
    const filename = yield* Effect.promise(freshFile)
    const client = layer({ filename })
    yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(trigger)).pipe(
      Effect.provide(Layer.provideMerge(Rewards.layer(), client))
    )
    return () => client
  })

/** Every wallet that moves gets a little more. */
export const unbalanced = `CREATE TRIGGER fault AFTER UPDATE OF version ON rewards_account WHEN NEW.kind = 'wallet'
  BEGIN UPDATE rewards_account SET balance = balance + 1 WHERE id = NEW.id; END`
