// PostgreSQL databases with the library's tables: copying one is faster than migrating. Tests of migrations use
// `freshDatabase`.
import { Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/postgres.ts"
import { Rewards } from "../../lib/index.ts"
import { type PostgresServer, sharedServer } from "./postgres.ts"

/** One template per server: under `--parallel`, the databases of a test file are dropped when its tests are over. */
const templates = new WeakMap<PostgresServer, Promise<string>>()

const migrate = async (server: PostgresServer): Promise<string> => {
  const url = await server.freshDatabase()
  await Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(Rewards.layer(), layer({ url })))))
  return url
}

/** A new database in the state after the engine's migrations. */
export const migratedDatabase = async (): Promise<string> => {
  const server = await sharedServer()
  const template = templates.get(server) ?? migrate(server)
  templates.set(server, template)
  return server.copyDatabase(await template)
}
