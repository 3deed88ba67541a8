import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

export interface Request {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** A connection that takes several statements at once, and answers them in their order, as that of `./postgres` does. */
export interface Pipeline extends Connection {
  /** Fails as the first that fails does, and does none behind it. The first may begin a transaction, the last may end it. */
  readonly executeAll: (
    requests: ReadonlyArray<Request>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>
}

const isPipeline = (connection: Connection): connection is Pipeline =>
  typeof Reflect.get(connection, "executeAll") === "function"

/** The first that fails is the last that runs, also on a connection that takes them one by one. */
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

/** Why a transaction did not end: at the statement that was to end it, or before it, where nothing can have been kept. */
export interface NotEnded {
  readonly error: SqlError
  readonly closing: boolean
}

/** The same before the statement that ends a transaction. */
export const endWith = (
  connection: Connection,
  requests: ReadonlyArray<Request>,
  end: string
): Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, NotEnded> => {
  const notEnded =
    (closing: boolean) =>
    (error: SqlError): NotEnded => ({ error, closing })
  if (requests.length > 0 && isPipeline(connection)) {
    return Effect.mapBoth(connection.executeAll([...requests, { text: end, parameters: [] }]), {
      onFailure: notEnded(true),
      onSuccess: (answers) => answers.slice(0, -1)
    })
  }
  const before = requests.length === 0 ? Effect.succeed([]) : executeAll(connection, requests)
  return Effect.flatMap(Effect.mapError(before, notEnded(false)), (answers) =>
    Effect.mapBoth(connection.executeUnprepared(end, [], undefined), {
      onFailure: notEnded(true),
      onSuccess: () => answers
    })
  )
}
