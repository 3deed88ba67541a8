import type { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlConnection, SqlError, type Statement } from "@effect/sql"
import { Context, Effect, Exit, Option, Scope, Tracer } from "effect"

export interface ClientOptions {
  /**
   * Waits for a connection, interruptibly where its caller is interruptible. When the scope closes, a transaction that
   * is still open on the connection is rolled back, and the connection is given back, once.
   */
  readonly acquirer: SqlConnection.Connection.Acquirer
  readonly begin: string
  readonly compiler: Statement.Compiler
  readonly spanAttributes: ReadonlyArray<readonly [string, unknown]>
}

/**
 * `SqlClient` with transactions of our own. Those of `@effect/sql` turn a failed COMMIT or ROLLBACK into a defect that
 * hides the first failure, and wait for their connection uninterruptibly.
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
    (client) => Object.assign(client, { withTransaction: withTransaction(options) })
  )

const withTransaction =
  (options: ClientOptions) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.useSpan("sql.transaction", { kind: "client", captureStackTrace: false }, (span) => {
      for (const [key, value] of options.spanAttributes) span.attribute(key, value)
      return Effect.flatMap(current, (open) =>
        Option.isNone(open)
          ? outermost(options, effect, span)
          : nested(open.value[0], open.value[1] + 1, effect, span)
      )
    })

const current = Effect.map(Effect.context<never>(), Context.getOption(SqlClient.TransactionConnection))

/** A failure needs no ROLLBACK here: closing the scope rolls back, whatever the reason. */
const outermost = <A, E, R>(options: ClientOptions, effect: Effect.Effect<A, E, R>, span: Tracer.Span) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Scope.make(), (scope) =>
      Effect.tap(options.acquirer, (connection) => control(connection, options.begin)).pipe(
        Scope.extend(scope),
        restore,
        Effect.flatMap((connection) =>
          Effect.zipLeft(restore(within(connection, 0, effect, span)), commit(connection))
        ),
        Effect.onExit((exit) => Scope.close(scope, exit))
      )
    )
  )

const nested = <A, E, R>(
  connection: SqlConnection.Connection,
  depth: number,
  effect: Effect.Effect<A, E, R>,
  span: Tracer.Span
) =>
  Effect.uninterruptibleMask((restore) => {
    const name = `effect_sql_${depth}`
    const release = control(connection, `RELEASE SAVEPOINT ${name}`)
    // A connection that cannot go back to its savepoint fails every later statement, so the first failure is the one
    // to report.
    const undo = Effect.ignore(Effect.zipRight(control(connection, `ROLLBACK TO SAVEPOINT ${name}`), release))
    return control(connection, `SAVEPOINT ${name}`).pipe(
      Effect.zipRight(Effect.exit(restore(within(connection, depth, effect, span)))),
      Effect.flatMap((exit) => Effect.zipRight(Exit.isSuccess(exit) ? release : undo, exit))
    )
  })

const within = <A, E, R>(
  connection: SqlConnection.Connection,
  depth: number,
  effect: Effect.Effect<A, E, R>,
  span: Tracer.Span
): Effect.Effect<A, E, R> =>
  Effect.mapInputContext(effect, (context: Context.Context<R>) =>
    context.pipe(
      Context.add(SqlClient.TransactionConnection, [connection, depth]),
      Context.add(Tracer.ParentSpan, span)
    )
  )

const control = (connection: SqlConnection.Connection, text: string) =>
  connection.executeUnprepared(text, [], undefined)

const commit = (connection: SqlConnection.Connection) =>
  Effect.mapError(
    control(connection, "COMMIT"),
    ({ cause }) => new SqlError.SqlError({ cause, message: "Failed to commit the transaction" })
  )
