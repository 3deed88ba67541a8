import type { SqlClient } from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Scope } from "effect"

/** What our drivers add to the clients and connections of `@effect/sql`. Each part is optional: a host can bring another client. */

/** A statement to send. */
export interface Request {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** The rows of the answers, one list for each request. */
export type Answers = ReadonlyArray<ReadonlyArray<unknown>>

/** Sends requests in their order. Stops at the first error and fails with it. */
type ExecuteAll = (requests: ReadonlyArray<Request>) => Effect.Effect<Answers, SqlError>

/**
 * A connection that sends several requests before it waits for the first answer, as `./postgres` does. The first request may begin a
 * transaction, and the last may end it.
 */
export interface Pipeline extends Connection {
  readonly executeAll: ExecuteAll
}

export const isPipeline = (connection: Connection): connection is Pipeline =>
  typeof Reflect.get(connection, "executeAll") === "function"

/** Without a pipeline, each request waits for the answer to the one before it. */
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

/**
 * Waits for a connection and holds it until `use` ends. Runs `unavailable` instead if there is no connection. The caller cannot be
 * interrupted, except while it waits, if `restore` allows it.
 */
export type Hold = <A, E, R>(
  use: (connection: Connection) => Effect.Effect<A, E, R>,
  unavailable: (error: SqlError) => Effect.Effect<A, E, R>,
  restore?: <B, G, S>(effect: Effect.Effect<B, G, S>) => Effect.Effect<B, G, S>
) => Effect.Effect<A, E, R>

/** Holds a connection in a scope. */
export const holdOn =
  (reserve: Connection.Acquirer): Hold =>
  (use, unavailable, restore) =>
    Effect.scopedWith((scope) => {
      const reserved = Scope.extend(reserve, scope)
      return Effect.matchEffect(restore === undefined ? reserved : restore(reserved), {
        onFailure: unavailable,
        onSuccess: use
      })
    })

const HoldId: unique symbol = Symbol.for("rewards/sql/Hold")

interface Holding {
  readonly [HoldId]: { readonly hold: Hold; readonly reserve: Connection.Acquirer }
}

const isHolding = (client: object): client is Holding => HoldId in client

/** Gives a client a cheaper way to hold a connection: a scope costs as much as a small statement. */
export const withHold = <Client extends SqlClient>(client: Client, hold: Hold): Client =>
  Object.assign(client, { [HoldId]: { hold, reserve: client.reserve } })

/** Uses the client's `reserve` if the host has replaced it. */
export const holdOf = (client: SqlClient): Hold =>
  isHolding(client) && client[HoldId].reserve === client.reserve
    ? client[HoldId].hold
    : holdOn(client.reserve)

/**
 * Notifications between the processes on one database, as by LISTEN of PostgreSQL. They are hints: one can be lost with the
 * connection, and behind a transaction pooler none arrives.
 */
export interface Notices {
  /**
   * Calls back with each payload on a channel until the scope closes. It uses a connection of its own, which it opens in the
   * background, and again after it was lost. The callback must not throw.
   */
  readonly listen: (
    channel: string,
    onNotice: (payload: string) => void
  ) => Effect.Effect<void, never, Scope.Scope>
}

const NoticesId: unique symbol = Symbol.for("rewards/sql/Notices")

interface Noticing {
  readonly [NoticesId]: Notices
}

const isNoticing = (client: object): client is Noticing => NoticesId in client

/** Gives a client notifications. A host's client has none. */
export const withNotices = (client: SqlClient, notices: Notices): SqlClient =>
  Object.assign(client, { [NoticesId]: notices })

export const noticesOf = (client: SqlClient): Notices | undefined =>
  isNoticing(client) ? client[NoticesId] : undefined

/**
 * True if the statements of a fiber may take any time. Otherwise `./postgres` treats the server as lost when it does not answer
 * within `answerTimeout`.
 */
export class Patience extends Context.Reference<Patience>()("rewards/Patience", {
  defaultValue: (): boolean => false
}) {}

/** For statements that read or write whole tables, or wait for another process that does. */
export const patiently = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.mapInputContext(effect, (context: Context.Context<R>) => Context.add(context, Patience, true))
