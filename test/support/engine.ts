// The engine on a database of the test's own choosing.
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { Rewards } from "../../lib/index.ts"
import type { Engine } from "./world.ts"

/** A client for one database. Built a second time, it is a second connection to the same database. */
export type Client = Layer.Layer<SqlClient.SqlClient, unknown>

/** Makes an empty database and gives the client for it. */
export type MakeClient = () => Promise<Client>

export const engineOn = (
  client: Client,
  options: Rewards.RewardsOptions = {}
): Layer.Layer<Engine, unknown> => Rewards.layer(options).pipe(Layer.provideMerge(client))

/** An engine on an empty database. */
export const freshEngine = (
  makeClient: MakeClient,
  options: Rewards.RewardsOptions = {}
): Layer.Layer<Engine, unknown> =>
  Layer.unwrapEffect(Effect.map(Effect.promise(makeClient), (client) => engineOn(client, options)))

/** Runs SQL as anybody with the database's password could. */
export const raw = (text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Record<string, unknown>>(text))

export const onPostgres = Effect.map(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => true, orElse: () => false })
)
