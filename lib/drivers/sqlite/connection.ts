import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { Clock, type Duration, Effect, Schedule, Stream } from "effect"
import { meaningOf, saysReadOnly } from "../../sql/Codes.ts"
import { begins, ends } from "../client.ts"

type Connection = SqlConnection.Connection

export interface GuardedConnection extends Connection {
  /** Whether a transaction is open, or was open until SQLite rolled it back. */
  readonly isOpen: () => boolean
  /** Rolls back a transaction that its holder has left open. */
  readonly settle: Effect.Effect<void>
  /** Whether a statement was refused because the database is read-only. */
  readonly isReadOnly: () => boolean
}

/**
 * Adds three guarantees to the connection of a driver. A statement that finds the database locked by another connection waits
 * without blocking the thread, as SQLite's own busy_timeout would. After SQLite has rolled a transaction back by itself (disk
 * full, I/O error), its later statements fail instead of being committed one by one. Both drivers bind the same values.
 */
export const guard = (raw: Connection, busyTimeout: Duration.DurationInput): GuardedConnection => {
  let transaction: "none" | "open" | "lost" = "none"
  let readOnly = false
  const control = (text: string) => raw.executeUnprepared(text, [], undefined)

  // BEGIN fails, and changes nothing, while a transaction is open. If it succeeds, SQLite has ended the transaction.
  const checkTransaction = Effect.matchEffect(control("BEGIN"), {
    onFailure: () => Effect.void,
    onSuccess: () => {
      transaction = "lost"
      return Effect.ignore(control("ROLLBACK"))
    }
  })

  const patience = Schedule.exponential("1 millis", 1.5).pipe(
    Schedule.union(Schedule.spaced("10 millis")),
    Schedule.jittered,
    Schedule.upTo(busyTimeout)
  )

  const recover =
    <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
    (error: SqlError.SqlError) => {
      const outcome = isBusy(error)
        ? // The other connection's time passes even under the clock of a test.
          Effect.withClock(Effect.retry(statement, { schedule: patience, while: isBusy }), realClock)
        : Effect.fail(error)
      return Effect.tapError(outcome, ({ cause }) => {
        if (saysReadOnly(cause)) readOnly = true
        return transaction === "open" ? checkTransaction : Effect.void
      })
    }

  // A statement runs as soon as its effect is made, so checking the transaction here is enough.
  const attempt = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
    transaction === "lost"
      ? Effect.fail(givenUp())
      : Effect.catchAll(statement, (error) => recover(statement)(error))

  // Set to "open" before BEGIN and to "none" after COMMIT, so that an interruption in between cannot hide an open transaction.
  const follow = <A>(text: string, statement: Effect.Effect<A, SqlError.SqlError>) => {
    if (begins(text)) {
      return Effect.suspend(() => {
        transaction = "open"
        return attempt(statement)
      })
    }
    if (!ends(text)) return attempt(statement)
    return Effect.tap(attempt(statement), () => {
      transaction = "none"
    })
  }

  const execute: Connection["execute"] = (text, parameters, transform) =>
    attempt(raw.execute(text, bindable(parameters), transform))

  return {
    execute,
    executeRaw: (text, parameters) => attempt(raw.executeRaw(text, bindable(parameters))),
    executeValues: (text, parameters) => attempt(raw.executeValues(text, bindable(parameters))),
    executeUnprepared: (text, parameters, transform) =>
      follow(text, raw.executeUnprepared(text, bindable(parameters), transform)),
    // All rows are collected first: a statement that is read halfway would keep its snapshot open.
    executeStream: (text, parameters, transform) =>
      Stream.unwrap(Effect.map(execute(text, parameters, transform), Stream.fromIterable)),
    isReadOnly: () => readOnly,
    isOpen: () => transaction !== "none",
    settle: Effect.suspend(() => {
      const open = transaction === "open"
      transaction = "none"
      return open ? Effect.ignore(control("ROLLBACK")) : Effect.void
    })
  }
}

const realClock = Clock.make()

const givenUp = () =>
  new SqlError.SqlError({
    message: "SQLite has rolled the transaction back after an earlier failure",
    cause: new Error("no transaction is active")
  })

const isBusy = ({ cause }: SqlError.SqlError): boolean => meaningOf(cause) === "busy"

const bindable = (parameters: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  parameters.some(needsBinding) ? parameters.map(bind) : parameters

const needsBinding = (value: unknown): boolean =>
  typeof value === "boolean" || value === undefined || value instanceof Date

/** `undefined` is bound as NULL, as `pg` does. */
const bind = (value: unknown): unknown =>
  typeof value === "boolean" ? Number(value) : value instanceof Date ? value.toISOString() : (value ?? null)
