import { type SqlConnection, SqlError } from "@effect/sql"
import { Clock, type Duration, Effect, Stream } from "effect"
import { begins, commits, ends } from "../control.ts"
import type { Prepared } from "./prepared.ts"

/** What we use of a `pg.PoolClient`. */
export interface PgPoolClient {
  /** Whether it sends a query while others are not answered yet. Clients that cannot do so leave it out. */
  readonly pipeline?: boolean
  /** Its socket, which writes what it is given while corked at once. */
  readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } }
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

interface Request {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

export interface PgConnection extends SqlConnection.Connection {
  /** Where the client can: all statements before the first answer. Fails as the first that fails, when all are answered. */
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

  const exchange = (
    requests: ReadonlyArray<Request>,
    { rowMode, unnamed = false }: { readonly rowMode?: "array" | undefined; readonly unnamed?: boolean } = {}
  ) =>
    Effect.async<ReadonlyArray<PgResult>, SqlError.SqlError>((resume) => {
      if (broken !== undefined) return resume(Effect.fail(failure(broken)))
      const results: Array<PgResult> = []
      let unanswered = requests.length
      let failed: Error | undefined
      let onAnswer = () => {}
      const answer = (error: Error | null, result: PgResult) => {
        unanswered -= 1
        if (error && !isAnswer(error)) broken ??= error
        failed ??= error ?? undefined
        results.push(result)
        if (unanswered > 0) return
        resume(failed === undefined ? Effect.succeed(results) : Effect.fail(failure(failed)))
        onAnswer()
      }
      const { stream } = client.connection ?? {}
      stream?.cork?.()
      for (const { text, parameters } of requests) {
        const name = unnamed || parameters.length === 0 ? undefined : prepared.nameOf(text)
        client.query(
          {
            text,
            values: [...parameters],
            ...(name === undefined ? {} : { name }),
            ...(rowMode === undefined ? {} : { rowMode })
          },
          answer
        )
      }
      stream?.uncork?.()
      return Effect.async<void>((done) => {
        if (unanswered === 0) return done(Effect.void)
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

  /** A name that is lost fails a transaction, which its owner starts over. A lone statement is sent again at once. */
  const query = (text: string, parameters: ReadonlyArray<unknown>, rowMode?: "array") => {
    const requests = [{ text, parameters }]
    return Effect.flatMap(
      Effect.catchAll(exchange(requests, { rowMode }), (error) =>
        error.cause instanceof Error && prepared.isLost(error.cause) && !open
          ? exchange(requests, { rowMode, unnamed: true })
          : Effect.fail(error)
      ),
      only
    )
  }

  /** Outside of a transaction nobody could start over what has been done in part, so nothing is sent by name. */
  const executeAll: PgConnection["executeAll"] = (requests) =>
    Effect.suspend(() => {
      open ||= begins(requests[0]?.text ?? "")
      return exchange(requests, { unnamed: !open })
    }).pipe(
      Effect.map((results) => results.map(rowsOf)),
      Effect.tapError(({ cause }) => Effect.sync(() => cause instanceof Error && prepared.isLost(cause)))
    )

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
    return Effect.flatMap(query(text, parameters), ({ command }) => {
      open = false
      return command === "ROLLBACK" && commits(text)
        ? Effect.fail(failure(notCommitted()))
        : Effect.succeed([])
    })
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
    ...(client.pipeline === true ? { executeAll } : {}),
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

const only = ([result]: ReadonlyArray<PgResult>): Effect.Effect<PgResult> =>
  result === undefined ? Effect.dieMessage("a statement was answered with nothing") : Effect.succeed(result)

/** The other side does not wait for a test's clock. */
const realClock = Clock.make()

const failure = (cause: Error) => new SqlError.SqlError({ cause, message: "Failed to execute statement" })

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement of the transaction had failed before. */
const notCommitted = () =>
  Object.assign(new Error("The transaction was rolled back, since a statement in it had failed"), {
    code: "25P02"
  })

/** Errors of the server have a severity; a fatal one is its last word on this connection. Others are the driver's own. */
const isAnswer = (error: Error): boolean => "severity" in error && error.severity === "ERROR"

/** A text of several statements has several results. */
const rowsOf = (result: PgResult | ReadonlyArray<PgResult>): ReadonlyArray<object> =>
  "rows" in result ? result.rows : result.map(({ rows }) => rows)
