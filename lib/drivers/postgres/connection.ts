import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { type Duration, Effect, Scope } from "effect"
import { inFailedTransaction, isAnswer, isNodeAway } from "../../sql/Codes.ts"
import {
  begins,
  commits,
  ends,
  Patience,
  type Pipeline,
  type Request,
  streamBy
} from "../../sql/Connections.ts"
import { onRealTime } from "../../sql/RealTime.ts"
import type { Hold } from "../../sql/Transaction.ts"
import { type BatchClient, BatchQuery, type PgResult, type Prepared, takesBatches } from "./batch.ts"
import { nodeErrorOf } from "./nodeErrors.ts"
import type { Silence } from "./pool.ts"

export interface PgPoolClient {
  query(
    config: { text: string; values: Array<unknown>; name?: string; rowMode?: "array" },
    callback: (error: Error | null, result: PgResult) => void
  ): void
  on(event: "error", listener: (error: Error) => void): unknown
  off(event: "error", listener: (error: Error) => void): unknown
  release(error?: Error | boolean): void
}

/** The part of a `pg.Pool` that is used here. A host can pass a pool of another version of `pg`. */
export interface PgPool {
  connect(callback: (error: Error | undefined, client: PgPoolClient | undefined) => void): void
  on(event: "error", listener: (error: Error) => void): unknown
  off(event: "error", listener: (error: Error) => void): unknown
}

export interface ConnectionOptions {
  /** How long to wait for the answer to ROLLBACK, or to a statement whose caller was interrupted. */
  readonly patience: Duration.DurationInput
  readonly prepared: Prepared
  readonly silence: Silence
}

interface PgConnection extends SqlConnection.Connection, Partial<Pick<Pipeline, "executeAll">> {
  /** Rolls back an open transaction, and returns the connection to its pool. Closes the connection instead if its state is not known. */
  readonly giveBack: Effect.Effect<void>
}

/**
 * Makes a connection for one fiber. A statement whose caller is interrupted still waits for its answer, for at most `patience`. If a
 * statement got no answer, the connection is never used again, because the state of its transaction is not known.
 */
const connect = (client: PgPoolClient, { patience, prepared, silence }: ConnectionOptions): PgConnection => {
  let open = false
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken ??= error
  }
  client.on("error", onError)

  /** Sends a query and waits for its answer. After an interruption it waits for at most `patience`. */
  const ask = <A>(
    send: (answer: (error: Error | null, result: A) => void) => void
  ): Effect.Effect<A, SqlError.SqlError> =>
    Effect.flatMap(Patience, (patient) =>
      Effect.async((resume) => {
        if (broken !== undefined) return resume(Effect.fail(failure(broken)))
        let answered = false
        let onAnswer = () => {}
        const settle = (answer: Effect.Effect<A, SqlError.SqlError>) => {
          answered = true
          resume(answer)
          onAnswer()
        }
        const fail = (reported: Error) => {
          const error = nodeErrorOf(client, reported)
          if (!isAnswer(error) && !isNodeAway(error)) broken ??= error
          settle(Effect.fail(failure(error)))
        }
        const stopTimeout = patient ? undefined : silence.after(fail)
        send((error, result) => {
          stopTimeout?.()
          if (error) fail(error)
          else settle(Effect.succeed(result))
        })
        return Effect.suspend(() => {
          if (answered) return Effect.void
          const answer = Effect.async<void>((done) => {
            onAnswer = () => done(Effect.void)
          })
          const onTimeout = () => {
            broken ??= new Error("An interrupted statement was not answered")
          }
          return answer.pipe(
            Effect.interruptible,
            Effect.timeoutTo({ duration: patience, onSuccess: () => undefined, onTimeout }),
            onRealTime
          )
        })
      })
    )

  /**
   * Sends statements as prepared statements. If the server has lost one of these, all of them fail. Outside of a transaction, they have
   * then changed nothing, so they are sent again without names.
   */
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

  /** Handles the server's answer to COMMIT or ROLLBACK. No transaction is open afterwards, whatever the answer is. */
  const end = (text: string, { command }: PgResult): Effect.Effect<void, SqlError.SqlError> => {
    open = false
    return command === "ROLLBACK" && commits(text) ? Effect.fail(failure(notCommitted())) : Effect.void
  }

  const executeAllBy =
    (client: BatchClient) =>
    (
      requests: ReadonlyArray<Request>
    ): Effect.Effect<ReadonlyArray<ReadonlyArray<object>>, SqlError.SqlError> =>
      Effect.suspend(() => {
        const [first, last] = [requests.at(0), requests.at(-1)]
        if (first === undefined || last === undefined) return Effect.succeed([])
        open ||= begins(first.text)
        const sent = named((nameOf) => {
          const given = requests.map((request) => ({
            ...request,
            name: request.once ? undefined : nameOf(request.text)
          }))
          return ask<ReadonlyArray<PgResult>>((answer) => client.query(new BatchQuery(client, given, answer)))
        })
        return Effect.flatMap(sent, (results) => {
          const answer = results.at(-1)
          const ended = answer !== undefined && ends(last.text) ? end(last.text, answer) : Effect.void
          return Effect.as(ended, results.map(rowsOf))
        })
      })

  const execute: SqlConnection.Connection["execute"] = (text, parameters, transform) => {
    const rows = Effect.map(query(text, parameters), rowsOf)
    return transform === undefined ? rows : Effect.map(rows, transform)
  }

  /** Waits for at most `patience`. The wait is interruptible, because otherwise the time-out could not end it. */
  const withPatience = <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
    statement.pipe(
      Effect.interruptible,
      Effect.timeoutFail({
        duration: patience,
        onTimeout: () => failure(new Error("ROLLBACK was not answered"))
      }),
      onRealTime
    )

  // `open` is set before BEGIN and unset after COMMIT, so that an interruption cannot hide an open transaction.
  const executeUnprepared: SqlConnection.Connection["execute"] = (text, parameters, transform) => {
    if (begins(text)) {
      return Effect.suspend(() => {
        open = true
        return execute(text, parameters, transform)
      })
    }
    if (!ends(text)) return execute(text, parameters, transform)
    const ended = Effect.flatMap(query(text, parameters), (result) => Effect.as(end(text, result), []))
    // Only ROLLBACK has this short time-out, because the outcome of COMMIT matters.
    return commits(text) ? ended : withPatience(ended)
  }

  return {
    execute,
    executeUnprepared,
    ...(takesBatches(client) ? { executeAll: executeAllBy(client) } : {}),
    executeRaw: (text, parameters) => query(text, parameters),
    executeValues: (text, parameters) =>
      Effect.map(query(text, parameters, "array"), ({ rows }) => rows.map((row) => Object.values(row))),
    executeStream: streamBy(execute),
    giveBack: Effect.suspend(() =>
      open && broken === undefined ? Effect.ignore(executeUnprepared("ROLLBACK", [], undefined)) : Effect.void
    ).pipe(
      Effect.zipRight(
        Effect.sync(() => {
          client.off("error", onError)
          if (broken === undefined) silence.answered(client)
          client.release(broken ?? open)
        })
      )
    )
  }
}

/** Connections of a pool, each for one fiber at a time. */
export const connectionsOf = (pool: PgPool, options: ConnectionOptions) => {
  /** Waits for a connection. A connection that arrives after an interruption is released at once. */
  const take = (
    restore?: <A, E>(wait: Effect.Effect<A, E>) => Effect.Effect<A, E>
  ): Effect.Effect<PgConnection, SqlError.SqlError> =>
    Effect.suspend(() => {
      let arrived: PgConnection | undefined
      let abandoned = false
      const arrival = Effect.async<PgConnection, SqlError.SqlError>((resume) => {
        const refuse = (cause: unknown) =>
          resume(Effect.fail(new SqlError.SqlError({ cause, message: "Failed to acquire connection" })))
        // A host's pool may wait for a connection forever.
        const stopTimeout = options.silence.after((error) => {
          abandoned = true
          refuse(error)
        })
        const requestClient = () => {
          try {
            pool.connect(onClient)
          } catch (cause) {
            stopTimeout()
            refuse(cause)
          }
        }
        const onClient = (error: Error | undefined, client: PgPoolClient | undefined) => {
          if (client !== undefined && !abandoned && options.silence.doubts(client)) {
            discard(client)
            return requestClient()
          }
          stopTimeout()
          if (client === undefined) return refuse(error)
          if (abandoned) return client.release()
          arrived = connect(client, options)
          resume(Effect.succeed(arrived))
        }
        requestClient()
      })
      const abandon = Effect.suspend(() => {
        abandoned = true
        return arrived === undefined ? Effect.void : arrived.giveBack
      })
      return restore === undefined ? arrival : Effect.onError(restore(arrival), () => abandon)
    })

  const acquirer: SqlConnection.Connection.Acquirer = Effect.uninterruptibleMask((restore) =>
    Effect.tap(take(restore), ({ giveBack }) =>
      Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, giveBack))
    )
  )

  const hold: Hold = (use, unavailable, restore) =>
    Effect.matchEffect(take(restore), {
      onFailure: unavailable,
      onSuccess: (connection) =>
        Effect.matchCauseEffect(
          Effect.suspend(() => use(connection)),
          {
            onFailure: (cause) => Effect.zipRight(connection.giveBack, Effect.failCause(cause)),
            onSuccess: (value) => Effect.as(connection.giveBack, value)
          }
        )
    })

  return { acquirer, hold }
}

/** Closes an idle connection that is probably lost, without waiting for the server. */
const discard = (client: PgPoolClient): void => {
  client.release(true)
  const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream")
  if (typeof stream === "object" && stream !== null && "destroy" in stream) {
    if (typeof stream.destroy === "function") stream.destroy()
  }
}

const failure = (cause: Error) => new SqlError.SqlError({ cause, message: "Failed to execute statement" })

/**
 * Makes the error of a failed COMMIT. PostgreSQL answers COMMIT with ROLLBACK, and with no error, if a statement of the transaction
 * failed.
 */
const notCommitted = () =>
  Object.assign(new Error("The transaction was rolled back, since a statement in it had failed"), {
    code: inFailedTransaction
  })

/** Returns the rows of a result. The result is an array if the text has several statements. */
const rowsOf = (result: PgResult | ReadonlyArray<PgResult>): ReadonlyArray<object> =>
  "rows" in result ? result.rows : result.map(({ rows }) => rows)
