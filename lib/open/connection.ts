import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Stream } from "effect"

/** A connection of the host: a `Client` or a `PoolClient` of `pg`. */
export interface QueryClient {
  readonly query: (text: string, values: Array<unknown>) => Promise<{ readonly rows: ReadonlyArray<object> }>
}

const connections = new WeakMap<QueryClient, Connection>()

/**
 * Adapts a host's connection to `@effect/sql`. The host begins and ends the transactions. All calls with the same client get the same
 * adapter. `Gate` makes the calls of one adapter wait for each other, and it would not do so for two adapters of one client.
 */
export const connectionOf = (client: QueryClient): Connection => {
  const connection = connections.get(client) ?? adapt(client)
  connections.set(client, connection)
  return connection
}

const adapt = (client: QueryClient): Connection => {
  const execute = (text: string, values: ReadonlyArray<unknown>) =>
    Effect.map(
      Effect.tryPromise({
        try: () => client.query(text, [...values]),
        catch: (cause) => new SqlError({ cause, message: "Failed to execute statement" })
      }),
      (result) => result.rows
    )
  return {
    execute,
    executeRaw: execute,
    executeUnprepared: execute,
    executeValues: (text, values) => Effect.map(execute(text, values), (rows) => rows.map(Object.values)),
    executeStream: (text, values) => Stream.fromIterableEffect(execute(text, values))
  }
}
