import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

export interface Request {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** A connection that takes several statements at once, and answers them in their order, as that of `./postgres` does. */
export interface Pipeline extends Connection {
  /** Fails as the first that fails does, once all are answered. The first may begin a transaction. */
  readonly executeAll: (
    requests: ReadonlyArray<Request>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>
}

const isPipeline = (connection: Connection): connection is Pipeline =>
  typeof Reflect.get(connection, "executeAll") === "function"

/** On a connection that takes them one by one, the first that fails is also the last that runs. */
export const executeAll = (
  connection: Connection,
  requests: ReadonlyArray<Request>
): Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError> =>
  isPipeline(connection)
    ? connection.executeAll(requests)
    : Effect.forEach(requests, ({ text, parameters }) => connection.execute(text, parameters, undefined))

/** The same after the statement that begins a transaction. */
export const beginWith = (
  connection: Connection,
  begin: string,
  requests: ReadonlyArray<Request>
): Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError> =>
  requests.length > 0 && isPipeline(connection)
    ? Effect.map(
        connection.executeAll([{ text: begin, parameters: [] }, ...requests]),
        ([, ...answers]) => answers
      )
    : Effect.flatMap(connection.executeUnprepared(begin, [], undefined), () =>
        requests.length === 0 ? Effect.succeed([]) : executeAll(connection, requests)
      )
