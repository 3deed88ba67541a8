// The engine on a database that the test chooses.
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { Accounts } from "../../../lib/accounts.ts"
import type { Rewards } from "../../../lib/index.ts"

/** The services and their client, which a test uses as a host would. */
export type Engine = Accounts.Accounts | Rewards.Rewards | SqlClient.SqlClient

/** A client for one database. Building the layer again opens another connection to the same database. */
export type Client = Layer.Layer<SqlClient.SqlClient, unknown>

/** Creates an empty database and returns a client for it. */
export type MakeClient = () => Promise<Client>

export const engineOn = (
  client: Client,
  options: Accounts.AccountsOptions = {}
): Layer.Layer<Engine, unknown> =>
  Accounts.layer({ lockTimeout: 60_000, ...options }).pipe(Layer.provideMerge(client))

/** An engine on an empty database. */
export const freshEngine = (
  makeClient: MakeClient,
  options: Accounts.AccountsOptions = {}
): Layer.Layer<Engine, unknown> =>
  Layer.unwrapEffect(Effect.map(Effect.promise(makeClient), (client) => engineOn(client, options)))

/** Runs SQL on the engine's database, bypassing the engine. */
export const raw = (text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Record<string, unknown>>(text))

export const onPostgres = Effect.map(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => true, orElse: () => false })
)
