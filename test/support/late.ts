// Wraps a SqlClient so that a test can hold up the answer to a statement, as a slow network would.
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { Context, Effect, Layer } from "effect"
import type { Client } from "./world.ts"

interface Held {
  /** The database has answered. */
  readonly arrived: Promise<void>
  readonly release: () => void
}

export interface Late {
  readonly client: Client
  /** Holds the next answer to a statement of this form. The statement itself runs at once. */
  readonly hold: (pattern: RegExp) => Held
}

/** One statement, or several that are sent together. */
const textsOf = (sent: unknown): ReadonlyArray<string> =>
  Array.isArray(sent) ? sent.map(({ text }) => String(text)) : typeof sent === "string" ? [sent] : []

export const late = (client: Client): Late => {
  let next:
    | { readonly pattern: RegExp; readonly arrive: () => void; readonly free: Promise<void> }
    | undefined

  const waited = (sent: unknown) =>
    Effect.promise(async () => {
      const held = next
      if (held === undefined || !textsOf(sent).some((text) => held.pattern.test(text))) return
      next = undefined
      held.arrive()
      await held.free
    })

  const slow = (connection: Connection): Connection =>
    new Proxy(connection, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key)
        if (typeof member !== "function") return member
        return (...args: ReadonlyArray<unknown>) => {
          const result: unknown = Reflect.apply(member, target, args)
          return Effect.isEffect(result) ? Effect.tap(result, () => waited(args[0])) : result
        }
      }
    })

  return {
    client: Layer.map(client, (context) => {
      const sql = Context.get(context, SqlClient.SqlClient)
      const reserve = Effect.map(sql.reserve, slow)
      const view = new Proxy(sql, {
        get: (target, key) => (key === "reserve" ? reserve : Reflect.get(target, key))
      })
      return Context.make(SqlClient.SqlClient, view)
    }),
    hold: (pattern) => {
      const [arrived, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      next = { pattern, arrive: arrived.resolve, free: free.promise }
      return { arrived: arrived.promise, release: free.resolve }
    }
  }
}
