import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { Effect, Scope } from "effect"
import {
  type ConnectionOptions,
  connect,
  discard,
  type PgConnection,
  type PgPoolClient
} from "./connection.ts"

/** The part of a `pg.Pool` that we use, so that a host can bring its own pool of any version of `pg`. */
export interface PgPool {
  connect(callback: (error: Error | undefined, client: PgPoolClient | undefined) => void): void
  on(event: "error", listener: (error: Error) => void): unknown
  off(event: "error", listener: (error: Error) => void): unknown
}

/** Takes a connection until the scope closes. A connection that arrives after its caller was interrupted is released at once. */
export const acquirer = (pool: PgPool, options: ConnectionOptions): SqlConnection.Connection.Acquirer =>
  Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      let arrived: PgConnection | undefined
      let abandoned = false
      const arrival = Effect.async<PgConnection, SqlError.SqlError>((resume) => {
        const refuse = (cause: unknown) =>
          resume(Effect.fail(new SqlError.SqlError({ cause, message: "Failed to acquire connection" })))
        // A host's pool may wait for a connection forever.
        const heard = options.silence.after((error) => {
          abandoned = true
          refuse(error)
        })
        const ask = () => {
          try {
            pool.connect(onClient)
          } catch (cause) {
            heard()
            refuse(cause)
          }
        }
        const onClient = (error: Error | undefined, client: PgPoolClient | undefined) => {
          if (client !== undefined && !abandoned && options.silence.doubts(client)) {
            discard(client)
            return ask()
          }
          heard()
          if (client === undefined) return refuse(error)
          if (abandoned) return client.release()
          arrived = connect(client, options)
          resume(Effect.succeed(arrived))
        }
        ask()
      })
      const abandon = Effect.suspend(() => {
        abandoned = true
        return arrived === undefined ? Effect.void : arrived.giveBack
      })
      return restore(arrival).pipe(
        Effect.onError(() => abandon),
        Effect.tap(({ giveBack }) =>
          Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, giveBack))
        )
      )
    })
  )
