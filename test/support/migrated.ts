// PostgreSQL databases with the library's tables: copying one is faster than migrating. Tests of migrations use
// `freshDatabase`.
import { Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/postgres.ts"
import { Accounts } from "../../lib/entries/accounts.ts"
import { wings } from "../../lib/layers/Accounts.ts"
import { Database } from "../../lib/sql/Database.ts"
import { distribute } from "../../lib/sql/Distribution.ts"
import { distributed } from "./nodes.ts"
import { type PostgresServer, sharedServer } from "./postgres.ts"

/** Creates a database in the state after the migrations of all wings, which nothing is connected to. */
export const makeTemplate = async (server: PostgresServer): Promise<string> => {
  const url = await server.freshDatabase()
  const engine = Accounts.layer({ webhookSender: false }).pipe(Layer.provide(layer({ url })))
  await Effect.runPromise(Effect.scoped(Layer.build(engine)))
  if (distributed) {
    // Two shards on each of two workers. Every connection reads where all shards are, and every copy of the database has all of them.
    const options = new URLSearchParams({ options: "-c citus.shard_count=4" })
    const database = Database.layer.pipe(Layer.provide(layer({ url: `${url}?${options}` })))
    await Effect.runPromise(Effect.provide(distribute(wings.flatMap(({ tables }) => tables)), database))
  }
  return url
}

/** One template per server, for runs without with-postgres.ts. */
const templates = new WeakMap<PostgresServer, Promise<string>>()

const templateOn = (server: PostgresServer): Promise<string> => {
  const template = templates.get(server) ?? makeTemplate(server)
  templates.set(server, template)
  return template
}

/** A new database in the state after the migrations of all wings. */
export const migratedDatabase = async (): Promise<string> => {
  const server = await sharedServer()
  return server.copyDatabase(process.env.TEST_TEMPLATE_URL ?? (await templateOn(server)))
}
