// The engine on a database that the test chooses.
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { PasswordCost } from "../../../lib/accounts/passwords/Passwords.ts"
import { Accounts } from "../../../lib/entries/accounts.ts"
import type { Rewards } from "../../../lib/index.ts"
import { bytesOf, textOf } from "../../../lib/schema/Id.ts"

/** The services and their client, which a test uses as a host would. */
export type Engine = Accounts.Accounts | Rewards.Rewards | SqlClient.SqlClient

/** A client for one database. Building the layer again opens another connection to the same database. */
export type Client = Layer.Layer<SqlClient.SqlClient, unknown>

/** Creates an empty database and returns a client for it. */
export type MakeClient = () => Promise<Client>

/** A little above the least that argon2id allows. A hash of full cost is most of the time of a test that makes an account. */
const testCost = { memory: 16, passes: 1, parallelism: 1 }

/** The cost of a password that takes long enough for other requests to come in between. */
export const slowCost = { memory: 19_456, passes: 4, parallelism: 1 }

/** The start of a hash of the tests' cost. */
export const testHash = /^\$argon2id\$v=19\$m=16,t=1,p=1\$/

/**
 * Webhooks are sent, alerts are mailed, and what is due is swept, only where a test asks for it: these search the tables all the time, which
 * tests of statements see.
 */
export const engineOn = (
  client: Client,
  options: Accounts.AccountsOptions = {},
  passwordCost = testCost
): Layer.Layer<Engine, unknown> =>
  Accounts.layer({
    lockTimeout: 60_000,
    mailAlerts: false,
    sweep: false,
    webhookSender: false,
    ...options
  }).pipe(Layer.provide(Layer.succeed(PasswordCost, passwordCost)), Layer.provideMerge(client))

/** An engine on an empty database. */
export const freshEngine = (
  makeClient: MakeClient,
  options: Accounts.AccountsOptions = {}
): Layer.Layer<Engine, unknown> =>
  Layer.unwrapEffect(Effect.map(Effect.promise(makeClient), (client) => engineOn(client, options)))

/** SQLite has no UUIDs: the literal of one becomes that of its bytes. */
const forSqlite = (text: string): string =>
  text.replace(/UUID '([^']*)'/g, (_, id: string) => {
    const bytes = bytesOf(id)
    if (bytes === undefined) throw new Error(`${id} is no UUID`)
    return `X'${Buffer.from(bytes).toString("hex")}'`
  })

const readable = (value: unknown): unknown => (value instanceof Uint8Array ? (textOf(value) ?? value) : value)

/**
 * Runs SQL on the engine's database, bypassing the engine. On both databases an id is written as `UUID '…'`, and comes back
 * as text.
 */
export const raw = (text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({
      pg: () => sql.unsafe<Record<string, unknown>>(text),
      orElse: () =>
        Effect.map(sql.unsafe<Record<string, unknown>>(forSqlite(text)), (rows) =>
          rows.map((row) =>
            Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(value)]))
          )
        )
    })
  )

export const onPostgres = Effect.map(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => true, orElse: () => false })
)
