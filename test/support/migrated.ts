// PostgreSQL databases that have their tables already: copying one is cheaper than making them. For
// tests of what comes after; those of how tables are made start on `freshDatabase`.
import { Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/postgres.ts"
import { Rewards } from "../../lib/index.ts"
import { type PostgresServer, sharedServer } from "./postgres.ts"

/** One for each server: under `--parallel`, what a file of tests has made on it is dropped when its tests are over. */
const templates = new WeakMap<PostgresServer, Promise<string>>()

const migrate = async (server: PostgresServer): Promise<string> => {
  const url = await server.freshDatabase()
  await Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(Rewards.layer(), layer({ url })))))
  return url
}

/** A database of the caller's own, as the engine leaves an empty one that it was opened on. */
export const migratedDatabase = async (): Promise<string> => {
  const server = await sharedServer()
  const template = templates.get(server) ?? migrate(server)
  templates.set(server, template)
  return server.copyDatabase(await template)
}
