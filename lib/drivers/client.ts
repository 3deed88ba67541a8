import type * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import { Context, Effect, Tracer } from "effect"
import { type Hold, holdOn, withHold } from "../sql/Connections.ts"
import * as Transaction from "../sql/Transaction.ts"

export interface ClientOptions {
  /**
   * Waits for a connection, interruptibly if its caller is interruptible. When the scope closes, it rolls back a transaction that is
   * still open on the connection, and releases the connection once.
   */
  readonly acquirer: SqlConnection.Connection.Acquirer
  /** The same without a scope, if the driver has a cheaper way. */
  readonly hold?: Hold | undefined
  readonly begin: string
  readonly compiler: Statement.Compiler
  readonly spanAttributes: ReadonlyArray<readonly [string, unknown]>
}

/**
 * `SqlClient` with the transactions of `lib/sql`. Those of `@effect/sql` turn a failed COMMIT or ROLLBACK into a defect
 * that hides the first failure, and wait for their connection uninterruptibly.
 */
export const make = (
  options: ClientOptions
): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> =>
  Effect.map(
    SqlClient.make({
      acquirer: options.acquirer,
      transactionAcquirer: options.acquirer,
      compiler: options.compiler,
      spanAttributes: options.spanAttributes
    }),
    (client) => {
      const { acquirer, hold = holdOn(acquirer) } = options
      return withHold(Object.assign(client, { withTransaction: withTransaction(options, hold) }), hold)
    }
  )

const withTransaction = ({ begin, spanAttributes }: ClientOptions, hold: Hold) => {
  const options: Transaction.TransactionOptions<SqlError.SqlError> = {
    hold,
    begin,
    interruptible: true,
    onFailure: (error, committing) => Effect.fail(committing ? notCommitted(error) : error)
  }
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.useSpan("sql.transaction", { kind: "client", captureStackTrace: false }, (span) => {
      for (const [key, value] of spanAttributes) span.attribute(key, value)
      const traced = Effect.mapInputContext(effect, (context: Context.Context<R>) =>
        Context.add(context, Tracer.ParentSpan, span)
      )
      return Transaction.run(options, {
        first: [],
        decide: () => Effect.map(traced, (value) => ({ last: [], read: () => Effect.succeed(value) }))
      })
    })
}

const notCommitted = ({ cause }: SqlError.SqlError) =>
  new SqlError.SqlError({ cause, message: "Failed to commit the transaction" })

const opening = /^\s*(BEGIN|START\s+TRANSACTION)\b/i
const closing = /^\s*(COMMIT|END|ROLLBACK(?!\s+(WORK\s+|TRANSACTION\s+)?TO\b))\b/i
const committing = /^\s*(COMMIT|END)\b/i

/** Whether a statement begins a transaction. A host may begin one by hand, on a connection that it has reserved. */
export const begins = (text: string): boolean => opening.test(text)

/** Whether a statement ends the transaction of its connection. ROLLBACK TO SAVEPOINT does not. */
export const ends = (text: string): boolean => closing.test(text)

export const commits = (text: string): boolean => committing.test(text)
