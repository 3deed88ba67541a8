import { createHash } from "node:crypto"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { Clock, Context, type Duration, Effect, Stream } from "effect"
import { inFailedTransaction, isAnswer, meaningOf } from "../../sql/Codes.ts"
import type { Pipeline, Request } from "../../sql/Connections.ts"
import { Patience } from "../../sql/Connections.ts"
import { begins, commits, ends } from "../client.ts"
import { type BatchClient, BatchQuery, type PgResult, takesBatches } from "./batch.ts"
import type { Silence } from "./silence.ts"

/** The part of a `pg.PoolClient` that we use. */
export interface PgPoolClient {
  query(
    config: { text: string; values: Array<unknown>; name?: string; rowMode?: "array" },
    callback: (error: Error | null, result: PgResult) => void
  ): void
  on(event: "error", listener: (error: Error) => void): unknown
  off(event: "error", listener: (error: Error) => void): unknown
  release(error?: Error | boolean): void
}

/** The names under which the statements of a pool stay prepared on the server. */
export interface Prepared {
  /** The name of a statement. Undefined: it is not prepared. */
  readonly nameOf: (text: string) => string | undefined
  /**
   * Whether a statement failed only because the server does not have it prepared, and so has run nothing. The cause is a
   * pooler that gives each transaction another connection to the server, or a table whose columns have changed. From then on
   * the pool prepares nothing.
   */
  readonly isLost: (error: Error) => boolean
}

export const unprepared: Prepared = { nameOf: () => undefined, isLost: () => false }

export const makePrepared = (onLoss: () => void): Prepared => {
  let preparing = true
  return {
    nameOf: (text) => (preparing ? nameOf(text) : undefined),
    isLost: (error) => {
      if (meaningOf(error) !== "unprepared") return false
      if (preparing) onLoss()
      preparing = false
      return true
    }
  }
}

/**
 * A name is a hash of the text, so that a name means the same statement in every process. The library has a bounded number of texts,
 * but a host can build any number, and they must not fill the server's memory.
 */
const maxNames = 500
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = `rewards_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`
  names.set(text, name)
  return name
}

export interface ConnectionOptions {
  /** How long to wait for the answer to a statement of an interrupted caller, and to ROLLBACK. */
  readonly patience: Duration.DurationInput
  readonly prepared: Prepared
  /** How long every exchange waits for its answer. The connection of one that gets none is closed. */
  readonly silence: Silence
}

export interface PgConnection extends SqlConnection.Connection, Partial<Pick<Pipeline, "executeAll">> {
  /**
   * Rolls back a transaction that is still open, and returns the connection to its pool. A connection whose state is not
   * known is closed instead.
   */
  readonly giveBack: Effect.Effect<void>
}

/**
 * A connection that one fiber holds. Every statement waits for its answer, even that of an interrupted caller, and a
 * connection that has left a statement unanswered is never used again: no statement may run in a transaction whose state
 * we do not know. `@effect/sql-pg` sends `pg_cancel_backend` instead, which can cancel a statement of the next holder.
 */
export const connect = (
  client: PgPoolClient,
  { patience, prepared, silence }: ConnectionOptions
): PgConnection => {
  let open = false
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken ??= error
  }
  client.on("error", onError)

  /** Sends a query and waits for its answer. An interruption waits for the answer too, as long as `patience` allows. */
  const ask = <A>(send: (answer: (error: Error | null, result: A) => void) => void) =>
    Effect.withFiberRuntime<A, SqlError.SqlError>(({ currentContext }) =>
      exchange(send, !Context.get(currentContext, Patience))
    )

  const exchange = <A>(
    send: (answer: (error: Error | null, result: A) => void) => void,
    bounded: boolean
  ): Effect.Effect<A, SqlError.SqlError> =>
    Effect.async((resume) => {
      if (broken !== undefined) return resume(Effect.fail(failure(broken)))
      let answered = false
      let onAnswer = () => {}
      const fail = (error: Error) => {
        answered = true
        if (!isAnswer(error)) broken ??= error
        resume(Effect.fail(failure(error)))
        onAnswer()
      }
      const heard = bounded ? silence.after(fail) : undefined
      send((error, result) => {
        heard?.()
        if (error) return fail(error)
        answered = true
        resume(Effect.succeed(result))
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

  /**
   * Sends statements by the names under which they are prepared. When the server does not have one, it has run nothing:
   * outside of a transaction the statements are sent again without names; inside, the caller has to start it over.
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

  /** Handles the server's answer to COMMIT or ROLLBACK: afterwards no transaction is open, whatever the answer is. */
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
          const given = requests.map(({ text, parameters }) => ({
            text,
            parameters,
            name: parameters.length > 0 || begins(text) || ends(text) ? nameOf(text) : undefined
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

  /** The wait runs in a separate fiber, so that an interruption of the caller does not stop it. */
  const withPatience = <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
    statement.pipe(
      Effect.interruptible,
      Effect.timeoutFail({
        duration: patience,
        onTimeout: () => failure(new Error("ROLLBACK was not answered"))
      }),
      Effect.withClock(realClock)
    )

  // `open` is set before BEGIN and unset after COMMIT, so that an interruption in between cannot hide an open transaction.
  const executeUnprepared: SqlConnection.Connection["execute"] = (text, parameters, transform) => {
    if (begins(text)) {
      return Effect.suspend(() => {
        open = true
        return execute(text, parameters, transform)
      })
    }
    if (!ends(text)) return execute(text, parameters, transform)
    const ended = Effect.flatMap(query(text, parameters), (result) => Effect.as(end(text, result), []))
    // COMMIT can take long, and its outcome matters. ROLLBACK is quick, and a connection that does not answer can be closed.
    return commits(text) ? ended : withPatience(ended)
  }

  return {
    execute,
    executeUnprepared,
    ...(takesBatches(client) ? { executeAll: executeAllBy(client) } : {}),
    executeRaw: (text, parameters) => query(text, parameters),
    executeValues: (text, parameters) =>
      Effect.map(query(text, parameters, "array"), ({ rows }) => rows.map((row) => Object.values(row))),
    // Collects all rows first, because a cursor would need a transaction.
    executeStream: (text, parameters, transform) =>
      Stream.unwrap(Effect.map(execute(text, parameters, transform), Stream.fromIterable)),
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

/** Closes a connection that is not in use, without a Terminate message: the server is probably lost. */
export const discard = (client: PgPoolClient): void => {
  client.release(true)
  const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream")
  if (typeof stream === "object" && stream !== null && "destroy" in stream) {
    if (typeof stream.destroy === "function") stream.destroy()
  }
}

/** The server's time passes even under a test clock. */
const realClock = Clock.make()

const failure = (cause: Error) => new SqlError.SqlError({ cause, message: "Failed to execute statement" })

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement of the transaction had failed before. */
const notCommitted = () =>
  Object.assign(new Error("The transaction was rolled back, since a statement in it had failed"), {
    code: inFailedTransaction
  })

/** A text of several statements has several results. */
const rowsOf = (result: PgResult | ReadonlyArray<PgResult>): ReadonlyArray<object> =>
  "rows" in result ? result.rows : result.map(({ rows }) => rows)
