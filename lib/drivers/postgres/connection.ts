import { type SqlConnection, SqlError } from "@effect/sql"
import { Clock, type Duration, Effect, Stream } from "effect"
import { begins, commits, ends } from "../control.ts"
import { type BatchClient, BatchQuery, type Request, takesBatches } from "./batch.ts"
import type { Prepared } from "./prepared.ts"

/** What we use of a `pg.PoolClient`. */
export interface PgPoolClient {
  query(
    config: { text: string; values: Array<unknown>; name?: string; rowMode?: "array" },
    callback: (error: Error | null, result: PgResult) => void
  ): void
  on(event: "error", listener: (error: Error) => void): unknown
  off(event: "error", listener: (error: Error) => void): unknown
  release(error?: Error | boolean): void
}

export interface PgResult {
  readonly command: string
  readonly rows: Array<object>
}

export interface ConnectionOptions {
  /** How long an interrupted statement is waited for. */
  readonly patience: Duration.DurationInput
  readonly prepared: Prepared
}

export interface PgConnection extends SqlConnection.Connection {
  /**
   * Where the client can: all statements before the first answer. The first may begin a transaction, and the last may end
   * it. Fails as the first that fails, and does none of those behind it.
   */
  readonly executeAll?: (
    requests: ReadonlyArray<Request>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError.SqlError>
  /** Rolls back what its holder has left open, and returns the connection to its pool, or closes it if in doubt. */
  readonly giveBack: Effect.Effect<void>
}

/**
 * A connection that one fiber holds. Every statement waits for its answer, even that of an interrupted caller, and a
 * connection that has left a statement unanswered is never used again: nothing may run in a transaction whose state we
 * do not know. `pg_cancel_backend`, which `@effect/sql-pg` sends instead, can hit whoever has the connection by then.
 */
export const connect = (client: PgPoolClient, { patience, prepared }: ConnectionOptions): PgConnection => {
  let open = false
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken ??= error
  }
  client.on("error", onError)

  /** Sends what the server is to do, and waits for its answer, even when nobody else does any more. */
  const ask = <A>(send: (answer: (error: Error | null, result: A) => void) => void) =>
    Effect.async<A, SqlError.SqlError>((resume) => {
      if (broken !== undefined) return resume(Effect.fail(failure(broken)))
      let answered = false
      let onAnswer = () => {}
      send((error, result) => {
        answered = true
        if (error && !isAnswer(error)) broken ??= error
        resume(error ? Effect.fail(failure(error)) : Effect.succeed(result))
        onAnswer()
      })
      return Effect.async<void>((done) => {
        if (answered) return done(Effect.void)
        onAnswer = () => done(Effect.void)
      }).pipe(
        Effect.interruptible,
        Effect.timeoutTo({
          duration: patience,
          onSuccess: () => undefined,
          onTimeout: () => {
            broken ??= new Error("An interrupted statement was not answered")
          }
        }),
        Effect.withClock(realClock)
      )
    })

  /** By name, if there is one. Where that is lost nothing was done: a transaction is started over, all else sent whole. */
  const named = <A>(send: (nameOf: Prepared["nameOf"]) => Effect.Effect<A, SqlError.SqlError>) =>
    Effect.catchAll(send(prepared.nameOf), (error) =>
      error.cause instanceof Error && prepared.isLost(error.cause) && !open
        ? send(() => undefined)
        : Effect.fail(error)
    )

  const query = (text: string, parameters: ReadonlyArray<unknown>, rowMode?: "array") =>
    named((nameOf) => {
      const name = parameters.length === 0 ? undefined : nameOf(text)
      const config = {
        text,
        values: [...parameters],
        ...(name === undefined ? {} : { name }),
        ...(rowMode === undefined ? {} : { rowMode })
      }
      return ask<PgResult>((answer) => client.query(config, answer))
    })

  /** The server has answered what was to end a transaction: none is open now, whatever became of it. */
  const end = (text: string, result: PgResult | undefined): Effect.Effect<void, SqlError.SqlError> => {
    open = false
    return result?.command === "ROLLBACK" && commits(text)
      ? Effect.fail(failure(notCommitted()))
      : Effect.void
  }

  const executeAllBy =
    (client: BatchClient): NonNullable<PgConnection["executeAll"]> =>
    (requests) =>
      Effect.suspend(() => {
        const last = requests.at(-1)?.text ?? ""
        open ||= begins(requests[0]?.text ?? "")
        const sent = named((nameOf) => {
          const given = requests.map(({ text, parameters }) => ({
            text,
            parameters,
            name: parameters.length > 0 || begins(text) || ends(text) ? nameOf(text) : undefined
          }))
          return ask<ReadonlyArray<PgResult>>((answer) => client.query(new BatchQuery(client, given, answer)))
        })
        return Effect.flatMap(sent, (results) =>
          Effect.as(ends(last) ? end(last, results.at(-1)) : Effect.void, results.map(rowsOf))
        )
      })

  const execute: SqlConnection.Connection["execute"] = (text, parameters, transform) => {
    const rows = Effect.map(query(text, parameters), rowsOf)
    return transform === undefined ? rows : Effect.map(rows, transform)
  }

  // "Open" a moment early and closed a moment late: an interruption in between must not hide an open transaction.
  const executeUnprepared: SqlConnection.Connection["execute"] = (text, parameters, transform) => {
    if (begins(text)) {
      return Effect.suspend(() => {
        open = true
        return execute(text, parameters, transform)
      })
    }
    if (!ends(text)) return execute(text, parameters, transform)
    return Effect.flatMap(query(text, parameters), (result) => Effect.as(end(text, result), []))
  }

  const rollback = executeUnprepared("ROLLBACK", [], undefined).pipe(
    Effect.interruptible,
    Effect.timeoutOption(patience),
    Effect.withClock(realClock),
    Effect.ignore
  )

  return {
    execute,
    executeUnprepared,
    ...(takesBatches(client) ? { executeAll: executeAllBy(client) } : {}),
    executeRaw: (text, parameters) => query(text, parameters),
    executeValues: (text, parameters) =>
      Effect.map(query(text, parameters, "array"), ({ rows }) => rows.map((row) => Object.values(row))),
    // The rows are gathered first; a cursor would need a transaction of its own.
    executeStream: (text, parameters, transform) =>
      Stream.unwrap(Effect.map(execute(text, parameters, transform), Stream.fromIterable)),
    giveBack: Effect.suspend(() => (open && broken === undefined ? rollback : Effect.void)).pipe(
      Effect.zipRight(
        Effect.sync(() => {
          client.off("error", onError)
          client.release(broken ?? open)
        })
      )
    )
  }
}

/** The other side does not wait for a test's clock. */
const realClock = Clock.make()

const failure = (cause: Error) => new SqlError.SqlError({ cause, message: "Failed to execute statement" })

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement of the transaction had failed before. */
const notCommitted = () =>
  Object.assign(new Error("The transaction was rolled back, since a statement in it had failed"), {
    code: "25P02"
  })

/**
 * Errors of the server have a severity; a fatal one is its last word on this connection, and so is that of a pooler which has
 * lost it. Others are the driver's own.
 */
const isAnswer = (error: Error): boolean =>
  "severity" in error &&
  error.severity === "ERROR" &&
  !("code" in error && String(error.code).startsWith("08"))

/** A text of several statements has several results. */
const rowsOf = (result: PgResult | ReadonlyArray<PgResult>): ReadonlyArray<object> =>
  "rows" in result ? result.rows : result.map(({ rows }) => rows)
