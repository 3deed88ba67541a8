import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/** A statement on its way to a connection. */
export interface Request {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** The rows that came back, one list for each request. */
export type Answers = ReadonlyArray<ReadonlyArray<unknown>>

/** Sends requests in their order. The first that fails is the failure of all, and those behind it do not run. */
type ExecuteAll = (requests: ReadonlyArray<Request>) => Effect.Effect<Answers, SqlError>

/**
 * A connection that sends several requests before it waits for the first answer, as that of `./postgres` does. The first
 * request may begin a transaction, and the last may end it.
 */
export interface Pipeline extends Connection {
  readonly executeAll: ExecuteAll
}

export const isPipeline = (connection: Connection): connection is Pipeline =>
  typeof Reflect.get(connection, "executeAll") === "function"

/** On a connection that is no pipeline, each request waits for the answer to the one before it. */
export const executeAll = (
  connection: Connection,
  requests: ReadonlyArray<Request>
): Effect.Effect<Answers, SqlError> => {
  if (isPipeline(connection)) return connection.executeAll(requests)
  const execute = ({ text, parameters }: Request) => connection.execute(text, parameters, undefined)
  const [only, ...others] = requests
  return only !== undefined && others.length === 0
    ? Effect.map(execute(only), (rows) => [rows])
    : Effect.forEach(requests, execute)
}
