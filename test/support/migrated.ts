// PostgreSQL databases that have their tables already: copying one is cheaper than making them. For
// tests of what comes after; those of how tables are made start on `freshDatabase`.
import { Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/postgres.ts"
import { Rewards } from "../../lib/index.ts"
import { copyDatabase, freshDatabase } from "./postgres.ts"

let template: Promise<string> | undefined

const migrate = async (): Promise<string> => {
  const url = await freshDatabase()
  await Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(Rewards.layer(), layer({ url })))))
  return url
}

/** A database of the caller's own, as the engine leaves an empty one that it was opened on. */
export const migratedDatabase = async (): Promise<string> => {
  template ??= migrate()
  return copyDatabase(await template)
}
