// Wraps a SqlClient and records the statements of its reserved connections.
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { Context, Effect, Layer } from "effect"

export interface Recorder {
  readonly statements: Array<string>
  readonly count: (pattern: RegExp) => number
}

export const makeRecorder = (): Recorder => {
  const statements: Array<string> = []
  return { statements, count: (pattern) => statements.filter((text) => pattern.test(text)).length }
}

/** The statements of a call, one by one or several at once, each with its parameters behind it. */
const textsOf = ([statement, parameters]: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  Array.isArray(statement)
    ? statement.map(({ text, parameters }) => `${text} ${JSON.stringify(parameters)}`)
    : [`${String(statement)} ${JSON.stringify(parameters ?? [])}`]

const listening = (recorder: Recorder, connection: Connection): Connection =>
  new Proxy(connection, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== "function") return member
      return (...args: ReadonlyArray<unknown>) => {
        const result: unknown = Reflect.apply(member, target, args)
        if (!Effect.isEffect(result)) return result
        return Effect.zipRight(
          Effect.sync(() => void recorder.statements.push(...textsOf(args))),
          result
        )
      }
    }
  })

/** The same client, with its statements recorded. */
export const recorded = <E>(
  recorder: Recorder,
  client: Layer.Layer<SqlClient.SqlClient, E>
): Layer.Layer<SqlClient.SqlClient, E> =>
  Layer.map(client, (context) => {
    const sql = Context.get(context, SqlClient.SqlClient)
    const reserve = Effect.map(sql.reserve, (connection) => listening(recorder, connection))
    const view = new Proxy(sql, {
      get: (target, key) => (key === "reserve" ? reserve : Reflect.get(target, key))
    })
    return Context.make(SqlClient.SqlClient, view)
  })

/** The same, and also records statements outside of transactions. */
export const recordedWhole = <E>(
  recorder: Recorder,
  client: Layer.Layer<SqlClient.SqlClient, E>
): Layer.Layer<SqlClient.SqlClient, E> =>
  Layer.map(recorded(recorder, client), (context) => {
    const sql = Context.get(context, SqlClient.SqlClient)
    const unsafe: typeof sql.unsafe = (text, parameters) => {
      recorder.statements.push(text)
      return sql.unsafe(text, parameters)
    }
    const view = new Proxy(sql, {
      get: (target, key) => (key === "unsafe" ? unsafe : Reflect.get(target, key))
    })
    return Context.make(SqlClient.SqlClient, view)
  })
