import { type SqlConnection, SqlError } from "@effect/sql"
import { Clock, type Duration, Effect, Schedule, Stream } from "effect"
import { begins, ends } from "../control.ts"

type Connection = SqlConnection.Connection

export interface GuardedConnection extends Connection {
  /** Rolls back what its holder has left open, so that the next holder starts afresh. */
  readonly settle: Effect.Effect<void>
}

/**
 * A driver's connection with three promises added. A statement that meets the lock of another connection waits for it
 * without blocking the thread, which SQLite's own busy_timeout would do. A transaction that SQLite has given up (disk
 * full, I/O error) stays given up: its later statements fail instead of committing one by one. And both drivers bind
 * the same values.
 */
export const guard = (raw: Connection, busyTimeout: Duration.DurationInput): GuardedConnection => {
  let transaction: "none" | "open" | "lost" = "none"
  const control = (text: string) => raw.executeUnprepared(text, [], undefined)

  // While a transaction is open, one more BEGIN fails and changes nothing.
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
        ? // The other connection does not wait for a test's clock.
          Effect.withClock(Effect.retry(statement, { schedule: patience, while: isBusy }), realClock)
        : Effect.fail(error)
      return Effect.tapError(outcome, () => (transaction === "open" ? checkTransaction : Effect.void))
    }

  // A statement is made and run in one go, so it is enough to look at the transaction when it is made.
  const attempt = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
    transaction === "lost"
      ? Effect.fail(givenUp())
      : Effect.catchAll(statement, (error) => recover(statement)(error))

  // "Open" a moment early and "none" a moment late: an interruption in between must not hide an open transaction.
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
    // SQLite answers at once, and a half-read statement would hold its snapshot open: the rows are gathered first.
    executeStream: (text, parameters, transform) =>
      Stream.unwrap(Effect.map(execute(text, parameters, transform), Stream.fromIterable)),
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

/** Bun names the result code, Node numbers it. A stale snapshot is busy too, but no waiting refreshes it. */
const isBusy = ({ cause }: SqlError.SqlError): boolean => {
  if (!(cause instanceof Error)) return false
  const code = "errcode" in cause ? cause.errcode : "errno" in cause ? cause.errno : undefined
  return typeof code === "number" && (code & 0xff) === busy && code !== busySnapshot
}
const busy = 5
const busySnapshot = 517

const bindable = (parameters: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  parameters.some(needsBinding) ? parameters.map(bind) : parameters

const needsBinding = (value: unknown): boolean =>
  typeof value === "boolean" || value === undefined || value instanceof Date

const bind = (value: unknown): unknown =>
  typeof value === "boolean" ? Number(value) : value instanceof Date ? value.toISOString() : (value ?? null)
